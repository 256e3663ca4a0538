//! The border that all full screens share: a title above, keys below.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Padding};

use crate::Theme;

/// Draws the border with the title and the most important keys, and gives the
/// area inside.
pub fn draw(frame: &mut Frame, theme: Theme, title: &str, keys: &[(&str, &str)]) -> Rect {
    let area = frame.area();
    draw_in(frame, area, theme, title, keys)
}

/// The same around a part of the screen.
pub fn draw_in(
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
    title: &str,
    keys: &[(&str, &str)],
) -> Rect {
    let block = block(theme)
        .title_top(Line::styled(format!(" {title} "), theme.title()))
        .title_bottom(key_line(theme, keys))
        .padding(Padding::horizontal(1));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    inner
}

/// Whether a list and words about it do not fit side by side.
pub fn is_narrow(area: Rect) -> bool {
    area.width < 70
}

/// A place for a list, and below it one for words about what the cursor is on.
pub fn one_above_the_other(area: Rect) -> [Rect; 2] {
    let [list, _, words] = Layout::vertical([
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length((area.height / 3).max(5)),
    ])
    .areas(area);
    [list, words]
}

/// A border without words.
pub fn block<'a>(theme: Theme) -> Block<'a> {
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.line())
}

/// Keys and what they do, in one line: ` Enter open · q quit `.
pub fn key_line<'a>(theme: Theme, keys: &[(&'a str, &'a str)]) -> Line<'a> {
    let mut spans = vec![Span::raw(" ")];
    for (number, (key, what)) in keys.iter().enumerate() {
        if number > 0 {
            spans.push(Span::styled(" · ", theme.dim()));
        }
        spans.push(Span::styled(*key, theme.accent()));
        spans.push(Span::styled(format!(" {what}"), theme.text()));
    }
    spans.push(Span::raw(" "));
    Line::from(spans)
}
