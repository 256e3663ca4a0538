//! A window: what was said in it, the newest at the bottom.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::{Theme, frame, plain};

/// How many lines of a window are kept.
const KEPT: usize = 2000;

/// A line that was told, or one that was typed, or refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Told,
    Typed,
    Refused,
}

/// Everything that was said in a window.
#[derive(Debug, Default)]
pub(super) struct Talk {
    lines: Vec<(Kind, String)>,
}

impl Talk {
    pub fn note(&mut self, kind: Kind, text: &str) {
        let lines = text.lines().map(|line| (kind, plain::printable(line)));
        self.lines.extend(lines);
        let too_many = self.lines.len().saturating_sub(KEPT);
        self.lines.drain(..too_many);
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Draws it so many rows before its end; with hints while there is room.
    pub fn draw(
        &self,
        frame: &mut Frame,
        area: Rect,
        theme: Theme,
        title: &str,
        back: usize,
        hints: &[String],
    ) {
        let block = frame::block(theme);
        let inner = block.inner(area);
        let width = usize::from(inner.width.max(1));
        let height = usize::from(inner.height);
        let mut rows: Vec<Line> = Vec::new();
        for (kind, words) in &self.lines {
            let style = match kind {
                Kind::Told => theme.text(),
                Kind::Typed => theme.dim(),
                Kind::Refused => theme.bad(),
            };
            let wrapped = wrapped(words, width).into_iter();
            rows.extend(wrapped.map(|row| Line::styled(row, style)));
        }
        let said = rows.len();
        let mut hinted: Vec<Line> = Vec::new();
        for hint in hints {
            let wrapped = wrapped(hint, width).into_iter();
            hinted.extend(wrapped.map(|row| Line::styled(row, theme.dim())));
        }
        if said + hinted.len() < height {
            if said > 0 {
                rows.push(Line::default());
            }
            rows.append(&mut hinted);
        }
        let back = back.min(rows.len().saturating_sub(height));
        let last = rows.len() - back;
        let first = last.saturating_sub(height);
        let more = match (first, back) {
            (0, 0) => "",
            (_, 0) => " · PageUp reads back",
            _ => " · PageDown goes on",
        };
        let title = Line::styled(format!(" {title}{more} "), theme.title());
        frame.render_widget(block.title_top(title), area);
        frame.render_widget(Paragraph::new(rows[first..last].to_vec()), inner);
    }
}

/// A line cut at blanks so that it fits.
fn wrapped(words: &str, width: usize) -> Vec<String> {
    let mut rows = Vec::new();
    let mut row = String::new();
    for word in words.split(' ') {
        let length = row.chars().count();
        if length > 0 && length + 1 + word.chars().count() > width {
            rows.push(std::mem::take(&mut row));
        } else if length > 0 {
            row.push(' ');
        }
        let mut letters: Vec<char> = word.chars().collect();
        while letters.len() > width {
            let tail = letters.split_off(width);
            rows.push(letters.into_iter().collect());
            letters = tail;
        }
        row.extend(letters);
    }
    rows.push(row);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_blanks() {
        assert_eq!(
            wrapped("Noted: A Vie - Bud.", 10),
            ["Noted: A", "Vie - Bud."]
        );
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("", 5), [""]);
    }
}
