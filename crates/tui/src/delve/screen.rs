//! The game itself: what is heard from the table, what keys and clicks ask of it.

use std::rc::Rc;
use std::task::Waker;
use std::time::Duration;

use parlour_delve::bot::{Careful, Player};
use parlour_delve::control::{Asked, Control, Mode};
use parlour_delve::{Command, Delve, Point, View, as_sentence};
use parlour_host::link::{Link, News, Ticket, news_so_far};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::flash::{Flashes, MOMENT};
use super::keys::key_of;
use super::map::MapArea;
use super::warden::Warden;
use super::{Wishes, face};
use crate::{Input, Lent, Screen, Step};

/// How long a demo shows each command.
const DEMO_PACE: Duration = Duration::from_millis(120);

/// What is said when another window of the same person has played.
const MOVED_ON: &str = "The game has moved on in another window. This is how it stands now.";
const GONE: &str = "This game was deleted or taken back in another window: leave it.";

/// How a game is shown.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// Commands may be taken back.
    pub practice: bool,
    /// The bot plays.
    pub demo: bool,
    /// What the person has set.
    pub wishes: Wishes,
}

/// A game of Delve at a table.
pub struct DelveScreen {
    link: Box<dyn Link<Delve>>,
    keeper: Option<Rc<dyn Warden>>,
    pub(super) manner: Manner,
    pub(super) control: Control,
    pub(super) view: Option<View>,
    entries: u64,
    /// Why the last command was refused, or another word about the screen.
    pub(super) word: Option<String>,
    pub(super) mouse: Option<Point>,
    pub(super) area: MapArea,
    pub(super) flashes: Flashes,
    /// What the dungeon is called, once the game is over.
    pub(super) dungeon: Option<String>,
    pilot: Careful,
    last: Option<Ticket>,
}

impl DelveScreen {
    /// A game over a link.
    pub fn new(link: Box<dyn Link<Delve>>, manner: Manner, keeper: Option<Rc<dyn Warden>>) -> Self {
        Self {
            link,
            keeper,
            control: Control::new(manner.wishes.keys.clone()),
            manner,
            view: None,
            entries: 0,
            word: None,
            mouse: None,
            area: MapArea::default(),
            flashes: Flashes::default(),
            dungeon: None,
            pilot: Careful::default(),
            last: None,
        }
    }

    /// The same with something to say at first.
    #[must_use]
    pub fn saying(mut self, words: Option<String>) -> Self {
        self.word = words;
        self
    }

    /// Takes in what has happened. Says whether the last command was refused.
    fn hear(&mut self, waker: &Waker) -> bool {
        let mut refused = false;
        for news in news_so_far(self.link.as_mut(), waker) {
            match news {
                News::Shown(shown) => {
                    // What was taken back, or happened before, is not shown again.
                    let fresh = self.view.is_some() && shown.standing.seq > self.entries;
                    let back = self.view.is_some() && shown.standing.seq < self.entries;
                    self.entries = shown.standing.seq;
                    if back && let Some(keeper) = &self.keeper {
                        keeper.tables().taken_back();
                    }
                    if shown.view.ending.is_some() {
                        self.control.cancel();
                        self.dungeon = self.called(&shown.view);
                    }
                    if fresh && !self.manner.wishes.still {
                        self.flashes.begin(&shown.view);
                    } else {
                        self.flashes.end();
                    }
                    self.view = Some(shown.view);
                }
                News::Refused {
                    words,
                    ticket,
                    code,
                } => {
                    refused = self.last == Some(ticket);
                    self.word = Some(match code.as_str() {
                        // How it stands now is shown with the refusal.
                        "stale" | "moved" => String::from(MOVED_ON),
                        "unknown_table" => String::from(GONE),
                        _ => as_sentence(&words),
                    });
                }
                News::Connection { words, .. } => self.word = Some(words),
                News::Accepted { .. } => {}
            }
        }
        refused
    }

    /// What the dungeon of a game that is over is called in the line to share, and why
    /// its points do not compare with those of others.
    fn called(&self, view: &View) -> Option<String> {
        let mut words = self.keeper.as_ref()?.dungeon()?;
        if self.manner.practice {
            words.push_str(", practice");
        }
        if view.own_content {
            words.push_str(", own content");
        }
        Some(words)
    }

    fn is_over(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.ending.is_some())
    }

    fn send(&mut self, command: &Command, lent: &Lent) {
        self.last = Some(self.link.send(command));
        self.hear(&lent.bell.waker());
    }

    /// Does what a key or a click came to.
    fn carry_out(&mut self, asked: Asked, lent: &Lent) -> Step {
        match asked {
            Asked::Nothing => {}
            Asked::Do(command) => self.send(&command, lent),
            Asked::Undo => self.undo(lent),
            Asked::Hints => {
                let wishes = &mut self.manner.wishes;
                wishes.hints = !wishes.hints;
                let state = if wishes.hints { "on" } else { "off" };
                self.word = Some(format!("Hints are {state}."));
                self.keep();
            }
            Asked::Rebound => {
                self.manner.wishes.keys = self.control.keys.clone();
                self.keep();
            }
            Asked::Leave => return Step::Close,
            Asked::Told(words) => self.word = Some(words),
        }
        Step::Stay
    }

    fn undo(&mut self, lent: &Lent) {
        if !self.manner.practice {
            self.word = Some(String::from("Only a practice game can be taken back."));
        } else if self.entries == 0 {
            self.word = Some(String::from("There is nothing to take back."));
        } else {
            self.link.undo(self.entries - 1);
            self.hear(&lent.bell.waker());
        }
    }

    fn keep(&mut self) {
        if let Some(keeper) = &self.keeper
            && let Err(reason) = keeper.keep(&self.manner.wishes)
        {
            self.word = Some(format!("Not kept: {reason}"));
        }
    }

    /// The bot's next command: the first of its wishes that is not refused.
    fn fly(&mut self, lent: &Lent) {
        let Some(view) = self.view.as_ref().filter(|view| view.ending.is_none()) else {
            return;
        };
        for wish in self.pilot.wishes(view) {
            self.last = Some(self.link.send(&wish));
            if !self.hear(&lent.bell.waker()) {
                break;
            }
        }
        self.word = None;
    }

    /// The mouse: a right click closes what lies over the map, a left one
    /// chooses, the wheel scrolls, a movement names what is there.
    fn mouse(&mut self, input: &Input, lent: &Lent) -> Step {
        let Some(view) = &self.view else {
            return Step::Stay;
        };
        if let Some(place) = input.hover() {
            self.mouse = self.area.cell_at(place);
        } else if let Some(down) = input.wheel() {
            self.control.scroll(down, view);
        } else if is_right_click(input) {
            self.control.cancel();
            self.word = None;
        } else if let Some(at) = input.click().and_then(|it| self.area.cell_at(it))
            && !self.manner.demo
        {
            self.word = None;
            let asked = self.control.click(at, view);
            return self.carry_out(asked, lent);
        }
        Step::Stay
    }
}

impl Screen for DelveScreen {
    fn opened(&mut self, lent: &mut Lent) {
        self.hear(&lent.bell.waker());
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        face::draw(self, frame, lent.theme);
    }

    fn answer(&mut self, input: &Input, lent: &mut Lent) -> Step {
        if matches!(input, Input::Mouse(_)) {
            return self.mouse(input, lent);
        }
        if input.is(KeyCode::F(1)) && !self.manner.demo {
            if let Some(view) = &self.view {
                self.control.show_keys(view);
            }
            return Step::Stay;
        }
        let Some(key) = key_of(input) else {
            return Step::Stay;
        };
        self.flashes.end();
        self.mouse = None;
        if self.manner.demo {
            let leaves = input.is(KeyCode::Esc) || input.is_letter('q') || self.is_over();
            return if leaves { Step::Close } else { Step::Stay };
        }
        self.word = None;
        if input.is_letter('r')
            && self.is_over()
            && self.control.mode() == Mode::Map
            && self.dungeon.is_some()
            && let Some(keeper) = &self.keeper
        {
            return Step::open_or_tell("Delve", keeper.last_turns());
        }
        let Some(view) = &self.view else {
            return Step::Close;
        };
        let asked = self.control.press(key, view);
        let step = self.carry_out(asked, lent);
        if self.control.mode() == Mode::Close {
            self.word = Some(String::from("Close the door in which direction?"));
        }
        step
    }

    fn woken(&mut self, lent: &mut Lent) -> Step {
        self.hear(&lent.bell.waker());
        Step::Stay
    }

    fn due(&mut self, lent: &mut Lent) -> Step {
        if self.flashes.is_shown() {
            self.flashes.pass();
        } else if self.manner.demo {
            self.fly(lent);
        }
        self.woken(lent)
    }

    fn returned(&mut self, lent: &mut Lent) {
        self.hear(&lent.bell.waker());
    }

    fn every(&self) -> Option<Duration> {
        if self.flashes.is_shown() {
            return Some(MOMENT);
        }
        (self.manner.demo && !self.is_over()).then_some(DEMO_PACE)
    }

    // No list of keys for the help: they can be changed, so F1 opens the page that
    // shows them as they are.
}

fn is_right_click(input: &Input) -> bool {
    let right = MouseEventKind::Down(MouseButton::Right);
    matches!(input, Input::Mouse(mouse) if mouse.kind == right)
}
