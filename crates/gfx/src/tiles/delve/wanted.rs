//! Which game a pocket opens: the one that is kept, a new one in its place, or the
//! one of a day beside it. Whoever asks, a page for instance, leaves a line where the
//! game is kept, and the pocket reads it when it opens.

use parlour_rules::Seed;

use parlour_rogue_window::saves::Saves;

/// The name under which the line is left.
pub const WANTED: &str = "delve.wanted";

/// A game that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The one that is kept, or a new one where none is.
    Kept,
    /// A new one from a seed, in the place of the one that is kept.
    New(Seed),
    /// The one that everybody plays on a day.
    OfDay(String),
}

impl Wanted {
    /// What was left in these saves: `new SEED`, `daily 2031-05-02`, or nothing. A line
    /// that says something else asks for nothing.
    pub fn read(saves: &Saves) -> Self {
        let bytes = saves.read(WANTED).ok().flatten().unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        match text.trim().split_once(' ') {
            Some(("new", seed)) => Self::New(Seed::from_text(seed)),
            Some(("daily", day)) if is_day(day) => Self::OfDay(day.to_owned()),
            _ => Self::Kept,
        }
    }

    /// What its dungeon is called where games are compared, as in the terminal.
    pub fn dungeon(&self, seed: Seed) -> String {
        match self {
            Self::OfDay(day) => format!("daily of {day}"),
            Self::Kept | Self::New(_) => format!("seed {seed}"),
        }
    }

    /// How a page names it; the seed where there is nothing else to say.
    pub fn name(&self, seed: Seed) -> String {
        match self {
            Self::OfDay(day) => format!("daily {day}"),
            Self::Kept | Self::New(_) => format!("seed {seed}"),
        }
    }
}

/// Whether a text is written as a day is: `2031-05-02`.
fn is_day(text: &str) -> bool {
    let pattern = "0000-00-00";
    text.len() == pattern.len()
        && text.bytes().zip(pattern.bytes()).all(|(it, as_in)| {
            if as_in == b'-' {
                it == b'-'
            } else {
                it.is_ascii_digit()
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_asks_for_a_game_and_nonsense_for_nothing() {
        let folder = tempfile::tempdir().expect("a folder for saves");
        let saves = Saves::in_folder(folder.path());
        assert_eq!(Wanted::read(&saves), Wanted::Kept);
        for (line, wanted) in [
            ("new 17", Wanted::New(Seed(17))),
            (
                "new bread and salt",
                Wanted::New(Seed::from_text("bread and salt")),
            ),
            ("daily 2031-05-02\n", Wanted::OfDay("2031-05-02".to_owned())),
            ("daily tomorrow", Wanted::Kept),
            ("daily 2031-05-022", Wanted::Kept),
            ("daily 2031/05/02", Wanted::Kept),
            ("new", Wanted::Kept),
            ("", Wanted::Kept),
            ("\u{e9} \u{e9}", Wanted::Kept),
        ] {
            saves.write(WANTED, line.as_bytes()).expect("it is written");
            assert_eq!(Wanted::read(&saves), wanted, "{line}");
        }
    }
}
