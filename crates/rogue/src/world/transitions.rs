//! Ways between levels: stairs, portals, the edges of neighbouring maps.
//!
//! A transition leads one way; a pair is two of them. Both ends must exist when
//! it is made, so nobody ever arrives on a level that is not there. An arrival
//! cell that is taken gives way to the nearest free one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use parlour_grid::{Direction, Point};
use serde::{Deserialize, Serialize};

use super::{LevelId, World};
use crate::entity::EntityId;
use crate::event::Event;
use crate::registry::TileType;

/// What sets a transition off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// A key, as on stairs.
    #[default]
    Key,
    /// Stepping on the cell, as on a portal.
    Step,
}

/// Where a transition leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Arrival {
    /// The level.
    pub level: LevelId,
    /// The cell.
    pub at: Point,
}

impl Arrival {
    /// A cell of a level.
    pub const fn new(level: LevelId, at: Point) -> Self {
        Self { level, at }
    }
}

/// A side of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The upper edge.
    North,
    /// The right edge.
    East,
    /// The lower edge.
    South,
    /// The left edge.
    West,
}

impl Side {
    /// The side opposite.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }
}

/// All transitions of a world.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transitions {
    pub(crate) cells: BTreeMap<(LevelId, Point), (Arrival, Trigger)>,
    pub(crate) edges: BTreeMap<(LevelId, Side), LevelId>,
}

/// Why a transition was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTransition {
    /// One end is on no level.
    #[error("one end of the transition is on a level that does not exist")]
    NoSuchLevel,
    /// One end is off its map.
    #[error("the cell {0} is off the map")]
    OffMap(Point),
}

/// Why somebody did not travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWay {
    /// There is no such entity.
    #[error("there is nobody to travel")]
    Nobody,
    /// There is no transition where the entity stands.
    #[error("there is no way from here")]
    NoTransition,
    /// The level is not there.
    #[error("the way leads to a level that does not exist")]
    NoSuchLevel,
    /// The cell is off the map.
    #[error("the way leads off the map")]
    OffMap,
    /// Every cell of the level is taken.
    #[error("there is no room on the other side")]
    NoRoom,
}

impl World {
    /// Adds a one-way transition. A second one from the same cell replaces the
    /// first.
    pub fn add_transition(
        &mut self,
        from: Arrival,
        to: Arrival,
        trigger: Trigger,
    ) -> Result<(), BadTransition> {
        self.check_end(from)?;
        self.check_end(to)?;
        self.transitions
            .cells
            .insert((from.level, from.at), (to, trigger));
        Ok(())
    }

    /// Joins two cells both ways.
    pub fn add_pair(
        &mut self,
        one: Arrival,
        other: Arrival,
        trigger: Trigger,
    ) -> Result<(), BadTransition> {
        self.add_transition(one, other, trigger)?;
        self.add_transition(other, one, trigger)
    }

    /// Puts a staircase between two levels: `>` on the cell of the first, `<` on
    /// the cell of the second, and a way both ways by key.
    pub fn join_stairs(&mut self, upper: Arrival, lower: Arrival) -> Result<(), BadTransition> {
        self.add_pair(upper, lower, Trigger::Key)?;
        for (end, stairs) in [(upper, TileType::STAIRS_DOWN), (lower, TileType::STAIRS_UP)] {
            if let Some(level) = self.get_level_mut(end.level) {
                level.set_type(end.at, stairs);
            }
        }
        Ok(())
    }

    /// Joins a side of one map to the opposite side of another, both ways:
    /// whoever walks off the one arrives on the other.
    pub fn join_edges(
        &mut self,
        level: LevelId,
        side: Side,
        other: LevelId,
    ) -> Result<(), BadTransition> {
        if self.get_level(level).is_none() || self.get_level(other).is_none() {
            return Err(BadTransition::NoSuchLevel);
        }
        self.transitions.edges.insert((level, side), other);
        self.transitions
            .edges
            .insert((other, side.opposite()), level);
        Ok(())
    }

    /// The transition from a cell of a level.
    pub fn transition(&self, level: LevelId, at: Point) -> Option<Arrival> {
        let (arrival, _) = self.transitions.cells.get(&(level, at))?;
        Some(*arrival)
    }

    /// The transition where an entity of the current level stands.
    pub fn transition_at(&self, who: EntityId) -> Option<Arrival> {
        let entity = self.entity(who)?;
        (self.level_of(who) == Some(self.current))
            .then(|| self.transition(self.current, entity.at()))
            .flatten()
    }

    /// The portal an entity of the current level stands on.
    pub(crate) fn portal_at(&self, who: EntityId) -> Option<Arrival> {
        if self.transitions.cells.is_empty() || self.level_of(who) != Some(self.current) {
            return None;
        }
        let at = self.entity(who)?.at();
        match self.transitions.cells.get(&(self.current, at)) {
            Some((arrival, Trigger::Step)) => Some(*arrival),
            _ => None,
        }
    }

    /// Where a step off the map leads, if the map goes on there.
    pub fn beyond_edge(&self, who: EntityId, way: Direction) -> Option<Arrival> {
        let (level, slot) = self.find(who)?;
        let here = &self.levels[level.index()];
        let to = here.slot(slot).at.step(way);
        let side = if to.x < 0 {
            Side::West
        } else if to.x >= here.width() as i32 {
            Side::East
        } else if to.y < 0 {
            Side::North
        } else if to.y >= here.height() as i32 {
            Side::South
        } else {
            return None;
        };
        let &other = self.transitions.edges.get(&(level, side))?;
        let size = self.get_level(other)?.size();
        let (right, bottom) = (size.width() as i32 - 1, size.height() as i32 - 1);
        let at = match side {
            Side::North => Point::new(to.x.clamp(0, right.max(0)), bottom),
            Side::South => Point::new(to.x.clamp(0, right.max(0)), 0),
            Side::West => Point::new(right, to.y.clamp(0, bottom.max(0))),
            Side::East => Point::new(0, to.y.clamp(0, bottom.max(0))),
        };
        Some(Arrival { level: other, at })
    }

    /// Takes an entity through the transition where it stands, and makes the
    /// level it comes to the current one.
    pub fn travel(&mut self, who: EntityId) -> Result<Arrival, NoWay> {
        let arrival = self.transition_at(who).ok_or(NoWay::NoTransition)?;
        self.travel_to(who, arrival)
    }

    /// Takes an entity to a cell of a level and makes that level the current
    /// one. On a cell that is taken, the nearest free one is used.
    pub fn travel_to(&mut self, who: EntityId, arrival: Arrival) -> Result<Arrival, NoWay> {
        let arrival = self.send_to(who, arrival)?;
        self.enter(arrival.level);
        Ok(arrival)
    }

    /// Takes an entity to a cell of a level without following it there. The
    /// entity is moved, never copied; its clock goes with it.
    pub fn send_to(&mut self, who: EntityId, arrival: Arrival) -> Result<Arrival, NoWay> {
        let at = self.free_cell_near(who, arrival)?;
        if let Some((home, mut entity)) = self.take_quietly(who) {
            if home != arrival.level {
                let from = entity.at;
                self.events.push(Event::Departed {
                    who,
                    level: home,
                    at: from,
                });
            }
            entity.at = at;
            // The clock of a frozen level lags behind by the time it was frozen.
            entity.next_action = entity
                .next_action
                .saturating_add(self.frozen_for(home))
                .saturating_sub(self.frozen_for(arrival.level));
            self.put_into(arrival.level, who, entity);
        }
        let arrival = Arrival {
            level: arrival.level,
            at,
        };
        self.events.push(Event::Travelled {
            who,
            level: arrival.level,
            at,
        });
        Ok(arrival)
    }

    /// The cell itself if the entity can stand there; else the free cell fewest
    /// steps away, else the nearest as the crow flies.
    pub fn free_cell_near(&self, who: EntityId, wanted: Arrival) -> Result<Point, NoWay> {
        let level = self.get_level(wanted.level).ok_or(NoWay::NoSuchLevel)?;
        if !level.contains(wanted.at) {
            return Err(NoWay::OffMap);
        }
        let (home, slot) = self.find(who).ok_or(NoWay::Nobody)?;
        let abilities = self.levels[home.index()].slot(slot).abilities;
        let mover = if home == wanted.level { slot } else { u32::MAX };
        let open = |at: Point| level.is_open_to(at, abilities);
        let free = |at: Point| open(at) && level.blocker_at(at, mover).is_none();
        if free(wanted.at) {
            return Ok(wanted.at);
        }
        let rank = |at: &Point| (wanted.at.euclid_squared(*at), *at);
        let mut seen = BTreeSet::from([wanted.at]);
        let mut ring = VecDeque::from([wanted.at]);
        while !ring.is_empty() {
            if let Some(best) = ring.iter().copied().filter(|&at| free(at)).min_by_key(rank) {
                return Ok(best);
            }
            for _ in 0..ring.len() {
                let at = ring.pop_front().unwrap_or(wanted.at);
                for next in at.neighbours() {
                    if open(next) && seen.insert(next) {
                        ring.push_back(next);
                    }
                }
            }
        }
        let cells = level.size().cells().filter(|&at| free(at));
        cells.min_by_key(rank).ok_or(NoWay::NoRoom)
    }

    /// How long a level has been frozen.
    fn frozen_for(&self, level: LevelId) -> i64 {
        if level == self.current {
            return 0;
        }
        self.now.saturating_sub(self.levels[level.index()].left_at)
    }

    fn check_end(&self, end: Arrival) -> Result<(), BadTransition> {
        let level = self
            .get_level(end.level)
            .ok_or(BadTransition::NoSuchLevel)?;
        if level.contains(end.at) {
            Ok(())
        } else {
            Err(BadTransition::OffMap(end.at))
        }
    }
}
