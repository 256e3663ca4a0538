//! The table itself: draws the view of a link, turns keys and clicks into
//! commands.

mod boxes;
mod deeds;
mod drawing;
mod hearing;
mod words;

use std::rc::Rc;
use std::time::{Duration, Instant};

use parlour_host::link::{Link, Shown};
use parlour_regicide::analysis::{Budget, Decision};
use parlour_regicide::{Command, Kingslayer, Outcome, Seen, View};
use parlour_solo::Day;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::castellan::{Castellan, Kind};
use super::discard::DiscardPile;
use super::hint::{Hint, Think};
use super::looking_back::Review;
use super::selection::Selection;
use super::{cards, popup, side};
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step, Zones};
use hearing::first_words;

pub use boxes::line_of_the_day;

/// How many lines of the log are kept.
const KEPT_LOG: usize = 500;

/// In which manner a table is played.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// Whether moves may be taken back, and whose house rules hold.
    pub kind: Kind,
    /// Words in place of the rules, with their title, for instance a lesson.
    pub words: Option<(String, String)>,
    /// How long hints may take.
    pub think: Think,
    /// A clock that stands still, for pictures of the screen.
    pub clock_stands: bool,
    /// With others on the network: no replay, hints only where the table allows them,
    /// and the screen around the table speaks of the end.
    pub with_others: bool,
    /// What was told before the screen opened, move by move.
    pub past: Vec<Vec<Seen>>,
    /// How long it was played before the screen opened.
    pub played: Duration,
    /// The day it was begun, if that is known.
    pub day: Option<Day>,
    /// How many hints were given before the screen opened.
    pub hints: u32,
    /// How much is thought about a game that is looked back on.
    pub budget: Budget,
}

/// What a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Card(usize),
    Battlefield,
    Log,
    Guide,
    /// The same as this key.
    Press(KeyCode),
}

/// A question that must be answered first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Leave,
    GiveUp,
    Flip,
    Yield,
}

impl Question {
    /// The key that asks it, and pressed again says yes.
    fn key(self) -> char {
        match self {
            Self::Leave => 'q',
            Self::GiveUp => 'g',
            Self::Flip => 'f',
            Self::Yield => 'y',
        }
    }

    /// The same as an answer that can be clicked.
    fn yes(self, label: &'static str) -> popup::Answer {
        (KeyCode::Char(self.key()), label)
    }
}

/// A table of Kingslayer.
pub struct GameScreen {
    link: Box<dyn Link<Kingslayer>>,
    manner: Manner,
    keeper: Option<Rc<dyn Castellan>>,
    shown: Option<Box<Shown<Kingslayer>>>,
    selection: Selection,
    log: Vec<side::Entry>,
    discard: DiscardPile,
    /// What the cards followed from, once that may be told.
    seed: Option<String>,
    /// How the bot fared on the cards of the daily game, once it is over.
    bots_end: Option<Outcome>,
    /// A refusal or other news, until the next key.
    news: Option<(String, bool)>,
    question: Option<Question>,
    hint: Hint,
    log_back: u16,
    log_most: u16,
    guide_from: u16,
    guide_most: u16,
    opened: Instant,
    /// The news of the table that set the clock.
    clock_of: Option<u64>,
    /// The game looked back on, once somebody has asked for it.
    review: Option<Rc<Review>>,
    /// Whether a table with others allows hints; nothing if too little is known of the
    /// game for them.
    may_hint: Option<bool>,
    /// With others: whether a hint was asked for that the table is yet to count.
    asked_hint: bool,
    /// With others: what was decided at this screen, and what is being decided.
    decided: Vec<Decision>,
    deciding: Option<(View, Command)>,
    /// Whether the box about the end is put away, so that the table is seen.
    end_is_away: bool,
    /// The time played, once the game is over.
    ended_after: Option<Duration>,
    zones: Zones<Spot>,
}

impl GameScreen {
    /// A table seen through a link.
    pub fn new(
        link: Box<dyn Link<Kingslayer>>,
        manner: Manner,
        keeper: Option<Rc<dyn Castellan>>,
    ) -> Self {
        Self {
            link,
            manner,
            keeper,
            shown: None,
            selection: Selection::default(),
            log: Vec::new(),
            discard: DiscardPile::default(),
            seed: None,
            bots_end: None,
            news: None,
            question: None,
            hint: Hint::None,
            log_back: 0,
            log_most: 0,
            guide_from: 0,
            guide_most: 0,
            opened: Instant::now(),
            clock_of: None,
            review: None,
            may_hint: None,
            asked_hint: false,
            decided: Vec::new(),
            deciding: None,
            end_is_away: false,
            ended_after: None,
            zones: Zones::default(),
        }
    }

    /// The same with something to say at first.
    #[must_use]
    pub fn saying(mut self, words: Option<String>) -> Self {
        self.news = words.map(|words| (words, true));
        self
    }

    /// The words in place of the rules change, for instance to the next lesson.
    pub fn set_words(&mut self, title: &str, words: &str) {
        self.manner.words = Some((title.to_owned(), words.to_owned()));
    }

    /// Shows what somebody else advises; asked for again, it is selected.
    pub fn advise(&mut self, command: &Command) {
        // What was said before stands where the advice will.
        self.news = None;
        if matches!(&self.hint, Hint::Ready { command: shown, .. } if shown == command) {
            return self.select_hint();
        }
        let words = match command {
            Command::Flip => String::from("Hint: f turns a Jester."),
            _ => format!("Hint: {command}."),
        };
        self.hint = Hint::Ready {
            reason: cards::with_signs(&words),
            command: command.clone(),
        };
    }

    /// The key that a click stands for, where a key is written; otherwise what it
    /// is.
    pub fn meant(&self, input: &Input) -> Input {
        match input.click().and_then(|place| self.zones.at(place)) {
            Some(Spot::Press(key)) => Input::key(key),
            _ => input.clone(),
        }
    }

    /// Whether moves may be taken back.
    fn is_practice(&self) -> bool {
        self.manner.kind == Kind::Practice
    }

    /// Whether it is played in a lesson.
    fn is_lesson(&self) -> bool {
        self.manner.words.is_some()
    }

    /// The view, once there is one.
    pub fn view(&self) -> Option<&View> {
        self.shown.as_ref().map(|shown| &shown.view)
    }

    /// Whether a question waits for its answer.
    pub fn is_asked(&self) -> bool {
        self.question.is_some()
    }

    /// Whether cards are selected.
    pub fn has_selection(&self) -> bool {
        !self.selection.marked().is_empty()
    }

    /// What it says, for a screen around it that says it elsewhere.
    pub fn take_words(&mut self) -> Option<String> {
        self.news.take().map(|(words, _)| words)
    }

    /// News about what was tried before mean nothing any more.
    pub fn hush(&mut self) {
        self.news = None;
    }

    /// The table's own clock: with its latest news it said that the game has been played
    /// for so long. So the clocks of all its screens agree.
    pub fn set_clock(&mut self, told: Option<(u64, Duration)>) {
        if let Some((news, played)) = told.filter(|(news, _)| Some(*news) != self.clock_of) {
            self.clock_of = Some(news);
            self.manner.played = played;
            self.opened = Instant::now();
        }
    }

    /// Whether a table with others allows hints; nothing if too little is known of the
    /// game for them.
    pub fn set_hints(&mut self, may_hint: Option<bool>) {
        self.may_hint = may_hint;
    }

    /// Whether a hint was asked for since this was asked last: the table counts it.
    pub fn take_asked_hint(&mut self) -> bool {
        std::mem::take(&mut self.asked_hint)
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.shown.as_ref().and_then(|shown| shown.outcome.as_ref())
    }

    fn say(&mut self, words: impl Into<String>) {
        self.news = Some((words.into(), true));
    }

    fn send(&mut self, command: &Command) {
        // Across a network the answer may take a while.
        let sent = || (String::from("Sent: waiting for the table…"), false);
        self.news = self.manner.with_others.then(sent);
        // Where the game is kept, its log tells what was decided.
        let view = self.view().filter(|_| self.manner.with_others);
        self.deciding = view.map(|view| (view.clone(), command.clone()));
        self.link.send(command);
    }

    fn note_keys(&mut self, places: Vec<(Rect, KeyCode)>) {
        for (place, key) in places {
            self.zones.note(place, Spot::Press(key));
        }
    }
}

impl Screen for GameScreen {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn opened(&mut self, lent: &mut Lent) {
        self.selection.set_order(lent.hand_order);
        self.hear(lent);
        if let (Some(view), true) = (self.view(), self.log.is_empty()) {
            let words = if view.moves == 0 {
                first_words(&[], view)
            } else {
                String::from("The game goes on")
            };
            self.note(&words, true);
        }
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        self.draw_table(frame, lent);
    }

    fn answer(&mut self, input: &Input, lent: &mut Lent) -> Step {
        let input = &self.meant(input);
        if let Some(question) = self.question {
            let step = self.answer_question(question, input);
            self.hear(lent);
            return step;
        }
        if input.plain().is_some() || input.click().is_some() {
            self.news = None;
        }
        let over = self.outcome().is_some();
        if let Some(spot) = input.click().and_then(|place| self.zones.at(place)) {
            self.click(spot);
        }
        if let (Some(turn), Input::Mouse(mouse)) = (input.wheel(), input) {
            let place = ratatui::layout::Position::new(mouse.column, mouse.row);
            if let Some(spot) = self.zones.at(place) {
                self.scroll(spot, turn > 0, 2);
            }
        }
        match input.plain() {
            Some(KeyCode::Char('q') | KeyCode::Esc) if over => return Step::Close,
            Some(KeyCode::Char('n')) if over => return self.begin_anew(),
            Some(KeyCode::Char('e')) if over => {
                self.export();
                self.end_is_away = false;
            }
            Some(KeyCode::Char('a')) if over => return self.look_back(lent),
            Some(KeyCode::Char(' ')) if over => self.end_is_away = !self.end_is_away,
            Some(KeyCode::Char('q')) => self.question = Some(Question::Leave),
            Some(KeyCode::Esc) => self.step_back(),
            Some(KeyCode::Char(digit @ '1'..='9')) => self.number(digit as usize - '1' as usize),
            Some(KeyCode::Left) => self.selection.step(false),
            Some(KeyCode::Right) => self.selection.step(true),
            Some(KeyCode::Char(' ') | KeyCode::Up | KeyCode::Down) => {
                self.selection.toggle(self.selection.cursor());
            }
            Some(KeyCode::Enter) => self.act(),
            Some(KeyCode::Char('s')) => {
                self.selection.sort_next();
                lent.set_hand_order(self.selection.order());
            }
            Some(KeyCode::Char('f')) => self.ask_to_flip(),
            Some(KeyCode::Char('y')) => self.ask_to_yield(),
            Some(KeyCode::Char('u')) => self.take_back(),
            Some(KeyCode::Char('h')) => self.ask_for_a_hint(lent),
            Some(KeyCode::Char('c')) => {
                lent.set_four_colours(!lent.theme.four_colours());
            }
            Some(KeyCode::Char('?') | KeyCode::F(1)) => return Step::Help,
            Some(KeyCode::PageDown) => self.scroll(Spot::Guide, true, 4),
            Some(KeyCode::PageUp) => self.scroll(Spot::Guide, false, 4),
            Some(KeyCode::Char(']')) => self.scroll(Spot::Log, true, 4),
            Some(KeyCode::Char('[')) => self.scroll(Spot::Log, false, 4),
            _ => {}
        }
        self.hear(lent);
        Step::Stay
    }

    fn woken(&mut self, lent: &mut Lent) -> Step {
        self.hear(lent);
        Step::Stay
    }

    fn returned(&mut self, lent: &mut Lent) {
        self.hear(lent);
    }

    fn every(&self) -> Option<Duration> {
        // After the end only the time of day goes on.
        let pace = Duration::from_secs(if self.outcome().is_none() { 1 } else { 20 });
        (!self.manner.clock_stands).then_some(pace)
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("1 to 8", "select a card, or take the selection back"),
            ("← →, space", "the same with a cursor"),
            ("Enter", "play or pay with the selected cards"),
            ("Esc", "select nothing, close the hint; then leave"),
            ("f, twice", "turn a Jester, before playing or paying"),
            ("y, twice", "yield, if the house allows it"),
            ("h", "a hint from the bot; again selects it"),
            ("s", "sort the hand: as dealt, by suit, by value"),
            ("u", "practice: take the last move back"),
            ("a", "after the end: what cost most, move by move"),
            ("c", "two or four colours for the suits"),
            ("PageUp, PageDown", "scroll the rules"),
            ("[ and ]", "scroll the log"),
            (
                "mouse",
                "click cards, keys, Jesters, answers; the battlefield plays",
            ),
            ("q, twice", "leave, the game is kept; or give it up"),
        ]
    }
}
