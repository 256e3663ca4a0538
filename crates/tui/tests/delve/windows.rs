//! Two windows at one game, practice that is taken back, and leaving.

use std::rc::Rc;
use std::sync::Arc;

use parlour_delve::{Delve, Setup};
use parlour_host::card::Query;
use parlour_host::link::LocalLink;
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{Host, Json, NewTable, Registry, wait};
use parlour_rules::Seed;
use parlour_tui::delve::{DelveScreen, Manner};
use parlour_tui::{Colours, Input, Stack};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::shelf::Shelf;
use crate::{begun, game, link, practice, small, stack, type_keys, with_hints};

/// Both windows of one person at one table.
fn two_windows() -> (Arc<Host>, TableId, Stack, Stack) {
    let mut games = Registry::new();
    games.register::<Delve>();
    let host = Arc::new(Host::in_memory(games));
    let me = Person::new(Identity::local(), "Ada");
    let new = NewTable::new("delve", Json::of(&Setup::default()), Seed(7), me.clone());
    let id = wait(host.open_table(new)).unwrap();
    let window = || {
        let link = LocalLink::<Delve>::new(&host, &id, &me.identity).unwrap();
        let screen = DelveScreen::new(Box::new(link.alone()), practice(), None);
        stack(screen, Colours::Full)
    };
    let (first, second) = (window(), window());
    (host, id, first, second)
}

#[test]
fn a_second_window_says_that_the_game_has_moved_on_and_goes_on_from_there() {
    let (host, id, mut first, mut second) = two_windows();
    let entries = || {
        wait(host.look(&id, &Identity::local()))
            .unwrap()
            .standing
            .seq
    };
    type_keys(&mut first, "oo.");
    let there = small(&mut first);
    let moved = entries();
    assert!(moved > 1, "{there}");
    // The key was meant for the first moment.
    type_keys(&mut second, ".");
    let shown = small(&mut second);
    assert!(
        shown.contains("The game has moved on in another window."),
        "{shown}"
    );
    assert_eq!(entries(), moved, "nothing was done");
    let map = |text: &str| text.lines().take(20).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(map(&shown), map(&there));
    // The next one is meant for what is shown.
    type_keys(&mut second, ".");
    assert_eq!(entries(), moved + 1);
    assert!(!small(&mut second).contains("another window"));
}

#[test]
fn a_game_that_another_window_has_taken_back_is_told_as_that() {
    let (host, id, mut first, mut second) = two_windows();
    type_keys(&mut first, "oo");
    let control = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
    first.answer(&Input::Key(control));
    let tables = wait(host.tables()).unwrap();
    assert!(tables.len() == 1 && tables[0] != id, "{tables:?}");
    type_keys(&mut second, ".");
    let shown = small(&mut second);
    let told = ["moved on in another window", "taken back in another window"];
    assert!(told.iter().any(|words| shown.contains(words)), "{shown}");
}

/// However often something is taken back, up to the first step, and whatever is played in
/// between: the one game that goes on is there, and nothing it went on from.
#[test]
fn practice_that_takes_back_leaves_one_table() {
    let (host, _, mut window, _) = two_windows();
    let undo = Input::Key(KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL));
    let the_only_one = || {
        let page = wait(host.cards(Query::any())).unwrap();
        assert_eq!(page.cards.len(), 1, "{:?}", page.cards);
        assert!(!page.cards[0].closed);
        page.cards[0].standing.seq
    };
    for _ in 0..3 {
        type_keys(&mut window, "oo.");
        let played = the_only_one();
        for taken_back in 1..=2 {
            window.answer(&undo);
            assert_eq!(the_only_one(), played - taken_back);
        }
    }
    let left = the_only_one();
    assert!(left > 0);
    for _ in 0..left + 2 {
        window.answer(&undo);
    }
    assert_eq!(the_only_one(), 0, "there is nothing before the first step");
    type_keys(&mut window, ".");
    assert_eq!(the_only_one(), 1);
}

#[test]
fn practice_takes_back_and_others_do_not() {
    let undo = Input::Key(KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL));
    let manner = Manner {
        practice: true,
        ..with_hints()
    };
    let mut practice = stack(game(7, manner), Colours::Full);
    let before = small(&mut practice);
    type_keys(&mut practice, ".");
    practice.answer(&undo);
    assert_eq!(small(&mut practice), before);
    let mut earnest = begun();
    type_keys(&mut earnest, ".");
    earnest.answer(&undo);
    let text = small(&mut earnest);
    assert!(text.contains("Only a practice game"), "{text}");
}

#[test]
fn the_keeper_follows_when_something_is_taken_back() {
    let shelf = Rc::new(Shelf::default());
    let screen = DelveScreen::new(Box::new(link(7)), practice(), Some(shelf.clone()));
    let mut stack = stack(screen, Colours::Full);
    type_keys(&mut stack, "oo");
    assert!(shelf.asked.borrow().is_empty());
    let control = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
    stack.answer(&Input::Key(control));
    assert_eq!(*shelf.asked.borrow(), ["taken back"]);
}

#[test]
fn leaving_closes_the_screen_alone() {
    let mut stack = begun();
    type_keys(&mut stack, "q");
    assert!(stack.is_empty());
}
