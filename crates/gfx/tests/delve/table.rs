//! A seat at a table of a host.

use std::sync::Arc;

use parlour_delve::{Delve, Ending, Setup};
use parlour_gfx::tiles::delve::{DelveTable, Linked};
use parlour_host::link::LocalLink;
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{Host, Json, Message, NewTable, Registry, wait};
use parlour_rogue::Key;
use parlour_rogue_window::tiles::TileGame;
use parlour_rules::{Rules, Seed};

use super::{Sitting, board, words};

/// A seat at a table of a host in memory, as `parlour delve --window` has one.
fn at_table() -> (Arc<Host>, TableId, DelveTable<Linked<LocalLink<Delve>>>) {
    let mut games = Registry::new();
    games.register::<Delve>();
    let host = Arc::new(Host::in_memory(games));
    let me = Person::new(Identity::local(), "Ada");
    let setup = Json::of(&Setup::default());
    let table = NewTable::new(Delve::NAME, setup, Seed(7), me);
    let id = wait(host.open_table(table)).expect("a table");
    let link = LocalLink::new(&host, &id, &Identity::local()).expect("a seat");
    let seat = Linked::new(link).expect("a view");
    (host, id, DelveTable::new(seat.for_practice(), None))
}

/// What the hall of scores lists is the outcome of a table, wherever it was
/// played.
#[test]
fn a_game_at_a_table_ends_in_the_record_that_scores_are_read_from() {
    let (host, id, mut table) = at_table();
    let mut board = board();
    table.draw(&mut board);
    for _ in 0..20_000 {
        if table.view().ending.is_some() {
            break;
        }
        for key in ['o', '.'] {
            table.press(Key::Char(key), &mut board);
        }
    }
    let ending = table.view().ending.clone().expect("it ends");
    let glance = wait(host.look(&id, &Identity::local())).expect("the table is there");
    let outcome = glance.outcome.expect("it is over");
    let outcome: Ending = serde_json::from_str(outcome.as_str()).expect("an ending");
    assert_eq!(outcome, ending);
}

#[test]
fn a_key_that_another_window_has_overtaken_is_refused_and_shows_how_it_stands() {
    let (host, id, mut table) = at_table();
    let mut board = board();
    table.draw(&mut board);
    let message = Message::new(&id, &Identity::local(), "\"wait\"");
    wait(host.command_text(message)).expect("another window waits");
    table.press(Key::Char('.'), &mut board);
    let told = words(&board);
    assert!(told.contains("moved on in another window"), "{told}");
    assert_eq!(table.view().turns, 1, "how it stands now");
    table.press(Key::Char('.'), &mut board);
    assert_eq!(table.view().turns, 2);
}

#[test]
fn practice_at_a_table_takes_back() {
    let (_, _, mut table) = at_table();
    let mut board = board();
    table.draw(&mut board);
    table.press(Key::Ctrl('z'), &mut board);
    assert!(words(&board).contains("There is nothing to take back."));
    table.press(Key::Char('.'), &mut board);
    assert_eq!(table.view().turns, 1);
    table.press(Key::Ctrl('z'), &mut board);
    assert_eq!(table.view().turns, 0);
    let mut sitting = Sitting::new();
    sitting.table.press(Key::Ctrl('z'), &mut sitting.board);
    assert!(sitting.words().contains("Only a practice game"));
}
