//! The keys of the screen below, laid on top of it.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::{Desk, Input, KeyHelp, Screen, Step, frame};

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
    fn draw(&mut self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        let inner = frame::draw(frame, theme, "Help", &[("any key", "back")]);
        let mut lines = vec![Line::default()];
        for (key, what) in &self.keys {
            lines.push(Line::from(vec![
                Span::styled(format!("  {key:<22}"), theme.accent()),
                Span::styled(*what, theme.text()),
            ]));
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
