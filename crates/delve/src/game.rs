//! Delve keeps the contract.

use parlour_rules::{
    Actor, Fingerprint, Migration, Rules, Seat, SeatSet, Seed, Stage, Turn, Viewer,
};
use serde::{Deserialize, Serialize};

use crate::act::{self, with_article};
use crate::ages;
use crate::command::{Command, Event};
use crate::journey::{Deed, End};
use crate::refusal::Refusal;
use crate::state::{Setup, State};
use crate::view::View;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Delve;

impl Delve {
    /// The dungeon of the challenge of a week, which is written `2031-W18`.
    pub fn seed_of_week(week: &str) -> Seed {
        Seed::from_text(&format!("{} weekly {week}", Self::NAME))
    }

    /// The dungeon that everybody enters on a day, which is written `2031-05-02`.
    pub fn seed_of_day(day: &str) -> Seed {
        Seed::from_text(&format!("{} daily {day}", Self::NAME))
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// What ended it.
    pub end: End,
    /// Points.
    pub score: u64,
    /// The deepest level that was reached.
    pub deepest: u8,
    /// The level it ended on.
    pub depth: u8,
    /// How many turns it took.
    pub turns: u64,
    /// The rank reached.
    pub rank: u32,
    /// What was other than usual, in words; empty for the ordinary game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mode: String,
}

impl Ending {
    /// How it ended, in a sentence.
    pub fn sentence(&self) -> String {
        let turns = self.turns;
        match &self.end {
            End::Won => format!("You brought the amulet into the light after {turns} turns."),
            End::Slain { by } => format!(
                "You were slain by {} on level {}, after {turns} turns.",
                with_article(by),
                self.depth
            ),
            End::Lost => format!("Your lamp went out on level {}.", self.depth),
        }
    }

    /// A line to share: which dungeon, how many points, how it ended, what was done.
    pub fn share(&self, dungeon: &str, deeds: &[Deed]) -> String {
        let mode = if self.mode.is_empty() {
            String::new()
        } else {
            format!(" ({})", self.mode)
        };
        let deeds = deeds.iter().map(|deed| format!("; {}", deed.sentence()));
        let deeds: String = deeds.collect();
        let (score, short) = (self.score, self.in_short());
        format!("Delve, {dungeon}{mode}: {score} points, {short}{deeds}")
    }

    /// The same in a few words.
    pub fn in_short(&self) -> String {
        match &self.end {
            End::Won => format!("won in {} turns", self.turns),
            End::Slain { by } => {
                format!("slain by {} on level {}", with_article(by), self.depth)
            }
            End::Lost => format!("lost in the dark on level {}", self.depth),
        }
    }
}

impl Rules for Delve {
    const NAME: &'static str = "delve";
    const VERSION: u32 = 4;
    const MIGRATIONS: &'static [Migration] = &[ages::FROM_1];

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Seen = Event;
    type View = View;
    type Refusal = Refusal;
    type Outcome = Ending;

    fn start(setup: &Setup, seed: Seed) -> Result<State, Refusal> {
        State::new(setup, seed)
    }

    fn turn(state: &State) -> Turn<Ending> {
        match state.ending() {
            Some(ending) => Turn::Over(ending),
            None => Turn::Awaiting {
                stage: Stage::new(format!("move-{}", state.moves)),
                seats: SeatSet::EMPTY.with(Seat(0)),
            },
        }
    }

    fn decide(state: &State, by: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        if by != Actor::Seat(Seat(0)) {
            return Err(Refusal::NotYours);
        }
        if state.journey.end.is_some() {
            return Err(Refusal::Over);
        }
        act::check(state, command)?;
        Ok(vec![Event::Done(*command)])
    }

    fn apply(state: &mut State, event: &Event) {
        state.advance(event);
    }

    fn observe(event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn view(state: &State, _viewer: Viewer) -> View {
        View::of(state)
    }

    fn fingerprint(state: &State) -> Fingerprint {
        state.trace
    }
}

impl State {
    /// How it ended, if it did.
    pub(crate) fn ending(&self) -> Option<Ending> {
        let end = self.journey.end.clone()?;
        let turns = self.world().turns();
        Some(Ending {
            end,
            score: self.journey.score(turns),
            deepest: self.journey.deepest,
            depth: self.journey.depth,
            turns,
            rank: self.journey.rank,
            mode: self.setup.mode(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending() -> Ending {
        Ending {
            end: End::Won,
            score: 900,
            deepest: 10,
            depth: 1,
            turns: 3_000,
            rank: 4,
            mode: String::new(),
        }
    }

    /// Outcomes are compared when a log is verified: what every game of these rules has
    /// written is all that is written.
    #[test]
    fn an_outcome_is_written_as_it_always_was() {
        let written = serde_json::to_value(ending()).unwrap();
        let mut fields: Vec<&String> = written.as_object().unwrap().keys().collect();
        fields.sort();
        let known = ["deepest", "depth", "end", "rank", "score", "turns"];
        assert_eq!(fields, known);
    }

    #[test]
    fn the_line_to_share_tells_what_was_done() {
        let line = ending().share("seed 1", &[Deed::Swiftly, Deed::Freed]);
        let done = "won in fewer than 4,000 turns; freed a captive";
        let all = format!("Delve, seed 1: 900 points, won in 3000 turns; {done}");
        assert_eq!(line, all);
    }
}
