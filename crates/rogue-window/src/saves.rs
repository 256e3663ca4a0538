//! Saved games: files on the desktop, the browser's storage in a page.

use std::fmt;

/// Where saved games are kept.
#[derive(Clone, Debug)]
pub struct Saves {
    #[cfg(not(target_arch = "wasm32"))]
    folder: std::path::PathBuf,
}

/// Why a saved game cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavesError(String);

impl fmt::Display for SavesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SavesError {}

#[cfg(not(target_arch = "wasm32"))]
impl Saves {
    /// Saves in a folder, which need not exist yet.
    pub fn in_folder(folder: impl Into<std::path::PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// Saves in the folder the program was started in.
    pub fn here() -> Self {
        Self::in_folder("")
    }

    /// Where a game of this name is kept, in words.
    pub fn place(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// The saved game of this name; none if there is none.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, SavesError> {
        match std::fs::read(self.folder.join(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(SavesError(format!("{name}: {error}"))),
        }
    }

    /// Keeps a game under a name. The old one is there until the new one is whole.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), SavesError> {
        let path = self.folder.join(name);
        let beside = self.folder.join(format!("{name}.new"));
        let made = if self.folder.as_os_str().is_empty() {
            Ok(())
        } else {
            std::fs::create_dir_all(&self.folder)
        };
        made.and_then(|()| std::fs::write(&beside, bytes))
            .and_then(|()| std::fs::rename(&beside, &path))
            .map_err(|error| SavesError(format!("{}: {error}", path.display())))
    }

    /// Lays a game that cannot be used beside the others, so that the next one does not
    /// write over it, and says where it is now.
    pub fn set_aside(&self, name: &str) -> Result<String, SavesError> {
        let aside = self.folder.join(unusable(name));
        std::fs::rename(self.folder.join(name), &aside)
            .map_err(|error| SavesError(format!("{}: {error}", aside.display())))?;
        Ok(aside.display().to_string())
    }

    /// Forgets a game.
    pub fn remove(&self, name: &str) {
        // What is not there is forgotten already.
        let _ = std::fs::remove_file(self.folder.join(name));
    }
}

#[cfg(target_arch = "wasm32")]
impl Saves {
    /// Saves in this browser.
    pub fn in_browser() -> Self {
        Self {}
    }

    /// Saves in this browser.
    pub fn here() -> Self {
        Self::in_browser()
    }

    /// Where a game of this name is kept, in words.
    pub fn place(&self, _name: &str) -> String {
        String::from("this browser")
    }

    /// The saved game of this name; none if there is none.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, SavesError> {
        match quad_storage_sys::get(&key(name)) {
            None => Ok(None),
            Some(text) => match from_hex(&text) {
                Some(bytes) => Ok(Some(bytes)),
                None => Err(SavesError(format!("{name}: the browser's copy is broken"))),
            },
        }
    }

    /// Keeps a game under a name.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), SavesError> {
        let text = to_hex(bytes);
        quad_storage_sys::set(&key(name), &text);
        if quad_storage_sys::get(&key(name)).as_deref() == Some(&text) {
            Ok(())
        } else {
            Err(SavesError(format!("{name}: the browser keeps no more")))
        }
    }

    /// Lays a game that cannot be used beside the others, so that the next one does not
    /// write over it, and says where it is now.
    pub fn set_aside(&self, name: &str) -> Result<String, SavesError> {
        let aside = unusable(name);
        if let Some(text) = quad_storage_sys::get(&key(name)) {
            quad_storage_sys::set(&key(&aside), &text);
            if quad_storage_sys::get(&key(&aside)).as_deref() != Some(text.as_str()) {
                return Err(SavesError(format!("{aside}: the browser keeps no more")));
            }
            quad_storage_sys::remove(&key(name));
        }
        Ok(format!("this browser as {aside}"))
    }

    /// Forgets a game.
    pub fn remove(&self, name: &str) {
        quad_storage_sys::remove(&key(name));
    }
}

/// The name under which a game that cannot be used is set aside.
fn unusable(name: &str) -> String {
    format!("{name}.unusable")
}

#[cfg(target_arch = "wasm32")]
fn key(name: &str) -> String {
    format!("parlour/save/{name}")
}

/// Storage in browsers holds text only.
#[cfg(any(test, target_arch = "wasm32"))]
fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = |byte: &u8| {
        [
            DIGITS[usize::from(byte >> 4)],
            DIGITS[usize::from(byte & 15)],
        ]
    };
    bytes.iter().flat_map(digits).map(char::from).collect()
}

#[cfg(any(test, target_arch = "wasm32"))]
fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |letter: u8| char::from(letter).to_digit(16);
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs
        .iter()
        .map(|pair| Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_the_way_through_text() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(from_hex(&to_hex(&bytes)), Some(bytes));
        for broken in ["0", "0g", "zz", "\u{e9}"] {
            assert_eq!(from_hex(broken), None, "{broken}");
        }
    }

    #[test]
    fn a_save_is_kept_replaced_and_forgotten() {
        let folder = std::env::temp_dir().join(format!("parlour-saves-{}", std::process::id()));
        let saves = Saves::in_folder(&folder);
        assert_eq!(saves.read("game"), Ok(None));
        saves.write("game", b"one").expect("it can be written");
        saves.write("game", b"two").expect("it can be replaced");
        assert_eq!(saves.read("game"), Ok(Some(b"two".to_vec())));
        saves.remove("game");
        assert_eq!(saves.read("game"), Ok(None));
        std::fs::remove_dir_all(&folder).expect("the folder can go");
    }
}
