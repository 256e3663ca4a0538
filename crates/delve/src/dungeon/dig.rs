//! Rock, rooms, doors and water: one way of digging for each of ten levels.

use parlour_rogue::generate::{
    self, Bsp, Cave, Drunkard, Layout, Maze, Rooms, Template, furthest, is_connected,
};
use parlour_rogue::{Direction, Level, Point, Stream, TileType};

use super::{HEIGHT, OLD_HEIGHT, WIDTH};
use crate::content::{Content, Generator, LevelPlan};

/// Ground without anybody on it.
pub(super) struct Ground {
    pub(super) level: Level,
    pub(super) up: Point,
    pub(super) down: Point,
    pub(super) marks: Vec<(char, Point)>,
    pub(super) layout: Layout,
}

pub(super) fn ground(content: &Content, plan: &LevelPlan, chance: &mut Stream) -> Ground {
    let height = match content.kinds.deep {
        Some(_) => HEIGHT,
        None => OLD_HEIGHT,
    };
    let mut level = Level::new(&content.registry, WIDTH, height);
    let layout = lay_out(content, plan.generator, &mut level, chance);
    let door = content.kinds.door;
    // The framework's doors stop feet as well; ours do not.
    for at in level.size().cells() {
        if level.tile_type(at) == Some(TileType::DOOR_CLOSED) {
            level.set_type(at, door);
        }
    }
    let (doors, pools) = match plan.generator {
        Generator::Rooms | Generator::Crypt => (40, 0),
        Generator::Halls | Generator::Keep | Generator::Vault => (75, 0),
        Generator::Flooded => (30, 9),
        Generator::Cave => (0, 5),
        Generator::Cavern => (0, 3),
        Generator::Burrows | Generator::Maze => (0, 0),
    };
    hang_doors(&mut level, &layout, door, doors, chance);
    let (mut up, mut down) = (layout.start, layout.end);
    if chance.below(2) == 0 {
        std::mem::swap(&mut up, &mut down);
    }
    for _ in 0..pools {
        flood(&mut level, up, down, chance);
    }
    // Doors and water may have made another cell the farthest; the stairs stay
    // apart in any case.
    if up == down {
        down = furthest(&level, up);
    }
    Ground {
        level,
        up,
        down,
        marks: layout.marks.clone(),
        layout,
    }
}

fn lay_out(
    content: &Content,
    generator: Generator,
    level: &mut Level,
    chance: &mut Stream,
) -> Layout {
    match generator {
        Generator::Rooms if content.rooms_of(generator).next().is_none() => {
            generate::rooms(level, chance, &Rooms::default())
        }
        Generator::Rooms => with_templates(content, generator, level, chance, 60, 9, 25),
        Generator::Halls => generate::bsp(level, chance, &Bsp { least: 7 }),
        Generator::Cave => generate::cave(level, chance, &Cave::default()),
        Generator::Burrows => generate::drunkard(level, chance, &Drunkard { floor: 36 }),
        Generator::Crypt => with_templates(content, generator, level, chance, 60, 7, 40),
        Generator::Maze => generate::maze(level, chance, &Maze { loops: 12 }),
        Generator::Flooded => generate::bsp(level, chance, &Bsp { least: 9 }),
        Generator::Cavern => {
            let wide = Cave {
                walls: 38,
                rounds: 4,
                least: 30,
            };
            generate::cave(level, chance, &wide)
        }
        Generator::Keep => with_templates(content, generator, level, chance, 120, 7, 30),
        Generator::Vault => with_templates(content, generator, level, chance, 25, 10, 50),
    }
}

fn with_templates(
    content: &Content,
    generator: Generator,
    level: &mut Level,
    chance: &mut Stream,
    tries: u32,
    most: i32,
    percent: u32,
) -> Layout {
    let templates: Vec<Template> = content.rooms_of(generator).cloned().collect();
    let options = Rooms {
        tries,
        least: 5,
        most,
        templates,
        template_percent: percent,
    };
    generate::rooms(level, chance, &options)
}

/// Doors where a passage breaks the wall of a room.
fn hang_doors(
    level: &mut Level,
    layout: &Layout,
    door: TileType,
    percent: u32,
    chance: &mut Stream,
) {
    if percent == 0 {
        return;
    }
    for room in &layout.rooms {
        for at in room.cells().filter(|&at| room.on_border(at)) {
            let is_wall = |way| level.tile_type(at.step(way)) == Some(TileType::WALL);
            let (north, east) = (is_wall(Direction::North), is_wall(Direction::East));
            let (south, west) = (is_wall(Direction::South), is_wall(Direction::West));
            let frame = (north && south && !east && !west) || (east && west && !north && !south);
            if level.tile_type(at) == Some(TileType::FLOOR)
                && frame
                && at != layout.start
                && at != layout.end
                && chance.below(100) < percent
            {
                level.set_type(at, door);
            }
        }
    }
}

/// A pool, unless it would cut something off.
fn flood(level: &mut Level, up: Point, down: Point, chance: &mut Stream) {
    let middle = Point::new(
        chance.below(level.width()) as i32,
        chance.below(level.height()) as i32,
    );
    let radius = 2 + chance.below(3);
    let radius_squared = u64::from(radius * radius);
    let wet: Vec<Point> = level
        .size()
        .cells()
        .filter(|&at| {
            // Terminal cells are twice as high as wide.
            let flat = Point::new(middle.x, middle.y + (at.y - middle.y) * 2);
            let flat = Point::new(at.x, flat.y);
            flat.euclid_squared(middle) <= radius_squared
                && level.tile_type(at) == Some(TileType::FLOOR)
                && at.chebyshev(up) > 2
                && at.chebyshev(down) > 2
        })
        .collect();
    for &at in &wet {
        level.set_type(at, TileType::WATER);
    }
    if !is_connected(level) {
        for &at in &wet {
            level.set_type(at, TileType::FLOOR);
        }
    }
}
