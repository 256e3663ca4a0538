//! What the rules of a game say where the world itself asks: who is an enemy, where
//! nobody walks on their own, what is done before somebody is gone. It is code, so it
//! is no part of saves; a game lends it to its world.

use std::sync::Arc;

use parlour_grid::Point;

use super::World;
use crate::entity::EntityId;
use crate::kit::allies;
use crate::travel;

type Says = dyn Fn(&World, EntityId) -> bool + Send + Sync;
type Avoids = dyn Fn(&World, EntityId, Point) -> bool + Send + Sync;
type Last = dyn Fn(&mut World, EntityId) + Send + Sync;

/// What a game lends its world.
#[derive(Clone, Default)]
pub(crate) struct Manners {
    pub(crate) hostile: Option<Arc<Says>>,
    pub(crate) avoids: Option<Arc<Avoids>>,
    pub(crate) before_death: Vec<Arc<Last>>,
}

impl World {
    /// Whether somebody is an enemy of the player's, by
    /// [`Rules::hostile`](crate::Rules::hostile); without it: whoever acts and is
    /// neither the player nor a friend.
    pub fn is_hostile(&self, who: EntityId) -> bool {
        let acts = self.entity(who).filter(|it| it.acts());
        let Some(it) = acts.filter(|it| self.player() != Some(it.id())) else {
            return false;
        };
        match &self.manners.hostile {
            Some(hostile) => hostile(self, who),
            None => !allies::is_friend(it),
        }
    }

    /// The enemies the player sees now, and where they are.
    pub fn hostile_in_sight(&mut self) -> Vec<(EntityId, Point)> {
        let mut all: Vec<(EntityId, Point)> = self
            .entities()
            .filter(|it| it.acts() && self.is_hostile(it.id()))
            .map(|it| (it.id(), it.at()))
            .collect();
        all.retain(|&(_, at)| self.player_sees(at));
        all
    }

    /// Whether somebody does not walk over a cell on their own, by
    /// [`Rules::avoid`](crate::Rules::avoid); without it by
    /// [`travel::is_dangerous`].
    pub fn avoids(&self, who: EntityId, at: Point) -> bool {
        match &self.manners.avoids {
            Some(avoids) => avoids(self, who, at),
            None => travel::is_dangerous(self, who, at),
        }
    }

    /// Does what is to be done before somebody is gone: see
    /// [`Rules::before_death`](crate::Rules::before_death). For fights of one's own.
    /// Nobody takes leave twice: for whoever [is leaving](Self::is_leaving) nothing is
    /// done.
    pub fn take_leave(&mut self, who: EntityId) {
        let nothing = self.manners.before_death.is_empty() || self.entity(who).is_none();
        if nothing || self.is_leaving(who) {
            return;
        }
        self.leaving.push(who);
        for last in self.manners.before_death.clone() {
            last(self, who);
        }
        self.leaving.retain(|it| *it != who);
    }

    /// Whether somebody dies just now, and what is done before it is gone goes on.
    /// Whoever hurts it meanwhile leaves it to be buried by whoever began.
    pub fn is_leaving(&self, who: EntityId) -> bool {
        self.leaving.contains(&who)
    }

    pub(crate) fn lend(&mut self, manners: Manners) {
        self.manners = manners;
    }
}
