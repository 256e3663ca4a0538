//! How far and which way an observer looks.

use crate::{Direction, Point, Rect, Size};

/// What part of the unlimited field of view is asked for.
///
/// ```
/// use parlour_grid::Direction;
/// use parlour_grid::fov::{ConeWidth, Reach};
///
/// let torch = Reach::radius(7);
/// let guard = Reach::radius(12).facing(Direction::East, ConeWidth::Quarter);
/// assert_ne!(torch, guard);
/// assert_eq!(Reach::default(), Reach::UNLIMITED);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reach {
    /// The largest Chebyshev distance seen; unlimited if none, the observer's
    /// own cell alone if 0.
    pub radius: Option<u32>,
    /// The part of the compass seen; all of it if none.
    pub cone: Option<Cone>,
}

impl Reach {
    /// As far as walls allow, all round.
    pub const UNLIMITED: Self = Self {
        radius: None,
        cone: None,
    };

    /// All round up to a Chebyshev distance.
    pub const fn radius(radius: u32) -> Self {
        Self {
            radius: Some(radius),
            cone: None,
        }
    }

    /// The same reach, but only inside a cone.
    #[must_use]
    pub const fn facing(self, direction: Direction, width: ConeWidth) -> Self {
        Self {
            radius: self.radius,
            cone: Some(Cone { direction, width }),
        }
    }

    /// Whether a cell is within reach of the observer, whatever stands between.
    pub fn covers(self, observer: Point, cell: Point) -> bool {
        self.radius
            .is_none_or(|radius| observer.chebyshev(cell) <= radius)
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
