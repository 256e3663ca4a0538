//! Processes that are killed while they bring a database to the present form.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use parlour_rules::{Seed, Stream};
use rusqlite::Connection;

use crate::child::{self, Store};
use crate::spawn;

/// How often a process is killed while it migrates, for each database.
const KILLS: u32 = 100;

const FIRST_OF_SQLITE: &str = include_str!("../../src/journal/sqlite/schema/first_version.sql");

/// Begins a process that opens the database and does nothing else.
fn opener(store: Store, folder: &Path) -> std::process::Child {
    spawn("open", store, folder, "nobody", 0)
}

/// A database of the first form that takes a while to migrate.
fn make_old(path: &Path) {
    let connection = Connection::open(path).unwrap();
    connection.execute_batch(FIRST_OF_SQLITE).unwrap();
    connection
        .execute_batch(
            "BEGIN;
             WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1500)
             INSERT INTO tables (id, header, seq, hash, record, version, changed)
                 SELECT 'pig-' || n, 'header ' || n, 3, 'abc', 'record ' || n, 0, n FROM n;
             INSERT INTO entries SELECT id, e.column1, 'line ' || e.column1
                 FROM tables, (VALUES (1), (2), (3)) AS e;
             INSERT INTO heard SELECT id, 'ann', 'm', 3, 6 FROM tables;
             INSERT INTO keys SELECT 'who:ann', id FROM tables;
             INSERT INTO outbox (table_id, seq, viewer, told) SELECT id, 3, 'v', 't' FROM tables;
             PRAGMA application_id = 1885434476; PRAGMA user_version = 1;
             COMMIT;",
        )
        .unwrap();
}

/// Everything in a database, table by table.
fn stored(path: &Path) -> Vec<String> {
    let connection = Connection::open(path).unwrap();
    let names = |sql: &str| -> Vec<String> {
        let mut select = connection.prepare(sql).unwrap();
        let names = select.query_map((), |row| row.get(0)).unwrap();
        names.map(Result::unwrap).collect()
    };
    let mut stored = names(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name <> 'notes' ORDER BY name",
    );
    stored.extend(names(
        "SELECT 'version ' || user_version FROM pragma_user_version",
    ));
    for table in names(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'notes' ORDER BY name",
    ) {
        let columns = names(&format!("SELECT name FROM pragma_table_info('{table}')"));
        stored.extend(names(&format!(
            "SELECT concat_ws(' ', '{table}', {}) FROM {table} ORDER BY 1",
            columns.join(", ")
        )));
    }
    stored
}

#[test]
fn an_sqlite_database_is_whole_however_often_its_migration_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let (kept, used) = (
        folder.path().join("kept.db"),
        folder.path().join("parlour.db"),
    );
    make_old(&kept);
    // Undisturbed first: what comes of it, and about how long it takes.
    fs::copy(&kept, &used).unwrap();
    let begun = Instant::now();
    assert!(
        opener(Store::Sqlite, folder.path())
            .wait()
            .unwrap()
            .success()
    );
    let takes = begun.elapsed().as_micros() as u32;
    let (old, new) = (stored(&kept), stored(&used));
    assert_ne!(old, new);
    let mut chance = Stream::new(Seed(11), 0);
    for _ in 0..KILLS {
        for name in ["parlour.db", "parlour.db-wal", "parlour.db-shm"] {
            let _ = fs::remove_file(folder.path().join(name));
        }
        fs::copy(&kept, &used).unwrap();
        let mut child = opener(Store::Sqlite, folder.path());
        thread::sleep(Duration::from_micros(chance.below(takes.max(2)).into()));
        child.kill().unwrap();
        child.wait().unwrap();
        let found = stored(&used);
        assert!(found == old || found == new, "half migrated");
        // Whoever comes next finishes it.
        drop(child::host(Store::Sqlite, folder.path()));
        assert!(stored(&used) == new);
    }
}

/// Half of the processes are killed at random; the others where they certainly are in
/// the middle: they wait for a table that somebody else holds.
#[cfg(feature = "postgres")]
#[test]
fn a_postgres_database_is_whole_however_often_its_migration_is_killed() {
    use crate::sql::Sql;

    const FIRST: &str = concat!(
        include_str!("../../src/journal/postgres/schema/first_version.sql"),
        include_str!("../../src/journal/postgres/schema/kept/version_1.sql")
    );
    let Some(url) = crate::server::url() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let schema = crate::server::schema(folder.path());
    let mut sql = Sql::to(&url, &schema);
    sql.make(&schema, FIRST);
    let columns = sql.columns(&schema);
    let stored = sql.stored(&columns);
    let begun = Instant::now();
    assert!(
        opener(Store::Postgres, folder.path())
            .wait()
            .unwrap()
            .success()
    );
    let takes = begun.elapsed().as_micros() as u32;
    let (form, present) = (sql.form(&schema), sql.version());
    let mut holder = Sql::to(&url, &schema);
    let mut chance = Stream::new(Seed(12), 0);
    for nth in 0..KILLS {
        sql.make(&schema, FIRST);
        let held = nth % 2 == 0;
        if held {
            holder.run("BEGIN; LOCK TABLE tables IN ACCESS SHARE MODE;");
        }
        let mut child = opener(Store::Postgres, folder.path());
        if held {
            let waits = format!(
                "SELECT 'waits' FROM pg_locks
                 WHERE relation = '{schema}.tables'::regclass AND NOT granted"
            );
            while sql.rows(&waits).is_empty() {
                assert!(child.try_wait().unwrap().is_none(), "it did not wait");
                thread::sleep(Duration::from_millis(1));
            }
        } else {
            thread::sleep(Duration::from_micros(chance.below(takes.max(2)).into()));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        if held {
            assert_eq!(sql.version(), 1);
            holder.run("ROLLBACK");
        }
        // Whoever comes next finishes it.
        drop(child::host(Store::Postgres, folder.path()));
        assert_eq!(sql.version(), present);
        assert_eq!(sql.form(&schema), form);
        assert_eq!(sql.stored(&columns), stored);
    }
}
