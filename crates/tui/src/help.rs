//! The keys of the screen below, laid on top of it. More of them than the terminal holds
//! are scrolled.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::wrap::wrap;
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step, frame};

/// A list of keys. Any key closes it, but those that scroll where there is more.
pub struct Help {
    keys: Vec<KeyHelp>,
    /// How many lines were scrolled past, and how many can be.
    from: u16,
    most: u16,
    page: u16,
}

impl Help {
    /// The help for these keys.
    pub fn new(keys: Vec<KeyHelp>) -> Self {
        Self {
            keys,
            from: 0,
            most: 0,
            page: 1,
        }
    }

    /// How many lines an input scrolls.
    fn scrolled(&self, input: &Input) -> Option<i32> {
        if self.most == 0 {
            return None;
        }
        let page = i32::from(self.page);
        match input {
            Input::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => Some(-3),
                MouseEventKind::ScrollDown => Some(3),
                _ => None,
            },
            Input::Key(key) => match key.code {
                KeyCode::Up => Some(-1),
                KeyCode::Down => Some(1),
                KeyCode::PageUp => Some(-page),
                KeyCode::PageDown => Some(page),
                _ => None,
            },
            Input::Paste(_) => None,
        }
    }
}

impl Screen for Help {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
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
        self.most = (lines.len() as u16).saturating_sub(inner.height);
        self.page = inner.height.max(1);
        self.from = self.from.min(self.most);
        if self.most > 0 {
            let keys = [("Up Down", "more"), ("any other key", "back")];
            frame::draw(frame, theme, "Help", &keys);
        }
        frame.render_widget(Paragraph::new(lines).scroll((self.from, 0)), inner);
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        if let Some(by) = self.scrolled(input) {
            self.from = self.from.saturating_add_signed(by as i16).min(self.most);
            Step::Stay
        } else if input.hover().is_some() {
            Step::Stay
        } else {
            Step::Close
        }
    }
}
