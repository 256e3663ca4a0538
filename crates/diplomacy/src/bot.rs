//! Players that are programs: they hold, play at random, grab, move by the values of
//! places, or search.
//!
//! A bot is asked about a position that everybody knows, and answers with orders. What
//! it draws comes from the table's secret seed, the phase and its power: nobody who
//! does not know the seed can foretell its orders, and the same question with the same
//! [`Effort`] gives the same answer.
//!
//! ```
//! use parlour_diplomacy::bot::{Effort, Kind, Question, advise};
//! use parlour_diplomacy::{Board, Rulebook};
//! use parlour_rules::Seed;
//!
//! let board = Board::standard();
//! let question = Question {
//!     board,
//!     rules: Rulebook::default(),
//!     position: board.start(),
//!     power: board.power("Turkey").unwrap(),
//!     seed: Seed(1),
//!     past: &[],
//! };
//! let advice = advise(&question, Kind::Dumb, &mut Effort::positions(0));
//! assert_eq!(advice.orders.len(), 3);
//! ```

mod assign;
mod character;
mod coach;
mod effort;
mod field;
mod greedy;
mod lab;
pub mod league;
mod line;
mod others;
mod reason;
mod search;
mod simple;
mod terrain;
mod weights;

use std::fmt;
use std::str::FromStr;

use parlour_rules::{Fingerprint, Seed, Stream};

use crate::notation::read_order;
use crate::{Board, Order, Position, Power, Rulebook, Scene, Step, Submitted, check};

pub use character::MEMORY;
pub use coach::{Lesson, PlayedPhase, coach};
pub use effort::Effort;
pub use line::is_held;
pub use weights::Weights;

/// How strong a search is: it is a matter of how many positions it may judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A beginner's.
    Easy,
    /// A club player's.
    Club,
    /// The strongest that a table waits for.
    Strong,
}

impl Level {
    /// How many positions a decision may judge.
    pub fn positions(self) -> u64 {
        match self {
            Self::Easy => 150,
            Self::Club => 3_000,
            Self::Strong => 24_000,
        }
    }
}

/// The kinds of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Its units hold.
    Hold,
    /// Random legal orders.
    Random,
    /// Every unit goes where it gains most at once.
    Greedy,
    /// Values of places, as in David Norman's `DumbBot`.
    Dumb,
    /// Tries out many orders against what others are likely to do.
    Search(Level),
}

impl Kind {
    /// All kinds, the weaker first.
    pub const ALL: [Self; 7] = [
        Self::Hold,
        Self::Random,
        Self::Greedy,
        Self::Dumb,
        Self::Search(Level::Easy),
        Self::Search(Level::Club),
        Self::Search(Level::Strong),
    ];

    /// The word for it, in settings and records of tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Dumb => "dumb",
            Self::Search(Level::Easy) => "easy",
            Self::Search(Level::Club) => "club",
            Self::Search(Level::Strong) => "strong",
        }
    }

    /// The effort that goes with the kind.
    pub fn effort(self) -> Effort<'static> {
        Effort::positions(match self {
            Self::Search(level) => level.positions(),
            _ => 0,
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The word names no kind of bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no kind of bot; there are hold, random, greedy, dumb, easy, club and strong")]
pub struct NotAKind(String);

impl FromStr for Kind {
    type Err = NotAKind;

    fn from_str(text: &str) -> Result<Self, NotAKind> {
        let mut kinds = Self::ALL.into_iter();
        kinds
            .find(|kind| text.eq_ignore_ascii_case(kind.word()))
            .ok_or_else(|| NotAKind(text.chars().take(20).collect()))
    }
}

/// Raised whenever bots order otherwise than before.
const VERSION: u32 = 2;

/// What tells these bots from those of another version of the program, or with other
/// weights: games of the one and the other are not counted together.
pub fn fingerprint() -> Fingerprint {
    Fingerprint::of(&(VERSION, Weights::bundled()))
}

/// What a bot is asked: a position, and for whom.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The board.
    pub board: &'a Board,
    /// The rule choices of the table.
    pub rules: Rulebook,
    /// The position that is to be ordered.
    pub position: &'a Position,
    /// For whom.
    pub power: Power,
    /// The table's secret.
    pub seed: Seed,
    /// What everybody has seen before, the oldest first: search looks at the last
    /// [`MEMORY`] movement phases to learn how its rivals play. Nothing is needed.
    pub past: &'a [Past],
}

/// A phase that was resolved: everybody knows who ordered what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// The position that was ordered.
    pub position: Position,
    /// The orders of all powers. Units without one held.
    pub orders: Vec<Order>,
}

impl Past {
    /// A phase as texts of orders tell it: whose they are follows from the units. What
    /// cannot be read or given is left out.
    pub fn told(board: &Board, rules: Rulebook, position: &Position, texts: &[String]) -> Self {
        let orders = texts.iter().filter_map(|text| {
            let unit = read_order(board, text).ok()?.unit()?;
            let placed = position.unit_in(unit.at.province)?;
            Some(Submitted::new(board, placed.power, text))
        });
        let played = PlayedPhase {
            position: position.clone(),
            orders: orders.collect(),
        };
        Self::of(board, rules, &played)
    }

    /// A phase as it was played. Orders that could not be given are left out: their
    /// units held.
    pub fn of(board: &Board, rules: Rulebook, played: &PlayedPhase) -> Self {
        let scene = Scene::new(board, &played.position, rules);
        let orders = played.orders.iter().filter_map(|it| {
            let read = it.read.clone().ok()?;
            Some(check(&scene, it.power, read).ok()?.order)
        });
        let orders = orders.collect();
        Self {
            position: played.position.clone(),
            orders,
        }
    }
}

/// Adds a resolved phase to those that bots remember, and forgets what is too old.
pub fn remember(past: &mut Vec<Past>, seen: Past) {
    if seen.position.phase.step == Step::Movement {
        past.push(seen);
        let gone = past.len().saturating_sub(MEMORY);
        past.drain(..gone);
    }
}

impl Question<'_> {
    /// What this decision draws from: another for every phase and power.
    fn own_seed(&self) -> Seed {
        let phase = self.position.phase.to_string();
        let power = self.board.power_name(self.power);
        Seed(Fingerprint::of(&(self.seed, phase, power)).0)
    }

    fn luck(&self) -> Stream {
        Stream::new(self.own_seed(), 0)
    }
}

/// What a bot answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// Its orders, each legal.
    pub orders: Vec<Order>,
    /// What a search thinks they come to: about 1000 for a centre.
    pub estimate: Option<i64>,
    /// What a search expects of others, in one of its samples.
    pub expected: Vec<Order>,
    /// How many positions were judged.
    pub judged: u64,
    /// Against how many samples of others' orders these were tried.
    pub tried: u32,
}

/// What a bot of this kind orders. A power that has nothing to order gets no orders.
pub fn advise(question: &Question<'_>, kind: Kind, effort: &mut Effort<'_>) -> Advice {
    advise_by(question, kind, Weights::bundled(), effort)
}

/// What a bot orders that counts by these weights: search alone does.
pub fn advise_by(
    question: &Question<'_>,
    kind: Kind,
    weights: Weights,
    effort: &mut Effort<'_>,
) -> Advice {
    let (board, position) = (question.board, question.position);
    if !position.must_order(board).any(|it| it == question.power) {
        return Advice::default();
    }
    let orders = match kind {
        Kind::Hold => simple::hold(question),
        Kind::Random => simple::random(question, &mut question.luck()),
        Kind::Greedy => greedy::greedy(question, &mut question.luck()),
        Kind::Dumb => dumb(question),
        Kind::Search(_) => return search::search(question, weights, effort),
    };
    Advice {
        orders,
        ..Advice::default()
    }
}

/// `DumbBot`'s orders.
fn dumb(question: &Question<'_>) -> Vec<Order> {
    let mut lab = lab::Lab::new(question.board, question.rules);
    let (position, power) = (question.position, question.power);
    lab.look(position, std::iter::once(power));
    let mut orders = Vec::new();
    let style = assign::Style::DUMB;
    lab.habit(
        position,
        power,
        style,
        &[],
        &mut question.luck(),
        &mut orders,
    );
    orders
}
