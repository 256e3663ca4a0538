//! Files that are no backups of this form: hostile ones, of newer programs, of older ones.

use std::fs::{self, File};

use parlour_host::journal::backup::{Kind, check};
use parlour_host::wait;

use super::{Home, furnish, homes, packed, rows, unpacked};

/// A file in which a line is another, with the chain made to fit.
fn with_line(text: &str, nth: usize, line: impl Fn(&str) -> String) -> String {
    use parlour_host::log::Hash;
    let mut last: Option<Hash> = None;
    let mut made = String::new();
    for (at, old) in text.lines().enumerate() {
        let new = if at == nth { line(old) } else { old.to_owned() };
        let Some(previous) = last else {
            last = Some(Hash::of_header(&new));
            made.push_str(&new);
            made.push('\n');
            continue;
        };
        let body = new
            .rsplit_once(",\"hash\":")
            .map_or(new.as_str(), |it| it.0);
        let sum = sha(&format!("{previous}{body}}}"));
        last = Hash::from_hex(&sum);
        made.extend([body, ",\"hash\":\"", &sum, "\"}\n"]);
    }
    made
}

fn sha(text: &str) -> String {
    parlour_host::log::Hash::of_header(text).to_string()
}

#[test]
fn hostile_files_are_refused_by_what_and_where_and_change_nothing() {
    let files = tempfile::tempdir().unwrap();
    let (good, bad) = (files.path().join("good"), files.path().join("bad"));
    let from = Home::sqlite();
    furnish(&from.host());
    from.back_up(&good);
    let text = unpacked(&good);
    let count = text.lines().count();
    // The chain we make to fit is the one that was there.
    assert_eq!(with_line(&text, 3, str::to_owned), text);
    let first_in = |table: &str| {
        let start = format!("{{\"in\":\"{table}\"");
        text.lines()
            .position(|line| line.starts_with(&start))
            .unwrap()
    };
    let (table, entry) = (first_in("tables"), first_in("entries"));
    let room = text.lines().position(|line| line.contains("room")).unwrap();
    let swap = |nth: usize, old: &'static str, new: &'static str| {
        with_line(&text, nth, |line| {
            assert!(line.contains(old), "{line}");
            line.replacen(old, new, 1)
        })
    };
    let cut: String = text.split_inclusive('\n').take(count - 1).collect();
    let cases: Vec<(String, usize, &str)> = vec![
        (String::new(), 1, "ends too early"),
        ("nonsense\n".to_owned(), 1, "not the beginning of a backup"),
        (
            swap(0, "\"parlour_backup\":1", "\"parlour_backup\":9"),
            1,
            "only version 1",
        ),
        (swap(0, "\"form\":", "\"form\":-"), 1, "no form"),
        (text.replacen("room", "rrrm", 1), room + 1, "expected hash"),
        (cut, count, "ends too early"),
        (text[..text.len() - 20].to_owned(), count, "cut off"),
        (format!("{text}{{}}\n"), count + 1, "more after the end"),
        (
            swap(count - 1, "\"rows\":", "\"rows\":1"),
            count,
            "the end counts",
        ),
        (
            swap(entry, "entries", "no_such_table"),
            entry + 1,
            "no place",
        ),
        (
            swap(entry, "\"in\":\"entries\"", "\"in\":\"a; drop\""),
            entry + 1,
            "no table",
        ),
        (
            swap(entry, "\"seq\":1", "\"seq\":[1]"),
            entry + 1,
            "column `seq`",
        ),
        (
            swap(entry, "\"seq\":1", "\"other\":1"),
            entry + 2,
            "other columns",
        ),
        (
            swap(entry, "\"table_id\":\"", "\"table_id\":\"no-"),
            entry + 1,
            "there is no table",
        ),
        (
            swap(table, "\"id\":\"", "\"id\":\"A "),
            table + 1,
            "no name of a table",
        ),
    ];
    for (text, line, words) in cases {
        packed(&bad, &text);
        for home in homes() {
            let Some(home) = home() else { continue };
            let error = home.restore(&bad, false).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("line {line} of")),
                "{words}: {error}"
            );
            assert!(error.contains(words), "{error}");
            assert!(wait(home.journal().tables()).unwrap().is_empty());
        }
    }
    // Not compressed, compressed by halves, something else behind it.
    let whole = fs::read(&good).unwrap();
    for bytes in [
        text.as_bytes().to_vec(),
        whole[..whole.len() - 5].to_vec(),
        [whole.as_slice(), b"x"].concat(),
    ] {
        fs::write(&bad, bytes).unwrap();
        let error = Home::sqlite().restore(&bad, false).unwrap_err().to_string();
        assert!(error.contains("cannot be read"), "{error}");
    }
}

#[test]
fn a_backup_of_a_newer_form_is_refused_in_a_sentence() {
    let files = tempfile::tempdir().unwrap();
    let file = files.path().join("file");
    for home in homes() {
        let (Some(from), Some(to)) = (home(), home()) else {
            return;
        };
        furnish(&from.host());
        from.back_up(&file);
        let newer = with_line(&unpacked(&file), 0, |line| {
            line.replacen("\"form\":", "\"form\":9", 1)
        });
        packed(&file, &newer);
        let error = to.restore(&file, false).unwrap_err().to_string();
        assert!(
            error.starts_with("the backup was made by a newer parlour"),
            "{error}"
        );
        for other in homes() {
            let Some(other) = other() else { return };
            assert!(other.restore(&file, false).is_err());
        }
    }
}

/// A backup of the first form goes into tables of that form, and they are migrated.
#[test]
fn a_backup_of_an_older_form_is_brought_to_the_present_one() {
    let files = tempfile::tempdir().unwrap();
    let (file, again) = (files.path().join("file"), files.path().join("again"));
    let old = Home::sqlite();
    let connection = rusqlite::Connection::open(old.path()).unwrap();
    connection
        .execute_batch(include_str!(
            "../../../src/journal/sqlite/schema/first_version.sql"
        ))
        .unwrap();
    connection
        .execute_batch(
            "INSERT INTO tables (id, header, seq, hash, record, version, changed)
                 VALUES ('pig-1', 'header', 1, 'abc', 'record', 2, 7);
             INSERT INTO entries VALUES ('pig-1', 1, 'one');
             INSERT INTO heard VALUES ('pig-1', 'ann', 'm', 1, 6);
             INSERT INTO outbox (table_id, seq, viewer, told) VALUES ('pig-1', 1, 'v', 't');
             PRAGMA application_id = 1885434476; PRAGMA user_version = 1;",
        )
        .unwrap();
    old.back_up(&file);
    let checked = check(File::open(&file).unwrap()).unwrap();
    assert_eq!((checked.database, checked.form), (Kind::Sqlite, 1));
    assert_eq!(checked.damaged.len(), 1, "its lines are none");
    for begun in [false, true] {
        let new = Home::sqlite();
        if begun {
            drop(new.journal());
        }
        new.restore(&file, false).unwrap();
        drop(new.journal());
        // What migrating the old file itself leads to.
        drop(old.journal());
        old.back_up(&again);
        let other = files.path().join("other");
        new.back_up(&other);
        assert_eq!(rows(&again), rows(&other));
    }
}
