//! A table laid by hand, for tests of rules and of screens.
//!
//! ```
//! use parlour_regicide::cases::Table;
//!
//! let mut table = Table::lay("enemy JH; hands 5C 9C 4S | 9H; tavern 2C; castle QD");
//! table.does("play 5C");
//! assert_eq!(table.view(0).due, 10);
//! assert_eq!(table.code("pay 4S"), "payment_too_small");
//! table.does("pay 9C 4S");
//! ```

use parlour_rules::{Actor, Refuse as _, Rules, Seat, Viewer};

use super::form::{Position, StartStep};
use super::position::state_of;
use crate::card::Card;
use crate::command::Command;
use crate::event::Event;
use crate::game::{Kingslayer, lost_before_a_move};
use crate::refusal::Refusal;
use crate::setup::House;
use crate::state::{Outcome, State, Step};
use crate::view::View;

/// A game in the middle, and a way to play it in words. Everything here panics
/// where a test should fail.
#[derive(Clone, Debug)]
pub struct Table {
    state: State,
}

impl Table {
    /// Lays a table: parts separated by `;`, each a name and its words. `enemy`
    /// and `hands` (separated by `|`) are needed; `damage`, `shield`,
    /// `blocked`, `tavern`, `discard`, `table`, `castle`, `turn`, `step`,
    /// `yielded` (seat numbers), `jesters` and the lone word `cancelled` are
    /// not.
    pub fn lay(text: &str) -> Self {
        let mut position = Position {
            enemy: Card::JESTER,
            enemy_damage: 0,
            shield: 0,
            blocked_spades: 0,
            immunity_cancelled: false,
            hands: Vec::new(),
            tavern: Vec::new(),
            discard: Vec::new(),
            table: Vec::new(),
            castle: Vec::new(),
            current: 0,
            step: StartStep::Play,
            last_turn_yielded: Vec::new(),
            solo_jesters_left: 0,
        };
        let mut yielded = Vec::new();
        for part in text.split(';') {
            let part = part.trim();
            let (name, words) = part.split_once(' ').unwrap_or((part, ""));
            match name {
                "enemy" => position.enemy = words.trim().parse().expect("a card"),
                "damage" => position.enemy_damage = number(words),
                "shield" => position.shield = number(words),
                "blocked" => position.blocked_spades = number(words),
                "cancelled" => position.immunity_cancelled = true,
                "hands" => position.hands = words.split('|').map(cards).collect(),
                "tavern" => position.tavern = cards(words),
                "discard" => position.discard = cards(words),
                "table" => position.table = cards(words),
                "castle" => position.castle = cards(words),
                "turn" => position.current = number(words) as u8,
                "step" if words == "suffer" => position.step = StartStep::Suffer,
                "step" if words == "choose" => position.step = StartStep::Choose,
                "yielded" => yielded = words.split_whitespace().map(number).collect(),
                "jesters" => position.solo_jesters_left = number(words) as u8,
                _ => panic!("no part of a table: {part}"),
            }
        }
        let players = position.hands.len();
        position.last_turn_yielded = (0..players as u16)
            .map(|seat| yielded.contains(&seat))
            .collect();
        let mut state = state_of(&position, players as u8).expect("a table that can be laid");
        if let Some(lost) = lost_before_a_move(&state) {
            Kingslayer::apply(&mut state, &lost);
        }
        Self { state }
    }

    /// A table with a state from elsewhere.
    pub fn of(state: State) -> Self {
        Self { state }
    }

    /// The same table under other house rules.
    #[must_use]
    pub fn under(mut self, house: House) -> Self {
        self.state.house = house;
        self
    }

    /// The current player does this; what happened.
    pub fn does(&mut self, command: &str) -> Vec<Event> {
        let command: Command = command.parse().expect("a command");
        let events = Kingslayer::decide(&self.state, Actor::Seat(self.state.current), &command)
            .unwrap_or_else(|refusal| panic!("{command} was refused: {refusal}"));
        for event in &events {
            Kingslayer::apply(&mut self.state, event);
        }
        events
    }

    /// The refusal that this command of the current player meets.
    pub fn refusal(&self, command: &str) -> Refusal {
        self.refusal_by(self.state.current.0, command)
    }

    /// The refusal that this command of a seat meets.
    pub fn refusal_by(&self, seat: u8, command: &str) -> Refusal {
        let command: Command = command.parse().expect("a command");
        match Kingslayer::decide(&self.state, Actor::Seat(Seat(seat)), &command) {
            Ok(_) => panic!("{command} was accepted"),
            Err(refusal) => refusal,
        }
    }

    /// The code of that refusal.
    pub fn code(&self, command: &str) -> &'static str {
        self.refusal(command).code()
    }

    /// What a seat may know.
    pub fn view(&self, seat: u8) -> View {
        Kingslayer::view(&self.state, Viewer::Seat(Seat(seat)))
    }

    /// Everything.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The hand of a seat, written.
    pub fn hand(&self, seat: u8) -> String {
        written(self.state.hand(Seat(seat)))
    }

    /// The tavern, its top first, written.
    pub fn tavern(&self) -> String {
        written(&self.state.tavern)
    }

    /// The discard pile in ascending order, written.
    pub fn discard(&self) -> String {
        written(&self.state.discard.into_iter().collect::<Vec<_>>())
    }

    /// Whose turn it is and in which step: `1 suffer`.
    pub fn turn(&self) -> String {
        format!("{} {}", self.state.current.0, self.state.step.name())
    }

    /// How it ended.
    ///
    /// # Panics
    /// If the game goes on.
    pub fn outcome(&self) -> Outcome {
        assert_eq!(self.state.step, Step::Over, "the game goes on");
        self.state.outcome.expect("an ended game has an outcome")
    }
}

fn written<'a>(cards: impl IntoIterator<Item = &'a Card>) -> String {
    let words: Vec<String> = cards.into_iter().map(Card::to_string).collect();
    words.join(" ")
}

fn cards(words: &str) -> Vec<Card> {
    words
        .split_whitespace()
        .map(|word| word.parse().expect("a card"))
        .collect()
}

fn number(words: &str) -> u16 {
    words.trim().parse().expect("a number")
}
