//! Fighting: the dice rule and the fixed rule, and wounds whichever is played. A
//! game may use either, both, or one of its own. [`Rules::fight_with_dice`] and
//! [`Rules::fight_with_power`] put one in as a whole.
//!
//! [`Rules::fight_with_dice`]: crate::Rules::fight_with_dice
//! [`Rules::fight_with_power`]: crate::Rules::fight_with_power

pub mod dice;
pub mod fixed;
mod health;

pub use dice::{damage, is_fighter, melee, shoot};
pub use health::{Health, fall, heal, hurt, is_mortal, wound};
