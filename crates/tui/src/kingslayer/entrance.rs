//! The entrance: what kind of game, and under which house rules.

use std::rc::Rc;

use parlour_regicide::{Difficulty, House, Outcome};
use parlour_solo::Day;
pub use parlour_solo::Kind;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};
use serde::{Deserialize, Serialize};

use super::lessons::Lessons;
use super::looking_back::PlayedGame;
use super::statistics::{Played, StatisticsScreen};
use crate::home::{Saved, hint, of_the_rest};
use crate::menu::{Menu, Row};
use crate::sure::Sure;
use crate::{Desk, Input, KeyHelp, POCKET, Screen, Step, frame};

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

    /// What the cards of the table that this keeper stands for followed from, once
    /// its game is over and telling it harms nothing: a friend can play the same.
    fn seed(&self) -> Option<String> {
        None
    }

    /// How the bot fares with the cards of the table that this keeper stands for, once
    /// its game is over.
    fn bots_end(&self) -> Option<Outcome> {
        None
    }

    /// All games that were finished here, the oldest first.
    ///
    /// # Errors
    /// Why they cannot be listed, in words for the person.
    fn played(&self) -> Result<Vec<Played>, String>;

    /// Today.
    fn today(&self) -> Day;

    /// A screen that steps through the game of this number in the last answer of
    /// [`Keeper::played`].
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn replay(&self, _played: usize) -> Result<Box<dyn Screen>, String> {
        Err(String::from("this game is gone"))
    }

    /// The finished game of the table that this keeper stands for, to be looked back on.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn look_back(&self) -> Result<PlayedGame, String> {
        Err(String::from("this game is gone"))
    }

    /// Opens a game of practice that goes on after so many entries of the table that
    /// this keeper stands for.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn play_on(&self, _entries: u64) -> Result<Box<dyn Screen>, String> {
        Err(String::from("this game is gone"))
    }

    /// Notes that a hint is given at the table that this keeper stands for.
    ///
    /// # Errors
    /// Why it cannot be noted, in words for the person; then there is none.
    fn hinted(&self) -> Result<(), String> {
        Ok(())
    }

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

    /// Whether the table that this keeper stands for may be deleted before its end.
    fn may_give_up(&self) -> bool {
        false
    }

    /// Deletes the table that this keeper stands for.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn give_up(&self) -> Result<(), String> {
        Ok(())
    }

    /// Deletes the table that this keeper stands for, unless something has been played
    /// at it, in whatever window.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn leave_untouched(&self) -> Result<(), String> {
        Ok(())
    }

    /// A move was taken back at the table that this keeper stands for.
    fn taken_back(&self) {}

    /// The house rules as they were last chosen.
    fn house_rules(&self) -> HouseRules {
        HouseRules::default()
    }

    /// Keeps the house rules for the next time.
    fn keep_house_rules(&self, _rules: &HouseRules) {}
}

/// What can be chosen of the house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct HouseRules {
    /// How strong the enemies are.
    pub difficulty: Difficulty,
    /// Whether a payment may hold cards it does not need.
    pub surplus_payment: bool,
    /// Whether one may yield alone.
    pub solo_yield: bool,
}

impl Default for HouseRules {
    fn default() -> Self {
        let House {
            surplus_payment,
            solo_yield,
            ..
        } = House::default();
        Self {
            difficulty: Difficulty::Normal,
            surplus_payment,
            solo_yield,
        }
    }
}

impl HouseRules {
    /// The rules of a table under them.
    pub fn house(&self) -> House {
        House {
            surplus_payment: self.surplus_payment,
            solo_yield: self.solo_yield,
            ..self.difficulty.house()
        }
    }
}

/// The first screen of Kingslayer.
pub struct Entrance {
    keeper: Rc<dyn Keeper>,
    menu: Menu,
    /// What the items of the menu stand for.
    choices: Vec<Choice>,
    left: Vec<Saved>,
    /// Today's daily game, if it is done.
    done: Option<Played>,
    /// Whether all games that were left are listed, not only the latest.
    all: bool,
    rules: HouseRules,
    /// Whether there is no screen to go back to.
    first: bool,
}

/// What an item of the menu stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Left(usize),
    All,
    Play,
    Daily,
    Practice,
    Tutorial,
    Statistics,
    Difficulty,
    Surplus,
    Yield,
    Back,
}

/// How many games that were left are listed at first.
const LATEST: usize = 3;

impl Entrance {
    /// The entrance of a house.
    pub fn new(keeper: Rc<dyn Keeper>) -> Self {
        let mut entrance = Self {
            rules: keeper.house_rules(),
            keeper,
            menu: Menu::new(Vec::new()),
            choices: Vec::new(),
            left: Vec::new(),
            done: None,
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

    /// Looks again at what was left. What cannot be listed is told on the home
    /// screen.
    fn look(&mut self) {
        self.left = self.keeper.left().unwrap_or_default();
        let (today, played) = (self.keeper.today(), self.keeper.played());
        let mut played = played.unwrap_or_default().into_iter();
        self.done = played.find(|it| it.kind == Kind::Daily && it.day == today);
        self.write_rows();
    }

    fn write_rows(&mut self) {
        let yes = |on: bool| String::from(if on { "yes" } else { "no" });
        let mut rows = Vec::new();
        let mut choices = Vec::new();
        let mut item = |rows: &mut Vec<Row>, choice, words: &str, right: String| {
            rows.push(Row::Item(words.into(), right));
            choices.push(choice);
        };
        if !self.left.is_empty() {
            rows.push(Row::Heading(format!("Continue ({})", self.left.len())));
            let listed = if self.all { self.left.len() } else { LATEST };
            for (at, left) in self.left.iter().enumerate().take(listed) {
                let right = left.progress.clone();
                item(&mut rows, Choice::Left(at), &left.title, right);
            }
            if self.left.len() > listed {
                let rest = of_the_rest(&self.left[listed..]);
                item(&mut rows, Choice::All, "All of them", rest);
            }
            rows.push(Row::Gap);
        }
        rows.push(Row::Heading("Play alone".into()));
        item(&mut rows, Choice::Play, "New game", String::new());
        let daily = match &self.done {
            Some(done) => format!("done: {}", done.result()),
            None => self.keeper.today().to_string(),
        };
        item(&mut rows, Choice::Daily, "Daily game", daily);
        let practice = String::from("with take back");
        item(&mut rows, Choice::Practice, "Practice", practice);
        rows.push(Row::Gap);
        item(&mut rows, Choice::Tutorial, "Tutorial", "10 minutes".into());
        item(&mut rows, Choice::Statistics, "Statistics", String::new());
        rows.extend([Row::Gap, Row::Heading("House rules".into())]);
        let difficulty = self.rules.difficulty.name().into();
        item(&mut rows, Choice::Difficulty, "Difficulty", difficulty);
        let surplus = yes(self.rules.surplus_payment);
        item(&mut rows, Choice::Surplus, "Pay more than needed", surplus);
        let alone = yes(self.rules.solo_yield);
        item(&mut rows, Choice::Yield, "Yield when alone", alone);
        rows.push(Row::Gap);
        let back = if self.first { "Quit" } else { "Back" };
        item(&mut rows, Choice::Back, back, String::new());
        self.menu.replace(rows);
        self.choices = choices;
    }

    fn choice(&self, item: usize) -> Choice {
        self.choices.get(item).copied().unwrap_or(Choice::Back)
    }

    fn wish(&self, kind: Kind) -> Wish {
        let house = match kind {
            // The daily game is the same for all.
            Kind::Daily => House::default(),
            _ => self.rules.house(),
        };
        Wish { kind, house }
    }

    fn statistics(&self, played: Vec<Played>) -> StatisticsScreen {
        let screen = StatisticsScreen::new(played, self.keeper.today());
        screen.kept_by(Rc::clone(&self.keeper))
    }

    fn set_rules(&mut self, rules: HouseRules) -> Step {
        self.rules = rules;
        self.keeper.keep_house_rules(&rules);
        self.write_rows();
        Step::Stay
    }

    fn choose(&mut self, item: usize) -> Step {
        let rules = self.rules;
        let opened = match self.choice(item) {
            Choice::Left(left) => self.keeper.go_on(left),
            Choice::All => {
                self.all = true;
                self.write_rows();
                return Step::Stay;
            }
            Choice::Play => self.keeper.begin(&self.wish(Kind::Ordinary)),
            Choice::Daily => self.keeper.begin(&self.wish(Kind::Daily)),
            Choice::Practice => self.keeper.begin(&self.wish(Kind::Practice)),
            Choice::Tutorial => {
                let wish = self.wish(Kind::Ordinary);
                Ok(Box::new(Lessons::leading_to(Rc::clone(&self.keeper), wish)) as Box<dyn Screen>)
            }
            Choice::Statistics => self
                .keeper
                .played()
                .map(|played| Box::new(self.statistics(played)) as Box<dyn Screen>),
            Choice::Difficulty => {
                let at = Difficulty::ALL
                    .iter()
                    .position(|it| *it == rules.difficulty);
                let difficulty = Difficulty::ALL[(at.unwrap_or(0) + 1) % Difficulty::ALL.len()];
                return self.set_rules(HouseRules {
                    difficulty,
                    ..rules
                });
            }
            Choice::Surplus => {
                return self.set_rules(HouseRules {
                    surplus_payment: !rules.surplus_payment,
                    ..rules
                });
            }
            Choice::Yield => {
                return self.set_rules(HouseRules {
                    solo_yield: !rules.solo_yield,
                    ..rules
                });
            }
            Choice::Back => return Step::Close,
        };
        Step::open_or_tell("This did not work", opened)
    }

    /// Asks whether the game under the cursor is to be deleted.
    fn ask_to_delete(&self) -> Step {
        let Choice::Left(at) = self.choice(self.menu.cursor()) else {
            return Step::Stay;
        };
        let Some(left) = self.left.get(at) else {
            return Step::Stay;
        };
        let words = format!("{}: {}\n{}", left.title, left.progress, left.about);
        let keeper = Rc::clone(&self.keeper);
        let deed = move || keeper.delete(at);
        Step::Open(Box::new(Sure::new("Delete?", words, "y delete it", deed)))
    }

    fn about(&self) -> String {
        let words = match self.choice(self.menu.cursor()) {
            Choice::Left(at) => {
                let left = self.left.get(at);
                let about = left.map(|left| format!("{}\n\n{}", left.about, hint(left)));
                return about.unwrap_or_default();
            }
            Choice::All => "Every game that was left, the last played first.",
            Choice::Play => {
                "You alone against the twelve of the castle. Two Jesters lie beside the \
                 deck; win without them for gold.\n\nLeave at any moment: the game is kept, \
                 and offered here to be continued."
            }
            Choice::Daily if self.done.is_some() => {
                "Today's game is done. Tomorrow, by the clock of Greenwich, there are other \
                 cards, and this one's replay."
            }
            Choice::Daily => {
                "Today's cards, the same for everybody who plays today. It can be left and \
                 continued, but not begun again."
            }
            Choice::Practice => "The same game, but moves can be taken back. It does not count.",
            Choice::Tutorial => {
                "Learn by playing: a few short positions, each with one thing to do. No \
                 knowledge is needed."
            }
            Choice::Statistics => {
                "Games, wins, medals and enemies of all finished games, and their replays."
            }
            Choice::Difficulty => {
                "Easy: weaker enemies, combos up to 15. Normal: the printed game. Hard: \
                 stronger enemies."
            }
            Choice::Surplus => "Whether a payment may hold cards it does not need.",
            Choice::Yield => "Whether one may yield in the game for one. The printed rules say no.",
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

    fn draw(&mut self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        let keys = [
            ("↑↓", "move"),
            ("Enter", "choose"),
            ("F1", "help"),
            ("q", if self.first { "quit" } else { "back" }),
        ];
        let inner = frame::draw(frame, theme, "Kingslayer", &keys);
        if frame::is_narrow(inner) {
            let [list, below] = frame::one_above_the_other(inner);
            self.menu.draw(frame, list, theme);
            let words = Paragraph::new(self.about()).style(theme.text());
            frame.render_widget(words.wrap(Wrap { trim: true }), below);
            return;
        }
        let [list, _, beside] = Layout::horizontal([
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
        let about = self.about();
        lines.extend(about.lines().map(|line| Line::styled(line, theme.text())));
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
        const KEYS: [KeyHelp; 6] = [
            ("↑ ↓  or  k j", "move the cursor"),
            ("Enter or space", "begin, open, or change a house rule"),
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
