//! A person is shown what is kept of them, and erased: the games that others played with
//! them stay, can be read and verified, and nothing leads back to them.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use parlour_diplomacy::game::{Diplomacy, Setup};
use parlour_host::audit::Fact;
use parlour_host::journal::{Journal, PostgresJournal, SqliteJournal};
use parlour_host::log::{Limits, LogFile, read_log, verify};
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{Host, Json, Message, NewTable, Registry, SystemClock, SystemEntropy, wait};
use parlour_rules::tiny::Pig;
use parlour_rules::{Rules, Seat, Seed};

use crate::process::{Served, parlour, postgres};

fn host(journal: Arc<dyn Journal>) -> Host {
    let mut games = Registry::new();
    games.register::<Pig>();
    games.register::<Diplomacy>();
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

fn asked(home: &Path, url: &str, words: &[&str]) -> Output {
    let mut command = parlour(home);
    command.arg("people").args(words).args(["--database", url]);
    command.output().unwrap()
}

fn people(home: &Path, url: &str, words: &[&str]) -> String {
    let output = asked(home, url, words);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Who is told what concerns them, or tells them.
const LINKED: [&str; 2] = ["web:zoe", "telegram:5"];

fn erased(url: &str, open: impl Fn() -> Arc<dyn Journal>) {
    let home = tempfile::tempdir().unwrap();
    let (table, before) = {
        let host = host(open());
        let table = play(&host);
        // She is linked to others, on either side.
        let (ann, [zoe, chat]) = (Identity::from("slack:UANN"), LINKED.map(Identity::from));
        for (shown, by, called) in [(&zoe, &ann, "Annabella"), (&ann, &chat, "Zoe")] {
            let key = wait(host.reach_key(shown)).unwrap();
            assert!(wait(host.reach(&key, by, called)).unwrap().is_ok());
        }
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
    let verdict = verify(host.registry(), &is).unwrap();
    assert!(!verdict.is_wrong(), "{verdict}");
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
    let [zoe, chat] = LINKED.map(Identity::from);
    assert!(wait(host.reached_by(&zoe)).unwrap().is_empty());
    assert!(wait(host.reaches(&chat)).unwrap().is_empty());
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

/// People whose names are words of the house, or somebody else's too.
const CLUB: [(&str, &str); 7] = [
    ("slack:UDIP", "diplomacy"),
    ("slack:UOPE", "opened"),
    ("slack:UANN", "Ann"),
    ("slack:UOTHER", "Ann"),
    ("web:eve", "Eve"),
    ("web:other", "Eve"),
    ("slack:UONE", "A"),
];

/// They sit at a table of each game; at one of them somebody has sat for a moment.
fn gather(host: &Host) -> [TableId; 2] {
    let people: Vec<Person> = CLUB
        .iter()
        .map(|(who, name)| Person::new(*who, name))
        .collect();
    let open = |game: &str, setup: Json| {
        let mut new = NewTable::new(game, setup, Seed(7), people[1].clone());
        new.title = String::from("A game of A's and Ann");
        new.chairs = people.iter().cloned().map(Some).collect();
        wait(host.open_table(new)).unwrap()
    };
    let diplomacy = open(Diplomacy::NAME, Json::of(&Setup::default()));
    let pig = open("pig", Json::parse(r#"{"players":7,"goal":90}"#).unwrap());
    for _ in 0..20 {
        for person in &people {
            for command in ["\"roll\"", "\"hold\""] {
                let _ = wait(host.command_text(Message::new(&pig, &person.identity, command)));
            }
        }
    }
    // Only others' deeds tell of the one who sat there for a moment.
    let (owner, last) = (&people[1].identity, Seat(6));
    let guest = Person::new("slack:UGONE", "Guest");
    wait(host.replace(&diplomacy, owner, last, &guest)).unwrap();
    wait(host.replace(&diplomacy, owner, last, &people[6])).unwrap();
    [diplomacy, pig]
}

fn read(host: &Host, table: &TableId) -> LogFile {
    let exported = wait(host.export(table)).unwrap();
    read_log(&exported[..], Limits::default()).unwrap()
}

/// Whoever is erased is somebody wherever they stand, and nowhere else does a word change that
/// is their name by chance.
fn only_they_are_erased(url: &str, open: impl Fn() -> Arc<dyn Journal>) {
    let home = tempfile::tempdir().unwrap();
    let tables = gather(&host(open()));
    let leaving = [
        "slack:UDIP",
        "slack:UOPE",
        "slack:UANN",
        "web:eve",
        "slack:UGONE",
    ];
    for who in leaving {
        let words = people(home.path(), url, &["erase", who, "--yes"]);
        let at = if who == "slack:UGONE" { 1 } else { 2 };
        assert!(
            words.contains(&format!("somebody at {at} tables")),
            "{who}: {words}"
        );
    }
    let host = host(open());
    for (table, game) in tables.iter().zip([Diplomacy::NAME, "pig"]) {
        let record = wait(host.record(table)).unwrap();
        assert_eq!(record.game, game);
        assert_eq!(record.title, "A game of A's and somebody");
        let seated = record.chairs.iter().flatten();
        let seated: Vec<&str> = seated.map(|it| it.name.as_str()).collect();
        let somebody = "somebody";
        let left = [somebody, somebody, somebody, "Ann", somebody, "Eve", "A"];
        assert_eq!(seated, left);
        let log = read(&host, table);
        let verdict = verify(host.registry(), &log).unwrap();
        assert!(!verdict.is_wrong(), "{verdict}");
        let audit = log.audit.as_ref().unwrap();
        let first = &audit.deeds[0].value;
        assert!(first.facts.contains(&Fact::Opened), "{first:?}");
        assert_eq!(first.who.as_deref(), Some(somebody));
        // Whoever sits is named by the audit: the others as before.
        let came: Vec<_> = (first.facts.iter())
            .filter_map(|fact| match fact {
                Fact::Sat { came, .. } => Some((came.who.as_str(), came.from.as_deref())),
                _ => None,
            })
            .collect();
        assert_eq!(came.iter().map(|(who, _)| *who).collect::<Vec<_>>(), left);
        assert_eq!(came[3].1, Some("slack:UOTHER"));
        assert_eq!(came[5].1, Some("web"));
        for entry in &log.entries {
            let entry = &entry.value;
            let parlour_rules::Actor::Seat(seat) = entry.by else {
                continue;
            };
            assert_eq!(
                entry.who.as_deref(),
                Some(left[usize::from(seat.0)]),
                "{entry:?}"
            );
        }
        let text = format!("{log:?} {record:?}");
        for gone in leaving.into_iter().chain(["Guest"]) {
            assert!(!text.contains(gone), "{gone}: {text}");
        }
    }
    // A name of one letter is no word of the title, but the owner's.
    drop(host);
    people(home.path(), url, &["erase", "slack:UONE", "--yes"]);
    let host = self::host(open());
    let record = wait(host.record(&tables[1])).unwrap();
    assert_eq!(record.title, "A game of somebody's and somebody");
}

/// A service would go on with the tables as they were, so nothing is erased under it.
fn refused_while_served(url: &str, open: impl Fn() -> Arc<dyn Journal>) {
    let home = tempfile::tempdir().unwrap();
    let table = play(&host(open()));
    let served = Served::start(url, home.path());
    let output = asked(home.path(), url, &["erase", "slack:UANN", "--yes"]);
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && words.contains("in use"),
        "{words}"
    );
    assert_eq!(served.ask("/readyz").0, "200", "it is not disturbed");
    assert!(served.terminate().success());
    let seated = || {
        let record = wait(host(open()).record(&table)).unwrap();
        record.chairs[0].as_ref().map(|it| it.name.clone())
    };
    assert_eq!(seated().as_deref(), Some("Annabella"));
    people(home.path(), url, &["erase", "slack:UANN", "--yes"]);
    assert_eq!(seated().as_deref(), Some("somebody"));
}

#[test]
fn a_name_that_is_a_word_of_the_house_or_anothers_stays_theirs_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let url = format!("sqlite:{}", path.display());
    only_they_are_erased(&url, || Arc::new(SqliteJournal::open(&path).unwrap()));
}

#[test]
fn a_name_that_is_a_word_of_the_house_or_anothers_stays_theirs_on_postgres() {
    let Some(server) = postgres() else { return };
    let url = format!("{server}?schema=names_{}", std::process::id());
    only_they_are_erased(&url, || Arc::new(PostgresJournal::open(&url).unwrap()));
}

#[test]
fn nobody_is_erased_from_sqlite_while_it_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let url = format!("sqlite:{}", path.display());
    refused_while_served(&url, || Arc::new(SqliteJournal::open(&path).unwrap()));
}

#[test]
fn nobody_is_erased_from_postgres_while_it_is_served() {
    let Some(server) = postgres() else { return };
    let url = format!("{server}?schema=served_{}", std::process::id());
    refused_while_served(&url, || Arc::new(PostgresJournal::open(&url).unwrap()));
}
