//! The log, the keys and the rules: text that scrolls.

use parlour_regicide::View;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::guide::guide;
use crate::wrap::{wide, wrap};
use crate::{Theme, frame};

/// A key, what it does, and what a click on it presses; some stand for several.
pub type Key = (&'static str, &'static str, Option<KeyCode>);

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What happened.
    pub words: String,
    /// Whether it begins a new move.
    pub new_move: bool,
}

/// Draws the log so that the newest line is at the bottom; `back` lines further
/// up if somebody scrolled. Gives how far one can scroll.
pub fn draw_log(frame: &mut Frame, area: Rect, theme: Theme, log: &[Entry], back: u16) -> u16 {
    let width = frame::block(theme).inner(area).width;
    let mut lines = Vec::new();
    for entry in log {
        let (style, lead) = if entry.new_move {
            (theme.text(), "")
        } else {
            (theme.dim(), "  ")
        };
        let words = wrap(&format!("{lead}{}", entry.words), width);
        lines.extend(words.into_iter().map(|line| Line::styled(line, style)));
    }
    scrolled(frame, area, theme, " Game log ", lines, From::End(back))
}

/// Draws the rules of a table from a line on. Gives how far one can scroll.
pub fn draw_guide(frame: &mut Frame, area: Rect, theme: Theme, view: &View, from: u16) -> u16 {
    let width = frame::block(theme).inner(area).width;
    let mut lines = Vec::new();
    for line in guide(&view.house, view.players.len()).lines() {
        let (line, style) = match line.strip_prefix("# ") {
            Some(heading) => (heading, theme.title()),
            None => (line, theme.text()),
        };
        if line.is_empty() {
            lines.push(Line::default());
        }
        let words = wrap(line, width);
        lines.extend(words.into_iter().map(|line| Line::styled(line, style)));
    }
    scrolled(frame, area, theme, " Rules ", lines, From::Start(from))
}

/// Words instead of the rules, for instance a lesson.
pub fn draw_words(frame: &mut Frame, area: Rect, theme: Theme, title: &str, words: &str) {
    let block = frame::block(theme).title_top(Line::styled(format!(" {title} "), theme.accent()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let paragraph = Paragraph::new(words)
        .style(theme.text())
        .wrap(Wrap { trim: true });
    frame.render_widget(paragraph, inner);
}

/// Draws keys and what they do, in as many columns as they need. Gives where each
/// lies that can be clicked.
pub fn draw_keys(
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
    keys: &[Key],
) -> Vec<(Rect, KeyCode)> {
    let block = frame::block(theme).title_top(Line::styled(" Keys ", theme.title()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let rows = usize::from(inner.height).max(1);
    let columns = keys.len().div_ceil(rows).max(1) as u16;
    let width = inner.width / columns;
    let mut places = Vec::new();
    for (at, (key, what, pressed)) in keys.iter().enumerate() {
        let place = Rect {
            x: inner.x + width * (at / rows) as u16,
            y: inner.y + (at % rows) as u16,
            width,
            height: 1,
        };
        let line = Line::from(vec![
            Span::styled(*key, theme.accent()),
            Span::styled(format!(" {what}"), theme.text()),
        ]);
        let words = Rect {
            width: (wide(key) + wide(what) + 1).min(usize::from(width)) as u16,
            ..place
        };
        places.extend(pressed.map(|pressed| (words, pressed)));
        frame.render_widget(line, place);
    }
    places
}

/// From which end scrolling is counted.
#[derive(Clone, Copy)]
enum From {
    Start(u16),
    End(u16),
}

fn scrolled(
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
    title: &str,
    lines: Vec<Line<'static>>,
    from: From,
) -> u16 {
    let inner = frame::block(theme).inner(area);
    let most = (lines.len() as u16).saturating_sub(inner.height);
    let top = match from {
        From::Start(top) => top.min(most),
        From::End(back) => most.saturating_sub(back),
    };
    let mut block = frame::block(theme).title_top(Line::styled(title.to_owned(), theme.title()));
    if let Some(arrows) = arrows(top, most) {
        block = block.title_top(Line::styled(arrows, theme.accent()).right_aligned());
    }
    frame.render_widget(block, area);
    frame.render_widget(Paragraph::new(lines).scroll((top, 0)), inner);
    most
}

/// Which way there is more.
fn arrows(top: u16, most: u16) -> Option<&'static str> {
    match (top > 0, top < most) {
        (true, true) => Some(" ↑↓ "),
        (true, false) => Some(" ↑ "),
        (false, true) => Some(" ↓ "),
        (false, false) => None,
    }
}
