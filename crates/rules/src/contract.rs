//! The trait a game implements, and the few nouns it shares with the host.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use crate::{Age, Fingerprint, Migration, Seed};

/// A place at the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Who gives a command: someone at a seat, or the clock when a deadline passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A player, a bot, anyone who holds the seat.
    Seat(Seat),
    /// The host's clock. A deadline is a command of the clock.
    Clock,
}

/// For whom something is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// The holder of a seat, who may know that seat's secrets.
    Seat(Seat),
    /// Anyone else: knows what is public.
    Spectator,
}

/// A set of seats, for instance those the table waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u64);

impl SeatSet {
    /// No seat at all.
    pub const EMPTY: Self = Self(0);

    /// The set with one more seat. Seats above 63 do not exist and are ignored.
    #[must_use]
    pub fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1_u64.checked_shl(u32::from(seat.0)).unwrap_or(0))
    }

    /// The set without this seat.
    #[must_use]
    pub fn without(self, seat: Seat) -> Self {
        Self(self.0 & !1_u64.checked_shl(u32::from(seat.0)).unwrap_or(0))
    }

    /// Whether the seat is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & 1_u64.checked_shl(u32::from(seat.0)).unwrap_or(0) != 0
    }

    /// Whether nobody is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The seats, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..64_u8)
            .map(Seat)
            .filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The name of a span of play, for instance `S1901M` or `7.play`.
///
/// A command names the stage it was meant for. Two players who write during one
/// stage never collide, while a command for a stage that is over is refused.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Stage(String);

impl Stage {
    /// The longest name a stage may have, in bytes.
    pub const LONGEST: usize = 64;

    /// A stage by its name.
    ///
    /// # Panics
    /// If the name is longer than [`Stage::LONGEST`]; games choose short names.
    pub fn new(name: impl Into<String>) -> Self {
        let name = name.into();
        assert!(
            name.len() <= Self::LONGEST,
            "a stage's name has at most 64 bytes"
        );
        Self(name)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Stage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        if name.len() > Self::LONGEST {
            return Err(serde::de::Error::custom(
                "a stage's name has at most 64 bytes",
            ));
        }
        Ok(Self(name))
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whom the table waits for, or how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn<Outcome> {
    /// Play goes on.
    Awaiting {
        /// The span of play that commands must name.
        stage: Stage,
        /// The seats whose command would move the game forward.
        seats: SeatSet,
    },
    /// Play has ended.
    Over(Outcome),
}

/// A refusal: the fact that forbids a command, in words for a player (`Display`)
/// and as a short code that never changes, for programs.
pub trait Refuse: fmt::Debug + fmt::Display {
    /// The stable code, in `snake_case`.
    fn code(&self) -> &'static str;
}

/// The rules of one game.
///
/// Everything that is stored is serialisable and holds neither floats nor
/// `usize`. Implementations are usually empty types: `struct Kingslayer;`.
pub trait Rules: 'static {
    /// The game's name in files and commands, lower case.
    const NAME: &'static str;
    /// Raised whenever old logs would be decided differently, or what is stored has
    /// another form than a default could bridge.
    const VERSION: u32;
    /// What changed in the form of what is stored, a step for each raise of the
    /// version that changed it.
    const MIGRATIONS: &'static [Migration] = &[];

    /// What is agreed before the first move: players, variant, house rules.
    type Setup: Clone + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// Everything there is to know, secrets included.
    type State: Clone + fmt::Debug + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// What somebody wants to happen. Imperative: `Play`, `Step`.
    type Command: Clone + fmt::Debug + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// What happened, chance included. Past tense: `CardsPlayed`, `Stepped`.
    type Event: Clone + fmt::Debug + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// An event as one viewer is told of it.
    type Seen: Clone + fmt::Debug + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// The state as one viewer may know it. A front elsewhere reads it back and
    /// holds the same type.
    type View: Clone + fmt::Debug + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// Why a command, or a setup, is not accepted.
    type Refusal: Refuse + Clone + Eq + Send + Sync;
    /// How the game ended.
    type Outcome: Clone + fmt::Debug + Eq + Serialize + DeserializeOwned + Send + Sync;

    /// What becomes of games that were played under an older version than
    /// [`VERSION`](Rules::VERSION).
    fn age(_version: u32) -> Age {
        Age::Continues
    }

    /// How many seats the table has, numbered from 0. A game for one person
    /// need not say.
    fn seats(_setup: &Self::Setup) -> u8 {
        1
    }

    /// The position before the first move.
    fn start(setup: &Self::Setup, seed: Seed) -> Result<Self::State, Self::Refusal>;

    /// Whom the table waits for, or the outcome.
    fn turn(state: &Self::State) -> Turn<Self::Outcome>;

    /// The command that [`Actor::Clock`] gives when the time for the present
    /// stage is up; nothing if time alone never ends it. How long a stage lasts
    /// is the host's affair.
    fn time_up(_state: &Self::State) -> Option<Self::Command> {
        None
    }

    /// The events a command would cause, or the reason why not. A function of
    /// its arguments: it changes nothing, and chance comes from a [`Stream`](crate::Stream)
    /// fixed by the seed and the place in the log, both kept in the state.
    fn decide(
        state: &Self::State,
        by: Actor,
        command: &Self::Command,
    ) -> Result<Vec<Self::Event>, Self::Refusal>;

    /// Moves the state on by one event. Cannot fail for events that
    /// [`decide`](Rules::decide) gave for this state.
    fn apply(state: &mut Self::State, event: &Self::Event);

    /// What this viewer is told of the event; nothing if it is none of theirs.
    fn observe(event: &Self::Event, viewer: Viewer) -> Option<Self::Seen>;

    /// What this viewer may know of the state.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// A short number that differs when states differ. Games with large states
    /// replace this by one kept up to date in `apply`.
    fn fingerprint(state: &Self::State) -> Fingerprint {
        Fingerprint::of(state)
    }
}
