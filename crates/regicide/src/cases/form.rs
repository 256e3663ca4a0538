//! The form of a scenario, as it is written.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use crate::card::Card;

/// One line of a scenario file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its name in reports.
    pub id: String,
    /// The rules it tests.
    #[serde(default)]
    pub rules: Vec<String>,
    /// What it is about.
    #[serde(default)]
    pub title: String,
    /// How many play.
    pub players: u8,
    /// The position before the first action.
    pub setup: Start,
    /// What is done, always by the player whose turn it is then.
    pub actions: Vec<Action>,
    /// What holds afterwards.
    pub expected: Expected,
    /// A remark.
    #[serde(default)]
    pub note: Option<String>,
    /// A point the official text leaves open, and how it is read here.
    #[serde(default)]
    pub interpretation: Option<String>,
}

/// A position, or an ordinary start.
#[derive(Clone, Debug)]
pub enum Start {
    /// The word `new_game`.
    New,
    /// A position.
    Position(Box<Position>),
}

impl<'de> Deserialize<'de> for Start {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StartVisitor)
    }
}

struct StartVisitor;

impl<'de> Visitor<'de> for StartVisitor {
    type Value = Start;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"new_game\" or a position")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Start, E> {
        match text {
            "new_game" => Ok(Start::New),
            other => Err(E::invalid_value(Unexpected::Str(other), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Start, A::Error> {
        let position = Position::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Start::Position(Box::new(position)))
    }
}

/// A position, not a census: cards that are not named are out of the scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The enemy face up.
    pub enemy: Card,
    /// Damage it has taken.
    #[serde(default)]
    pub enemy_damage: u16,
    /// The shield against it.
    #[serde(default)]
    pub shield: u16,
    /// Attack values of spade plays it was immune to.
    #[serde(default)]
    pub blocked_spades: u16,
    /// Whether a Jester has been played against it.
    #[serde(default)]
    pub immunity_cancelled: bool,
    /// The hands by player.
    pub hands: Vec<Vec<Card>>,
    /// The tavern, its top first.
    #[serde(default)]
    pub tavern: Vec<Card>,
    /// The discard pile.
    #[serde(default)]
    pub discard: Vec<Card>,
    /// Cards played against the enemy.
    #[serde(default)]
    pub table: Vec<Card>,
    /// Enemies to come, the next first.
    #[serde(default)]
    pub castle: Vec<Card>,
    /// Whose turn it is.
    #[serde(default)]
    pub current: u8,
    /// Where in the turn.
    #[serde(default)]
    pub step: StartStep,
    /// Who yielded on their last turn; nobody if left out.
    #[serde(default)]
    pub last_turn_yielded: Vec<bool>,
    /// Solo: Jesters that may be turned.
    #[serde(default)]
    pub solo_jesters_left: u8,
}

/// The steps a scenario can start in.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartStep {
    /// Step 1.
    #[default]
    Play,
    /// Step 4.
    Suffer,
    /// After a Jester.
    Choose,
}

/// Something a player does.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Plays cards.
    Play {
        /// Which.
        cards: Vec<Card>,
    },
    /// Pays with cards.
    Discard {
        /// Which.
        cards: Vec<Card>,
    },
    /// Yields.
    Yield {},
    /// Turns a solo Jester.
    SoloJester {},
    /// Chooses who goes next.
    ChooseNext {
        /// Whom.
        player: u8,
    },
}

/// What a scenario checks. Everything but `legal` may be left out.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "each field is named for what it checks")]
pub struct Expected {
    pub legal: Option<bool>,
    pub illegal_at: Option<u16>,
    pub next_player_any: Option<bool>,
    #[serde(deserialize_with = "castle_order")]
    pub castle_order: Wanted<String>,
    pub attack_value: Wanted<u16>,
    pub damage_dealt: Wanted<u16>,
    pub enemy: Wanted<Card>,
    pub enemy_damage: Wanted<u16>,
    pub shield: Wanted<u16>,
    pub enemy_attack: Wanted<u16>,
    pub blocked_spades: Wanted<u16>,
    pub immunity_cancelled: Wanted<bool>,
    pub solo_jesters_left: Wanted<u8>,
    pub defeated: Wanted<String>,
    pub healed: Wanted<u16>,
    pub drawn: Wanted<Vec<Vec<Card>>>,
    pub drawn_count: Wanted<Vec<u8>>,
    pub tavern_count: Wanted<u8>,
    pub tavern_top: Wanted<Card>,
    pub discard_count: Wanted<u8>,
    pub hand_counts: Wanted<Vec<u8>>,
    pub next_player: Wanted<u8>,
    pub next_step: Wanted<String>,
    pub result: Wanted<String>,
    pub medal: Wanted<String>,
    pub hand_limit: Wanted<u8>,
    pub jesters_in_tavern_and_hands: Wanted<u8>,
    pub enemy_rank: Wanted<String>,
    pub castle_count_after_reveal: Wanted<u8>,
}

/// What is expected of one thing: left out, `null` for none, or a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Wanted<T> {
    /// Nothing is said of it.
    #[default]
    Unsaid,
    /// It has to be absent, or this.
    Said(Option<T>),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Wanted<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::Said)
    }
}

/// Ranks as one word, or each as a word of its own.
fn castle_order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Wanted<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "ranks as text or as a list")]
    enum Order {
        Word(String),
        Words(Vec<String>),
    }
    Ok(Wanted::Said(Option::deserialize(deserializer)?.map(
        |order| match order {
            Order::Word(word) => word,
            Order::Words(words) => words.concat(),
        },
    )))
}
