//! Whispers: a game in which most of what happens is nobody else's business, as
//! orders are before a deadline.

use std::fmt;

use parlour_rules::{Actor, Refuse, Rules, Seat, SeatSet, Seed, Stage, Turn, Viewer};
use serde::{Deserialize, Serialize};

pub(crate) struct Whispers;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub players: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    notes: Vec<Vec<u32>>,
    aloud: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Command {
    Whisper(u32),
    Say(u32),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Event {
    Whispered(Seat, u32),
    Said(Seat, u32),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct View {
    own: Vec<u32>,
    aloud: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Never;

impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nobody whispers a thirteen")
    }
}

impl Refuse for Never {
    fn code(&self) -> &'static str {
        "thirteen"
    }
}

impl Rules for Whispers {
    const NAME: &'static str = "whispers";
    const VERSION: u32 = 1;
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Seen = Event;
    type View = View;
    type Refusal = Never;
    type Outcome = ();

    fn seats(setup: &Setup) -> u8 {
        setup.players
    }

    fn start(setup: &Setup, _: Seed) -> Result<State, Never> {
        Ok(State {
            notes: vec![Vec::new(); usize::from(setup.players)],
            aloud: Vec::new(),
        })
    }

    fn turn(state: &State) -> Turn<()> {
        Turn::Awaiting {
            stage: Stage::new("evening"),
            seats: (0..state.notes.len() as u8).map(Seat).collect::<SeatSet>(),
        }
    }

    fn decide(_: &State, by: Actor, command: &Command) -> Result<Vec<Event>, Never> {
        let Actor::Seat(seat) = by else {
            return Err(Never);
        };
        match command {
            Command::Whisper(13) | Command::Say(13) => Err(Never),
            Command::Whisper(what) => Ok(vec![Event::Whispered(seat, *what)]),
            Command::Say(what) => Ok(vec![Event::Said(seat, *what)]),
        }
    }

    fn apply(state: &mut State, event: &Event) {
        match event {
            Event::Whispered(seat, what) => state.notes[usize::from(seat.0)].push(*what),
            Event::Said(_, what) => state.aloud.push(*what),
        }
    }

    fn observe(event: &Event, viewer: Viewer) -> Option<Event> {
        let own = |seat: Seat| viewer == Viewer::Seat(seat);
        let told = match event {
            Event::Whispered(seat, _) => own(*seat),
            Event::Said(..) => true,
        };
        told.then(|| event.clone())
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View {
            own: match viewer {
                Viewer::Seat(seat) => state.notes[usize::from(seat.0)].clone(),
                Viewer::Spectator => Vec::new(),
            },
            aloud: state.aloud.clone(),
        }
    }
}
