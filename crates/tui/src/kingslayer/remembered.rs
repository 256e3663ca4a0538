//! A game at somebody else's table, stepped through as its guest saw it.

use std::rc::Rc;

use parlour_court::Keepsake;
use parlour_regicide::analysis::Budget;
use parlour_rules::Seat;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::looking_back::{LookingBack, PlayedGame, Review};
use super::picture::{draw_view, outcome_in_words, told_in_words};
use crate::wrap::wrap;
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step, frame, plain};

/// The screen of a game that its guest has kept.
pub struct Remembered {
    game: Keepsake,
    /// The place that is shown, from 0.
    at: usize,
    budget: Budget,
    /// The game looked back on, once somebody has asked for it.
    review: Option<Rc<Review>>,
    /// Why something did not work, until the next key.
    trouble: Option<String>,
}

/// How many lines of words stand below the table.
const WORDS: u16 = 5;

impl Remembered {
    /// Stands before the first move that the guest saw.
    pub fn new(game: Keepsake) -> Self {
        Self {
            game,
            at: 0,
            budget: Budget::default(),
            review: None,
            trouble: None,
        }
    }

    /// The same where so much is thought about a game that is looked back on.
    #[must_use]
    pub fn thinking(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    fn last(&self) -> usize {
        self.game.places.len().saturating_sub(1)
    }

    fn go_to(&mut self, place: usize) {
        self.at = place.min(self.last());
    }

    /// What somebody was called; the guest is "you".
    fn name(&self, seat: Seat) -> String {
        if seat == self.game.about.seat {
            return String::from("you");
        }
        let name = self.game.about.names.get(usize::from(seat.0));
        match name.filter(|name| !name.is_empty()) {
            Some(name) => plain::printable(name),
            None => format!("player {}", seat.0 + 1),
        }
    }

    /// What led here, and how the game ended.
    fn words(&self) -> (String, Option<String>) {
        let place = self.game.places.get(self.at);
        let told = place.map_or_else(String::new, |place| {
            told_in_words(&place.told, &|seat| self.name(seat))
        });
        let told = match (told.is_empty(), self.at) {
            (false, _) => told,
            (true, 0) => String::from("Here you came to the table, or the game began."),
            (true, _) => String::from("What led here was not told."),
        };
        let end = (self.at == self.last()).then(|| outcome_in_words(&self.game.about.outcome));
        (told, end)
    }

    fn look_back(&mut self, lent: &Lent) -> Step {
        let review = if let Some(review) = &self.review {
            Rc::clone(review)
        } else {
            let decisions = self.game.decisions();
            if decisions.is_empty() {
                self.trouble = Some(String::from("You decided nothing that was kept."));
                return Step::Stay;
            }
            let game = PlayedGame {
                players: 1,
                decisions,
                outcome: Some(self.game.about.outcome),
            };
            Rc::new(Review::begin(game, self.budget, &lent.bell))
        };
        self.review = Some(Rc::clone(&review));
        Step::Open(Box::new(LookingBack::new(review, None)))
    }
}

impl Screen for Remembered {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let title = format!("As you saw it · {} of {}", self.at, self.last());
        let keys = [("←→", "step"), ("a", "look back"), ("q", "back")];
        let inner = frame::draw(frame, theme, &title, &keys);
        let (told, end) = self.words();
        let mut lines: Vec<Line> = Vec::new();
        let mut say = |words: &str, style: Style| {
            let words = wrap(words, inner.width).into_iter();
            lines.extend(words.map(|line| Line::styled(line, style)));
        };
        // What is never left out comes first, should there be too little room.
        if let Some(trouble) = &self.trouble {
            say(trouble, theme.bad());
        }
        if let Some(end) = end {
            say(&end, theme.good());
        }
        say(&told, theme.accent());
        let below = (lines.len() as u16).clamp(2, WORDS.max(inner.height / 3));
        let [table, _, words] = Layout::vertical([
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(below),
        ])
        .areas(inner);
        if let Some(place) = self.game.places.get(self.at) {
            draw_view(frame, table, theme, &place.view);
        }
        frame.render_widget(Paragraph::new(lines), words);
    }

    fn answer(&mut self, input: &Input, lent: &mut Lent) -> Step {
        if input.plain().is_some() {
            self.trouble = None;
        }
        match (input.plain(), input.wheel()) {
            (Some(KeyCode::Right | KeyCode::Char('l' | ' ')), _) | (_, Some(1)) => {
                self.go_to(self.at + 1);
            }
            (Some(KeyCode::Left | KeyCode::Char('h')), _) | (_, Some(-1)) => {
                self.go_to(self.at.saturating_sub(1));
            }
            (Some(KeyCode::Home | KeyCode::Char('g')), _) => self.go_to(0),
            (Some(KeyCode::End | KeyCode::Char('G')), _) => self.go_to(usize::MAX),
            (Some(KeyCode::Char('a')), _) => return self.look_back(lent),
            (Some(KeyCode::Char('?') | KeyCode::F(1)), _) => return Step::Help,
            (Some(KeyCode::Esc | KeyCode::Char('q')), _) => return Step::Close,
            _ => {}
        }
        Step::Stay
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("← →  or  h l", "one move back, forward"),
            ("Home, End", "to the first move, to the end"),
            ("a", "look back: what you decided, and what was better"),
            ("mouse", "turn the wheel to step"),
            ("q  or  Esc", "back"),
        ]
    }
}
