//! Files in the browser: kept in its storage under their names, and offered as
//! downloads. `web/parlour.js` is the other side of these calls.

use quad_storage_sys as storage;

/// Reads a file that was saved in this browser.
pub fn read(name: &str) -> Result<String, String> {
    storage::get(&key(name)).ok_or_else(|| {
        String::from("this browser keeps no such file; open one from disk above, or drop it here")
    })
}

/// Whether something is kept under this name.
pub fn is_there(name: &str) -> bool {
    storage::get(&key(name)).is_some()
}

/// Keeps a text under a name, added to what is there if asked, and offers it as a
/// download.
pub fn write(name: &str, text: &str, append: bool) -> Result<(), String> {
    let mut whole = String::new();
    if append {
        whole = storage::get(&key(name)).unwrap_or_default();
    }
    whole.push_str(text);
    storage::set(&key(name), &whole);
    tell(&format!("download/{name}"), &whole);
    Ok(())
}

/// Keeps a text for the next visit, without a download.
pub fn keep(name: &str, text: &str) -> Result<(), String> {
    storage::set(&kept_key(name), text);
    if kept(name).as_deref() == Some(text) {
        Ok(())
    } else {
        Err(String::from(
            "the browser's storage is full; save the drawing",
        ))
    }
}

/// What was kept.
pub fn kept(name: &str) -> Option<String> {
    storage::get(&kept_key(name))
}

fn kept_key(name: &str) -> String {
    format!("parlour/kept/{name}")
}

/// Tells the page something.
pub fn tell(what: &str, value: &str) {
    storage::set(&format!("parlour/{what}"), value);
}

fn key(name: &str) -> String {
    format!("parlour/file/{name}")
}
