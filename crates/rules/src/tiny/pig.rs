//! Pig: roll as often as you dare, hold to keep the pot; a one loses it.
//!
//! Notation: `roll`, `hold`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::NoSuchCommand;
use crate::testing::{RoundTrip, Sampler, Twin};
use crate::{Actor, Refuse, Rules, Seat, SeatSet, Seed, Stage, Stream, Turn, Viewer};

/// The rules of Pig.
#[derive(Clone, Copy, Debug)]
pub struct Pig;

/// What is agreed before the first roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PigSetup {
    /// From 1 to 8.
    pub players: u8,
    /// The score that wins, at least 1.
    pub goal: u32,
}

/// Everything there is to know, the seed included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PigState {
    seed: Seed,
    place: u64,
    goal: u32,
    scores: Vec<u32>,
    current: u8,
    turn: u32,
    pot: u32,
}

/// What the player whose turn it is may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PigCommand {
    /// Throw the die.
    Roll,
    /// Keep the pot and pass the die on.
    Hold,
}

/// What happened. Pig has no secrets but its seed, so all are told the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PigEvent {
    /// The die fell on this face, 1 to 6.
    Rolled(u8),
    /// The pot was kept.
    Held(u32),
}

/// The state without its seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PigView {
    /// The score that wins.
    pub goal: u32,
    /// The points of every seat.
    pub scores: Vec<u32>,
    /// Whose turn it is.
    pub current: Seat,
    /// What would be lost by a one.
    pub pot: u32,
}

/// Why a command or a setup is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PigRefusal {
    /// Between one and eight play.
    WrongNumberOfPlayers,
    /// The goal is at least one point.
    NoGoal,
    /// Somebody else has the die.
    NotYourTurn,
    /// Somebody has won already.
    Over,
    /// Holding needs a pot.
    NothingToHold,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PigOutcome {
    /// The first seat to reach the goal.
    pub winner: Seat,
}

impl Rules for Pig {
    const NAME: &'static str = "pig";
    const VERSION: u32 = 1;
    type Setup = PigSetup;
    type State = PigState;
    type Command = PigCommand;
    type Event = PigEvent;
    type Seen = PigEvent;
    type View = PigView;
    type Refusal = PigRefusal;
    type Outcome = PigOutcome;

    fn seats(setup: &PigSetup) -> u8 {
        setup.players
    }

    fn start(setup: &PigSetup, seed: Seed) -> Result<PigState, PigRefusal> {
        if !(1..=8).contains(&setup.players) {
            return Err(PigRefusal::WrongNumberOfPlayers);
        }
        if setup.goal == 0 {
            return Err(PigRefusal::NoGoal);
        }
        Ok(PigState {
            seed,
            place: 0,
            goal: setup.goal,
            scores: vec![0; usize::from(setup.players)],
            current: 0,
            turn: 1,
            pot: 0,
        })
    }

    fn turn(state: &PigState) -> Turn<PigOutcome> {
        match state.scores.iter().position(|score| *score >= state.goal) {
            Some(winner) => Turn::Over(PigOutcome {
                winner: Seat(winner as u8),
            }),
            None => Turn::Awaiting {
                stage: Stage::new(format!("turn-{}", state.turn)),
                seats: SeatSet::EMPTY.with(Seat(state.current)),
            },
        }
    }

    fn decide(
        state: &PigState,
        by: Actor,
        command: &PigCommand,
    ) -> Result<Vec<PigEvent>, PigRefusal> {
        if state.scores.iter().any(|score| *score >= state.goal) {
            return Err(PigRefusal::Over);
        }
        if by != Actor::Seat(Seat(state.current)) {
            return Err(PigRefusal::NotYourTurn);
        }
        match command {
            PigCommand::Roll => {
                let face = Stream::new(state.seed, state.place).below(6) + 1;
                Ok(vec![PigEvent::Rolled(face as u8)])
            }
            PigCommand::Hold if state.pot == 0 => Err(PigRefusal::NothingToHold),
            PigCommand::Hold => Ok(vec![PigEvent::Held(state.pot)]),
        }
    }

    fn apply(state: &mut PigState, event: &PigEvent) {
        state.place += 1;
        match event {
            PigEvent::Rolled(1) => state.pass_on(),
            PigEvent::Rolled(face) => state.pot = state.pot.saturating_add(u32::from(*face)),
            PigEvent::Held(points) => {
                let score = &mut state.scores[usize::from(state.current)];
                *score = score.saturating_add(*points);
                state.pass_on();
            }
        }
    }

    fn observe(event: &PigEvent, _: Viewer) -> Option<PigEvent> {
        Some(*event)
    }

    fn view(state: &PigState, _: Viewer) -> PigView {
        PigView {
            goal: state.goal,
            scores: state.scores.clone(),
            current: Seat(state.current),
            pot: state.pot,
        }
    }
}

impl PigState {
    fn pass_on(&mut self) {
        self.pot = 0;
        self.turn = self.turn.wrapping_add(1);
        self.current = (self.current + 1) % self.scores.len() as u8;
    }
}

impl fmt::Display for PigCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Roll => "roll",
            Self::Hold => "hold",
        })
    }
}

impl FromStr for PigCommand {
    type Err = NoSuchCommand;

    fn from_str(text: &str) -> Result<Self, NoSuchCommand> {
        match text {
            "roll" => Ok(Self::Roll),
            "hold" => Ok(Self::Hold),
            _ => Err(NoSuchCommand(text.to_owned())),
        }
    }
}

impl fmt::Display for PigRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WrongNumberOfPlayers => "between one and eight people play Pig",
            Self::NoGoal => "the goal is at least one point",
            Self::NotYourTurn => "somebody else has the die",
            Self::Over => "the game is over",
            Self::NothingToHold => "there is nothing in the pot to hold",
        })
    }
}

impl Refuse for PigRefusal {
    fn code(&self) -> &'static str {
        match self {
            Self::WrongNumberOfPlayers => "wrong_number_of_players",
            Self::NoGoal => "no_goal",
            Self::NotYourTurn => "not_your_turn",
            Self::Over => "game_over",
            Self::NothingToHold => "nothing_to_hold",
        }
    }
}

/// Random Pig for the conformance kit.
#[derive(Clone, Copy, Debug)]
pub struct PigSampler;

impl Sampler<Pig> for PigSampler {
    fn setup(&self, chance: &mut Stream) -> PigSetup {
        PigSetup {
            players: chance.below(4) as u8 + 1,
            goal: chance.below(40) + 10,
        }
    }

    fn command(&self, state: &PigState, _: Actor, chance: &mut Stream) -> Option<PigCommand> {
        let hold = chance.below(20) < state.pot;
        Some(if hold {
            PigCommand::Hold
        } else {
            PigCommand::Roll
        })
    }

    /// The seed is the only secret: another one with the same next face is a twin.
    fn disguise(
        &self,
        state: &PigState,
        _: Actor,
        command: &PigCommand,
        _: Viewer,
        chance: &mut Stream,
    ) -> Option<Twin<Pig>> {
        let next_face = |seed| Stream::new(seed, state.place).below(6);
        let seed = (0..100)
            .map(|_| Seed(u64::from(chance.word())))
            .find(|seed| next_face(*seed) == next_face(state.seed))?;
        Some(Twin {
            state: PigState {
                seed,
                ..state.clone()
            },
            command: *command,
        })
    }

    fn round_trips(&self, _: &PigState, _: &mut Stream) -> Vec<RoundTrip> {
        [PigCommand::Roll, PigCommand::Hold]
            .iter()
            .map(|command| RoundTrip::of("command", command, ToString::to_string, str::parse))
            .collect()
    }
}
