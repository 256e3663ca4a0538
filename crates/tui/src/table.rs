//! A table of any game, played in words: for games without a screen of their own,
//! and a pattern for those that bring one.
//!
//! The screen holds one [`Link`] for every seat that is played here and shows the
//! one the table waits for, so that people at one machine can take turns.

use std::fmt::Write;
use std::task::Waker;

use parlour_host::link::{Link, News, Shown, news_so_far};
use parlour_rules::{Rules, Viewer};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::{Input, KeyHelp, Lent, Screen, Step, Theme, frame, plain};

/// The most letters a line may have.
const LONGEST_LINE: usize = 200;

/// How many lines of news are kept.
const KEPT_NEWS: usize = 200;

/// How a game is spoken.
#[derive(Clone, Copy)]
pub struct Speech<G: Rules> {
    /// What a line means, or why it means nothing.
    pub parse: fn(&str) -> Result<G::Command, String>,
    /// What one can say, for the line under the prompt.
    pub hint: &'static str,
}

/// A table, its news, and the line that is being typed.
pub struct TableScreen<G: Rules> {
    title: String,
    speech: Speech<G>,
    seats: Vec<SeatHere<G>>,
    /// Which of the seats is shown.
    at: usize,
    typed: String,
    news: Vec<(Kind, String)>,
}

struct SeatHere<G: Rules> {
    link: Box<dyn Link<G>>,
    shown: Option<Shown<G>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Told,
    Typed,
    Refused,
}

impl<G: Rules> TableScreen<G> {
    /// A table with a link for every seat that is played here, at least one.
    pub fn new(title: impl Into<String>, links: Vec<Box<dyn Link<G>>>, speech: Speech<G>) -> Self {
        assert!(!links.is_empty(), "somebody plays or watches");
        let seats = links
            .into_iter()
            .map(|link| SeatHere { link, shown: None })
            .collect();
        Self {
            title: title.into(),
            speech,
            seats,
            at: 0,
            typed: String::new(),
            news: Vec::new(),
        }
    }

    /// The same with something to say at first.
    #[must_use]
    pub fn saying(mut self, words: Option<String>) -> Self {
        if let Some(words) = words {
            self.note(Kind::Told, words);
        }
        self
    }

    /// Takes in what has happened at every seat, and shows the one that is asked.
    fn hear(&mut self, waker: &Waker) {
        for at in 0..self.seats.len() {
            for news in news_so_far(self.seats[at].link.as_mut(), waker) {
                match news {
                    News::Shown(shown) => {
                        if at == self.at {
                            self.note_seen(&shown);
                        }
                        self.seats[at].shown = Some(*shown);
                    }
                    News::Refused { words, .. } => self.note(Kind::Refused, words),
                    News::Connection { words, .. } => self.note(Kind::Told, words),
                    News::Accepted { .. } => {}
                }
            }
        }
        let asked = self
            .seats
            .iter()
            .position(|seat| match (&seat.shown, seat.link.viewer()) {
                (Some(shown), Viewer::Seat(number)) => shown.awaiting.contains(number),
                _ => false,
            });
        self.at = asked.unwrap_or(self.at);
    }

    fn note_seen(&mut self, shown: &Shown<G>) {
        for seen in shown.seen.iter().flatten() {
            let words = serde_json::to_string(seen).unwrap_or_default();
            self.note(Kind::Told, plain::line(&words));
        }
    }

    fn note(&mut self, kind: Kind, words: String) {
        self.news.push((kind, words));
        let too_many = self.news.len().saturating_sub(KEPT_NEWS);
        self.news.drain(..too_many);
    }

    fn say(&mut self) {
        let line = std::mem::take(&mut self.typed);
        let line = line.trim();
        if line.is_empty() {
            return;
        }
        self.note(Kind::Typed, format!("> {line}"));
        match (self.speech.parse)(line) {
            Ok(command) => {
                self.seats[self.at].link.send(&command);
            }
            Err(reason) => self.note(Kind::Refused, reason),
        }
    }

    fn take_back(&mut self) {
        let seat = &mut self.seats[self.at];
        let entries = seat.shown.as_ref().map_or(0, |shown| shown.standing.seq);
        if entries == 0 {
            self.note(Kind::Refused, String::from("there is nothing to take back"));
        } else {
            seat.link.undo(entries - 1);
        }
    }

    fn type_letters(&mut self, letters: impl Iterator<Item = char>) {
        for letter in letters.filter(|letter| !letter.is_control()) {
            if self.typed.chars().count() < LONGEST_LINE {
                self.typed.push(letter);
            }
        }
    }

    /// Whose turn it is, or how it ended.
    fn status(&self) -> String {
        let Some(shown) = &self.seats[self.at].shown else {
            return String::from("The table is being set.");
        };
        if let Some(outcome) = &shown.outcome {
            let words = serde_json::to_string(outcome).unwrap_or_default();
            return format!("The game is over: {}.", plain::line(&words));
        }
        let mut words = match self.seats[self.at].link.viewer() {
            Viewer::Spectator => String::from("You watch."),
            Viewer::Seat(seat) if shown.awaiting.contains(seat) => format!("It is {seat}'s turn."),
            Viewer::Seat(seat) => format!("You are {seat}."),
        };
        if let Some(stage) = &shown.stage {
            // Writing to a string cannot fail.
            let _ = write!(words, " Stage {stage}.");
        }
        words
    }

    fn draw_news(&self, frame: &mut Frame, area: Rect, theme: Theme) {
        let style = |kind| -> Style {
            match kind {
                Kind::Told => theme.text(),
                Kind::Typed => theme.dim(),
                Kind::Refused => theme.bad(),
            }
        };
        let first = self.news.len().saturating_sub(usize::from(area.height));
        let lines = self.news[first..].iter();
        let lines: Vec<Line> = lines
            .map(|(kind, words)| Line::styled(plain::printable(words), style(*kind)))
            .collect();
        frame.render_widget(Paragraph::new(lines), area);
    }
}

impl<G: Rules> Screen for TableScreen<G> {
    fn opened(&mut self, lent: &mut Lent) {
        self.hear(&lent.bell.waker());
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let keys = [
            ("Enter", "say it"),
            ("Ctrl-Z", "take back"),
            ("F1", "help"),
            ("Esc", "leave"),
        ];
        let inner = frame::draw(frame, theme, &plain::printable(&self.title), &keys);
        let [status, _, middle, _, prompt, hint] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(inner);
        frame.render_widget(Line::styled(self.status(), theme.accent()), status);
        let [view, _, news] = Layout::horizontal([
            Constraint::Percentage(50),
            Constraint::Length(2),
            Constraint::Fill(1),
        ])
        .areas(middle);
        if let Some(shown) = &self.seats[self.at].shown {
            let words = serde_json::to_string(&shown.view).unwrap_or_default();
            let lines: Vec<Line> = plain::lines(&words).into_iter().map(Line::from).collect();
            frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), view);
        }
        self.draw_news(frame, news, theme);
        let typed = Line::from(vec![
            Span::styled("> ", theme.accent()),
            Span::styled(self.typed.as_str(), theme.text()),
            Span::styled(" ", theme.selected()),
        ]);
        frame.render_widget(typed, prompt);
        frame.render_widget(Line::styled(self.speech.hint, theme.dim()), hint);
    }

    fn answer(&mut self, input: &Input, lent: &mut Lent) -> Step {
        match (input, input.plain()) {
            (_, Some(KeyCode::Esc)) => return Step::Close,
            (_, Some(KeyCode::Enter)) => self.say(),
            (_, Some(KeyCode::Backspace)) => {
                self.typed.pop();
            }
            (_, Some(KeyCode::Char(letter))) => self.type_letters(std::iter::once(letter)),
            (Input::Paste(text), _) => self.type_letters(text.chars()),
            _ if input.is_ctrl('z') => self.take_back(),
            _ if input.is_ctrl('u') => self.typed.clear(),
            _ => {}
        }
        self.hear(&lent.bell.waker());
        Step::Stay
    }

    fn woken(&mut self, lent: &mut Lent) -> Step {
        self.hear(&lent.bell.waker());
        Step::Stay
    }

    fn returned(&mut self, lent: &mut Lent) {
        self.hear(&lent.bell.waker());
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            (
                "letters, Enter",
                "say a command; the line under the prompt lists them",
            ),
            ("Ctrl-U", "empty the line"),
            ("Ctrl-Z", "take the last move back, if all agree"),
            ("Esc", "leave; the game is kept and can be continued"),
        ]
    }
}
