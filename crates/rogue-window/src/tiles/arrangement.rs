//! What stands where in a window: the letters of the screen, and the tiles where the
//! screen leaves room for the map. Nothing here knows a graphics card, so tests
//! compute with it what a screenshot must show.

use parlour_grid::{Point, Rect, Size};

use super::TileGame;
use super::board::Shape;
use crate::lettering::Lettering;
use crate::pixel::Pixel;

/// The size of letters, in pixels.
pub const LETTERS: u16 = 16;
/// From one line of words to the next, at least.
pub const LINE: i32 = 20;
/// Sizes a tile can have on each side, in pixels.
pub const SCALES: [i32; 12] = [12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48, 64];
/// The largest size that is chosen unasked.
const LARGEST: i32 = 40;
/// The smallest size that is chosen unasked: a fingertip meets about three tiles.
const SMALLEST: i32 = 20;

/// What stands where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangement {
    window: (i32, i32),
    /// Columns and rows of letters.
    pub letters: (u16, u16),
    /// The letters that the map takes the place of.
    pub map: Rect,
    /// Pixels of each side of a tile.
    pub scale: i32,
    /// Columns and rows of tiles.
    pub tiles: (u32, u32),
    /// The top left pixel of the first tile.
    pub origin: Pixel,
}

impl Arrangement {
    /// How a game stands in a window of a size; with a scale that somebody chose, or
    /// the one at which the map fills its room.
    pub fn new(game: &impl TileGame, window: (i32, i32), chosen: Option<i32>) -> Self {
        let window = (window.0.max(1), window.1.max(1));
        let columns = (window.0 as f32 / Lettering::advance(LETTERS)) as i32;
        let letters = (
            columns.clamp(1, 1000) as u16,
            (window.1 / LINE).clamp(1, 500) as u16,
        );
        let all = Rect::new(0, 0, letters.0.into(), letters.1.into());
        let map = game.map_area(letters).intersection(all);
        let arranged = Self {
            window,
            letters,
            map,
            scale: SMALLEST,
            tiles: (1, 1),
            origin: Pixel::default(),
        };
        let (corner, room) = arranged.pixels(map);
        let size = game.map_size();
        let scale = chosen.unwrap_or_else(|| filling(size, room));
        let fit = |room: i32, cells: u32| ((room / scale).max(1) as u32).min(cells.max(1));
        let tiles = (fit(room.0, size.width()), fit(room.1, size.height()));
        let spare = |room: i32, tiles: u32| ((room - tiles as i32 * scale) / 2).max(0);
        Self {
            scale,
            tiles,
            origin: Pixel::new(
                corner.x + spare(room.0, tiles.0),
                corner.y + spare(room.1, tiles.1),
            ),
            ..arranged
        }
    }

    /// The shape of the board that fits.
    pub fn shape(&self) -> Shape {
        Shape {
            tiles: self.tiles,
            letters: self.letters,
        }
    }

    /// The top left pixel of a letter.
    pub fn letter(&self, at: Point) -> Pixel {
        let along = |at: i32, length: i32, count: u16| {
            (f64::from(at) * f64::from(length) / f64::from(count)).round() as i32
        };
        Pixel::new(
            along(at.x, self.window.0, self.letters.0),
            along(at.y, self.window.1, self.letters.1),
        )
    }

    /// The top left pixel of an area of letters, and how wide and high it is.
    pub fn pixels(&self, area: Rect) -> (Pixel, (i32, i32)) {
        let from = self.letter(Point::new(area.x, area.y));
        let to = self.letter(Point::new(area.x + area.w, area.y + area.h));
        (from, (to.x - from.x, to.y - from.y))
    }

    /// The letter under a pixel.
    pub fn letter_at(&self, pixel: Pixel) -> Point {
        let along = |at: i32, length: i32, count: u16| {
            (i64::from(at) * i64::from(count)).div_euclid(i64::from(length)) as i32
        };
        Point::new(
            along(pixel.x, self.window.0, self.letters.0),
            along(pixel.y, self.window.1, self.letters.1),
        )
    }

    /// The top left pixel of a tile.
    pub fn tile(&self, at: Point) -> Pixel {
        Pixel::new(
            self.origin.x + at.x * self.scale,
            self.origin.y + at.y * self.scale,
        )
    }

    /// The tile under a pixel.
    pub fn tile_at(&self, pixel: Pixel) -> Option<Point> {
        let at = Point::new(
            (pixel.x - self.origin.x).div_euclid(self.scale),
            (pixel.y - self.origin.y).div_euclid(self.scale),
        );
        let inside = |at: i32, count: u32| (0..count as i32).contains(&at);
        (inside(at.x, self.tiles.0) && inside(at.y, self.tiles.1)).then_some(at)
    }
}

/// The smallest scale at which a map leaves no room free, within reason.
fn filling(map: Size, room: (i32, i32)) -> i32 {
    let fills = |&scale: &i32| {
        map.width() as i32 * scale >= room.0 && map.height() as i32 * scale >= room.1
    };
    let usual = SCALES.into_iter().filter(|scale| *scale >= SMALLEST);
    let found = usual.take_while(|scale| *scale <= LARGEST).find(fills);
    found.unwrap_or(LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_fills_its_room_within_reason() {
        assert_eq!(filling(Size::new(76, 20), (1280, 700)), 36);
        assert_eq!(filling(Size::new(76, 20), (390, 400)), 20);
        assert_eq!(filling(Size::new(5, 5), (1280, 700)), LARGEST);
        assert_eq!(filling(Size::new(4000, 4000), (390, 400)), SMALLEST);
    }
}
