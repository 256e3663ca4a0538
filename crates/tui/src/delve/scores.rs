//! The hall of scores.

use parlour_delve::Ending;
use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::{Input, Lent, Screen, Step, Theme, frame};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The day it was begun.
    pub day: String,
    /// Whether it was the game of that day.
    pub daily: bool,
    /// Whether it was played with content of one's own, so that its points do not
    /// compare with the others.
    pub own_content: bool,
    /// How it ended.
    pub ending: Ending,
}

/// The best games, by points; those with content of one's own apart from the
/// others.
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

/// How many games with content of one's own are shown below many others.
const OWN: usize = 5;

/// Why points do not compare with those of ordinary games.
fn stands_apart(score: &Score) -> bool {
    score.own_content || !score.ending.mode.is_empty()
}

fn mode_of(score: &Score) -> String {
    let own = score.own_content.then_some("own content");
    let mode = Some(score.ending.mode.as_str()).filter(|mode| !mode.is_empty());
    let words: Vec<&str> = own.into_iter().chain(mode).collect();
    if words.is_empty() {
        return String::new();
    }
    format!(" ({})", words.join(", "))
}

fn line(place: usize, score: &Score, theme: Theme) -> Line<'static> {
    let daily = if score.daily { " (daily)" } else { "" };
    Line::from(vec![
        Span::styled(format!("{place:>3}. "), theme.dim()),
        Span::styled(format!("{:>6}  ", score.ending.score), theme.accent()),
        Span::styled(format!("{}{daily}  ", score.day), theme.dim()),
        Span::styled(score.ending.in_short(), theme.text()),
        Span::styled(mode_of(score), theme.dim()),
    ])
}

impl Screen for ScoresScreen {
    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let inner = frame::draw(frame, theme, "Delve: scores", &[("any key", "back")]);
        let mut lines = vec![Line::default()];
        if self.scores.iter().all(stands_apart) {
            lines.push(Line::styled("Nobody has come back yet.", theme.dim()));
        }
        let room = usize::from(inner.height.saturating_sub(1));
        let (own, counted): (Vec<&Score>, Vec<&Score>) =
            self.scores.iter().partition(|score| stands_apart(score));
        // Below what counts, a few of the others are seen in any case.
        let below = match own.len() {
            0 => 0,
            some => some.min(OWN) + 2,
        };
        let listed = counted.iter().take(room.saturating_sub(below));
        lines.extend((1..).zip(listed).map(|(place, it)| line(place, it, theme)));
        if !own.is_empty() {
            lines.push(Line::default());
            let words = "Apart, because their points do not compare:";
            lines.push(Line::styled(words, theme.title()));
            let left = (room + 1).saturating_sub(lines.len());
            let own = own.iter().take(left);
            lines.extend((1..).zip(own).map(|(place, it)| line(place, it, theme)));
        }
        frame.render_widget(Paragraph::new(lines), inner);
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        // The button that opened it is still to be let go.
        if matches!(input, Input::Mouse(_)) && input.click().is_none() {
            Step::Stay
        } else {
            Step::Close
        }
    }
}
