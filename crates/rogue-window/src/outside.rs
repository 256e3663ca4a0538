//! What the window needs from the machine: clock, clipboard, files. On the
//! desktop they are the system's; in the browser files are downloads and the
//! clipboard goes through the page.

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(target_arch = "wasm32")]
mod page;

use std::path::Path;

use macroquad::miniquad::window::{clipboard_get, clipboard_set};

/// Texts beyond this many bytes stay off the clipboard: a single request to the
/// display server cannot carry them.
const CLIPBOARD_LIMIT: usize = 4 << 20;

/// Files beyond this many bytes are not read.
pub const FILE_LIMIT: u64 = 64 << 20;

/// Seconds of a clock that only measures differences.
pub fn seconds() -> f64 {
    macroquad::time::get_time()
}

/// The same in whole thousandths.
pub fn millis() -> u64 {
    (seconds() * 1000.0) as u64
}

/// Pixels of the screen along one of the window's own, which count a finer screen as
/// an ordinary one.
pub fn pixels_per_point() -> f32 {
    macroquad::miniquad::window::dpi_scale().max(0.5)
}

/// Waits. In the browser frames are paced by the page, and nothing waits.
pub fn sleep(seconds: f64) {
    #[cfg(not(target_arch = "wasm32"))]
    std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    #[cfg(target_arch = "wasm32")]
    let _ = seconds;
}

/// Puts a text on the clipboard.
pub fn copy(text: &str) -> Result<(), &'static str> {
    if text.len() > CLIPBOARD_LIMIT {
        return Err("the drawing is too large for the clipboard; save it instead");
    }
    clipboard_set(text);
    Ok(())
}

/// The clipboard's text.
pub fn paste() -> Result<String, &'static str> {
    clipboard_get().ok_or("the clipboard holds no text")
}

#[cfg(not(target_arch = "wasm32"))]
pub use desktop::{is_there, read, write};
#[cfg(target_arch = "wasm32")]
pub use page::{is_there, read, write};

/// The text in a file's bytes, if it is text and not too long.
pub fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() as u64 > FILE_LIMIT {
        return Err(format!("larger than {} MB", FILE_LIMIT >> 20));
    }
    String::from_utf8(bytes).map_err(|_| String::from("it is not a text file"))
}

/// Whether the window can be closed from inside. A page stays until its tab is
/// closed.
pub fn can_close() -> bool {
    cfg!(not(target_arch = "wasm32"))
}

/// Tells the page whether letters are typed into a question just now; then V is a
/// letter and not the wish to paste.
pub fn tell_typing(typing: bool) {
    #[cfg(target_arch = "wasm32")]
    page::tell("typing", if typing { "yes" } else { "no" });
    #[cfg(not(target_arch = "wasm32"))]
    let _ = typing;
}

/// Tells whoever stands around the program in the page something about it. On the
/// desktop nobody asks.
pub fn tell_around(what: &str, value: impl FnOnce() -> String) {
    #[cfg(target_arch = "wasm32")]
    page::tell(&format!("tell/{what}"), &value());
    #[cfg(not(target_arch = "wasm32"))]
    drop((what, value));
}

/// Keeps a text for next time: in the browser under a name, on the desktop in a
/// file, if there is one for it.
pub fn keep(name: &str, file: Option<&Path>, text: &str) -> Result<(), String> {
    #[cfg(target_arch = "wasm32")]
    {
        let _ = file;
        page::keep(name, text)
    }
    #[cfg(not(target_arch = "wasm32"))]
    {
        let _ = name;
        file.map_or(Ok(()), |file| desktop::keep(file, text))
    }
}

/// What was kept.
pub fn kept(name: &str, file: Option<&Path>) -> Option<String> {
    #[cfg(target_arch = "wasm32")]
    {
        let _ = file;
        page::kept(name)
    }
    #[cfg(not(target_arch = "wasm32"))]
    {
        let _ = name;
        std::fs::read_to_string(file?).ok()
    }
}

/// Forgets what was kept in a file: it is saved elsewhere. A page always keeps what
/// is drawn on it.
pub fn forget(file: Option<&Path>) {
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(file) = file {
        // What is not there is forgotten already.
        let _ = std::fs::remove_file(file);
    }
    #[cfg(target_arch = "wasm32")]
    let _ = file;
}

/// Tells the page the fingerprint of a game's state. On the desktop nobody asks.
pub fn tell_state(fingerprint: impl FnOnce() -> String) {
    #[cfg(target_arch = "wasm32")]
    page::tell("state", &fingerprint());
    #[cfg(not(target_arch = "wasm32"))]
    drop(fingerprint);
}
