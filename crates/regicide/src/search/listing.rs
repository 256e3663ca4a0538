//! All legal moves of a position.

use crate::card::Card;
use crate::command::Command;
use crate::search::moves::{Move, MoveList};
use crate::search::position::{ACES, JESTERS, Position, VALUE};
use crate::state::Step;

/// Bits of the ranks that can form combos: Two to Ten.
const NUMBERS: u64 = ((1 << 40) - 1) & !ACES;

impl Position {
    /// Lists every legal move, payments with superfluous cards included.
    pub fn list_moves(&self, list: &mut MoveList) {
        list.clear();
        match self.step {
            Step::Play => {
                self.list_plays(list);
                if self.may_yield() {
                    list.push(Move::YIELD);
                }
                if self.solo_jesters > 0 {
                    list.push(Move::FLIP);
                }
            }
            Step::Suffer => {
                self.list_payments(list, false);
                if self.solo_jesters > 0 {
                    list.push(Move::FLIP);
                }
            }
            Step::Choose => {
                for seat in 0..self.players {
                    list.push(Move::next(seat));
                }
            }
            Step::Over => {}
        }
    }

    /// The move that a command stands for, if it is one of this position.
    pub(crate) fn find_move(&self, command: &Command) -> Option<Move> {
        let it = match command {
            Command::Play(cards) => Move::play(self.held(cards)?),
            Command::Pay(cards) => Move::pay(self.held(cards)?),
            Command::Yield => Move::YIELD,
            Command::Flip => Move::FLIP,
            Command::Next(seat) => Move::next(seat.0),
        };
        let mut list = MoveList::new();
        self.list_moves(&mut list);
        list.as_slice().contains(&it).then_some(it)
    }

    /// The bits of cards in the mover's hand, each once.
    fn held(&self, cards: &[Card]) -> Option<u64> {
        let (mut left, mut bits) = (self.hand(), 0);
        for card in cards {
            let of = if card.is_jester() {
                let jesters = left & JESTERS;
                jesters & jesters.wrapping_neg()
            } else {
                left & 1 << card.index()
            };
            if of == 0 {
                return None;
            }
            left &= !of;
            bits |= of;
        }
        Some(bits)
    }

    /// Moves worth a thought: all but payments with superfluous cards, and but
    /// a yield where nobody else could move.
    pub(crate) fn list_sensible(&self, list: &mut MoveList) {
        if self.step == Step::Play && self.players == 1 {
            list.clear();
            self.list_plays(list);
            if self.solo_jesters > 0 {
                list.push(Move::FLIP);
            }
        } else if self.step == Step::Suffer {
            list.clear();
            self.list_payments(list, true);
            if self.solo_jesters > 0 {
                list.push(Move::FLIP);
            }
        } else {
            self.list_moves(list);
        }
    }

    /// Single cards, pairs with an Ace, combos.
    pub(crate) fn list_plays(&self, list: &mut MoveList) {
        let hand = self.hand();
        let mut singles = hand;
        while singles != 0 {
            let card = singles & singles.wrapping_neg();
            singles &= singles - 1;
            list.push(Move::play(card));
        }
        let mut aces = hand & ACES;
        while aces != 0 {
            let ace = aces & aces.wrapping_neg();
            aces &= aces - 1;
            // Aces already used as first do not come again as second.
            let mut others = hand & !JESTERS & !(ace | (ace - 1)) & !(ACES & (ace - 1));
            while others != 0 {
                let other = others & others.wrapping_neg();
                others &= others - 1;
                list.push(Move::play(ace | other));
            }
        }
        self.list_combos(hand & NUMBERS, list);
    }

    fn list_combos(&self, mut numbers: u64, list: &mut MoveList) {
        while numbers != 0 {
            let rank = numbers.trailing_zeros() / 4;
            let mates = (numbers >> (rank * 4)) & 0xf;
            numbers &= !(0xf << (rank * 4));
            if mates.is_power_of_two() {
                continue;
            }
            let most = u32::from(self.combo_limit) / (rank + 1);
            // All subsets of at least two of up to four mates.
            let mut subset = mates;
            while subset != 0 {
                let size = subset.count_ones();
                if size >= 2 && size <= most {
                    list.push(Move::play(subset << (rank * 4)));
                }
                subset = (subset - 1) & mates;
            }
        }
    }

    /// Every set of cards that covers the attack; with `minimal` only those in
    /// which every card is needed.
    pub(crate) fn list_payments(&self, list: &mut MoveList, minimal: bool) {
        const MOST: usize = 8;
        let due = self.due();
        let hand = self.hand();
        let (mut cards, mut values, mut count) = ([0_u64; MOST], [0_u16; MOST], 0);
        // From the highest value down, Jesters last.
        for mut part in [hand & !JESTERS, hand & JESTERS] {
            while part != 0 && count < MOST {
                let index = part.ilog2();
                cards[count] = 1 << index;
                values[count] = u16::from(VALUE[(index & 63) as usize]);
                part &= !(1 << index);
                count += 1;
            }
        }
        let (mut sums, mut sets) = ([0_u16; 1 << MOST], [0_u64; 1 << MOST]);
        for subset in 1..1_usize << count {
            let low = subset.trailing_zeros() as usize & (MOST - 1);
            let rest = subset & (subset - 1);
            sums[subset] = sums[rest] + values[low];
            sets[subset] = sets[rest] | cards[low];
            if sums[subset] < due {
                continue;
            }
            // Values fall with the place, so the highest place holds the least.
            let high = subset.ilog2() as usize & (MOST - 1);
            if !minimal || sums[subset] - values[high] < due {
                list.push(Move::pay(sets[subset]));
            }
        }
    }
}
