//! What the player has become and done: experience, what is worn, whom it slew,
//! how it ended.

use std::collections::{BTreeMap, BTreeSet};

use parlour_rogue::EntityId;
use serde::{Deserialize, Serialize};

use crate::command::Command;
use crate::content::Place;
use crate::words::Theme;

/// Where a thing is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// In the right hand.
    Weapon,
    /// Over the shoulder.
    Bow,
    /// On the body.
    Body,
    /// On the left arm.
    Shield,
}

impl Slot {
    /// Every slot.
    pub const ALL: [Self; 4] = [Self::Weapon, Self::Bow, Self::Body, Self::Shield];

    pub(crate) fn of(word: &str) -> Option<Self> {
        match word {
            "weapon" => Some(Self::Weapon),
            "bow" => Some(Self::Bow),
            "body" => Some(Self::Body),
            "shield" => Some(Self::Shield),
            _ => None,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Weapon => "weapon",
            Self::Bow => "bow",
            Self::Body => "armour",
            Self::Shield => "shield",
        }
    }
}

/// How a game of Delve ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Out with the amulet.
    Won,
    /// Slain by somebody.
    Slain {
        /// By whom, in words.
        by: String,
    },
    /// The lamp went out.
    Lost,
}

/// Something that was done, told as a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Won, and never wore armour.
    WithoutArmour,
    /// Won, and never carried a shield.
    WithoutShield,
    /// Won, and never shot.
    WithoutShot,
    /// Won, and killed nobody.
    WithoutBlood,
    /// Won in fewer than 4,000 turns.
    Swiftly,
    /// Somebody was freed.
    Freed,
    /// The one who keeps the amulet was slain.
    Warden,
    /// A legend was taken from the end of the branch.
    Legend,
}

impl Deed {
    /// The fact.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::WithoutArmour => "won without armour",
            Self::WithoutShield => "won without a shield",
            Self::WithoutShot => "won without a shot",
            Self::WithoutBlood => "won without killing anybody",
            Self::Swiftly => "won in fewer than 4,000 turns",
            Self::Freed => "freed a captive",
            Self::Warden => "slew the warden",
            Self::Legend => "took a legend from the forge",
        }
    }
}

/// One line of the recap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// In which turn.
    pub turn: u64,
    /// On which level.
    pub depth: u8,
    /// What happened.
    pub text: String,
}

/// The player's own story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Journey {
    pub(crate) experience: u32,
    pub(crate) rank: u32,
    /// Hit points beyond those of the type: from ranks and potions.
    pub(crate) vigour: i64,
    /// Harder blows: from ranks and potions.
    pub(crate) might: i64,
    pub(crate) depth: u8,
    pub(crate) deepest: u8,
    /// Which level of the branch it is; 0 on the way itself.
    #[serde(default, skip_serializing_if = "is_none")]
    pub(crate) branch: u8,
    /// Whether a legend was taken at the end of the branch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) legend: bool,
    /// What the level is like.
    #[serde(default)]
    pub(crate) theme: Theme,
    pub(crate) letters: BTreeMap<char, EntityId>,
    pub(crate) worn: BTreeMap<Slot, EntityId>,
    /// How many of each kind were slain, by the key of the type.
    pub(crate) slain: BTreeMap<String, u32>,
    pub(crate) has_amulet: bool,
    pub(crate) had_amulet: bool,
    pub(crate) notes: Vec<Note>,
    pub(crate) end: Option<End>,
    /// How many sentences there were before the last command.
    pub(crate) said_before: u64,
    /// What was done from the first command on; nothing of games that were begun before
    /// it was written down.
    #[serde(default)]
    pub(crate) done: Option<Done>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_none(number: &u8) -> bool {
    *number == 0
}

/// What the facts about a game rest on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Done {
    pub(crate) worn: BTreeSet<Slot>,
    pub(crate) shot: bool,
    /// Whether fire, gas or a trap was the end of an enemy.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) felled: bool,
}

/// How many turns the lamp burns.
pub const LAMP: u64 = 20_000;

/// The most lines a recap keeps.
const MOST_NOTES: usize = 100;

impl Journey {
    pub(crate) fn new() -> Self {
        Self {
            experience: 0,
            rank: 1,
            vigour: 0,
            might: 0,
            depth: 1,
            deepest: 1,
            branch: 0,
            legend: false,
            theme: Theme::Plain,
            letters: BTreeMap::new(),
            worn: BTreeMap::new(),
            slain: BTreeMap::new(),
            has_amulet: false,
            had_amulet: false,
            notes: Vec::new(),
            end: None,
            said_before: 0,
            done: Some(Done::default()),
        }
    }

    /// Which level it is.
    pub(crate) fn place(&self) -> Place {
        Place {
            depth: self.depth,
            branch: self.branch,
        }
    }

    pub(crate) fn come_to(&mut self, place: Place) {
        (self.depth, self.branch) = (place.depth, place.branch);
        self.deepest = self.deepest.max(place.depth);
    }

    /// Writes down what a command came to, for the facts.
    pub(crate) fn write_down(&mut self, command: &Command) {
        if let Some(done) = &mut self.done {
            done.worn.extend(self.worn.keys());
            done.shot |= matches!(command, Command::Fire(_));
        }
    }

    /// The facts about a game as it stands.
    pub(crate) fn deeds(&self, turns: u64) -> Vec<Deed> {
        let won = self.end == Some(End::Won);
        let freed = self
            .notes
            .iter()
            .any(|note| note.text.starts_with("freed "));
        let slew = |key: &str| self.slain.contains_key(key);
        let never = |what: fn(&Done) -> bool| won && self.done.as_ref().is_some_and(|it| !what(it));
        let facts = [
            (
                never(|it| it.worn.contains(&Slot::Body)),
                Deed::WithoutArmour,
            ),
            (
                never(|it| it.worn.contains(&Slot::Shield)),
                Deed::WithoutShield,
            ),
            (never(|it| it.shot), Deed::WithoutShot),
            (
                never(|it| it.felled) && self.slain.is_empty(),
                Deed::WithoutBlood,
            ),
            (won && turns < 4_000, Deed::Swiftly),
            (freed, Deed::Freed),
            (slew("warden"), Deed::Warden),
            (self.legend, Deed::Legend),
        ];
        facts
            .into_iter()
            .filter(|(is, _)| *is)
            .map(|(_, it)| it)
            .collect()
    }

    /// The experience at which the next rank is reached.
    pub(crate) fn next_rank(&self) -> u32 {
        3 * self.rank * (self.rank + 1) * (self.rank + 2)
    }

    pub(crate) fn note(&mut self, turn: u64, text: impl Into<String>) {
        if self.notes.len() < MOST_NOTES {
            self.notes.push(Note {
                turn,
                depth: self.depth,
                text: text.into(),
            });
        }
    }

    /// Points: depth, experience, the amulet, and getting out with light left.
    pub(crate) fn score(&self, turns: u64) -> u64 {
        let mut score = u64::from(self.deepest) * 100 + u64::from(self.experience);
        if self.had_amulet {
            score += 1_000;
        }
        if self.legend {
            score += 500;
        }
        if self.end == Some(End::Won) {
            score += 2_000 + LAMP.saturating_sub(turns) / 10;
        }
        score
    }

    /// The first letter nothing has.
    pub(crate) fn free_letter(&self) -> Option<char> {
        ('a'..='z').find(|letter| !self.letters.contains_key(letter))
    }

    pub(crate) fn letter_of(&self, item: EntityId) -> Option<char> {
        let mut all = self.letters.iter();
        all.find(|(_, id)| **id == item).map(|(letter, _)| *letter)
    }

    pub(crate) fn is_worn(&self, item: EntityId) -> bool {
        self.worn.values().any(|worn| *worn == item)
    }

    /// Forgets an item that is no longer carried.
    pub(crate) fn forget(&mut self, item: EntityId) {
        self.letters.retain(|_, id| *id != item);
        self.worn.retain(|_, id| *id != item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_let_fire_do_the_killing_is_not_said_to_have_killed_nobody() {
        let mut journey = Journey::new();
        journey.end = Some(End::Won);
        assert!(journey.deeds(5_000).contains(&Deed::WithoutBlood));
        let done = journey.done.as_mut().unwrap();
        done.felled = true;
        assert!(!journey.deeds(5_000).contains(&Deed::WithoutBlood));
    }
}
