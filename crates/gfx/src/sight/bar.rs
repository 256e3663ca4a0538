//! The bar at the foot: what the numbers and colours mean, what is asked or told,
//! and buttons for fingers.

use parlour_grid::Rect;
use parlour_grid::editor::{Desk, Key, Mode, Prompt, Question};

use super::picture::colours_of;
use crate::camera::Pixel;
use crate::palette::{self, Rgb};
use parlour_rogue_window::lettering::{Lettering, fill, outline, shortened, shortened_left};

/// The height of the bar, in pixels.
pub const BAR_HEIGHT: i32 = 72;
/// The size of its letters.
const LETTERS: u16 = 14;
/// Width and height of a button, and the gap beside it.
const BUTTON: (i32, i32) = (60, 44);
const GAP: i32 = 6;

/// The buttons and what a tap on each types; others while something is asked.
fn labels(desk: &Desk) -> &'static [(&'static str, Key)] {
    match desk.prompt().map(Prompt::question) {
        None => &[
            ("undo", Key::Char('u')),
            ("mode", Key::Char('f')),
            ("help", Key::Char('h')),
        ],
        Some(Question::Leave | Question::Discard) => &[
            ("yes", Key::Char('y')),
            ("save", Key::Char('s')),
            ("stay", Key::Escape),
        ],
        Some(Question::Replace) => &[("yes", Key::Char('y')), ("no", Key::Escape)],
        Some(_) => &[("ok", Key::Enter), ("no", Key::Escape)],
    }
}

/// Where the buttons are under a view of this width and height.
pub(super) fn buttons(
    desk: &Desk,
    width: i32,
    view_height: i32,
) -> impl Iterator<Item = (&'static str, Key, Rect)> + use<> {
    labels(desk)
        .iter()
        .rev()
        .enumerate()
        .map(move |(index, &(name, key))| {
            let x = width - (index as i32 + 1) * (BUTTON.0 + GAP);
            let y = view_height + (BAR_HEIGHT - BUTTON.1) / 2;
            (name, key, Rect::new(x, y, BUTTON.0, BUTTON.1))
        })
}

/// The key that a tap at a place types.
pub(super) fn key_at(desk: &Desk, width: i32, view_height: i32, at: Pixel) -> Option<Key> {
    let at = parlour_grid::Point::new(at.x, at.y);
    let mut buttons = buttons(desk, width, view_height);
    let (_, key, _) = buttons.find(|(_, _, area)| area.contains(at))?;
    Some(key)
}

/// What each colour on the sheet stands for just now.
fn legend(desk: &Desk) -> Vec<(Rgb, &'static str)> {
    let colours = colours_of(desk);
    let lens = desk.editor().lens();
    let mut legend = vec![
        (colours.observer, "observer"),
        (colours.visible, "in sight"),
        (colours.hidden, "hidden"),
        (colours.wall, "wall"),
    ];
    if lens.mode == Mode::Symmetric {
        legend.push((colours.lit_wall, "lit wall"));
    }
    if lens.any_angle {
        legend.push((colours.any_angle, "any-angle"));
    }
    if lens.grid_path.is_some() {
        legend.push((colours.grid_path, "8-connected"));
    }
    legend.push((colours.interesting, "interesting corner"));
    legend.push((colours.corner, "corner"));
    legend
}

/// Draws the bar of a window of this size.
pub(super) fn draw(
    desk: &Desk,
    micros: Option<u64>,
    for_fingers: bool,
    size: (i32, i32),
    lettering: &Lettering,
) {
    let top = size.1 - BAR_HEIGHT;
    fill(Pixel::new(0, top), size.0, BAR_HEIGHT, palette::BAR);
    let mut width = size.0;
    if for_fingers {
        for (name, _, area) in buttons(desk, size.0, top) {
            width = width.min(area.x);
            outline(
                Pixel::new(area.x, area.y),
                area.w,
                area.h,
                palette::FAINT_TEXT,
            );
            let at = Pixel::new(area.x + 12, area.y + 14);
            lettering.write(name, at, LETTERS, palette::TEXT);
        }
    }
    let letters = Lettering::fitting(width - 20, LETTERS);
    let counts = shortened(&desk.counts_line(), letters);
    lettering.write(&counts, Pixel::new(10, top + 4), LETTERS, palette::TEXT);
    draw_legend(desk, Pixel::new(10, top + 25), width, lettering);
    let last = Pixel::new(10, top + 49);
    if let Some(prompt) = desk.prompt() {
        let mark = if prompt.is_suggested() { "" } else { "_" };
        let line = format!("{} {}{mark}", prompt.words(), prompt.answer());
        let line = shortened_left(&line, letters);
        lettering.write(&line, last, LETTERS, palette::MESSAGE);
        if prompt.is_suggested() {
            // Marked as a whole: the next letter takes its place.
            let advance = |letters: usize| (letters as f32 * Lettering::advance(LETTERS)) as i32;
            let answer = advance(prompt.answer().chars().count().min(letters));
            let end = advance(line.chars().count());
            let at = Pixel::new(last.x + end - answer - 2, last.y - 2);
            outline(at, answer + 4, 20, palette::MESSAGE);
        }
    } else if let Some(message) = desk.message() {
        lettering.write(
            &shortened(message, letters),
            last,
            LETTERS,
            palette::MESSAGE,
        );
    } else {
        let line = format!("{} \u{b7} H help", desk.lens_line(micros));
        lettering.write(
            &shortened(&line, letters),
            last,
            LETTERS,
            palette::FAINT_TEXT,
        );
    }
}

/// Colours with their names, as many as there is room for.
fn draw_legend(desk: &Desk, mut at: Pixel, width: i32, lettering: &Lettering) {
    for (colour, word) in legend(desk) {
        let letters = word.chars().count() as f32 * Lettering::advance(LETTERS);
        let needed = 18 + letters as i32;
        if at.x + needed > width - 10 {
            return;
        }
        fill(Pixel::new(at.x, at.y + 2), 13, 13, colour);
        outline(Pixel::new(at.x, at.y + 2), 13, 13, palette::FAINT_TEXT);
        let beside = Pixel::new(at.x + 18, at.y);
        lettering.write(word, beside, LETTERS, palette::FAINT_TEXT);
        at.x += needed + 14;
    }
}
