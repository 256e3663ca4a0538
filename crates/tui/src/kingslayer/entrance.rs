//! The entrance: what kind of game, and under which house rules.

use std::rc::Rc;

use parlour_regicide::{Difficulty, House};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::lessons::Lessons;
use super::statistics::{Played, StatisticsScreen};
use crate::menu::{Answer, Menu, Row};
use crate::notice::Notice;
use crate::{Desk, Input, KeyHelp, Screen, Step, frame};

/// What kind of game is begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// A game that counts.
    #[default]
    Ordinary,
    /// Moves may be taken back; it does not count.
    Practice,
    /// The same cards for everybody on this day.
    Daily,
}

/// A game that somebody wants to begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// What kind.
    pub kind: Kind,
    /// Under which house rules.
    pub house: House,
}

/// What the screens of this game need of the house. The app implements it.
pub trait Keeper {
    /// Opens a table, or today's if it is the daily game.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn begin(&self, wish: &Wish) -> Result<Box<dyn Screen>, String>;

    /// Writes the replay of the table that this keeper stands for, and says
    /// where.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn export(&self) -> Result<String, String>;

    /// All games that were finished here, the oldest first.
    ///
    /// # Errors
    /// Why they cannot be listed, in words for the person.
    fn played(&self) -> Result<Vec<Played>, String>;

    /// Today, as `2031-05-02`.
    fn today(&self) -> String;
}

/// The first screen of Kingslayer.
pub struct Entrance {
    keeper: Rc<dyn Keeper>,
    menu: Menu,
    difficulty: Difficulty,
    surplus: bool,
    solo_yield: bool,
}

const PLAY: usize = 0;
const DAILY: usize = 1;
const PRACTICE: usize = 2;
const TUTORIAL: usize = 3;
const STATISTICS: usize = 4;
const DIFFICULTY: usize = 5;
const SURPLUS: usize = 6;
const YIELD: usize = 7;

impl Entrance {
    /// The entrance of a house.
    pub fn new(keeper: Rc<dyn Keeper>) -> Self {
        let mut entrance = Self {
            keeper,
            menu: Menu::new(Vec::new()),
            difficulty: Difficulty::Normal,
            surplus: true,
            solo_yield: false,
        };
        entrance.write_rows();
        entrance
    }

    fn write_rows(&mut self) {
        let yes = |on: bool| String::from(if on { "yes" } else { "no" });
        let item = |words: &str, right: String| Row::Item(words.into(), right);
        self.menu.replace(vec![
            Row::Heading("Play alone".into()),
            item("New game", String::new()),
            item("Daily game", self.keeper.today()),
            item("Practice", "with take back".into()),
            Row::Gap,
            item("Tutorial", "10 minutes".into()),
            item("Statistics", String::new()),
            Row::Gap,
            Row::Heading("House rules".into()),
            item("Difficulty", self.difficulty.name().into()),
            item("Pay more than needed", yes(self.surplus)),
            item("Yield when alone", yes(self.solo_yield)),
            Row::Gap,
            item("Back", String::new()),
        ]);
    }

    fn wish(&self, kind: Kind) -> Wish {
        let house = match kind {
            // The daily game is the same for all.
            Kind::Daily => House::default(),
            _ => House {
                surplus_payment: self.surplus,
                solo_yield: self.solo_yield,
                ..self.difficulty.house()
            },
        };
        Wish { kind, house }
    }

    fn choose(&mut self, item: usize) -> Step {
        let opened = match item {
            PLAY => self.keeper.begin(&self.wish(Kind::Ordinary)),
            DAILY => self.keeper.begin(&self.wish(Kind::Daily)),
            PRACTICE => self.keeper.begin(&self.wish(Kind::Practice)),
            TUTORIAL => Ok(Box::new(Lessons::new()) as Box<dyn Screen>),
            STATISTICS => self
                .keeper
                .played()
                .map(|played| Box::new(StatisticsScreen::new(&played)) as Box<dyn Screen>),
            DIFFICULTY => {
                let at = Difficulty::ALL.iter().position(|it| *it == self.difficulty);
                self.difficulty = Difficulty::ALL[(at.unwrap_or(0) + 1) % Difficulty::ALL.len()];
                self.write_rows();
                return Step::Stay;
            }
            SURPLUS => {
                self.surplus = !self.surplus;
                self.write_rows();
                return Step::Stay;
            }
            YIELD => {
                self.solo_yield = !self.solo_yield;
                self.write_rows();
                return Step::Stay;
            }
            _ => return Step::Close,
        };
        match opened {
            Ok(screen) => Step::Open(screen),
            Err(reason) => Step::Open(Box::new(Notice::failure("This did not work", reason))),
        }
    }

    fn about(&self) -> &'static str {
        match self.menu.cursor() {
            PLAY => {
                "You alone against the twelve of the castle. Two Jesters lie beside the \
                 deck; win without them for gold.\n\nLeave at any moment: the game is kept \
                 and waits on the home screen."
            }
            DAILY => {
                "Today's cards, the same for everybody who plays today. It can be left and \
                 continued, but not begun again."
            }
            PRACTICE => "The same game, but moves can be taken back. It does not count.",
            TUTORIAL => {
                "Learn by playing: a few short positions, each with one thing to do. No \
                 knowledge is needed."
            }
            STATISTICS => "Games, wins, medals and enemies of all finished games.",
            DIFFICULTY => {
                "Easy: weaker enemies, combos up to 15. Normal: the printed game. Hard: \
                 stronger enemies."
            }
            SURPLUS => "Whether a payment may hold cards it does not need.",
            YIELD => "Whether one may yield in the game for one. The printed rules say no.",
            _ => "To the home screen.",
        }
    }
}

impl Screen for Entrance {
    fn draw(&mut self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        let keys = [
            ("↑↓", "move"),
            ("Enter", "choose"),
            ("F1", "help"),
            ("q", "back"),
        ];
        let inner = frame::draw(frame, theme, "Kingslayer", &keys);
        let [list, _, about] = Layout::horizontal([
            Constraint::Percentage(50),
            Constraint::Length(3),
            Constraint::Fill(1),
        ])
        .areas(inner);
        let down = |area: Rect| Rect {
            y: area.y + 1,
            height: area.height - 1,
            ..area
        };
        self.menu.draw(frame, down(list), theme);
        let mut lines = vec![
            Line::styled("Twelve royals, one deck of cards.", theme.title()),
            Line::default(),
        ];
        lines.extend(
            self.about()
                .lines()
                .map(|line| Line::styled(line, theme.text())),
        );
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), down(about));
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
            ("Enter or space", "begin, open, or change a house rule"),
            ("1 to 9", "choose that item at once"),
            ("q  or  Esc", "back to the home screen"),
        ]
    }
}
