//! Deterministic maps for the scenes.

use parlour_grid::{BitGrid, Point, Rect, Size};

/// Numbers from a seed (`SplitMix64`).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 up to but not including `bound`.
    pub fn below(&mut self, bound: i32) -> i32 {
        (self.word() % bound as u64) as i32
    }

    /// A cell that is not blocked.
    pub fn free_cell(&mut self, blocked: &BitGrid) -> Point {
        let size = blocked.size();
        loop {
            let cell = Point::new(
                self.below(size.width() as i32),
                self.below(size.height() as i32),
            );
            if !blocked.contains(cell) {
                return cell;
            }
        }
    }
}

fn ring(size: Size) -> BitGrid {
    BitGrid::from_fn(size, |cell| size.rect().on_border(cell))
}

/// An empty room of 80 x 50 with walls round it.
pub fn room() -> BitGrid {
    ring(Size::new(80, 50))
}

/// 256 x 256 with 8 % single pillars and walls round them.
pub fn pillars() -> BitGrid {
    let mut dice = Dice::new(8);
    let size = Size::new(256, 256);
    let mut map = BitGrid::from_fn(size, |_| dice.below(100) < 8);
    map |= &ring(size);
    map
}

/// A cave of 128 x 128: noise, smoothed five times.
pub fn cave() -> BitGrid {
    let mut dice = Dice::new(20);
    let size = Size::new(128, 128);
    let mut map = BitGrid::from_fn(size, |_| dice.below(100) < 44);
    for _ in 0..5 {
        let before = map.clone();
        map = BitGrid::from_fn(size, |cell| {
            let walls = Rect::around(cell, 1)
                .cells()
                .filter(|&near| before.get(near) != Some(false))
                .count();
            walls >= 5
        });
    }
    map |= &ring(size);
    map
}

/// Rooms joined by corridors, 80 x 50.
pub fn dungeon() -> BitGrid {
    let mut dice = Dice::new(80);
    let size = Size::new(80, 50);
    let mut map = BitGrid::full(size);
    let mut rooms: Vec<Rect> = Vec::new();
    for _ in 0..200 {
        let (w, h) = (5 + dice.below(9), 4 + dice.below(6));
        let room = Rect::new(1 + dice.below(78 - w), 1 + dice.below(48 - h), w, h);
        if rooms.iter().any(|other| other.grown(1).overlaps(room)) {
            continue;
        }
        for cell in room.cells() {
            map.set(cell, false);
        }
        if let Some(last) = rooms.last() {
            let (a, b) = (last.centre(), room.centre());
            let bend = Point::new(b.x, a.y);
            for leg in [Rect::spanning(a, bend), Rect::spanning(bend, b)] {
                for cell in leg.cells() {
                    map.set(cell, false);
                }
            }
        }
        rooms.push(room);
    }
    map
}

/// 256 x 256 with 30 % of the cells blocked at random.
pub fn random256() -> BitGrid {
    let mut dice = Dice::new(256);
    BitGrid::from_fn(Size::new(256, 256), |_| dice.below(100) < 30)
}

/// A perfect maze of 512 x 512 with corridors one cell wide.
pub fn maze512() -> BitGrid {
    let mut dice = Dice::new(512);
    let mut map = BitGrid::full(Size::new(512, 512));
    let inside = Rect::new(1, 1, 510, 510);
    let mut way = vec![Point::new(1, 1)];
    map.set(way[0], false);
    while let Some(&at) = way.last() {
        let open: Vec<Point> = [(0, -2), (2, 0), (0, 2), (-2, 0)]
            .into_iter()
            .map(|(dx, dy)| at + Point::new(dx, dy))
            .filter(|&to| inside.contains(to) && map.contains(to))
            .collect();
        if open.is_empty() {
            way.pop();
            continue;
        }
        let to = open[dice.below(open.len() as i32) as usize];
        map.set(
            Point::new(i32::midpoint(at.x, to.x), i32::midpoint(at.y, to.y)),
            false,
        );
        map.set(to, false);
        way.push(to);
    }
    map
}

/// 512 x 512 in rooms of 15 x 15 with a door in most of the walls between them.
pub fn rooms512() -> BitGrid {
    let mut dice = Dice::new(5120);
    let size = Size::new(512, 512);
    let mut map = BitGrid::from_fn(size, |cell| cell.x % 16 == 0 || cell.y % 16 == 0);
    map |= &ring(size);
    for y in 0..32 {
        for x in 0..32 {
            let (left, top) = (x * 16, y * 16);
            if x > 0 && dice.below(10) < 8 {
                map.set(Point::new(left, top + 1 + dice.below(15).min(13)), false);
            }
            if y > 0 && dice.below(10) < 8 {
                map.set(Point::new(left + 1 + dice.below(15).min(13), top), false);
            }
        }
    }
    map
}
