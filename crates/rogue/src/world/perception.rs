//! What can be seen, reached and found: sight, lines, paths, neighbours.

use parlour_grid::fov::{FieldOfView, Reach, line_of_sight};
use parlour_grid::path::{Costs, DistanceMap, Path, PathFinder, PathRules};
use parlour_grid::{BitGrid, Direction, Point};

use super::{LevelId, World};
use crate::entity::{EntityId, EntityRef};
use crate::level::Level;
use crate::prop::Prop;
use crate::registry::Category;
use crate::value::Value;

/// How distances are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// The larger of the two differences: steps in eight directions.
    #[default]
    Chebyshev,
    /// The sum of the two differences: steps in four directions.
    Manhattan,
    /// The straight line.
    Euclid,
}

impl Metric {
    /// Whether two cells are at most `radius` apart. Exact.
    pub fn within(self, a: Point, b: Point, radius: u32) -> bool {
        match self {
            Self::Chebyshev => a.chebyshev(b) <= radius,
            Self::Manhattan => a.manhattan(b) <= u64::from(radius),
            Self::Euclid => a.euclid_squared(b) <= u64::from(radius) * u64::from(radius),
        }
    }
}

/// What one sees when looking at a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookInfo {
    /// The name of the topmost entity, or of the tile.
    pub name: String,
    /// Its description, if it has one.
    pub description: Option<String>,
    /// Whether it is an entity or a tile.
    pub category: Category,
    /// The entity, if it is one.
    pub entity: Option<EntityId>,
    /// The cell.
    pub at: Point,
}

impl LookInfo {
    /// The sentence look mode ends with.
    pub fn sentence(&self) -> String {
        match &self.description {
            Some(description) => description.clone(),
            None => format!("You see {}.", self.name),
        }
    }
}

/// Reusable state of searches. Carries nothing that counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Senses {
    pub(crate) paths: PathFinder,
    pub(crate) view: FieldOfView,
    player_view: FieldOfView,
    /// What the player's view was computed for.
    player_key: Option<(LevelId, u64, Point, Option<u32>)>,
    /// Maps of distances to the player, for different abilities.
    hunts: Vec<(HuntKey, DistanceMap)>,
}

/// What a map of distances was computed for: the level, its terrain, the goal,
/// the abilities.
type HuntKey = (LevelId, u64, Point, u32);

/// How many maps of distances are kept.
const MOST_HUNTS: usize = 4;

/// What a straight step costs where steps are counted; a diagonal one costs one
/// more. So, of the ways with the fewest steps, one with the fewest diagonal
/// ones is cheapest: below this many steps all diagonals together cost less than
/// one further step.
const FINE_STEP: u32 = 1000;

impl Senses {
    /// The cheapest way over a level, and what the caller takes from it.
    fn way<T>(
        &mut self,
        level: &Level,
        abilities: u32,
        (from, to): (Point, Point),
        rules: &PathRules,
        take: impl Fn(&Path<'_>) -> T,
    ) -> Option<T> {
        let size = level.size();
        let open = |cell| level.is_open_to(cell, abilities);
        let short = rules.max_cost.is_none_or(|most| most < FINE_STEP);
        if rules.costs == Costs::STEPS && short {
            let fine = PathRules {
                costs: Costs::new(FINE_STEP, FINE_STEP + 1),
                max_cost: rules.max_cost.map(|most| most * FINE_STEP + FINE_STEP - 1),
                ..*rules
            };
            let path = self.paths.find_with(size, open, from, to, &fine)?;
            if path.steps() < FINE_STEP {
                return Some(take(&path));
            }
        }
        let path = self.paths.find_with(size, open, from, to, rules)?;
        Some(take(&path))
    }

    fn hunt_map(&mut self, level: &Level, key: HuntKey) -> &DistanceMap {
        let known = self.hunts.iter().position(|(kept, _)| *kept == key);
        let place = known.unwrap_or_else(|| {
            let same_feet = self.hunts.iter().position(|(kept, _)| kept.3 == key.3);
            let place = same_feet.unwrap_or(self.hunts.len() % MOST_HUNTS);
            if place == self.hunts.len() {
                self.hunts.push((key, DistanceMap::new()));
            }
            let (kept, map) = &mut self.hunts[place];
            *kept = key;
            let rules = PathRules::counting_steps();
            if key.3 == 0 {
                map.compute(level.blocked(), [key.2], &rules);
            } else {
                let open = |cell| level.is_open_to(cell, key.3);
                map.compute_with(level.size(), open, [key.2], &rules);
            }
            place
        });
        &self.hunts[place].1
    }
}

impl World {
    /// Describes what is at a cell of the current level: the topmost entity,
    /// else the tile. Nothing off the map.
    pub fn look_at(&self, at: Point) -> Option<LookInfo> {
        if !self.level().contains(at) {
            return None;
        }
        if let Some(top) = self.top_at(at) {
            return Some(LookInfo {
                name: top.name().to_string(),
                description: top.description().map(str::to_string),
                category: Category::Entity,
                entity: Some(top.id()),
                at,
            });
        }
        self.look_at_tile(at)
    }

    /// Describes the tile at a cell of the current level, whoever stands on it.
    pub fn look_at_tile(&self, at: Point) -> Option<LookInfo> {
        let kind = self.level().tile_type(at)?;
        let text = |prop| {
            self.level()
                .tile_prop(&self.registry, at, prop)
                .and_then(Value::as_text)
        };
        let name = text(Prop::NAME).unwrap_or_else(|| self.registry.tile_type_key(kind));
        Some(LookInfo {
            name: name.to_string(),
            description: text(Prop::DESCRIPTION).map(str::to_string),
            category: Category::Tile,
            entity: None,
            at,
        })
    }

    /// The cells seen from a cell of the current level, within a Chebyshev
    /// radius or as far as walls allow. The origin always belongs.
    pub fn field_of_view(&mut self, from: Point, radius: Option<u32>) -> &FieldOfView {
        let reach = radius.map_or(Reach::UNLIMITED, Reach::radius);
        let level = &self.levels[self.current.index()];
        self.senses.view.compute(level.opaque(), from, reach);
        &self.senses.view
    }

    /// What an entity sees: from its cell, as far as its view radius.
    pub fn entity_view(&mut self, who: EntityId) -> Option<&FieldOfView> {
        let entity = self.entity(who)?;
        let (from, radius) = (entity.at(), entity.view_radius());
        let level = self.level_of(who)?;
        let reach = radius.map_or(Reach::UNLIMITED, Reach::radius);
        let level = &self.levels[level.index()];
        self.senses.view.compute(level.opaque(), from, reach);
        Some(&self.senses.view)
    }

    /// Remembers what an entity sees now as explored.
    pub fn explore(&mut self, who: EntityId) {
        let Some(level) = self.level_of(who) else {
            return;
        };
        if self.entity_view(who).is_some()
            && self.levels[level.index()].contains(self.senses.view.observer())
        {
            let Self { levels, senses, .. } = self;
            senses.view.add_to(levels[level.index()].explored_mut());
        }
    }

    /// Whether the player of the current level sees a cell. The field of view is
    /// kept until the player moves or a tile changes, so a thousand monsters may
    /// ask.
    pub fn player_sees(&mut self, at: Point) -> bool {
        let Some(player) = self.player().and_then(|player| self.entity(player)) else {
            return false;
        };
        let (from, radius) = (player.at(), player.view_radius());
        let key = (self.current, self.level().terrain_version(), from, radius);
        if self.senses.player_key != Some(key) {
            let reach = radius.map_or(Reach::UNLIMITED, Reach::radius);
            let level = &self.levels[self.current.index()];
            self.senses.player_view.compute(level.opaque(), from, reach);
            self.senses.player_key = Some(key);
        }
        self.senses.player_view.contains(at)
    }

    /// The step that brings one nearer to the player by the shortest way, round
    /// whoever stands in between: the free neighbour with the fewest steps left,
    /// of equals a straight one before a diagonal one, then the first clockwise
    /// from north. Nothing if there is none, or no way at all.
    ///
    /// All who have the same abilities share one map of distances, made anew only
    /// when the player moves or a tile changes, so a thousand hunters cost one
    /// search.
    pub fn step_to_player(&mut self, who: EntityId) -> Option<Point> {
        let (level, slot) = self.find(who)?;
        if level != self.current {
            return None;
        }
        let here = &self.levels[level.index()];
        let goal = here.slot(here.player_slot()?).at;
        let data = here.slot(slot);
        let (at, abilities) = (data.at, data.abilities);
        let key = (level, here.terrain_version(), goal, abilities);
        let map = self.senses.hunt_map(here, key);
        let left = map.get(at)?;
        let mut best = None;
        for way in Direction::STRAIGHT.into_iter().chain(Direction::DIAGONAL) {
            let next = at.step(way);
            let Some(steps) = map.get(next).filter(|&steps| steps < left) else {
                continue;
            };
            let nearer = best.is_none_or(|(known, _)| steps < known);
            if nearer && here.blocker_at(next, slot).is_none() {
                best = Some((steps, way.delta()));
            }
        }
        best.map(|(_, by)| by)
    }

    /// Whether one cell of the current level sees another. Agrees with
    /// [`World::field_of_view`] on every pair; adjacent cells always see each
    /// other.
    pub fn sees(&self, from: Point, to: Point) -> bool {
        let level = self.level();
        line_of_sight(level.size(), |cell| !level.is_transparent(cell), from, to)
    }

    /// The shortest way between two cells of the current level for one with the
    /// mover's abilities, both ends included: eight directions, every step 1,
    /// corners may be cut, creatures are ignored. `limit` is the most steps. Of
    /// ways with equally many steps (below a thousand) it is one with the fewest
    /// diagonal ones, so nobody zigzags along a row.
    pub fn path(
        &mut self,
        mover: Option<EntityId>,
        from: Point,
        to: Point,
        limit: Option<u32>,
    ) -> Option<Vec<Point>> {
        let rules = PathRules {
            max_cost: limit,
            ..PathRules::counting_steps()
        };
        self.path_by(mover, from, to, &rules)
    }

    /// The cheapest way by other rules of cost.
    pub fn path_by(
        &mut self,
        mover: Option<EntityId>,
        from: Point,
        to: Point,
        rules: &PathRules,
    ) -> Option<Vec<Point>> {
        let abilities = mover.map_or(0, |mover| self.abilities_of(mover));
        let Self {
            levels,
            senses,
            current,
            ..
        } = self;
        let level = &levels[current.index()];
        senses.way(level, abilities, (from, to), rules, |path| {
            path.cells().collect()
        })
    }

    /// The first step of the shortest way, without keeping the way. Among equals
    /// it is that of [`World::path`].
    pub fn first_step(&mut self, mover: EntityId, to: Point, rules: &PathRules) -> Option<Point> {
        let (level, slot) = self.find(mover)?;
        let Self { levels, senses, .. } = self;
        let level = &levels[level.index()];
        let data = level.slot(slot);
        senses.way(level, data.abilities, (data.at, to), rules, |path| {
            path.next()
        })?
    }

    /// The entities of the current level within a radius, in the order of the
    /// list.
    pub fn within(&self, at: Point, radius: u32, metric: Metric) -> Vec<EntityRef<'_>> {
        let level = self.level();
        let near = |slot: &u32| metric.within(at, level.slot(*slot).at, radius);
        // A small square is searched cell by cell, a large one entity by entity.
        let side = u64::from(radius) * 2 + 1;
        let mut slots: Vec<u32> = if side.saturating_mul(side) < u64::from(level.entity_count()) {
            parlour_grid::Rect::around(at, radius)
                .cells()
                .flat_map(|cell| level.slots_at(cell))
                .filter(near)
                .collect()
        } else {
            level.slots_in_use().filter(near).collect()
        };
        slots.sort_unstable_by_key(|&slot| level.slot(slot).order);
        slots
            .into_iter()
            .map(|slot| self.entity_ref(self.current, slot))
            .collect()
    }

    /// The nearest entity of the current level that satisfies a test, by
    /// Chebyshev distance; of equals the first in the list.
    pub fn nearest(
        &self,
        at: Point,
        mut wanted: impl FnMut(EntityRef<'_>) -> bool,
    ) -> Option<EntityRef<'_>> {
        let level = self.level();
        level
            .slots_in_use()
            .map(|slot| self.entity_ref(self.current, slot))
            .filter(|entity| wanted(*entity))
            .min_by_key(|entity| (entity.at().chebyshev(at), level.slot(entity.slot).order))
    }

    /// The cells one with the mover's abilities cannot enter, creatures aside.
    pub fn blocked_for(&self, mover: EntityId) -> Option<BitGrid> {
        let (level, slot) = self.find(mover)?;
        let level = &self.levels[level.index()];
        let abilities = level.slot(slot).abilities;
        if abilities == 0 {
            return Some(level.blocked().clone());
        }
        Some(BitGrid::from_fn(level.size(), |cell| {
            !level.is_open_to(cell, abilities)
        }))
    }

    /// Whether one with the mover's abilities may enter a cell of the current
    /// level, creatures aside.
    pub fn is_open_to(&self, mover: Option<EntityId>, at: Point) -> bool {
        let abilities = mover.map_or(0, |mover| self.abilities_of(mover));
        self.level().is_open_to(at, abilities)
    }

    fn abilities_of(&self, who: EntityId) -> u32 {
        self.find(who).map_or(0, |(level, slot)| {
            self.levels[level.index()].slot(slot).abilities
        })
    }
}
