//! The entrance: what was left, and what kind of game is begun.

use std::rc::Rc;

pub use parlour_solo::Kind;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::Wishes;
use super::scores::{Score, ScoresScreen};
use crate::home::{Saved, hint, of_the_rest};
use crate::menu::{Menu, Row};
use crate::sure::Sure;
use crate::{Desk, Input, KeyHelp, Screen, Step, frame};

/// What the screens of this game need of the house. The app implements it.
pub trait Keeper {
    /// Opens a table, or today's if it is the daily game.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn begin(&self, kind: Kind) -> Result<Box<dyn Screen>, String>;

    /// A game in which the bot plays and people watch; it is kept nowhere.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn demo(&self) -> Result<Box<dyn Screen>, String>;

    /// All finished games that count.
    ///
    /// # Errors
    /// Why they cannot be listed, in words for the person.
    fn scores(&self) -> Result<Vec<Score>, String>;

    /// Today, as `2031-05-02`.
    fn today(&self) -> String;

    /// What the person has set.
    ///
    /// # Errors
    /// What is wrong with how it was kept, in words for the person.
    fn wishes(&self) -> Result<Wishes, String>;

    /// Keeps what the person has set.
    ///
    /// # Errors
    /// Why it cannot be kept, in words for the person.
    fn keep(&self, wishes: &Wishes) -> Result<(), String>;

    /// Games that were left, the last played first.
    ///
    /// # Errors
    /// Why they cannot be listed, in words for the person.
    fn left(&self) -> Result<Vec<Saved>, String> {
        Ok(Vec::new())
    }

    /// Goes on with the game of this number in the last answer of
    /// [`Keeper::left`].
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn go_on(&self, _left: usize) -> Result<Box<dyn Screen>, String> {
        Err(String::from("this game is gone"))
    }

    /// Deletes the game of this number in the last answer of [`Keeper::left`].
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn delete(&self, _left: usize) -> Result<(), String> {
        Err(String::from("this game is gone"))
    }
}

/// The first screen of Delve.
pub struct Entrance {
    keeper: Rc<dyn Keeper>,
    menu: Menu,
    /// What the items of the menu stand for.
    choices: Vec<Choice>,
    left: Result<Vec<Saved>, String>,
    /// Whether all games that were left are listed, not only the latest.
    all: bool,
}

/// What an item of the menu stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Left(usize),
    All,
    Begin(Kind),
    Demo,
    Scores,
    Hints,
    Motion,
    Back,
}

/// How many games that were left are listed at first.
const LATEST: usize = 4;

impl Entrance {
    /// The entrance of a house.
    pub fn new(keeper: Rc<dyn Keeper>) -> Self {
        let mut entrance = Self {
            keeper,
            menu: Menu::new(Vec::new()),
            choices: Vec::new(),
            left: Ok(Vec::new()),
            all: false,
        };
        entrance.look();
        entrance
    }

    /// Looks again at what was left.
    fn look(&mut self) {
        self.left = self.keeper.left();
        self.write_rows();
    }

    fn write_rows(&mut self) {
        let wishes = self.keeper.wishes().unwrap_or_default();
        let word = |on| if on { "on" } else { "off" };
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
            let everything = self.all || left.len() <= LATEST + 1;
            let listed = if everything { left.len() } else { LATEST };
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
        rows.push(Row::Heading("Play".into()));
        for (kind, words, right) in [
            (Kind::Ordinary, "New game", String::new()),
            (Kind::Daily, "Daily game", self.keeper.today()),
            (Kind::Practice, "Practice", "with take back".into()),
        ] {
            item(&mut rows, Choice::Begin(kind), words, right);
        }
        item(
            &mut rows,
            Choice::Demo,
            "Watch a game",
            "the bot plays".into(),
        );
        rows.push(Row::Gap);
        item(&mut rows, Choice::Scores, "Scores", String::new());
        let (hints, motion) = (word(wishes.hints), word(!wishes.still));
        item(&mut rows, Choice::Hints, "Hints", hints.into());
        item(&mut rows, Choice::Motion, "Animations", motion.into());
        rows.push(Row::Gap);
        item(&mut rows, Choice::Back, "Back", String::new());
        self.menu.replace(rows);
        self.choices = choices;
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
        let choice = self.choice(item);
        let opened = match choice {
            Choice::Left(left) => self.keeper.go_on(left),
            Choice::All => {
                self.all = true;
                self.write_rows();
                return Step::Stay;
            }
            Choice::Begin(kind) => self.keeper.begin(kind),
            Choice::Demo => self.keeper.demo(),
            Choice::Scores => self
                .keeper
                .scores()
                .map(|scores| Box::new(ScoresScreen::new(scores)) as Box<dyn Screen>),
            Choice::Hints | Choice::Motion => match self.change_wish(choice) {
                Ok(()) => {
                    self.write_rows();
                    return Step::Stay;
                }
                Err(reason) => Err(reason),
            },
            Choice::Back => return Step::Close,
        };
        Step::open_or_tell("Delve", opened)
    }

    fn change_wish(&self, choice: Choice) -> Result<(), String> {
        let mut wishes = self.keeper.wishes()?;
        if choice == Choice::Hints {
            wishes.hints = !wishes.hints;
        } else {
            wishes.still = !wishes.still;
        }
        self.keeper.keep(&wishes)
    }

    /// Asks whether the game under the cursor is to be deleted.
    fn ask_to_delete(&self) -> Step {
        let Some((at, left)) = self.chosen_left() else {
            return Step::Stay;
        };
        let words = format!("{}: {}\n{}", left.title, left.progress, left.about);
        let keeper = Rc::clone(&self.keeper);
        let deed = move || keeper.delete(at);
        Step::Open(Box::new(Sure::new("Delete?", words, "y delete it", deed)))
    }

    fn about(&self) -> String {
        if let Some((_, left)) = self.chosen_left() {
            return format!("{}\n\n{}", left.about, hint(left));
        }
        let words = match self.choice(self.menu.cursor()) {
            Choice::All => "Every game that was left, the last played first.",
            Choice::Left(_) | Choice::Begin(Kind::Ordinary) => {
                "Ten levels down lies an amulet. Go down, take it, and bring it back up into \
                 the light.\n\nThere is one life. Leaving keeps the game; death ends it."
            }
            Choice::Begin(Kind::Daily) => {
                "Today's dungeon, the same for everybody who plays today. It can be left and \
                 continued, but not begun again."
            }
            Choice::Begin(Kind::Practice) => {
                "The same game, but commands can be taken back. It does not count."
            }
            Choice::Demo => "The bot plays through what a player may see, and sometimes wins.",
            Choice::Scores => "The best of all finished games.",
            Choice::Hints => "Whether a line at the bottom says what can be done now.",
            Choice::Motion => "Whether blows, shots and blasts are shown moment by moment.",
            Choice::Back => "Leave. Games are kept as they are.",
        };
        words.to_owned()
    }
}

impl Screen for Entrance {
    fn draw(&mut self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        let keys = [("↑↓", "move"), ("Enter", "choose"), ("Esc", "back")];
        let inner = frame::draw(frame, theme, "Delve", &keys);
        let [list, _, beside] = Layout::horizontal([
            Constraint::Percentage(55),
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
        let about = self.about();
        let words = about.lines().map(|line| Line::styled(line, theme.text()));
        let mut lines: Vec<Line> = words.collect();
        if let Err(reason) = &self.left {
            lines.push(Line::default());
            lines.push(Line::styled("Saved games cannot be listed:", theme.bad()));
            lines.extend(reason.lines().map(|line| Line::styled(line, theme.bad())));
        }
        frame.render_widget(
            Paragraph::new(lines).wrap(Wrap { trim: true }),
            down(beside),
        );
    }

    fn answer(&mut self, input: &Input, _: &mut Desk) -> Step {
        if let Some(KeyCode::Char('d') | KeyCode::Delete) = input.plain() {
            return self.ask_to_delete();
        }
        match self.menu.chosen(input) {
            Ok(item) => self.choose(item),
            Err(step) => step,
        }
    }

    fn returned(&mut self, _: &mut Desk) {
        self.look();
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("↑ ↓  or  k j", "move the cursor"),
            ("Enter or space", "choose"),
            ("d", "delete the game to continue that the cursor is on"),
            ("Esc  or  q", "back"),
        ]
    }
}
