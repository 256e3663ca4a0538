//! A few words in a box above the table.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::wrap::{wide, wrap};
use crate::{Theme, frame};

/// The widest that words are drawn.
const WIDEST: usize = 64;

/// Draws a box in the middle with a title and styled words.
pub fn draw(frame: &mut Frame, theme: Theme, title: &str, words: &[(&str, Style)]) {
    let area = frame.area();
    let widest = words
        .iter()
        .map(|(words, _)| wide(words))
        .max()
        .unwrap_or(0);
    let room = usize::from(area.width).saturating_sub(6);
    let width = widest.max(wide(title) + 2).min(WIDEST).min(room) as u16;
    let mut lines = Vec::new();
    for (words, style) in words {
        if words.is_empty() {
            lines.push(Line::default());
        }
        for line in wrap(words, width) {
            lines.push(Line::styled(line, *style).centered());
        }
    }
    let height = (lines.len() as u16 + 4).min(area.height);
    let place = Rect {
        x: area.x + (area.width - width - 6) / 2,
        y: area.y + (area.height - height) / 2,
        width: width + 6,
        height,
    };
    let block = frame::block(theme)
        .border_style(theme.accent())
        .title_top(Line::styled(format!(" {title} "), theme.accent()).centered());
    let inner = block.inner(place);
    frame.render_widget(Clear, place);
    frame.render_widget(block, place);
    let inside = Rect {
        x: inner.x + 2,
        y: inner.y + 1,
        width: inner.width - 4,
        height: inner.height - 1,
    };
    frame.render_widget(Paragraph::new(lines), inside);
}
