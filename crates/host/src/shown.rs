//! What a viewer is shown of a table: one struct, whether the game's types are at
//! hand or only their JSON.

use parlour_rules::{Rules, SeatSet, Stage, Turn, Viewer};

use crate::Json;
use crate::deadline::Deadline;
use crate::journal::Standing;
use crate::log::Older;
use crate::table::Record;

/// The form in which views, tellings and outcomes are shown: of a game, its own
/// types; [`Json`], where the game is not known.
pub trait Form {
    /// A view.
    type View;
    /// What a viewer is told of an event.
    type Seen;
    /// How a game ended.
    type Outcome;
}

impl<G: Rules> Form for G {
    type View = G::View;
    type Seen = G::Seen;
    type Outcome = G::Outcome;
}

impl Form for Json {
    type View = Self;
    type Seen = Self;
    type Outcome = Self;
}

/// What a viewer is shown of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown<F: Form> {
    /// How far the table has come.
    pub standing: Standing,
    /// With whose eyes.
    pub viewer: Viewer,
    /// The view.
    pub view: F::View,
    /// What the viewer was told since the last time, oldest first; nothing known
    /// if there was no last time, or too much has happened to tell.
    pub seen: Option<Vec<F::Seen>>,
    /// The stage that commands must name; nothing when the game is over.
    pub stage: Option<Stage>,
    /// The seats the table waits for.
    pub awaiting: SeatSet,
    /// How it ended.
    pub outcome: Option<F::Outcome>,
    /// When time is up.
    pub deadline: Option<Deadline>,
    /// Under which older rules it was played, as long as the present ones have decided
    /// nothing of it: whoever opens it is told once, in its words.
    pub older: Option<Older>,
    /// Who sits where, and whether it is paused, as far as it is known.
    pub record: Record,
}

impl<F: Form> Shown<F> {
    /// A view and the turn it belongs to. What is known around them is for the
    /// caller to say; so far nothing is.
    pub fn new(viewer: Viewer, view: F::View, turn: Turn<F::Outcome>, record: Record) -> Self {
        let (stage, awaiting, outcome) = match turn {
            Turn::Awaiting { stage, seats } => (Some(stage), seats, None),
            Turn::Over(outcome) => (None, SeatSet::EMPTY, Some(outcome)),
        };
        Self {
            standing: Standing::default(),
            viewer,
            view,
            seen: None,
            stage,
            awaiting,
            outcome,
            deadline: None,
            older: None,
            record,
        }
    }
}
