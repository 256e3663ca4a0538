//! Who looks after the dungeon for somebody who plays: what the screens of this game
//! need beside what every game has.

pub use parlour_solo::Kind;

use parlour_rules::Seed;

use super::Wishes;
use super::scores::Score;
use crate::alone::{Keeper, Opened};

/// What the screens of this game need of the house. [`super::Hall`] has one over a
/// host; tests have others.
pub trait Warden {
    /// Who keeps the tables.
    fn tables(&self) -> &dyn Keeper;

    /// Opens a table, or today's if it is the daily game.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn begin(&self, kind: Kind) -> Opened;

    /// Opens a table of another kind.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn begin_other(&self, _other: &Other) -> Opened {
        Err(String::from("this game cannot be begun here"))
    }

    /// The last ten turns of a game that is over, to be stepped through.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn last_turns(&self) -> Opened {
        Err(String::from("this game cannot be stepped through here"))
    }

    /// What the dungeon of a game that is over is called where games are compared: its
    /// day, its week, or its seed. Such a game can be stepped through.
    fn dungeon(&self) -> Option<String> {
        None
    }

    /// This week, as `2031-W18`.
    fn week(&self) -> String {
        self.tables().today().week()
    }

    /// A game in which the bot plays and people watch; it is kept nowhere.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn demo(&self) -> Opened;

    /// All finished games that count.
    ///
    /// # Errors
    /// Why they cannot be listed, in words for the person.
    fn scores(&self) -> Result<Vec<Score>, String>;

    /// What the person has set.
    ///
    /// # Errors
    /// What is wrong with how it was kept, in words for the person.
    fn wishes(&self) -> Result<Wishes, String>;

    /// Keeps what the person has set.
    ///
    /// # Errors
    /// Why it cannot be kept, in words for the person.
    fn keep(&self, wishes: &Wishes) -> Result<(), String>;
}

/// Games that are begun in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    /// Five levels, in the dungeon of a seed if one is named.
    Short(Option<Seed>),
    /// The challenge of this week.
    Weekly,
    /// The dungeon of a name, or of a number.
    Named(String),
}
