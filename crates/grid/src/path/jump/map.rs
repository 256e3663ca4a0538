//! A map prepared for jump-point search.

use std::sync::OnceLock;

use super::components::Components;
use super::planes::Planes;
use crate::bits::ones;
use crate::grid::bits_of;
use crate::path::Steps;
use crate::{BitGrid, Grid, Point, Size};

/// A map prepared for many path searches: its walls and the stops of jumps, by
/// rows and by columns, as bits.
///
/// Preparing costs less than one search, and changing a cell much less. It also
/// learns which parts are not joined at all, once a search has failed, so that
/// asking again for a path that does not exist costs next to nothing.
///
/// ```
/// use parlour_grid::path::{JumpMap, PathFinder, PathRules, Steps};
/// use parlour_grid::{BitGrid, Point, Size};
///
/// let walls = BitGrid::from_fn(Size::new(9, 9), |cell| cell.y == 4);
/// let mut map = JumpMap::new(&walls, Steps::Eight);
/// let mut finder = PathFinder::new();
/// let (north, south) = (Point::new(2, 0), Point::new(6, 8));
/// assert!(finder.find_on(&map, north, south, &PathRules::default()).is_none());
///
/// map.set(Point::new(4, 4), false);
/// let path = finder.find_on(&map, north, south, &PathRules::default()).unwrap();
/// assert_eq!(path.cost(), 4 * 14 + 4 * 10);
/// ```
#[derive(Clone, Debug, Default)]
pub struct JumpMap {
    size: Size,
    steps: Steps,
    pub(super) rows: Planes,
    pub(super) columns: Planes,
    components: OnceLock<Components>,
}

impl JumpMap {
    /// Prepares a map that says which of its cells are blocked, a [`BitGrid`] or any
    /// other [`Grid`], for paths with these steps.
    ///
    /// Jumping is for eight directions; a map for [`Steps::Four`] is searched like
    /// any other.
    pub fn new(blocked: &impl Grid, steps: Steps) -> Self {
        let mut map = Self::default();
        map.prepare(blocked, steps);
        map
    }

    /// Prepares another map, keeping the memory.
    pub fn prepare(&mut self, blocked: &impl Grid, steps: Steps) {
        self.prepare_bits(&bits_of(blocked), steps);
    }

    fn prepare_bits(&mut self, blocked: &BitGrid, steps: Steps) {
        self.size = blocked.size();
        self.steps = steps;
        self.components.take();
        let (width, height) = (self.size.width() as usize, self.size.height() as usize);
        self.rows.block_all(width, height);
        for y in 0..height {
            lay_row(blocked.row(y as i32), width, self.rows.line_mut(y + 1));
        }
        self.columns.turn(&self.rows, width, height);
        self.rows.find_stops(steps);
        self.columns.find_stops(steps);
    }

    /// Prepares what has become of a map that was prepared `before`: a few changed
    /// cells are changed, more of them are a new map.
    pub(in crate::path) fn follow(&mut self, before: &BitGrid, now: &BitGrid, steps: Steps) {
        const FEW: u32 = 32;
        let changed = |y: i32| before.row(y).iter().zip(now.row(y)).map(|(a, b)| a ^ b);
        let rows = 0..now.size().height() as i32;
        let known = before.size() == now.size() && self.size == now.size() && self.steps == steps;
        if !known
            || rows
                .clone()
                .flat_map(changed)
                .map(u64::count_ones)
                .sum::<u32>()
                > FEW
        {
            self.prepare_bits(now, steps);
            return;
        }
        for y in rows {
            for (word, bits) in changed(y).enumerate() {
                for bit in ones(bits) {
                    let cell = Point::new((word * 64) as i32 + bit as i32, y);
                    self.set(cell, now.contains(cell));
                }
            }
        }
    }

    /// The size of the map.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The steps it was prepared for.
    pub fn steps(&self) -> Steps {
        self.steps
    }

    /// Whether the cell is blocked; `None` off the map.
    pub fn get(&self, cell: Point) -> Option<bool> {
        self.size.contains(cell).then(|| {
            self.rows
                .is_blocked(cell.y as usize + 1, cell.x as usize + 1)
        })
    }

    /// Blocks or frees a cell; the answer is whether it was blocked before. Off
    /// the map nothing happens and the answer is `None`.
    pub fn set(&mut self, cell: Point, blocked: bool) -> Option<bool> {
        let before = self.get(cell)?;
        if before != blocked {
            let (x, y) = (cell.x as usize + 1, cell.y as usize + 1);
            self.rows.set(y, x, blocked);
            self.columns.set(x, y, blocked);
            for (planes, line) in [(&mut self.rows, y), (&mut self.columns, x)] {
                let last = planes.lines() - 2;
                for near in line.max(2) - 1..=(line + 1).min(last) {
                    planes.find_stops_of(near, self.steps);
                }
            }
            self.components.take();
        }
        Some(before)
    }

    /// Whether it is known that nothing joins two free cells.
    pub(super) fn known_apart(&self, one: Point, other: Point) -> bool {
        self.components.get().is_some_and(|components| {
            let part = |cell: Point| components.part(cell.y as usize + 1, cell.x as usize + 1);
            part(one) != part(other)
        })
    }

    /// Finds out which parts of the map are joined, unless that is known.
    pub(super) fn learn_components(&self) {
        // Without cutting corners a diagonal step joins nothing that its two
        // straight steps do not.
        let diagonal = self.steps == Steps::Eight;
        self.components
            .get_or_init(|| Components::new(&self.rows, diagonal));
    }
}

/// Lays the words of a row one bit further, between the margins.
fn lay_row(row: &[u64], width: usize, line: &mut [u64]) {
    let end = width + 1;
    let mut carry = 1;
    for (word, bits) in line.iter_mut().enumerate() {
        let own = row.get(word).copied().unwrap_or(0);
        *bits = own << 1 | carry;
        carry = own >> 63;
        // From the end on all is blocked.
        if word * 64 + 63 >= end {
            let first = end.saturating_sub(word * 64);
            *bits |= u64::MAX.checked_shl(first as u32).unwrap_or(0);
        }
    }
}
