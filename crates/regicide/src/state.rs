//! The whole table, secrets included.

use std::collections::VecDeque;

use parlour_rules::{Seat, Seed};
use serde::{Deserialize, Serialize};

use crate::bag::Bag;
use crate::card::{Card, Suit, worth};
use crate::memory::Memory;
use crate::setup::House;

/// Where in a turn the table stands. Steps 2 and 3 need no decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Step 1: play or yield.
    Play,
    /// Step 4: pay for the enemy's attack.
    Suffer,
    /// After a Jester: choose who goes next.
    Choose,
    /// The game has ended.
    Over,
}

impl Step {
    /// The name in logs and on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Suffer => "suffer",
            Self::Choose => "choose",
            Self::Over => "over",
        }
    }
}

/// The enemy face up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enemy {
    /// Which Jack, Queen or King it is.
    pub card: Card,
    /// Damage taken so far.
    pub damage: u16,
    /// The sum of spades that shield against it (R5.9).
    pub shield: u16,
    /// Attack values of spade plays it was immune to (R10.4).
    pub blocked_spades: u16,
    /// Whether a Jester has cancelled its immunity (R10.1).
    pub immunity_cancelled: bool,
}

impl Enemy {
    /// An enemy just turned up: unhurt, unshielded, immune (R7.6).
    pub fn fresh(card: Card) -> Self {
        Self {
            card,
            damage: 0,
            shield: 0,
            blocked_spades: 0,
            immunity_cancelled: false,
        }
    }

    /// The suit whose powers do not work against it, if any (R6.1).
    pub fn immune_to(&self) -> Option<Suit> {
        if self.immunity_cancelled {
            None
        } else {
            self.card.suit()
        }
    }
}

/// How well a solo game was won (R11.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Medal {
    /// No Jester turned.
    Gold,
    /// One Jester turned.
    Silver,
    /// Both Jesters turned.
    Bronze,
}

impl Medal {
    /// The medal for so many Jesters turned.
    pub fn for_flips(flips: u8) -> Self {
        match flips {
            0 => Self::Gold,
            1 => Self::Silver,
            _ => Self::Bronze,
        }
    }

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gold => "gold",
            Self::Silver => "silver",
            Self::Bronze => "bronze",
        }
    }
}

/// Why a game was lost (R13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// The attack was more than the hand is worth (R8.4).
    CannotPay {
        /// What was owed.
        due: u16,
        /// What the hand was worth.
        worth: u16,
    },
    /// Neither a card nor a yield was possible (R9.5).
    CannotMove,
}

/// How the game ended, for all players alike (R13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Nothing if the last King fell, else why the game was lost.
    pub loss: Option<Loss>,
    /// The medal of a solo win.
    pub medal: Option<Medal>,
    /// How many of the twelve enemies were defeated.
    pub enemies: u8,
    /// How many Jesters were played or turned.
    pub jesters: u8,
}

impl Outcome {
    /// Whether the castle has fallen.
    pub fn is_won(&self) -> bool {
        self.loss.is_none()
    }
}

/// Everything there is to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What all chance grows from.
    pub(crate) seed: Seed,
    /// Decisions taken so far: names the stage, and the place of chance.
    pub(crate) moves: u32,
    /// House rules.
    pub(crate) house: House,
    /// Whose decision it is.
    pub(crate) current: Seat,
    /// Where in the turn.
    pub(crate) step: Step,
    /// The enemy face up; none once the last King has fallen.
    pub(crate) enemy: Option<Enemy>,
    /// Enemies to come, the next first.
    pub(crate) castle: VecDeque<Card>,
    /// The draw pile, its top first.
    pub(crate) tavern: VecDeque<Card>,
    /// The discard pile, which has no order (R1.5).
    pub(crate) discard: Bag,
    /// Cards played against this enemy, in order.
    pub(crate) table: Vec<Card>,
    /// The hands by seat, each in the order the cards came.
    pub(crate) hands: Vec<Vec<Card>>,
    /// Who yielded on their own last turn (R9.2).
    pub(crate) yielded: Vec<bool>,
    /// Solo: Jesters beside the deck that may still be turned (R11.1).
    pub(crate) solo_jesters: u8,
    /// Jesters played or turned.
    pub(crate) jesters_used: u8,
    /// Enemies defeated.
    pub(crate) defeated: u8,
    /// What everybody may remember.
    pub(crate) memory: Memory,
    /// How it ended.
    pub(crate) outcome: Option<Outcome>,
}

impl State {
    /// How many play.
    pub fn players(&self) -> u8 {
        self.hands.len() as u8
    }

    /// The most cards a hand may hold (R1.3).
    pub fn hand_limit(&self) -> u8 {
        hand_limit(self.players())
    }

    /// Whose decision it is.
    pub fn current(&self) -> Seat {
        self.current
    }

    /// Where in the turn.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The seat after this one, clockwise (R1.4).
    pub(crate) fn after(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.players())
    }

    /// The cards a seat holds.
    pub(crate) fn hand(&self, seat: Seat) -> &[Card] {
        &self.hands[usize::from(seat.0)]
    }

    /// What the enemy's attack costs now (R8.1).
    pub fn due(&self) -> u16 {
        self.enemy.as_ref().map_or(0, |enemy| {
            self.house
                .attack_of(enemy.card)
                .saturating_sub(enemy.shield)
        })
    }

    /// What a seat's hand is worth in payment.
    pub(crate) fn hand_worth(&self, seat: Seat) -> u16 {
        worth(self.hand(seat))
    }

    /// Whether a seat may yield (R9.2, R9.4).
    pub fn may_yield(&self, seat: Seat) -> bool {
        if self.players() == 1 {
            // Alone, behind a full shield and without a card, one could yield for
            // ever and never do anything else.
            return self.house.solo_yield && !self.hand(seat).is_empty();
        }
        let others = |(at, _): &(usize, &bool)| *at != usize::from(seat.0);
        !self
            .yielded
            .iter()
            .enumerate()
            .filter(others)
            .all(|(_, yielded)| *yielded)
    }

    /// Whether a Jester beside the deck may be turned (R11.2).
    pub fn may_flip(&self) -> bool {
        self.players() == 1 && self.solo_jesters > 0
    }

    /// Takes cards out of a hand.
    pub(crate) fn take_from_hand(&mut self, seat: Seat, cards: &[Card]) {
        let hand = &mut self.hands[usize::from(seat.0)];
        for card in cards {
            let at = hand
                .iter()
                .position(|held| held == card)
                .expect("a decided command takes cards that are held");
            hand.remove(at);
            self.memory.show(seat, *card);
        }
    }

    /// The top card of the tavern goes to a hand.
    pub(crate) fn draw_to(&mut self, seat: Seat) {
        let card = self
            .tavern
            .pop_front()
            .expect("a decided draw finds a card");
        self.hands[usize::from(seat.0)].push(card);
        self.memory.draw(seat);
    }

    /// Cards come to the discard pile, openly.
    pub(crate) fn put_to_discard(&mut self, cards: impl IntoIterator<Item = Card> + Clone) {
        for card in cards.clone() {
            self.discard.insert(card);
        }
        self.memory.discard(cards);
    }
}

/// The most cards a hand may hold among so many players (R1.3).
pub fn hand_limit(players: u8) -> u8 {
    9 - players
}
