//! A message that fills the screen until it is read.

use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use crate::{Input, Lent, POCKET, Screen, Step, frame};

/// Something to tell, for instance why a game could not be opened.
pub struct Notice {
    title: String,
    words: String,
    bad: bool,
}

impl Notice {
    /// Good or plain news.
    pub fn new(title: impl Into<String>, words: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            words: words.into(),
            bad: false,
        }
    }

    /// Something failed.
    pub fn failure(title: impl Into<String>, words: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            words: words.into(),
            bad: true,
        }
    }
}

impl Screen for Notice {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let inner = frame::draw(frame, theme, &self.title, &[("any key", "back")]);
        let style = if self.bad { theme.bad() } else { theme.text() };
        let mut lines = vec![Line::default()];
        lines.extend(self.words.lines().map(|line| Line::styled(line, style)));
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), inner);
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        if input.hover().is_some() {
            Step::Stay
        } else {
            Step::Close
        }
    }
}
