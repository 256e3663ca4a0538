//! A game looked back on: the chance to win by decision, the costliest decisions with
//! what was better, and practice from any of them.

mod curve;
mod played;
mod review;
mod words;

use std::rc::Rc;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::small;
use crate::replay::PlayOn;
use crate::wrap::wrap;
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step, Theme, Zones, frame};

pub use played::PlayedGame;
pub use review::Review;

use review::Stage;

/// The screen of a game that is looked back on.
pub struct LookingBack {
    review: Rc<Review>,
    /// The decision that is told of, counted from 0.
    cursor: usize,
    /// Whether the cursor has been set on what cost most.
    begun: bool,
    play_on: Option<PlayOn>,
    zones: Zones<usize>,
}

impl LookingBack {
    /// The screen of a review that is under way or done. Where it is known how, one
    /// plays on from before a decision.
    pub fn new(review: Rc<Review>, play_on: Option<PlayOn>) -> Self {
        Self {
            review,
            cursor: 0,
            begun: false,
            play_on,
            zones: Zones::default(),
        }
    }

    /// Once it is known, what cost most is told first.
    fn begin(&mut self) {
        if let (false, Stage::Done(analysis)) = (self.begun, self.review.stage()) {
            self.begun = true;
            self.cursor = words::place_of(&analysis, 0).unwrap_or(0);
        }
    }

    fn go_to(&mut self, place: usize) {
        self.cursor = place.min(self.review.count().saturating_sub(1));
    }

    /// To the decision of this rank among the costliest.
    fn go_to_costly(&mut self, rank: usize) {
        if let Stage::Done(analysis) = self.review.stage()
            && let Some(place) = words::place_of(&analysis, rank)
        {
            self.cursor = place;
        }
    }

    fn play_on(&self) -> Step {
        let Stage::Done(analysis) = self.review.stage() else {
            return Step::Stay;
        };
        match (&self.play_on, analysis.moments.get(self.cursor)) {
            (Some(open), Some(moment)) => {
                Step::open_or_tell("This did not work", open(moment.number.saturating_sub(1)))
            }
            _ => Step::Stay,
        }
    }
}

/// How far it is, while it is under way.
fn draw_progress(frame: &mut Frame, area: Rect, theme: Theme, done: usize, of: usize) {
    let room = usize::from(area.width).saturating_sub(2).min(40);
    let filled = done * room / of.max(1);
    let bar = format!("[{}{}]", "#".repeat(filled), ".".repeat(room - filled));
    let mut lines = vec![
        Line::default(),
        Line::styled(
            format!("Looking at decisions: {done} of {of}"),
            theme.text(),
        ),
        Line::styled(bar, theme.accent()),
        Line::default(),
    ];
    let words = "Every decision is tried again in made-up games. It goes on while you are \
                 elsewhere at this table.";
    lines.extend(
        wrap(words, area.width)
            .into_iter()
            .map(|it| Line::styled(it, theme.dim())),
    );
    frame.render_widget(Paragraph::new(lines), area);
}

impl Screen for LookingBack {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn opened(&mut self, _: &mut Lent) {
        self.begin();
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        self.zones.clear();
        let mut keys = vec![("q", "back")];
        let stage = self.review.stage();
        if matches!(stage, Stage::Done(_)) {
            if self.play_on.is_some() {
                keys.insert(0, ("c", "play on"));
            }
            keys.insert(0, ("1-3", "costliest"));
            if !small::is_small(frame.area()) {
                keys.insert(0, ("←→", "step"));
            }
        }
        let inner = frame::draw(frame, theme, "Kingslayer: looking back", &keys);
        let analysis = match stage {
            Stage::Looking(progress) => {
                return draw_progress(frame, inner, theme, progress.done, progress.of);
            }
            Stage::Done(analysis) => analysis,
            Stage::Failed => {
                let words = "This game could not be looked at.";
                return frame.render_widget(Line::styled(words, theme.bad()), inner);
            }
        };
        let lines = words::lines(
            &analysis,
            self.review.players(),
            self.cursor,
            inner.width,
            theme,
        );
        let most = inner.height.saturating_sub(curve::LEAST);
        let below = (lines.len() as u16).min(most);
        let [above, _, words] = Layout::vertical([
            Constraint::Max(curve::MOST),
            Constraint::Length(1),
            Constraint::Length(below),
        ])
        .areas(inner);
        for (column, place) in curve::draw(frame, above, theme, &analysis, self.cursor) {
            self.zones.note(column, place);
        }
        frame.render_widget(Paragraph::new(lines), words);
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        self.begin();
        if let Some(place) = input.click().and_then(|place| self.zones.at(place)) {
            self.go_to(place);
            return Step::Stay;
        }
        match (input.plain(), input.wheel()) {
            (Some(KeyCode::Right | KeyCode::Char('l')), _) | (_, Some(1)) => {
                self.go_to(self.cursor + 1);
            }
            (Some(KeyCode::Left | KeyCode::Char('h')), _) | (_, Some(-1)) => {
                self.go_to(self.cursor.saturating_sub(1));
            }
            (Some(KeyCode::Home | KeyCode::Char('g')), _) => self.go_to(0),
            (Some(KeyCode::End | KeyCode::Char('G')), _) => self.go_to(usize::MAX),
            (Some(KeyCode::Char(digit @ '1'..='9')), _) => {
                self.go_to_costly(digit as usize - '1' as usize);
            }
            (Some(KeyCode::Char('c')), _) => return self.play_on(),
            (Some(KeyCode::Char('?') | KeyCode::F(1)), _) => return Step::Help,
            (Some(KeyCode::Esc | KeyCode::Char('q')), _) => return Step::Close,
            _ => {}
        }
        Step::Stay
    }

    fn woken(&mut self, _: &mut Lent) -> Step {
        self.begin();
        Step::Stay
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("← →  or  h l", "one decision back, forward"),
            ("1, 2, 3", "to the costliest decisions"),
            ("Home, End", "to the first decision, to the last"),
            ("c", "where it is offered: decide again, for practice"),
            ("mouse", "click a decision, turn the wheel to step"),
            ("q  or  Esc", "back"),
        ]
    }
}
