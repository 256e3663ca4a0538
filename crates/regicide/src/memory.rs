//! What everybody at the table may remember about the cards that lie face down.
//!
//! Nothing here is secret: it is computed from what was done openly. The tavern
//! is a pile of *layers*. On top lie captured enemies, known to all. Below lies
//! what is left of the first deal, then one layer for every healing, the oldest
//! above. Of a healed layer it is known how many cards it holds and which cards
//! it may hold: those that lay in the discard pile when it was formed. Draws are
//! made in the open, so it is known from which layer each card in a hand came;
//! when a card is shown, the layer gives it up.

use parlour_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::bag::Bag;
use crate::card::Card;

/// Cards that entered the tavern together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// How many of them lie in the tavern.
    pub in_tavern: u8,
    /// How many of them each seat drew and still holds, as far as can be told.
    pub in_hands: Vec<u8>,
    /// Cards that joined the discard pile before this layer was taken from it,
    /// after the layer above was. They are in this layer, in a lower one, or
    /// still in the discard pile. For the first deal: the very cards dealt.
    pub joined: Bag,
}

impl Layer {
    fn is_spent(&self) -> bool {
        self.in_tavern == 0 && self.in_hands.iter().all(|held| *held == 0)
    }
}

/// The public knowledge about hidden cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// Captured enemies on top of the tavern, the topmost last.
    pub captured: Vec<Card>,
    /// Layers of the tavern that still hold cards, in the pile or in hands, the
    /// topmost first.
    pub layers: Vec<Layer>,
    /// Captured enemies that each seat drew openly and holds.
    pub known: Vec<Bag>,
    /// Cards that came to the discard pile since the last healing, and others
    /// that are certain to be there.
    pub loose: Bag,
}

impl Memory {
    /// Before the first move: everything dealt or in the tavern is one layer.
    pub(crate) fn new(dealt: Bag, in_tavern: u8, in_hands: Vec<u8>, loose: Bag) -> Self {
        let known = vec![Bag::EMPTY; in_hands.len()];
        let mut memory = Self {
            captured: Vec::new(),
            layers: vec![Layer {
                in_tavern,
                in_hands,
                joined: dealt,
            }],
            known,
            loose,
        };
        memory.settle();
        memory
    }

    /// A card of this seat's hand is shown, in play or in payment.
    pub(crate) fn show(&mut self, seat: Seat, card: Card) {
        let seat = usize::from(seat.0);
        if self.known[seat].remove(card) {
            return;
        }
        let holds = |layer: &Layer| layer.joined.contains(card);
        let first = self.layers.iter().position(holds);
        match first {
            Some(first) => self.layers[first].joined.remove(card),
            // The two Jesters look alike: this one was taken for the other, and
            // the other counted among the discarded.
            None => self.loose.remove(card),
        };
        // It came from that layer or from a later one. Taking the earliest that
        // fits leaves the widest room for what is still hidden.
        let from = first.unwrap_or(0);
        let drawn = |layer: &Layer| layer.in_hands[seat] > 0;
        let later = self.layers.iter().skip(from).position(drawn);
        let place = later.map(|later| from + later);
        if let Some(place) = place.or_else(|| self.layers.iter().position(drawn)) {
            self.layers[place].in_hands[seat] -= 1;
        }
        self.settle();
    }

    /// Cards come openly to the discard pile.
    pub(crate) fn discard(&mut self, cards: impl IntoIterator<Item = Card>) {
        for card in cards {
            self.loose.insert(card);
        }
    }

    /// So many unseen cards go from the discard pile under the tavern.
    pub(crate) fn heal(&mut self, count: u8) {
        if count == 0 {
            return;
        }
        self.layers.push(Layer {
            in_tavern: count,
            in_hands: vec![0; self.known.len()],
            joined: self.loose.take(),
        });
    }

    /// The top card of the tavern goes to this hand.
    pub(crate) fn draw(&mut self, seat: Seat) {
        let seat = usize::from(seat.0);
        if let Some(card) = self.captured.pop() {
            self.known[seat].insert(card);
            return;
        }
        if let Some(layer) = self.layers.iter_mut().find(|layer| layer.in_tavern > 0) {
            layer.in_tavern -= 1;
            layer.in_hands[seat] += 1;
        }
    }

    /// An enemy is laid on top of the tavern.
    pub(crate) fn capture(&mut self, enemy: Card) {
        self.captured.push(enemy);
    }

    /// A spent layer passes its cards on: they are in a lower layer or certainly
    /// in the discard pile.
    fn settle(&mut self) {
        while let Some(spent) = self.layers.iter().position(Layer::is_spent) {
            let joined = self.layers.remove(spent).joined;
            match self.layers.get_mut(spent) {
                Some(below) => below.joined.insert_all(joined),
                None => self.loose.insert_all(joined),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One Jester was drawn from the first deal, the other was healed and drawn
    /// again; whoever shows theirs first makes no card appear a third time.
    #[test]
    fn two_jesters_in_two_hands_are_never_three() {
        let jester = || [Card::JESTER];
        let mut memory = Memory::new(jester().into_iter().collect(), 0, vec![1, 0], Bag::EMPTY);
        memory.discard(jester());
        memory.heal(1);
        memory.draw(Seat(1));
        for seat in [Seat(1), Seat(0)] {
            memory.show(seat, Card::JESTER);
            memory.discard(jester());
        }
        assert_eq!(memory.loose.len(), 2);
        assert!(memory.layers.is_empty());
    }
}
