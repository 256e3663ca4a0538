//! Who looks after the castle for somebody who plays alone: what the screens of this
//! game need beside what every game has.

use parlour_regicide::{Difficulty, House, Outcome};
pub use parlour_solo::Kind;
use serde::{Deserialize, Serialize};

use super::looking_back::PlayedGame;
use super::statistics::Played;
use crate::alone::{Keeper, Opened};

/// A game that somebody wants to begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// What kind.
    pub kind: Kind,
    /// Under which house rules.
    pub house: House,
}

/// What the screens of this game need of the house. [`super::Hall`] has one over a
/// host; tests have others.
pub trait Castellan {
    /// Who keeps the tables, and the one that somebody sits at.
    fn tables(&self) -> &dyn Keeper;

    /// Opens a table, or today's if it is the daily game.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn begin(&self, wish: &Wish) -> Opened;

    /// Writes the replay of the table, and says where.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn export(&self) -> Result<String, String>;

    /// How the bot fares with the cards of the table, once its game is over.
    fn bots_end(&self) -> Option<Outcome> {
        None
    }

    /// All games that were finished here, the oldest first.
    ///
    /// # Errors
    /// Why they cannot be listed, in words for the person.
    fn played(&self) -> Result<Vec<Played>, String>;

    /// A screen that steps through the game of this number in the last answer of
    /// [`Castellan::played`].
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn replay(&self, _played: usize) -> Opened {
        Err(String::from("this game is gone"))
    }

    /// The finished game of the table, to be looked back on.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn look_back(&self) -> Result<PlayedGame, String> {
        Err(String::from("this game is gone"))
    }

    /// Opens a game of practice that goes on after so many entries of the table.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn play_on(&self, _entries: u64) -> Opened {
        Err(String::from("this game is gone"))
    }

    /// The house rules as they were last chosen.
    fn house_rules(&self) -> HouseRules {
        HouseRules::default()
    }

    /// Keeps the house rules for the next time.
    fn keep_house_rules(&self, _rules: &HouseRules) {}
}

/// What can be chosen of the house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct HouseRules {
    /// How strong the enemies are.
    pub difficulty: Difficulty,
    /// Whether a payment may hold cards it does not need.
    pub surplus_payment: bool,
    /// Whether one may yield alone.
    pub solo_yield: bool,
    /// Whether a first hand without diamonds is dealt anew.
    pub mulligan: bool,
}

impl Default for HouseRules {
    fn default() -> Self {
        let House {
            surplus_payment,
            solo_yield,
            mulligan,
            ..
        } = House::default();
        Self {
            difficulty: Difficulty::Normal,
            surplus_payment,
            solo_yield,
            mulligan,
        }
    }
}

impl HouseRules {
    /// The rules of a table under them.
    pub fn house(&self) -> House {
        House {
            surplus_payment: self.surplus_payment,
            solo_yield: self.solo_yield,
            mulligan: self.mulligan,
            ..self.difficulty.house()
        }
    }
}
