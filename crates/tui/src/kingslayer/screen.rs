//! The table itself: draws the view of a link, turns keys and clicks into
//! commands.

use std::rc::Rc;
use std::time::{Duration, Instant};

use parlour_host::link::{Link, News, Shown, news_so_far};
use parlour_regicide::{
    Card, Command, Kingslayer, Medal, Outcome, Seen, Step as TurnStep, View, ended, payment,
    preview, tell,
};
use parlour_rules::{Seat, Viewer};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::areas::Areas;
use super::battlefield::{self, Prompt, sentence};
use super::entrance::{Keeper, Kind, Wish};
use super::hint::{Hint, Think};
use super::selection::Selection;
use super::{cards, castle, hand, popup, side};
use crate::{Desk, Input, KeyHelp, Screen, Step, Zones};

/// How many lines of the log are kept.
const KEPT_LOG: usize = 500;

/// In which manner a table is played.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// Whether moves may be taken back.
    pub practice: bool,
    /// Words in place of the rules, with their title, for instance a lesson.
    pub words: Option<(String, String)>,
    /// How long hints may take.
    pub think: Think,
    /// A clock that stands still, for pictures of the screen.
    pub clock_stands: bool,
    /// With others on the network: no hints, no replay, and the screen around the
    /// table speaks of the end.
    pub with_others: bool,
    /// What was told before the screen opened, move by move.
    pub past: Vec<Vec<Seen>>,
}

/// What a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Card(usize),
    Battlefield,
    Log,
    Guide,
}

/// A question that must be answered first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Leave,
    Flip,
}

/// A table of Kingslayer.
pub struct GameScreen {
    link: Box<dyn Link<Kingslayer>>,
    manner: Manner,
    keeper: Option<Rc<dyn Keeper>>,
    shown: Option<Box<Shown<Kingslayer>>>,
    selection: Selection,
    log: Vec<side::Entry>,
    /// A refusal or other news, until the next key.
    news: Option<(String, bool)>,
    question: Option<Question>,
    hint: Hint,
    log_back: u16,
    log_most: u16,
    guide_from: u16,
    guide_most: u16,
    opened: Instant,
    zones: Zones<Spot>,
}

impl GameScreen {
    /// A table seen through a link.
    pub fn new(
        link: Box<dyn Link<Kingslayer>>,
        manner: Manner,
        keeper: Option<Rc<dyn Keeper>>,
    ) -> Self {
        Self {
            link,
            manner,
            keeper,
            shown: None,
            selection: Selection::default(),
            log: Vec::new(),
            news: None,
            question: None,
            hint: Hint::None,
            log_back: 0,
            log_most: 0,
            guide_from: 0,
            guide_most: 0,
            opened: Instant::now(),
            zones: Zones::default(),
        }
    }

    /// The words in place of the rules change, for instance to the next lesson.
    pub fn set_words(&mut self, title: &str, words: &str) {
        self.manner.words = Some((title.to_owned(), words.to_owned()));
    }

    /// A log that is written elsewhere: words, and whether they begin a new move.
    pub fn set_log(&mut self, lines: Vec<(String, bool)>) {
        let lines = lines.into_iter();
        let log: Vec<side::Entry> = lines
            .map(|(words, new_move)| side::Entry { words, new_move })
            .collect();
        if log != self.log {
            self.log = log;
            self.log_back = 0;
        }
    }

    /// The view, once there is one.
    pub fn view(&self) -> Option<&View> {
        self.shown.as_ref().map(|shown| &shown.view)
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.shown.as_ref().and_then(|shown| shown.outcome.as_ref())
    }

    /// Takes in what has happened.
    fn hear(&mut self, desk: &Desk) {
        for news in news_so_far(self.link.as_mut(), &desk.bell.waker()) {
            match news {
                News::Shown(shown) => self.take_in(shown),
                News::Refused { words, .. } => self.news = Some((sentence(&words), true)),
                News::Connection { words, open } => {
                    // Once it is open again, the turn's own words count.
                    self.news = (!open).then_some((words, true));
                }
                News::Accepted { .. } => {}
            }
        }
        if let Some(shown) = &self.shown {
            self.hint.look(&shown.view);
        }
    }

    fn take_in(&mut self, shown: Box<Shown<Kingslayer>>) {
        let moved = self
            .shown
            .as_ref()
            .is_some_and(|before| before.view.moves != shown.view.moves);
        let back = self
            .shown
            .as_ref()
            .is_some_and(|before| before.view.moves > shown.view.moves);
        let names = names(&shown);
        let viewer = self.link.viewer();
        let name = |seat: Seat| {
            if viewer == Viewer::Seat(seat) {
                return String::from("you");
            }
            names.get(usize::from(seat.0)).cloned().unwrap_or_default()
        };
        let past = std::mem::take(&mut self.manner.past);
        for seen in past.iter().chain(&shown.seen) {
            let told = seen.iter().filter_map(|seen| tell(seen, &name));
            for (at, words) in told.enumerate() {
                self.note(&words, at == 0);
            }
        }
        if back {
            self.note("The last move is taken back", true);
        }
        if moved {
            // Words about what was tried before the move mean nothing now.
            self.news = None;
            self.hint = Hint::None;
            self.selection.clear();
            self.question = None;
        }
        self.selection.take_up(&shown.view.hand);
        self.shown = Some(shown);
    }

    fn note(&mut self, words: &str, new_move: bool) {
        let words = cards::with_signs(words);
        self.log.push(side::Entry { words, new_move });
        let too_many = self.log.len().saturating_sub(KEPT_LOG);
        self.log.drain(..too_many);
        self.log_back = 0;
    }

    fn say(&mut self, words: impl Into<String>) {
        self.news = Some((words.into(), true));
    }

    fn send(&mut self, command: &Command) {
        self.news = None;
        self.link.send(command);
    }

    /// Plays or pays with the selected cards.
    fn act(&mut self) {
        let Some(view) = self.view().cloned() else {
            return;
        };
        if !view.is_yours() {
            return self.say("It is not your turn.");
        }
        let marked = self.selection.marked();
        match view.step {
            TurnStep::Play if marked.is_empty() => self.say("Select cards first: 1 to 8."),
            TurnStep::Suffer if marked.is_empty() => {
                self.say(format!("Select cards worth {}: 1 to 8.", view.due));
            }
            TurnStep::Play => match preview(&view, &marked) {
                Ok(_) => self.send(&Command::Play(marked)),
                Err(refusal) => self.say(sentence(&refusal.to_string())),
            },
            TurnStep::Suffer if payment(&view, &marked).covers() => {
                self.send(&Command::Pay(marked));
            }
            TurnStep::Suffer => {
                let it = payment(&view, &marked);
                self.say(format!("These cards are worth {} of {}.", it.paid, it.due));
            }
            TurnStep::Choose => self.say("Choose who goes next: press their number."),
            TurnStep::Over => {}
        }
    }

    /// Whether a number names a card, or a player who goes next.
    fn number(&mut self, number: usize) {
        let Some(view) = self.view() else {
            return;
        };
        if view.step == TurnStep::Choose && view.is_yours() {
            if number < view.players.len() {
                self.send(&Command::Next(Seat(number as u8)));
            }
        } else {
            self.selection.toggle(number);
        }
    }

    fn ask_to_flip(&mut self) {
        match self.view() {
            Some(view) if !view.is_yours() => self.say("It is not your turn."),
            Some(view) if view.players.len() > 1 => {
                self.say("Here Jesters are played from the hand.");
            }
            Some(view) if view.solo_jesters == 0 => self.say("Both Jesters have been turned."),
            Some(_) => self.question = Some(Question::Flip),
            None => {}
        }
    }

    fn take_back(&mut self) {
        let entries = self.shown.as_ref().map_or(0, |shown| shown.standing.seq);
        if !self.manner.practice {
            self.say("Moves are taken back in practice games only.");
        } else if entries == 0 {
            self.say("There is nothing to take back.");
        } else {
            self.link.undo(entries - 1);
        }
    }

    fn ask_for_a_hint(&mut self, desk: &Desk) {
        let Some(view) = self.view() else {
            return;
        };
        if !view.is_yours() {
            return self.say("It is not your turn.");
        }
        match &self.hint {
            Hint::None => self.hint = Hint::ask(view, self.manner.think, &desk.bell),
            Hint::Thinking(_) => {}
            Hint::Ready { command, .. } => {
                // Asked again, the hint is selected; playing it stays one's own act.
                if let Command::Play(cards) | Command::Pay(cards) = command {
                    let cards: Vec<Card> = cards.clone();
                    self.selection.mark(&cards);
                }
            }
        }
    }

    fn export(&mut self) {
        let done = self.keeper.as_ref().map(|keeper| keeper.export());
        self.news = match done {
            None => Some((String::from("This table cannot be exported."), true)),
            Some(Ok(file)) => Some((format!("Written: {file}"), false)),
            Some(Err(reason)) => Some((reason, true)),
        };
    }

    fn begin_anew(&mut self) -> Step {
        let wish = Wish {
            kind: if self.manner.practice {
                Kind::Practice
            } else {
                Kind::Ordinary
            },
            house: self.view().map(|view| view.house).unwrap_or_default(),
        };
        match self.keeper.as_ref().map(|keeper| keeper.begin(&wish)) {
            Some(Ok(screen)) => Step::Become(screen),
            Some(Err(reason)) => {
                self.say(reason);
                Step::Stay
            }
            None => Step::Close,
        }
    }

    fn answer_question(&mut self, question: Question, input: &Input) -> Step {
        match (question, input.plain()) {
            (Question::Leave, Some(KeyCode::Char('y' | 'q') | KeyCode::Enter)) => {
                return Step::Close;
            }
            (Question::Flip, Some(KeyCode::Char('y' | 'f') | KeyCode::Enter)) => {
                self.question = None;
                self.send(&Command::Flip);
            }
            (_, Some(_)) => self.question = None,
            _ if input.click().is_some() => self.question = None,
            _ => {}
        }
        Step::Stay
    }

    fn click(&mut self, spot: Spot) {
        match spot {
            Spot::Card(at) => self.number(at),
            Spot::Battlefield => self.act(),
            Spot::Log | Spot::Guide => {}
        }
    }

    fn scroll(&mut self, spot: Spot, down: bool, lines: u16) {
        let (at, most, down) = match spot {
            // The log is counted from its end.
            Spot::Log => (&mut self.log_back, self.log_most, !down),
            _ => (&mut self.guide_from, self.guide_most, down),
        };
        *at = if down {
            (*at + lines).min(most)
        } else {
            at.min(&mut most.clone()).saturating_sub(lines)
        };
    }

    fn clock(&self) -> String {
        let seconds = if self.manner.clock_stands {
            0
        } else {
            self.opened.elapsed().as_secs()
        };
        match seconds / 3600 {
            0 => format!("{:02}:{:02}", seconds / 60, seconds % 60),
            hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
        }
    }

    /// What stands at the bottom of the battlefield.
    fn prompt(&self, view: &View, names: &[String]) -> Prompt {
        if let Some((words, bad)) = &self.news {
            return Prompt {
                words: words.clone(),
                bad: *bad,
            };
        }
        let words = match &self.hint {
            Hint::Thinking(_) => String::from("The bot is thinking…"),
            Hint::Ready { reason, .. } => reason.clone(),
            Hint::None => turn_words(view, names),
        };
        Prompt { words, bad: false }
    }

    fn keys_now(&self, view: &View) -> Vec<(&'static str, &'static str)> {
        if self.manner.with_others {
            let act = match view.step {
                TurnStep::Suffer => "pay",
                _ => "play",
            };
            return vec![
                ("1-8", "select"),
                ("←→ space", "select"),
                ("Enter", act),
                ("y", "yield"),
                ("t", "say"),
                ("s", "sort"),
                ("PgUp/Dn", "rules"),
                ("F1", "help"),
                ("q", "leave"),
            ];
        }
        if view.outcome.is_some() {
            let mut keys = vec![("n", "new game"), ("e", "export replay"), ("q", "leave")];
            if self.manner.practice {
                keys.insert(1, ("u", "take back"));
            }
            return keys;
        }
        let mut keys = vec![("1-8", "select"), ("←→ space", "select")];
        keys.push(match view.step {
            TurnStep::Suffer => ("Enter", "pay"),
            _ => ("Enter", "play"),
        });
        if view.players.len() == 1 {
            keys.push(("f", "turn Jester"));
        }
        if view.players.len() > 1 || view.house.solo_yield {
            keys.push(("y", "yield"));
        }
        keys.push(("h", "hint"));
        keys.push(("s", "sort"));
        if self.manner.practice {
            keys.push(("u", "take back"));
        }
        keys.extend([("PgUp/Dn", "rules"), ("F1", "help"), ("q", "leave")]);
        keys
    }

    fn draw_question(&self, frame: &mut Frame, desk: &Desk, view: &View) {
        let theme = desk.theme;
        match self.question {
            Some(Question::Leave) => {
                let words = [
                    (
                        "The game is kept, and can be continued at any time.",
                        theme.text(),
                    ),
                    ("", theme.text()),
                    ("y leave · n stay", theme.accent()),
                ];
                popup::draw(frame, theme, "Leave?", &words);
            }
            Some(Question::Flip) => {
                let change = format!(
                    "Your {} cards go to the discard pile, and you draw {}.",
                    view.hand.len(),
                    view.hand_limit.min(view.tavern_count)
                );
                let left = match view.solo_jesters {
                    0 | 1 => "It is your last one.",
                    _ => "One more would be left. It costs the gold medal.",
                };
                let words = [
                    (change.as_str(), theme.text()),
                    (left, theme.dim()),
                    ("", theme.text()),
                    ("y turn it · n keep it", theme.accent()),
                ];
                popup::draw(frame, theme, "Turn a Jester?", &words);
            }
            None => {}
        }
    }

    fn draw_end(&self, frame: &mut Frame, desk: &Desk, outcome: &Outcome) {
        let theme = desk.theme;
        let (title, style) = if outcome.is_won() {
            ("Victory", theme.good())
        } else {
            ("Defeat", theme.bad())
        };
        let end = format!("{}.", ended(outcome));
        let stars = match outcome.medal {
            Some(Medal::Gold) => "★ ★ ★",
            Some(Medal::Silver) => "★ ★",
            Some(Medal::Bronze) => "★",
            None => "",
        };
        let jesters = match outcome.jesters {
            0 => String::from("no Jester"),
            1 => String::from("one Jester"),
            count => format!("{count} Jesters"),
        };
        let count = format!(
            "{} of 12 enemies defeated, {jesters} used.",
            outcome.enemies
        );
        let mut keys = String::from("n new game · e export replay · q leave");
        if self.manner.practice {
            keys = format!("u take back · {keys}");
        }
        let mut words = vec![
            (end.as_str(), style),
            (stars, theme.accent()),
            (count.as_str(), theme.text()),
            ("", theme.text()),
        ];
        // The box lies over the battlefield, where news would stand.
        if let Some((news, bad)) = &self.news {
            let style = if *bad { theme.bad() } else { theme.good() };
            words.extend([(news.as_str(), style), ("", theme.text())]);
        }
        words.push((keys.as_str(), theme.accent()));
        popup::draw(frame, theme, title, &words);
    }
}

/// Whose turn it is and what is to be done.
fn turn_words(view: &View, names: &[String]) -> String {
    let name = |seat: Seat| {
        let name = names.get(usize::from(seat.0));
        name.cloned().unwrap_or_else(|| seat.to_string())
    };
    if view.outcome.is_some() {
        return String::from("The game is over.");
    }
    if !view.is_yours() {
        return format!("Waiting for {}…", name(view.current));
    }
    match view.step {
        TurnStep::Play if view.hand.is_empty() && view.players.len() > 1 => {
            String::from("⚔  Your turn. You have no card: y yields.")
        }
        TurnStep::Play if view.hand.is_empty() => {
            String::from("⚔  You have no card: f turns a Jester.")
        }
        TurnStep::Play => String::from("⚔  Your turn: select cards, Enter plays."),
        TurnStep::Suffer if parlour_regicide::worth(&view.hand) < view.due => {
            format!("🛡  You cannot pay {}: f turns a Jester.", view.due)
        }
        TurnStep::Suffer => format!("🛡  It strikes: pay {} with cards.", view.due),
        TurnStep::Choose => {
            let all: Vec<String> = (1..)
                .zip(&view.players)
                .map(|(number, player)| format!("{number} {}", name(player.id)))
                .collect();
            format!("Who goes next? {}", all.join(", "))
        }
        TurnStep::Over => String::new(),
    }
}

/// The names of the players, by seat.
fn names(shown: &Shown<Kingslayer>) -> Vec<String> {
    let chairs = shown.record.as_ref().map(|record| &record.chairs);
    (0..shown.view.players.len())
        .map(|seat| {
            let person = chairs.and_then(|chairs| chairs.get(seat)?.as_ref());
            let name = person.map(|person| crate::plain::printable(&person.name));
            name.unwrap_or_else(|| format!("player {}", seat + 1))
        })
        .collect()
}

impl Screen for GameScreen {
    fn opened(&mut self, desk: &mut Desk) {
        self.hear(desk);
        if let (Some(view), true) = (self.view(), self.log.is_empty()) {
            let enemy = view
                .enemy
                .map_or_else(String::new, |enemy| enemy.card.in_words());
            let words = if view.moves == 0 {
                format!("The {enemy} guards the gate")
            } else {
                String::from("The game goes on")
            };
            self.note(&words, true);
        }
    }

    fn draw(&mut self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        self.zones.clear();
        let Some(shown) = &self.shown else {
            frame.render_widget(
                Line::styled("The table is being set.", theme.dim()),
                frame.area(),
            );
            return;
        };
        let view = shown.view.clone();
        let names = names(shown);
        let areas = Areas::of(frame.area());
        castle::draw(frame, areas.castle, theme, &view, &self.clock());
        let marked = self.selection.marked();
        let prompt = self.prompt(&view, &names);
        battlefield::draw(
            frame,
            areas.battlefield,
            theme,
            &view,
            &names,
            &marked,
            &prompt,
        );
        self.zones.note(areas.battlefield, Spot::Battlefield);
        self.log_most = side::draw_log(frame, areas.log, theme, &self.log, self.log_back);
        self.zones.note(areas.log, Spot::Log);
        let places: Vec<Rect> = hand::draw(frame, areas.hand, theme, &view, &self.selection);
        for (at, place) in places.into_iter().enumerate() {
            self.zones.note(place, Spot::Card(at));
        }
        side::draw_keys(frame, areas.keys, theme, &self.keys_now(&view));
        if let Some((title, words)) = &self.manner.words {
            side::draw_words(frame, areas.guide, theme, title, words);
        } else {
            self.guide_most = side::draw_guide(frame, areas.guide, theme, self.guide_from);
            self.zones.note(areas.guide, Spot::Guide);
        }
        self.draw_question(frame, desk, &view);
        if let (Some(outcome), None) = (&view.outcome, self.question)
            && !self.manner.with_others
        {
            self.draw_end(frame, desk, outcome);
        }
    }

    fn answer(&mut self, input: &Input, desk: &mut Desk) -> Step {
        if let Some(question) = self.question {
            let step = self.answer_question(question, input);
            self.hear(desk);
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
            Some(KeyCode::Char('e')) if over => self.export(),
            Some(KeyCode::Char('q')) => self.question = Some(Question::Leave),
            Some(KeyCode::Esc) if self.selection.marked().is_empty() => {
                self.question = Some(Question::Leave);
            }
            Some(KeyCode::Esc) => self.selection.clear(),
            Some(KeyCode::Char(digit @ '1'..='9')) => self.number(digit as usize - '1' as usize),
            Some(KeyCode::Left) => self.selection.step(false),
            Some(KeyCode::Right) => self.selection.step(true),
            Some(KeyCode::Char(' ') | KeyCode::Up | KeyCode::Down) => {
                self.selection.toggle(self.selection.cursor());
            }
            Some(KeyCode::Enter) => self.act(),
            Some(KeyCode::Char('s')) => self.selection.sort_next(),
            Some(KeyCode::Char('f')) => self.ask_to_flip(),
            Some(KeyCode::Char('y')) => self.send(&Command::Yield),
            Some(KeyCode::Char('u')) => self.take_back(),
            Some(KeyCode::Char('h')) => self.ask_for_a_hint(desk),
            Some(KeyCode::Char('c')) => {
                desk.theme = desk.theme.with_four_colours(!desk.theme.four_colours());
            }
            Some(KeyCode::Char('?')) => return Step::Help,
            Some(KeyCode::PageDown) => self.scroll(Spot::Guide, true, 4),
            Some(KeyCode::PageUp) => self.scroll(Spot::Guide, false, 4),
            Some(KeyCode::Char(']')) => self.scroll(Spot::Log, true, 4),
            Some(KeyCode::Char('[')) => self.scroll(Spot::Log, false, 4),
            _ => {}
        }
        self.hear(desk);
        Step::Stay
    }

    fn woken(&mut self, desk: &mut Desk) -> Step {
        self.hear(desk);
        Step::Stay
    }

    fn returned(&mut self, desk: &mut Desk) {
        self.hear(desk);
    }

    fn every(&self) -> Option<Duration> {
        let runs = !self.manner.clock_stands && self.outcome().is_none();
        runs.then_some(Duration::from_secs(1))
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("1 to 8", "select a card, or take the selection back"),
            ("← →, space", "the same with a cursor"),
            ("Enter", "play or pay with the selected cards"),
            ("Esc", "select nothing; then leave"),
            ("f", "alone: turn a Jester, before playing or paying"),
            ("y", "yield: with others, or if the house allows it"),
            ("h", "a hint from the bot; again selects it"),
            ("s", "sort the hand: as dealt, by suit, by value"),
            ("u", "practice: take the last move back"),
            ("c", "two or four colours for the suits"),
            ("PageUp, PageDown", "scroll the rules"),
            ("[ and ]", "scroll the log"),
            ("mouse", "click cards; click the battlefield to play"),
            ("q", "leave; the game is kept"),
        ]
    }
}
