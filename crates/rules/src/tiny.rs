//! Two small games to try the frame on: [`Pig`] in turns, with dice, and
//! [`Bids`] with secret simultaneous bids and a deadline.
//!
//! They are complete: each keeps the contract, has a notation and a sampler for
//! the conformance kit. A new game can start as a copy of either.

mod bids;
mod pig;

pub use bids::{
    Bids, BidsCommand, BidsEvent, BidsOutcome, BidsRefusal, BidsSampler, BidsSeen, BidsSetup,
    BidsState, BidsView,
};
pub use pig::{
    Pig, PigCommand, PigEvent, PigOutcome, PigRefusal, PigSampler, PigSetup, PigState, PigView,
};

/// Words that are no command of a tiny game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchCommand(pub String);

impl std::fmt::Display for NoSuchCommand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no command \"{}\"", self.0)
    }
}
