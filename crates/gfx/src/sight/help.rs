//! The help over the sheet: what the keys do and what the colours mean.

use parlour_grid::editor::HELP;

use crate::camera::Pixel;
use crate::palette::{self, Colours, Rgb};
use parlour_rogue_window::lettering::{Lettering, fill, outline};

const LETTERS: u16 = 14;
/// Pixels from one line to the next.
const ROW: i32 = 20;
/// Pixels between the border and what is inside.
const MARGIN: i32 = 18;

/// What each colour stands for, in two columns.
fn legend(colours: Colours) -> [(Rgb, &'static str); 8] {
    [
        (colours.observer, "observer"),
        (colours.visible, "in sight"),
        (colours.wall, "wall"),
        (colours.hidden, "out of sight"),
        (colours.interesting, "interesting corner"),
        (colours.corner, "other corner"),
        (colours.any_angle, "any-angle path"),
        (colours.grid_path, "8-connected path"),
    ]
}

/// Draws the help in the middle of a window of this size.
pub(super) fn draw(colours: Colours, size: (i32, i32), lettering: &Lettering) {
    let marks = legend(colours);
    let length = |texts: &mut dyn Iterator<Item = &str>| {
        let longest = texts.map(|text| text.chars().count()).max();
        longest.unwrap_or_default() as i32
    };
    let keys = length(&mut HELP.iter().map(|(keys, _)| *keys)) + 2;
    let words = length(&mut HELP.iter().map(|(_, words)| *words));
    let advance = |letters: i32| (letters as f32 * Lettering::advance(LETTERS)) as i32;
    let width = advance(keys + words) + 2 * MARGIN;
    let legend = marks.len() as i32 / 2;
    let height = (HELP.len() as i32 + legend) * ROW + ROW / 2 + 2 * MARGIN;
    let at = Pixel::new(
        ((size.0 - width) / 2).max(0),
        ((size.1 - height) / 2).max(0),
    );
    fill(at, width, height, palette::BAR);
    outline(at, width, height, palette::FAINT_TEXT);
    let line = |number: i32| Pixel::new(at.x + MARGIN, at.y + MARGIN + number * ROW);
    for (number, (key, word)) in HELP.iter().enumerate() {
        let left = line(number as i32);
        lettering.write(key, left, LETTERS, palette::MESSAGE);
        let beside = Pixel::new(left.x + advance(keys), left.y);
        lettering.write(word, beside, LETTERS, palette::TEXT);
    }
    for (number, (colour, word)) in marks.into_iter().enumerate() {
        let (row, column) = (number as i32 / 2, number as i32 % 2);
        let left = line(HELP.len() as i32 + row);
        let left = Pixel::new(left.x + column * advance(keys + 4), left.y + ROW / 2);
        fill(Pixel::new(left.x, left.y + 2), 14, 14, colour);
        let beside = Pixel::new(left.x + 24, left.y);
        lettering.write(word, beside, LETTERS, palette::TEXT);
    }
}
