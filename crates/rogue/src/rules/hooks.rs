//! Hooks beside the handlers: what is done when something has happened, after
//! anybody's turn, and when the player has answered a question.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlour_grid::Point;

use super::{Act, Rules};
use crate::entity::{Entity, EntityId};
use crate::event::Event;
use crate::outcome::Outcome;
use crate::question::Answer;
use crate::world::{Manners, World};

type React = dyn Fn(&mut World, &Event) -> Outcome + Send + Sync;
type Answered = dyn Fn(&mut World, EntityId, &Answer) -> Outcome + Send + Sync;
type Use = dyn Fn(&mut World, EntityId, &Entity, Option<Point>) -> Outcome + Send + Sync;

/// The hooks of a game.
#[derive(Clone, Default)]
pub(crate) struct Hooks {
    pub(crate) on_event: Vec<Arc<React>>,
    pub(crate) each_turn: Vec<Arc<Act>>,
    pub(crate) answers: BTreeMap<String, Arc<Answered>>,
    pub(crate) uses: BTreeMap<String, Arc<Use>>,
    /// What the world itself asks.
    pub(crate) manners: Manners,
}

impl Hooks {
    /// Whether anything is to be done beside the turns themselves.
    pub(crate) fn any_turns(&self) -> bool {
        !self.on_event.is_empty() || !self.each_turn.is_empty()
    }
}

impl Rules {
    /// Told of everything that happens, as soon as the action it belongs to is
    /// over: a blow that landed, a death, a step, a tile that changed. What it
    /// answers is said and shown; it may do to the world what it likes, and is told
    /// of that too. Each closure given is told, in order.
    ///
    /// ```
    /// use parlour_rogue::{Event, Outcome, Rules};
    ///
    /// let rules = Rules::new().on_event(|world, event| match event {
    ///     Event::Hit { who, damage, .. } if Some(*who) == world.player() && *damage >= 5 => {
    ///         Outcome::free().say("That hurt!")
    ///     }
    ///     _ => Outcome::free(),
    /// });
    /// ```
    #[must_use]
    pub fn on_event<R: Into<Outcome>>(
        mut self,
        react: impl Fn(&mut World, &Event) -> R + Send + Sync + 'static,
    ) -> Self {
        let react = move |world: &mut World, event: &Event| react(world, event).into();
        self.hooks.on_event.push(Arc::new(react));
        self
    }

    /// Asked after every turn that took time, the player's and everybody else's,
    /// with whose turn it was. Each closure given is asked, in order.
    #[must_use]
    pub fn after_each_turn<R: Into<Outcome>>(
        mut self,
        after: impl Fn(&mut World, EntityId) -> R + Send + Sync + 'static,
    ) -> Self {
        let after = move |world: &mut World, who: EntityId| after(world, who).into();
        self.hooks.each_turn.push(Arc::new(after));
        self
    }

    /// What an answer to a question of a topic does: see [`Outcome::ask`].
    #[must_use]
    pub fn on_answer(
        mut self,
        topic: &str,
        answered: impl Fn(&mut World, EntityId, &Answer) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        let answers = &mut self.hooks.answers;
        answers.insert(topic.to_string(), Arc::new(answered));
        self
    }

    /// What an item with `use = "WORD"` does, given who uses it, the item and the
    /// cell if it is aimed (`aimed = true`). What took time is used up, unless the
    /// item has `lasting = true`. One of the shipped words is replaced.
    #[must_use]
    pub fn on_use(
        mut self,
        word: &str,
        used: impl Fn(&mut World, EntityId, &Entity, Option<Point>) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        self.hooks.uses.insert(word.to_string(), Arc::new(used));
        self
    }

    /// Who is an enemy: whose coming into sight stops what the player does turn after
    /// turn, and whose sight keeps it from exploring and resting. Without it: whoever
    /// acts and is neither the player nor a friend.
    #[must_use]
    pub fn hostile(
        mut self,
        hostile: impl Fn(&World, EntityId) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.hooks.manners.hostile = Some(Arc::new(hostile));
        self
    }

    /// Where somebody does not walk on their own, exploring or on the way to a place;
    /// a step that is asked for goes anywhere. Without it:
    /// [`travel::is_dangerous`](crate::travel::is_dangerous), found traps, fire, gas and
    /// deep water.
    ///
    /// ```
    /// use parlour_rogue::{Rules, travel};
    ///
    /// let rules = Rules::new().avoid(|world, who, at| {
    ///     let ice = world.ground(at, "slippery").is_some();
    ///     ice || travel::is_dangerous(world, who, at)
    /// });
    /// ```
    #[must_use]
    pub fn avoid(
        mut self,
        avoids: impl Fn(&World, EntityId, Point) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.hooks.manners.avoids = Some(Arc::new(avoids));
        self
    }

    /// What is done when somebody dies, while it is there still with all it carries:
    /// it may let its things fall ([`items::drop_loot`](crate::items::drop_loot)), curse,
    /// or burst. Each closure given is called, in order; afterwards comes
    /// [`Event::Died`]. Fights of one's own call
    /// [`World::take_leave`](crate::World::take_leave).
    ///
    /// ```
    /// use parlour_rogue::{Rules, items};
    ///
    /// let rules = Rules::new().fight_with_dice().before_death(items::drop_loot);
    /// ```
    #[must_use]
    pub fn before_death(
        mut self,
        last: impl Fn(&mut World, EntityId) + Send + Sync + 'static,
    ) -> Self {
        self.hooks.manners.before_death.push(Arc::new(last));
        self
    }

    /// The same with a module of rules put in: `rules.with(traps::rules)`.
    #[must_use]
    pub fn with(self, module: impl FnOnce(Self) -> Self) -> Self {
        module(self)
    }
}
