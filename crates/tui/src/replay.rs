//! Steps through a finished or unfinished game: forward, back, to the end.

mod picture;

use parlour_host::Json;
use parlour_host::log::{Entry, Older, Replay, Verdict};
use parlour_rules::{Actor, Seat, Turn, Viewer};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::menu::shortened;
use crate::wrap::wrap;
use crate::{Input, KeyHelp, Lent, SMALLEST, Screen, Step, Theme, Zones, frame, plain};

pub use picture::{Picture, PlayOn, Words};

/// A log, a place in it, and whose eyes look.
pub struct ReplayScreen {
    replay: Replay,
    picture: Box<dyn Picture>,
    seats: u8,
    viewer: Viewer,
    /// Why it does not go on.
    trouble: Option<String>,
    zones: Zones<usize>,
    /// How many lines of what happened stand above what is shown.
    above: usize,
    /// How many lines of it are shown at once.
    shown: usize,
    /// What opens a game of practice that goes on after so many entries.
    play_on: Option<PlayOn>,
}

impl ReplayScreen {
    /// Stands before the first entry and looks as a spectator; where one plays
    /// alone, from their seat.
    pub fn new(replay: Replay, picture: Box<dyn Picture>) -> Self {
        let seats = replay.seats();
        Self {
            replay,
            picture,
            seats,
            // Whoever plays alone has nobody to hide cards from.
            viewer: match seats {
                1 => Viewer::Seat(Seat(0)),
                _ => Viewer::Spectator,
            },
            trouble: None,
            zones: Zones::default(),
            above: 0,
            shown: 1,
            play_on: None,
        }
    }

    /// The same where one may go on from any place, for practice.
    #[must_use]
    pub fn going_on(self, play_on: PlayOn) -> Self {
        Self {
            play_on: Some(play_on),
            ..self
        }
    }

    fn play_on(&self) -> Step {
        match &self.play_on {
            Some(open) => Step::open_or_tell("This did not work", open(self.replay.at() as u64)),
            None => Step::Stay,
        }
    }

    fn look_back(&mut self, lent: &Lent) -> Step {
        if !self.picture.looks_back() {
            return Step::Stay;
        }
        let play_on = self.play_on.clone();
        let opened = self
            .picture
            .look_back(&mut self.replay, play_on, &lent.bell);
        Step::open_or_tell("This did not work", opened)
    }

    fn go_to(&mut self, place: usize) {
        self.above = 0;
        self.trouble = self
            .replay
            .go_to(place)
            .err()
            .map(|error| error.to_string());
    }

    /// Spectator, seat 0, seat 1, …, spectator.
    fn next_viewer(&mut self) {
        self.viewer = match self.viewer {
            Viewer::Spectator if self.seats > 0 => Viewer::Seat(Seat(0)),
            Viewer::Seat(Seat(seat)) if seat + 1 < self.seats => Viewer::Seat(Seat(seat + 1)),
            _ => Viewer::Spectator,
        };
    }

    /// What happened last, in lines of this width.
    fn happened(&self, theme: Theme, width: u16) -> Vec<Line<'static>> {
        if let Some(entry) = self.replay.entry() {
            let told = self.replay.told(self.viewer);
            let name = |seat: Seat| self.name(seat);
            let sentences = |told: &Json| self.picture.told(told.as_str(), &name);
            let deed = self.deed(entry);
            let words = match &told {
                None => deed,
                Some(told) => match sentences(told) {
                    Some(words) if words.is_empty() => deed,
                    Some(words) => words,
                    None => format!("{deed}: {}", plain::line(told.as_str())),
                },
            };
            broken(&words, theme.accent(), width)
        } else {
            broken("Before the first move.", theme.dim(), width)
        }
    }

    /// How it stands with the game and its file, in lines of this width.
    fn status(&self, theme: Theme, width: u16) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let mut say = |words: &str, style: Style| lines.extend(broken(words, style, width));
        if let Some(trouble) = &self.trouble {
            say(&plain::printable(trouble), theme.bad());
            return lines;
        }
        let header = &self.replay.log().header;
        let (at, seed) = (self.replay.at(), header.seed);
        let over = matches!(self.replay.position().turn(), Turn::Over(_));
        let kind = self.picture.kind(self.replay.setup().as_str());
        if let Some(words) = kind.filter(|_| at == 0 || over) {
            say(&words, theme.warning());
        }
        if let Some(older) = self.replay.older().filter(|_| at == 0 || over) {
            let Older { rules, present, .. } = older;
            let words = format!("Played under older rules: {rules}, these are {present}.");
            say(&words, theme.warning());
        }
        if let Turn::Over(outcome) = self.replay.position().turn() {
            let words = self.picture.outcome(outcome.as_str());
            say(&words, theme.good());
            say(&format!("Seed {seed}."), theme.dim());
        } else if at == 0 {
            // What it followed from, so that it can be played again.
            say(&format!("Seed {seed}."), theme.dim());
        } else if at == self.replay.len() {
            say("The game was left here, unfinished.", theme.dim());
        }
        match self.replay.closing() {
            Some(Verdict::Torn { after }) => {
                let words = format!("The file ends after entry {after}, without its end line.");
                say(&words, theme.warning());
            }
            Some(Verdict::Audit(bad)) => say(&bad.to_string(), theme.bad()),
            Some(Verdict::Differs(difference)) => say(&difference.to_string(), theme.bad()),
            Some(Verdict::Verified { .. } | Verdict::Older { .. }) | None => {}
        }
        lines
    }

    /// A seat as the screen names it. What files hold of people's names is for the audit.
    fn name(&self, seat: Seat) -> String {
        if self.seats == 1 {
            return String::from("you");
        }
        let named = self.picture.seat(self.replay.setup().as_str(), seat);
        named.unwrap_or_else(|| format!("player {}", seat.0 + 1))
    }

    /// Who did what; who is not said where one plays alone.
    fn deed(&self, entry: &Entry) -> String {
        let deed = self.picture.deed(entry.command.as_str());
        match entry.by {
            Actor::Seat(_) if self.seats == 1 => deed,
            Actor::Seat(seat) => format!("{}: {deed}", self.name(seat)),
            Actor::Clock => format!("the clock: {deed}"),
        }
    }

    /// The keys of the bottom line.
    fn shown_keys(&self, small: bool) -> Vec<(&'static str, &'static str)> {
        let mut keys = vec![("←→", "step")];
        if !small {
            keys.push(("Home End", "start, end"));
        }
        if self.play_on.is_some() {
            let words = if small {
                "play on"
            } else {
                "play on from here"
            };
            keys.push(("c", words));
        }
        if !small {
            keys.push(("v", "viewer"));
        }
        if self.picture.looks_back() {
            keys.push(("a", "look back"));
        }
        if !small {
            keys.push(("?", "help"));
        }
        keys.push(("q", if small { "back" } else { "leave" }));
        keys
    }

    fn draw_entries(&mut self, frame: &mut Frame, area: Rect, theme: Theme) {
        self.zones.clear();
        let height = usize::from(area.height);
        let places = self.replay.len() + 1;
        let top = self
            .replay
            .at()
            .saturating_sub(height / 2)
            .min(places.saturating_sub(height));
        for place in top..places.min(top + height) {
            let line = Rect {
                y: area.y + (place - top) as u16,
                height: 1,
                ..area
            };
            let words = match place.checked_sub(1) {
                None => String::from("start"),
                Some(at) => {
                    let entry = &self.replay.log().entries[at].value;
                    format!("{place} {}", self.deed(entry))
                }
            };
            let here = place == self.replay.at();
            let words = format!("{}{words}", if here { "> " } else { "  " });
            let words = shortened(&words, usize::from(area.width));
            let width = usize::from(area.width);
            let style = if here { theme.selected() } else { theme.text() };
            frame.render_widget(Line::styled(format!("{words:<width$}"), style), line);
            self.zones.note(line, place);
        }
    }
}

/// Whether there is room for the picture and what happened alone.
fn is_small(area: Rect) -> bool {
    area.width < SMALLEST.0 || area.height < SMALLEST.1
}

/// Words in as many lines as they need.
fn broken(words: &str, style: Style, width: u16) -> Vec<Line<'static>> {
    let lines = words.lines().flat_map(|line| wrap(line, width));
    lines.map(|line| Line::styled(line, style)).collect()
}

/// Who did what, as text: seats count from 0.
pub fn entry_words(entry: &Entry) -> String {
    let by = match entry.by {
        Actor::Seat(seat) => seat.to_string(),
        Actor::Clock => String::from("the clock"),
    };
    format!("{by}: {}", plain::line(entry.command.as_str()))
}

impl Screen for ReplayScreen {
    fn smallest(&self) -> (u16, u16) {
        self.picture.smallest()
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let header = &self.replay.log().header;
        let viewer = match self.viewer {
            Viewer::Spectator => String::from("spectator"),
            Viewer::Seat(_) if self.seats == 1 => String::from("the player"),
            Viewer::Seat(seat) => self.name(seat),
        };
        let small = is_small(frame.area());
        let (at, of) = (self.replay.at(), self.replay.len());
        let title = if small {
            format!("Replay · {at} of {of} · {viewer}")
        } else {
            let game = plain::printable(&header.game);
            format!("Replay of {game} · entry {at} of {of} · as {viewer}")
        };
        let keys = self.shown_keys(small);
        let inner = frame::draw(frame, theme, &title, &keys);
        // Four lines are kept for what happened; more only where it needs more.
        // How it stands with the file is never left out.
        let status = self.status(theme, inner.width);
        let most = usize::from(inner.height / 2).saturating_sub(status.len());
        let mut lines = self.happened(theme, inner.width);
        let most = most.max(1);
        if lines.len() > most {
            // One line says that there is more.
            self.shown = most.saturating_sub(1).max(1);
            if self.above >= lines.len() {
                self.above = 0;
            }
            lines.drain(..self.above);
            let more = lines.len() > self.shown;
            lines.truncate(self.shown);
            let words = if more {
                "r reads on"
            } else {
                "r reads from the start"
            };
            if most > 1 {
                lines.push(Line::styled(words, theme.dim()));
            }
        }
        lines.extend(status);
        let below = lines.len().max(if small { 1 } else { 4 }) as u16 + 1;
        let [upper, lower] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(below)]).areas(inner);
        let view = self.replay.position().view(self.viewer);
        let lower = Rect {
            y: lower.y + 1,
            height: lower.height - 1,
            ..lower
        };
        frame.render_widget(Paragraph::new(lines), lower);
        if small {
            // The list of entries has no room beside the picture.
            self.zones.clear();
            self.picture.draw(frame, upper, theme, view.as_str());
            return;
        }
        let list = if self.picture.is_wide() { 20 } else { 40 };
        let [list, _, picture] = Layout::horizontal([
            Constraint::Percentage(list),
            Constraint::Length(2),
            Constraint::Fill(1),
        ])
        .areas(upper);
        self.draw_entries(frame, list, theme);
        self.picture.draw(frame, picture, theme, view.as_str());
    }

    fn answer(&mut self, input: &Input, lent: &mut Lent) -> Step {
        let at = self.replay.at();
        if let Some(place) = input.click().and_then(|place| self.zones.at(place)) {
            self.go_to(place);
            return Step::Stay;
        }
        match (input.plain(), input.wheel()) {
            (Some(KeyCode::Right | KeyCode::Down | KeyCode::Char('l' | 'j' | 'n' | ' ')), _)
            | (_, Some(1)) => self.go_to(at + 1),
            (
                Some(
                    KeyCode::Left
                    | KeyCode::Up
                    | KeyCode::Char('h' | 'k' | 'p')
                    | KeyCode::Backspace,
                ),
                _,
            )
            | (_, Some(-1)) => self.go_to(at.saturating_sub(1)),
            (Some(KeyCode::PageDown), _) => self.go_to(at + 10),
            (Some(KeyCode::PageUp), _) => self.go_to(at.saturating_sub(10)),
            (Some(KeyCode::Home | KeyCode::Char('g')), _) => self.go_to(0),
            (Some(KeyCode::End | KeyCode::Char('G')), _) => self.go_to(usize::MAX),
            (Some(KeyCode::Char('v')), _) => self.next_viewer(),
            (Some(KeyCode::Char('r')), _) => self.above += self.shown,
            (Some(KeyCode::Char('c')), _) => return self.play_on(),
            (Some(KeyCode::Char('a')), _) => return self.look_back(lent),
            (Some(KeyCode::Char('?')), _) => return Step::Help,
            (Some(KeyCode::Esc | KeyCode::Char('q')), _) => return Step::Close,
            _ => {}
        }
        Step::Stay
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("→  or  l  or  space", "one entry forward"),
            ("←  or  h", "one entry back"),
            ("PageDown, PageUp", "ten entries forward, back"),
            ("Home  or  g", "to the start"),
            ("End  or  G", "to the end"),
            ("v", "look as a spectator, or from a seat"),
            ("r", "read on, where more happened than there is room for"),
            ("c", "where it is offered: play on from here, for practice"),
            ("a", "where it is offered: what cost most in this game"),
            ("mouse", "click an entry, turn the wheel to step"),
            ("q  or  Esc", "leave"),
        ]
    }
}
