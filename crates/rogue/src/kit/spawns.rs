#![doc = include_str!("../../docs/kit/spawns.md")]

use parlour_grid::Point;
use parlour_rules::Stream;

use crate::generate::Layout;
use crate::level::Level;
use crate::registry::{Category, EntityType, Registry};
use crate::value::Value;

/// The property of a type that says where and how often it is met.
pub const SPAWN: &str = "spawn";

/// Which types are met at which depth, and how often.
#[derive(Clone, Debug, Default)]
pub struct Spawns {
    lines: Vec<Line>,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    kind: EntityType,
    from: i64,
    to: i64,
    often: u32,
}

impl Spawns {
    /// Reads the tables of content: `spawn = { from = 1, to = 4, often = 10 }` of every
    /// type, and of those only the ones that are wanted. `from` is 1 unless said, `to`
    /// has no end, `often` is 1.
    pub fn of(registry: &Registry, wanted: impl Fn(EntityType) -> bool) -> Self {
        let mut lines = Vec::new();
        for kind in registry.entity_types().filter(|kind| wanted(*kind)) {
            let key = registry.entity_type_key(kind);
            let Some(Value::Table(table)) = registry.type_prop(Category::Entity, key, SPAWN) else {
                continue;
            };
            let number = |name: &str, none| table.get(name).and_then(Value::as_int).unwrap_or(none);
            lines.push(Line {
                kind,
                from: number("from", 1),
                to: number("to", i64::MAX),
                often: u32::try_from(number("often", 1).clamp(0, 1_000_000)).unwrap_or(0),
            });
        }
        Self { lines }
    }

    /// One of those met at a depth, the more often the likelier; nothing if nobody is.
    pub fn pick(&self, depth: i64, chance: &mut Stream) -> Option<EntityType> {
        let here = |line: &&Line| (line.from..=line.to).contains(&depth);
        let total: u64 = self
            .lines
            .iter()
            .filter(here)
            .map(|line| u64::from(line.often))
            .sum();
        let mut left = chance.below(u32::try_from(total).ok().filter(|&total| total > 0)?);
        for line in self.lines.iter().filter(here) {
            if left < line.often {
                return Some(line.kind);
            }
            left -= line.often;
        }
        None
    }

    /// So many of those met at a depth for each room but the first, on cells that can be
    /// walked on, never two on one.
    pub fn places(
        &self,
        depth: i64,
        level: &Level,
        layout: &Layout,
        a_room: u32,
        chance: &mut Stream,
    ) -> Vec<(EntityType, Point)> {
        let mut places: Vec<(EntityType, Point)> = Vec::new();
        for room in layout.rooms.iter().skip(1) {
            for _ in 0..a_room {
                let free: Vec<Point> = room
                    .grown(-1)
                    .cells()
                    .filter(|&at| level.is_walkable(at))
                    .filter(|&at| places.iter().all(|&(_, taken)| taken != at))
                    .collect();
                if let Some(&at) = chance.pick(&free)
                    && let Some(kind) = self.pick(depth, chance)
                {
                    places.push((kind, at));
                }
            }
        }
        places
    }
}
