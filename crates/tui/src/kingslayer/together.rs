//! Kingslayer with others: the lobby, and around the table what only tables with
//! several people have: who is waited for, phrases, the host's favours.

mod finder;
mod lobby;
mod porch;

use std::task::Waker;
use std::time::Duration;

use parlour_host::link::Link;
use parlour_regicide::{Kingslayer, Phrase, Step as TurnStep};
use parlour_rules::Seat;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;

use super::popup;
use super::screen::{GameScreen, Manner};
use crate::{Desk, Input, KeyHelp, Screen, Step, plain};

pub use finder::{Finder, FoundTable, Scout};
pub use porch::{Inn, Porch, UnfinishedTable};

/// Somebody at the table, or an empty chair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is true or not by itself"
)]
pub struct Guest {
    /// Their name; empty for a free chair.
    pub name: String,
    /// Whether they are there.
    pub connected: bool,
    /// Whether it is a bot.
    pub bot: bool,
    /// Whether they are ready to begin.
    pub ready: bool,
    /// Whether it is the person at this screen.
    pub you: bool,
}

/// How it stands around the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gathering {
    /// Everybody, by seat.
    pub guests: Vec<Guest>,
    /// Whether the game has not begun.
    pub lobby: bool,
    /// Whether it is over.
    pub over: bool,
    /// Seats that lost their connection, while the table waits for them.
    pub missing: Vec<Seat>,
    /// What happened, the newest last: whose doing, and what.
    pub log: Vec<(Option<Seat>, String)>,
    /// What is wrong with the connection, if something is.
    pub trouble: Option<String>,
    /// Why it is over with this table, if it is.
    pub closed: Option<String>,
    /// What to tell the others, at the host's screen: addresses and hints.
    pub invitation: Vec<String>,
}

/// What only the person at the host's screen may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favour {
    /// In the lobby: a bot takes a free seat.
    AddBot,
    /// In the lobby: the last bot gets up.
    RemoveBot,
    /// A bot takes the seat of somebody who vanished.
    PutBot(Seat),
    /// A new machine may take that seat.
    Admit(Seat),
}

/// A table with others, as its screen needs it. The app implements it.
pub trait Party {
    /// Takes in what has come; the waker is woken when more comes.
    fn hear(&mut self, waker: &Waker);

    /// How it stands, once something is known.
    fn gathering(&self) -> Gathering;

    /// The way to the game.
    fn link(&self) -> Box<dyn Link<Kingslayer>>;

    /// Ready to begin, or for the next game.
    fn ready(&mut self);

    /// Says a phrase.
    fn say(&mut self, phrase: Phrase);

    /// Words of a refusal that was not shown yet.
    fn refusal(&mut self) -> Option<String>;

    /// Whether this is the host's screen.
    fn is_host(&self) -> bool;

    /// Does a favour, at the host's screen.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn favour(&mut self, favour: Favour) -> Result<(), String>;
}

/// The screen of a table with others.
pub struct Together {
    party: Box<dyn Party>,
    gathering: Gathering,
    /// The table, while a game is on or over.
    game: Option<GameScreen>,
    /// Whether the phrases are offered.
    talking: bool,
    /// Whether leaving is asked about, in the lobby.
    words: Option<String>,
}

impl Together {
    /// The screen of a table.
    pub fn new(party: Box<dyn Party>) -> Self {
        Self {
            party,
            gathering: Gathering::default(),
            game: None,
            talking: false,
            words: None,
        }
    }

    /// Takes in what has happened.
    fn hear(&mut self, desk: &mut Desk) {
        self.party.hear(&desk.bell.waker());
        self.gathering = self.party.gathering();
        if self.gathering.guests.is_empty() || self.gathering.lobby {
            self.game = None;
        } else if self.game.is_none() {
            let manner = Manner {
                with_others: true,
                ..Manner::default()
            };
            let mut game = GameScreen::new(self.party.link(), manner, None);
            game.opened(desk);
            self.game = Some(game);
            self.talking = false;
        } else if let Some(game) = &mut self.game {
            // Its answer is always to stay.
            game.woken(desk);
        }
        if let Some(words) = self.party.refusal() {
            self.words = Some(words);
        }
        let lines = self.log();
        if let Some(game) = &mut self.game {
            game.set_log(lines);
        }
    }

    fn name(&self, seat: Seat) -> String {
        let guest = self.gathering.guests.get(usize::from(seat.0));
        guest.map_or_else(|| seat.to_string(), |guest| plain::printable(&guest.name))
    }

    /// The log with names; what nobody in particular did is set in.
    fn log(&self) -> Vec<(String, bool)> {
        let lines = self.gathering.log.iter();
        lines
            .map(|(seat, text)| match seat {
                Some(seat) => (
                    format!("{} {}", self.name(*seat), plain::printable(text)),
                    true,
                ),
                None => (plain::printable(text), false),
            })
            .collect()
    }

    fn favour(&mut self, favour: Favour) {
        if self.party.is_host()
            && let Err(reason) = self.party.favour(favour)
        {
            self.words = Some(reason);
        }
    }

    fn answer_in_lobby(&mut self, input: &Input) -> Step {
        match input.plain() {
            Some(KeyCode::Esc | KeyCode::Char('q')) => return Step::Close,
            Some(KeyCode::Char('?')) => return Step::Help,
            Some(KeyCode::Enter | KeyCode::Char('r')) => self.party.ready(),
            Some(KeyCode::Char('b')) => match self.gathering.missing.first() {
                Some(seat) => self.favour(Favour::PutBot(*seat)),
                None => self.favour(Favour::AddBot),
            },
            Some(KeyCode::Char('x')) => self.favour(Favour::RemoveBot),
            Some(KeyCode::Char('a')) => {
                if let Some(seat) = self.gathering.missing.first() {
                    self.favour(Favour::Admit(*seat));
                }
            }
            Some(KeyCode::Char('t')) => self.talking = true,
            _ => {}
        }
        Step::Stay
    }

    fn answer_waiting(&mut self, input: &Input) -> Step {
        let Some(seat) = self.gathering.missing.first().copied() else {
            return Step::Stay;
        };
        match input.plain() {
            Some(KeyCode::Esc | KeyCode::Char('q')) => return Step::Close,
            Some(KeyCode::Char('b')) => self.favour(Favour::PutBot(seat)),
            Some(KeyCode::Char('a')) => {
                self.favour(Favour::Admit(seat));
                if self.party.is_host() {
                    self.words = Some(format!(
                        "A new machine may take the seat of {}.",
                        self.name(seat)
                    ));
                }
            }
            _ => {}
        }
        Step::Stay
    }

    /// The phrases that may be said now.
    fn phrases(&self) -> Vec<Phrase> {
        let step = self
            .game
            .as_ref()
            .and_then(GameScreen::view)
            .map_or(TurnStep::Over, |view| view.step);
        let all = Phrase::ALL.into_iter();
        all.filter(|phrase| phrase.is_allowed_in(step)).collect()
    }

    fn answer_talking(&mut self, input: &Input) {
        self.talking = input.plain().is_none();
        if let Some(KeyCode::Char(digit @ '1'..='9')) = input.plain() {
            let phrases = self.phrases();
            if let Some(phrase) = phrases.get(digit as usize - '1' as usize) {
                self.party.say(*phrase);
            }
        }
    }

    fn draw_above(&self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        let text = theme.text();
        if let Some(trouble) = &self.gathering.trouble {
            let words = [
                (trouble.as_str(), text),
                ("", text),
                ("It is tried again by itself. q leave", theme.accent()),
            ];
            popup::draw(frame, theme, "Connection lost", &words);
        } else if !self.gathering.missing.is_empty() {
            let names: Vec<String> = self
                .gathering
                .missing
                .iter()
                .map(|it| self.name(*it))
                .collect();
            let waiting = format!("Waiting for {}…", names.join(", "));
            let mut words = vec![
                (waiting.as_str(), theme.accent()),
                (
                    "The connection is lost; the seat is kept until they come back.",
                    text,
                ),
                ("", text),
            ];
            if let Some(news) = &self.words {
                words.push((news, text));
            }
            words.push(if self.party.is_host() {
                (
                    "b a bot plays on · a a new machine may come · q leave",
                    theme.accent(),
                )
            } else {
                ("q leave", theme.accent())
            });
            popup::draw(frame, theme, "Paused", &words);
        } else if self.talking {
            let lines: Vec<String> = (1..)
                .zip(self.phrases())
                .map(|(number, phrase)| format!("{number} {}", phrase.words()))
                .collect();
            let mut words: Vec<_> = lines.iter().map(|line| (line.as_str(), text)).collect();
            words.push(("", text));
            words.push(("Esc nothing", theme.accent()));
            popup::draw(frame, theme, "Say", &words);
        } else if self.gathering.over {
            self.draw_next_game(frame, desk);
        }
    }

    fn draw_next_game(&self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        let won = self
            .game
            .as_ref()
            .and_then(GameScreen::outcome)
            .is_some_and(parlour_regicide::Outcome::is_won);
        let (title, end, style) = if won {
            (
                "Victory",
                "The last King has fallen: you have won.",
                theme.good(),
            )
        } else {
            (
                "Defeat",
                "The castle stands: the game is lost.",
                theme.bad(),
            )
        };
        let others = self.gathering.guests.iter();
        let waited: Vec<String> = others
            .filter(|guest| !guest.ready && !guest.bot && !guest.you)
            .map(|guest| plain::printable(&guest.name))
            .collect();
        let ready = self.gathering.guests.iter().any(|it| it.you && it.ready);
        let next = if ready {
            format!("Waiting for {}…", waited.join(", "))
        } else {
            String::from("n another game · t say something · q leave")
        };
        let words = [
            (end, style),
            ("", theme.text()),
            (next.as_str(), theme.accent()),
        ];
        popup::draw(frame, theme, title, &words);
    }
}

impl Screen for Together {
    fn opened(&mut self, desk: &mut Desk) {
        self.hear(desk);
    }

    fn draw(&mut self, frame: &mut Frame, desk: &Desk) {
        if let Some(reason) = &self.gathering.closed {
            lobby::draw_closed(frame, desk.theme, reason);
            return;
        }
        match &mut self.game {
            Some(game) => game.draw(frame, desk),
            None => lobby::draw(
                frame,
                desk.theme,
                &self.gathering,
                self.party.is_host(),
                self.words.as_deref(),
            ),
        }
        self.draw_above(frame, desk);
    }

    fn answer(&mut self, input: &Input, desk: &mut Desk) -> Step {
        if input.plain().is_some() {
            self.words = None;
        }
        let meant = self.game.as_ref().map(|game| game.meant(input));
        let input = meant.as_ref().unwrap_or(input);
        let step = if self.gathering.closed.is_some() || self.gathering.trouble.is_some() {
            match input.plain() {
                Some(KeyCode::Esc | KeyCode::Char('q')) => Step::Close,
                _ => Step::Stay,
            }
        } else if self.talking {
            self.answer_talking(input);
            Step::Stay
        } else if self.game.is_none() {
            self.answer_in_lobby(input)
        } else if !self.gathering.missing.is_empty() {
            self.answer_waiting(input)
        } else {
            match (input.plain(), &mut self.game) {
                (Some(KeyCode::Char('t')), _) => {
                    self.talking = true;
                    Step::Stay
                }
                (Some(KeyCode::Char('n')), _) if self.gathering.over => {
                    self.party.ready();
                    Step::Stay
                }
                // A bot's advice would be another player's; replays are the
                // host's to write.
                (Some(KeyCode::Char('h' | 'u' | 'f' | 'e')), _) => Step::Stay,
                (_, Some(game)) => game.answer(input, desk),
                _ => Step::Stay,
            }
        };
        self.hear(desk);
        step
    }

    fn woken(&mut self, desk: &mut Desk) -> Step {
        self.hear(desk);
        Step::Stay
    }

    fn returned(&mut self, desk: &mut Desk) {
        self.hear(desk);
    }

    fn every(&self) -> Option<Duration> {
        Some(Duration::from_secs(1))
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("Enter or r", "in the lobby: ready to begin"),
            ("b, x", "the host in the lobby: add a bot, remove one"),
            ("1 to 8", "select a card, or take the selection back"),
            ("Enter", "play or pay with the selected cards"),
            ("y", "yield"),
            ("t", "say one of the phrases"),
            ("s", "sort the hand: as dealt, by suit, by value"),
            ("n", "after the end: another game"),
            (
                "b, a",
                "the host while somebody is missing: bot, new machine",
            ),
            ("q", "leave; your seat is kept"),
        ]
    }
}
