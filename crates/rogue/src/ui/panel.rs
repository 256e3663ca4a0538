//! What stands in a panel: lines of text in colours by meaning, and bars.

use parlour_grid::{Point, Rect};

use super::screen::{Pen, Screen};
use super::tone::{Theme, Tone};
use crate::appearance::Glyph;
use crate::log::wrap;

/// A panel being written, line by line.
#[derive(Debug)]
pub struct Panel {
    width: usize,
    theme: Theme,
    lines: Vec<Vec<(String, Pen)>>,
}

impl Panel {
    /// An empty panel of so many columns.
    pub fn new(width: i32, theme: &Theme) -> Self {
        Self {
            width: usize::try_from(width).unwrap_or(0),
            theme: theme.clone(),
            lines: Vec::new(),
        }
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// A heading.
    pub fn title(&mut self, text: &str) {
        self.tone(Tone::Title, text);
    }

    /// A line.
    pub fn line(&mut self, text: &str) {
        self.tone(Tone::Text, text);
    }

    /// A line in the colour of a meaning.
    pub fn tone(&mut self, tone: Tone, text: &str) {
        let pen = self.theme.pen(tone);
        self.lines.push(vec![(text.to_string(), pen)]);
    }

    /// A text of any length, broken into lines.
    pub fn text(&mut self, tone: Tone, text: &str) {
        for line in wrap(text, self.width) {
            self.tone(tone, &line);
        }
    }

    /// A line that begins with a glyph, such as a creature in sight.
    pub fn glyph(&mut self, glyph: Glyph, text: &str) {
        let sign = (glyph.char.to_string(), Pen::new(glyph.colour));
        let words = (format!(" {text}"), self.theme.pen(Tone::Text));
        self.lines.push(vec![sign, words]);
    }

    /// A line of pieces, each with its pen.
    pub fn spans(&mut self, spans: Vec<(String, Pen)>) {
        self.lines.push(spans);
    }

    /// An empty line.
    pub fn gap(&mut self) {
        self.lines.push(Vec::new());
    }

    /// A bar, filled in proportion, with its numbers: at least one cell while the
    /// value is above zero.
    pub fn bar(&mut self, label: &str, value: i64, most: i64, tone: Tone) {
        let numbers = format!(" {value}/{most}");
        let taken = label.chars().count() + 1 + numbers.chars().count();
        let room = self.width.saturating_sub(taken);
        let shown = value.clamp(0, most.max(0));
        let mut full = if most > 0 {
            (i128::from(shown) * room as i128 / i128::from(most)) as usize
        } else {
            0
        };
        if shown > 0 {
            full = full.max(1).min(room);
        }
        let text = self.theme.pen(Tone::Text);
        self.lines.push(vec![
            (format!("{label} "), text),
            ("█".repeat(full), self.theme.pen(tone)),
            ("·".repeat(room - full), self.theme.pen(Tone::Faint)),
            (numbers, text),
        ]);
    }

    /// How many lines there are.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// Draws what fits into an area.
    pub fn draw(&self, screen: &mut Screen, area: Rect) {
        for (row, line) in self.lines.iter().enumerate() {
            let y = area.y + row as i32;
            if y >= area.y + area.h {
                break;
            }
            let mut x = area.x;
            for (text, pen) in line {
                x += screen.text(Point::new(x, y), area, text, *pen);
            }
        }
    }
}
