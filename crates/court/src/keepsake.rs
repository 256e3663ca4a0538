//! What a guest keeps of a game at somebody else's table: how it stood whenever it moved
//! on, what was told, and what they decided. There is nothing in it that they were not
//! shown while they played.
//!
//! As text it is JSON lines: first what a list says of the game, then a line for each
//! place, the oldest first.

use parlour_host::Time;
use parlour_regicide::analysis::Decision;
use parlour_regicide::{Command, Outcome, Seen, View};
use parlour_rules::Seat;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The age of what is written here.
const AGE: u32 = 1;

/// The most places that are kept. No game has as many.
pub const MOST_PLACES: usize = 1_000;

/// A game as its guest remembers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keepsake {
    /// What a list says of it.
    pub about: About,
    /// How it stood, the oldest first. Who came later knows nothing from before.
    pub places: Vec<Place>,
}

/// What a list says of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// When it was begun, by the guest's clock.
    pub begun: Time,
    /// For how long it was played, in milliseconds.
    pub played: u64,
    /// Where the guest sat.
    pub seat: Seat,
    /// What everybody was called.
    pub names: Vec<String>,
    /// How many moves it had.
    pub moves: u32,
    /// Whether its house rules made it easier than the printed game.
    pub eased: bool,
    /// How many hints were given to all together.
    pub hints: u32,
    /// Whether moves were taken back.
    pub taken_back: bool,
    /// How it ended.
    pub outcome: Outcome,
}

/// How a game stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// What was told of what led here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Seen>,
    /// What the guest could know.
    pub view: View,
    /// What they decided then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<Command>,
}

/// Why a keepsake cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadKeepsake {
    /// There is nothing.
    #[error("it is empty")]
    Empty,
    /// A newer program wrote it.
    #[error("it is of age {found}, and {AGE} is known here")]
    TooYoung {
        /// Its age.
        found: u32,
    },
    /// A line makes no sense.
    #[error("line {line}: {what}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// Why.
        what: String,
    },
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct First<A> {
    age: u32,
    game: A,
}

impl About {
    /// Reads the first line alone.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(line: &str) -> Result<Self, BadKeepsake> {
        let First { age, .. } = read::<First<serde::de::IgnoredAny>>(1, line)?;
        if age > AGE {
            return Err(BadKeepsake::TooYoung { found: age });
        }
        Ok(read::<First<Self>>(1, line)?.game)
    }
}

impl Keepsake {
    /// As text.
    pub fn text(&self) -> String {
        let game = &self.about;
        let first = serde_json::to_string(&First { age: AGE, game });
        let places = self.places.iter().map(serde_json::to_string);
        let lines = std::iter::once(first).chain(places);
        lines
            .map(|line| line.expect("a keepsake is plain JSON") + "\n")
            .collect()
    }

    /// Reads what [`Keepsake::text`] wrote.
    ///
    /// # Errors
    /// Which line makes no sense, and why.
    pub fn read(text: &str) -> Result<Self, BadKeepsake> {
        let mut lines = (1..).zip(text.lines());
        let (_, first) = lines.next().ok_or(BadKeepsake::Empty)?;
        let about = About::read(first)?;
        let places = lines
            .take(MOST_PLACES)
            .map(|(at, line)| read(at, line))
            .collect::<Result<Vec<Place>, _>>()?;
        if places.is_empty() {
            return Err(BadKeepsake::Empty);
        }
        Ok(Self { about, places })
    }

    /// What the guest decided, each with what they knew then.
    pub fn decisions(&self) -> Vec<Decision> {
        let decided = self.places.iter().filter_map(|place| {
            let command = place.decided.clone()?;
            Some((place.view.clone(), command))
        });
        (1..)
            .zip(decided)
            .map(|(number, (view, command))| Decision {
                number,
                view,
                command,
            })
            .collect()
    }
}

fn read<'a, T: Deserialize<'a>>(line: usize, text: &'a str) -> Result<T, BadKeepsake> {
    serde_json::from_str(text).map_err(|error| BadKeepsake::Line {
        line,
        what: error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use parlour_regicide::{Kingslayer, Setup};
    use parlour_rules::{Rules, Seed, Viewer};

    use super::*;

    fn keepsake() -> Keepsake {
        let state = Kingslayer::start(&Setup::for_players(2), Seed(3)).unwrap();
        let view = Kingslayer::view(&state, Viewer::Seat(Seat(1)));
        let decided = Some(Command::Play(vec![view.hand[0]]));
        let place = |decided| Place {
            told: Vec::new(),
            view: view.clone(),
            decided,
        };
        Keepsake {
            about: About {
                begun: Time(7),
                played: 90_000,
                seat: Seat(1),
                names: vec![String::from("Ann"), String::from("Ben")],
                moves: 2,
                eased: false,
                hints: 1,
                taken_back: false,
                outcome: Outcome {
                    loss: None,
                    medal: None,
                    enemies: 12,
                    jesters: 0,
                },
            },
            places: vec![place(None), place(decided), place(None)],
        }
    }

    #[test]
    fn a_keepsake_is_read_as_it_was_written_and_its_first_line_alone() {
        let kept = keepsake();
        let text = kept.text();
        assert_eq!(Keepsake::read(&text).unwrap(), kept);
        let first = text.lines().next().unwrap();
        assert_eq!(About::read(first).unwrap(), kept.about);
        assert!(first.starts_with(r#"{"age":1,"game":{"#), "{first}");
        let decisions = kept.decisions();
        assert_eq!(decisions.len(), 1);
        assert_eq!(decisions[0].view, kept.places[1].view);
    }

    #[test]
    fn what_is_no_keepsake_is_refused_with_its_line() {
        let text = keepsake().text();
        assert_eq!(Keepsake::read(""), Err(BadKeepsake::Empty));
        let first = text.lines().next().unwrap();
        assert_eq!(Keepsake::read(first), Err(BadKeepsake::Empty));
        let young = text.replacen(r#"{"age":1,"#, r#"{"age":2,"other":7,"#, 1);
        let refused = Keepsake::read(&young).unwrap_err();
        assert_eq!(refused, BadKeepsake::TooYoung { found: 2 });
        let cut = &text[..text.len() - 9];
        let refused = Keepsake::read(cut).unwrap_err().to_string();
        assert!(refused.starts_with("line 4: "), "{refused}");
    }
}
