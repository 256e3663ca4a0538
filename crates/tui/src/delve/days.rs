//! One's own days: what came of the dungeon of each day, the latest first.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::scores::Score;
use crate::{Input, Lent, Screen, Step, frame};

/// The games of the day that one person has played.
pub struct DaysScreen {
    days: Vec<Score>,
    /// The first one that is seen.
    first: usize,
    /// The last one that may be the first seen; 0 if there is room for all.
    furthest: usize,
}

impl DaysScreen {
    /// Of all finished games those of a day.
    pub fn new(scores: Vec<Score>) -> Self {
        let mut days: Vec<Score> = scores.into_iter().filter(|it| it.daily).collect();
        days.sort_by(|one, other| other.day.cmp(&one.day));
        Self {
            days,
            first: 0,
            furthest: 0,
        }
    }
}

impl Screen for DaysScreen {
    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        // The border and a line above take three rows.
        let room = usize::from(frame.area().height.saturating_sub(3));
        self.furthest = self.days.len().saturating_sub(room);
        self.first = self.first.min(self.furthest);
        let keys: &[(&str, &str)] = if self.furthest > 0 {
            &[("↑ ↓", "scroll"), ("any other key", "back")]
        } else {
            &[("any key", "back")]
        };
        let inner = frame::draw(frame, theme, "Delve: your days", keys);
        let mut lines = vec![Line::default()];
        if self.days.is_empty() {
            let words = " You have not come to the end of a daily game yet.";
            lines.push(Line::styled(words, theme.dim()));
        }
        let best = self.days.iter().map(|it| it.ending.score).max();
        for score in self.days.iter().skip(self.first) {
            let points = format!("{:>6}", score.ending.score);
            let points = if Some(score.ending.score) == best {
                Span::styled(points, theme.good())
            } else {
                Span::styled(points, theme.accent())
            };
            lines.push(Line::from(vec![
                Span::styled(format!(" {}  ", score.day), theme.dim()),
                points,
                Span::styled(format!("  {}", score.ending.in_short()), theme.text()),
            ]));
        }
        frame.render_widget(Paragraph::new(lines), inner);
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        let turned = match input.plain() {
            Some(KeyCode::Up) => Some(-1),
            Some(KeyCode::Down) => Some(1),
            _ => input.wheel(),
        };
        if let Some(turned) = turned.filter(|_| self.furthest > 0) {
            self.first = if turned < 0 {
                self.first.saturating_sub(1)
            } else {
                (self.first + 1).min(self.furthest)
            };
            return Step::Stay;
        }
        // The button that opened it is still to be let go.
        if matches!(input, Input::Mouse(_)) && input.click().is_none() {
            Step::Stay
        } else {
            Step::Close
        }
    }
}
