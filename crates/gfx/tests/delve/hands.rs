//! Keys, clicks and fingers.

use parlour_delve::keys::Keys;
use parlour_delve::{Point, Wishes};
use parlour_gfx::tiles::delve::{DelveTable, Pocket, kept_in};
use parlour_rogue::Key;
use parlour_rogue_window::saves::Saves;
use parlour_rogue_window::tiles::{Board, Shape, TileGame};

use super::{Sitting, board, words};

#[test]
fn a_refusal_is_told_and_changes_nothing() {
    let mut sitting = Sitting::new();
    let (before, said) = (sitting.table.fingerprint(), sitting.words());
    sitting.press("<");
    assert_ne!(sitting.words(), said);
    assert_eq!(sitting.table.fingerprint(), before);
}

#[test]
fn letters_choose_from_the_pack_and_escape_closes_it() {
    let mut sitting = Sitting::new();
    let map = sitting.text();
    let before = sitting.table.fingerprint();
    sitting.press("i");
    let page = sitting.words();
    assert!(page.contains("Use which?"), "{page}");
    let first = sitting.table.view().pack[0].name.clone();
    assert!(page.contains(&format!("a {first}")), "{page}");
    assert!(page.contains("Five times as hard"), "what it does: {page}");
    // A click on a line is its letter.
    let screen = &sitting.board.shown().words;
    let keys: Vec<Key> = screen
        .area()
        .cells()
        .filter_map(|at| screen.key_at(at))
        .collect();
    assert!(keys.contains(&Key::Char('a')));
    sitting.table.press(Key::Escape, &mut sitting.board);
    assert!(!sitting.has_page());
    assert_eq!(sitting.text(), map);
    assert_eq!(sitting.table.fingerprint(), before, "no turn has passed");
}

#[test]
fn looking_moves_the_mark_and_costs_nothing() {
    let mut sitting = Sitting::new();
    let before = sitting.table.fingerprint();
    let cursor = sitting.table.view().here;
    sitting.press("xl");
    let moved = sitting.board.shown().cursor.expect("a cursor");
    let words = sitting.words();
    assert!(words.contains("You see"), "what is there: {words}");
    assert!(
        words.contains("Escape ends it."),
        "and what to press: {words}"
    );
    assert_eq!(moved, cursor + Point::new(1, 0));
    assert_eq!(sitting.table.fingerprint(), before);
}

#[test]
fn a_click_walks_to_a_known_cell_and_off_the_map_nowhere() {
    let mut sitting = Sitting::new();
    for nowhere in [Point::new(75, 19), Point::new(76, 0), Point::new(-5, 900)] {
        let goal = sitting.table.goal_at(nowhere);
        assert_eq!(sitting.table.step_towards(goal), None);
    }
    sitting.press("o");
    let start = sitting.table.view().here;
    let cells = sitting.table.view().picture.points();
    let known = |at: &Point| {
        let cell = sitting.table.view().picture.get(*at);
        cell.is_some_and(|cell| cell.ground.is_walkable()) && at.chebyshev(start) == 2
    };
    let cell = cells.into_iter().find(known).expect("floor two cells away");
    let goal = (sitting.table.view().depth, Some(cell));
    let mut steps = 0;
    while let Some(key) = sitting.table.step_towards(goal) {
        sitting.table.press(key, &mut sitting.board);
        steps += 1;
        assert!(steps < 100, "a walk ends");
    }
    assert!(steps > 0);
}

/// The keys of the person's settings count at the window as at the terminal, and
/// what is changed there is kept.
#[test]
fn keys_are_those_that_were_set_and_changes_are_kept() {
    let folder = tempfile::tempdir().expect("a folder for saves");
    let saves = Saves::in_folder(folder.path());
    let keys = Keys::with([("explore", "e")]).expect("good keys");
    let (seat, _) = Pocket::open(7, saves.clone());
    let (_, keep) = kept_in(saves.clone());
    let wishes = Wishes {
        keys,
        ..Wishes::default()
    };
    let mut table = DelveTable::new(seat, None).with_wishes(wishes, Some(keep));
    let mut board = board();
    table.draw(&mut board);
    let advice = words(&board);
    assert!(advice.contains("Press e to explore"), "{advice}");
    table.press(Key::Char('o'), &mut board);
    assert_eq!(table.view().turns, 0);
    table.press(Key::Char('e'), &mut board);
    assert!(table.view().turns > 0);
    // Hints off, and waiting by another key: both are there the next time.
    for key in [Key::Char('H'), Key::Char('?')] {
        table.press(key, &mut board);
    }
    let page = words(&board);
    assert!(page.contains("wait a turn"), "{page}");
    for _ in 0..10 {
        table.press(Key::Down, &mut board);
    }
    for key in [Key::Enter, Key::Char('w'), Key::Escape] {
        table.press(key, &mut board);
    }
    let (kept, _) = kept_in(saves);
    assert!(!kept.hints);
    assert_eq!(kept.keys.changes(), [("explore", "e"), ("wait", "w")]);
}

/// The odds of a fight are told whole, however many rows they need.
#[test]
fn whoever_is_looked_at_is_told_of_to_the_last_word() {
    let mut sitting = Sitting::new();
    for _ in 0..400 {
        if sitting.table.view().enemies().next().is_some() {
            break;
        }
        sitting.press("o");
    }
    for letters in [(160, 50), (80, 30), (40, 34)] {
        let tiles = (19, 17);
        let mut board = Board::new(Shape { tiles, letters });
        sitting.table.draw(&mut board);
        sitting.table.press(Key::Char('x'), &mut board);
        let words = words(&board);
        assert!(words.contains("It hits you"), "{letters:?}: {words}");
        assert!(words.contains("of 100 and need"), "{letters:?}: {words}");
        sitting.table.press(Key::Escape, &mut board);
    }
}

/// A click chooses where something waits for a place, and only there.
#[test]
fn a_click_chooses_where_a_mark_is_on_the_map() {
    let mut sitting = Sitting::new();
    let cursor = sitting.table.view().here;
    let beside = cursor + Point::new(1, 0);
    assert!(!sitting.table.choose(beside, &mut sitting.board));
    sitting.press("x");
    assert!(sitting.table.choose(beside, &mut sitting.board));
    assert_eq!(sitting.table.view().turns, 1, "it walks there");
}

/// What can be pressed: names, and those that the hint names.
fn pressed(sitting: &Sitting) -> (Vec<String>, Vec<String>) {
    let touches = sitting.table.touches();
    let hinted = touches.iter().filter(|it| it.hinted);
    let hinted = hinted.map(|it| it.name.clone()).collect();
    (touches.into_iter().map(|it| it.name).collect(), hinted)
}

#[test]
fn what_a_hint_names_can_be_pressed_and_pages_have_a_way_back() {
    let mut sitting = Sitting::new();
    let (all, hinted) = pressed(&sitting);
    assert_eq!(all[0], "explore");
    assert_eq!(hinted, ["explore", "help"]);
    sitting.press("a");
    let pack: Vec<String> = sitting
        .table
        .view()
        .pack
        .iter()
        .map(|it| it.name.clone())
        .collect();
    let touches = sitting.table.touches();
    let (last, items) = touches.split_last().expect("a way back");
    assert_eq!(
        (last.name.as_str(), last.key.as_str()),
        ("escape", "Escape")
    );
    let words: Vec<String> = items.iter().map(|it| it.words.clone()).collect();
    assert_eq!(words, pack);
    assert!(
        items
            .iter()
            .all(|it| it.name == "item" && it.key.len() == 1)
    );
    sitting.table.press(Key::Escape, &mut sitting.board);
    sitting.press("x");
    assert_eq!(pressed(&sitting).0, ["enter", "escape"]);
    sitting.table.press(Key::Escape, &mut sitting.board);
    sitting.press("H");
    assert_eq!(pressed(&sitting).1, [""; 0], "hints are off");
}

#[test]
fn every_action_that_is_offered_is_the_key_that_does_it() {
    let keys = Keys::with([("explore", "e")]).expect("good keys");
    let folder = tempfile::tempdir().expect("a folder for saves");
    let (seat, _) = Pocket::open(7, Saves::in_folder(folder.path()));
    let wishes = Wishes {
        keys,
        ..Wishes::default()
    };
    let table = DelveTable::new(seat, None).with_wishes(wishes, None);
    let touches = table.touches();
    assert_eq!(
        (touches[0].name.as_str(), touches[0].key.as_str()),
        ("explore", "e")
    );
}
