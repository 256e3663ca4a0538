//! Steps: one cell or any offset, checked against edges, terrain and creatures.

use parlour_grid::Point;

use super::World;
use crate::entity::EntityId;
use crate::event::Event;
use crate::outcome::{Bumped, Outcome, Time};

/// What comes of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The cell is free.
    Free,
    /// The cell is off the map.
    OffMap,
    /// The terrain cannot be entered.
    Terrain(Point),
    /// A creature blocks the cell.
    Creature(EntityId),
}

impl From<Step> for Outcome {
    fn from(step: Step) -> Self {
        match step {
            Step::Free => Self::turn(),
            Step::OffMap => Self::bumped(None),
            Step::Terrain(at) => Self::bumped(Some(Bumped::Cell(at))),
            Step::Creature(who) => Self::bumped(Some(Bumped::Entity(who))),
        }
    }
}

impl World {
    /// What would come of a step, without taking it. Terrain is tested before
    /// creatures; nobody stands in their own way.
    pub fn probe(&self, who: EntityId, by: Point) -> Step {
        let Some((level, slot)) = self.find(who) else {
            return Step::OffMap;
        };
        let level = &self.levels[level.index()];
        let data = level.slot(slot);
        let to = data.at + by;
        if by == Point::ORIGIN {
            return Step::Free;
        }
        if !level.contains(to) {
            return Step::OffMap;
        }
        if !level.is_open_to(to, data.abilities) {
            return Step::Terrain(to);
        }
        match level.blocker_at(to, slot) {
            Some(blocker) => Step::Creature(level.slot(blocker).id),
            None => Step::Free,
        }
    }

    /// Steps if the cell is free; otherwise nothing changes and the outcome says
    /// what stood in the way. Diagonal steps between two walls are allowed.
    pub fn try_move(&mut self, who: EntityId, by: Point) -> Outcome {
        let step = self.probe(who, by);
        if step == Step::Free && by != Point::ORIGIN {
            self.go(who, by);
        }
        step.into()
    }

    /// The creature that blocks the cell next to somebody, terrain aside.
    pub(crate) fn blocker_beside(&self, who: EntityId, by: Point) -> Option<EntityId> {
        let (level, slot) = self.find(who)?;
        let level = &self.levels[level.index()];
        let blocker = level.blocker_at(level.slot(slot).at + by, slot)?;
        Some(level.slot(blocker).id)
    }

    fn go(&mut self, who: EntityId, by: Point) {
        if let Some((level, slot)) = self.find(who) {
            let level = &mut self.levels[level.index()];
            let from = level.slot(slot).at;
            let to = from + by;
            level.put(slot, to);
            self.events.push(Event::Moved { who, from, to });
        }
    }

    /// Charges an actor for what it did: its delay, or the ticks the outcome
    /// names. Free actions leave the clock alone.
    pub(crate) fn charge(&mut self, who: EntityId, time: Time) {
        let Some((level, slot)) = self.find(who) else {
            return;
        };
        let level = &mut self.levels[level.index()];
        let data = level.slot(slot);
        let ticks = match time {
            Time::Free => return,
            Time::Turn => i64::from(data.delay),
            Time::Ticks(ticks) => ticks.max(0),
        };
        let next = data.next_action.saturating_add(ticks);
        level.schedule(slot, next);
        level.touch(slot);
    }

    /// Who acts next on the current level, and at which tick.
    pub fn next_actor(&mut self) -> Option<(EntityId, i64)> {
        let level = &mut self.levels[self.current.index()];
        let (tick, slot) = level.due()?;
        Some((level.slot(slot).id, tick))
    }
}
