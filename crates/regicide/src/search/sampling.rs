//! One legal move by chance, without listing the others.

use crate::search::chance::Dice;
use crate::search::moves::Move;
use crate::search::position::{ACES, JESTERS, Position, VALUE};
use crate::state::Step;

impl Position {
    /// A legal move. Every play can come up, and every payment without
    /// superfluous cards; they are not equally likely. Nothing once the game is
    /// over.
    #[inline]
    pub fn sample_move(&self, dice: &mut Dice) -> Option<Move> {
        match self.step {
            Step::Play => Some(self.sample_play(dice)),
            Step::Suffer => Some(self.sample_payment(dice)),
            Step::Choose => Some(Move::next(below(dice.next(), u32::from(self.players)) as u8)),
            Step::Over => None,
        }
    }

    fn sample_play(&self, dice: &mut Dice) -> Move {
        let hand = self.hand();
        let word = dice.next();
        // One turn in sixteen passes the cards by, where that is allowed.
        if hand == 0 || word.is_multiple_of(16) {
            if self.solo_jesters > 0 {
                return Move::FLIP;
            }
            if self.may_yield() {
                return Move::YIELD;
            }
        }
        let card = nth(hand, below(word, hand.count_ones()));
        // Half of the plays try to be more than one card.
        if word & 16 == 0 || card & JESTERS != 0 {
            return Move::play(card);
        }
        let index = card.trailing_zeros();
        if card & ACES != 0 {
            let others = hand & !JESTERS & !card;
            if others == 0 {
                return Move::play(card);
            }
            return Move::play(card | nth(others, below(word << 16, others.count_ones())));
        }
        let rank = index / 4;
        if rank >= 5 && (rank >= 10 || (rank + 1) * 2 > u32::from(self.combo_limit)) {
            return Move::play(card);
        }
        // A random subset of the mates, cut to what the limit bears.
        let mut mates = hand & (0xf << (rank * 4)) & !card;
        mates &= (word >> 8 & 0xf) << (rank * 4) | (word >> 12 & 0xf) << (rank * 4);
        let most = u32::from(self.combo_limit) / (rank + 1);
        while mates.count_ones() + 1 > most && mates != 0 {
            mates &= mates - 1;
        }
        Move::play(card | mates)
    }

    fn sample_payment(&self, dice: &mut Dice) -> Move {
        let due = self.due();
        let seat = usize::from(self.current & 3);
        let word = dice.next();
        if self.solo_jesters > 0 && (self.worth[seat] < due || word.is_multiple_of(16)) {
            return Move::FLIP;
        }
        let mut left = self.hands[seat] & !JESTERS;
        let mut count = left.count_ones();
        let (mut cards, mut paid, mut word) = (0, 0, word >> 8);
        while paid < due && count > 0 {
            // Seven bits a card are plenty for hands of eight.
            let card = nth(left, ((word & 0x7f) as u32 * count) >> 7);
            word >>= 7;
            cards |= card;
            left &= !card;
            count -= 1;
            paid += u16::from(VALUE[(card.trailing_zeros() & 63) as usize]);
        }
        Move::pay(cards)
    }
}

/// A number below the bound from the upper half of a word.
#[inline]
fn below(word: u64, bound: u32) -> u32 {
    (((word >> 32) * u64::from(bound)) >> 32) as u32
}

/// The bit with so many set bits below it, at most seven: hands are small. The
/// loop has a fixed length because the processor cannot guess the count.
#[inline]
fn nth(mut bits: u64, count: u32) -> u64 {
    for at in 0..7 {
        bits &= bits.wrapping_sub(u64::from(at < count));
    }
    bits & bits.wrapping_neg()
}
