//! What a move does to a position.

use crate::search::chance::Chance;
use crate::search::moves::{Kind, Move};
use crate::search::position::{CLUBS, DIAMONDS, HEARTS, JESTERS, Position, SPADES, VALUE, worth};
use crate::state::Step;

impl Position {
    /// Plays a move that the list offers.
    #[inline]
    pub fn make(&mut self, it: Move, chance: &mut impl Chance) {
        match it.kind() {
            Kind::Play => self.make_play(it.cards(), chance),
            Kind::Pay => {
                self.take(it.cards());
                self.discard |= it.cards();
                self.begin_turn(self.after(self.current));
            }
            Kind::Yield => {
                self.yielded |= 1 << self.current;
                self.suffer();
            }
            Kind::Flip => self.make_flip(chance),
            Kind::Next => self.begin_turn(it.seat()),
        }
    }

    fn make_play(&mut self, cards: u64, chance: &mut impl Chance) {
        let value = self.take(cards);
        self.table |= cards;
        self.yielded &= !(1 << self.current);
        if cards & JESTERS != 0 {
            self.immunity_cancelled = true;
            self.shield += self.blocked;
            self.blocked = 0;
            self.step = Step::Choose;
            return;
        }
        let firing = cards & !self.immune();
        if firing & HEARTS != 0 {
            self.heal(value, chance);
        }
        if firing & DIAMONDS != 0 {
            self.draw_round(value, chance);
        }
        if firing & SPADES != 0 {
            self.shield += value;
        } else if cards & SPADES != 0 {
            self.blocked += value;
        }
        self.damage += value << u16::from(firing & CLUBS != 0);
        let health = self.enemy_health();
        if self.damage < health {
            self.suffer();
        } else {
            self.defeat(self.damage == health, chance);
        }
    }

    fn defeat(&mut self, captured: bool, chance: &mut impl Chance) {
        self.discard |= self.table;
        self.table = 0;
        if captured {
            self.head = self.head.wrapping_sub(1) & 63;
            self.tavern[usize::from(self.head)] = self.enemy;
            self.len += 1;
            self.known += 1;
        } else {
            self.discard |= 1 << self.enemy;
        }
        self.defeated += 1;
        self.damage = 0;
        self.shield = 0;
        self.blocked = 0;
        self.immunity_cancelled = false;
        if self.next == self.last {
            self.won = true;
            self.step = Step::Over;
        } else {
            self.enemy = self.turn_up(chance);
            self.begin_turn(self.current);
        }
    }

    /// Decides the order of the castle now instead of when each enemy steps
    /// forward, so that several tries of one game meet the same enemies.
    pub(crate) fn settle_castle(&mut self, chance: &mut impl Chance) {
        let next = self.next;
        while self.castle_is_open && self.next < self.last {
            self.turn_up(chance);
        }
        self.next = next;
        self.castle_is_open = false;
    }

    /// The next enemy of the castle.
    pub(super) fn turn_up(&mut self, chance: &mut impl Chance) -> u8 {
        let next = usize::from(self.next);
        if self.castle_is_open {
            let rank = self.castle[next] / 4;
            let same = self.castle[next..usize::from(self.last)]
                .iter()
                .take_while(|card| **card / 4 == rank)
                .count();
            let other = next + chance.below(same as u32) as usize;
            self.castle.swap(next, other);
        }
        self.next += 1;
        self.castle[next]
    }

    fn make_flip(&mut self, chance: &mut impl Chance) {
        self.solo_jesters -= 1;
        self.discard |= self.hands[0];
        self.hands[0] = 0;
        self.worth[0] = 0;
        for _ in 0..self.limit.min(self.len) {
            self.draw(0, chance);
        }
        if self.step == Step::Suffer {
            self.lose_if(self.worth[0] < self.due() && self.solo_jesters == 0);
        } else {
            self.lose_if(self.is_stuck());
        }
    }

    #[inline]
    fn after(&self, seat: u8) -> u8 {
        if seat + 1 == self.players {
            0
        } else {
            seat + 1
        }
    }

    fn begin_turn(&mut self, seat: u8) {
        self.current = seat;
        self.step = Step::Play;
        self.lose_if(self.is_stuck());
    }

    #[inline]
    fn is_stuck(&self) -> bool {
        self.hand() == 0 && self.solo_jesters == 0 && !self.may_yield()
    }

    #[inline]
    fn suffer(&mut self) {
        let due = self.due();
        if due == 0 {
            return self.begin_turn(self.after(self.current));
        }
        self.step = Step::Suffer;
        let worth = self.worth[usize::from(self.current & 3)];
        self.lose_if(worth < due && self.solo_jesters == 0);
    }

    #[inline]
    fn lose_if(&mut self, lost: bool) {
        if lost {
            self.step = Step::Over;
        }
    }

    /// Takes cards out of the mover's hand; their worth.
    #[inline]
    fn take(&mut self, cards: u64) -> u16 {
        let seat = usize::from(self.current & 3);
        let value = worth(cards);
        self.hands[seat] &= !cards;
        self.worth[seat] -= value;
        value
    }

    /// The top of the tavern goes to a hand.
    #[inline]
    pub(super) fn draw(&mut self, seat: u8, chance: &mut impl Chance) {
        let top = usize::from(self.head & 63);
        if self.known > 0 {
            self.known -= 1;
        } else if self.lazy > 0 {
            let other = chance.below(u32::from(self.lazy)) as usize;
            self.tavern.swap(top, (top + other) & 63);
            self.lazy -= 1;
        }
        let card = self.tavern[top] & 63;
        self.head = (self.head + 1) & 63;
        self.len -= 1;
        let seat = usize::from(seat & 3);
        self.hands[seat] |= 1 << card;
        self.worth[seat] += u16::from(VALUE[usize::from(card)]);
    }

    /// Diamonds: single draws from the mover clockwise, full hands skipped.
    fn draw_round(&mut self, value: u16, chance: &mut impl Chance) {
        let limit = u32::from(self.limit);
        let room: u32 = self.hands[..usize::from(self.players)]
            .iter()
            .map(|hand| limit.saturating_sub(hand.count_ones()))
            .sum();
        let mut left = u32::from(value).min(room).min(u32::from(self.len));
        let mut seat = self.current;
        while left > 0 {
            if self.hands[usize::from(seat & 3)].count_ones() < limit {
                self.draw(seat, chance);
                left -= 1;
            }
            seat = self.after(seat);
        }
    }

    /// Hearts: chosen by chance, to the bottom of the tavern.
    fn heal(&mut self, value: u16, chance: &mut impl Chance) {
        let mut pile = [0_u8; 64];
        let mut size = 0;
        let mut bits = self.discard;
        while bits != 0 {
            pile[size & 63] = bits.trailing_zeros() as u8;
            size += 1;
            bits &= bits - 1;
        }
        let count = size.min(usize::from(value));
        chance.heal(&mut pile[..size], count);
        for card in &pile[..count] {
            let place = (self.head + self.len) & 63;
            self.tavern[usize::from(place)] = *card;
            self.len += 1;
            self.discard &= !(1 << (card & 63));
        }
    }
}
