//! The colours of the sight editor, beside those of every window, in one place, so
//! that tests can name them.

pub use parlour_rogue_window::palette::{BAR, FAINT_TEXT, MESSAGE, OUTSIDE, POINTER, Rgb, TEXT};

/// The observer.
pub const OBSERVER: Rgb = Rgb(48, 112, 255);
/// The observer where a wall is too.
pub const OBSERVER_IN_WALL: Rgb = Rgb(140, 70, 190);
/// A wall.
pub const WALL: Rgb = Rgb(196, 48, 43);
/// A wall that is lit, in the symmetric field of view.
pub const LIT_WALL: Rgb = Rgb(240, 104, 88);
/// A free cell in sight.
pub const VISIBLE: Rgb = Rgb(52, 150, 74);
/// A free cell out of sight.
pub const HIDDEN: Rgb = Rgb(62, 64, 68);
/// An interesting corner.
pub const INTERESTING: Rgb = Rgb(255, 255, 255);
/// Any other corner.
pub const CORNER: Rgb = Rgb(255, 214, 10);
/// The any-angle path.
pub const ANY_ANGLE: Rgb = Rgb(255, 120, 220);
/// The 8-connected path.
pub const GRID_PATH: Rgb = Rgb(90, 220, 255);
/// Between cells.
pub const LINE: Rgb = Rgb(34, 36, 40);

/// The colours of the sight editor's sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    /// The observer.
    pub observer: Rgb,
    /// The observer where a wall is too.
    pub observer_in_wall: Rgb,
    /// A wall.
    pub wall: Rgb,
    /// A wall that is lit.
    pub lit_wall: Rgb,
    /// A free cell in sight.
    pub visible: Rgb,
    /// A free cell out of sight.
    pub hidden: Rgb,
    /// An interesting corner.
    pub interesting: Rgb,
    /// Any other corner.
    pub corner: Rgb,
    /// The any-angle path.
    pub any_angle: Rgb,
    /// The 8-connected path.
    pub grid_path: Rgb,
}

impl Colours {
    /// Red walls, green sight.
    pub const CLASSIC: Self = Self {
        observer: OBSERVER,
        observer_in_wall: OBSERVER_IN_WALL,
        wall: WALL,
        lit_wall: LIT_WALL,
        visible: VISIBLE,
        hidden: HIDDEN,
        interesting: INTERESTING,
        corner: CORNER,
        any_angle: ANY_ANGLE,
        grid_path: GRID_PATH,
    };

    /// Colours that differ in lightness and along blue and yellow, after Okabe and
    /// Ito: they can be told apart whichever cones an eye is without.
    pub const CLEAR: Self = Self {
        observer: Rgb(240, 228, 66),
        observer_in_wall: Rgb(204, 121, 167),
        wall: Rgb(176, 78, 0),
        lit_wall: Rgb(250, 178, 40),
        visible: Rgb(86, 180, 233),
        hidden: Rgb(44, 46, 50),
        interesting: Rgb(255, 255, 255),
        corner: Rgb(0, 0, 0),
        any_angle: Rgb(255, 190, 225),
        grid_path: Rgb(0, 70, 140),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How light a colour is, of 255.
    fn lightness(Rgb(red, green, blue): Rgb) -> u32 {
        (u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114) / 1000
    }

    #[test]
    fn clear_colours_of_cells_differ_in_lightness() {
        let cells = Colours::CLEAR;
        let mut light = [cells.hidden, cells.wall, cells.visible, cells.observer].map(lightness);
        light.sort_unstable();
        for pair in light.windows(2) {
            assert!(pair[1] - pair[0] >= 40, "{light:?}");
        }
        assert!(lightness(cells.lit_wall) - lightness(cells.wall) >= 40);
    }
}
