//! Kingslayer with others: the lobby, and around the table what only tables with
//! several people have: who is waited for, phrases, the host's favours.

mod above;
mod finder;
mod invitation;
mod keys;
mod lobby;
mod porch;
mod returning;

use std::task::Waker;
use std::time::Duration;

use parlour_court::Control;
use parlour_host::link::Link;
use parlour_regicide::{Kingslayer, Phrase, Step as TurnStep};
use parlour_rules::Seat;
use ratatui::Frame;

use super::cards;
use super::screen::{GameScreen, Manner};
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step, plain};

pub use finder::{Finder, FoundTable, Scout};
pub use invitation::{BrowserLink, Invitation};
pub use porch::{Hosting, Inn, Pace, Porch};
pub use returning::Returning;

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
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is true or not by itself"
)]
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
    /// Whether the seat is played from another window.
    pub taken_over: bool,
    /// Why it is over with this table, if it is.
    pub closed: Option<String>,
    /// Whether it may be watched all the same.
    pub may_watch: bool,
    /// By the table's own clock, for how long the game was played when it told so, and
    /// with which of its news.
    pub played: Option<(u64, Duration)>,
    /// Whether the table allows hints; nothing if it tells too little of the game.
    pub hints: Option<bool>,
    /// How many were given in this game.
    pub hinted: u32,
    /// What to tell the others, at the host's screen.
    pub invitation: Invitation,
}

impl Gathering {
    /// Whether the person here has a seat.
    pub(super) fn is_seated(&self) -> bool {
        self.guests.iter().any(|guest| guest.you)
    }

    /// What it means to leave now.
    pub(super) fn on_leaving(&self, host: bool) -> &'static str {
        let runs = !self.lobby && !self.over;
        match (host, runs) {
            (true, true) => {
                "You host this table: everybody is cut off. The game is kept, and goes on \
                 when you host again."
            }
            (true, false) => "You host this table: everybody is cut off.",
            (false, true) => "Your seat is kept; the others wait until you are back.",
            (false, false) => "Your seat is kept.",
        }
    }
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

    /// A hint is about to be given here: the table counts it.
    fn hinted(&mut self);

    /// Takes the seat back that is played from another window.
    fn take_back(&mut self);

    /// Watches at a table that has no seat.
    fn watch(&mut self) {}

    /// Words of a refusal that was not shown yet.
    fn refusal(&mut self) -> Option<String>;

    /// Writes the replay of the game that is over, at the host's screen, and says where.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn export(&mut self) -> Result<String, String> {
        Err(String::from("Only the host of the table has the replay."))
    }

    /// Whether lines of words may hold colours.
    fn may_colour(&self) -> bool {
        false
    }

    /// Whether this is the host's screen.
    fn is_host(&self) -> bool;

    /// Does a favour, at the host's screen.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn favour(&mut self, favour: Control) -> Result<(), String>;
}

/// What lies above the table until a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Above {
    /// The phrases that may be said.
    Phrases,
    /// Whether to leave.
    Leaving,
    /// What to tell the others.
    Invitation,
    /// Its code, where that needs the screen for itself.
    Code,
    /// Whether something is to be done that ends something for somebody.
    Sure(Ending),
}

/// What the host may do that ends something for somebody: it is asked once, and the key
/// that asked answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// A bot plays for whoever is missing.
    PutBot(Seat),
    /// Somebody else may take the seat of whoever is missing.
    Admit(Seat),
    /// The game that is over makes room for a lobby.
    OpenLobby,
}

impl Ending {
    /// The key that asks for it.
    fn key(self) -> char {
        match self {
            Self::PutBot(_) => 'b',
            Self::Admit(_) => 'm',
            Self::OpenLobby => 'l',
        }
    }

    fn favour(self) -> Control {
        match self {
            Self::PutBot(seat) => Control::PutBot(seat),
            Self::Admit(seat) => Control::Admit(seat),
            Self::OpenLobby => Control::OpenLobby,
        }
    }
}

/// The screen of a table with others.
pub struct Together {
    party: Box<dyn Party>,
    gathering: Gathering,
    /// The table, while a game is on or over.
    game: Option<GameScreen>,
    /// What is asked or shown above everything.
    above: Option<Above>,
    /// Whether the words about the end are put aside, to see the table.
    looking: bool,
    /// Whom of the missing the host's favours are for.
    chosen: Option<Seat>,
    /// News for the person, for as long as they hold.
    words: Option<String>,
    /// Whether the invitation's code needs the screen for itself, as it was drawn last.
    code_apart: bool,
}

impl Together {
    /// The screen of a table.
    pub fn new(party: Box<dyn Party>) -> Self {
        Self {
            party,
            gathering: Gathering::default(),
            game: None,
            above: None,
            looking: false,
            chosen: None,
            words: None,
            code_apart: false,
        }
    }

    /// Takes in what has happened.
    fn hear(&mut self, lent: &mut Lent) {
        self.party.hear(&lent.bell.waker());
        let before = std::mem::replace(&mut self.gathering, self.party.gathering());
        if is_otherwise(&before, &self.gathering) {
            // What was said about it may no longer be so.
            self.words = None;
            if let Some(game) = &mut self.game {
                game.hush();
            }
        }
        self.looking &= self.gathering.over;
        if self.gathering.guests.is_empty() || self.gathering.lobby {
            self.game = None;
        } else if self.game.is_none() {
            let manner = Manner {
                with_others: true,
                ..Manner::default()
            };
            let mut game = GameScreen::new(self.party.link(), manner, None);
            game.opened(lent);
            self.game = Some(game);
            self.above = None;
        } else if let Some(game) = &mut self.game {
            // Its answer is always to stay.
            game.woken(lent);
        }
        if let Some(words) = self.party.refusal() {
            self.words = Some(words);
        }
        let lines = self.log();
        if let Some(game) = &mut self.game {
            game.set_log(lines);
            game.set_hints(self.gathering.hints);
            game.set_clock(self.gathering.played);
        }
    }

    fn name(&self, seat: Seat) -> String {
        let guest = self.gathering.guests.get(usize::from(seat.0));
        guest.map_or_else(|| seat.to_string(), |guest| plain::printable(&guest.name))
    }

    /// Whether the person here has a seat.
    fn is_seated(&self) -> bool {
        self.gathering.is_seated()
    }

    /// Whom of the missing the host's favours are for.
    fn missing(&self) -> Option<Seat> {
        let missing = &self.gathering.missing;
        let chosen = self.chosen.filter(|seat| missing.contains(seat));
        chosen.or_else(|| missing.first().copied())
    }

    /// The log with names; what nobody in particular did is set in.
    fn log(&self) -> Vec<(String, bool)> {
        // Cards are written as everywhere on the screen.
        let words = |text: &str| cards::with_signs(&plain::printable(text));
        let lines = self.gathering.log.iter();
        lines
            .map(|(seat, text)| match seat {
                Some(seat) => (format!("{} {}", self.name(*seat), words(text)), true),
                None => (words(text), false),
            })
            .collect()
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
}

impl Screen for Together {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn opened(&mut self, lent: &mut Lent) {
        self.hear(lent);
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        self.code_apart = invitation::has_a_second_page(frame.area(), &self.gathering.invitation);
        if let Some(reason) = &self.gathering.closed {
            lobby::draw_closed(frame, lent.theme, reason, self.gathering.may_watch);
            return;
        }
        if let Some(game) = &mut self.game {
            game.draw(frame, lent);
        } else {
            // What lies above says it already.
            let words = self.words.as_deref();
            let words = words.filter(|_| self.gathering.missing.is_empty());
            let host = self.party.is_host();
            lobby::draw(frame, lent.theme, &self.gathering, host, words);
        }
        self.draw_above(frame, lent);
    }

    fn answer(&mut self, input: &Input, lent: &mut Lent) -> Step {
        let meant = self.game.as_ref().map(|game| game.meant(input));
        let input = meant.as_ref().unwrap_or(input);
        let step = self.answer_key(input, lent);
        if self.game.as_mut().is_some_and(GameScreen::take_asked_hint) {
            self.party.hinted();
        }
        self.hear(lent);
        step
    }

    fn woken(&mut self, lent: &mut Lent) -> Step {
        self.hear(lent);
        Step::Stay
    }

    fn returned(&mut self, lent: &mut Lent) {
        self.hear(lent);
    }

    fn every(&self) -> Option<Duration> {
        Some(Duration::from_secs(1))
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("Enter or r", "in the lobby: ready to begin"),
            ("b, x", "the host in the lobby: add a bot, remove one"),
            ("1 to 8", "select a card, or take the selection back"),
            ("← →, space", "the same with a cursor"),
            ("Enter", "play or pay with the selected cards"),
            ("y, twice", "yield; \"5y\" is a hand of 5 that yielded last"),
            ("t", "say one of the phrases"),
            ("h", "a hint, where the table allows it; again selects it"),
            ("s", "sort the hand: as dealt, by suit, by value"),
            ("[ and ]", "scroll the log"),
            ("PageUp, PageDown", "scroll the rules"),
            ("n, a, e", "after the end: another game, look back, export"),
            ("Esc", "select nothing; after the end: see the table"),
            ("l, twice", "the host after the end: back to the lobby"),
            ("b, m, twice", "somebody is missing: a bot, a new machine"),
            ("i", "the host: addresses, link and QR code"),
            ("q, twice", "leave; your seat is kept"),
        ]
    }
}

/// Whether somebody came, went, got ready, or the game began or ended.
fn is_otherwise(before: &Gathering, now: &Gathering) -> bool {
    before.guests != now.guests
        || before.missing != now.missing
        || (before.lobby, before.over) != (now.lobby, now.over)
}
