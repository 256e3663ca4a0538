//! The entrance: what kind of game.

use std::rc::Rc;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::Wishes;
use super::scores::{Score, ScoresScreen};
use crate::menu::{Answer, Menu, Row};
use crate::{Desk, Input, KeyHelp, Screen, Step, frame};

/// What kind of game is begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// A game that counts.
    #[default]
    Ordinary,
    /// Commands may be taken back; it does not count.
    Practice,
    /// The same dungeon for everybody on this day.
    Daily,
    /// The bot plays, people watch.
    Demo,
}

/// What the screens of this game need of the house. The app implements it.
pub trait Keeper {
    /// Opens a table, or today's if it is the daily game.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn begin(&self, kind: Kind) -> Result<Box<dyn Screen>, String>;

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
}

/// The first screen of Delve.
pub struct Entrance {
    keeper: Rc<dyn Keeper>,
    menu: Menu,
}

const KINDS: [Kind; 4] = [Kind::Ordinary, Kind::Daily, Kind::Practice, Kind::Demo];
const SCORES: usize = 4;
const HINTS: usize = 5;
const MOTION: usize = 6;

impl Entrance {
    /// The entrance of a house.
    pub fn new(keeper: Rc<dyn Keeper>) -> Self {
        let mut entrance = Self {
            keeper,
            menu: Menu::new(Vec::new()),
        };
        entrance.write_rows();
        entrance
    }

    fn write_rows(&mut self) {
        let wishes = self.keeper.wishes().unwrap_or_default();
        let word = |on| if on { "on" } else { "off" };
        let item = |words: &str, right: String| Row::Item(words.into(), right);
        self.menu.replace(vec![
            Row::Heading("Delve".into()),
            item("New game", String::new()),
            item("Daily game", self.keeper.today()),
            item("Practice", "with take back".into()),
            item("Watch a game", "the bot plays".into()),
            Row::Gap,
            item("Scores", String::new()),
            item("Hints", word(wishes.hints).into()),
            item("Animations", word(!wishes.still).into()),
            Row::Gap,
            item("Back", String::new()),
        ]);
    }

    fn choose(&mut self, item: usize) -> Step {
        let opened = match item {
            SCORES => self
                .keeper
                .scores()
                .map(|scores| Box::new(ScoresScreen::new(scores)) as Box<dyn Screen>),
            HINTS | MOTION => {
                let kept = self.keeper.wishes().and_then(|mut wishes| {
                    if item == HINTS {
                        wishes.hints = !wishes.hints;
                    } else {
                        wishes.still = !wishes.still;
                    }
                    self.keeper.keep(&wishes)
                });
                match kept {
                    Ok(()) => {
                        self.write_rows();
                        return Step::Stay;
                    }
                    Err(reason) => Err(reason),
                }
            }
            item => match KINDS.get(item) {
                Some(kind) => self.keeper.begin(*kind),
                None => return Step::Close,
            },
        };
        Step::open_or_tell("Delve", opened)
    }
}

impl Screen for Entrance {
    fn draw(&mut self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        let keys = [("↑↓", "move"), ("Enter", "choose"), ("Esc", "back")];
        let inner = frame::draw(frame, theme, "Delve", &keys);
        let list = Rect {
            y: inner.y + 1,
            height: 12,
            width: inner.width.min(50),
            ..inner
        };
        self.menu.draw(frame, list, theme);
        let words = [
            "Ten levels down lies an amulet. Go down, take it, and bring it back up into the light.",
            "",
            "There is one life. Leaving keeps the game; death ends it.",
        ];
        let below = Rect {
            y: inner.y + 14,
            height: inner.height.saturating_sub(14),
            ..inner
        };
        let lines: Vec<Line> = words
            .iter()
            .map(|line| Line::styled(*line, theme.text()))
            .collect();
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), below);
    }

    fn answer(&mut self, input: &Input, _: &mut Desk) -> Step {
        if input.is(KeyCode::Esc) || input.is_letter('q') {
            return Step::Close;
        }
        match self.menu.answer(input) {
            Answer::Chosen(item) => self.choose(item),
            Answer::Moved | Answer::Unknown => Step::Stay,
        }
    }

    fn returned(&mut self, _: &mut Desk) {
        self.write_rows();
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("↑ ↓  or  k j", "move the cursor"),
            ("Enter or space", "choose"),
            ("Esc  or  q", "back"),
        ]
    }
}
