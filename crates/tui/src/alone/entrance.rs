//! The entrance: what was left, what kind of game is begun, and what a game has below.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use parlour_solo::{Kind, Saved};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::{Keeper, Opened};
use crate::home::{hint, of_the_rest};
use crate::menu::{Menu, Row};
use crate::sure::Sure;
use crate::typed::{Typed, Typing};
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step, frame};

/// What a game adds to the entrance: its words, and what stands below the kinds.
pub trait Door {
    /// What is written over it.
    fn sign(&self) -> Sign;

    /// Who keeps the tables.
    fn keeper(&self) -> &dyn Keeper;

    /// Somebody comes, or comes back: what is shown may have changed.
    fn look(&mut self) {}

    /// Opens a table of a kind, or today's.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn begin(&self, kind: Kind) -> Opened;

    /// What stands beside the daily game.
    fn daily(&self) -> String {
        self.keeper().today().to_string()
    }

    /// What a kind of game is, in a few sentences.
    fn about(&self, kind: Kind) -> &'static str;

    /// What stands below the kinds, in this order.
    fn below(&self) -> Vec<Below>;

    /// Opens or changes what stands below, by its number among the items.
    fn choose(&mut self, item: usize) -> Chosen;

    /// Opens what stands below by a line that was typed for it.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn typed(&mut self, _item: usize, _line: String) -> Opened {
        Err(String::from("nothing is opened by a name here"))
    }
}

/// What is written over an entrance.
#[derive(Clone, Copy, Debug)]
pub struct Sign {
    /// The name of the game.
    pub title: &'static str,
    /// A line above everything that is told, or nothing.
    pub motto: &'static str,
    /// What stands above the kinds.
    pub heading: &'static str,
    /// How many games that were left are listed at first.
    pub latest: usize,
    /// How much of the width the list has, of a hundred.
    pub share: u16,
}

/// A row below the kinds.
#[derive(Clone, Debug)]
pub enum Below {
    /// An empty line.
    Gap,
    /// Words that cannot be chosen.
    Heading(&'static str),
    /// Something to choose.
    Item {
        /// What it is called.
        words: &'static str,
        /// What stands at its right end.
        right: String,
        /// What it is, in a few sentences.
        about: Cow<'static, str>,
    },
}

/// What came of choosing something below the kinds.
pub enum Chosen {
    /// A screen, or why there is none.
    Opened(Opened),
    /// Something was changed, and the list says so.
    Changed,
    /// A line of at most so many letters is to be typed for it.
    Typing(usize),
}

/// The first screen of a game that is played alone.
pub struct Entrance {
    door: Rc<RefCell<dyn Door>>,
    menu: Menu,
    /// What the items of the menu stand for.
    choices: Vec<Choice>,
    /// What the items below the kinds are.
    about_below: Vec<Cow<'static, str>>,
    /// A line while it is typed, and for which item below the kinds.
    line: Option<(usize, Typed)>,
    left: Result<Vec<Saved>, String>,
    /// Whether all games that were left are listed, not only the latest.
    all: bool,
    /// Whether there is no screen to go back to.
    first: bool,
}

/// What an item of the menu stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Left(usize),
    All,
    Begin(Kind),
    /// The item of this number below the kinds.
    Below(usize),
    Back,
}

impl Entrance {
    /// The entrance behind a door.
    pub fn new(door: impl Door + 'static) -> Self {
        let mut entrance = Self {
            door: Rc::new(RefCell::new(door)),
            menu: Menu::new(Vec::new()),
            choices: Vec::new(),
            about_below: Vec::new(),
            line: None,
            left: Ok(Vec::new()),
            all: false,
            first: false,
        };
        entrance.look();
        entrance
    }

    /// The same where there is no home screen to go back to.
    #[must_use]
    pub fn as_first_screen(mut self) -> Self {
        self.first = true;
        self.write_rows();
        self
    }

    /// Looks again at what was left.
    fn look(&mut self) {
        self.door.borrow_mut().look();
        self.left = self.door.borrow().keeper().left();
        self.write_rows();
    }

    fn write_rows(&mut self) {
        let door = self.door.borrow();
        let sign = door.sign();
        let mut rows = Vec::new();
        let mut choices = Vec::new();
        let mut item = |rows: &mut Vec<Row>, choice, words: &str, right: String| {
            rows.push(Row::Item(words.into(), right));
            choices.push(choice);
        };
        let left = self.left.as_deref().unwrap_or_default();
        if !left.is_empty() {
            rows.push(Row::Heading(format!("Continue ({})", left.len())));
            // A row for one more is no shorter than that one.
            let everything = self.all || left.len() <= sign.latest + 1;
            let listed = if everything { left.len() } else { sign.latest };
            for (at, left) in left.iter().enumerate().take(listed) {
                let right = left.progress.clone();
                item(&mut rows, Choice::Left(at), &left.title, right);
            }
            if left.len() > listed {
                let rest = of_the_rest(&left[listed..]);
                item(&mut rows, Choice::All, "All of them", rest);
            }
            rows.push(Row::Gap);
        }
        rows.push(Row::Heading(sign.heading.into()));
        for (kind, words, right) in [
            (Kind::Ordinary, "New game", String::new()),
            (Kind::Daily, "Daily game", door.daily()),
            (Kind::Practice, "Practice", "with take back".into()),
        ] {
            item(&mut rows, Choice::Begin(kind), words, right);
        }
        let mut about_below = Vec::new();
        for below in door.below() {
            match below {
                Below::Gap => rows.push(Row::Gap),
                Below::Heading(words) => rows.push(Row::Heading(words.into())),
                Below::Item {
                    words,
                    right,
                    about,
                } => {
                    let number = about_below.len();
                    let typed = self.line.as_ref().filter(|(item, _)| *item == number);
                    let right = typed.map_or(right, |(_, line)| line.shown());
                    item(&mut rows, Choice::Below(number), words, right);
                    about_below.push(about);
                }
            }
        }
        rows.push(Row::Gap);
        let back = if self.first { "Quit" } else { "Back" };
        item(&mut rows, Choice::Back, back, String::new());
        drop(door);
        self.menu.replace(rows);
        self.choices = choices;
        self.about_below = about_below;
    }

    fn choice(&self, item: usize) -> Choice {
        self.choices.get(item).copied().unwrap_or(Choice::Back)
    }

    /// The game under the cursor that was left, and its number.
    fn chosen_left(&self) -> Option<(usize, &Saved)> {
        let Choice::Left(at) = self.choice(self.menu.cursor()) else {
            return None;
        };
        Some((at, self.left.as_ref().ok()?.get(at)?))
    }

    fn choose(&mut self, item: usize) -> Step {
        let opened = match self.choice(item) {
            Choice::Left(left) => self.door.borrow().keeper().go_on(left),
            Choice::All => {
                self.all = true;
                self.write_rows();
                return Step::Stay;
            }
            Choice::Begin(kind) => self.door.borrow().begin(kind),
            Choice::Below(number) => match self.chosen_below(number) {
                Chosen::Opened(opened) => opened,
                Chosen::Changed => {
                    self.write_rows();
                    return Step::Stay;
                }
                Chosen::Typing(longest) => {
                    self.line = Some((number, Typed::new("", longest)));
                    self.write_rows();
                    return Step::Stay;
                }
            },
            Choice::Back => return Step::Close,
        };
        Step::open_or_tell("This did not work", opened)
    }

    fn chosen_below(&self, number: usize) -> Chosen {
        self.door.borrow_mut().choose(number)
    }

    /// A key while a line is typed.
    fn type_on(&mut self, item: usize, typing: Typing) -> Step {
        let line = match typing {
            Typing::On => {
                self.write_rows();
                return Step::Stay;
            }
            Typing::Left => None,
            Typing::Done(line) => Some(line).filter(|line| !line.is_empty()),
        };
        self.line = None;
        self.write_rows();
        let Some(line) = line else {
            return Step::Stay;
        };
        let opened = self.door.borrow_mut().typed(item, line);
        Step::open_or_tell("This did not work", opened)
    }

    /// Asks whether the game under the cursor is to be deleted.
    fn ask_to_delete(&self) -> Step {
        let Some((at, left)) = self.chosen_left() else {
            return Step::Stay;
        };
        let words = format!("{}: {}\n{}", left.title, left.progress, left.about);
        let door = Rc::clone(&self.door);
        let deed = move || door.borrow().keeper().delete(at);
        Step::Open(Box::new(Sure::new(
            "Delete?",
            words,
            'D',
            "D delete it",
            deed,
        )))
    }

    fn about(&self) -> String {
        if let Some((_, left)) = self.chosen_left() {
            return format!("{}\n\n{}", left.about, hint(left));
        }
        let words = match self.choice(self.menu.cursor()) {
            Choice::Left(_) => "",
            Choice::All => "Every game that was left, the last played first.",
            Choice::Begin(kind) => self.door.borrow().about(kind),
            Choice::Below(number) => self.about_below.get(number).map_or("", AsRef::as_ref),
            Choice::Back if self.first => "Leave. Games are kept as they are.",
            Choice::Back => "To the home screen.",
        };
        words.to_owned()
    }
}

impl Screen for Entrance {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let sign = self.door.borrow().sign();
        let keys = [
            ("↑↓", "move"),
            ("Enter", "choose"),
            ("F1", "help"),
            ("q", if self.first { "quit" } else { "back" }),
        ];
        let inner = frame::draw(frame, theme, sign.title, &keys);
        let about = self.about();
        let mut lines: Vec<Line> = Vec::new();
        lines.extend(about.lines().map(|line| Line::styled(line, theme.text())));
        if let Err(reason) = &self.left {
            lines.push(Line::default());
            lines.push(Line::styled("Saved games cannot be listed:", theme.bad()));
            lines.extend(reason.lines().map(|line| Line::styled(line, theme.bad())));
        }
        if frame::is_narrow(inner) {
            let [list, below] = frame::one_above_the_other(inner);
            self.menu.draw(frame, list, theme);
            frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), below);
            return;
        }
        let [list, _, beside] = Layout::horizontal([
            Constraint::Percentage(sign.share),
            Constraint::Length(3),
            Constraint::Fill(1),
        ])
        .areas(inner);
        let down = |area: Rect| Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(1),
            ..area
        };
        self.menu.draw(frame, down(list), theme);
        if !sign.motto.is_empty() {
            lines.insert(0, Line::default());
            lines.insert(0, Line::styled(sign.motto, theme.title()));
        }
        frame.render_widget(
            Paragraph::new(lines).wrap(Wrap { trim: true }),
            down(beside),
        );
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        if let Some((item, line)) = &mut self.line {
            let (item, typing) = (*item, line.answer(input));
            return self.type_on(item, typing);
        }
        if let Some(KeyCode::Char('d') | KeyCode::Delete) = input.plain() {
            return self.ask_to_delete();
        }
        match self.menu.chosen(input) {
            Ok(item) => self.choose(item),
            Err(step) => step,
        }
    }

    fn returned(&mut self, _: &mut Lent) {
        self.look();
    }

    fn keys(&self) -> &[KeyHelp] {
        const KEYS: [KeyHelp; 6] = [
            ("↑ ↓  or  k j", "move the cursor"),
            (
                "Enter or space",
                "begin, open, or change what is written there",
            ),
            ("1 to 9", "choose that item at once"),
            ("d", "delete the game that the cursor is on"),
            ("q  or  Esc", "back to the home screen"),
            ("q  or  Esc", "quit"),
        ];
        const INSIDE: [KeyHelp; 5] = [KEYS[0], KEYS[1], KEYS[2], KEYS[3], KEYS[4]];
        const FIRST: [KeyHelp; 5] = [KEYS[0], KEYS[1], KEYS[2], KEYS[3], KEYS[5]];
        if self.first { &FIRST } else { &INSIDE }
    }
}
