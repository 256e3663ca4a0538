//! Between a key and a command: a cursor to aim with, a letter of the pack, a
//! direction, a page to read. Every screen holds one [`Control`] and draws its
//! [`Mode`]; none decides what a key means.

mod mode;
#[cfg(test)]
mod tests;

use parlour_grid::{Direction, Point};
use parlour_rogue::Key;

use crate::act::with_article;
use crate::command::Command;
use crate::keys::{Action, Keys, key_text};
use crate::refusal::{Refusal, as_sentence};
use crate::view::{Ground, Thing, ThingKind, View};
use crate::words::Effect;

pub use mode::{Aim, Asked, Choosing, Mode, Page};

/// A player's keys and what they wait for.
#[derive(Clone, Debug)]
pub struct Control {
    /// What keys do.
    pub keys: Keys,
    mode: Mode,
    /// The first item of the pack that is seen, where not all fit.
    first: usize,
    /// How many rows a page has on this screen.
    room: usize,
    /// What the last change of a key came to.
    swapped: Option<String>,
}

impl Control {
    /// A control that waits for a command.
    pub fn new(keys: Keys) -> Self {
        Self {
            keys,
            mode: Mode::Map,
            first: 0,
            room: usize::MAX,
            swapped: None,
        }
    }

    /// Says how many items of the pack the screen has room for.
    pub fn set_room(&mut self, rows: usize) {
        self.room = rows.max(1);
    }

    /// The items of the pack that are seen, by their places in it.
    pub fn seen_of_pack(&self, view: &View) -> std::ops::Range<usize> {
        let all = view.pack.len();
        let first = self.first.min(all.saturating_sub(self.room));
        first..all.min(first.saturating_add(self.room))
    }

    /// What the next key is taken for.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// What the last change of a key came to, while its page is open.
    pub fn swapped(&self) -> Option<&str> {
        self.swapped.as_deref()
    }

    /// Where the cursor stands, if there is one.
    pub fn cursor(&self) -> Option<Point> {
        match self.mode {
            Mode::Look(at) | Mode::Aim(_, at) => Some(at),
            _ => None,
        }
    }

    /// Closes whatever lies over the map: a right click, or the end of a game.
    pub fn cancel(&mut self) {
        self.mode = Mode::Map;
    }

    /// Opens the page of all keys as they are now.
    pub fn show_keys(&mut self, view: &View) {
        self.mode = opened(Action::Help, view);
    }

    /// Takes a key.
    pub fn press(&mut self, key: Key, view: &View) -> Asked {
        if view.ending.is_some() && self.mode == Mode::Map {
            return self.after_the_end(key, view);
        }
        if key == Key::Escape && self.mode != Mode::Map {
            self.mode = Mode::Map;
            return Asked::Nothing;
        }
        match self.mode {
            Mode::Map => self.command(key, view),
            Mode::Look(at) => self.point(key, at, None, view),
            Mode::Aim(aim, at) => self.point(key, at, Some(aim), view),
            Mode::Pack(choosing) => self.choose(key, choosing, view),
            Mode::Close => {
                self.mode = Mode::Map;
                let way = self.keys.way(key);
                way.map_or(Asked::Nothing, |way| Asked::Do(Command::Close(way)))
            }
            Mode::Reading(page) => self.read(key, page, view),
        }
    }

    /// Takes a click on a cell of the map: where a cursor is on it, that place is
    /// chosen; beside the player it is a step, elsewhere a way.
    pub fn click(&mut self, at: Point, view: &View) -> Asked {
        if view.ending.is_some() {
            return Asked::Nothing;
        }
        match self.mode {
            Mode::Look(_) => self.chosen(at, None, view),
            Mode::Aim(aim, _) => self.chosen(at, Some(aim), view),
            Mode::Map => match Direction::towards(view.here, at) {
                Some(way) if view.here.chebyshev(at) <= 1 => Asked::Do(Command::Step(way)),
                Some(_) => at_ease(Command::Travel(at), view),
                None => Asked::Nothing,
            },
            Mode::Reading(Page::Sheet | Page::Overview) => {
                self.mode = Mode::Map;
                Asked::Nothing
            }
            _ => Asked::Nothing,
        }
    }

    /// Scrolls the log by sentences or the pack by items; down is towards the end.
    pub fn scroll(&mut self, down: i32, view: &View) {
        if let Mode::Pack(_) = self.mode {
            let by = down.unsigned_abs() as usize;
            let most = view.pack.len().saturating_sub(self.room);
            self.first = if down > 0 {
                self.first.saturating_add(by).min(most)
            } else {
                self.first.min(most).saturating_sub(by)
            };
        }
        if let Mode::Reading(Page::Log(back)) = self.mode {
            let by = down.unsigned_abs() as usize;
            let back = if down > 0 {
                back.saturating_sub(by)
            } else {
                back.saturating_add(by).min(view.log.len())
            };
            self.mode = Mode::Reading(Page::Log(back));
        }
    }

    fn command(&mut self, key: Key, view: &View) -> Asked {
        self.swapped = None;
        let Some(action) = self.keys.action(key) else {
            if key == Key::Escape {
                return Asked::Told(self.keys.fill("{leave} leaves; the game is kept."));
            }
            return match key_text(key) {
                Some(key) => {
                    let words = self.keys.fill("does nothing. {help} shows all keys.");
                    Asked::Told(format!("{key} {words}"))
                }
                None => Asked::Nothing,
            };
        };
        let command = match action {
            Action::Walk(way) => Command::Step(way),
            Action::Wait => Command::Wait,
            Action::Search => Command::Search,
            // Without anything to shoot the refusal says what is missing.
            Action::Fire if view.sheet.shot.is_none() => {
                return Asked::Told(as_sentence(&Refusal::NoBow.to_string()));
            }
            Action::Fire if view.sheet.arrows == 0 => {
                return Asked::Told(as_sentence(&Refusal::NoArrows.to_string()));
            }
            Action::Fire if view.enemies().next().is_none() => {
                return Asked::Told(String::from("Nobody in view is to be shot at."));
            }
            Action::Rest => Command::Rest,
            Action::Explore => Command::Explore,
            Action::Take => Command::PickUp,
            Action::Descend if stands_on(view, Ground::Shaft) => Command::Descend,
            Action::Descend => stairs(view, Ground::StairsDown, Command::Descend),
            Action::Ascend => stairs(view, Ground::StairsUp, Command::Ascend),
            Action::Hints => return Asked::Hints,
            Action::Undo => return Asked::Undo,
            Action::Leave => return Asked::Leave,
            other => {
                self.mode = opened(other, view);
                self.first = 0;
                return Asked::Nothing;
            }
        };
        at_ease(command, view)
    }

    /// A key while a cursor is on the map.
    fn point(&mut self, key: Key, at: Point, aim: Option<Aim>, view: &View) -> Asked {
        let put = |at| match aim {
            None => Mode::Look(at),
            Some(aim) => Mode::Aim(aim, at),
        };
        if key == Key::Enter {
            return self.chosen(at, aim, view);
        }
        if key == Key::Tab {
            let enemies = by_nearness(view);
            let now = enemies.iter().position(|enemy| *enemy == at);
            let next = now.map_or(0, |now| now + 1) % enemies.len().max(1);
            self.mode = put(enemies.get(next).copied().unwrap_or(at));
        } else if let Some(way) = self.keys.way(key) {
            let next = at.step(way);
            if view.picture.get(next).is_some() {
                self.mode = put(next);
            }
        }
        Asked::Nothing
    }

    fn chosen(&mut self, at: Point, aim: Option<Aim>, view: &View) -> Asked {
        self.mode = Mode::Map;
        match aim {
            None => at_ease(Command::Travel(at), view),
            Some(Aim::Fire) => Asked::Do(Command::Fire(at)),
            Some(Aim::Item(letter)) => Asked::Do(Command::UseAt(letter, at)),
        }
    }

    fn choose(&mut self, key: Key, choosing: Choosing, view: &View) -> Asked {
        let letter = match key {
            Key::Char(letter) => letter,
            Key::Enter => {
                self.mode = Mode::Map;
                return match choosing {
                    Choosing::Bind(shard) => Asked::Do(Command::Use(shard)),
                    _ => Asked::Nothing,
                };
            }
            other => {
                if let Some(down) = scrolls(other) {
                    self.scroll(down, view);
                }
                return Asked::Nothing;
            }
        };
        if view.ending.is_some() {
            self.mode = Mode::Map;
            return Asked::Nothing;
        }
        let mut pack = view.pack.iter();
        let Some(item) = pack.find(|item| item.letter == letter) else {
            return Asked::Told(format!("You have nothing with the letter {letter}."));
        };
        self.mode = Mode::Map;
        match choosing {
            Choosing::Drop => Asked::Do(Command::Drop(letter)),
            Choosing::Bind(shard) => Asked::Do(Command::UseOn(shard, letter)),
            Choosing::Use if item.does == Effect::Enchant.word() => {
                self.mode = Mode::Pack(Choosing::Bind(letter));
                Asked::Nothing
            }
            Choosing::Use if item.aimed => {
                self.mode = Mode::Aim(Aim::Item(letter), nearest_enemy(view));
                Asked::Nothing
            }
            Choosing::Use => Asked::Do(Command::Use(letter)),
        }
    }

    fn read(&mut self, key: Key, page: Page, view: &View) -> Asked {
        match (page, key) {
            (Page::Log(_), Key::Char('k')) => self.scroll(-1, view),
            (Page::Log(_), Key::Char('j')) => self.scroll(1, view),
            (Page::Keys { chosen, waiting }, _) => return self.change_keys(key, chosen, waiting),
            (Page::Log(_), key) => match scrolls(key) {
                Some(down) => self.scroll(down, view),
                None => self.mode = Mode::Map,
            },
            _ => self.mode = Mode::Map,
        }
        Asked::Nothing
    }

    fn change_keys(&mut self, key: Key, chosen: usize, waiting: bool) -> Asked {
        let last = Action::ALL.len() - 1;
        let put = |chosen, waiting| Mode::Reading(Page::Keys { chosen, waiting });
        if waiting {
            let Some(text) = key_text(key) else {
                return Asked::Nothing;
            };
            let said = self.keys.rebind(Action::ALL[chosen.min(last)], &text);
            self.swapped = Some(said);
            self.mode = put(chosen, false);
            return Asked::Rebound;
        }
        self.mode = match key {
            Key::Up => put(chosen.saturating_sub(1), false),
            Key::Down => put((chosen + 1).min(last), false),
            Key::PageUp => put(chosen.saturating_sub(10), false),
            Key::PageDown => put((chosen + 10).min(last), false),
            Key::Home => put(0, false),
            Key::End => put(last, false),
            Key::Enter => put(chosen, true),
            _ => Mode::Map,
        };
        Asked::Nothing
    }

    /// When all is over, one may read what there is to read, take it back, where
    /// that is allowed, or leave.
    fn after_the_end(&mut self, key: Key, view: &View) -> Asked {
        match (self.keys.action(key), key) {
            (Some(Action::Undo), _) => return Asked::Undo,
            (Some(Action::Leave), _) | (_, Key::Enter | Key::Escape) => return Asked::Leave,
            (Some(action), _) => {
                if let mode @ (Mode::Pack(_) | Mode::Reading(_)) = opened(action, view) {
                    self.mode = mode;
                    self.first = 0;
                }
            }
            _ => {}
        }
        Asked::Nothing
    }
}

/// How far a key scrolls what is read, down towards the end.
fn scrolls(key: Key) -> Option<i32> {
    Some(match key {
        Key::Up => -1,
        Key::Down => 1,
        Key::PageUp => -15,
        Key::PageDown => 15,
        Key::Home => i32::MIN,
        Key::End => i32::MAX,
        _ => return None,
    })
}

/// What an action lays over the map.
fn opened(action: Action, view: &View) -> Mode {
    match action {
        Action::Use | Action::Pack => Mode::Pack(Choosing::Use),
        Action::Drop => Mode::Pack(Choosing::Drop),
        Action::Fire => Mode::Aim(Aim::Fire, nearest_enemy(view)),
        // Whoever looks when somebody comes wants to know about them.
        Action::Look => Mode::Look(nearest_enemy(view)),
        Action::Close => Mode::Close,
        Action::Sheet => Mode::Reading(Page::Sheet),
        Action::Log => Mode::Reading(Page::Log(0)),
        Action::Overview => Mode::Reading(Page::Overview),
        Action::Help => Mode::Reading(Page::Keys {
            chosen: 0,
            waiting: false,
        }),
        _ => Mode::Map,
    }
}

/// On the stairs, takes them; elsewhere, walks to known ones. Where none are
/// known, the refusal says so.
fn stairs(view: &View, ground: Ground, take: Command) -> Command {
    match view.stairs(ground) {
        Some(at) if !stands_on(view, ground) => Command::Travel(at),
        _ => take,
    }
}

fn stands_on(view: &View, ground: Ground) -> bool {
    let here = view.picture.get(view.here);
    here.is_some_and(|cell| cell.ground == ground)
}

fn nearest_enemy(view: &View) -> Point {
    by_nearness(view).first().copied().unwrap_or(view.here)
}

/// Whoever goes on by itself is refused while somebody awake is in view: who that is
/// is told at once.
fn at_ease(command: Command, view: &View) -> Asked {
    let goes_on = matches!(
        command,
        Command::Explore | Command::Rest | Command::Search | Command::Travel(_)
    );
    let who = view.enemies().filter(|it| it.holds_up(view.here));
    match who.min_by_key(|it| it.at.euclid_squared(view.here)) {
        Some(who) if goes_on => {
            let name = with_article(&who.name);
            Asked::Told(format!("Not with {name} in view."))
        }
        _ => Asked::Do(command),
    }
}

fn is_asleep(it: &Thing) -> bool {
    matches!(it.kind, ThingKind::Enemy { asleep: true, .. })
}

/// The cells of the enemies in view: those who are awake first, the nearest of them first.
fn by_nearness(view: &View) -> Vec<Point> {
    let mut enemies: Vec<(bool, u64, Point)> = view
        .enemies()
        .map(|it| (is_asleep(it), it.at.euclid_squared(view.here), it.at))
        .collect();
    enemies.sort_unstable();
    enemies.into_iter().map(|(_, _, at)| at).collect()
}
