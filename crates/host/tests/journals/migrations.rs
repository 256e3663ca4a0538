//! Databases of earlier forms: brought to the present one with everything in them,
//! by however many come at once; those of later forms are left alone.

use std::sync::Barrier;
use std::thread;

use parlour_host::journal::{Journal as _, PostgresJournal};
use parlour_host::log::Hash;
use parlour_host::table::Identity;
use parlour_host::wait;

use crate::server;
use crate::sql::Sql;

/// A file of `kept/`.
macro_rules! kept {
    ($name:literal) => {
        include_str!(concat!("../../src/journal/postgres/schema/kept/", $name))
    };
}

/// Every earlier form, with rows that were kept in it. The second is what a service
/// that carried Diplomacy on Slack has left, and the others what became of it.
const KEPT: [(i64, &str); 4] = [
    (
        1,
        concat!(
            include_str!("../../src/journal/postgres/schema/first_version.sql"),
            kept!("version_1.sql")
        ),
    ),
    (2, kept!("version_2.sql")),
    (3, kept!("version_3.sql")),
    (
        4,
        concat!(
            kept!("version_3.sql"),
            include_str!("../../src/journal/postgres/schema/to_version_4.sql"),
            kept!("version_4.sql")
        ),
    ),
];

/// A schema of the test's own, and a connection that works in it; nothing if there
/// is no server.
fn schema() -> Option<(String, String, Sql)> {
    let url = server::url()?;
    let folder = tempfile::tempdir().unwrap();
    let schema = server::schema(folder.path());
    let sql = Sql::to(&url, &schema);
    Some((url, schema, sql))
}

#[test]
fn a_database_of_any_earlier_form_keeps_every_row_on_its_way_to_the_present_one() {
    let Some((url, schema, mut sql)) = schema() else {
        return;
    };
    let open = || PostgresJournal::open_schema(&url, &schema).unwrap();
    drop(open());
    let (form, present) = (sql.form(&schema), sql.version());
    let versions: Vec<i64> = KEPT.iter().map(|(version, _)| *version).collect();
    assert!((1..present).eq(versions.into_iter().take_while(|it| *it < present)));
    for (version, kept) in KEPT {
        sql.make(&schema, kept);
        assert_eq!(sql.version(), version);
        let columns = sql.columns(&schema);
        let stored = sql.stored(&columns);
        // Opened a second time, nothing changes any more.
        for _ in 0..2 {
            drop(open());
            assert_eq!(sql.form(&schema), form, "from version {version}");
            assert_eq!(sql.version(), present);
            assert_eq!(sql.stored(&columns), stored, "from version {version}");
        }
    }
}

/// What a service has left in the second form can be read, line by line, and every message is known.
#[test]
fn games_of_an_earlier_form_are_there_with_every_line_and_message() {
    let Some((url, schema, mut sql)) = schema() else {
        return;
    };
    sql.make(&schema, kept!("version_2.sql"));
    let lines = sql.rows("SELECT table_id || ' ' || line FROM entries ORDER BY table_id, seq");
    let heard = sql.rows("SELECT concat_ws(' ', table_id, who, message, seq) FROM heard");
    let letters = sql.rows("SELECT concat_ws(' ', id, table_id, told) FROM outbox ORDER BY id");
    assert!(lines.len() == 14 && heard.len() == 10 && letters.len() == 9);
    let journal = PostgresJournal::open_schema(&url, &schema).unwrap();
    let mut tables = wait(journal.tables()).unwrap();
    tables.sort();
    let mut found = Vec::new();
    for table in &tables {
        let kept = wait(journal.load(table)).unwrap().unwrap();
        assert_eq!(kept.record.game, "diplomacy");
        let mut last = Hash::of_header(&kept.header);
        for line in wait(journal.entries(table, 1, 1000)).unwrap() {
            let entry: serde_json::Value = serde_json::from_str(&line).unwrap();
            last = Hash::from_hex(entry["hash"].as_str().unwrap()).unwrap();
            found.push(format!("{table} {line}"));
        }
        assert_eq!(kept.hash, last);
    }
    assert_eq!(found, lines);
    for words in heard {
        let words: Vec<&str> = words.split(' ').collect();
        let (table, who) = (words[0].parse().unwrap(), Identity::from(words[1]));
        let seq = wait(journal.heard(&table, &who, words[2])).unwrap();
        assert_eq!(seq.map(|seq| seq.to_string()).as_deref(), Some(words[3]));
    }
    let found = wait(journal.letters(0, 1000)).unwrap();
    let found = found
        .iter()
        .map(|it| format!("{} {} {}", it.id, it.table, it.told));
    assert!(found.eq(letters));
}

/// Fronts wrote their notes without asking what they are; one that is none keeps no
/// database from being opened.
#[test]
fn notes_of_an_earlier_form_are_found_by_their_recipients() {
    let Some((url, schema, mut sql)) = schema() else {
        return;
    };
    sql.make(&schema, kept!("version_3.sql"));
    sql.run(
        r#"INSERT INTO notes (key, note) VALUES
             ('a', '{"platform":"slack","to":{"person":"U1"},"written":7}'),
             ('b', '{"platform":"telegram","to":{"chat":"-5"},"written":8}'),
             ('c', '{"platform":"slack","to":{"aside":{"chat":"C1","user":"U2"}}}'),
             ('d', 'no note at all'),
             ('e', '{"platform":"slack","to":{"person":"U3"},"written":"yesterday"}'),
             ('f', '{"platform":"slack","to":{"person":"U4"},"written":9e99}'),
             ('g', '[]'), ('h', '7'), ('i', '');"#,
    );
    drop(PostgresJournal::open_schema(&url, &schema).unwrap());
    let found = sql.rows(
        "SELECT concat_ws(' ', key, recipient, asked, time) FROM notes
         WHERE key BETWEEN 'a' AND 'i' ORDER BY key",
    );
    assert_eq!(
        found,
        [
            "a slack:U1 t 7000",
            "b telegram:-5 t 8000",
            "c slack:U2 t 0",
            "e slack:U3 t 0",
            "f slack:U4 t 0",
            "g : t 0",
            "h : t 0",
        ]
    );
}

#[test]
fn replicas_that_open_an_old_database_at_once_all_find_the_present_one() {
    const REPLICAS: usize = 6;
    let Some((url, schema, mut sql)) = schema() else {
        return;
    };
    for (_, kept) in KEPT {
        sql.make(&schema, kept);
        let columns = sql.columns(&schema);
        let stored = sql.stored(&columns);
        let tables = sql.rows("SELECT id FROM tables").len();
        let start = Barrier::new(REPLICAS);
        thread::scope(|scope| {
            for _ in 0..REPLICAS {
                scope.spawn(|| {
                    start.wait();
                    let journal = PostgresJournal::open_schema(&url, &schema).unwrap();
                    assert_eq!(wait(journal.tables()).unwrap().len(), tables);
                });
            }
        });
        assert_eq!(sql.stored(&columns), stored);
    }
}

#[test]
fn a_database_of_a_later_form_is_refused_in_a_sentence_and_left_alone() {
    let Some((url, schema, mut sql)) = schema() else {
        return;
    };
    drop(PostgresJournal::open_schema(&url, &schema).unwrap());
    let known = sql.version();
    sql.run("UPDATE house SET version = version + 1; ALTER TABLE tables ADD COLUMN later TEXT;");
    let form = sql.form(&schema);
    let error = PostgresJournal::open_schema(&url, &schema).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "the database, schema {schema} was made by a newer parlour: its form is version {}, \
             this program knows versions up to {known}",
            known + 1
        )
    );
    assert_eq!(sql.form(&schema), form);
    sql.run("DELETE FROM house");
    let error = PostgresJournal::open_schema(&url, &schema).unwrap_err();
    assert!(
        error.to_string().contains("its version is missing"),
        "{error}"
    );
}
