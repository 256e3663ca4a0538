//! A decision as one word.

use parlour_rules::Seat;

use crate::card::Card;
use crate::command::Command;
use crate::search::chance::{Chance, Dice};

const KIND: u32 = 60;
const PLAY: u64 = 0 << KIND;
const PAY: u64 = 1 << KIND;
const YIELD: u64 = 2 << KIND;
const FLIP: u64 = 3 << KIND;
const NEXT: u64 = 4 << KIND;
const CARDS: u64 = (1 << 54) - 1;

/// A decision: its kind above, its cards or seat below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move(u64);

/// What kind of decision it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Cards are played.
    Play,
    /// The attack is paid for.
    Pay,
    /// Nothing is played.
    Yield,
    /// A solo Jester is turned.
    Flip,
    /// Who goes next.
    Next,
}

impl Move {
    /// No play.
    pub const YIELD: Self = Self(YIELD);
    /// A solo Jester.
    pub const FLIP: Self = Self(FLIP);

    /// Plays these cards.
    #[inline]
    pub fn play(cards: u64) -> Self {
        Self(PLAY | cards)
    }

    /// Pays with these cards.
    #[inline]
    pub fn pay(cards: u64) -> Self {
        Self(PAY | cards)
    }

    /// Lets this seat go next.
    #[inline]
    pub fn next(seat: u8) -> Self {
        Self(NEXT | u64::from(seat))
    }

    /// The kind of decision.
    #[inline]
    pub fn kind(self) -> Kind {
        match self.0 >> KIND {
            0 => Kind::Play,
            1 => Kind::Pay,
            2 => Kind::Yield,
            3 => Kind::Flip,
            _ => Kind::Next,
        }
    }

    /// The cards played or paid.
    #[inline]
    pub fn cards(self) -> u64 {
        self.0 & CARDS
    }

    /// The seat that goes next.
    #[inline]
    pub fn seat(self) -> u8 {
        self.0 as u8
    }

    /// The decision as a command.
    pub fn command(self) -> Command {
        match self.kind() {
            Kind::Play => Command::Play(cards(self.cards())),
            Kind::Pay => Command::Pay(cards(self.cards())),
            Kind::Yield => Command::Yield,
            Kind::Flip => Command::Flip,
            Kind::Next => Command::Next(Seat(self.seat())),
        }
    }
}

/// The cards of a bit set, ascending.
fn cards(mut bits: u64) -> Vec<Card> {
    let mut cards = Vec::with_capacity(bits.count_ones() as usize);
    while bits != 0 {
        let index = bits.trailing_zeros() as u8;
        cards.extend(Card::from_index(index.min(52)));
        bits &= bits - 1;
    }
    cards
}

/// A list of moves that never allocates.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; Self::ROOM],
    len: usize,
}

impl MoveList {
    /// Every move of a hand of eight fits: 255 payments and a flip. Larger hands
    /// exist in made-up positions only, and their lists are cut here.
    pub const ROOM: usize = 320;

    /// An empty list.
    pub fn new() -> Self {
        Self {
            moves: [Move::YIELD; Self::ROOM],
            len: 0,
        }
    }

    /// Takes everything out.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move, if there is room.
    #[inline]
    pub fn push(&mut self, it: Move) {
        if let Some(place) = self.moves.get_mut(self.len) {
            *place = it;
            self.len += 1;
        }
    }

    /// One of the moves by lot, all alike; none if there is none.
    #[inline]
    pub fn pick(&self, dice: &mut Dice) -> Option<Move> {
        let bound = self.len.max(1) as u32;
        self.as_slice().get(dice.below(bound) as usize).copied()
    }

    /// The moves.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}
