//! A game without a host: what is kept of it, and what came of it.

use parlour_delve::{Command, Delve, Setup};
use parlour_gfx::tiles::delve::{DAILY, DAYS, DelveSeat, DelveTable, Pocket, SAVE, SCORES, WANTED};
use parlour_rogue::Key;
use parlour_rogue_window::saves::Saves;
use parlour_rogue_window::tiles::TileGame;
use parlour_rules::Seed;

use super::Sitting;

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

/// The day of everybody is written down once, with the line to share, also one that ended
/// before days were.
#[test]
fn what_came_of_a_day_is_written_down_once() {
    let folder = tempfile::tempdir().expect("a folder for saves");
    let saves = Saves::in_folder(folder.path());
    let days = || {
        let kept = saves.read(DAYS).expect("it is read").unwrap_or_default();
        String::from_utf8(kept).expect("it is text")
    };
    saves.write(WANTED, b"daily 2031-05-02").expect("written");
    let (mut daily, _) = Pocket::open(1, saves.clone());
    for _ in 0..20_000 {
        if daily.view().ending.is_some() {
            break;
        }
        assert_eq!(days(), "", "it is not over");
        if daily.send(&Command::Explore).is_err() {
            daily.send(&Command::Wait).expect("a turn passes");
        }
    }
    let view = daily.view();
    let ending = view.ending.clone().expect("it ends");
    let share = ending.share("daily of 2031-05-02", &view.deeds);
    let (score, short) = (ending.score, ending.in_short());
    let line = format!("2031-05-02\t{score}\t{short}\t{share}\n");
    assert_eq!(days(), line);
    drop(Pocket::open(1, saves.clone()));
    assert_eq!(days(), line);
    saves.remove(DAYS);
    drop(Pocket::open(1, saves.clone()));
    assert_eq!(days(), line);
    // Another game is nobody's day.
    saves.write(WANTED, b"short 3").expect("written");
    drop(Pocket::open(1, saves.clone()));
    assert_eq!(days(), line);
}
