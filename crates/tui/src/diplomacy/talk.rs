//! A window: what was said in it, the newest at the bottom.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::wrap::wrap;
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
    /// How many rows stand below the window.
    back: usize,
    /// The line with which the newest answer begins, until it is drawn.
    fresh: Option<usize>,
    /// How many rows the window had when it was drawn.
    height: usize,
}

impl Talk {
    pub fn note(&mut self, kind: Kind, text: &str) {
        let lines = text.lines().map(|line| (kind, plain::printable(line)));
        self.lines.extend(lines);
        let too_many = self.lines.len().saturating_sub(KEPT);
        self.lines.drain(..too_many);
        self.fresh = self.fresh.map(|line| line.saturating_sub(too_many));
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// What is noted from now on is read from its beginning, also if it is longer
    /// than the window.
    pub fn begin(&mut self) {
        self.back = 0;
        self.fresh = Some(self.lines.len());
    }

    /// Reads so many rows back, or on.
    pub fn scroll(&mut self, rows: usize, back: bool) {
        self.back = if back {
            self.back + rows
        } else {
            self.back.saturating_sub(rows)
        };
    }

    /// Reads a page back, or on; one row stays.
    pub fn turn(&mut self, back: bool) {
        self.scroll(self.height.saturating_sub(1).max(1), back);
    }

    /// Draws it; with hints while there is room.
    pub fn draw(
        &mut self,
        frame: &mut Frame,
        area: Rect,
        theme: Theme,
        title: &str,
        hints: &[String],
    ) {
        let block = frame::block(theme);
        let inner = block.inner(area);
        let width = usize::from(inner.width.max(1));
        let height = usize::from(inner.height);
        self.height = height;
        let fresh = self.fresh.take();
        let mut rows: Vec<Line> = Vec::new();
        let mut begins = None;
        for (number, (kind, words)) in self.lines.iter().enumerate() {
            if fresh == Some(number) {
                begins = Some(rows.len());
            }
            let style = match kind {
                Kind::Told => theme.text(),
                Kind::Typed => theme.dim(),
                Kind::Refused => theme.bad(),
            };
            rows.extend(wrapped(words, inner.width, style));
        }
        let said = rows.len();
        let mut hinted: Vec<Line> = Vec::new();
        for hint in hints {
            hinted.extend(wrapped(hint, inner.width, theme.dim()));
        }
        if said + hinted.len() < height {
            if said > 0 {
                rows.push(Line::default());
            }
            rows.append(&mut hinted);
        }
        let most = rows.len().saturating_sub(height);
        if let Some(begins) = begins {
            self.back = most.saturating_sub(begins);
        }
        self.back = self.back.min(most);
        let last = rows.len() - self.back;
        let first = last.saturating_sub(height);
        let (more, short) = match (first, self.back) {
            (0, 0) => ("", ""),
            (_, 0) => (" · PageUp reads back", " · PageUp"),
            _ => (" · PageDown goes on", " · PageDown"),
        };
        let fits = title.chars().count() + more.chars().count() + 2 <= width;
        let more = if fits { more } else { short };
        let title = Line::styled(format!(" {title}{more} "), theme.title());
        frame.render_widget(block.title_top(title), area);
        frame.render_widget(Paragraph::new(rows[first..last].to_vec()), inner);
    }
}

/// The rows of a line; an empty one has its row too.
fn wrapped(words: &str, width: u16, style: Style) -> Vec<Line<'static>> {
    if words.is_empty() {
        return vec![Line::default()];
    }
    let rows = wrap(words, width).into_iter();
    rows.map(|row| Line::styled(row, style)).collect()
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;
    use crate::Theme;

    /// The rows inside a window of four rows.
    fn drawn(talk: &mut Talk) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(12, 6)).unwrap();
        let draw = |frame: &mut Frame| {
            talk.draw(frame, frame.area(), Theme::default(), "t", &[]);
        };
        terminal.draw(draw).unwrap();
        let buffer = terminal.backend().buffer();
        let row = |y: u16| -> String { (1..11).map(|x| buffer[(x, y)].symbol()).collect() };
        (1..5).map(|y| row(y).trim().to_owned()).collect()
    }

    #[test]
    fn a_long_answer_is_read_from_its_beginning() {
        let mut talk = Talk::default();
        talk.note(Kind::Told, "old");
        talk.begin();
        talk.note(Kind::Typed, "> help");
        talk.note(Kind::Told, "1\n2\n3\n4\n5\n6");
        assert_eq!(drawn(&mut talk), ["> help", "1", "2", "3"]);
        assert_eq!(drawn(&mut talk), ["> help", "1", "2", "3"]);
        talk.turn(false);
        assert_eq!(drawn(&mut talk), ["3", "4", "5", "6"]);
        // However often it is turned back, one turn is one turn on.
        for _ in 0..20 {
            talk.turn(true);
            drawn(&mut talk);
        }
        assert_eq!(drawn(&mut talk), ["old", "> help", "1", "2"]);
        talk.turn(false);
        assert_eq!(drawn(&mut talk), ["2", "3", "4", "5"]);
        // A short answer stands at the end.
        talk.begin();
        talk.note(Kind::Told, "7");
        assert_eq!(drawn(&mut talk), ["4", "5", "6", "7"]);
    }
}
