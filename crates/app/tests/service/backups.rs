//! `parlour backup` and `parlour restore`, while a service runs on the database.

use std::path::Path;
use std::sync::Arc;

use parlour_host::journal::{PostgresJournal, SqliteJournal};

use crate::diplomacy::room;
use crate::exporting::{played, run, said};
use crate::process::Served;

/// Backs a served database up, puts it into another, and plays it on there.
fn is_backed_up(url: &str, other: &str, home: &Path) {
    let served = Served::start(url, home);
    let told = said(&run(home, &["backup", "--database", url, "house.backup"]));
    assert!(told.starts_with("house.backup: 1 table, "), "{told}");
    let told = said(&run(home, &["restore", "--check", "house.backup"]));
    assert!(told.starts_with("whole: 1 table, "), "{told}");
    // Nothing is written over.
    let refused = run(home, &["backup", "--database", url, "house.backup"]);
    assert_eq!(refused.status.code(), Some(1));
    let refused = run(home, &["restore", "--database", url, "house.backup"]);
    assert_eq!(refused.status.code(), Some(1));
    let words = String::from_utf8(refused.stderr).unwrap();
    assert!(words.contains("--replace"), "{words}");
    // A service on a database that is still empty finds what is restored into it.
    let newcomer = Served::start(other, home);
    let told = said(&run(
        home,
        &["restore", "--database", other, "house.backup"],
    ));
    assert!(told.starts_with("restored: 1 table, "), "{told}");
    // How long ago it was grows while the two are listed.
    let listed = |url: &str| -> Vec<String> {
        let list = said(&run(home, &["export", "--database", url]));
        let words = list.split_whitespace();
        words
            .filter(|it| it.parse::<u32>().is_err() && !it.starts_with("minute"))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(listed(url), listed(other));
    assert_eq!(newcomer.ask("/healthz").0, "200");
    let replaced = run(
        home,
        &["restore", "--replace", "--database", other, "house.backup"],
    );
    assert!(said(&replaced).starts_with("restored: 1 table, "));
    assert!(newcomer.terminate().success() && served.terminate().success());
}

fn sqlite(home: &Path, name: &str) -> String {
    format!("sqlite:{}", home.join(name).display())
}

#[test]
fn a_served_sqlite_file_is_backed_up_and_restored() {
    let home = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(home.path().join("house.db")).unwrap();
    played(&room(Arc::new(journal)));
    let (url, other) = (
        sqlite(home.path(), "house.db"),
        sqlite(home.path(), "deep/other.db"),
    );
    is_backed_up(&url, &other, home.path());
}

#[test]
fn a_served_postgres_database_is_backed_up_and_restored_into_a_file() {
    let Ok(server) = std::env::var("PARLOUR_TEST_POSTGRES") else {
        panic!("run it by `cargo xtask postgres`");
    };
    if server == "absent" {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let url = format!("{server}?schema=backed_up_{}", std::process::id());
    played(&room(Arc::new(PostgresJournal::open(&url).unwrap())));
    is_backed_up(&url, &sqlite(home.path(), "other.db"), home.path());
}

/// What holds secrets is its owner's alone.
#[cfg(unix)]
#[test]
fn databases_backups_exports_and_the_log_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let home = tempfile::tempdir().unwrap();
    let inner = home.path().join("inner");
    let path = inner.join("deeper/house.db");
    let url = format!("sqlite:{}", path.display());
    let served = Served::start(&url, &inner);
    let journal = SqliteJournal::open(&path).unwrap();
    let (_, table) = played(&room(Arc::new(journal)));
    said(&run(
        &inner,
        &["backup", "--database", &url, "house.backup"],
    ));
    said(&run(
        &inner,
        &["export", table.as_str(), "--database", &url],
    ));
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    for folder in [&inner, &inner.join("deeper")] {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
    let names = [
        "house.backup",
        "parlour.log",
        "deeper/house.db",
        "deeper/house.db-wal",
    ];
    let export = format!("{table}.jsonl.gz");
    for name in names.into_iter().chain([export.as_str()]) {
        assert_eq!(mode(&inner.join(name)), 0o600, "{name}");
    }
    drop(served);
}
