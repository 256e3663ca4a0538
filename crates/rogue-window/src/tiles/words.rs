//! The letters of a screen as pixels: what stands around the map, and the windows that
//! lie over it.

use parlour_grid::{Point, Rect};
use parlour_rogue::Colour;
use parlour_rogue::ui::{Cell, Screen};

use super::arrangement::{Arrangement, LETTERS};
use super::colours::on_screen;
use crate::lettering::{Lettering, fill, outline};
use crate::palette::{self, Rgb};
use crate::pixel::Pixel;

/// Draws the words around the map, then the windows over everything.
pub(super) fn draw(screen: &Screen, arranged: &Arrangement, lettering: &Lettering) {
    let (corner, (width, height)) = arranged.pixels(arranged.map);
    let (_, whole) = arranged.pixels(screen.area());
    // Tiles that glide reach beyond the map, and the frame of the map covers them.
    let (right, foot) = (corner.x + width, corner.y + height);
    for (at, width, height) in [
        (Pixel::new(0, 0), whole.0, corner.y),
        (Pixel::new(0, foot), whole.0, whole.1 - foot),
        (Pixel::new(0, corner.y), corner.x, height),
        (Pixel::new(right, corner.y), whole.0 - right, height),
    ] {
        fill(at, width, height, palette::OUTSIDE);
    }
    let windows: Vec<Rect> = screen.windows().collect();
    let covered = |at: Point| windows.iter().any(|window| window.contains(at));
    for at in screen.area().cells() {
        if !arranged.map.contains(at) && !covered(at) {
            cell(screen, at, arranged, lettering);
        }
    }
    for window in &windows {
        let (at, (width, height)) = arranged.pixels(*window);
        fill(at, width, height, palette::BAR);
        outline(at, width, height, palette::FAINT_TEXT);
        for at in window.intersection(screen.area()).cells() {
            cell(screen, at, arranged, lettering);
        }
    }
}

fn cell(screen: &Screen, at: Point, arranged: &Arrangement, lettering: &Lettering) {
    let Some(Cell { char, pen }) = screen.get(at) else {
        return;
    };
    let paper = pen.paper.map(on_screen);
    let mut ink = on_screen(pen.ink);
    if pen.dim {
        ink = ink.towards(palette::OUTSIDE, 110);
    }
    let (ink, paper) = if pen.reversed {
        (paper.unwrap_or(palette::OUTSIDE), Some(ink))
    } else {
        (ink, paper)
    };
    let (corner, (width, height)) = arranged.pixels(Rect::new(at.x, at.y, 1, 1));
    if let Some(paper) = paper {
        fill(corner, width, height, paper);
    }
    match char {
        // The frame of a window is drawn as one.
        ' ' | '─' | '│' | '┌' | '┐' | '└' | '┘' => {}
        '█' => fill(Pixel::new(corner.x, corner.y + 4), width, height - 8, ink),
        _ => {
            let top = corner.y + (height - i32::from(LETTERS)) / 2 - 1;
            lettering.letter(char, Pixel::new(corner.x, top), LETTERS, ink);
        }
    }
}

/// A label beside the pointer.
pub(super) fn label(words: &str, beside: Pixel, window: (i32, i32), lettering: &Lettering) {
    let room = window.0 - 8;
    let words = crate::lettering::shortened(words, Lettering::fitting(room - 12, LETTERS));
    let letters = words.chars().count() as f32;
    let width = (letters * Lettering::advance(LETTERS)).ceil() as i32 + 12;
    let height = i32::from(LETTERS) + 8;
    let x = (beside.x + 14).min(window.0 - width - 4).max(4);
    let below = beside.y + 18;
    let y = if below + height > window.1 {
        beside.y - height - 6
    } else {
        below
    };
    fill(Pixel::new(x, y), width, height, LABEL);
    outline(Pixel::new(x, y), width, height, palette::FAINT_TEXT);
    let ink = on_screen(Colour::White);
    lettering.write(&words, Pixel::new(x + 6, y + 3), LETTERS, ink);
}

/// Behind a label.
const LABEL: Rgb = Rgb(12, 13, 16);
