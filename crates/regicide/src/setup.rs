//! What is agreed before the first card: players, first player, house rules.

use parlour_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::card::{Card, Rank};
use crate::refusal::Refusal;

/// The table that is laid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many play, 1 to 4.
    pub players: u8,
    /// Who begins; by the seed if nobody is named (R1.4).
    #[serde(default)]
    pub first: Option<Seat>,
    /// What this house plays differently.
    #[serde(default)]
    pub house: House,
    /// Whether moves may be taken back. The rules do not mind; whoever sees the game
    /// again is told.
    #[serde(default, skip_serializing_if = "is_unsaid")]
    pub practice: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_unsaid(practice: &bool) -> bool {
    !practice
}

impl Setup {
    /// The ordinary game for so many players.
    pub fn for_players(players: u8) -> Self {
        Self {
            players,
            first: None,
            house: House::default(),
            practice: false,
        }
    }

    /// Refuses a table that cannot be played at.
    pub fn check(&self) -> Result<(), Refusal> {
        if !(1..=4).contains(&self.players) {
            return Err(Refusal::PlayersOutOfRange);
        }
        if self.first.is_some_and(|seat| seat.0 >= self.players) {
            return Err(Refusal::NoSuchPlayer {
                players: self.players,
            });
        }
        self.house.check()
    }
}

/// House rules. The default is the official game, read as our rules read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct House {
    /// Whether a payment may hold cards it does not need (R8.2).
    pub surplus_payment: bool,
    /// Whether a solo player may yield (R9.4).
    pub solo_yield: bool,
    /// Whether whoever is dealt no diamond is dealt another hand, once (R1.6).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mulligan: bool,
    /// What enemies endure (R7.1).
    pub health: ByCourtRank,
    /// How hard enemies strike (R7.1).
    pub attack: ByCourtRank,
    /// The largest total of a combo (R4.2).
    pub combo_limit: u8,
}

impl Default for House {
    fn default() -> Self {
        Difficulty::Normal.house()
    }
}

impl House {
    /// An enemy's full health.
    ///
    /// # Panics
    /// If the card is no Jack, Queen or King.
    pub fn health_of(&self, enemy: Card) -> u16 {
        u16::from(self.health.of(enemy))
    }

    /// An enemy's printed attack.
    ///
    /// # Panics
    /// If the card is no Jack, Queen or King.
    pub fn attack_of(&self, enemy: Card) -> u16 {
        u16::from(self.attack.of(enemy))
    }

    /// Whether something in it makes the game easier than the printed one.
    pub fn is_eased(&self) -> bool {
        let printed = Self::default();
        let weaker = |it: &ByCourtRank, than: &ByCourtRank| {
            it.jack < than.jack || it.queen < than.queen || it.king < than.king
        };
        self.solo_yield
            || self.mulligan
            || self.combo_limit > printed.combo_limit
            || weaker(&self.health, &printed.health)
            || weaker(&self.attack, &printed.attack)
    }

    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let healths = [self.health.jack, self.health.queen, self.health.king];
        if healths.contains(&0) {
            return Err(Refusal::EnemyWithoutHealth);
        }
        Ok(())
    }
}

/// A number for each rank of enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByCourtRank {
    /// For Jacks.
    pub jack: u8,
    /// For Queens.
    pub queen: u8,
    /// For Kings.
    pub king: u8,
}

impl ByCourtRank {
    /// The number for an enemy.
    ///
    /// # Panics
    /// If the card is no Jack, Queen or King.
    pub fn of(&self, enemy: Card) -> u8 {
        match enemy.rank() {
            Some(Rank::Jack) => self.jack,
            Some(Rank::Queen) => self.queen,
            Some(Rank::King) => self.king,
            _ => panic!("{enemy} is no enemy"),
        }
    }
}

/// Ready-made numbers for enemies and combos.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// Weaker enemies, combos up to 15.
    Easy,
    /// The printed game.
    Normal,
    /// Stronger enemies.
    Hard,
}

impl Difficulty {
    /// All of them, easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Hard];

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
        }
    }

    /// The house rules of this difficulty; the other switches as printed.
    pub fn house(self) -> House {
        let (health, attack, combo_limit) = match self {
            Self::Easy => ([15, 25, 35], [8, 12, 16], 15),
            Self::Normal => ([20, 30, 40], [10, 15, 20], 10),
            Self::Hard => ([25, 35, 45], [12, 18, 24], 10),
        };
        let ranks = |[jack, queen, king]: [u8; 3]| ByCourtRank { jack, queen, king };
        House {
            surplus_payment: true,
            solo_yield: false,
            mulligan: false,
            health: ranks(health),
            attack: ranks(attack),
            combo_limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_practice_game_says_so_in_its_setup() {
        let mut setup = Setup::for_players(1);
        let text = serde_json::to_string(&setup).unwrap();
        assert!(!text.contains("practice"), "{text}");
        assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
        setup.practice = true;
        let text = serde_json::to_string(&setup).unwrap();
        assert!(text.contains(r#""practice":true"#), "{text}");
        assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
    }

    #[test]
    fn what_helps_the_player_makes_a_game_easier() {
        assert!(Difficulty::Easy.house().is_eased());
        assert!(!Difficulty::Normal.house().is_eased());
        assert!(!Difficulty::Hard.house().is_eased());
        let yields = House {
            solo_yield: true,
            ..Difficulty::Hard.house()
        };
        assert!(yields.is_eased());
        let dealt_anew = House {
            mulligan: true,
            ..Difficulty::Hard.house()
        };
        assert!(dealt_anew.is_eased());
        let strict = House {
            surplus_payment: false,
            ..House::default()
        };
        assert!(!strict.is_eased());
    }
}
