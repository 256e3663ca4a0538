//! Deadlines as data: a stage and the moment when its time is up.

use parlour_rules::{SeatSet, Stage};
use serde::{Deserialize, Serialize};

use crate::{Json, Time};

/// When the clock gives its command, if the stage is still the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadline {
    /// The stage that ends.
    pub stage: Stage,
    /// The moment.
    pub due: Time,
}

/// Says how long stages last: the pace of a game at a table.
///
/// A closure `Fn(&Phase<'_>) -> Option<Time>` is a timetable.
pub trait Timetable: Send + Sync {
    /// When a stage that begins now is over; nothing if time does not end it.
    fn due(&self, phase: &Phase<'_>) -> Option<Time>;
}

/// A stage that has just begun.
#[derive(Clone, Copy, Debug)]
pub struct Phase<'a> {
    /// Its name.
    pub stage: &'a Stage,
    /// The seats the table waits for.
    pub seats: SeatSet,
    /// The settings of the table, as they were agreed.
    pub settings: &'a Json,
    /// When it began.
    pub now: Time,
}

impl<F: Fn(&Phase<'_>) -> Option<Time> + Send + Sync> Timetable for F {
    fn due(&self, phase: &Phase<'_>) -> Option<Time> {
        self(phase)
    }
}
