//! What one key does turn after turn, until something happens: exploring, resting,
//! walking to a cell that was clicked on.

use std::collections::BTreeSet;

use parlour_grid::Point;

use super::{Game, Mode};
use crate::entity::{EntityId, EntityRef};
use crate::notation::{Action, Key};
use crate::outcome::Outcome;
use crate::prop::Prop;
use crate::travel;
use crate::world::LevelId;

/// The most turns one key may take.
const LONGEST: u32 = 1000;

/// What is done again.
pub(super) enum Errand {
    Action(Action),
    Cell(Point),
}

/// What was so when it began.
pub(super) struct Watch {
    hp: Option<i64>,
    level: LevelId,
    said: u64,
    known: BTreeSet<EntityId>,
}

impl Game {
    /// What a key stands for, should it be done again.
    pub(super) fn errand_of(&self, key: Key) -> Option<Errand> {
        match key {
            Key::Cell(at) => Some(Errand::Cell(at)),
            key => self.rules.keys.get(key).cloned().map(Errand::Action),
        }
    }

    /// Does it again until something happens.
    pub(super) fn repeat(&mut self, errand: &Errand, mut watch: Watch) {
        for _ in 0..LONGEST {
            self.notice();
            if self.ending.is_some() || self.mode != Mode::Command || self.disturbed(&mut watch) {
                return;
            }
            let Some(who) = self.run_to_player() else {
                return;
            };
            let outcome = match errand {
                Errand::Action(action) => self.command(who, action.clone()),
                Errand::Cell(at) => self.go_to(who, *at),
            };
            let Some(outcome) = outcome else {
                return;
            };
            let again = outcome.again && !outcome.retry;
            self.finish_turn(who, outcome);
            if !again {
                return;
            }
        }
    }

    pub(super) fn watch(&mut self) -> Watch {
        Watch {
            hp: self.player_hp(),
            level: self.world.current(),
            said: self.world.log().total(),
            known: self
                .world
                .hostile_in_sight()
                .into_iter()
                .map(|(who, _)| who)
                .collect(),
        }
    }

    /// Whether somebody came into sight, the player was hurt or told something, or
    /// is elsewhere now.
    fn disturbed(&mut self, watch: &mut Watch) -> bool {
        let now = self.watch();
        let newcomer = now.known.difference(&watch.known).next().is_some();
        let disturbed =
            newcomer || now.hp < watch.hp || now.level != watch.level || now.said != watch.said;
        *watch = now;
        disturbed
    }

    fn player_hp(&self) -> Option<i64> {
        let player = self.world.entity(self.world.player()?)?;
        player.int(Prop::HP)
    }

    /// A click on a cell: beside the player a step or a bump, farther off the first
    /// step of the way there over known ground, to be gone on with.
    pub(super) fn go_to(&mut self, who: EntityId, at: Point) -> Option<Outcome> {
        let here = self.world.entity(who).map(EntityRef::at)?;
        let by = at - here;
        if by == Point::ORIGIN {
            return None;
        }
        if here.chebyshev(at) == 1 {
            let way = parlour_grid::Direction::ALL
                .into_iter()
                .find(|way| way.delta() == by)?;
            return self.command(who, Action::Move(way));
        }
        Some(travel::step_to(&mut self.world, who, at))
    }
}
