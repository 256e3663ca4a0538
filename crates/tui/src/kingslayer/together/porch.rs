//! The porch: host a table for others, or join one.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::menu::{Menu, Row};
use crate::{Desk, Input, KeyHelp, Screen, Step, frame};

/// Opens tables for others, and finds theirs. The app implements it.
pub trait Inn {
    /// The table of this machine that waits to go on.
    fn unfinished(&self) -> Option<UnfinishedTable>;

    /// Goes on with it.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn go_on(&self, table: &UnfinishedTable) -> Result<Box<dyn Screen>, String>;

    /// Hosts a table for so many, with so many bots; `new` abandons an unfinished
    /// one.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn host(&self, players: u8, bots: u8, new: bool) -> Result<Box<dyn Screen>, String>;

    /// Looks for a table to join.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn join(&self) -> Result<Box<dyn Screen>, String>;
}

/// A table that waits to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedTable {
    /// Its seats.
    pub players: u8,
    /// Who sits at it, bots left out.
    pub people: Vec<String>,
    /// Whether its game has begun.
    pub begun: bool,
}

/// Asks whether to host or to join.
pub struct Porch {
    inn: Box<dyn Inn>,
    unfinished: Option<UnfinishedTable>,
    /// What each item of the menu does.
    items: Vec<Item>,
    menu: Menu,
    players: u8,
    bots: u8,
}

#[derive(Clone, Copy)]
enum Item {
    Join,
    GoOn,
    Host,
    Players,
    Bots,
    Back,
}

impl Porch {
    /// The porch of an inn.
    pub fn new(inn: Box<dyn Inn>) -> Self {
        let mut porch = Self {
            unfinished: inn.unfinished(),
            items: Vec::new(),
            inn,
            menu: Menu::new(Vec::new()),
            players: 2,
            bots: 0,
        };
        porch.write_rows();
        porch
    }

    fn write_rows(&mut self) {
        let mut rows = Vec::new();
        self.items.clear();
        let mut item = |rows: &mut Vec<Row>, what: Item, words: &str, right: String| {
            self.items.push(what);
            rows.push(Row::Item(words.into(), right));
        };
        rows.push(Row::Heading("Others' tables".into()));
        item(&mut rows, Item::Join, "Join a table", String::new());
        rows.push(Row::Gap);
        rows.push(Row::Heading("A table of your own".into()));
        if let Some(table) = &self.unfinished {
            item(&mut rows, Item::GoOn, "Continue", table.seats());
            let left = String::from("abandons the unfinished one");
            item(&mut rows, Item::Host, "New table", left);
        } else {
            item(&mut rows, Item::Host, "Host a table", String::new());
        }
        item(
            &mut rows,
            Item::Players,
            "Players",
            self.players.to_string(),
        );
        item(
            &mut rows,
            Item::Bots,
            "Bots among them",
            self.bots.to_string(),
        );
        rows.push(Row::Gap);
        item(&mut rows, Item::Back, "Back", String::new());
        self.menu.replace(rows);
    }

    fn choose(&mut self, item: usize) -> Step {
        let opened = match self.items.get(item) {
            Some(Item::Join) => self.inn.join(),
            Some(Item::GoOn) => match &self.unfinished {
                Some(table) => self.inn.go_on(table),
                None => return Step::Stay,
            },
            Some(Item::Host) => {
                let new = self.unfinished.is_some();
                self.inn.host(self.players, self.bots, new)
            }
            Some(Item::Players) => {
                self.players = if self.players == 4 {
                    2
                } else {
                    self.players + 1
                };
                self.bots = self.bots.min(self.players - 1);
                self.write_rows();
                return Step::Stay;
            }
            Some(Item::Bots) => {
                self.bots = (self.bots + 1) % self.players;
                self.write_rows();
                return Step::Stay;
            }
            Some(Item::Back) | None => return Step::Close,
        };
        Step::open_or_tell("Kingslayer together", opened)
    }
}

impl UnfinishedTable {
    fn seats(&self) -> String {
        format!("a table for {}", self.players)
    }

    /// Whose it is, and how far it has come.
    fn words(&self) -> String {
        let at_it = match &*self.people {
            [] => String::from("nobody yet"),
            [only] => only.clone(),
            [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
        };
        let how_far = if self.begun {
            "its game goes on"
        } else {
            "its game has not begun"
        };
        format!("At the unfinished table: {at_it}; {how_far}.")
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
        if let Some(table) = &self.unfinished {
            let above = Rect {
                y: below.y.saturating_sub(1),
                ..below
            };
            frame.render_widget(Line::styled(table.words(), theme.dim()), above);
        }
    }

    fn returned(&mut self, _: &mut Desk) {
        // The table above may have been left in the middle, or ended.
        self.unfinished = self.inn.unfinished();
        self.write_rows();
    }

    fn answer(&mut self, input: &Input, _: &mut Desk) -> Step {
        match self.menu.chosen(input) {
            Ok(item) => self.choose(item),
            Err(step) => step,
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
