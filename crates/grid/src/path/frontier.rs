//! Where explored ground ends.

use std::borrow::Cow;

use crate::bits::ones;
use crate::grid::bits_of;
use crate::{BitGrid, Grid, Point};

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
/// Both sets are [`BitGrid`]s or any other [`Grid`]s, each cell of which is asked once.
///
/// # Panics
/// If the two sets are over maps of different sizes.
pub fn frontier<'a>(
    explored: &'a impl Grid,
    blocked: &'a impl Grid,
) -> impl Iterator<Item = Point> + 'a {
    assert_eq!(explored.size(), blocked.size(), "both are over one map");
    let edge = Edge {
        explored: bits_of(explored),
        blocked: bits_of(blocked),
    };
    let size = edge.explored.size();
    let words = size.width().div_ceil(64) as usize;
    (0..words * size.height() as usize).flat_map(move |at| {
        let (word, y) = ((at % words) as i32, (at / words) as i32);
        ones(edge.word(word, y)).map(move |bit| Point::new(word * 64 + bit as i32, y))
    })
}

/// Explored and blocked cells, 64 to a word.
struct Edge<'a> {
    explored: Cow<'a, BitGrid>,
    blocked: Cow<'a, BitGrid>,
}

impl Edge<'_> {
    /// The cells of a word that lie on the frontier.
    fn word(&self, word: i32, y: i32) -> u64 {
        let at = word as usize;
        let known = self.explored.row(y)[at] & !self.blocked.row(y)[at];
        if known == 0 {
            return 0;
        }
        known & (self.near(word, y - 1) | self.near(word, y) | self.near(word, y + 1))
    }

    /// The cells of a word that are unexplored or lie beside one that is.
    fn near(&self, word: i32, y: i32) -> u64 {
        let middle = self.unexplored(word, y);
        let (west, east) = (self.unexplored(word - 1, y), self.unexplored(word + 1, y));
        middle | middle << 1 | middle >> 1 | west >> 63 | east << 63
    }

    fn unexplored(&self, word: i32, y: i32) -> u64 {
        let Some(&bits) = self.explored.row(y).get(word as usize) else {
            return 0;
        };
        let used = self.explored.size().width() - word as u32 * 64;
        let inside = if used < 64 { (1 << used) - 1 } else { u64::MAX };
        !bits & inside
    }
}
