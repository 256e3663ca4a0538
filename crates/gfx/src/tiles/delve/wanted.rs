//! Which game a pocket opens: the one that is kept, a new one in its place, or the
//! one of a day or a week beside it. Whoever asks, a page for instance, leaves a line
//! where the game is kept, and the pocket reads it when it opens.

use parlour_delve::{Challenge, Delve, Difficulty, Setup};
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
    New(Seed, Manner),
    /// The one that everybody plays on a day.
    OfDay(String),
    /// The challenge that everybody plays in a week.
    OfWeek(String),
}

/// What is other than usual in a new game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Whether it has half as many levels.
    pub short: bool,
    /// How hard creatures are.
    pub difficulty: Difficulty,
}

impl Manner {
    /// `new`, or `short`, `gentle`, `grim`, `short-gentle` and so on.
    fn read(word: &str) -> Option<Self> {
        let mut manner = Self::default();
        if word == "new" {
            return Some(manner);
        }
        for part in word.split('-') {
            match Difficulty::of(part) {
                Some(difficulty) => manner.difficulty = difficulty,
                None if part == "short" => manner.short = true,
                None => return None,
            }
        }
        Some(manner)
    }

    /// What ships now, in this manner.
    pub fn setup(self) -> Setup {
        Setup {
            short: self.short,
            difficulty: self.difficulty,
            ..Setup::default()
        }
    }
}

impl Wanted {
    /// What was left in these saves: `new SEED`, `short SEED`, `grim SEED`,
    /// `short-gentle SEED`, `daily 2031-05-02`, `weekly 2031-W18`, or nothing. A line that
    /// says something else asks for nothing.
    pub fn read(saves: &Saves) -> Self {
        let bytes = saves.read(WANTED).ok().flatten().unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        match text.trim().split_once(' ') {
            Some(("daily", day)) if is_as_in(day, "0000-00-00") => Self::OfDay(day.to_owned()),
            Some(("weekly", week)) if is_as_in(week, "0000-W00") => Self::OfWeek(week.to_owned()),
            Some((word, seed)) => match Manner::read(word) {
                Some(manner) => Self::New(Seed::from_text(seed), manner),
                None => Self::Kept,
            },
            _ => Self::Kept,
        }
    }

    /// What is agreed before its first step, and in which dungeon, if both are fixed.
    pub fn beginning(&self) -> Option<(Setup, Seed)> {
        match self {
            Self::Kept => None,
            Self::New(seed, manner) => Some((manner.setup(), *seed)),
            Self::OfDay(day) => Some((Setup::default(), Delve::seed_of_day(day))),
            Self::OfWeek(week) => {
                let setup = Setup {
                    challenge: Some(Challenge::of_week(week)),
                    ..Setup::default()
                };
                Some((setup, Delve::seed_of_week(week)))
            }
        }
    }

    /// What its dungeon is called where games are compared, as in the terminal.
    pub fn dungeon(&self, seed: Seed) -> String {
        match self {
            Self::OfDay(day) => format!("daily of {day}"),
            Self::OfWeek(week) => format!("challenge of {week}"),
            Self::Kept | Self::New(..) => format!("seed {seed}"),
        }
    }

    /// How a page names it; the seed where there is nothing else to say.
    pub fn name(&self, seed: Seed) -> String {
        match self {
            Self::OfDay(day) => format!("daily {day}"),
            Self::OfWeek(week) => format!("weekly {week}"),
            Self::Kept | Self::New(..) => format!("seed {seed}"),
        }
    }
}

/// Whether a text is written as a pattern is: a digit for every 0.
fn is_as_in(text: &str, pattern: &str) -> bool {
    let same = |(it, as_in): (u8, u8)| match as_in {
        b'0' => it.is_ascii_digit(),
        other => it == other,
    };
    text.len() == pattern.len() && text.bytes().zip(pattern.bytes()).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_asks_for_a_game_and_nonsense_for_nothing() {
        let folder = tempfile::tempdir().expect("a folder for saves");
        let saves = Saves::in_folder(folder.path());
        assert_eq!(Wanted::read(&saves), Wanted::Kept);
        let usual = Manner::default();
        let short = Manner {
            short: true,
            ..usual
        };
        let grim = |manner| Manner {
            difficulty: Difficulty::Grim,
            ..manner
        };
        let week = "2031-W18".to_owned();
        for (line, wanted) in [
            ("new 17", Wanted::New(Seed(17), usual)),
            (
                "new bread and salt",
                Wanted::New(Seed::from_text("bread and salt"), usual),
            ),
            ("short 17", Wanted::New(Seed(17), short)),
            ("grim 17", Wanted::New(Seed(17), grim(usual))),
            ("short-grim 17", Wanted::New(Seed(17), grim(short))),
            ("short-sour 17", Wanted::Kept),
            ("weekly 2031-W18", Wanted::OfWeek(week)),
            ("weekly 2031-18", Wanted::Kept),
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
