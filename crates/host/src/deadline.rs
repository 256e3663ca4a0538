//! Deadlines as data: a stage and the moment when its time is up.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use parlour_rules::{Rules, SeatSet, Stage, Viewer};
use serde::{Deserialize, Serialize};

use crate::game::{Position, Said};
use crate::journal::NewLetter;
use crate::{Json, Time};

/// When the clock gives its command, if the stage is still the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadline {
    /// The stage that ends.
    pub stage: Stage,
    /// The moment.
    pub due: Time,
    /// A moment before it at which the timetable is asked, for instance to remind
    /// somebody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bell: Option<Time>,
}

impl Deadline {
    /// When it is claimed next: at its bell, otherwise when time is up.
    pub fn strikes(&self) -> Time {
        self.bell.map_or(self.due, |bell| bell.min(self.due))
    }
}

/// Says how long stages last: the pace of a game at a table.
///
/// A closure `Fn(&StageBegun<'_>) -> Option<Time>` is a timetable.
pub trait Timetable: Send + Sync {
    /// When a stage that begins now is over; nothing if time does not end it.
    fn due(&self, phase: &StageBegun<'_>) -> Option<Time>;

    /// When, before it is due, the timetable wants to be asked.
    fn bell(&self, _phase: &StageBegun<'_>, _due: Time) -> Option<Time> {
        None
    }

    /// What happens when a deadline strikes, at its bell or because it is due.
    fn struck(&self, moment: &Moment<'_>) -> Strike {
        if moment.now < moment.deadline.due {
            Strike::Wait(Wait::until(moment.deadline.due))
        } else {
            Strike::TimeUp
        }
    }
}

/// A stage that has just begun.
#[derive(Clone, Copy, Debug)]
pub struct StageBegun<'a> {
    /// Its name.
    pub stage: &'a Stage,
    /// The seats the table waits for.
    pub seats: SeatSet,
    /// The settings of the table, as they were agreed.
    pub settings: &'a Json,
    /// When it began.
    pub now: Time,
}

/// A deadline that strikes.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// Which.
    pub deadline: &'a Deadline,
    /// The seats the table still waits for.
    pub seats: SeatSet,
    /// The settings of the table.
    pub settings: &'a Json,
    /// What time it is.
    pub now: Time,
    pub(crate) position: &'a dyn Position,
}

impl Moment<'_> {
    /// What a viewer may know of the game; nothing if it is another game.
    pub fn view<G: Rules>(&self, viewer: Viewer) -> Option<G::View> {
        let state = self.position.state().downcast_ref()?;
        Some(G::view(state, viewer))
    }
}

/// What a timetable makes of a deadline that strikes.
#[derive(Clone, Debug)]
pub enum Strike {
    /// The clock gives its command.
    TimeUp,
    /// The clock gives this command instead, for instance because somebody has
    /// ended the stage before its time.
    Say(ClockCommand),
    /// Not yet.
    Wait(Wait),
}

/// A command of the clock, of the game's own type.
#[derive(Clone)]
pub struct ClockCommand(Arc<dyn Any + Send + Sync>);

impl ClockCommand {
    /// A command of this game.
    pub fn of<G: Rules>(command: G::Command) -> Self {
        Self(Arc::new(command))
    }

    /// The command, as positions take it.
    pub(crate) fn said(&self) -> Said<'_> {
        Said::Own(&*self.0)
    }
}

impl fmt::Debug for ClockCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClockCommand")
    }
}

/// A deadline that is put off, and what is told with that.
#[derive(Clone, Debug)]
pub struct Wait {
    /// When time is up from now on.
    pub due: Time,
    /// When the timetable is asked again.
    pub bell: Option<Time>,
    /// New settings, if they change.
    pub settings: Option<Json>,
    /// What is told, and to whom.
    pub letters: Vec<NewLetter>,
}

impl Wait {
    /// Nothing but a moment.
    pub fn until(due: Time) -> Self {
        Self {
            due,
            bell: None,
            settings: None,
            letters: Vec::new(),
        }
    }
}

impl<F: Fn(&StageBegun<'_>) -> Option<Time> + Send + Sync> Timetable for F {
    fn due(&self, phase: &StageBegun<'_>) -> Option<Time> {
        self(phase)
    }
}
