//! The home screen: what there is to play, saved games, settings, help.

pub use parlour_solo::Saved;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use crate::menu::{Answer, Menu, Row};
use crate::settings::{Settings, SettingsScreen};
use crate::sure::Sure;
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step, Theme, frame};

/// Something to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its name.
    pub title: String,
    /// Who can play, in a word or two: `1-4 players`.
    pub players: String,
    /// What it is, in a few sentences.
    pub about: String,
}

/// What can be done with a game that was left.
pub(crate) fn hint(saved: &Saved) -> &'static str {
    if saved.damaged {
        "d deletes it."
    } else {
        "Enter goes on, d deletes."
    }
}

/// What the row for the games that are not listed says at its right end.
pub(crate) fn of_the_rest(rest: &[Saved]) -> String {
    match rest.iter().filter(|saved| saved.damaged).count() {
        0 => String::new(),
        count => format!("{count} cannot be read"),
    }
}

/// What the home screen needs of the house. The app implements it; it names the
/// games, the screen does not.
pub trait House {
    /// What there is to play. A game that is not there is not in the list.
    fn games(&self) -> Vec<Game>;

    /// Games to continue, the latest first.
    ///
    /// # Errors
    /// Why they cannot be listed, in words for the person.
    fn saved(&self) -> Result<Vec<Saved>, String>;

    /// A screen to begin the game with this number in [`House::games`].
    ///
    /// # Errors
    /// Why it cannot begin, in words for the person.
    fn begin(&mut self, game: usize) -> Result<Box<dyn Screen>, String>;

    /// A screen to continue the game with this number in the last answer of
    /// [`House::saved`].
    ///
    /// # Errors
    /// Why it cannot go on, in words for the person.
    fn go_on(&mut self, saved: usize) -> Result<Box<dyn Screen>, String>;

    /// Deletes the game with this number in the last answer of [`House::saved`].
    ///
    /// # Errors
    /// Why it cannot be deleted, in words for the person.
    fn delete(&mut self, _saved: usize) -> Result<(), String> {
        Err(String::from("this game cannot be deleted"))
    }

    /// The settings as they are now.
    fn settings(&self) -> Settings;

    /// Keeps changed settings.
    ///
    /// # Errors
    /// Why they cannot be kept, in words for the person.
    fn keep(&mut self, settings: &Settings) -> Result<(), String>;

    /// Whether the terminal said that it is light.
    fn terminal_is_light(&self) -> bool {
        false
    }

    /// Why settings of colour have no effect at the moment, if so.
    fn colours_forced_by(&self) -> Option<&'static str> {
        None
    }
}

/// The first screen people see.
pub struct Home<H> {
    house: H,
    games: Vec<Game>,
    saved: Result<Vec<Saved>, String>,
    /// Whether all saved games are listed, not only the latest.
    all: bool,
    menu: Menu,
}

/// How many saved games are listed at first, so that what stands below them is
/// seen on the smallest screen.
const LATEST: usize = 6;

/// What an item of the menu stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Game(usize),
    Saved(usize),
    All,
    Settings,
    Help,
    Quit,
}

impl<H: House> Home<H> {
    /// The home screen of a house.
    pub fn new(house: H) -> Self {
        let mut home = Self {
            house,
            games: Vec::new(),
            saved: Ok(Vec::new()),
            all: false,
            menu: Menu::new(Vec::new()),
        };
        home.look();
        home
    }

    /// Looks again at what there is.
    fn look(&mut self) {
        self.games = self.house.games();
        self.saved = self.house.saved();
        self.write_rows();
    }

    /// How many saved games are listed, and whether there are more.
    fn listed(&self) -> (usize, bool) {
        let count = self.saved.as_ref().map_or(0, Vec::len);
        // A row for one more is no shorter than that one.
        if self.all || count <= LATEST + 1 {
            (count, false)
        } else {
            (LATEST, true)
        }
    }

    fn write_rows(&mut self) {
        let (listed, more) = self.listed();
        let mut rows = vec![Row::Heading("Play".into())];
        rows.extend(
            self.games
                .iter()
                .map(|game| Row::Item(game.title.clone(), game.players.clone())),
        );
        if let Ok(saved) = &self.saved
            && !saved.is_empty()
        {
            rows.extend([
                Row::Gap,
                Row::Heading(format!("Continue ({})", saved.len())),
            ]);
            rows.extend(
                saved
                    .iter()
                    .take(listed)
                    .map(|saved| Row::Item(saved.title.clone(), saved.progress.clone())),
            );
            if more {
                let rest = of_the_rest(&saved[listed..]);
                rows.push(Row::Item("All of them".into(), rest));
            }
        }
        rows.push(Row::Gap);
        rows.extend(
            ["Settings", "Help", "Quit"].map(|words| Row::Item(words.into(), String::new())),
        );
        self.menu.replace(rows);
    }

    fn choice(&self, item: usize) -> Choice {
        let games = self.games.len();
        let (listed, more) = self.listed();
        let below = games + listed + usize::from(more);
        match item {
            item if item < games => Choice::Game(item),
            item if item < games + listed => Choice::Saved(item - games),
            item if item < below => Choice::All,
            item if item == below => Choice::Settings,
            item if item == below + 1 => Choice::Help,
            _ => Choice::Quit,
        }
    }

    fn choose(&mut self, item: usize) -> Step
    where
        H: Clone + 'static,
    {
        let opened = match self.choice(item) {
            Choice::Game(game) => self.house.begin(game),
            Choice::Saved(saved) => self.house.go_on(saved),
            Choice::Settings => {
                Ok(Box::new(SettingsScreen::new(self.house.clone())) as Box<dyn Screen>)
            }
            Choice::All => {
                self.all = true;
                self.write_rows();
                return Step::Stay;
            }
            Choice::Help => return Step::Help,
            Choice::Quit => return Step::Quit,
        };
        Step::open_or_tell("This did not work", opened)
    }

    /// Asks whether the game under the cursor is to be deleted.
    fn ask_to_delete(&self) -> Step
    where
        H: Clone + 'static,
    {
        let (Choice::Saved(at), Ok(saved)) = (self.choice(self.menu.cursor()), &self.saved) else {
            return Step::Stay;
        };
        let saved = &saved[at];
        let words = format!("{}: {}\n{}", saved.title, saved.progress, saved.about);
        let mut house = self.house.clone();
        let deed = move || house.delete(at);
        Step::Open(Box::new(Sure::new(
            "Delete?",
            words,
            'D',
            "D delete it",
            deed,
        )))
    }

    fn about(&self, theme: Theme) -> Text<'_> {
        let (title, right, words) = match self.choice(self.menu.cursor()) {
            Choice::Game(at) => {
                let game = &self.games[at];
                (
                    game.title.as_str(),
                    game.players.as_str(),
                    game.about.as_str(),
                )
            }
            Choice::Saved(at) => match &self.saved {
                Ok(saved) => (
                    saved[at].title.as_str(),
                    saved[at].progress.as_str(),
                    saved[at].about.as_str(),
                ),
                Err(_) => ("", "", ""),
            },
            Choice::All => (
                "All of them",
                "",
                "Every game that was left, the last played first.",
            ),
            Choice::Settings => (
                "Settings",
                "",
                "Colours, the background, the mouse, your name.",
            ),
            Choice::Help => (
                "Help",
                "",
                "The keys of this screen. F1 shows them on every screen.",
            ),
            Choice::Quit => ("Quit", "", "Leave. Games are kept as they are."),
        };
        let mut lines = vec![Line::styled(title, theme.title())];
        if !right.is_empty() {
            lines.push(Line::styled(right, theme.dim()));
        }
        lines.push(Line::default());
        lines.extend(words.lines().map(|line| Line::styled(line, theme.text())));
        if let (Choice::Saved(at), Ok(saved)) = (self.choice(self.menu.cursor()), &self.saved) {
            let hint = hint(&saved[at]);
            lines.push(Line::default());
            lines.push(Line::styled(hint, theme.dim()));
        }
        if let Err(reason) = &self.saved {
            lines.push(Line::default());
            lines.push(Line::styled("Saved games cannot be listed:", theme.bad()));
            lines.extend(reason.lines().map(|line| Line::styled(line, theme.bad())));
        }
        Text::from(lines)
    }
}

impl<H: House + Clone + 'static> Screen for Home<H> {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let keys = [
            ("↑↓", "move"),
            ("Enter", "open"),
            ("?", "help"),
            ("q", "quit"),
        ];
        let inner = frame::draw(frame, theme, "Parlour", &keys);
        if frame::is_narrow(inner) {
            let [list, about] = frame::one_above_the_other(inner);
            self.menu.draw(frame, list, theme);
            let words = Paragraph::new(self.about(theme)).wrap(Wrap { trim: true });
            frame.render_widget(words, about);
            return;
        }
        let [list, gap, about] = Layout::horizontal([
            Constraint::Percentage(55),
            Constraint::Length(3),
            Constraint::Fill(1),
        ])
        .areas(inner);
        let list = Rect {
            y: list.y + 1,
            height: list.height - 2,
            ..list
        };
        let about = Rect {
            y: about.y + 1,
            height: about.height - 2,
            ..about
        };
        self.menu.draw(frame, list, theme);
        for row in list.y..list.y + list.height {
            let place = Rect {
                x: gap.x + 1,
                y: row,
                width: 1,
                height: 1,
            };
            frame.render_widget(Line::styled("│", theme.line()), place);
        }
        frame.render_widget(
            Paragraph::new(self.about(theme)).wrap(Wrap { trim: true }),
            about,
        );
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        if input.is_letter('q') {
            return Step::Quit;
        }
        if input.is_letter('?') {
            return Step::Help;
        }
        if input.is_letter('d') || input.is(KeyCode::Delete) {
            return self.ask_to_delete();
        }
        match self.menu.answer(input) {
            Answer::Chosen(item) => self.choose(item),
            Answer::Moved | Answer::Unknown => Step::Stay,
        }
    }

    fn returned(&mut self, _: &mut Lent) {
        self.look();
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            (
                "↑ ↓  or  k j",
                "move the cursor; PageUp, PageDown, Home, End too",
            ),
            ("Enter or space", "open what the cursor is on"),
            ("1 to 9", "open that item at once"),
            ("d", "delete the game to continue that the cursor is on"),
            ("mouse", "click to open, turn the wheel to move"),
            ("?  or  F1", "this help; F1 works on every screen"),
            ("Esc", "leave a screen and come back here"),
            ("q", "quit from here"),
            ("Ctrl-C", "quit from anywhere; games are kept as they are"),
            ("Ctrl-L", "draw the screen anew, from anywhere"),
        ]
    }
}
