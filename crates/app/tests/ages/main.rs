//! What any landed version has written can be opened: logs are verified or say which
//! rules they are of, replayed, and the tables of databases go on.
//!
//! `fixtures/ages/COMMIT` holds what the program of that commit wrote: logs as it
//! exported them, and its databases, compressed: files of SQLite as they are, those of
//! PostgreSQL as statements. A commit that raises the version of a game's rules or of
//! a schema adds a folder of its own.

mod databases;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use databases::Home;
use parlour_delve::Delve;
use parlour_diplomacy::game::Diplomacy;
use parlour_host::audit::{Act, Asker, Deed, Fact};
use parlour_host::card::Face;
use parlour_host::host::Giver;
use parlour_host::journal::{MemoryJournal, NewLog};
use parlour_host::link::LocalLink;
use parlour_host::log::{Limits, LogFile, Replay, Stored, read_log, verify};
use parlour_host::steward::Steward;
use parlour_host::table::{Identity, Person, Record, TableId};
use parlour_host::{Host, Message, Refused, Registry, SystemClock, SystemEntropy, Time, wait};
use parlour_regicide::Kingslayer;
use parlour_room::local::Local;
use parlour_room::{Body, Room, RoomSteward};
use parlour_rules::tiny::{Bids, Pig};
use parlour_rules::{Age, Rules, Seat, Viewer};

/// The files of every age with this ending, by age and name.
fn kept(ending: &str) -> Vec<PathBuf> {
    let ages = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ages");
    let mut files = Vec::new();
    for age in fs::read_dir(ages).unwrap() {
        for file in fs::read_dir(age.unwrap().path()).unwrap() {
            files.push(file.unwrap().path());
        }
    }
    files.retain(|file| file.to_string_lossy().ends_with(ending));
    files.sort();
    assert!(!files.is_empty(), "no {ending} is kept");
    files
}

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.register::<Kingslayer>().register::<Delve>();
    registry.register::<Pig>().register::<Bids>();
    Room::prepare(&mut registry);
    registry
}

fn parlour(words: &[&str], file: &Path) -> (i32, String) {
    let home = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .arg("--with-test-games")
        .args(words)
        .arg(file)
        .env("PARLOUR_HOME", home.path())
        .output()
        .unwrap();
    let shown = file.display();
    assert!(output.stderr.is_empty(), "{shown}: {output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), said)
}

fn read(file: &Path) -> LogFile {
    read_log(fs::File::open(file).unwrap(), Limits::default()).unwrap()
}

/// What is said of a log: that all of it was decided again, or which rules it is of and
/// which of its entries the present ones have decided.
fn verdict_of(log: &LogFile, present: u32) -> String {
    let first = log.header.rules;
    if first == present {
        return match log.entries.len() {
            1 => String::from("verified 1 entry"),
            entries => format!("verified {entries} entries"),
        };
    }
    let entries = log.entries.iter().map(|it| &it.value);
    let now = entries.filter(|it| it.rules == Some(present));
    let now: Vec<u64> = now.map(|it| it.seq).collect();
    let decided = match (now.first(), now.last()) {
        (Some(one), Some(last)) if one == last => format!("; verified entry {one}"),
        (Some(one), Some(last)) => format!("; verified entries {one} to {last}"),
        _ => String::new(),
    };
    format!("older rules: {first}, these are {present}{decided}")
}

#[test]
fn every_kept_log_is_verified_or_says_which_rules_it_is_of() {
    for file in kept(".jsonl.gz") {
        let log = read(&file);
        let registry = registry();
        let present = registry.game(&log.header.game).unwrap().version();
        let code = if log.header.rules == present { 0 } else { 3 };
        let audit = match log.audit.as_ref().map(|it| it.deeds.len()) {
            None => String::new(),
            Some(1) => String::from("audit whole, 1 change of the table\n"),
            Some(changes) => format!("audit whole, {changes} changes of the table\n"),
        };
        let expected = (code, verdict_of(&log, present) + "\n" + &audit);
        assert_eq!(parlour(&["verify"], &file), expected, "{}", file.display());
    }
}

/// Whoever raises a version keeps what the one before has written. The present version
/// landed too: what it writes is kept before the next can break it.
#[test]
fn a_log_of_every_version_of_every_game_is_kept() {
    let logs: Vec<LogFile> = kept(".jsonl.gz").iter().map(|file| read(file)).collect();
    let registry = registry();
    for game in registry.names().filter(|game| *game != Bids::NAME) {
        for version in 1..=registry.game(game).unwrap().version() {
            let of_it = |log: &LogFile| log.header.game == game && log.header.rules == version;
            assert!(logs.iter().any(of_it), "{game}, {version}");
        }
    }
}

#[test]
fn every_kept_log_is_replayed_to_its_end() {
    for file in kept(".jsonl.gz") {
        let log = read(&file);
        let (code, said) = parlour(&["replay", "--print"], &file);
        assert_eq!(code, 0, "{}", file.display());
        let registry = registry();
        let present = registry.game(&log.header.game).unwrap().version();
        let notice = format!(
            "played under older rules: {}, these are {present}",
            log.header.rules
        );
        let older = log.header.rules < present;
        assert_eq!(said.contains(&notice), older, "{}", file.display());
        let last = said.lines().last().unwrap();
        let ends = if file.to_string_lossy().contains("-left") {
            "unfinished, at "
        } else {
            "over: "
        };
        assert!(last.starts_with(ends), "{}: {last}", file.display());
    }
}

/// The table of an exported log, taken into a house, as who plays it alone, or all its
/// seats.
fn taken_in(log: &LogFile, host: &Host) -> TableId {
    let header = &log.header;
    let game = host.registry().game(&header.game).unwrap();
    let setup = game.setup_of(header.rules, &header.setup).unwrap();
    let seats = game.start(&setup, header.seed).unwrap().seats;
    let mut record = Record::unknown(&header.game);
    record.owner = Identity::local();
    record.chairs = vec![Some(Person::new(Identity::local(), "you")); seats.into()];
    let mut last = log.start;
    let mut entries = Vec::new();
    for entry in &log.entries {
        let stored = Stored::entry(&entry.value, last);
        assert_eq!(stored.hash, entry.hash, "entry {}", entry.value.seq);
        last = stored.hash;
        entries.push(stored);
    }
    let deed = Deed {
        version: 0,
        entries: entries.len() as u64,
        time: Time(0),
        who: None,
        from: None,
        place: None,
        said: None,
        facts: Vec::new(),
    };
    let id: TableId = "taken-in".parse().unwrap();
    let new = NewLog {
        id: id.clone(),
        header: header.line(),
        start: log.start,
        deed: Stored::deed(&deed, log.start),
        entries,
        record,
        face: Face::default(),
        deadline: None,
        time: Time(0),
    };
    assert!(wait(host.journal().create(new)).unwrap());
    id
}

/// A log is all that is needed to play on, also of a version of which no database is
/// kept.
#[test]
fn every_kept_log_is_taken_in_and_played_on() {
    let mut played_on = BTreeSet::new();
    for file in kept(".jsonl.gz") {
        let log = read(&file);
        let shown = file.display().to_string();
        let (game, rules) = (log.header.game.clone(), log.header.rules);
        let journal = Arc::new(MemoryJournal::new());
        let program = || {
            let entropy = Arc::new(SystemEntropy);
            let journal = Arc::clone(&journal) as _;
            Arc::new(Host::new(
                registry(),
                journal,
                Arc::new(SystemClock),
                entropy,
            ))
        };
        let host = program();
        let table = taken_in(&log, &host);
        let who = Identity::local();
        let glance = wait(host.look(&table, &who)).unwrap_or_else(|it| panic!("{shown}: {it}"));
        let present = host.registry().game(&game).unwrap().version();
        let next = log.entries.len() as u64 + 1;
        if glance.outcome.is_some() {
            continue;
        }
        match host.registry().game(&game).unwrap().age(rules) {
            _ if rules == present => {}
            Age::Continues => {
                let older = glance.older.map(|it| (it.rules <= present, it.present));
                let decided = log.entries.last().and_then(|it| it.value.rules);
                let expected = (decided != Some(present)).then_some((true, present));
                assert_eq!(older, expected, "{shown}");
            }
            Age::ReadOnly(_) => {
                let refused = go_on(&host, &table, &who).unwrap_err();
                assert!(
                    matches!(refused, Refused::ReadOnly(_)),
                    "{shown}: {refused}"
                );
                continue;
            }
        }
        assert_eq!(go_on(&host, &table, &who), Ok(next), "{shown}");
        drop(host);
        let host = program();
        let glance = wait(host.look(&table, &who)).unwrap();
        assert_eq!((glance.standing.seq, glance.older), (next, None), "{shown}");
        let said = verify(&registry(), &exported(&host, &table)).unwrap();
        assert!(!said.is_wrong(), "{shown}: {said}");
        played_on.insert((game, rules));
    }
    let registry = registry();
    for game in registry.names().filter(|game| *game != Bids::NAME) {
        let versions = 1..=registry.game(game).unwrap().version();
        let gone_on = versions.filter(|it| played_on.contains(&(game.to_owned(), *it)));
        assert!(gone_on.count() > 0, "{game}");
    }
    assert!(
        played_on.contains(&(String::from(Delve::NAME), 4)),
        "{played_on:?}"
    );
}

fn exported(host: &Host, table: &TableId) -> LogFile {
    let archive = wait(host.export(table)).unwrap();
    read_log(&archive[..], Limits::default()).unwrap()
}

/// Something that may be done at a table, as a person there would do it.
fn go_on(host: &Arc<Host>, table: &TableId, who: &Identity) -> Result<u64, Refused> {
    let record = wait(host.record(table)).unwrap();
    let glance = wait(host.look(table, who)).unwrap();
    let seat = glance.awaiting.iter().next().unwrap_or(Seat(0));
    let mut tried = match record.game.as_str() {
        Pig::NAME => vec![String::from("\"roll\"")],
        Delve::NAME => vec![String::from("\"wait\"")],
        Diplomacy::NAME => vec![String::from("\"resolve\"")],
        Kingslayer::NAME => cards(host, table, who),
        other => panic!("nobody knows how {other} is played"),
    }
    .into_iter();
    let clock = record.game == Diplomacy::NAME;
    loop {
        let mut message = Message::new(table, who, tried.next().expect("something is allowed"));
        message.from = if clock {
            Giver::Clock
        } else {
            Giver::At(who.clone(), seat)
        };
        match wait(host.command_text(message)) {
            Err(Refused::Game(_)) => {}
            other => return other.map(|accepted| accepted.seq),
        }
    }
}

/// What a hand of Kingslayer may come to.
fn cards(host: &Arc<Host>, table: &TableId, who: &Identity) -> Vec<String> {
    use parlour_regicide::Command;
    let link = LocalLink::<Kingslayer>::new(host, table, who).unwrap();
    let hand = link.view().hand;
    let mut tried: Vec<Command> = hand.iter().map(|card| Command::Play(vec![*card])).collect();
    tried.extend([Command::Pay(hand), Command::Yield, Command::Flip]);
    tried
        .iter()
        .map(|command| serde_json::to_string(command).unwrap())
        .collect()
}

#[test]
fn every_table_of_a_kept_database_is_read_and_goes_on() {
    for file in kept(".sqlite.gz") {
        is_read_and_goes_on(&file, &Home::in_a_folder(&file));
    }
}

/// A person recognises what they have left lying, also if an older program knew no
/// words for it. Pig has none.
#[test]
fn every_table_of_a_kept_database_is_recognised_in_a_list() {
    for file in kept("home.sqlite.gz") {
        let home = Home::in_a_folder(&file);
        let words = ["--with-test-games", "tables", "list", "--json"];
        let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(words)
            .env("PARLOUR_HOME", home.folder())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(!said.is_empty(), "{}", file.display());
        for line in said.lines() {
            let card: serde_json::Value = serde_json::from_str(line).unwrap();
            let told = card["short"].as_str().is_some_and(|it| !it.is_empty());
            let goes_on = card["closed"] == false && card["game"] != "pig";
            assert!(told || !goes_on, "{}: {line}", file.display());
        }
    }
}

#[test]
fn every_table_of_a_kept_service_is_read_and_goes_on() {
    for file in kept(".sql.gz") {
        let Some(home) = Home::on_the_server(&file) else {
            return;
        };
        is_read_and_goes_on(&file, &home);
    }
}

fn is_read_and_goes_on(file: &Path, home: &Home) {
    let tables = wait(home.program().tables()).unwrap();
    assert!(!tables.is_empty(), "{}", file.display());
    for table in tables {
        read_and_go_on(home, &table);
    }
}

fn read_and_go_on(home: &Home, table: &TableId) {
    let host = home.program();
    let record = wait(host.record(table)).unwrap_or_else(|refused| panic!("{table}: {refused}"));
    let who = &record.owner;
    let glance = wait(host.look(table, who)).unwrap();
    // The log alone leads to where the table stands, whether or not the database
    // had a snapshot.
    let log = exported(&host, table);
    assert_eq!(log.entries.len() as u64, glance.standing.seq, "{table}");
    let present = host.registry().game(&record.game).unwrap().version();
    let (expected, entries) = (verdict_of(&log, present), log.entries.len());
    let last = log.entries.last().and_then(|it| it.value.rules);
    let latest = last.unwrap_or(log.header.rules);
    let left_behind = (latest < present).then_some(latest);
    let verdict = verify(&registry(), &log).unwrap();
    let mut replay = Replay::open(&registry(), log).unwrap();
    replay.to_end().unwrap();
    assert_eq!(
        replay.position().view(glance.viewer),
        glance.view,
        "{table}"
    );
    assert_eq!(verdict.to_string(), expected, "{table}");
    let older = wait(host.older(table)).unwrap();
    assert_eq!(older.map(|it| it.rules), left_behind, "{table}");
    if glance.outcome.is_some() || record.moved_to.is_some() || record.started.is_none() {
        return;
    }
    let next = entries as u64 + 1;
    assert_eq!(go_on(&host, table, who), Ok(next), "{table}");
    drop(host);
    // Another program finds it so, and its log says what the present rules decided.
    let host = home.program();
    assert_eq!(wait(host.look(table, who)).unwrap().standing.seq, next);
    assert_eq!(wait(host.older(table)).unwrap(), None, "{table}");
    let log = exported(&host, table);
    let said = verify(&registry(), &log).unwrap().to_string();
    assert_eq!(said, verdict_of(&log, present), "{table}");
    // Who has changed it before is not known; who does from now on is.
    let version = wait(host.look(table, who)).unwrap().standing.version;
    wait(host.close(table, &Asker::house())).unwrap();
    let acts = wait(host.audit(table)).unwrap();
    let Some(Act::Deed(deed)) = acts.last() else {
        panic!("{table}: the last deed is missing");
    };
    assert_eq!((deed.version, deed.entries), (version + 1, next), "{table}");
    assert_eq!(deed.facts[0], Fact::Closed, "{table}");
    let log = exported(&host, table);
    assert_eq!(log.acts(), acts, "{table}");
    let verdict = verify(&registry(), &log).unwrap();
    assert!(!verdict.is_wrong(), "{table}: {verdict}");
}

/// Everybody at a game of Diplomacy that older rules began is told so once, at the first
/// word, whoever says it.
#[test]
fn players_of_an_older_game_of_diplomacy_are_told_once() {
    let said = |local: &mut Local, line: &str| {
        let said = local.say(line).unwrap().said.into_iter();
        let words = said.filter_map(|it| match it.body {
            Body::Text(text) => Some(text),
            _ => None,
        });
        words.collect::<Vec<_>>().join("\n")
    };
    let mut seen = 0;
    for file in kept("home.sqlite.gz") {
        let home = Home::in_a_folder(&file);
        let host = home.program();
        for table in wait(host.tables_of_game(Diplomacy::NAME)).unwrap() {
            let glance = wait(host.sight::<Diplomacy>(&table, Viewer::Spectator)).unwrap();
            let Some(older) = glance.older.filter(|_| glance.outcome.is_none()) else {
                continue;
            };
            let words = older.to_string();
            assert!(words.contains("older rules"), "{words}");
            let room = Arc::new(Room::new(Arc::clone(&host), Arc::new(SystemEntropy)));
            let steward = RoomSteward::new(Arc::clone(&room));
            let shown = |host: &Host| {
                let record = wait(host.record(&table)).unwrap();
                let glance = wait(host.look(&table, &record.owner)).unwrap();
                steward.older(&glance)
            };
            assert_eq!(shown(&host).as_ref(), Some(&words), "{table}");
            let mut local = Local::at(Arc::clone(&room), &table).unwrap().unwrap();
            assert_eq!(
                said(&mut local, "status").matches(&words).count(),
                1,
                "{table}"
            );
            assert!(!said(&mut local, "status").contains(&words), "{table}");
            // The present rules decide something, and another phase begins.
            let entry = wait(host.command::<Diplomacy>(Message::given_by(
                &table,
                Giver::Clock,
                parlour_diplomacy::game::Command::Resolve,
            )));
            assert!(entry.is_ok(), "{table}");
            assert_eq!(shown(&host), None, "{table}");
            assert!(!said(&mut local, "status").contains(&words), "{table}");
            seen += 1;
        }
    }
    assert!(seen > 0, "no game of an older version is kept");
}
