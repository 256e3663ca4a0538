//! The eight directions of the compass.

use crate::Point;

/// One of eight directions. North is up: `y` shrinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Direction {
    /// Up.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The four along rows and columns, clockwise from north.
    pub const STRAIGHT: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The four diagonals, clockwise from north-east.
    pub const DIAGONAL: [Self; 4] = [
        Self::NorthEast,
        Self::SouthEast,
        Self::SouthWest,
        Self::NorthWest,
    ];

    /// The step this direction makes: each coordinate is -1, 0 or 1.
    pub const fn delta(self) -> Point {
        let (x, y) = match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        };
        Point::new(x, y)
    }

    /// The direction whose step is exactly this difference, if there is one.
    pub const fn from_delta(delta: Point) -> Option<Self> {
        Some(match (delta.x, delta.y) {
            (0, -1) => Self::North,
            (1, -1) => Self::NorthEast,
            (1, 0) => Self::East,
            (1, 1) => Self::SouthEast,
            (0, 1) => Self::South,
            (-1, 1) => Self::SouthWest,
            (-1, 0) => Self::West,
            (-1, -1) => Self::NorthWest,
            _ => return None,
        })
    }

    /// The direction in which `to` lies as seen from `from`, by the signs of the
    /// differences: a diagonal unless they share a row or a column. Nothing for
    /// equal points.
    pub const fn towards(from: Point, to: Point) -> Option<Self> {
        let dx = (to.x > from.x) as i32 - (to.x < from.x) as i32;
        let dy = (to.y > from.y) as i32 - (to.y < from.y) as i32;
        Self::from_delta(Point::new(dx, dy))
    }

    /// Whether this is one of the four diagonals.
    pub const fn is_diagonal(self) -> bool {
        self as u8 % 2 == 1
    }

    /// The direction a number of eighth turns clockwise from this one;
    /// counterclockwise for negative numbers.
    #[must_use]
    pub const fn turned(self, eighths: i32) -> Self {
        Self::ALL[(self as i32 + eighths.rem_euclid(8)) as usize % 8]
    }

    /// The direction half a turn away.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_names_are_inverse() {
        for way in Direction::ALL {
            assert_eq!(Direction::from_delta(way.delta()), Some(way));
            assert_eq!(way.delta() + way.opposite().delta(), Point::ORIGIN);
            assert_eq!(way.is_diagonal(), Direction::DIAGONAL.contains(&way));
            assert_eq!(way.turned(3).turned(-3), way);
            assert_eq!(way.turned(i32::MIN), way, "2^31 is a whole number of turns");
        }
        assert_eq!(Direction::from_delta(Point::new(2, 0)), None);
    }

    #[test]
    fn towards_goes_by_signs() {
        let from = Point::new(5, 5);
        assert_eq!(
            Direction::towards(from, Point::new(9, 4)),
            Some(Direction::NorthEast)
        );
        assert_eq!(
            Direction::towards(from, Point::new(5, 40)),
            Some(Direction::South)
        );
        assert_eq!(Direction::towards(from, from), None);
    }
}
