//! Delve's table without a window: keys in, a board of tiles out.

use std::sync::Arc;

use parlour_delve::keys::Keys;
use parlour_delve::{Command, Delve, Ending, Point, Setup, Wishes};
use parlour_gfx::tiles::delve::{
    DAILY, DelveSeat, DelveTable, Linked, Pocket, SAVE, SCORES, WANTED, kept_in,
};
use parlour_host::link::LocalLink;
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{Host, Json, Message, NewTable, Registry, wait};
use parlour_rogue::Key;
use parlour_rogue_window::saves::Saves;
use parlour_rogue_window::tiles::{Board, Shape, Tile, TileGame};
use parlour_rules::{Rules, Seed};

/// A board of the whole level in a window too narrow for a panel beside the map.
fn board() -> Board {
    Board::new(Shape {
        tiles: (76, 20),
        letters: (80, 30),
    })
}

/// What stands around the map and over it, without its breaks.
fn words(board: &Board) -> String {
    let text = board.shown().words.to_string();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

struct Sitting {
    table: DelveTable<Pocket>,
    board: Board,
    folder: tempfile::TempDir,
}

impl Sitting {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder for saves");
        let (seat, told) = Pocket::open(7, Saves::in_folder(folder.path()));
        assert_eq!(told, None);
        let mut table = DelveTable::new(seat, told);
        let mut board = board();
        table.draw(&mut board);
        Self {
            table,
            board,
            folder,
        }
    }

    fn press(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.table.press(Key::Char(letter), &mut self.board);
        }
    }

    fn text(&self) -> String {
        let letter = |x, y| {
            self.board
                .tile_at(Point::new(x, y))
                .expect("on it")
                .letter()
        };
        let row = |y| (0..76).map(|x| letter(x, y)).collect::<String>() + "\n";
        (0..20).map(row).collect()
    }

    fn words(&self) -> String {
        words(&self.board)
    }

    /// Whether a page lies over the map.
    fn has_page(&self) -> bool {
        self.board.shown().words.windows().next().is_some()
    }
}

#[test]
fn the_board_shows_the_player_and_the_words_its_state_and_advice() {
    let sitting = Sitting::new();
    let here = sitting.table.view().here;
    let tile = sitting.board.tile_at(here).expect("on it");
    assert_eq!(tile.letter(), '@');
    let under = tile.under.expect("the ground is known");
    assert!("<>.".contains(under.letter), "{under:?}");
    assert_eq!(sitting.board.shown().cursor, None, "nothing is looked at");
    let words = sitting.words();
    let sheet = &sitting.table.view().sheet;
    assert!(
        words.contains(&format!("{}/{}", sheet.hp, sheet.max_hp)),
        "{words}"
    );
    assert!(words.contains("level 1 of 10"), "{words}");
    assert!(words.contains("?: all keys"), "{words}");
    assert!(words.contains("hjkl"), "the keys of the terminal");
}

#[test]
fn a_wide_window_has_a_panel_beside_the_map_and_says_who_is_in_view() {
    let mut sitting = Sitting::new();
    let letters = (160, 50);
    let area = sitting.table.map_area(letters);
    assert!(area.w < 130 && area.h > 35, "{area:?}");
    let mut wide = Board::new(Shape {
        tiles: (34, 20),
        letters,
    });
    sitting.table.draw(&mut wide);
    let text = words(&wide);
    for part in [
        "In view",
        "Health",
        "Shards 0 bound",
        "F2: pictures or letters",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn nothing_is_cut_off_at_the_width_of_a_phone() {
    let mut sitting = Sitting::new();
    let mut slim = Board::new(Shape {
        tiles: (19, 17),
        letters: (40, 27),
    });
    sitting.table.draw(&mut slim);
    assert!(!words(&slim).contains('\u{2026}'), "{}", slim.shown().words);
    assert!(
        words(&slim).contains("?: all keys"),
        "{}",
        slim.shown().words
    );
    sitting.table.press(Key::Char('?'), &mut slim);
    let page = slim.shown().words.to_string();
    assert!(page.contains("Down scrolls"), "{page}");
}

#[test]
fn exploring_changes_the_map_and_every_command_is_kept() {
    let mut sitting = Sitting::new();
    let before = sitting.text();
    sitting.press("o.");
    assert_ne!(before, sitting.text());
    let saves = Saves::in_folder(sitting.folder.path());
    let kept = saves.read(SAVE).expect("readable").expect("kept");
    let begun = format!("7 {}\nexplore\nwait\n", Setup::default().shipped);
    assert_eq!(kept, begun.as_bytes());
    let (seat, told) = Pocket::open(99, saves.clone());
    assert_eq!(told, None);
    let again = DelveTable::new(seat, None);
    assert_eq!(again.fingerprint(), sitting.table.fingerprint());
    // A game that was kept before it named its content goes on with the first.
    saves.write(SAVE, b"7\nexplore\nwait\n").expect("writable");
    let (seat, told) = Pocket::open(99, saves.clone());
    assert_eq!(told, None);
    let unnamed = seat.fingerprint();
    let first = b"7 a6cfc4e08b9149e8\nexplore\nwait\n";
    saves.write(SAVE, first).expect("writable");
    let (seat, told) = Pocket::open(99, saves.clone());
    assert_eq!((told, seat.fingerprint()), (None, unnamed));
    // What cannot be used is named with its line and laid aside, and a new game begins.
    for (broken, words) in [
        (&b"7\nexplore\ndance\n"[..], "line 3: there is no command"),
        (b"seven\n", "line 1 is no seed"),
        (b"7 rats\n", "line 1 names no content"),
        (
            b"7 0123456789abcdef\n",
            "content 0123456789abcdef, which is not kept here",
        ),
        (b"\xff", "it is no text"),
        (b"7\nascend\n", "line 2: "),
    ] {
        saves.write(SAVE, broken).expect("writable");
        let (mut pocket, told) = Pocket::open(7, saves.clone());
        let told = told.expect("a sentence");
        assert!(told.contains(words), "{told}");
        // The new one is not written over it.
        pocket.send(&Command::Wait).expect("a turn passes");
        let aside = saves.read("delve.save.unusable").expect("readable");
        assert_eq!(aside.as_deref(), Some(broken));
    }
}

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

#[test]
fn a_small_board_still_shows_the_player() {
    let mut sitting = Sitting::new();
    for (tiles, letters) in [((11, 7), (20, 8)), ((1, 1), (1, 1))] {
        let mut small = Board::new(Shape { tiles, letters });
        sitting.table.draw(&mut small);
        let letters = small.shown().tiles.iter().map(Tile::letter);
        assert_eq!(letters.filter(|&letter| letter == '@').count(), 1);
    }
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

#[test]
fn the_level_is_shown_in_small_and_a_right_click_closes_it() {
    let mut sitting = Sitting::new();
    sitting.press("ov");
    let page = sitting.words();
    assert!(page.contains('@'), "{page}");
    sitting.table.cancel(&mut sitting.board);
    assert!(!sitting.has_page());
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

/// Blows are shown moment by moment; at the end of a life the recap and the best
/// games stand over the map, and a new game can begin.
#[test]
fn a_game_is_played_to_its_end_shown_and_recorded() {
    let mut sitting = Sitting::new();
    let mut flashed = false;
    for _ in 0..20_000 {
        if sitting.table.view().ending.is_some() {
            break;
        }
        for key in ['o', '.'] {
            sitting.table.press(Key::Char(key), &mut sitting.board);
            flashed |= sitting.board.is_moving();
            sitting.board.skip();
        }
    }
    assert!(flashed, "somebody strikes");
    let ending = sitting.table.view().ending.clone().expect("it ends");
    let page = sitting.words();
    assert!(page.contains(&ending.sentence()), "{page}");
    assert!(page.contains("1. "), "{page}");
    let saves = Saves::in_folder(sitting.folder.path());
    assert_eq!(saves.read(SAVE), Ok(None), "the dead are not kept");
    let scores = saves.read(SCORES).expect("readable").expect("recorded");
    let scores = String::from_utf8(scores).expect("text");
    assert_eq!(scores, format!("{} {}\n", ending.score, ending.in_short()));
    sitting.table.press(Key::Enter, &mut sitting.board);
    assert!(sitting.table.is_over());
    let (mut seat, _) = Pocket::open(7, saves);
    let before = seat.fingerprint();
    seat.restart();
    assert_ne!(seat.fingerprint(), before, "another dungeon");
    assert_eq!(seat.view().turns, 0);
}

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

#[test]
fn a_new_game_takes_the_place_of_the_kept_one_and_the_game_of_a_day_stands_beside() {
    let folder = tempfile::tempdir().expect("a folder for saves");
    let saves = Saves::in_folder(folder.path());
    let lines = |name: &str| {
        let kept = saves.read(name).expect("it is read").unwrap_or_default();
        let text = String::from_utf8(kept).expect("it is text");
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let ask = |line: &str| saves.write(WANTED, line.as_bytes()).expect("it is written");
    let rest = || "wait".parse().expect("a command");
    ask("new 17");
    let (mut own, told) = Pocket::open(1, saves.clone());
    assert_eq!((own.game().as_str(), told), ("seed 17", None));
    // It is kept before the first command, and asked for once.
    assert_eq!(lines(SAVE).len(), 1);
    assert_eq!(saves.read(WANTED), Ok(None));
    own.send(&rest()).expect("a turn passes");
    assert_eq!(Pocket::open(1, saves.clone()).0.game(), "seed 17");
    assert_eq!(lines(SAVE).len(), 2);

    ask("daily 2031-05-02");
    let (mut daily, _) = Pocket::open(1, saves.clone());
    assert_eq!(daily.game(), "daily 2031-05-02");
    daily.send(&rest()).expect("a turn passes");
    let seed = Delve::seed_of_day("2031-05-02");
    assert!(lines(DAILY)[0].starts_with(&format!("{seed} ")));
    assert_eq!((lines(DAILY).len(), lines(SAVE).len()), (2, 2));
    assert_eq!(seed, Seed::from_text("delve daily 2031-05-02"));
    // It goes on until another day is asked for.
    let (again, _) = Pocket::open(1, saves.clone());
    assert_eq!(again.view().turns, daily.view().turns);
    ask("daily 2031-05-03");
    let (next, told) = Pocket::open(1, saves.clone());
    assert_eq!((next.view().turns, told), (0, None));
    // After the game of a day the other goes on.
    let mut next = next;
    next.restart();
    assert_eq!(next.game(), "seed 17");
    assert_eq!(next.view().turns, own.view().turns);
    assert_eq!(Pocket::open(1, saves.clone()).0.game(), "seed 17");
}

#[test]
fn a_short_a_grim_and_the_weekly_game_are_begun_and_go_on_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder for saves");
    let saves = Saves::in_folder(folder.path());
    for (line, mode, levels) in [
        ("short 17", "short", 5),
        ("grim 17", "grim", 10),
        ("short-gentle 17", "short, gentle", 5),
    ] {
        saves.write(WANTED, line.as_bytes()).expect("written");
        let (mut begun, told) = Pocket::open(1, saves.clone());
        assert_eq!((begun.view().mode.as_str(), told), (mode, None));
        assert_eq!(begun.view().levels, levels);
        begun.send(&Command::Wait).expect("a turn passes");
        let (again, told) = Pocket::open(1, saves.clone());
        assert_eq!(told, None);
        assert_eq!(again.fingerprint(), begun.fingerprint());
        // Who begins another plays it in the same manner.
        begun.restart();
        assert_eq!((begun.view().mode.as_str(), begun.view().turns), (mode, 0));
    }
    let own = Pocket::open(1, saves.clone()).0;
    saves.write(WANTED, b"weekly 2031-W18").expect("written");
    let (mut weekly, _) = Pocket::open(1, saves.clone());
    assert_eq!(weekly.game(), "weekly 2031-W18");
    assert_eq!(weekly.dungeon().as_deref(), Some("challenge of 2031-W18"));
    let challenge = parlour_delve::Challenge::of_week("2031-W18");
    assert_eq!(weekly.view().mode, challenge.word());
    weekly.send(&Command::Wait).expect("a turn passes");
    assert_eq!(Pocket::open(1, saves.clone()).0.view().turns, 1);
    weekly.restart();
    assert_eq!(weekly.fingerprint(), own.fingerprint());
}
