//! What a person has set, kept beside the game where no settings file is: a word
//! and its value a line, `hints off`, `animations off`, `explore e`.

use parlour_delve::Wishes;
use parlour_delve::keys::Keys;

use super::Keep;
use parlour_rogue_window::saves::Saves;

/// The name under which it is kept.
pub const NAME: &str = "delve.keys";

/// What is kept in these saves, the ordinary if that cannot be used, and the way
/// to keep changes.
pub fn kept_in(saves: Saves) -> (Wishes, Keep) {
    let bytes = saves.read(NAME).ok().flatten().unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let wishes = read(&text).unwrap_or_default();
    let keep = move |wishes: &Wishes| {
        let written = saves.write(NAME, write(wishes).as_bytes());
        written.map_err(|error| error.to_string())
    };
    (wishes, Box::new(keep))
}

fn read(text: &str) -> Result<Wishes, String> {
    let mut wishes = Wishes::default();
    let mut changes = Vec::new();
    for line in text.lines() {
        let (word, value) = line.split_once(' ').ok_or("a line without a value")?;
        match (word, value) {
            ("hints", "off") => wishes.hints = false,
            ("animations", "off") => wishes.still = true,
            change => changes.push(change),
        }
    }
    wishes.keys = Keys::with(changes)?;
    Ok(wishes)
}

fn write(wishes: &Wishes) -> String {
    let mut lines: Vec<(&str, &str)> = wishes.keys.changes();
    if !wishes.hints {
        lines.push(("hints", "off"));
    }
    if wishes.still {
        lines.push(("animations", "off"));
    }
    let mut text = String::new();
    for (word, value) in lines {
        text += &[word, " ", value, "\n"].concat();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nonsense_is_not() {
        let wishes = Wishes {
            keys: Keys::with([("explore", "e"), ("undo", "Ctrl-y")]).expect("good keys"),
            hints: true,
            still: true,
            ..Wishes::default()
        };
        assert_eq!(read(&write(&wishes)), Ok(wishes));
        let quiet = Wishes {
            hints: false,
            ..Wishes::default()
        };
        assert_eq!(read(&write(&quiet)), Ok(quiet));
        assert_eq!(read(""), Ok(Wishes::default()));
        assert_eq!(write(&Wishes::default()), "");
        for wrong in ["explore", "fly e", "explore o o", "hints maybe"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
