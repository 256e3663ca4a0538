//! The part of a map that a screen shows.

use parlour_grid::{Point, Rect, Size};

/// A window onto a map.
///
/// ```
/// use parlour_rogue::{Point, Size, Viewport};
///
/// let view = Viewport::new(20, 10)
///     .centred_on(Point::new(35, 25))
///     .clamped_to(Size::new(40, 30));
/// assert_eq!(view.offset, Point::new(20, 20));
/// assert_eq!(view.to_screen(Point::new(35, 25)), Some(Point::new(15, 5)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Viewport {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The cell of the map in the upper left corner.
    pub offset: Point,
}

impl Viewport {
    /// A window of a size on the upper left of the map.
    pub const fn new(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            offset: Point::ORIGIN,
        }
    }

    /// The same window with a cell in its middle.
    #[must_use]
    pub fn centred_on(mut self, at: Point) -> Self {
        let half = |length: u32| i32::try_from(length / 2).unwrap_or(i32::MAX);
        self.offset = at - Point::new(half(self.width), half(self.height));
        self
    }

    /// The same window moved so that it shows as much of the map as it can. A
    /// map smaller than the window begins in its corner.
    #[must_use]
    pub fn clamped_to(mut self, map: Size) -> Self {
        let clamp = |offset: i32, window: u32, map: u32| {
            let last = i32::try_from(map.saturating_sub(window)).unwrap_or(i32::MAX);
            offset.clamp(0, last)
        };
        self.offset = Point::new(
            clamp(self.offset.x, self.width, map.width()),
            clamp(self.offset.y, self.height, map.height()),
        );
        self
    }

    /// Where a cell of the map is on the screen; nothing if it is outside.
    pub fn to_screen(self, at: Point) -> Option<Point> {
        self.rect().contains(at).then(|| at - self.offset)
    }

    /// The cell of the map behind a place of the screen.
    pub fn to_world(self, screen: Point) -> Point {
        screen + self.offset
    }

    /// The cells of the map that are shown.
    pub fn rect(self) -> Rect {
        let length = |length: u32| i32::try_from(length).unwrap_or(i32::MAX);
        Rect::new(
            self.offset.x,
            self.offset.y,
            length(self.width),
            length(self.height),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn y126_centring_subtracts_half_the_size_rounded_down() {
        let at = Point::new(50, 30);
        assert_eq!(
            Viewport::new(20, 10).centred_on(at).offset,
            Point::new(40, 25)
        );
        assert_eq!(
            Viewport::new(21, 11).centred_on(at).offset,
            Point::new(40, 25)
        );
    }

    #[test]
    fn y127_clamping_keeps_the_window_on_the_map_and_coordinates_convert_both_ways() {
        let map = Size::new(40, 30);
        let at = |x, y| {
            Viewport::new(20, 10)
                .centred_on(Point::new(x, y))
                .clamped_to(map)
        };
        assert_eq!(at(5, 5).offset, Point::ORIGIN);
        assert_eq!(at(35, 25).offset, Point::new(20, 20));
        let small = Viewport::new(60, 50).centred_on(Point::new(20, 15));
        assert_eq!(small.clamped_to(map).offset, Point::ORIGIN);
        let view = at(15, 8);
        for cell in map.cells() {
            match view.to_screen(cell) {
                Some(screen) => assert_eq!(view.to_world(screen), cell),
                None => assert!(!view.rect().contains(cell)),
            }
        }
        assert_eq!(view.to_screen(Point::new(10, 10)), Some(Point::new(5, 7)));
    }
}
