//! Paying for an attack with the cards that are missed least.

use super::weights::{self as w, WEIGHTS};
use crate::search::{CLUBS, DIAMONDS, HEARTS, SPADES};

/// The most cards a hand holds where it matters; further ones are kept.
const MOST: usize = 8;

/// A hand from which an attack is paid, and the cheapest way found so far.
pub(super) struct Purse<'a> {
    w: &'a [i32; WEIGHTS],
    hand: u64,
    due: i32,
    count: usize,
    cards: [u64; MOST],
    values: [i32; MOST],
    prices: [i32; MOST],
    /// What the cards from each place on are worth together.
    rest: [i32; MOST + 1],
    best: (i32, u64),
}

impl<'a> Purse<'a> {
    /// A hand without its cards yet.
    pub(super) fn new(w: &'a [i32; WEIGHTS], hand: u64, due: i32) -> Self {
        Self {
            w,
            hand,
            due,
            count: 0,
            cards: [0; MOST],
            values: [0; MOST],
            prices: [0; MOST],
            rest: [0; MOST + 1],
            best: (i32::MAX, hand),
        }
    }

    /// Adds a card that is worth no more than those before it.
    pub(super) fn put(&mut self, card: u64, value: i32, price: i32) {
        if self.count < MOST {
            self.cards[self.count] = card;
            self.values[self.count] = value;
            self.prices[self.count] = price;
            self.count += 1;
            for rest in &mut self.rest[..self.count] {
                *rest += value;
            }
        }
    }

    /// The cards of the cheapest payment in which each card is needed.
    pub(super) fn cheapest(mut self) -> u64 {
        self.weigh(0, 0, 0, 0);
        self.best.1
    }

    /// What a payment of some of the cards costs.
    pub(super) fn cost(&self, cards: u64) -> i32 {
        let (mut paid, mut price) = (0, 0);
        for at in 0..self.count.min(MOST) {
            if self.cards[at] & cards != 0 {
                paid += self.values[at];
                price += self.prices[at];
            }
        }
        self.whole_cost(cards, paid, price)
    }

    /// The price of the cards, of points paid too much, and of suits given away.
    #[inline]
    fn whole_cost(&self, cards: u64, paid: i32, price: i32) -> i32 {
        let mut cost = price + self.w[w::PAY_OVER] * (paid - self.due);
        let rest = self.hand & !cards;
        for (place, suit) in [CLUBS, DIAMONDS, HEARTS, SPADES].iter().enumerate() {
            if self.hand & suit != 0 && rest & suit == 0 {
                cost += self.w[w::PAY_LAST + place];
            }
        }
        cost
    }

    /// Tries every way to go on in which each card is needed. Values fall, so
    /// the card that completes a payment is its least, and it was needed.
    fn weigh(&mut self, from: usize, cards: u64, paid: i32, price: i32) {
        for at in from..self.count.min(MOST) {
            if paid + self.rest[at] < self.due {
                return;
            }
            let cards = cards | self.cards[at];
            let paid = paid + self.values[at];
            let price = price + self.prices[at];
            if paid < self.due {
                self.weigh(at + 1, cards, paid, price);
                continue;
            }
            let cost = self.whole_cost(cards, paid, price);
            if cost < self.best.0 {
                self.best = (cost, cards);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Dice, MoveList, Position, VALUE};
    use crate::setup::House;
    use crate::state::Step;

    /// The same by brute force: every payment that the list offers.
    #[test]
    fn no_payment_on_the_list_is_cheaper() {
        let mut w = [0; WEIGHTS];
        w[w::PAY_OVER] = 7;
        w[w::PAY_LAST..w::PAY_LAST + 4].copy_from_slice(&[50, 120, 80, 30]);
        let price = |card: u64| i32::from(VALUE[card.trailing_zeros() as usize]) * 31 % 57;
        let (mut dice, mut list, mut seen) = (Dice::new(8), MoveList::new(), 0);
        for game in 0..250_u8 {
            let mut q = Position::deal(1 + game % 4, &House::default(), &mut dice);
            while let Some(it) = q.sample_move(&mut dice) {
                let (hand, due) = (q.hand(), i32::from(q.due()));
                if q.step() == Step::Suffer && i32::from(crate::search::worth(hand)) >= due {
                    seen += 1;
                    let mut purse = Purse::new(&w, hand, due);
                    let mut cards: Vec<u64> = (0..54).map(|at| 1 << at & hand).collect();
                    cards.retain(|card| *card != 0);
                    let value = |card: u64| i32::from(VALUE[card.trailing_zeros() as usize]);
                    cards.sort_by_key(|card| -value(*card));
                    for card in &cards {
                        purse.put(*card, value(*card), price(*card));
                    }
                    let cost = |paid: u64| {
                        let of = cards.iter().filter(|card| paid & **card != 0);
                        let sum: i32 = of.clone().map(|card| value(*card)).sum();
                        let suits = [CLUBS, DIAMONDS, HEARTS, SPADES];
                        let lost = (0..4)
                            .filter(|at| hand & suits[*at] != 0 && hand & !paid & suits[*at] == 0);
                        of.map(|card| price(*card)).sum::<i32>()
                            + 7 * (sum - due)
                            + lost.map(|at| w[w::PAY_LAST + at]).sum::<i32>()
                    };
                    q.list_payments(&mut list, true);
                    let all = list.as_slice().iter().map(|it| cost(it.cards()));
                    assert_eq!(cost(purse.cheapest()), all.min().unwrap());
                    list.clear();
                }
                q.make(it, &mut dice);
            }
        }
        assert!(seen > 500, "{seen}");
    }
}
