//! Where explored ground ends.

use crate::bits::ones;
use crate::{BitGrid, Point};

/// The explored, unblocked cells with at least one unexplored neighbour among
/// the eight, by ascending id. Walking onto the nearest of them, again and
/// again, explores a level; when there is none it is done.
///
/// ```
/// use parlour_grid::path::frontier;
/// use parlour_grid::{BitGrid, Point, Size};
///
/// let blocked = BitGrid::new(Size::new(6, 1));
/// let explored = BitGrid::from_fn(Size::new(6, 1), |cell| cell.x < 4);
/// let cells: Vec<_> = frontier(&explored, &blocked).collect();
/// assert_eq!(cells, [Point::new(3, 0)]);
/// ```
///
/// # Panics
/// If the two sets are over maps of different sizes.
pub fn frontier(explored: &BitGrid, blocked: &BitGrid) -> impl Iterator<Item = Point> {
    assert_eq!(explored.size(), blocked.size(), "both are over one map");
    let size = explored.size();
    let words = size.width().div_ceil(64) as i32;
    let unexplored = move |word: i32, y: i32| {
        let Some(&bits) = explored.row(y).get(word as usize) else {
            return 0;
        };
        let used = size.width() - word as u32 * 64;
        let inside = if used < 64 { (1 << used) - 1 } else { u64::MAX };
        !bits & inside
    };
    // A word of cells that are unexplored or lie beside one that is.
    let near = move |word: i32, y: i32| {
        let middle = unexplored(word, y);
        let (west, east) = (unexplored(word - 1, y), unexplored(word + 1, y));
        middle | middle << 1 | middle >> 1 | west >> 63 | east << 63
    };
    (0..size.height() as i32).flat_map(move |y| {
        (0..words).flat_map(move |word| {
            let known = explored.row(y)[word as usize] & !blocked.row(y)[word as usize];
            let edge = if known == 0 {
                0
            } else {
                known & (near(word, y - 1) | near(word, y) | near(word, y + 1))
            };
            ones(edge).map(move |bit| Point::new(word * 64 + bit as i32, y))
        })
    })
}
