//! Light on what is seen: brighter and warmer near the lamp, dusk farther away, and a
//! cold pale shade over what is only remembered.

use parlour_grid::Point;
use parlour_rogue::Knowledge;

use crate::palette::{self, Rgb};

/// A light that somebody carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lamp {
    /// How what is beside it looks: of 255 for each part of a colour.
    pub near: Rgb,
    /// How what is out of its reach looks.
    pub far: Rgb,
    /// How many cells it reaches.
    pub reach: u32,
}

impl Default for Lamp {
    fn default() -> Self {
        Self {
            near: Rgb(255, 244, 214),
            far: Rgb(164, 168, 188),
            reach: 9,
        }
    }
}

/// How what is remembered looks.
const MEMORY: Rgb = Rgb(106, 118, 156);

impl Lamp {
    /// The light on a cell so far away.
    pub fn at(&self, from: Point, cell: Point) -> Rgb {
        let apart = |a: i32, b: i32| u64::from(a.abs_diff(b)).pow(2);
        let square = apart(from.x, cell.x) + apart(from.y, cell.y);
        let whole = u64::from(self.reach.max(1)).pow(2);
        let share = 256 - (square.min(whole) * 256 / whole) as u16;
        self.far.towards(self.near, share)
    }

    /// The light on a cell as it is known.
    pub fn on(&self, knowledge: Knowledge, from: Point, cell: Point) -> Rgb {
        match knowledge {
            Knowledge::Seen => self.at(from, cell),
            Knowledge::Remembered => MEMORY,
            Knowledge::Unknown => Rgb(0, 0, 0),
        }
    }
}

/// A colour in a light.
#[must_use]
pub fn lit(colour: Rgb, light: Rgb) -> Rgb {
    let part = |colour: u8, light: u8| (u16::from(colour) * u16::from(light) / 255) as u8;
    Rgb(
        part(colour.0, light.0),
        part(colour.1, light.1),
        part(colour.2, light.2),
    )
}

/// What lies behind a tile: a shade of its own colour, so that grass, water and rock
/// are told apart at a glance.
#[must_use]
pub fn ground(colour: Rgb, light: Rgb) -> Rgb {
    lit(palette::GROUND.towards(colour, 28), light)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_fades_with_distance_and_never_grows_again() {
        let lamp = Lamp::default();
        let here = Point::new(5, 5);
        let red = |x| lamp.at(here, Point::new(x, 5)).0;
        assert_eq!(lamp.at(here, here), lamp.near);
        for x in 5..20 {
            assert!(red(x) >= red(x + 1), "{x}");
        }
        assert_eq!(lamp.at(here, Point::new(i32::MAX, i32::MIN)), lamp.far);
    }

    #[test]
    fn full_light_changes_nothing_and_darkness_leaves_nothing() {
        let colour = Rgb(200, 100, 7);
        assert_eq!(lit(colour, Rgb(255, 255, 255)), colour);
        assert_eq!(lit(colour, Rgb(0, 0, 0)), Rgb(0, 0, 0));
    }
}
