//! Delve's screen on a terminal of 200 by 60: a key, what it does to the game, and
//! the bytes for the terminal that come of it.
//!
//! The target is 2 milliseconds a key. `look` moves the cursor, `walk` plays a
//! turn at a table in memory, `overview` opens and closes the level in small,
//! `whole` draws everything anew as after a change of size. `bytes` is what a key
//! sends to the terminal.

use std::cell::Cell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

use anyhow::Result;
use parlour_delve::{Delve, Setup};
use parlour_host::journal::MemoryJournal;
use parlour_host::link::LocalLink;
use parlour_host::table::{Identity, Person};
use parlour_host::{Host, Json, ManualClock, NewTable, Registry, SystemEntropy, wait};
use parlour_rules::{Rules, Seed};
use parlour_tui::delve::{DelveScreen, Manner};
use parlour_tui::{Input, Lent, Stack, Theme};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

use crate::measure::{Bench, Contender, OURS};

const SIZE: Rect = Rect::new(0, 0, 200, 60);

/// Keys in one pass over a scene. Every pass is a new game, whose beginning counts
/// as well: who only walks about is slain sooner or later.
const KEYS: usize = 100;

pub fn run(bench: &mut Bench) -> Result<()> {
    scene(bench, "look", "x", "lllljjjjhhhhkkkk", false)?;
    scene(bench, "walk", "", "hljkyn.", false)?;
    scene(bench, "overview", "", "vv", false)?;
    scene(bench, "whole", "", ".", true)
}

/// `first` is typed once, the letters of `keys` over and over; `anew` draws every
/// cell each time.
fn scene(bench: &mut Bench, name: &str, first: &str, keys: &str, anew: bool) -> Result<()> {
    let keys: Vec<char> = keys.chars().collect();
    let mut seat = Seat::new(first)?;
    let before = seat.sent();
    for question in 0..KEYS {
        seat.press(keys[question % keys.len()], anew);
    }
    let bytes = (seat.sent() - before) as f64 / KEYS as f64;
    let press = |question: usize| {
        if question == 0 {
            seat = Seat::new(first).unwrap_or_else(|error| panic!("{error}"));
        }
        seat.press(keys[question % keys.len()], anew);
        seat.sent()
    };
    let ours = Contender::new(OURS, press).with("bytes", bytes);
    bench.scene(name, KEYS, vec![ours])
}

/// A game on a level that is explored as far as nobody interrupts, and a terminal
/// that counts.
struct Seat {
    stack: Stack,
    terminal: Terminal<CrosstermBackend<Counter>>,
    sent: Rc<Cell<u64>>,
}

impl Seat {
    fn new(first: &str) -> Result<Self> {
        let mut games = Registry::new();
        games.register::<Delve>();
        let host = Arc::new(Host::new(
            games,
            Arc::new(MemoryJournal::new()),
            Arc::new(ManualClock::default()),
            Arc::new(SystemEntropy),
        ));
        let me = Person::new(Identity::local(), "bench");
        let setup = Json::of(&Setup::default());
        let table = NewTable::new(Delve::NAME, setup, Seed(7), me.clone());
        let id = wait(host.open_table(table))?;
        let link = LocalLink::<Delve>::new(&host, &id, &me.identity)?;
        let screen = DelveScreen::new(Box::new(link), Manner::default(), None);
        let stack = Stack::new(Box::new(screen), Lent::silent(Theme::default()));
        let (viewport, sent) = (Viewport::Fixed(SIZE), Rc::default());
        let terminal = Terminal::with_options(
            CrosstermBackend::new(Counter(Rc::clone(&sent))),
            TerminalOptions { viewport },
        )?;
        let mut seat = Self {
            stack,
            terminal,
            sent,
        };
        for key in "oooo".chars().chain(first.chars()) {
            seat.press(key, false);
        }
        Ok(seat)
    }

    fn press(&mut self, key: char, anew: bool) {
        self.stack.answer(&Input::letter(key));
        if anew {
            self.terminal
                .resize(SIZE)
                .expect("a fixed view keeps its size");
        }
        let drawn = self.terminal.draw(|frame| self.stack.draw(frame));
        drawn.expect("counting does not fail");
    }

    /// Bytes so far.
    fn sent(&self) -> u64 {
        self.sent.get()
    }
}

/// Takes bytes as a terminal does, and counts them.
struct Counter(Rc<Cell<u64>>);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + bytes.len() as u64);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
