//! The hall of scores.

use parlour_delve::Ending;
use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::{Desk, Input, Screen, Step, frame};

/// A finished game that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The day it was begun.
    pub day: String,
    /// Whether it was the game of that day.
    pub daily: bool,
    /// How it ended.
    pub ending: Ending,
}

/// The best games, by points.
pub struct ScoresScreen {
    scores: Vec<Score>,
}

impl ScoresScreen {
    /// A hall of these games.
    pub fn new(mut scores: Vec<Score>) -> Self {
        scores.sort_by_key(|score| std::cmp::Reverse(score.ending.score));
        Self { scores }
    }
}

impl Screen for ScoresScreen {
    fn draw(&mut self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        let inner = frame::draw(frame, theme, "Delve: scores", &[("any key", "back")]);
        let mut lines = vec![Line::default()];
        if self.scores.is_empty() {
            lines.push(Line::styled("Nobody has come back yet.", theme.dim()));
        }
        let room = usize::from(inner.height.saturating_sub(1));
        for (place, score) in self.scores.iter().enumerate().take(room) {
            let daily = if score.daily { " (daily)" } else { "" };
            lines.push(Line::from(vec![
                Span::styled(format!("{:>3}. ", place + 1), theme.dim()),
                Span::styled(format!("{:>6}  ", score.ending.score), theme.accent()),
                Span::styled(format!("{}{daily}  ", score.day), theme.dim()),
                Span::styled(score.ending.in_short(), theme.text()),
            ]));
        }
        frame.render_widget(Paragraph::new(lines), inner);
    }

    fn answer(&mut self, input: &Input, _: &mut Desk) -> Step {
        // The button that opened it is still to be let go.
        if matches!(input, Input::Mouse(_)) && input.click().is_none() {
            Step::Stay
        } else {
            Step::Close
        }
    }
}
