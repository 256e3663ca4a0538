//! The keys of the screen below, laid on top of it.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::wrap::wrap;
use crate::{Desk, Input, KeyHelp, POCKET, Screen, Step, frame};

/// A list of keys. Any key closes it.
pub struct Help {
    keys: Vec<KeyHelp>,
}

impl Help {
    /// The help for these keys.
    pub fn new(keys: Vec<KeyHelp>) -> Self {
        Self { keys }
    }
}

impl Screen for Help {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn draw(&mut self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        let inner = frame::draw(frame, theme, "Help", &[("any key", "back")]);
        let keys = self.keys.iter().map(|(key, _)| key.chars().count());
        let wide = keys
            .max()
            .unwrap_or(0)
            .max(if inner.width < 60 { 0 } else { 20 });
        let room = inner.width.saturating_sub(wide as u16 + 4).max(10);
        let mut lines = vec![Line::default()];
        for (key, what) in &self.keys {
            for (number, part) in wrap(what, room).into_iter().enumerate() {
                let key = if number == 0 { *key } else { "" };
                lines.push(Line::from(vec![
                    Span::styled(format!("  {key:<wide$}  "), theme.accent()),
                    Span::styled(part, theme.text()),
                ]));
            }
        }
        frame.render_widget(Paragraph::new(lines), inner);
    }

    fn answer(&mut self, input: &Input, _: &mut Desk) -> Step {
        if input.hover().is_some() {
            Step::Stay
        } else {
            Step::Close
        }
    }
}
