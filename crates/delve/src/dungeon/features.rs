//! What the ground of a level has beyond rock and rooms: water, grass, light, traps,
//! hidden doors, a vault, a hall. Who and what is in them: `furniture.rs`.

use parlour_grid::Rect;
use parlour_grid::path::{DistanceMap, PathFinder, PathRules};
use parlour_rogue::generate::is_connected;
use parlour_rogue::kit::vaults;
use parlour_rogue::{Level, Point, Stream, TileType};

use super::dig::Ground;
use super::{HEIGHT, WIDTH};
use crate::content::{Content, Deep, LevelPlan};
use crate::words::{Snare, Theme};

/// How far a brazier's light falls.
const LIGHT: u32 = 3;

/// What was put on a level before anybody came to live there.
#[derive(Default)]
pub(super) struct Found {
    /// The locked room and the cell of its key.
    pub(super) vault: Option<vaults::Vault>,
    /// The room of the stalls, or of the sleepers.
    pub(super) hall: Option<Rect>,
}

/// What a level is made to be.
#[derive(Clone, Copy)]
pub(super) struct Made {
    pub(super) theme: Theme,
    /// Whether its way ends here.
    pub(super) last: bool,
    /// The shaft of the branch, if it begins here.
    pub(super) shaft: Option<TileType>,
}

impl Found {
    /// Whether a cell belongs to a room with furniture of its own.
    pub(super) fn is_apart(&self, at: Point) -> bool {
        let vault = self.vault.map(|vault| vault.room);
        let rooms = [vault, self.hall];
        rooms.into_iter().flatten().any(|room| room.contains(at))
            || self.vault.is_some_and(|vault| vault.key == at)
    }
}

/// Changes the ground of a level.
pub(super) fn adorn(
    content: &Content,
    deep: &Deep,
    plan: &LevelPlan,
    Made { theme, last, shaft }: Made,
    ground: &mut Ground,
    chance: &mut Stream,
) -> Found {
    let mut found = Found::default();
    for &(mark, at) in &ground.marks {
        if at == ground.up || at == ground.down {
            continue;
        }
        let tile = match mark {
            'g' => deep.grass,
            'o' => deep.oil,
            'w' => deep.water,
            'b' => deep.bridge,
            'k' => deep.brazier,
            'v' => deep.vent,
            _ => continue,
        };
        ground.level.set_type(at, tile);
        if tile == deep.brazier {
            if is_connected(&ground.level) {
                light(content, &mut ground.level, at);
            } else {
                // A passage ends here.
                ground.level.set_type(at, TileType::FLOOR);
            }
        }
    }
    if plan.vault {
        ground.layout.start = ground.up;
        ground.layout.end = ground.down;
        let (level, layout) = (&mut ground.level, &ground.layout);
        found.vault = vaults::lock_one(&content.registry, level, layout, chance);
        if let Some(vault) = &mut found.vault {
            // The farthest cell from the stairs up is where those down are.
            vault.key = key_beside(ground, vault);
        }
    }
    if matches!(theme, Theme::Market | Theme::Zoo) {
        found.hall = hall(ground, &found);
    }
    let blobs = |ground: &mut Ground, tile, count: u32, chance: &mut Stream| {
        for _ in 0..count {
            blob(ground, &found, tile, chance);
        }
    };
    match theme {
        Theme::Flooded => {
            blobs(ground, deep.water, 14, chance);
        }
        Theme::Burning => {
            blobs(ground, deep.grass, 16, chance);
            blobs(ground, deep.oil, 4, chance);
            sprinkle(ground, &found, deep.vent, 3, chance);
        }
        Theme::Dark => {
            for at in sprinkle(ground, &found, deep.brazier, 5, chance) {
                light(content, &mut ground.level, at);
            }
        }
        _ => blobs(ground, deep.grass, 2, chance),
    }
    for _ in 0..plan.traps {
        let snare = Snare::ALL[chance.below(Snare::ALL.len() as u32) as usize];
        let at = some_floor(ground, &found, 4, chance);
        // In a passage there would be no way round it.
        let open = |at: &Point| {
            let around = Rect::around(*at, 1).cells();
            let open = around.filter(|&cell| ground.level.is_walkable(cell));
            open.count() >= 7
        };
        if let Some(at) = at.filter(open) {
            let trap = content.names.trap;
            ground.level.set_tile_prop(at, trap, snare.word());
        }
    }
    let shaft = shaft.and_then(|shaft| {
        let at = some_floor(ground, &found, 9, chance)?;
        ground.level.set_type(at, shaft);
        Some(at)
    });
    if plan.traps > 0 && !last {
        hide_a_door(content, deep, ground, (&found, shaft), chance);
    }
    // Nobody has to swim to the stairs, or for the key.
    bridge(deep, ground, ground.down);
    if let Some(vault) = found.vault {
        bridge(deep, ground, vault.key);
    }
    if let Some(shaft) = shaft {
        bridge(deep, ground, shaft);
    }
    found
}

/// The floor nearest to where the key would lie, apart from the stairs.
fn key_beside(ground: &Ground, vault: &vaults::Vault) -> Point {
    let level = &ground.level;
    let floor = level.size().cells().filter(|&at| {
        level.tile_type(at) == Some(TileType::FLOOR)
            && at.chebyshev(ground.down) >= 2
            && at.chebyshev(ground.up) >= 2
            && !vault.room.contains(at)
    });
    let nearest = floor.min_by_key(|at| (at.euclid_squared(vault.far), *at));
    nearest.unwrap_or(vault.far)
}

/// The plain floor of a room.
pub(super) fn floor_of(level: &Level, room: Rect) -> Vec<Point> {
    let cells = room.grown(-1).cells();
    cells
        .filter(|&at| level.tile_type(at) == Some(TileType::FLOOR))
        .collect()
}

/// The largest room without stairs.
fn hall(ground: &Ground, found: &Found) -> Option<Rect> {
    let rooms = ground.layout.rooms.iter().copied();
    rooms
        .filter(|room| !room.contains(ground.up) && !room.contains(ground.down))
        .filter(|room| found.vault.is_none_or(|vault| !vault.room.overlaps(*room)))
        .filter(|room| floor_of(&ground.level, *room).len() >= 9)
        .max_by_key(|room| (floor_of(&ground.level, *room).len(), room.x, room.y))
}

fn light(content: &Content, level: &mut Level, at: Point) {
    for cell in Rect::around(at, LIGHT).cells() {
        if level.contains(cell) && level.is_walkable(cell) {
            level.set_tile_prop(cell, content.names.lit, true);
        }
    }
}

fn some_floor(ground: &Ground, found: &Found, away: u32, chance: &mut Stream) -> Option<Point> {
    let cells = ground.level.size().cells();
    let cells: Vec<Point> = cells
        .filter(|&at| ground.level.tile_type(at) == Some(TileType::FLOOR))
        .filter(|&at| at.chebyshev(ground.up) >= away && at.chebyshev(ground.down) >= away)
        .filter(|&at| !found.is_apart(at))
        .collect();
    chance.pick(&cells).copied()
}

/// A tile here and there on open floor, where it blocks nothing.
fn sprinkle(
    ground: &mut Ground,
    found: &Found,
    tile: TileType,
    count: u32,
    chance: &mut Stream,
) -> Vec<Point> {
    let mut places = Vec::new();
    for _ in 0..count {
        let Some(at) = some_floor(ground, found, 3, chance) else {
            break;
        };
        let open = Rect::around(at, 1).cells().all(|cell| {
            let level = &ground.level;
            level.contains(cell) && level.tile_type(cell) == Some(TileType::FLOOR)
        });
        if open {
            ground.level.set_type(at, tile);
            places.push(at);
        }
    }
    places
}

/// A patch of ground, twice as wide as high.
fn blob(ground: &mut Ground, found: &Found, tile: TileType, chance: &mut Stream) {
    let middle = Point::new(chance.below(WIDTH) as i32, chance.below(HEIGHT) as i32);
    let radius = 2 + chance.below(4);
    let cells: Vec<Point> = Rect::around(middle, radius)
        .cells()
        .filter(|at| {
            let flat = Point::new(at.x, middle.y + (at.y - middle.y) * 2);
            flat.euclid_squared(middle) <= u64::from(radius * radius)
                && ground.level.tile_type(*at) == Some(TileType::FLOOR)
                && at.chebyshev(ground.up) > 2
                && at.chebyshev(ground.down) > 2
                && !found.is_apart(*at)
        })
        .collect();
    for at in cells {
        ground.level.set_type(at, tile);
    }
}

/// Planks over the water of the driest way from the stairs up to a place.
fn bridge(deep: &Deep, ground: &mut Ground, to: Point) {
    let mut finder = PathFinder::new();
    let rules = PathRules::counting_steps();
    let level = &ground.level;
    let weight = |at: Point| match level.tile_type(at) {
        Some(tile) if tile == deep.water => 4,
        _ if level.is_walkable(at) => 1,
        _ => 0,
    };
    let Some(path) = finder.find_weighted(level.size(), weight, ground.up, to, &rules) else {
        return;
    };
    let wet: Vec<Point> = path
        .cells()
        .filter(|&at| level.tile_type(at) == Some(deep.water))
        .collect();
    for at in wet {
        ground.level.set_type(at, deep.bridge);
    }
}

/// One door looks like rock, if stairs, key and shaft can be reached without it.
fn hide_a_door(
    content: &Content,
    deep: &Deep,
    ground: &mut Ground,
    (found, shaft): (&Found, Option<Point>),
    chance: &mut Stream,
) {
    let door = content.kinds.door;
    let cells = ground.level.size().cells();
    let mut doors: Vec<Point> = cells
        .filter(|&at| ground.level.tile_type(at) == Some(door))
        .collect();
    chance.shuffle(&mut doors);
    for at in doors.into_iter().take(3) {
        ground.level.set_type(at, deep.secret);
        let mut reached = DistanceMap::new();
        reached.compute(
            ground.level.blocked(),
            [ground.up],
            &PathRules::counting_steps(),
        );
        let key = found.vault.map_or(ground.down, |vault| vault.key);
        let wanted = [ground.down, key, shaft.unwrap_or(key)];
        if wanted.iter().all(|at| reached.get(*at).is_some()) {
            return;
        }
        ground.level.set_type(at, door);
    }
}
