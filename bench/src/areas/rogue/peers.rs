//! The loops of others, as their books write them, over the same crowd and the same step:
//! what differs is how the next one to act is found.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bracket_pathfinding::prelude::{BaseMap, DijkstraMap, SmallVec};
use parlour_rogue::{Point, Seed, Stream};

/// How many walk about, and on how wide a floor.
const CROWD: u32 = 10_000;
const SIDE: i32 = 1000;

/// Who stands where; each may step to one of nine cells if it is free.
pub struct Floor {
    places: Vec<(i32, i32)>,
    taken: Vec<bool>,
    chance: Stream,
}

fn index(x: i32, y: i32) -> usize {
    (y * SIDE + x) as usize
}

impl Floor {
    fn new() -> Self {
        let mut floor = Self {
            places: Vec::new(),
            taken: vec![false; (SIDE * SIDE) as usize],
            chance: Stream::new(Seed(1), 0),
        };
        for _ in 0..CROWD {
            let (x, y) = (floor.chance.below(1000), floor.chance.below(1000));
            floor.places.push((x as i32, y as i32));
            floor.taken[index(x as i32, y as i32)] = true;
        }
        floor
    }

    fn wander(&mut self, who: u32) {
        let nine = self.chance.below(9) as i32;
        let (x, y) = self.places[who as usize];
        let (to_x, to_y) = (x + nine % 3 - 1, y + nine / 3 - 1);
        let inside = (0..SIDE).contains(&to_x) && (0..SIDE).contains(&to_y);
        if inside && !self.taken[index(to_x, to_y)] {
            self.taken[index(x, y)] = false;
            self.taken[index(to_x, to_y)] = true;
            self.places[who as usize] = (to_x, to_y);
        }
    }
}

/// As everyone writes it first: a heap of moments, no rules.
pub struct PlainLoop {
    floor: Floor,
    queue: BinaryHeap<Reverse<(i64, u64, u32)>>,
    sequence: u64,
}

impl PlainLoop {
    pub fn new() -> Self {
        let all = (0..CROWD).map(|who| Reverse((0, u64::from(who), who)));
        Self {
            floor: Floor::new(),
            queue: all.collect(),
            sequence: u64::from(CROWD),
        }
    }

    pub fn turn(&mut self) -> u64 {
        let Some(Reverse((tick, _, who))) = self.queue.pop() else {
            return 0;
        };
        self.floor.wander(who);
        self.queue.push(Reverse((tick + 10, self.sequence, who)));
        self.sequence += 1;
        self.sequence
    }
}

/// As the books over bracket-lib write it: no scheduler, but systems that run over all
/// components once a tick; the first of them writes down anew which cells are taken.
pub struct SystemsLoop {
    floor: Floor,
    next: u32,
}

impl SystemsLoop {
    pub fn new() -> Self {
        let floor = Floor::new();
        Self { floor, next: 0 }
    }

    pub fn turn(&mut self) -> u64 {
        if self.next == 0 {
            self.floor.taken.fill(false);
            for &(x, y) in &self.floor.places {
                self.floor.taken[index(x, y)] = true;
            }
        }
        self.floor.wander(self.next);
        self.next = (self.next + 1) % CROWD;
        u64::from(self.next)
    }
}

/// As the scheduler by speed of rot.js does it: times are relative, and whenever time
/// passes every waiting one's is made smaller.
pub struct RelativeLoop {
    floor: Floor,
    queue: BinaryHeap<Reverse<(u64, u64, u32)>>,
    sequence: u64,
}

impl RelativeLoop {
    pub fn new() -> Self {
        let all = (0..CROWD).map(|who| Reverse((u64::from(who % 10), u64::from(who), who)));
        Self {
            floor: Floor::new(),
            queue: all.collect(),
            sequence: u64::from(CROWD),
        }
    }

    pub fn turn(&mut self) -> u64 {
        let Some(Reverse((wait, _, who))) = self.queue.pop() else {
            return 0;
        };
        if wait > 0 {
            let mut all = std::mem::take(&mut self.queue).into_vec();
            for Reverse((other, ..)) in &mut all {
                *other -= wait;
            }
            self.queue = BinaryHeap::from(all);
        }
        self.floor.wander(who);
        self.queue.push(Reverse((10, self.sequence, who)));
        self.sequence += 1;
        self.sequence
    }
}

/// A cave for bracket-pathfinding.
struct Cave {
    width: i32,
    open: Vec<bool>,
}

impl BaseMap for Cave {
    fn is_opaque(&self, index: usize) -> bool {
        !self.open[index]
    }

    fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
        let at = index as i32;
        let steps = [-1, 1, -self.width, self.width];
        let slopes = [
            -self.width - 1,
            -self.width + 1,
            self.width - 1,
            self.width + 1,
        ];
        // The border of a cave is wall, so no step leads to another row.
        let all = steps
            .into_iter()
            .chain(slopes)
            .map(|step| (at + step) as usize);
        all.filter(|&to| self.open.get(to) == Some(&true))
            .map(|to| (to, 1.0))
            .collect()
    }
}

/// Creatures after a goal as the books over bracket-lib write it: one distance map a
/// tick of everybody, each goes downhill.
pub struct DownhillLoop {
    cave: Cave,
    taken: Vec<bool>,
    places: Vec<usize>,
    map: DijkstraMap,
    next: usize,
}

impl DownhillLoop {
    pub fn new(size: (u32, u32), floor: &[Point], crowd: usize) -> Self {
        let place = |at: &Point| (at.y * size.0 as i32 + at.x) as usize;
        let mut open = vec![false; (size.0 * size.1) as usize];
        for at in floor {
            open[place(at)] = true;
        }
        let mut chance = Stream::new(Seed(1), 0);
        let mut places: Vec<usize> = Vec::new();
        let mut taken = vec![false; open.len()];
        while places.len() < crowd {
            if let Some(at) = chance.pick(floor).map(place) {
                taken[at] = true;
                places.push(at);
            }
        }
        let cave = Cave {
            width: size.0 as i32,
            open,
        };
        Self {
            map: DijkstraMap::new_empty(size.0, size.1, 1e6),
            cave,
            taken,
            places,
            next: 0,
        }
    }

    /// One creature's turn; `goal` is where the hunted one is.
    pub fn turn(&mut self, goal: Point) -> u64 {
        if self.next == 0 {
            let goal = (goal.y * self.cave.width + goal.x) as usize;
            DijkstraMap::clear(&mut self.map);
            DijkstraMap::build(&mut self.map, &[goal], &self.cave);
        }
        let from = self.places[self.next];
        let to = DijkstraMap::find_lowest_exit(&self.map, from, &self.cave);
        if let Some(to) = to.filter(|&to| !self.taken[to]) {
            self.taken[from] = false;
            self.taken[to] = true;
            self.places[self.next] = to;
        }
        self.next = (self.next + 1) % self.places.len();
        from as u64
    }
}
