//! The conformance kit: checks any game against the contract.
//!
//! A game implements one small [`Sampler`] and calls [`check_all`] in a test;
//! its golden playthrough is one more call:
//!
//! ```
//! use parlour_rules::testing::{Size, check_all, golden_playthrough, check_golden};
//! use parlour_rules::tiny::PigSampler;
//! use parlour_rules::Seed;
//!
//! check_all(&PigSampler, Size::long(100)).unwrap();
//!
//! // In a game's test the text is a file: include_str!("golden.txt").
//! let golden = golden_playthrough(&PigSampler, Seed(7), 200).unwrap();
//! check_golden(&PigSampler, Seed(7), 200, &golden).unwrap();
//! ```
//!
//! | check | what holds |
//! | --- | --- |
//! | [`check_random_play`] | random commands lead to an end; only seats that exist are awaited |
//! | [`check_refusals`] | a refused command leaves the state and all later answers as they were |
//! | [`check_replay`] | stored events applied to the start give the state; stored states go on alike |
//! | [`check_decisions`] | the same question gets the same answer |
//! | [`check_secrecy`] | what a viewer may not know changes neither its view nor what it is told |
//! | [`check_notations`] | printing and reading are inverse, in JSON and in every notation; no floats |
//! | [`check_golden`] | a recorded playthrough still happens exactly so |

mod decisions;
mod fault;
mod golden;
mod notations;
mod random_play;
mod refusals;
mod replay;
mod secrecy;
mod walk;

pub use decisions::check_decisions;
pub use fault::{Check, Fault};
pub use golden::{check_golden, golden_playthrough};
pub use notations::{RoundTrip, check_notations};
pub use random_play::check_random_play;
pub use refusals::check_refusals;
pub use replay::check_replay;
pub use secrecy::check_secrecy;

use crate::{Actor, Rules, Stream, Viewer};

/// What the kit must know of a game: how to make up setups and commands, what
/// is hidden, and how things are written.
pub trait Sampler<G: Rules> {
    /// True for a game in which everybody knows everything, so that nothing
    /// can be disguised.
    const OPEN: bool = false;

    /// A setup that [`start`](Rules::start) accepts.
    fn setup(&self, chance: &mut Stream) -> G::Setup;

    /// A command this actor might give. It may be refused, but often enough it
    /// should be one that moves the game towards its end. Nothing if the actor
    /// has nothing to say.
    fn command(&self, state: &G::State, by: Actor, chance: &mut Stream) -> Option<G::Command>;

    /// Another state, and another command of the same actor, that the viewer
    /// must not be able to tell from the given ones, neither before nor after
    /// the command is carried out. Change everything that stays hidden from the
    /// viewer: other hands, pending orders, the order of a deck, the seed.
    /// Nothing if the play brings all hidden things to light.
    fn disguise(
        &self,
        state: &G::State,
        by: Actor,
        command: &G::Command,
        viewer: Viewer,
        chance: &mut Stream,
    ) -> Option<Twin<G>>;

    /// Values of every notation of the game, written and read back.
    fn round_trips(&self, state: &G::State, chance: &mut Stream) -> Vec<RoundTrip>;
}

/// A state and a command that one viewer cannot tell from another pair.
#[derive(Clone, Debug)]
pub struct Twin<G: Rules> {
    /// The state with its hidden parts changed.
    pub state: G::State,
    /// The command with its hidden parts changed.
    pub command: G::Command,
}

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// From which seed the games differ from those of another run.
    pub seed: u64,
    /// How many games.
    pub games: u32,
    /// How many accepted commands a game may have before it counts as endless.
    pub steps: u32,
}

impl Size {
    /// So many games if the environment has `PARLOUR_TEST_LONG`, otherwise a
    /// tenth of them; at most 10,000 commands each.
    pub fn long(games: u32) -> Self {
        let long = std::env::var_os("PARLOUR_TEST_LONG").is_some();
        Self {
            seed: 1,
            games: if long { games } else { games.div_ceil(10) },
            steps: 10_000,
        }
    }

    /// The same with another bound on the commands of a game.
    #[must_use]
    pub fn steps(self, steps: u32) -> Self {
        Self { steps, ..self }
    }
}

/// What was checked, so that a test can show that it was not nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games begun.
    pub games: u32,
    /// Commands accepted.
    pub accepted: u32,
    /// Commands refused.
    pub refused: u32,
    /// Pairs compared that differ in what a viewer may not know.
    pub twins: u32,
    /// Values written and read back.
    pub round_trips: u32,
}

/// Runs every check but the golden playthrough, which needs its text.
pub fn check_all<G: Rules>(sampler: &impl Sampler<G>, size: Size) -> Result<Report, Fault> {
    let play = check_random_play(sampler, size)?;
    let refusals = check_refusals(sampler, size)?;
    check_replay(sampler, size)?;
    check_decisions(sampler, size)?;
    let secrecy = check_secrecy(sampler, size)?;
    let notations = check_notations(sampler, size)?;
    Ok(Report {
        refused: refusals.refused,
        twins: secrecy.twins,
        round_trips: notations.round_trips,
        ..play
    })
}
