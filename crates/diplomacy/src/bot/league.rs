//! Games of bots against each other, and what came of them.
//!
//! A game is played by seats of two sides. Which seats the first side has, and what
//! every bot draws, follows from the seed and the number of the game, so a game can be
//! played alone, again, or elsewhere. Nothing here reads a clock or a file: whoever
//! plays games brings the time that passes ([`Clock`]), and keeps what is [`Played`].

mod game;
mod player;
mod tally;

use std::time::Duration;

use parlour_rules::{Fingerprint, Seed};

use crate::Board;

pub use game::{Deeds, Played};
pub use player::{NotAPlayer, Player};
pub use tally::Tally;

/// The CPU time that the thread has had so far.
pub type Clock<'c> = &'c dyn Fn() -> Duration;

/// Who plays whom.
#[derive(Clone, Copy, Debug)]
pub struct Pairing<'b> {
    /// The board.
    pub board: &'b Board,
    /// The first side, whose games are counted.
    pub first: Player,
    /// Everybody else.
    pub others: Player,
    /// How many seats the first side has.
    pub seats: usize,
    /// What everything that is drawn grows from.
    pub seed: Seed,
    /// The last year; after it a game without a solo is a draw.
    pub until: u16,
}

impl Pairing<'_> {
    /// What tells these games from others in a file that keeps games: who plays, and
    /// which bots these are ([`super::fingerprint`]).
    pub fn key(&self) -> String {
        let all = (
            self.first.to_string(),
            self.others.to_string(),
            self.seats,
            self.seed,
            self.until,
            self.board.name(),
            (self.first.weights(), self.others.weights()),
            super::fingerprint(),
        );
        Fingerprint::of(&all).to_string()
    }

    /// Plays the game with this number.
    pub fn play(&self, number: u64, clock: Clock<'_>) -> Played {
        game::play(self, number, clock)
    }
}
