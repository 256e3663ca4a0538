//! What a player may want to happen.

use parlour_rules::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::Card;

/// A player's wish. Written and stored in the words of
/// [`notation`](crate::notation): `play 5H AC`, `pay JC 4D`, `yield`, `flip`,
/// `next 2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Step 1: play these cards against the enemy.
    Play(Vec<Card>),
    /// Step 4: discard these cards against the enemy's attack.
    Pay(Vec<Card>),
    /// Step 1: play nothing and suffer the attack.
    Yield,
    /// Solo: turn over a Jester, discard the hand and refill it.
    Flip,
    /// After a Jester: this seat goes next.
    Next(Seat),
}

/// Commands are stored as their text, so that a log can be read.
impl Serialize for Command {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
