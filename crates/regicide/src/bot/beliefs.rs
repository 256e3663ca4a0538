//! What a seat believes about the hidden cards: a way to make up games that look
//! the same from where it sits.
//!
//! Everything comes from the view. Layers of the tavern are filled from the top:
//! each layer, in the tavern and in other hands, takes cards by chance from
//! those that may have come there; what is left over may be in the next layer
//! or lies in the discard pile.

use crate::bag::Bag;
use crate::card::Card;
use crate::search::{Chance, Dice, Position, worth};
use crate::state::{State, Step};
use crate::view::View;

/// One layer, as far as it is hidden from the seat.
#[derive(Clone, Copy, Debug)]
struct HiddenLayer {
    /// Cards that may be here or further down.
    joined: [u8; 54],
    joined_len: u8,
    in_tavern: u8,
    in_hands: [u8; 4],
}

/// Games that a view allows, drawn by chance.
#[derive(Clone, Debug)]
pub struct Beliefs {
    known: Position,
    layers: Vec<HiddenLayer>,
}

/// Gives the two Jesters different numbers.
struct Numbers {
    next_jester: u8,
}

impl Numbers {
    fn of(&mut self, card: Card) -> u8 {
        if !card.is_jester() {
            return card.index();
        }
        let number = self.next_jester.min(53);
        self.next_jester += 1;
        number
    }

    fn bits(&mut self, cards: impl IntoIterator<Item = Card>) -> u64 {
        cards
            .into_iter()
            .fold(0, |bits, card| bits | 1 << self.of(card))
    }
}

impl Beliefs {
    /// What the viewer of this view believes.
    pub fn of(view: &View) -> Self {
        let mut numbers = Numbers { next_jester: 52 };
        let players = view.players.len().clamp(1, 4) as u8;
        let me = view.you.map_or(u8::MAX, |seat| seat.0);
        let mut known = Position::undealt(players, &view.house);
        known.lazy = 0;
        known.len = 0;
        known.limit = view.hand_limit;
        if let Some(hand) = known.hands.get_mut(usize::from(me)) {
            *hand = numbers.bits(view.hand.iter().copied());
        }
        known.table = numbers.bits(view.table.iter().copied());
        known.discard = numbers.bits(view.memory.loose);
        for (seat, bag) in (0_u8..4).zip(&view.memory.known) {
            if seat != me {
                known.hands[usize::from(seat)] = numbers.bits(*bag);
            }
        }
        for card in view.memory.captured.iter().rev() {
            known.tavern[usize::from(known.len)] = card.index();
            known.len += 1;
        }
        known.known = known.len;
        known.next = 0;
        known.last = view.castle.len().min(12) as u8;
        for (place, card) in known.castle.iter_mut().zip(&view.castle) {
            *place = card.index();
        }
        if let Some(enemy) = &view.enemy {
            known.enemy = enemy.card.index();
            known.damage = enemy.damage;
            known.blocked = enemy.blocked_spades;
            known.immunity_cancelled = enemy.immunity_cancelled;
        }
        known.shield = view.shield;
        known.current = view.current.0 & 3;
        known.step = view.step;
        for player in &view.players {
            known.yielded |= u8::from(player.yielded) << (player.id.0 & 3);
        }
        known.solo_jesters = view.solo_jesters;
        known.defeated = view.defeated;
        if view.outcome.is_some() {
            known.step = Step::Over;
        }

        for (hand, value) in known.hands.iter().zip(&mut known.worth) {
            *value = worth(*hand);
        }

        let mut mine: Bag = view.hand.iter().copied().collect();
        let mut layers = Vec::new();
        for layer in &view.memory.layers {
            let mut hidden = HiddenLayer {
                joined: [0; 54],
                joined_len: 0,
                in_tavern: layer.in_tavern,
                in_hands: [0; 4],
            };
            for card in layer.joined {
                if mine.remove(card) {
                    continue;
                }
                hidden.joined[usize::from(hidden.joined_len)] = numbers.of(card);
                hidden.joined_len += 1;
            }
            for (seat, held) in (0_u8..4).zip(&layer.in_hands) {
                if seat != me {
                    hidden.in_hands[usize::from(seat)] = *held;
                }
            }
            layers.push(hidden);
        }
        Self { known, layers }
    }

    /// What one who sees all cards knows: every card where it lies. For measuring
    /// how much is won by luck alone; a bot at a table gets a view.
    pub(crate) fn open(state: &State) -> Self {
        Self {
            known: Position::of(state),
            layers: Vec::new(),
        }
    }

    /// The position as far as it is known: hidden zones hold only what the seat
    /// knows of them.
    pub(crate) fn known(&self) -> &Position {
        &self.known
    }

    /// A whole game that looks the same from this seat.
    pub fn sample(&self, dice: &mut Dice) -> Position {
        let mut position = self.known;
        let mut pool = Pool {
            cards: [0; 64],
            len: 0,
        };
        for layer in &self.layers {
            for card in &layer.joined[..usize::from(layer.joined_len)] {
                pool.put(*card);
            }
            for (hand, held) in position.hands.iter_mut().zip(layer.in_hands) {
                for _ in 0..held {
                    if let Some(card) = pool.take(dice) {
                        *hand |= 1 << card;
                    }
                }
            }
            for _ in 0..layer.in_tavern {
                if let Some(card) = pool.take(dice) {
                    position.tavern[usize::from(position.len & 63)] = card;
                    position.len += 1;
                }
            }
        }
        for card in &pool.cards[..pool.len] {
            position.discard |= 1 << card;
        }
        for (hand, value) in position.hands.iter().zip(&mut position.worth) {
            *value = worth(*hand);
        }
        position.settle_castle(dice);
        position
    }
}

/// Cards to draw from by chance.
struct Pool {
    cards: [u8; 64],
    len: usize,
}

impl Pool {
    fn put(&mut self, card: u8) {
        self.cards[self.len & 63] = card;
        self.len += 1;
    }

    fn take(&mut self, dice: &mut Dice) -> Option<u8> {
        let last = self.len.checked_sub(1)?;
        let at = dice.below(self.len as u32) as usize;
        let card = self.cards[at];
        self.cards[at] = self.cards[last];
        self.len = last;
        Some(card)
    }
}

#[cfg(test)]
mod tests;
