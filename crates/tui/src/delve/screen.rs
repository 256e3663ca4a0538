//! The game itself: a map, what is laid over it, and keys.

use std::rc::Rc;
use std::task::Waker;
use std::time::Duration;

use parlour_delve::bot::{Careful, Player};
use parlour_delve::{Command, Delve, Direction, Fog, Ground, Point, ThingKind, View};
use parlour_host::link::{Link, News, Ticket, news_so_far};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

use super::entrance::Keeper;
use super::keys::{Action, Keys, key_text};
use super::map::MapArea;
use super::{popup, recap, status};
use crate::{Desk, Input, KeyHelp, Screen, Step, Theme};

/// How long a demo shows each command.
const DEMO_PACE: Duration = Duration::from_millis(120);
/// The width from which there is a list of who is in view.
const WIDE: u16 = 110;

/// How a game is shown.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// Commands may be taken back.
    pub practice: bool,
    /// The bot plays.
    pub demo: bool,
    /// What keys do.
    pub keys: Keys,
    /// Whether hints are given.
    pub hints: bool,
}

/// What is laid over the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Map,
    Look(Point),
    Aim(Aim, Point),
    Pack(Choosing),
    Close,
    Sheet,
    Log(usize),
    Overview,
    Keys { chosen: usize, waiting: bool },
    Recap,
}

/// What is aimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    Fire,
    Item(char),
}

/// What an item is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choosing {
    Use,
    Drop,
    Nothing,
}

/// A game of Delve at a table.
pub struct DelveScreen {
    link: Box<dyn Link<Delve>>,
    keeper: Option<Rc<dyn Keeper>>,
    manner: Manner,
    view: Option<View>,
    entries: u64,
    mode: Mode,
    /// Why the last command was refused, or another word about the screen.
    word: Option<String>,
    mouse: Option<Point>,
    area: MapArea,
    pilot: Careful,
    last: Option<Ticket>,
}

impl DelveScreen {
    /// A game over a link.
    pub fn new(link: Box<dyn Link<Delve>>, manner: Manner, keeper: Option<Rc<dyn Keeper>>) -> Self {
        Self {
            link,
            keeper,
            manner,
            view: None,
            entries: 0,
            mode: Mode::Map,
            word: None,
            mouse: None,
            area: MapArea::default(),
            pilot: Careful::default(),
            last: None,
        }
    }

    /// Takes in what has happened. Says whether the last command was refused.
    fn hear(&mut self, waker: &Waker) -> bool {
        let mut refused = false;
        for news in news_so_far(self.link.as_mut(), waker) {
            match news {
                News::Shown(shown) => {
                    self.entries = shown.standing.seq;
                    if shown.view.ending.is_some() {
                        self.mode = Mode::Recap;
                    }
                    self.view = Some(shown.view);
                }
                News::Refused { words, ticket, .. } => {
                    refused = self.last == Some(ticket);
                    self.word = Some(capital(&words));
                }
                News::Connection { words, .. } => self.word = Some(words),
                News::Accepted { .. } => {}
            }
        }
        refused
    }

    fn send(&mut self, command: Command, desk: &Desk) {
        self.word = None;
        self.mode = Mode::Map;
        self.last = Some(self.link.send(&command));
        self.hear(&desk.bell.waker());
    }

    fn act(&mut self, action: Action, desk: &Desk) -> Step {
        let Some(view) = &self.view else {
            return Step::Stay;
        };
        let here = view.here;
        let ground = view.picture.get(here).map(|cell| cell.ground);
        match action {
            Action::Walk(way) => self.send(Command::Step(way), desk),
            Action::Wait => self.send(Command::Wait, desk),
            Action::Rest => self.send(Command::Rest, desk),
            Action::Explore => self.send(Command::Explore, desk),
            Action::Take => self.send(Command::PickUp, desk),
            Action::Descend => self.stairs(Command::Descend, Ground::StairsDown, ground, desk),
            Action::Ascend => self.stairs(Command::Ascend, Ground::StairsUp, ground, desk),
            Action::Use => self.mode = Mode::Pack(Choosing::Use),
            Action::Drop => self.mode = Mode::Pack(Choosing::Drop),
            Action::Pack => self.mode = Mode::Pack(Choosing::Nothing),
            Action::Fire => self.aim(Aim::Fire),
            Action::Look => self.mode = Mode::Look(here),
            Action::Close => {
                self.mode = Mode::Close;
                self.word = Some(String::from("Close the door in which direction?"));
            }
            Action::Sheet => self.mode = Mode::Sheet,
            Action::Log => self.mode = Mode::Log(0),
            Action::Overview => self.mode = Mode::Overview,
            Action::Hints => {
                self.manner.hints = !self.manner.hints;
                let state = if self.manner.hints { "on" } else { "off" };
                self.word = Some(format!("Hints are {state}."));
                self.keep();
            }
            Action::Help => {
                self.mode = Mode::Keys {
                    chosen: 0,
                    waiting: false,
                };
            }
            Action::Undo => self.undo(desk),
            Action::Leave => return Step::Close,
        }
        Step::Stay
    }

    /// Takes stairs underfoot, or walks to those that are known.
    fn stairs(&mut self, take: Command, wanted: Ground, ground: Option<Ground>, desk: &Desk) {
        let known = self.view.as_ref().and_then(|view| view.stairs(wanted));
        match known {
            Some(at) if ground != Some(wanted) => self.send(Command::Travel(at), desk),
            _ => self.send(take, desk),
        }
    }

    fn undo(&mut self, desk: &Desk) {
        if !self.manner.practice {
            self.word = Some(String::from("Only a practice game can be taken back."));
        } else if self.entries == 0 {
            self.word = Some(String::from("There is nothing to take back."));
        } else {
            self.word = None;
            self.mode = Mode::Map;
            self.link.undo(self.entries - 1);
            self.hear(&desk.bell.waker());
        }
    }

    fn keep(&mut self) {
        if let Some(keeper) = &self.keeper
            && let Err(reason) = keeper.keep(&self.manner.keys, self.manner.hints)
        {
            self.word = Some(format!("Not kept: {reason}"));
        }
    }

    /// Begins to aim at the nearest enemy, or where one stands.
    fn aim(&mut self, aim: Aim) {
        if let Some(view) = &self.view {
            let nearest = view
                .enemies()
                .min_by_key(|it| it.at.euclid_squared(view.here));
            self.mode = Mode::Aim(aim, nearest.map_or(view.here, |it| it.at));
        }
    }

    /// Answers a key while a cursor is on the map.
    fn point(&mut self, input: &Input, at: Point, aim: Option<Aim>, desk: &Desk) {
        let put = |at| match aim {
            None => Mode::Look(at),
            Some(aim) => Mode::Aim(aim, at),
        };
        let Some(view) = &self.view else { return };
        if input.is(KeyCode::Esc) {
            self.mode = Mode::Map;
        } else if input.is(KeyCode::Enter) || input.click().is_some() {
            let at = input
                .click()
                .and_then(|it| self.area.cell_at(it))
                .unwrap_or(at);
            match aim {
                None => self.send(Command::Travel(at), desk),
                Some(Aim::Fire) => self.send(Command::Fire(at), desk),
                Some(Aim::Item(letter)) => self.send(Command::UseAt(letter, at), desk),
            }
        } else if input.is(KeyCode::Tab) {
            let enemies: Vec<Point> = view.enemies().map(|it| it.at).collect();
            let now = enemies.iter().position(|enemy| *enemy == at);
            let next = now.map_or(0, |now| now + 1) % enemies.len().max(1);
            self.mode = put(enemies.get(next).copied().unwrap_or(at));
        } else if let Some(Action::Walk(way)) = self.manner.keys.action(input) {
            let next = at.step(way);
            if view.picture.get(next).is_some() {
                self.mode = put(next);
            }
        }
    }

    fn choose_item(&mut self, input: &Input, choosing: Choosing, desk: &Desk) {
        let letter = match input.plain() {
            Some(KeyCode::Char(letter)) => letter,
            Some(KeyCode::Esc | KeyCode::Enter) => {
                self.mode = Mode::Map;
                return;
            }
            _ => return,
        };
        let item = self.view.as_ref().and_then(|view| {
            let mut pack = view.pack.iter();
            pack.find(|item| item.letter == letter)
        });
        let Some(item) = item else {
            self.word = Some(format!("You have nothing with the letter {letter}."));
            return;
        };
        let aimed = item.aimed;
        match choosing {
            Choosing::Use | Choosing::Nothing if aimed => self.aim(Aim::Item(letter)),
            Choosing::Use | Choosing::Nothing => self.send(Command::Use(letter), desk),
            Choosing::Drop => self.send(Command::Drop(letter), desk),
        }
    }

    fn change_keys(&mut self, input: &Input, chosen: usize, waiting: bool) {
        let count = self.manner.keys.list().len();
        if input.is(KeyCode::Esc) {
            self.mode = Mode::Map;
            return;
        }
        if waiting {
            if let Some(key) =
                key_text(input).filter(|key| !key.starts_with(|c: char| c.is_ascii_digit()))
            {
                let action = self.manner.keys.list()[chosen].0;
                self.manner.keys.rebind(action, &key);
                self.keep();
                self.mode = Mode::Keys {
                    chosen,
                    waiting: false,
                };
            }
            return;
        }
        let (chosen, waiting) = match input.plain() {
            Some(KeyCode::Up) => (chosen.saturating_sub(1), false),
            Some(KeyCode::Down) => ((chosen + 1).min(count - 1), false),
            Some(KeyCode::PageUp) => (chosen.saturating_sub(10), false),
            Some(KeyCode::PageDown) => ((chosen + 10).min(count - 1), false),
            Some(KeyCode::Enter) => (chosen, true),
            Some(_) => {
                self.mode = Mode::Map;
                return;
            }
            None => return,
        };
        self.mode = Mode::Keys { chosen, waiting };
    }

    /// The line at the bottom: a question, a refusal, names, a hint.
    fn bottom(&self, view: &View, theme: Theme) -> Line<'static> {
        let describe = |at: Point| {
            let names = view.names_at(at);
            if names.is_empty() {
                return String::from("You do not know what is there.");
            }
            let mut words = format!("You see {}.", names.join(", "));
            if let Some(thing) = view.things.iter().find(|thing| thing.at == at) {
                words.push(' ');
                words.push_str(&thing.description);
                if let ThingKind::Enemy { asleep: true, .. } = thing.kind {
                    words.push_str(" It sleeps.");
                }
            }
            words
        };
        match self.mode {
            Mode::Look(at) => {
                let words = describe(at);
                return Line::styled(format!(" {words} [Enter walk, Esc back]"), theme.accent());
            }
            Mode::Aim(_, at) => {
                let words = describe(at);
                return Line::styled(
                    format!(" Aim: {words} [Enter, Tab next, Esc back]"),
                    theme.accent(),
                );
            }
            _ => {}
        }
        if let Some(at) = self.mouse
            && view
                .picture
                .get(at)
                .is_some_and(|cell| cell.fog != Fog::Unknown)
        {
            return Line::styled(format!(" {}", view.names_at(at).join(", ")), theme.accent());
        }
        if self.manner.demo {
            return Line::styled(" The bot plays. Esc leaves.", theme.dim());
        }
        match view.hint.filter(|_| self.manner.hints) {
            Some(hint) => Line::styled(
                format!(" {}", self.manner.keys.fill(&hint.words())),
                theme.accent(),
            ),
            None => Line::styled(self.manner.keys.fill(" {help} keys"), theme.dim()),
        }
    }

    fn draw_popup(&self, frame: &mut Frame, view: &View, theme: Theme) {
        let area = frame.area();
        let room = usize::from(area.height.saturating_sub(4));
        let any = "any key: back";
        match self.mode {
            Mode::Pack(choosing) => {
                let foot = match choosing {
                    Choosing::Drop => "a letter: drop it · Esc: back",
                    _ => "a letter: use it · Esc: back",
                };
                popup::show(frame, theme, "Your pack", foot, popup::pack(view, theme));
            }
            Mode::Sheet => popup::show(frame, theme, "You", any, popup::sheet(view, theme)),
            Mode::Overview => {
                popup::show(
                    frame,
                    theme,
                    "What you know",
                    any,
                    popup::overview(view, theme),
                );
            }
            Mode::Log(back) => {
                let lines = popup::log(view, theme, back, area);
                let foot = "↑ ↓: scroll · Esc: back";
                popup::show(frame, theme, "All that was said", foot, lines);
            }
            Mode::Keys { chosen, waiting } => {
                let foot = if waiting {
                    "press the new key · Esc: back"
                } else {
                    "↑ ↓, Enter: change a key · Esc: back"
                };
                let lines = popup::keys(&self.manner.keys, theme, chosen, room);
                popup::show(frame, theme, "Keys", foot, lines);
            }
            Mode::Recap => {
                if let Some(ending) = &view.ending {
                    let lines = recap::lines(view, ending, theme, room);
                    popup::show(frame, theme, "The end", "Enter or Esc: leave", lines);
                }
            }
            Mode::Map | Mode::Look(_) | Mode::Aim(..) | Mode::Close => {}
        }
    }

    /// The bot's next command: the first of its wishes that is not refused.
    fn fly(&mut self, desk: &Desk) {
        let Some(view) = &self.view else { return };
        if view.ending.is_some() {
            return;
        }
        for wish in self.pilot.wishes(view) {
            self.last = Some(self.link.send(&wish));
            if !self.hear(&desk.bell.waker()) {
                break;
            }
        }
        self.word = None;
    }
}

impl Screen for DelveScreen {
    fn opened(&mut self, desk: &mut Desk) {
        self.hear(&desk.bell.waker());
    }

    fn draw(&mut self, frame: &mut Frame, desk: &Desk) {
        let theme = desk.theme;
        let Some(view) = &self.view else {
            frame.render_widget(Line::from(" The dungeon is being dug."), frame.area());
            return;
        };
        let area = frame.area();
        let (left, right) = if area.width >= WIDE {
            let [left, right] =
                Layout::horizontal([Constraint::Fill(1), Constraint::Length(32)]).areas(area);
            (left, Some(right))
        } else {
            (area, None)
        };
        let spare = left.height.saturating_sub(view.picture.height + 3);
        let [top, map, about, log, bottom] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(spare.clamp(2, 10)),
            Constraint::Length(1),
        ])
        .areas(left);
        frame.render_widget(status::place(view, theme, self.manner.practice), top);
        let cursor = match self.mode {
            Mode::Look(at) | Mode::Aim(_, at) => Some(at),
            _ => None,
        };
        self.area = MapArea::lay(map, &view.picture, cursor.unwrap_or(view.here));
        let marked: Vec<Point> = self.mouse.into_iter().collect();
        self.area
            .draw(frame.buffer_mut(), theme, &view.picture, &marked, cursor);
        frame.render_widget(status::player(view, theme), about);
        let (said, word) = match &self.word {
            Some(word) => {
                let [said, last] =
                    Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(log);
                (said, Some((last, word)))
            }
            None => (log, None),
        };
        status::log(frame, said, view, theme);
        if let Some((place, word)) = word {
            frame.render_widget(Line::styled(format!(" {word}"), theme.warning()), place);
        }
        if let Some(right) = right {
            let inner = Rect {
                y: right.y + 1,
                height: right.height.saturating_sub(1),
                ..right
            };
            status::company(frame, inner, view, theme);
        }
        frame.render_widget(self.bottom(view, theme), bottom);
        self.draw_popup(frame, view, theme);
    }

    fn answer(&mut self, input: &Input, desk: &mut Desk) -> Step {
        if let Some(place) = input.hover() {
            self.mouse = self.area.cell_at(place);
            return Step::Stay;
        }
        if is_right_click(input) && self.mode != Mode::Recap {
            // The right button cancels whatever is laid over the map.
            self.mode = Mode::Map;
            self.word = None;
            return Step::Stay;
        }
        if self.manner.demo {
            return match input.plain() {
                Some(KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q')) => Step::Close,
                _ => Step::Stay,
            };
        }
        match self.mode {
            Mode::Map => {
                if let Some(at) = input.click().and_then(|it| self.area.cell_at(it)) {
                    self.click(at, desk);
                    return Step::Stay;
                }
                match self.manner.keys.action(input) {
                    Some(action) => {
                        self.word = None;
                        return self.act(action, desk);
                    }
                    None if input.plain().is_some() => {
                        self.word = Some(self.manner.keys.fill("{help} shows all keys."));
                    }
                    None => {}
                }
            }
            Mode::Look(at) => self.point(input, at, None, desk),
            Mode::Aim(aim, at) => self.point(input, at, Some(aim), desk),
            Mode::Pack(choosing) => self.choose_item(input, choosing, desk),
            Mode::Close => {
                self.word = None;
                self.mode = Mode::Map;
                if let Some(Action::Walk(way)) = self.manner.keys.action(input) {
                    self.send(Command::Close(way), desk);
                }
            }
            Mode::Log(back) => {
                self.mode = match (input.plain(), input.wheel()) {
                    (Some(KeyCode::Up | KeyCode::Char('k')), _) | (_, Some(-1)) => {
                        Mode::Log(back + 1)
                    }
                    (Some(KeyCode::PageUp), _) => Mode::Log(back + 15),
                    (Some(KeyCode::Down | KeyCode::Char('j')), _) | (_, Some(1)) => {
                        Mode::Log(back.saturating_sub(1))
                    }
                    (Some(KeyCode::PageDown), _) => Mode::Log(back.saturating_sub(15)),
                    (Some(_), _) => Mode::Map,
                    (None, _) => self.mode,
                };
            }
            Mode::Sheet | Mode::Overview => {
                if input.plain().is_some() || input.click().is_some() {
                    self.mode = Mode::Map;
                }
            }
            Mode::Keys { chosen, waiting } => self.change_keys(input, chosen, waiting),
            Mode::Recap => {
                if input.is_ctrl('z') && self.manner.practice {
                    self.undo(desk);
                } else if matches!(
                    input.plain(),
                    Some(KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q'))
                ) {
                    return Step::Close;
                }
            }
        }
        Step::Stay
    }

    fn woken(&mut self, desk: &mut Desk) -> Step {
        self.hear(&desk.bell.waker());
        if self.manner.demo {
            self.fly(desk);
        }
        Step::Stay
    }

    fn returned(&mut self, desk: &mut Desk) {
        self.hear(&desk.bell.waker());
    }

    fn every(&self) -> Option<Duration> {
        let over = self.view.as_ref().is_some_and(|view| view.ending.is_some());
        (self.manner.demo && !over).then_some(DEMO_PACE)
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("arrows, hjklyubn", "walk, strike, open doors"),
            ("o", "explore"),
            ("R", "rest until healed"),
            ("g  a  d", "pick up, use, drop"),
            (">  <", "stairs down and up, or the way there"),
            ("x", "look about; the mouse does it as well"),
            ("f", "shoot with a bow"),
            ("i  @  m  v", "pack, sheet, log, overview"),
            ("?", "all keys as they are now, and changing them"),
            ("Esc  or  q", "leave; the game is kept"),
        ]
    }
}

impl DelveScreen {
    /// A click beside the player is a step, elsewhere a way.
    fn click(&mut self, at: Point, desk: &Desk) {
        let Some(view) = &self.view else { return };
        let here = view.here;
        match Direction::towards(here, at) {
            Some(way) if here.chebyshev(at) <= 1 => self.send(Command::Step(way), desk),
            Some(_) => self.send(Command::Travel(at), desk),
            None => {}
        }
    }
}

fn is_right_click(input: &Input) -> bool {
    let right = MouseEventKind::Down(MouseButton::Right);
    matches!(input, Input::Mouse(mouse) if mouse.kind == right)
}

/// A refusal as a sentence.
fn capital(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(char::to_uppercase);
    let mut sentence: String = first.into_iter().flatten().chain(chars).collect();
    sentence.push('.');
    sentence
}
