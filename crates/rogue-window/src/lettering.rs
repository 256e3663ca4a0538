//! Words in the window: JetBrains Mono, bundled with the crate, or a font of one's own.

use macroquad::math::vec2;
use macroquad::shapes::draw_rectangle;
use macroquad::text::{Font, TextParams, draw_text_ex, load_ttf_font_from_bytes};

use crate::palette::Rgb;
use crate::pixel::Pixel;

const FONT: &[u8] = include_bytes!("../assets/JetBrainsMono-Regular.ttf");

/// The advance of every letter, as a share of the font's size.
const ADVANCE: f32 = 0.6;

/// A fixed-width hand at any size.
pub struct Lettering {
    font: Font,
}

impl Default for Lettering {
    fn default() -> Self {
        Self::new()
    }
}

impl Lettering {
    /// Loads the bundled font.
    pub fn new() -> Self {
        Self::of(None)
    }

    /// Loads a font from the bytes of its file; the bundled one if there is none, or if
    /// these are no font. Its letters have to be of one width, about three fifths of
    /// their height.
    pub fn of(font: Option<&[u8]>) -> Self {
        let own = font.and_then(|bytes| load_ttf_font_from_bytes(bytes).ok());
        let mut font = own
            .unwrap_or_else(|| load_ttf_font_from_bytes(FONT).expect("the bundled font is a font"));
        font.set_filter(macroquad::texture::FilterMode::Nearest);
        Self { font }
    }

    /// Pixels from one letter to the next at a size.
    pub fn advance(size: u16) -> f32 {
        f32::from(size) * ADVANCE
    }

    /// How many letters fit into a width.
    pub fn fitting(width: i32, size: u16) -> usize {
        (width.max(0) as f32 / Self::advance(size)) as usize
    }

    /// Writes a line with the top of its letters' box at `at`.
    pub fn write(&self, text: &str, at: Pixel, size: u16, colour: Rgb) {
        // Letter by letter: each at a whole pixel, so that all stay crisp.
        for (place, glyph) in text.chars().enumerate() {
            if glyph != ' ' {
                let x = at.x + (place as f32 * Self::advance(size)).round() as i32;
                self.letter(glyph, Pixel::new(x, at.y), size, colour);
            }
        }
    }

    /// Writes one letter with the top of its box at `at`.
    pub fn letter(&self, letter: char, at: Pixel, size: u16, colour: Rgb) {
        let baseline = at.y as f32 + (f32::from(size) * 0.95).round();
        let params = TextParams {
            font: Some(&self.font),
            font_size: size,
            color: paint(colour),
            ..TextParams::default()
        };
        let mut text = [0; 4];
        draw_text_ex(
            &*letter.encode_utf8(&mut text),
            at.x as f32,
            baseline,
            params,
        );
    }
}

/// The line cut to so many letters, an ellipsis in place of the rest.
pub fn shortened(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(letters.saturating_sub(1)).collect();
    short.push('\u{2026}');
    short
}

/// The line cut at its beginning, so that its end stays readable.
pub fn shortened_left(text: &str, letters: usize) -> String {
    let count = text.chars().count();
    if count <= letters {
        return text.to_owned();
    }
    let kept = letters.saturating_sub(1);
    let mut short = String::from('\u{2026}');
    short.extend(text.chars().skip(count - kept));
    short
}

/// A colour as the graphics library wants it.
pub fn paint(colour: Rgb) -> macroquad::color::Color {
    macroquad::color::Color::from_rgba(colour.0, colour.1, colour.2, 255)
}

/// Fills a rectangle of whole pixels.
pub fn fill(at: Pixel, width: i32, height: i32, colour: Rgb) {
    draw_rectangle(
        at.x as f32,
        at.y as f32,
        width as f32,
        height as f32,
        paint(colour),
    );
}

/// A line between two pixels' middles.
pub fn stroke(from: Pixel, to: Pixel, width: i32, colour: Rgb) {
    let middle = |pixel: Pixel| vec2(pixel.x as f32 + 0.5, pixel.y as f32 + 0.5);
    let (from, to) = (middle(from), middle(to));
    macroquad::shapes::draw_line(from.x, from.y, to.x, to.y, width as f32, paint(colour));
}

/// The edge of a rectangle, one pixel wide, inside it.
pub fn outline(at: Pixel, width: i32, height: i32, colour: Rgb) {
    fill(at, width, 1, colour);
    fill(Pixel::new(at.x, at.y + height - 1), width, 1, colour);
    fill(at, 1, height, colour);
    fill(Pixel::new(at.x + width - 1, at.y), 1, height, colour);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_keep_the_end_that_matters() {
        assert_eq!(shortened("a long message", 8), "a long \u{2026}");
        assert_eq!(shortened_left("folder/name.txt", 9), "\u{2026}name.txt");
        assert_eq!(shortened("short", 8), "short");
        assert_eq!(shortened_left("", 0), "");
        assert_eq!(shortened("abc", 0), "\u{2026}");
    }
}
