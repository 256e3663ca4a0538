//! The porch: host a table for others, or join one.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::menu::{Answer, Menu, Row};
use crate::notice::Notice;
use crate::{Desk, Input, KeyHelp, Screen, Step, frame};

/// Opens tables for others, and finds theirs. The app implements it.
pub trait Inn {
    /// Hosts a table for so many, with so many bots.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn host(&self, players: u8, bots: u8) -> Result<Box<dyn Screen>, String>;

    /// Looks for a table to join.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn join(&self) -> Result<Box<dyn Screen>, String>;
}

/// Asks whether to host or to join.
pub struct Porch {
    inn: Box<dyn Inn>,
    menu: Menu,
    players: u8,
    bots: u8,
}

impl Porch {
    /// The porch of an inn.
    pub fn new(inn: Box<dyn Inn>) -> Self {
        let mut porch = Self {
            inn,
            menu: Menu::new(Vec::new()),
            players: 2,
            bots: 0,
        };
        porch.write_rows();
        porch
    }

    fn write_rows(&mut self) {
        let item = |words: &str, right: String| Row::Item(words.into(), right);
        self.menu.replace(vec![
            Row::Heading("Others' tables".into()),
            item("Join a table", String::new()),
            Row::Gap,
            Row::Heading("A table of your own".into()),
            item("Host a table", String::new()),
            item("Players", self.players.to_string()),
            item("Bots among them", self.bots.to_string()),
            Row::Gap,
            item("Back", String::new()),
        ]);
    }

    fn choose(&mut self, item: usize) -> Step {
        let opened = match item {
            0 => self.inn.join(),
            1 => self.inn.host(self.players, self.bots),
            2 => {
                self.players = if self.players == 4 {
                    2
                } else {
                    self.players + 1
                };
                self.bots = self.bots.min(self.players - 1);
                self.write_rows();
                return Step::Stay;
            }
            3 => {
                self.bots = (self.bots + 1) % self.players;
                self.write_rows();
                return Step::Stay;
            }
            _ => return Step::Close,
        };
        match opened {
            Ok(screen) => Step::Open(screen),
            Err(reason) => Step::Open(Box::new(Notice::failure("Kingslayer together", reason))),
        }
    }
}

impl Screen for Porch {
    fn draw(&mut self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        let keys = [("↑↓", "move"), ("Enter", "choose"), ("q", "back")];
        let inner = frame::draw(frame, theme, "Kingslayer together", &keys);
        let list = Rect {
            y: inner.y + 1,
            height: inner.height.saturating_sub(4),
            width: inner.width.min(50),
            ..inner
        };
        self.menu.draw(frame, list, theme);
        let below = Rect {
            y: inner.y + inner.height.saturating_sub(1),
            height: 1,
            ..inner
        };
        let words = "Everybody in one network plays on a machine of their own.";
        frame.render_widget(Line::styled(words, theme.dim()), below);
    }

    fn answer(&mut self, input: &Input, _: &mut Desk) -> Step {
        match input.plain() {
            Some(KeyCode::Esc | KeyCode::Char('q')) => return Step::Close,
            Some(KeyCode::Char('?')) => return Step::Help,
            _ => {}
        }
        match self.menu.answer(input) {
            Answer::Chosen(item) => self.choose(item),
            Answer::Moved | Answer::Unknown => Step::Stay,
        }
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("↑ ↓  or  k j", "move the cursor"),
            ("Enter or space", "open, or change a number"),
            ("q  or  Esc", "back to the home screen"),
        ]
    }
}
