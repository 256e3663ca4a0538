//! Bresenham's line: the cells a pixel artist would choose.

use std::iter::FusedIterator;

use crate::Point;

/// The cells of the line from `from` to `to`, both ends included, one cell per
/// step along the longer axis; a single cell for equal ends.
///
/// Where the line runs exactly between two cells the one nearer to the row (or
/// column) of `from` is taken, so the way back may use other cells than the way
/// there. Sight does not use this line; see [`crate::fov::line_of_sight`].
pub fn line(from: Point, to: Point) -> Line {
    let (dx, dy) = (
        i64::from(to.x) - i64::from(from.x),
        i64::from(to.y) - i64::from(from.y),
    );
    let steep = dy.abs() > dx.abs();
    let (major, minor) = if steep {
        (dy.abs(), dx.abs())
    } else {
        (dx.abs(), dy.abs())
    };
    Line {
        at: from,
        toward: Point::new(dx.signum() as i32, dy.signum() as i32),
        steep,
        major,
        minor,
        error: major,
        left: major + 1,
    }
}

/// The iterator of [`line()`].
#[derive(Clone, Debug)]
pub struct Line {
    at: Point,
    toward: Point,
    steep: bool,
    major: i64,
    minor: i64,
    /// Twice the distance to the midpoint that must be passed before the next
    /// sideways step, in units of 1 / (2 * major).
    error: i64,
    left: i64,
}

impl Iterator for Line {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let cell = self.at;
        if self.left > 0 {
            self.error -= 2 * self.minor;
            let sideways = self.error < 0;
            if sideways {
                self.error += 2 * self.major;
            }
            if self.steep || sideways {
                self.at.y += self.toward.y;
            }
            if !self.steep || sideways {
                self.at.x += self.toward.x;
            }
        }
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        usize::try_from(self.left).map_or((usize::MAX, None), |left| (left, Some(left)))
    }
}

impl FusedIterator for Line {}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(from: (i32, i32), to: (i32, i32)) -> Vec<(i32, i32)> {
        line(from.into(), to.into()).map(|p| (p.x, p.y)).collect()
    }

    #[test]
    fn both_ends_belong_and_equal_ends_are_one_cell() {
        assert_eq!(cells((3, 4), (3, 4)), [(3, 4)]);
        assert_eq!(
            cells((0, 0), (5, 2)),
            [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)]
        );
        assert_eq!(cells((0, 0), (0, -2)), [(0, 0), (0, -1), (0, -2)]);
    }

    #[test]
    fn every_cell_is_the_nearest_to_the_segment() {
        for x in -9_i32..=9 {
            for y in -9_i32..=9 {
                let path = cells((0, 0), (x, y));
                let major = x.abs().max(y.abs());
                assert_eq!(path.len() as i32, major + 1);
                assert_eq!(path.last(), Some(&(x, y)));
                for (k, &(px, py)) in path.iter().enumerate() {
                    // Twice the error, in units of 1/major, is at most 1.
                    let k = k as i32;
                    assert!((px * major - k * x).abs() * 2 <= major);
                    assert!((py * major - k * y).abs() * 2 <= major);
                }
            }
        }
    }

    #[test]
    fn the_longest_line_ends() {
        let (a, b) = (Point::new(i32::MIN, 0), Point::new(i32::MAX, i32::MAX));
        assert_eq!(line(a, b).take(3).count(), 3);
        assert_eq!(line(a, b).size_hint().0, 1 << 32);
    }
}
