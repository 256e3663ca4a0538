//! The porch: host a table for others, or join one.

use std::time::Duration;

use parlour_court::Unfinished;
use parlour_regicide::Difficulty;
use parlour_regicide::bot::Level;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::kingslayer::castellan::HouseRules;
use crate::menu::{Menu, Row};
use crate::typed::{Typed, Typing};
use crate::wrap::wrap;
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step, frame};

/// Opens tables for others, and finds theirs. The app implements it.
pub trait Inn {
    /// What the person is called, and the port of their tables, until they choose.
    fn usual(&self) -> (String, u16);

    /// A name as the others will read it.
    ///
    /// # Errors
    /// Why it is none.
    fn read_name(&self, typed: &str) -> Result<String, String>;

    /// The table of this machine that waits at a port to go on, as somebody finds it
    /// who goes by this name.
    fn unfinished(&self, port: u16, name: &str) -> Option<Unfinished>;

    /// Hosts a table, or goes on with the one that waits.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn host(&self, wish: &Hosting) -> Result<Box<dyn Screen>, String>;

    /// Looks for a table to join.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn join(&self, name: &str) -> Result<Box<dyn Screen>, String>;
}

/// A table to host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosting {
    /// What the host is called, and the table.
    pub name: String,
    /// Where others reach it; 0 for a table with bots that nobody else reaches.
    pub port: u16,
    /// How many play.
    pub players: u8,
    /// How many of them are bots.
    pub bots: u8,
    /// How strong the bots are.
    pub level: Level,
    /// How long bots take for a move at least.
    pub pace: Pace,
    /// The house rules; yielding is always allowed among several.
    pub rules: HouseRules,
    /// Whether hints are allowed.
    pub hints: bool,
    /// Abandon an unfinished table.
    pub new: bool,
}

/// How long bots take for a move at least, so that people can follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// No longer than they think.
    AtOnce,
    /// Half a second.
    #[default]
    Brisk,
    /// Two seconds.
    Calm,
}

impl Pace {
    /// Every pace, the fastest first.
    pub const ALL: [Self; 3] = [Self::AtOnce, Self::Brisk, Self::Calm];

    /// The least time of a move.
    pub fn time(self) -> Duration {
        Duration::from_millis(match self {
            Self::AtOnce => 0,
            Self::Brisk => 500,
            Self::Calm => 2_000,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::AtOnce => "at once",
            Self::Brisk => "half a second",
            Self::Calm => "two seconds",
        }
    }
}

/// The one that follows in a round.
fn next_of<T: Copy + PartialEq>(all: &[T], now: T) -> T {
    let at = all.iter().position(|it| *it == now).unwrap_or(0);
    all[(at + 1) % all.len()]
}

/// Asks whether to host or to join.
pub struct Porch {
    inn: Box<dyn Inn>,
    unfinished: Option<Unfinished>,
    /// The table with bots alone that waits to go on.
    with_bots: Option<Unfinished>,
    /// What each item of the menu does.
    items: Vec<Item>,
    menu: Menu,
    /// What would be hosted.
    wish: Hosting,
    /// A name or a port while it is typed.
    typing: Option<(Item, Typed)>,
    /// What is wrong with what was typed last.
    trouble: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    Join,
    GoOn,
    Host,
    Players,
    Bots,
    Port,
    Name,
    Level,
    Pace,
    Difficulty,
    Surplus,
    Mulligan,
    Hints,
    GoOnWithBots,
    PlayWithBots,
    Back,
}

/// The longest name, in letters.
const LONGEST_NAME: usize = 24;

impl Porch {
    /// The porch of an inn.
    pub fn new(inn: Box<dyn Inn>) -> Self {
        let (name, port) = inn.usual();
        let wish = Hosting {
            name,
            port,
            players: 2,
            bots: 0,
            level: Level::default(),
            pace: Pace::default(),
            rules: HouseRules::default(),
            hints: false,
            new: false,
        };
        let mut porch = Self {
            unfinished: None,
            with_bots: None,
            items: Vec::new(),
            inn,
            menu: Menu::new(Vec::new()),
            wish,
            typing: None,
            trouble: None,
        };
        porch.look();
        porch
    }

    /// Looks for what waits to go on.
    fn look(&mut self) {
        self.unfinished = self.inn.unfinished(self.wish.port, &self.wish.name);
        self.with_bots = self.inn.unfinished(0, &self.wish.name);
        self.write_rows();
    }

    fn write_rows(&mut self) {
        let mut rows = Vec::new();
        self.items.clear();
        let typing = |what: Item, kept: String| match &self.typing {
            Some((item, typed)) if *item == what => typed.shown(),
            _ => kept,
        };
        let (name, port) = (self.wish.name.clone(), self.wish.port.to_string());
        let (name, port) = (typing(Item::Name, name), typing(Item::Port, port));
        let mut item = |rows: &mut Vec<Row>, what: Item, words: &str, right: String| {
            self.items.push(what);
            rows.push(Row::Item(words.into(), right));
        };
        rows.push(Row::Heading("Others' tables".into()));
        item(&mut rows, Item::Join, "Join a table", String::new());
        rows.push(Row::Gap);
        rows.push(Row::Heading("A table of your own".into()));
        if let Some(table) = &self.unfinished {
            item(&mut rows, Item::GoOn, "Continue", seats(table));
            let left = String::from("abandons the unfinished one");
            item(&mut rows, Item::Host, "New table", left);
        } else {
            item(&mut rows, Item::Host, "Host a table", String::new());
        }
        let (players, bots) = (self.wish.players.to_string(), self.wish.bots.to_string());
        item(&mut rows, Item::Players, "Players", players);
        item(&mut rows, Item::Bots, "Bots among them", bots);
        item(&mut rows, Item::Port, "Port", port);
        item(&mut rows, Item::Name, "Your name", name);
        rows.push(Row::Heading("On this machine alone".into()));
        if let Some(table) = &self.with_bots {
            let words = "Continue with bots";
            item(&mut rows, Item::GoOnWithBots, words, seats(table));
        }
        let bots = match self.wish.players - 1 {
            1 => String::from("one of them"),
            bots => format!("{bots} of them"),
        };
        item(&mut rows, Item::PlayWithBots, "Play with bots", bots);
        rows.push(Row::Heading("At new tables".into()));
        let wish = &self.wish;
        let (level, pace) = (wish.level.name().into(), wish.pace.name().into());
        item(&mut rows, Item::Level, "Bots play like a", level);
        item(&mut rows, Item::Pace, "Bots move after", pace);
        let rules = wish.rules;
        let difficulty = rules.difficulty.name().into();
        item(&mut rows, Item::Difficulty, "Difficulty", difficulty);
        let yes = |it: bool| String::from(if it { "yes" } else { "no" });
        let surplus = yes(rules.surplus_payment);
        item(&mut rows, Item::Surplus, "Pay more than needed", surplus);
        let mulligan = yes(rules.mulligan);
        item(&mut rows, Item::Mulligan, "Another first hand", mulligan);
        let hints = yes(wish.hints);
        item(&mut rows, Item::Hints, "Hints among people", hints);
        item(&mut rows, Item::Back, "Back", String::new());
        self.menu.replace(rows);
    }

    fn choose(&mut self, item: usize) -> Step {
        let Some(item) = self.items.get(item).copied() else {
            return Step::Stay;
        };
        self.trouble = None;
        let opened = match item {
            Item::Join => self.inn.join(&self.wish.name),
            Item::GoOn => match &self.unfinished {
                Some(table) => self.inn.host(&Hosting {
                    players: table.players,
                    bots: 0,
                    ..self.wish.clone()
                }),
                None => return Step::Stay,
            },
            Item::Host => self.inn.host(&Hosting {
                new: self.unfinished.is_some(),
                ..self.wish.clone()
            }),
            Item::GoOnWithBots => match &self.with_bots {
                Some(table) => self.inn.host(&self.with_bots_alone(table.players, false)),
                None => return Step::Stay,
            },
            Item::PlayWithBots => self
                .inn
                .host(&self.with_bots_alone(self.wish.players, true)),
            Item::Back => return Step::Close,
            Item::Players
            | Item::Bots
            | Item::Port
            | Item::Name
            | Item::Level
            | Item::Pace
            | Item::Difficulty
            | Item::Surplus
            | Item::Mulligan
            | Item::Hints => {
                self.change(item);
                self.write_rows();
                return Step::Stay;
            }
        };
        Step::open_or_tell("Kingslayer together", opened)
    }

    /// A table whose other seats are all for bots.
    fn with_bots_alone(&self, players: u8, new: bool) -> Hosting {
        Hosting {
            port: 0,
            players,
            bots: players - 1,
            // Nobody else's game is touched by them.
            hints: true,
            new,
            ..self.wish.clone()
        }
    }

    fn change(&mut self, item: Item) {
        let wish = &mut self.wish;
        match item {
            Item::Players => {
                wish.players = if wish.players == 4 {
                    2
                } else {
                    wish.players + 1
                };
                wish.bots = wish.bots.min(wish.players - 1);
            }
            Item::Bots => wish.bots = (wish.bots + 1) % wish.players,
            Item::Level => wish.level = next_of(&Level::ALL, wish.level),
            Item::Pace => wish.pace = next_of(&Pace::ALL, wish.pace),
            Item::Difficulty => {
                wish.rules.difficulty = next_of(&Difficulty::ALL, wish.rules.difficulty);
            }
            Item::Surplus => wish.rules.surplus_payment = !wish.rules.surplus_payment,
            Item::Mulligan => wish.rules.mulligan = !wish.rules.mulligan,
            Item::Hints => wish.hints = !wish.hints,
            Item::Port => self.typing = Some((item, Typed::new("", 5))),
            Item::Name => self.typing = Some((item, Typed::new(&wish.name, LONGEST_NAME))),
            _ => {}
        }
    }

    /// Answers a key while a name or a port is typed.
    fn type_on(&mut self, item: Item, mut typed: Typed, input: &Input) {
        match typed.answer(input) {
            Typing::On => {
                self.typing = Some((item, typed));
                return self.write_rows();
            }
            Typing::Left => {}
            Typing::Done(text) if text.is_empty() => {}
            Typing::Done(text) if item == Item::Port => match text.parse() {
                Ok(port) if port > 0 => self.wish.port = port,
                _ => self.trouble = Some(String::from("A port is a number from 1 to 65535.")),
            },
            Typing::Done(text) => match self.inn.read_name(&text) {
                Ok(name) => self.wish.name = name,
                Err(reason) => self.trouble = Some(reason),
            },
        }
        self.look();
    }
}

/// An unfinished table by its size.
fn seats(table: &Unfinished) -> String {
    format!("a table for {}", table.players)
}

/// Whose it is, and how far it has come.
fn words(table: &Unfinished) -> String {
    let at_it = match &*table.people {
        [] => String::from("nobody yet"),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    };
    let how_far = if table.begun {
        "its game goes on"
    } else {
        "its game has not begun"
    };
    let you = if table.seat {
        ""
    } else {
        " You have no seat there: you host and watch."
    };
    format!("At the unfinished table: {at_it}; {how_far}.{you}")
}

impl Screen for Porch {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let moving: &[_] = &[("↑↓", "move"), ("Enter", "choose"), ("q", "back")];
        let typing: &[_] = &[("Enter", "keep"), ("Esc", "leave it as it was")];
        let keys = self.typing.as_ref().map_or(moving, |_| typing);
        let inner = frame::draw(frame, theme, "Kingslayer together", keys);
        let list = Rect {
            y: inner.y + 1,
            height: inner.height.saturating_sub(3),
            width: inner.width.min(50),
            ..inner
        };
        self.menu.draw(frame, list, theme);
        let everybody = "Everybody in one network plays on a machine of their own.";
        let words = [
            (self.trouble.clone(), theme.bad()),
            (self.unfinished.as_ref().map(words), theme.dim()),
            (Some(String::from(everybody)), theme.dim()),
        ];
        let lines: Vec<Line> = words
            .into_iter()
            .filter_map(|(words, style)| Some((wrap(&words?, inner.width), style)))
            .flat_map(|(lines, style)| lines.into_iter().map(move |it| Line::styled(it, style)))
            .collect();
        let height = (lines.len() as u16).min(inner.height);
        let below = Rect {
            y: inner.y + inner.height - height,
            height,
            ..inner
        };
        frame.render_widget(Paragraph::new(lines), below);
    }

    fn returned(&mut self, _: &mut Lent) {
        // The table above may have been left in the middle, or ended.
        self.look();
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        if let Some((item, typed)) = self.typing.take() {
            self.type_on(item, typed, input);
            return Step::Stay;
        }
        match self.menu.chosen(input) {
            Ok(item) => self.choose(item),
            Err(step) => step,
        }
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("↑ ↓  or  k j", "move the cursor"),
            ("Enter or space", "open, or change a number or a name"),
            ("q  or  Esc", "back to the home screen"),
        ]
    }
}
