//! What came of an action, as a value.

use parlour_grid::Point;

use crate::effect::Effect;
use crate::entity::EntityId;
use crate::notation::Action;
use crate::question::Question;

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
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says one thing of an outcome, and any may go together"
)]
pub struct Outcome {
    /// How long it took.
    pub time: Time,
    /// Nothing came of it; the player is asked again.
    pub retry: bool,
    /// The game is to end.
    pub quit: bool,
    /// The game is won, and ends.
    pub won: bool,
    /// The same is to be done again, turn after turn, until something happens or
    /// it comes to nothing: how one key explores or rests.
    pub again: bool,
    /// Something the player is asked before it goes on.
    pub ask: Option<Box<Question>>,
    /// Something the game around the rules is to do, such as saving.
    pub action: Option<Action>,
    /// What stood in the way.
    pub bumped: Option<Bumped>,
    /// Sentences that were said before `message`.
    pub earlier: Vec<String>,
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

    /// The game is won, and ends.
    pub fn won() -> Self {
        Self {
            won: true,
            ..Self::turn()
        }
    }

    /// The player is asked something first; takes no time. The answer goes to the
    /// handler of its topic (see [`Rules::on_answer`](crate::Rules::on_answer)). A hook
    /// and somebody else in their turn may ask as well: the player is asked as soon as
    /// it is its turn, one question after the other.
    pub fn ask(question: impl Into<Question>) -> Self {
        Self {
            ask: Some(Box::new(question.into())),
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

    /// The same with a sentence more.
    #[must_use]
    pub fn say(mut self, message: impl Into<String>) -> Self {
        self.earlier.extend(self.message.replace(message.into()));
        self
    }

    /// The same with an animation more.
    #[must_use]
    pub fn show(mut self, effect: Effect) -> Self {
        self.effect = Some(match self.effect.take() {
            Some(before) => Effect::concat([before, effect]),
            None => effect,
        });
        self
    }

    /// The same, to be done again and again until something happens.
    #[must_use]
    pub fn again(mut self) -> Self {
        self.again = true;
        self
    }

    /// The same with the words and the show of another after its own; how long it
    /// took stays.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        for sentence in other.earlier.into_iter().chain(other.message) {
            self = self.say(sentence);
        }
        match other.effect {
            Some(effect) => self.show(effect),
            None => self,
        }
    }

    /// Every sentence, in order.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        self.earlier.iter().chain(&self.message).map(String::as_str)
    }

    /// Whether it took no time.
    pub fn is_free(&self) -> bool {
        self.time == Time::Free
    }
}

/// A handler that only does something to the world: free, and without a word.
impl From<()> for Outcome {
    fn from((): ()) -> Self {
        Self::free()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_said_or_shown_is_lost() {
        let at = Point::new(1, 1);
        let blow = Outcome::turn().say("You hit.").show(Effect::hit(at));
        let more = Outcome::ticks(3).say("It growls.").show(Effect::miss(at));
        let both = blow.with(more).say("You tremble.");
        let said: Vec<&str> = both.sentences().collect();
        assert_eq!(said, ["You hit.", "It growls.", "You tremble."]);
        assert_eq!(both.time, Time::Turn);
        assert_eq!(both.effect.map(|effect| effect.frames.len()), Some(3));
    }
}
