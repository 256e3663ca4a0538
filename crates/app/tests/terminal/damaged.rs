//! Games whose stored lines were damaged: whoever sits down at one is told what is
//! wrong, and from then on it is listed with that, can be deleted, and cannot be
//! exported as if it were whole.

use std::path::Path;
use std::process::Command;

use rusqlite::Connection;

use crate::pty::{ENTER, Pty};

fn database(home: &Path) -> Connection {
    Connection::open(home.join("games.sqlite")).unwrap()
}

/// The names of all tables.
fn tables(home: &Path) -> Vec<String> {
    let database = database(home);
    let mut names = database.prepare("SELECT id FROM tables").unwrap();
    let names = names.query_map((), |row| row.get(0)).unwrap();
    names.map(Result::unwrap).collect()
}

/// Changes something that is stored, as a failing disk might.
fn damage(home: &Path, sql: &str) {
    let changed = database(home).execute(sql, ()).unwrap();
    assert!(changed > 0, "nothing is damaged by {sql}");
}

/// A game of Delve of one turn, left.
fn left_delve(home: &Path) {
    let mut pty = Pty::start(home, &["delve", "--seed", "7"]);
    pty.wait_for("turn 0 ");
    pty.send(".");
    pty.wait_for("turn 1 ");
    pty.leave("q");
}

fn left_kingslayer(home: &Path) {
    let mut pty = Pty::start(home, &["kingslayer", "--seed", "3"]);
    pty.wait_for("Your turn: select");
    pty.send("1");
    pty.wait_for("[1]");
    pty.send(ENTER);
    pty.wait_for_no("selected");
    pty.leave("\x03");
}

fn left_diplomacy(home: &Path) {
    let mut pty = Pty::start(home, &["diplomacy", "play"]);
    pty.wait_for("Welcome to Diplomacy");
    for (line, answer) in [
        ("new bots=hold", "takes England"),
        ("/as England", "ENGLAND, in private"),
        ("start", "Spring 1901, movement"),
        ("ready", "Fall 1901, movement"),
    ] {
        pty.send(line);
        pty.send(ENTER);
        pty.wait_for(answer);
    }
    pty.leave("\x03");
}

/// What a screen says, wherever its lines break.
fn unwrapped(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| *word != "│");
    words.collect::<Vec<_>>().join(" ")
}

fn export(home: &Path, table: &str) -> (Option<i32>, String, bool) {
    let file = home.join("out.jsonl");
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["export", table, "--output", file.to_str().unwrap()])
        .env("PARLOUR_HOME", home)
        .output()
        .unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), words, file.exists())
}

#[test]
fn a_damaged_game_is_shown_with_what_is_wrong_and_can_be_deleted() {
    for (leave, what) in [
        (left_delve as fn(&Path), "Delve"),
        (left_kingslayer, "Kingslayer"),
        (left_diplomacy, "cannot be read"),
    ] {
        let home = tempfile::tempdir().unwrap();
        leave(home.path());
        let [table] = &tables(home.path())[..] else {
            panic!("one table was left");
        };
        damage(
            home.path(),
            "UPDATE entries SET line = replace(line, '\"seq\"', '\"sec\"') WHERE seq = 1",
        );
        let mut pty = Pty::start(home.path(), &[]);
        pty.wait_for("Continue (1)");
        // Six games and the browser, then the one that was left. Lists load no game, so what is wrong
        // shows when somebody sits down; the number opens it at once.
        pty.send("8");
        pty.wait_for("This did not work");
        let told = format!("damaged at table {table}, entry 1: not an entry");
        pty.wait_until(&told, || unwrapped(&pty.text()).contains(&told));
        assert!(unwrapped(&pty.text()).contains("It cannot be continued, only deleted."));
        pty.send(ENTER);
        pty.wait_for("d deletes it.");
        pty.wait_for("cannot be read");
        pty.wait_for(what);
        let (code, words, written) = export(home.path(), table);
        assert_eq!((code, written), (Some(1), false), "{words}");
        assert!(words.contains("entry 1"), "{words}");
        pty.send("d");
        pty.wait_for("Delete?");
        pty.send("D");
        pty.wait_for_no("Continue");
        pty.wait_for("Quit");
        pty.leave("q");
        assert_eq!(tables(home.path()), Vec::<String>::new());
    }
}

/// Whatever is damaged, the other games are listed, and the damaged one too.
#[test]
fn no_kind_of_damage_hides_a_game_or_its_neighbours() {
    for (sql, reason) in [
        (
            "UPDATE entries SET line = '' WHERE number = (SELECT number FROM tables WHERE id = ?)",
            "entry 1: the line does not end in its hash",
        ),
        (
            "DELETE FROM entries WHERE number = (SELECT number FROM tables WHERE id = ?)",
            "entry 1: the entry is missing",
        ),
        (
            "UPDATE records SET header = '{' WHERE number = (SELECT number FROM tables WHERE id = ?)",
            "entry 0: not a header of a log",
        ),
        (
            "UPDATE records SET header = replace(header, 'delve', 'delwe') WHERE number = (SELECT number FROM tables WHERE id = ?)",
            "unknown game \"delwe\"",
        ),
        (
            "UPDATE records SET record = 'null' WHERE number = (SELECT number FROM tables WHERE id = ?)",
            "record: invalid type: null",
        ),
        (
            "UPDATE tables SET hash = 'x' WHERE id = ?",
            "hash: not 64 lower-case hex digits",
        ),
        (
            "UPDATE tables SET seq = 9 WHERE id = ?",
            "entry 2: the entry is missing",
        ),
    ] {
        let home = tempfile::tempdir().unwrap();
        left_delve(home.path());
        let broken = tables(home.path()).remove(0);
        left_delve(home.path());
        damage(home.path(), &sql.replace('?', &format!("'{broken}'")));
        let (code, words, written) = export(home.path(), &broken);
        assert_eq!((code, written), (Some(1), false), "{sql}: {words}");
        assert!(words.contains(reason), "{sql}: {words}");
        let mut pty = Pty::start(home.path(), &[]);
        pty.wait_for("Continue (2)");
        pty.wait_for("cannot be read");
        pty.leave("q");
    }
}

/// What the game does not need is not read when somebody sits down; an export
/// is whole or none.
#[test]
fn an_export_checks_every_line() {
    let home = tempfile::tempdir().unwrap();
    left_delve(home.path());
    let table = tables(home.path()).remove(0);
    let (code, words, written) = export(home.path(), &table);
    assert_eq!((code, written), (Some(0), true), "{words}");
    std::fs::remove_file(home.path().join("out.jsonl")).unwrap();
    damage(
        home.path(),
        "UPDATE entries SET line = replace(line, '\"time\":1', '\"time\":2') WHERE seq = 1",
    );
    let (code, words, written) = export(home.path(), &table);
    assert_eq!((code, written), (Some(1), false), "{words}");
    assert!(words.contains("entry 1: expected hash"), "{words}");
}

/// A finished game that cannot be read is missing among the scores, so it is told
/// of too.
#[test]
fn a_damaged_game_that_was_over_is_shown_as_well() {
    let home = tempfile::tempdir().unwrap();
    left_delve(home.path());
    damage(home.path(), "UPDATE tables SET ending = '{}'");
    damage(home.path(), "UPDATE entries SET line = ''");
    let table = tables(home.path()).remove(0);
    assert_eq!(export(home.path(), &table).0, Some(1));
    let mut pty = Pty::start(home.path(), &[]);
    pty.wait_for("Continue (1)");
    pty.send("8");
    let told = "The game was over; it does not count any more, and can only be deleted.";
    pty.wait_until(told, || unwrapped(&pty.text()).contains(told));
    pty.send(ENTER);
    pty.wait_for("d deletes it.");
    pty.send("d");
    pty.wait_for("Delete?");
    pty.send("D");
    pty.wait_for_no("Continue");
    pty.wait_for("Quit");
    pty.leave("q");
    assert_eq!(tables(home.path()), Vec::<String>::new());
}
