//! A game that is played by the names of the powers.

use parlour_diplomacy::Phase;
use parlour_diplomacy::game::{Command, Diplomacy, Event, GameState, Refusal, Setup};
use parlour_rules::{Actor, Refuse, Rules, Seat, Seed, Turn};

/// A game that is played by the names of the powers.
pub(crate) struct Table {
    pub(crate) state: GameState,
    pub(crate) log: Vec<Event>,
}

impl Table {
    pub(crate) fn new(setup: &Setup) -> Self {
        Self {
            state: Diplomacy::start(setup, Seed(1)).unwrap(),
            log: Vec::new(),
        }
    }

    pub(crate) fn standard() -> Self {
        Self::new(&Setup::default())
    }

    pub(crate) fn duel() -> Self {
        let setup: Setup = serde_json::from_str(r#"{"map":"duel","misses":2}"#).unwrap();
        Self::new(&setup)
    }

    pub(crate) fn seat(&self, power: &str) -> Seat {
        Seat(self.state.board().power(power).unwrap().0)
    }

    pub(crate) fn ask(&self, power: &str, command: &Command) -> Result<Vec<Event>, Refusal> {
        Diplomacy::decide(&self.state, Actor::Seat(self.seat(power)), command)
    }

    pub(crate) fn say(&mut self, power: &str, command: Command) -> Vec<Event> {
        let events = self
            .ask(power, &command)
            .unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        drop(command);
        self.take(events)
    }

    pub(crate) fn refuse(&self, power: &str, command: &Command) -> String {
        self.ask(power, command).unwrap_err().code().to_owned()
    }

    pub(crate) fn order(&mut self, power: &str, orders: &[&str]) -> Vec<Event> {
        let orders = orders.iter().map(|order| (*order).to_owned()).collect();
        self.say(power, Command::Order(orders))
    }

    pub(crate) fn tick(&mut self) -> Vec<Event> {
        let command = Diplomacy::time_up(&self.state).unwrap();
        let events = Diplomacy::decide(&self.state, Actor::Clock, &command).unwrap();
        self.take(events)
    }

    pub(crate) fn take(&mut self, events: Vec<Event>) -> Vec<Event> {
        for event in &events {
            Diplomacy::apply(&mut self.state, event);
        }
        self.log.extend(events.clone());
        events
    }

    pub(crate) fn phase(&self) -> String {
        self.state.position().phase.to_string()
    }

    pub(crate) fn awaited(&self) -> u32 {
        match Diplomacy::turn(&self.state) {
            Turn::Awaiting { seats, .. } => seats.len(),
            Turn::Over(_) => 0,
        }
    }
}

pub(crate) fn phases_skipped(events: &[Event]) -> Vec<Phase> {
    let skipped = events.iter().filter_map(|event| match event {
        Event::PhaseSkipped { phase } => Some(*phase),
        _ => None,
    });
    skipped.collect()
}
