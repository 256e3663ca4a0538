//! A person is shown what is kept of them, and erased: the games that others played with
//! them stay, can be read and verified, and nothing leads back to them.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use parlour_host::journal::{Journal, PostgresJournal, SqliteJournal};
use parlour_host::log::{Limits, read_log, verify};
use parlour_host::table::{Person, TableId};
use parlour_host::{Host, Json, Message, NewTable, Registry, SystemClock, SystemEntropy, wait};
use parlour_rules::Seed;
use parlour_rules::tiny::Pig;

use crate::process::{parlour, postgres};

fn host(journal: Arc<dyn Journal>) -> Host {
    let mut games = Registry::new();
    games.register::<Pig>();
    games.names_people_of("slack");
    Host::new(
        games,
        journal,
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
    )
}

/// Two people play: Ann opens, both give commands.
fn play(host: &Host) -> TableId {
    let ann = Person::new("slack:UANN", "Annabella");
    let bob = Person::new("slack:UBOB", "Bob");
    let setup = Json::parse(r#"{"players":2,"goal":30}"#).unwrap();
    let mut new = NewTable::new("pig", setup, Seed(7), ann.clone());
    new.title = String::from("Annabella's game");
    new.chairs = vec![Some(ann.clone()), Some(bob.clone())];
    let table = wait(host.open_table(new)).unwrap();
    for _ in 0..60 {
        for who in [&ann, &bob] {
            for command in ["\"roll\"", "\"hold\""] {
                let message = Message {
                    id: Some(format!("m-{}", rand_like())),
                    ..Message::new(&table, &who.identity, command)
                };
                let _ = wait(host.command_text(message));
            }
        }
    }
    table
}

/// Numbers that differ.
fn rand_like() -> usize {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn people(home: &Path, url: &str, words: &[&str]) -> String {
    let output = parlour(home)
        .arg("people")
        .args(words)
        .args(["--database", url])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn erased(url: &str, open: impl Fn() -> Arc<dyn Journal>) {
    let home = tempfile::tempdir().unwrap();
    let (table, before) = {
        let host = host(open());
        let table = play(&host);
        let exported = wait(host.export(&table)).unwrap();
        (table, exported)
    };
    let theirs = people(home.path(), url, &["export", "slack:UANN"]);
    assert!(theirs.contains("Annabella"), "{theirs}");
    assert!(theirs.contains("\"command\":\"roll\""), "{theirs}");
    assert!(!theirs.contains("UBOB"), "others are not told of: {theirs}");
    let words = people(home.path(), url, &["erase", "slack:UANN", "--yes"]);
    assert!(words.contains("somebody at 1 tables"), "{words}");
    assert_eq!(people(home.path(), url, &["export", "slack:UANN"]), "");
    let host = host(open());
    let exported = wait(host.export(&table)).unwrap();
    let (was, is) = (
        read_log(&before[..], Limits::default()).unwrap(),
        read_log(&exported[..], Limits::default()).unwrap(),
    );
    assert_eq!(was.entries.len(), is.entries.len());
    let mut somebody = 0;
    for (was, is) in was.entries.iter().zip(&is.entries) {
        let (was, is) = (&was.value, &is.value);
        assert_eq!((&was.command, &was.events), (&is.command, &is.events));
        assert_eq!(was.fingerprint, is.fingerprint);
        somebody += u32::from(is.who.as_deref() == Some("somebody"));
    }
    assert!(somebody > 0);
    verify(host.registry(), &is).unwrap();
    let record = wait(host.record(&table)).unwrap();
    let seats: Vec<&str> = record
        .chairs
        .iter()
        .flatten()
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(seats, ["somebody", "Bob"]);
    assert_eq!(record.title, "somebody's game");
    let text = format!("{is:?} {record:?}");
    assert!(
        !text.contains("UANN") && !text.contains("Annabella"),
        "{text}"
    );
    // Bob plays on, if it is not over.
    let bob = Person::new("slack:UBOB", "Bob");
    let found = wait(host.tables_of(&bob.identity)).unwrap();
    assert_eq!(found, [table]);
}

#[test]
fn who_is_erased_from_sqlite_leaves_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let url = format!("sqlite:{}", path.display());
    erased(&url, || Arc::new(SqliteJournal::open(&path).unwrap()));
    for file in fs::read_dir(folder.path()).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("UANN") && !text.contains("Annabella"));
    }
}

#[test]
fn who_is_erased_from_postgres_is_somebody() {
    let Some(server) = postgres() else { return };
    let url = format!("{server}?schema=people_{}", std::process::id());
    erased(&url, || Arc::new(PostgresJournal::open(&url).unwrap()));
}
