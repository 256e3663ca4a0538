//! A player by script, for whole games: drinks when hurt, rests when nobody is near, fights
//! who is beside it, takes what lies about, goes down, takes the crown.

use std::collections::{BTreeMap, VecDeque};

use parlour_rogue::{Direction, EntityRef, Game, Key, Point, TileType, items};

/// When it drinks and when it rests, by its hit points.
pub(crate) struct Habits {
    pub(crate) drink_below: i64,
    pub(crate) rest_below: i64,
}

impl Habits {
    /// Plays to the end, or for a long while.
    pub(crate) fn play(&self, game: &mut Game) {
        for _ in 0..6000 {
            if game.ending().is_some() {
                return;
            }
            let key = self.next_key(game);
            game.press(key);
        }
    }

    /// What it presses next.
    pub(crate) fn next_key(&self, game: &Game) -> Key {
        let world = &game.world;
        let me = world.entity(world.player().unwrap()).unwrap();
        let here = me.at();
        if let Some(menu) = game.menu() {
            let wanted = menu
                .choices
                .iter()
                .position(|choice| choice.label == "red potion");
            return wanted.map_or(Key::Escape, |place| Key::Char((b'a' + place as u8) as char));
        }
        if me.count("hp") < self.drink_below && world.carries(me.id(), "potion") {
            return Key::Char('i');
        }
        let enemy = world
            .entities()
            .find(|it| it.id() != me.id() && it.acts() && it.at().chebyshev(here) == 1);
        if let Some(enemy) = enemy {
            return Key::Cell(enemy.at());
        }
        let wanted = |it: &EntityRef<'_>| items::is_item(*it);
        if world.entities_at(here).iter().any(wanted) {
            return Key::Char('g');
        }
        let near = world
            .entities()
            .any(|it| it.id() != me.id() && it.acts() && it.at().chebyshev(here) < 8);
        if (1..self.rest_below).contains(&me.count("hp")) && !near {
            return Key::Char('.');
        }
        let level = world.level();
        if level.tile_type(here) == Some(TileType::STAIRS_DOWN)
            && !world.entities().any(|it| wanted(&it))
        {
            return Key::Char('>');
        }
        let things: Vec<Point> = world.entities().filter(wanted).map(EntityRef::at).collect();
        let goal = |at: Point| {
            if things.is_empty() {
                level.tile_type(at) == Some(TileType::STAIRS_DOWN)
            } else {
                things.contains(&at)
            }
        };
        first_step(game, here, goal).map_or(Key::Char('o'), Key::Cell)
    }
}

/// The first cell of the shortest way, through closed doors too.
fn first_step(game: &Game, here: Point, goal: impl Fn(Point) -> bool) -> Option<Point> {
    let level = game.world.level();
    let mut from: BTreeMap<Point, Point> = BTreeMap::from([(here, here)]);
    let mut queue = VecDeque::from([here]);
    while let Some(at) = queue.pop_front() {
        if at != here && goal(at) {
            let mut step = at;
            while from[&step] != here {
                step = from[&step];
            }
            return Some(step);
        }
        for way in Direction::ALL {
            let next = at.step(way);
            let door = level.tile_type(next) == Some(TileType::DOOR_CLOSED);
            if (level.is_walkable(next) || door) && !from.contains_key(&next) {
                from.insert(next, at);
                queue.push_back(next);
            }
        }
    }
    None
}
