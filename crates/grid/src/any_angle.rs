//! Any-angle shortest paths: polylines whose legs are visible in the sense of
//! [exact sight](crate::sight) and whose inner vertices are [corners](Corners).
//!
//! The search is A* over the corners, with the straight line as its estimate;
//! what a vertex sees is computed when it is reached. Only corners that are
//! interesting for a vertex can be the next one: from where both cells beside a
//! corner's block are visible, no shortest way bends round that block.
//!
//! Lengths are floats, the only ones besides [`Point::euclid`]. They choose a
//! way and are shown; the way itself is cells.

#![expect(
    clippy::disallowed_types,
    reason = "lengths of sloping legs are sums of square roots"
)]

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::bits::ones;
use crate::sight::{ReadWords, Sight, Source};
use crate::{BitGrid, Corners, Grid, Point};

/// Finds any-angle shortest paths and keeps its memory between searches.
///
/// ```
/// use parlour_grid::{AnyAngleFinder, BitGrid, Corners, Point, Size};
///
/// let mut blocked = BitGrid::new(Size::new(5, 3));
/// blocked.set(Point::new(2, 1), true);
/// let corners = Corners::new(&blocked);
/// let mut finder = AnyAngleFinder::new();
/// let path = finder.find(&blocked, &corners, Point::new(0, 1), Point::new(4, 1)).unwrap();
/// let turns: Vec<_> = path.vertices().iter().map(|cell| (cell.x, cell.y)).collect();
/// assert_eq!(turns, [(0, 1), (1, 0), (3, 0), (4, 1)]);
/// assert!((path.length() - (2.0 + 8_f64.sqrt())).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, Default)]
pub struct AnyAngleFinder {
    sight: Sight,
    /// What a search has read of a map that is not bits.
    read: ReadWords,
    interesting: BitGrid,
    /// How many corners lie before each word of the corner grid.
    before: Vec<u32>,
    /// One node per corner, then the start, then the goal.
    nodes: Vec<Node>,
    open: BinaryHeap<Reverse<Open>>,
    vertices: Vec<Point>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    cell: Point,
    length: f64,
    parent: u32,
    closed: bool,
}

/// An open vertex, ordered by the estimate of the whole way; of equals the one
/// with the lower number first (corners by ascending id, then start, then goal).
#[derive(Clone, Copy, Debug)]
struct Open {
    whole: f64,
    node: u32,
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        self.whole
            .total_cmp(&other.whole)
            .then(self.node.cmp(&other.node))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Open {}

impl AnyAngleFinder {
    /// A finder that has searched nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The shortest polyline from start to goal, if there is one; none for ends
    /// that are blocked or off the map. The map says which of its cells are
    /// blocked: a [`BitGrid`], or any other [`Grid`], of which only what the search
    /// sees is read, and once.
    ///
    /// # Panics
    /// If the corners are of a map of another size.
    pub fn find(
        &mut self,
        blocked: &impl Grid,
        corners: &Corners,
        start: Point,
        goal: Point,
    ) -> Option<AnyAnglePath<'_>> {
        assert_eq!(
            blocked.size(),
            corners.size(),
            "the corners are of this map"
        );
        let (first, last) = if let Some(mut bits) = blocked.bits() {
            self.search(&mut bits, corners, start, goal)?
        } else {
            let mut read = std::mem::take(&mut self.read);
            let found = self.search(&mut read.begin(blocked), corners, start, goal);
            self.read = read;
            found?
        };
        Some(self.trace(first, last))
    }

    /// Searches; the numbers of start and goal if a way was found.
    fn search(
        &mut self,
        map: &mut impl Source,
        corners: &Corners,
        start: Point,
        goal: Point,
    ) -> Option<(u32, u32)> {
        if !map.is_free(start) || !map.is_free(goal) {
            return None;
        }
        let (first, last) = self.begin(corners, start, goal);
        self.improve(first, 0.0, first, goal);
        while let Some(Reverse(Open { node, .. })) = self.open.pop() {
            let here = self.nodes[node as usize];
            if here.closed {
                continue;
            }
            self.nodes[node as usize].closed = true;
            if node == last {
                return Some((first, last));
            }
            self.sight.see(map, here.cell, None);
            if self.sight.contains(goal) {
                self.improve(last, here.length + here.cell.euclid(goal), node, goal);
            }
            self.expand(corners, node, goal);
        }
        None
    }

    /// Opens the interesting corners of a vertex whose sight is at hand.
    fn expand(&mut self, corners: &Corners, node: u32, goal: Point) {
        let here = self.nodes[node as usize];
        let mut interesting = std::mem::take(&mut self.interesting);
        // Only rows that are seen are looked at, and left empty again.
        corners.add_interesting(self.sight.visible(), self.sight.rows(), &mut interesting);
        let stride = interesting.row(0).len();
        for y in self.sight.rows() {
            for (word, &bits) in interesting.row(y).iter().enumerate() {
                if bits == 0 {
                    continue;
                }
                let all = corners.cells().row(y)[word];
                for bit in ones(bits) {
                    let cell = Point::new(word as i32 * 64 + bit as i32, y);
                    let rank = (all & ((1 << bit) - 1)).count_ones();
                    let corner = self.before[y as usize * stride + word] + rank;
                    self.improve(corner, here.length + here.cell.euclid(cell), node, goal);
                }
            }
        }
        for y in self.sight.rows() {
            interesting.row_mut(y as usize).fill(0);
        }
        self.interesting = interesting;
    }

    /// Numbers the corners; returns the numbers of start and goal.
    fn begin(&mut self, corners: &Corners, start: Point, goal: Point) -> (u32, u32) {
        if self.interesting.size() != corners.size() {
            self.interesting.reset(corners.size());
        }
        self.before.clear();
        self.nodes.clear();
        self.open.clear();
        let fresh = |cell| Node {
            cell,
            length: f64::INFINITY,
            parent: 0,
            closed: false,
        };
        let mut count = 0;
        for y in 0..corners.size().height() as i32 {
            for word in corners.cells().row(y) {
                self.before.push(count);
                count += word.count_ones();
            }
        }
        self.nodes.extend(corners.cells().iter().map(fresh));
        self.nodes.extend([fresh(start), fresh(goal)]);
        (count, count + 1)
    }

    fn improve(&mut self, node: u32, length: f64, parent: u32, goal: Point) {
        let known = &mut self.nodes[node as usize];
        if length < known.length && !known.closed {
            known.length = length;
            known.parent = parent;
            let whole = length + known.cell.euclid(goal);
            self.open.push(Reverse(Open { whole, node }));
        }
    }

    fn trace(&mut self, first: u32, last: u32) -> AnyAnglePath<'_> {
        self.vertices.clear();
        let mut node = last;
        loop {
            let Node { cell, parent, .. } = self.nodes[node as usize];
            // A start or goal that is a corner too may be met twice.
            if self.vertices.last() != Some(&cell) {
                self.vertices.push(cell);
            }
            if node == first {
                break;
            }
            node = parent;
        }
        self.vertices.reverse();
        AnyAnglePath {
            vertices: &self.vertices,
            length: self.nodes[last as usize].length,
        }
    }
}

/// A shortest polyline.
#[derive(Clone, Copy, Debug)]
pub struct AnyAnglePath<'a> {
    vertices: &'a [Point],
    length: f64,
}

impl<'a> AnyAnglePath<'a> {
    /// The cells where it begins, turns and ends; a single one if start and goal
    /// are the same.
    pub fn vertices(&self) -> &'a [Point] {
        self.vertices
    }

    /// How long it is.
    pub fn length(&self) -> f64 {
        self.length
    }
}
