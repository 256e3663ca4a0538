//! Kingslayer's screens, drawn and played through a host in memory.

#[path = "../support/styles.rs"]
mod styles;

mod aloud;
mod ends;
mod entrance;
mod everywhere;
mod lessons;
mod looking_back;
mod pictures;
mod play;
mod practice;
mod remembered;
mod small;

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use parlour_host::link::LocalLink;
use parlour_host::table::{Identity, Person};
use parlour_host::{Host, Json, NewTable, Registry, wait};
use parlour_regicide::{Kingslayer, Setup};
use parlour_rules::Seed;
use parlour_tui::kingslayer::{Castellan, GameScreen, Kind, Manner, Think};
use parlour_tui::{Colours, Input, Lent, Screen, Stack, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;

pub(crate) fn host() -> Arc<Host> {
    let mut games = Registry::new();
    games.register::<Kingslayer>();
    Arc::new(Host::in_memory(games))
}

pub(crate) fn manner(practice: bool) -> Manner {
    Manner {
        kind: if practice {
            Kind::Practice
        } else {
            Kind::Ordinary
        },
        clock_stands: true,
        think: Think {
            play_outs: 300,
            time: Duration::from_mins(1),
        },
        ..Manner::default()
    }
}

pub(crate) fn game(players: u8, seed: u64, practice: bool) -> GameScreen {
    game_of(&Setup::for_players(players), seed, practice, None)
}

pub(crate) fn game_of(
    setup: &Setup,
    seed: u64,
    practice: bool,
    keeper: Option<Rc<dyn Castellan>>,
) -> GameScreen {
    game_in(setup, seed, manner(practice), keeper)
}

pub(crate) fn game_in(
    setup: &Setup,
    seed: u64,
    manner: Manner,
    keeper: Option<Rc<dyn Castellan>>,
) -> GameScreen {
    let host = host();
    let me = Person::new(Identity::local(), "Ada");
    let players = setup.players;
    let setup = Json::of(setup);
    let mut new = NewTable::new("kingslayer", setup, Seed(seed), me.clone());
    let others = ["Bo", "Cid", "Dora"];
    new.chairs = (0..players)
        .map(|seat| {
            let name = others.get(usize::from(seat).wrapping_sub(1));
            let other = name.map(|name| Person::new(Identity((*name).to_owned()), name));
            Some(other.unwrap_or_else(|| me.clone()))
        })
        .collect();
    let id = wait(host.open_table(new)).unwrap();
    let link = LocalLink::<Kingslayer>::new(&host, &id, &me.identity).unwrap();
    GameScreen::new(Box::new(link), manner, keeper)
}

pub(crate) fn stack(screen: impl Screen + 'static, colours: Colours) -> Stack {
    Stack::new(Box::new(screen), Lent::silent(Theme::new(colours)))
}

pub(crate) fn solo() -> Stack {
    stack(game(1, 7, false), Colours::Full)
}

pub(crate) fn terminal(stack: &mut Stack, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| stack.draw(frame)).unwrap();
    terminal
}

pub(crate) fn drawn(stack: &mut Stack, width: u16, height: u16) -> String {
    terminal(stack, width, height).backend().to_string()
}

/// Wide enough that few words are broken.
pub(crate) fn wide(stack: &mut Stack) -> String {
    drawn(stack, 200, 50)
}

pub(crate) fn small(stack: &mut Stack) -> String {
    drawn(stack, 80, 24)
}

pub(crate) fn press(stack: &mut Stack, keys: &str) {
    for key in keys.chars() {
        match key {
            '\n' => stack.answer(&Input::key(KeyCode::Enter)),
            key => stack.answer(&Input::letter(key)),
        }
    }
}

pub(crate) const SIZES: [(u16, u16); 3] = [(80, 24), (100, 30), (160, 50)];

/// Clicks on the first place where these words stand.
pub(crate) fn click_on(stack: &mut Stack, words: &str) {
    let shown = small(stack);
    let mut rows = shown.lines().enumerate();
    let (row, before) = rows
        .find_map(|(row, line)| line.split_once(words).map(|(before, _)| (row, before)))
        .unwrap_or_else(|| panic!("{words} in\n{shown}"));
    // Each line of the picture begins with a quotation mark.
    let column = before.chars().count() - 1;
    stack.answer(&Input::click_at(column as u16, row as u16));
}

/// What stands in a picture of the screen, in one line: words that were broken are
/// whole again.
pub(crate) fn in_one_line(stack: &mut Stack) -> String {
    let shown = wide(stack);
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}
