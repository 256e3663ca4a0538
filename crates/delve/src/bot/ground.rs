//! Ways over the ground the player knows.

use parlour_grid::path::{DistanceMap, PathRules};
use parlour_grid::{Direction, Point, Size};

use crate::view::{Ground, View};

/// Steps to some cell, from everywhere one could walk.
pub(super) struct Ways(DistanceMap);

impl Ways {
    /// The ways to some goals. Enemies are not in the way.
    pub(super) fn to(view: &View, goals: &[Point]) -> Self {
        let size = Size::checked(
            u32::from(view.picture.width),
            u32::from(view.picture.height),
        )
        .unwrap_or_default();
        let mut map = DistanceMap::new();
        map.compute_with(
            size,
            |at| is_walkable(view, at),
            goals.iter().copied(),
            &PathRules::counting_steps(),
        );
        Self(map)
    }

    pub(super) fn steps(&self, at: Point) -> Option<u32> {
        self.0.get(at)
    }

    /// The free neighbour of the player that is nearest to a goal.
    pub(super) fn nearer(&self, view: &View) -> Option<Direction> {
        self.nearer_by(view, |at| is_free(view, at))
    }

    fn nearer_by(&self, view: &View, is_open: impl Fn(Point) -> bool) -> Option<Direction> {
        let left = self.0.get(view.here)?;
        Direction::ALL
            .into_iter()
            .filter(|&way| is_open(view.here.step(way)))
            .filter_map(|way| Some((self.0.get(view.here.step(way))?, way)))
            .filter(|&(steps, _)| steps < left)
            .min()
            .map(|(_, way)| way)
    }

    /// The free neighbour of the player that is farthest from every goal, if it
    /// is farther than here.
    pub(super) fn farther(&self, view: &View) -> Option<Direction> {
        let now = self.0.get(view.here)?;
        Direction::ALL
            .into_iter()
            .filter(|&way| is_free(view, view.here.step(way)))
            .filter_map(|way| Some((self.0.get(view.here.step(way))?, std::cmp::Reverse(way))))
            .filter(|&(steps, _)| steps > now)
            .max()
            .map(|(_, way)| way.0)
    }
}

pub(super) fn is_walkable(view: &View, at: Point) -> bool {
    let cell = view.picture.get(at);
    cell.is_some_and(|cell| {
        let ground = cell.ground;
        ground.is_walkable() && (!ground.is_harmful() || at == view.here)
    })
}

/// Whether something beside a cell is unknown yet.
pub(super) fn is_edge(view: &View, at: Point) -> bool {
    let unknown = |at: Point| {
        let cell = view.picture.get(at);
        cell.is_some_and(|cell| cell.ground == Ground::Unknown)
    };
    is_walkable(view, at) && Direction::ALL.into_iter().any(|way| unknown(at.step(way)))
}

/// The step to the nearest ground where nothing hurts.
pub(super) fn to_safety(view: &View) -> Option<Direction> {
    let size = Size::checked(
        u32::from(view.picture.width),
        u32::from(view.picture.height),
    )?;
    let mut map = DistanceMap::new();
    let open = |at: Point| {
        let cell = view.picture.get(at);
        cell.is_some_and(|cell| cell.ground.is_walkable())
    };
    let safe = view
        .picture
        .points()
        .filter(|&at| at.chebyshev(view.here) <= 8 && at != view.here && is_walkable(view, at));
    map.compute_with(size, open, safe, &PathRules::counting_steps());
    let taken = |at: Point| view.enemies().any(|enemy| enemy.at == at);
    Direction::ALL
        .into_iter()
        .filter(|&way| open(view.here.step(way)) && !taken(view.here.step(way)))
        .filter_map(|way| Some((map.get(view.here.step(way))?, way)))
        .min()
        .map(|(_, way)| way)
}

/// The nearest known ground that only a swimmer reaches and from which one walks to one
/// of the goals; if there is none, the nearest of all.
pub(super) fn far_shore(view: &View, goals: &[Point]) -> Option<Point> {
    let dry = Ways::to(view, &[view.here]);
    let wet = swimming(view, [view.here])?;
    let worth = Ways::to(view, goals);
    let shores = view.picture.points().filter(|&at| is_walkable(view, at));
    let shores = shores.filter(|&at| dry.steps(at).is_none());
    let shores = shores.filter_map(|at| Some((worth.steps(at).is_none(), wet.get(at)?, at)));
    shores.min().map(|(_, _, at)| at)
}

/// The step to a cell, through water if it must be.
pub(super) fn swim(view: &View, to: Point) -> Option<Direction> {
    Ways(swimming(view, [to])?).nearer_by(view, |at| is_wet(view, at) || is_free(view, at))
}

fn is_wet(view: &View, at: Point) -> bool {
    let cell = view.picture.get(at);
    cell.is_some_and(|cell| cell.ground == Ground::DeepWater)
}

fn swimming(view: &View, goals: impl IntoIterator<Item = Point>) -> Option<DistanceMap> {
    let size = Size::checked(
        u32::from(view.picture.width),
        u32::from(view.picture.height),
    )?;
    let mut map = DistanceMap::new();
    map.compute_with(
        size,
        |at| is_walkable(view, at) || is_wet(view, at),
        goals,
        &PathRules::counting_steps(),
    );
    Some(map)
}

/// Whether one may step there now.
pub(super) fn is_free(view: &View, at: Point) -> bool {
    is_walkable(view, at) && view.enemies().all(|enemy| enemy.at != at)
}

/// How many ways lead to a cell.
pub(super) fn openness(view: &View, at: Point) -> usize {
    let around = Direction::ALL.into_iter();
    around
        .filter(|&way| is_walkable(view, at.step(way)))
        .count()
}
