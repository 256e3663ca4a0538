//! How far and which way an observer looks.

use crate::{Direction, Point, Rect, Size};

/// What part of the unlimited field of view is asked for.
///
/// ```
/// use parlour_grid::Direction;
/// use parlour_grid::fov::{ConeWidth, Reach};
///
/// let torch = Reach::radius(7);
/// let guard = Reach::circle(12).facing(Direction::East, ConeWidth::Quarter);
/// assert_ne!(torch, guard);
/// assert_eq!(Reach::default(), Reach::UNLIMITED);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reach {
    /// How far is seen; unlimited if none, the observer's own cell alone if 0.
    pub radius: Option<u32>,
    /// How the radius is measured.
    pub shape: Shape,
    /// The part of the compass seen; all of it if none.
    pub cone: Option<Cone>,
}

impl Reach {
    /// As far as walls allow, all round.
    pub const UNLIMITED: Self = Self {
        radius: None,
        shape: Shape::Square,
        cone: None,
    };

    /// All round up to a Chebyshev distance: a square.
    pub const fn radius(radius: u32) -> Self {
        Self::UNLIMITED.within(radius, Shape::Square)
    }

    /// All round up to a straight-line distance: a circle.
    pub const fn circle(radius: u32) -> Self {
        Self::UNLIMITED.within(radius, Shape::Circle)
    }

    /// All round up to a distance where every second diagonal step counts double:
    /// an octagon.
    pub const fn octagon(radius: u32) -> Self {
        Self::UNLIMITED.within(radius, Shape::Octagon)
    }

    /// The same reach, but only up to a radius of some shape.
    #[must_use]
    pub const fn within(self, radius: u32, shape: Shape) -> Self {
        Self {
            radius: Some(radius),
            shape,
            cone: self.cone,
        }
    }

    /// The same reach, but only inside a cone.
    #[must_use]
    pub const fn facing(self, direction: Direction, width: ConeWidth) -> Self {
        Self {
            cone: Some(Cone { direction, width }),
            ..self
        }
    }

    /// Whether a cell is within reach of the observer, whatever stands between.
    pub fn covers(self, observer: Point, cell: Point) -> bool {
        self.radius
            .is_none_or(|radius| self.shape.covers(radius, observer, cell))
            && self.cone.is_none_or(|cone| cone.covers(observer, cell))
    }

    /// The cells of the map within the radius.
    pub(crate) fn window(self, size: Size, observer: Point) -> Rect {
        match self.radius {
            Some(radius) => Rect::around(observer, radius).intersection(size.rect()),
            None => size.rect(),
        }
    }
}

/// How a radius is measured. With `long` the larger and `short` the smaller of the
/// two differences between the observer's cell and another:
///
/// | shape | the cell is within radius `r` when |
/// | --- | --- |
/// | square | `long <= r` |
/// | circle | `long * long + short * short <= r * r` |
/// | octagon | `long + short / 2 <= r`, the half rounded down |
///
/// All three depend on the differences alone, so that sight within a radius is as
/// mutual as sight without one, and every cell nearer to the observer on each axis
/// than one that is covered is covered too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Chebyshev distance.
    #[default]
    Square,
    /// Straight-line distance, between the centres of cells.
    Circle,
    /// Steps of a king for whom every second diagonal counts double.
    Octagon,
}

impl Shape {
    /// Whether a cell is within a radius of the observer.
    pub fn covers(self, radius: u32, observer: Point, cell: Point) -> bool {
        self.holds(
            u64::from(radius),
            u64::from(observer.x.abs_diff(cell.x)),
            u64::from(observer.y.abs_diff(cell.y)),
        )
    }

    /// Whether differences, each less than 2^32, are within a radius.
    pub(super) fn holds(self, radius: u64, dx: u64, dy: u64) -> bool {
        let (long, short) = (dx.max(dy), dx.min(dy));
        match self {
            Self::Square => long <= radius,
            Self::Circle => long <= radius && short * short <= (radius - long) * (radius + long),
            Self::Octagon => long + short / 2 <= radius,
        }
    }
}

/// A part of the compass, with the observer at its tip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cone {
    /// The middle of the cone.
    pub direction: Direction,
    /// How wide it is.
    pub width: ConeWidth,
}

impl Cone {
    /// Whether a cell lies in the cone. Its two edges belong to it, and so does
    /// the observer's own cell.
    pub fn covers(self, observer: Point, cell: Point) -> bool {
        let (dx, dy) = (
            i64::from(cell.x) - i64::from(observer.x),
            i64::from(cell.y) - i64::from(observer.y),
        );
        let way = self.direction.delta();
        let (wx, wy) = (i64::from(way.x), i64::from(way.y));
        let along = dx * wx + dy * wy;
        let across = (dx * wy - dy * wx).abs();
        match self.width {
            // An angle of at most 45 degrees from the middle.
            ConeWidth::Quarter => along >= across,
            // An angle of at most 90 degrees.
            ConeWidth::Half => along >= 0,
        }
    }
}

impl Cone {
    /// The columns that the cone covers in a row, relative to the observer, both
    /// ends included; the first is greater than the last if there are none.
    pub(super) fn columns(self, dy: i32) -> (i64, i64) {
        const FAR: i64 = 1 << 40;
        let (way, dy) = (self.direction.delta(), i64::from(dy));
        // The same cone, turned round so that it looks east or to no side.
        let (mirror, ahead) = (way.x < 0, dy * i64::from(way.y));
        let (from, to) = match (self.width, way.x != 0, way.y != 0) {
            (ConeWidth::Quarter, true, false) => (dy.abs(), FAR),
            (ConeWidth::Quarter, true, true) if ahead >= 0 => (0, FAR),
            (ConeWidth::Quarter, false, true) if ahead >= 0 => (-ahead, ahead),
            (ConeWidth::Half, true, false) => (0, FAR),
            (ConeWidth::Half, true, true) => (-ahead, FAR),
            (ConeWidth::Half, false, true) if ahead >= 0 => (-FAR, FAR),
            _ => (1, 0),
        };
        if mirror { (-to, -from) } else { (from, to) }
    }
}

/// How wide a cone is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConeWidth {
    /// 90 degrees.
    Quarter,
    /// 180 degrees.
    Half,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_cones_cover_the_plane_and_share_only_edges() {
        let at = Point::new(3, -2);
        for cell in Rect::around(at, 6).cells().filter(|&cell| cell != at) {
            let covered = |ways: [Direction; 4]| {
                ways.into_iter()
                    .filter(|&direction| {
                        let width = ConeWidth::Quarter;
                        Cone { direction, width }.covers(at, cell)
                    })
                    .count()
            };
            let delta = cell - at;
            let on_diagonal = delta.x.abs() == delta.y.abs();
            let on_axis = delta.x == 0 || delta.y == 0;
            assert_eq!(
                covered(Direction::STRAIGHT),
                1 + usize::from(on_diagonal),
                "{cell}"
            );
            assert_eq!(
                covered(Direction::DIAGONAL),
                1 + usize::from(on_axis),
                "{cell}"
            );
        }
    }

    #[test]
    fn the_columns_of_a_cone_are_those_it_covers() {
        for direction in Direction::ALL {
            for width in [ConeWidth::Quarter, ConeWidth::Half] {
                let cone = Cone { direction, width };
                for cell in Rect::around(Point::ORIGIN, 9).cells() {
                    let (from, to) = cone.columns(cell.y);
                    let within = (from..=to).contains(&i64::from(cell.x));
                    assert_eq!(within, cone.covers(Point::ORIGIN, cell), "{cone:?} {cell}");
                }
            }
        }
    }

    #[test]
    fn shapes_lie_within_each_other_and_do_not_overflow() {
        let at = Point::new(-2, 5);
        for radius in 0..9 {
            let counts = [Shape::Square, Shape::Circle, Shape::Octagon].map(|shape| {
                let square = Rect::around(at, radius + 1);
                let covered = square
                    .cells()
                    .filter(|&cell| shape.covers(radius, at, cell));
                covered.count() as u32
            });
            let side = 2 * radius + 1;
            assert_eq!(counts[0], side * side);
            assert!(counts[1] <= counts[0] && counts[2] <= counts[0]);
        }
        assert!(Shape::Circle.covers(5, at, at + Point::new(3, -4)));
        assert!(!Shape::Circle.covers(4, at, at + Point::new(3, -3)));
        assert!(Shape::Octagon.covers(5, at, at + Point::new(4, 3)));
        assert!(!Shape::Octagon.covers(5, at, at + Point::new(4, 4)));
        let (low, high) = (
            Point::new(i32::MIN, i32::MIN),
            Point::new(i32::MAX, i32::MAX),
        );
        for shape in [Shape::Circle, Shape::Octagon] {
            assert!(!shape.covers(u32::MAX, low, high));
            assert!(shape.covers(u32::MAX, low, Point::new(i32::MAX, i32::MIN)));
        }
    }

    #[test]
    fn half_cones_of_opposite_directions_cover_everything() {
        let at = Point::new(0, 0);
        for cell in Rect::around(at, 5).cells() {
            for direction in Direction::ALL {
                let ahead = Reach::UNLIMITED.facing(direction, ConeWidth::Half);
                let behind = Reach::UNLIMITED.facing(direction.opposite(), ConeWidth::Half);
                assert!(ahead.covers(at, cell) || behind.covers(at, cell));
            }
        }
    }
}
