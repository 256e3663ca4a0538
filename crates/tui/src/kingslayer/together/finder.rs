//! Tables that were found on the network, and a line to type an address.

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use crate::menu::{Answer, Menu, Row};
use crate::notice::Notice;
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step, frame, plain};

/// The fewest columns in which all keys are told.
const WIDE: u16 = 60;

/// The longest address that can be typed.
const LONGEST: usize = 100;

/// A table on the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundTable {
    /// What it is called.
    pub name: String,
    /// How many play there.
    pub players: String,
    /// Where it is, with its port.
    pub address: String,
}

/// Looks around on the network. The app implements it.
pub trait Scout {
    /// What was found so far.
    fn found(&self) -> Vec<FoundTable>;

    /// Why nothing can be found, if so.
    fn trouble(&self) -> Option<String>;

    /// Goes to a table, by its address with or without a port.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn join(&self, address: &str) -> Result<Box<dyn Screen>, String>;
}

/// Asks which table to join.
pub struct Finder {
    scout: Box<dyn Scout>,
    found: Vec<FoundTable>,
    menu: Menu,
    typed: String,
}

impl Finder {
    /// A list that grows while the scout looks around.
    pub fn new(scout: Box<dyn Scout>) -> Self {
        Self {
            scout,
            found: Vec::new(),
            menu: Menu::new(Vec::new()),
            typed: String::new(),
        }
    }

    fn look(&mut self) {
        self.found = self.scout.found();
        let rows = self.found.iter().map(|table| {
            let about = format!("{} players   {}", table.players, table.address);
            Row::Item(plain::printable(&table.name), plain::printable(&about))
        });
        self.menu.replace(rows.collect());
    }

    fn join(&self, address: &str) -> Step {
        match self.scout.join(address) {
            Ok(screen) => Step::Become(screen),
            Err(reason) => Step::Open(Box::new(Notice::failure("Join", reason))),
        }
    }

    fn type_letters(&mut self, letters: impl Iterator<Item = char>) {
        for letter in letters.filter(|it| !it.is_control() && !it.is_whitespace()) {
            if self.typed.len() < LONGEST {
                self.typed.push(letter);
            }
        }
    }
}

impl Screen for Finder {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn opened(&mut self, _: &mut Lent) {
        self.look();
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let mut keys = vec![("↑↓", "move"), ("Enter", "join"), ("Esc", "back")];
        if frame.area().width >= WIDE {
            keys.insert(1, ("letters", "type an address"));
        }
        let inner = frame::draw(frame, theme, "Join a table of Kingslayer", &keys);
        let [_, heading, list, prompt, hint] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(2),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(inner);
        let words = match (self.scout.trouble(), self.found.is_empty()) {
            (Some(trouble), _) => trouble,
            (None, true) => String::from("Looking around…"),
            (None, false) => String::from("Found on this network:"),
        };
        frame.render_widget(Line::styled(words, theme.title()), heading);
        self.menu.draw(frame, list, theme);
        let typed = Line::from(vec![
            Span::styled("Address: ", theme.accent()),
            Span::styled(self.typed.as_str(), theme.text()),
            Span::styled(" ", theme.selected()),
        ]);
        frame.render_widget(typed, prompt);
        let words = match inner.width {
            66.. => "The host's screen shows it, such as 192.168.1.20:5555 or …:5555/2",
            55.. => "The host's screen shows it: 192.168.1.20:5555, …:5555/2",
            _ => "Such as 192.168.1.20:5555, …:5555/2",
        };
        frame.render_widget(Line::styled(words, theme.dim()), hint);
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        match (input, input.plain()) {
            (_, Some(KeyCode::Esc)) => return Step::Close,
            (_, Some(KeyCode::Enter)) if !self.typed.is_empty() => {
                return self.join(&self.typed);
            }
            (_, Some(KeyCode::Backspace)) => {
                self.typed.pop();
            }
            (_, Some(KeyCode::Char(letter))) => self.type_letters(std::iter::once(letter)),
            (Input::Paste(text), _) => self.type_letters(text.chars()),
            _ => {
                if let Answer::Chosen(item) = self.menu.answer(input)
                    && let Some(table) = self.found.get(item)
                {
                    return self.join(&table.address.clone());
                }
            }
        }
        Step::Stay
    }

    fn woken(&mut self, _: &mut Lent) -> Step {
        self.look();
        Step::Stay
    }

    fn every(&self) -> Option<Duration> {
        Some(Duration::from_millis(500))
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("↑ ↓", "move the cursor"),
            ("letters", "type an address, with or without a port"),
            (
                "Enter",
                "join the typed address, or the table under the cursor",
            ),
            ("Esc", "back"),
        ]
    }
}
