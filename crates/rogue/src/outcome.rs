//! What came of an action, as a value.

use parlour_grid::Point;

use crate::effect::Effect;
use crate::entity::EntityId;
use crate::notation::Action;

/// How long an action took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Time {
    /// The actor's delay.
    #[default]
    Turn,
    /// So many ticks, whatever the delay.
    Ticks(i64),
    /// No time at all.
    Free,
}

/// What stood in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bumped {
    /// A creature that blocks its cell.
    Entity(EntityId),
    /// A cell whose terrain cannot be entered.
    Cell(Point),
}

/// What a behaviour, a step or a handler answers.
///
/// ```
/// use parlour_rogue::{Outcome, Time};
///
/// let shout = Outcome::ticks(5).say("You shout.");
/// assert_eq!(shout.time, Time::Ticks(5));
/// assert!(Outcome::retry().is_free());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// How long it took.
    pub time: Time,
    /// Nothing came of it; the player is asked again.
    pub retry: bool,
    /// The game is to end.
    pub quit: bool,
    /// Something the game around the rules is to do, such as saving.
    pub action: Option<Action>,
    /// What stood in the way.
    pub bumped: Option<Bumped>,
    /// A sentence for the log.
    pub message: Option<String>,
    /// An animation.
    pub effect: Option<Effect>,
    /// The cell that was chosen in look mode.
    pub target: Option<Point>,
}

impl Outcome {
    /// It took an ordinary turn.
    pub fn turn() -> Self {
        Self::default()
    }

    /// It took so many ticks.
    pub fn ticks(ticks: i64) -> Self {
        Self {
            time: Time::Ticks(ticks),
            ..Self::default()
        }
    }

    /// It took no time.
    pub fn free() -> Self {
        Self {
            time: Time::Free,
            ..Self::default()
        }
    }

    /// Nothing came of it, and it took no time.
    pub fn retry() -> Self {
        Self {
            retry: true,
            ..Self::free()
        }
    }

    /// The game is to end.
    pub fn quit() -> Self {
        Self {
            quit: true,
            ..Self::free()
        }
    }

    /// Something for the game around the rules to do; takes no time.
    pub fn pass_through(action: Action) -> Self {
        Self {
            action: Some(action),
            ..Self::free()
        }
    }

    /// A step that came to nothing because of what stood there.
    pub fn bumped(bumped: Option<Bumped>) -> Self {
        Self {
            bumped,
            ..Self::retry()
        }
    }

    /// The same with a sentence.
    #[must_use]
    pub fn say(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }

    /// The same with an animation.
    #[must_use]
    pub fn show(mut self, effect: Effect) -> Self {
        self.effect = Some(effect);
        self
    }

    /// Whether it took no time.
    pub fn is_free(&self) -> bool {
        self.time == Time::Free
    }
}
