//! What a test does with a window, whoever shows it: the desktop or a browser.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use parlour_gfx::camera::Pixel;

use crate::screen::Screenshot;

/// How long anything may take before a test gives up: only ever reached when
/// something is wrong, however busy the machine is.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// A hand on keyboard and mouse, and an eye on the screen.
pub trait Hand {
    /// Moves the pointer.
    fn point(&mut self, at: Pixel);

    /// Presses a button: 1 left, 2 middle, 3 right.
    fn press(&mut self, button: u8);

    /// Lets it go.
    fn release(&mut self, button: u8);

    /// Turns the wheel by so many notches.
    fn wheel(&mut self, notches: i32);

    /// Presses a key by its name in X.
    fn key(&mut self, name: &str);

    /// Types a text.
    fn write(&mut self, text: &str);

    /// What is on the screen.
    fn screenshot(&mut self) -> Screenshot;

    /// What another program finds on the clipboard.
    fn clipboard(&mut self) -> String;

    /// Puts a text on the clipboard from another program.
    fn set_clipboard(&mut self, text: &str);

    /// Waits until the screen shows what it should; fails with the last
    /// complaint otherwise.
    fn expect(&mut self, what: &str, check: &dyn Fn(&Screenshot) -> Result<(), String>) {
        let start = Instant::now();
        loop {
            let shot = self.screenshot();
            match check(&shot) {
                Ok(()) => return,
                Err(complaint) if start.elapsed() > PATIENCE => {
                    let test = std::thread::current()
                        .name()
                        .unwrap_or("test")
                        .replace(':', "-");
                    let kept = std::env::temp_dir().join(format!("parlour-{test}.ppm"));
                    shot.keep(&kept);
                    panic!("{what}: {complaint}; the screen is in {}", kept.display());
                }
                Err(_) => sleep(Duration::from_millis(30)),
            }
        }
    }
}

/// A folder that is gone after the test.
pub struct Folder(std::path::PathBuf);

impl Folder {
    /// A new one, with a word in its name.
    pub fn new(word: &str) -> Self {
        use std::sync::atomic::{AtomicU32, Ordering};
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("parlour-{word}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
