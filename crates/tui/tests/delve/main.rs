//! Delve's screens, drawn and played through a host in memory.

mod ends;
mod entrance;
mod map;
mod popups;
mod shelf;
mod windows;

use std::sync::Arc;

use parlour_delve::{Delve, Setup};
use parlour_host::link::LocalLink;
use parlour_host::table::{Identity, Person};
use parlour_host::{Host, Json, NewTable, Registry, wait};
use parlour_rules::Seed;
use parlour_tui::delve::{DelveScreen, Manner, Wishes};
use parlour_tui::{Colours, Input, Lent, Screen, Stack, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyModifiers, MouseEvent, MouseEventKind};

pub(crate) fn game(seed: u64, manner: Manner) -> DelveScreen {
    DelveScreen::new(Box::new(link(seed)), manner, None)
}

pub(crate) fn link(seed: u64) -> LocalLink<Delve> {
    link_to(seed, &Setup::default())
}

pub(crate) fn link_to(seed: u64, setup: &Setup) -> LocalLink<Delve> {
    let mut games = Registry::new();
    games.register::<Delve>();
    let host = Arc::new(Host::in_memory(games));
    let me = Person::new(Identity::local(), "Ada");
    let new = NewTable::new("delve", Json::of(setup), Seed(seed), me.clone());
    let id = wait(host.open_table(new)).unwrap();
    LocalLink::<Delve>::new(&host, &id, &me.identity).unwrap()
}

/// The ordinary manner, without animations: what is drawn is what is.
pub(crate) fn with_hints() -> Manner {
    Manner {
        wishes: Wishes {
            still: true,
            ..Wishes::default()
        },
        ..Manner::default()
    }
}

pub(crate) fn stack(screen: impl Screen + 'static, colours: Colours) -> Stack {
    Stack::new(Box::new(screen), Lent::silent(Theme::new(colours)))
}

pub(crate) fn begun() -> Stack {
    stack(game(7, with_hints()), Colours::Full)
}

pub(crate) fn terminal(stack: &mut Stack, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| stack.draw(frame)).unwrap();
    terminal
}

pub(crate) fn small(stack: &mut Stack) -> String {
    terminal(stack, 80, 24).backend().to_string()
}

pub(crate) fn type_keys(stack: &mut Stack, keys: &str) {
    for key in keys.chars() {
        stack.answer(&Input::letter(key));
    }
}

pub(crate) fn hover(column: u16, row: u16) -> Input {
    Input::Mouse(MouseEvent {
        kind: MouseEventKind::Moved,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    })
}

pub(crate) fn practice() -> Manner {
    Manner {
        practice: true,
        ..with_hints()
    }
}
