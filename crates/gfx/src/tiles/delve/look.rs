//! Whether somebody wants pictures or letters, kept beside the game.

use parlour_rogue_window::saves::Saves;
use parlour_rogue_window::tiles::Look;

/// The name under which it is kept.
const NAME: &str = "delve.look";

/// Keeps it, or says why it cannot.
pub type KeepLook = Box<dyn FnMut(Look) -> Result<(), String>>;

/// What is kept in these saves, pictures if nothing is, and the way to keep changes.
pub fn look_in(saves: Saves) -> (Look, KeepLook) {
    let bytes = saves.read(NAME).ok().flatten().unwrap_or_default();
    let look = Look::of(String::from_utf8_lossy(&bytes).trim());
    let keep = move |look: Look| {
        let written = saves.write(NAME, look.word().as_bytes());
        written.map_err(|error| error.to_string())
    };
    (look.unwrap_or_default(), Box::new(keep))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_there_the_next_time() {
        let folder = tempfile::tempdir().expect("a folder for saves");
        let saves = Saves::in_folder(folder.path());
        let (look, mut keep) = look_in(saves.clone());
        assert_eq!(look, Look::Pictures);
        keep(Look::Letters).expect("it is kept");
        assert_eq!(look_in(saves.clone()).0, Look::Letters);
        saves.write(NAME, b"paintings").expect("it is written");
        assert_eq!(look_in(saves).0, Look::Pictures);
    }
}
