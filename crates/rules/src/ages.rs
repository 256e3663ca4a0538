//! Ages: what becomes of games that were played under older rules.
//!
//! Rules change, and games that people left lying are still there. A log says by
//! which [`VERSION`](Rules::VERSION) each of its entries was decided. What is older
//! than the present rules is brought into the present form by the game's
//! [`MIGRATIONS`](Rules::MIGRATIONS), one step for each raise of the version that
//! changed a form; then its events are applied as always. What they decided is not
//! decided again, and the fingerprints they left are not compared.

use serde_json::Value;

use crate::Rules;

/// What becomes of a game that was played under an older version of its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// It goes on: its events can be applied, and the present rules decide what
    /// comes next.
    Continues,
    /// It can be read and replayed, but nothing more is accepted, for this reason:
    /// a clause for a player, such as `the deck had other cards`.
    ReadOnly(&'static str),
}

type OfSetup = fn(Value) -> Result<Value, String>;
type OfState = fn(Value, u64) -> Result<Value, String>;
type OfEvents = fn(Vec<Value>) -> Result<Vec<Value>, String>;

/// How the form of what is stored changed from one version of the rules to the
/// next: functions from the JSON of the one to the JSON of the other. What is not
/// named has kept its form.
///
/// What comes in was stored by anybody: a function answers with an error, never
/// with a panic.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    from: u32,
    setup: Option<OfSetup>,
    state: Option<OfState>,
    events: Option<OfEvents>,
}

impl Migration {
    /// The step from this version to the one after it.
    pub const fn from(version: u32) -> Self {
        Self {
            from: version,
            setup: None,
            state: None,
            events: None,
        }
    }

    /// The setup has another form.
    #[must_use]
    pub const fn setup(self, step: OfSetup) -> Self {
        Self {
            setup: Some(step),
            ..self
        }
    }

    /// A state has another form. The function is told how many entries led to it.
    /// With an error the snapshot is not used, and the events before it are applied
    /// instead; so it is where a snapshot does not say all that the new form needs.
    #[must_use]
    pub const fn state(self, step: OfState) -> Self {
        Self {
            state: Some(step),
            ..self
        }
    }

    /// The events of an entry have another form, or are others.
    #[must_use]
    pub const fn events(self, step: OfEvents) -> Self {
        Self {
            events: Some(step),
            ..self
        }
    }
}

/// The steps from a version to the present, in order.
fn steps<G: Rules>(version: u32) -> impl Iterator<Item = &'static Migration> {
    (version..G::VERSION).filter_map(|from| G::MIGRATIONS.iter().find(|step| step.from == from))
}

/// A setup that was written down under some version, in the present form.
pub fn present_setup<G: Rules>(version: u32, setup: Value) -> Result<Value, String> {
    let mut steps = steps::<G>(version).filter_map(|step| step.setup);
    steps.try_fold(setup, |setup, step| step(setup))
}

/// A state that was written down under some version after so many entries, in the
/// present form.
pub fn present_state<G: Rules>(version: u32, state: Value, entries: u64) -> Result<Value, String> {
    let mut steps = steps::<G>(version).filter_map(|step| step.state);
    steps.try_fold(state, |state, step| step(state, entries))
}

/// The events of an entry that was decided under some version, in the present form.
pub fn present_events<G: Rules>(version: u32, events: Vec<Value>) -> Result<Vec<Value>, String> {
    let mut steps = steps::<G>(version).filter_map(|step| step.events);
    steps.try_fold(events, |events, step| step(events))
}
