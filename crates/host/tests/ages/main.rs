//! Rules have ages: what was played under older rules goes on, or is read; what was
//! played under newer ones is refused in words; and a log says of every entry by
//! which rules it was decided.

mod tally;

use std::sync::Arc;

use parlour_host::journal::{Journal, JournalError, MemoryJournal, SqliteJournal};
use parlour_host::log::{
    Difference, Entry, Header, Limits, LogFile, LogWriter, Replay, Verdict, read_log, verify,
};
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{
    Host, Json, ManualClock, Message, NewTable, Refused, Registry, SeededEntropy, Time, wait,
};
use parlour_rules::{Actor, Age, Fingerprint, Rules, Seat, Seed, Stage, Viewer};
use rusqlite::Connection;

use tally::{first, second, third};

fn of_age<G: Rules>() -> Registry {
    let mut registry = Registry::new();
    registry.register::<G>();
    registry
}

/// A program of some age over a journal.
fn program<G: Rules>(journal: &Arc<dyn Journal>) -> Host {
    Host::new(
        of_age::<G>(),
        Arc::clone(journal),
        Arc::new(ManualClock::at(Time(1_900_000_000_000))),
        Arc::new(SeededEntropy::new(Seed(1))),
    )
}

fn in_memory() -> Arc<dyn Journal> {
    Arc::new(MemoryJournal::new())
}

fn ann() -> Identity {
    Identity::from("ann")
}

/// A table of the first age with so many entries, each a step.
fn played(journal: &Arc<dyn Journal>, goal: u32, entries: u32) -> TableId {
    let host = program::<first::Tally>(journal);
    let setup = Json::of(&first::Setup { goal });
    let table = NewTable::new("tally", setup, Seed(7), Person::new("ann", "Ann"));
    let table = wait(host.open_table(table)).unwrap();
    for _ in 0..entries {
        say(&host, &table, 1).unwrap();
    }
    table
}

fn say(host: &Host, table: &TableId, steps: u32) -> Result<u64, Refused> {
    let message = Message::new(table, &ann(), steps.to_string());
    wait(host.command_text(message)).map(|accepted| accepted.seq)
}

fn exported(host: &Host, table: &TableId) -> LogFile {
    let archive = wait(host.export(table)).unwrap();
    read_log(&archive[..], Limits::default()).unwrap()
}

/// What a program of some age says of a log.
fn verdict<G: Rules>(log: &LogFile) -> String {
    let verdict = verify(&of_age::<G>(), log);
    verdict.map_or_else(|error| error.to_string(), |verdict| verdict.to_string())
}

#[test]
fn a_table_of_older_rules_goes_on_and_its_log_says_from_which_entry() {
    let journal = in_memory();
    let table = played(&journal, 100, 3);
    let host = program::<second::Tally>(&journal);
    let older = wait(host.older(&table)).unwrap().unwrap();
    assert_eq!((older.rules, older.present), (1, 2));
    assert_eq!(
        older.to_string(),
        "This game was played under older rules (1, these are 2); from here on the present \
         rules decide."
    );
    assert_eq!(say(&host, &table, 2), Ok(4));
    // It is said once: now the present rules have decided something.
    assert_eq!(wait(host.older(&table)).unwrap(), None);
    let log = exported(&host, &table);
    assert_eq!(log.header.rules, 1);
    let rules: Vec<_> = log.entries.iter().map(|it| it.value.rules).collect();
    assert_eq!(rules, [None, None, None, Some(2)]);
    assert_eq!(log.entries[3].value.stage, Stage::new("move-3"));
    // A program that is started again follows, and so does one of the next age.
    let again = program::<second::Tally>(&journal);
    assert_eq!(wait(again.older(&table)).unwrap(), None);
    assert_eq!(say(&again, &table, 1), Ok(5));
    let next = program::<third::Tally>(&journal);
    let older = wait(next.older(&table)).unwrap().unwrap();
    assert_eq!((older.rules, older.age), (2, Age::Continues));
    assert_eq!(say(&next, &table, 3), Ok(6));
    let log = exported(&next, &table);
    assert_eq!(
        verdict::<third::Tally>(&log),
        "older rules: 1, these are 3; verified entry 6"
    );
    let sum = |host: &Host| wait(host.look(&table, &ann())).unwrap().view;
    assert_eq!(
        sum(&program::<third::Tally>(&journal)).as_str(),
        r#"{"goal":100,"most":3,"sum":9,"moves":6}"#
    );
}

#[test]
fn verify_names_the_ages_and_never_damage() {
    let journal = in_memory();
    let table = played(&journal, 100, 3);
    let old = exported(&program::<first::Tally>(&journal), &table);
    assert_eq!(verdict::<first::Tally>(&old), "verified 3 entries");
    assert_eq!(
        verdict::<second::Tally>(&old),
        "older rules: 1, these are 2"
    );
    assert_eq!(verdict::<third::Tally>(&old), "older rules: 1, these are 3");
    let host = program::<second::Tally>(&journal);
    say(&host, &table, 2).unwrap();
    say(&host, &table, 2).unwrap();
    let log = exported(&host, &table);
    assert_eq!(
        verdict::<second::Tally>(&log),
        "older rules: 1, these are 2; verified entries 4 to 5"
    );
    assert!(verify(&of_age::<second::Tally>(), &log).unwrap().is_older());
    // A program of the first age says which line it cannot know.
    assert_eq!(
        verdict::<first::Tally>(&log),
        "line 5: rules 2 of tally are newer than rules 1, the newest known here"
    );
}

#[test]
fn a_game_that_older_rules_finished_stays_finished() {
    let journal = in_memory();
    let table = played(&journal, 3, 3);
    // The third age would play on: its goal lies one step further.
    for host in [
        program::<second::Tally>(&journal),
        program::<third::Tally>(&journal),
    ] {
        let glance = wait(host.look(&table, &ann())).unwrap();
        assert_eq!(glance.outcome.unwrap().as_str(), "3");
        assert_eq!(say(&host, &table, 1), Err(Refused::GameOver));
        assert_eq!(exported(&host, &table).entries.len(), 3);
        // Also after its record has changed.
        let other = program::<third::Tally>(&journal);
        wait(other.set_open(&table, &ann(), true)).unwrap();
        wait(host.refresh()).unwrap();
        assert_eq!(say(&host, &table, 1), Err(Refused::GameOver));
    }
}

#[test]
fn a_read_only_age_can_be_looked_at_replayed_and_exported() {
    let journal = in_memory();
    let table = played(&journal, 100, 3);
    let host = program::<third::Tally>(&journal);
    let refused = say(&host, &table, 1).unwrap_err();
    assert_eq!(refused.code(), "read_only");
    assert_eq!(
        refused.to_string(),
        "This game was played under older rules (1, these are 3) and can only be read: its \
         moves were not counted."
    );
    assert!(!refused.is_damage());
    let undone = wait(host.undo(&table, &ann(), 1)).unwrap_err();
    assert_eq!(undone.code(), "read_only");
    let glance = wait(host.look(&table, &ann())).unwrap();
    assert!(glance.view.as_str().contains(r#""sum":3"#));
    let told = wait(host.history(&table, &ann(), 0, 10)).unwrap();
    assert_eq!(told[0].1.as_str(), r#"["stepped","rested"]"#);
    let mut replay = Replay::open(&of_age::<third::Tally>(), exported(&host, &table)).unwrap();
    assert_eq!(replay.older().unwrap().rules, 1);
    assert_eq!(
        replay.setup().as_str(),
        r#"{"goal":100,"most":3}"#,
        "the setup is in the present form"
    );
    let mut sums = Vec::new();
    while replay.forward().unwrap() {
        sums.push(replay.position().view(Viewer::Spectator));
    }
    assert_eq!(sums.len(), 3);
    assert_eq!(sums[2], glance.view);
    replay.go_to(1).unwrap();
    assert_eq!(replay.position().view(Viewer::Spectator), sums[0]);
    let closing = replay.closing();
    assert_eq!(closing, None, "not at the end");
    replay.to_end().unwrap();
    assert_eq!(replay.closing(), Some(Verdict::Verified { entries: 3 }));
}

#[test]
fn rules_newer_than_the_program_are_refused_in_a_sentence_of_their_own() {
    let journal = in_memory();
    let table = played(&journal, 100, 1);
    say(&program::<third::Tally>(&journal), &table, 1).unwrap_err();
    let second_age = program::<second::Tally>(&journal);
    say(&second_age, &table, 1).unwrap();
    let first_age = program::<first::Tally>(&journal);
    let setup = Json::of(&second::Setup { goal: 9, most: 2 });
    let mut newer = NewTable::new("tally", setup, Seed(1), Person::new("ann", "Ann"));
    newer.id = Some("newer".parse().unwrap());
    let newer = wait(second_age.open_table(newer)).unwrap();
    for table in [&table, &newer] {
        let refused = wait(first_age.look(table, &ann())).unwrap_err();
        assert_eq!(refused.code(), "newer_rules");
        assert_eq!(
            refused.to_string(),
            "the table cannot be opened: rules 2 of tally are newer than rules 1, the newest \
             known here"
        );
        assert!(refused.is_of_another_age());
        // Whoever has it may take it to a program that knows it.
        assert!(wait(first_age.export(table)).is_ok());
    }
}

/// The host of an older program is open while a newer one plays on.
#[test]
fn a_running_program_does_not_follow_into_an_age_it_does_not_know() {
    let journal = in_memory();
    let table = played(&journal, 100, 1);
    let first_age = program::<first::Tally>(&journal);
    wait(first_age.look(&table, &ann())).unwrap();
    say(&program::<second::Tally>(&journal), &table, 1).unwrap();
    let refused = say(&first_age, &table, 1).unwrap_err();
    assert_eq!(refused.code(), "newer_rules");
    assert_eq!(
        say(&program::<second::Tally>(&journal), &table, 1),
        Ok(3),
        "nothing was written in between"
    );
}

/// One table that cannot be followed keeps nobody from the others.
#[test]
fn a_running_program_follows_the_tables_that_it_knows_all_the_same() {
    let journal = in_memory();
    let first_age = program::<first::Tally>(&journal);
    let tables = ["a", "b", "c"].map(|name| {
        let setup = Json::of(&first::Setup { goal: 100 });
        let mut table = NewTable::new("tally", setup, Seed(7), Person::new("ann", "Ann"));
        table.id = Some(name.parse().unwrap());
        wait(first_age.open_table(table)).unwrap()
    });
    let watched = tables
        .each_ref()
        .map(|table| wait(first_age.watch(table)).unwrap());
    let [one, beyond, other] = &tables;
    say(&program::<second::Tally>(&journal), beyond, 1).unwrap();
    for table in [one, other] {
        say(&program::<first::Tally>(&journal), table, 1).unwrap();
    }
    let refused = wait(first_age.refresh()).unwrap_err();
    assert_eq!(refused.code(), "newer_rules");
    let known = |table: &TableId| {
        let look = wait(first_age.look_on(table, &ann(), None)).unwrap();
        look.glance.standing.seq
    };
    assert_eq!([known(one), known(beyond), known(other)], [1, 0, 1]);
    drop(watched);
}

fn database(folder: &tempfile::TempDir) -> (Arc<dyn Journal>, Connection) {
    let file = folder.path().join("games.sqlite");
    let journal = SqliteJournal::open(&file).unwrap();
    (Arc::new(journal), Connection::open(file).unwrap())
}

#[test]
fn a_snapshot_of_older_rules_is_brought_into_the_present_form() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, database) = database(&folder);
    let table = played(&journal, 10_000, 300);
    let look = || {
        let host = program::<second::Tally>(&journal);
        wait(host.look(&table, &ann())).map(|glance| glance.view)
    };
    let by_snapshot = look().unwrap();
    // Without it, the events lead to the same state.
    database
        .execute("UPDATE snapshots SET seq = 1", ())
        .unwrap();
    database
        .execute("UPDATE snapshots SET state = 'null'", ())
        .unwrap();
    assert_eq!(look().unwrap(), by_snapshot);
    assert!(by_snapshot.as_str().contains(r#""moves":300"#));
}

#[test]
fn a_snapshot_of_older_rules_spares_reading_what_lies_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, database) = database(&folder);
    let table = played(&journal, 10_000, 300);
    database
        .execute("UPDATE entries SET line = 'x' WHERE seq = 2", ())
        .unwrap();
    let host = program::<second::Tally>(&journal);
    let view = wait(host.look(&table, &ann())).unwrap().view;
    assert!(view.as_str().contains(r#""moves":300"#), "{view}");
}

/// What the present rules decided is compared; what older ones left is not.
#[test]
fn fingerprints_count_from_the_entry_that_the_present_rules_decided() {
    for (seq, damages) in [(2, false), (4, true)] {
        let folder = tempfile::tempdir().unwrap();
        let (journal, database) = database(&folder);
        let table = played(&journal, 100, 3);
        say(&program::<second::Tally>(&journal), &table, 1).unwrap();
        let forge = "UPDATE entries SET line = replace(line, '\"fingerprint\":\"',
             '\"fingerprint\":\"0000000000000000\",\"x\":\"') WHERE seq = ?";
        database.execute(forge, [seq]).unwrap();
        database
            .execute(
                "UPDATE entries SET line = substr(line, 1, instr(line, ',\"x\":\"') - 1)
                 || substr(line, instr(line, ',\"x\":\"') + 23) WHERE seq = ?",
                [seq],
            )
            .unwrap();
        let looked = wait(program::<second::Tally>(&journal).look(&table, &ann()));
        match looked {
            Ok(_) => assert!(!damages, "entry {seq}"),
            Err(refused) => {
                assert!(damages, "entry {seq}: {refused}");
                let damaged = matches!(refused, Refused::Journal(JournalError::Damaged { .. }));
                assert!(damaged, "{refused}");
            }
        }
    }
}

#[test]
fn what_the_present_rules_cannot_apply_is_told_as_a_matter_of_age() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, database) = database(&folder);
    let table = played(&journal, 100, 3);
    database
        .execute(
            "UPDATE entries SET line = replace(line, '\"events\":[1]', '\"events\":[\"x\"]')
             WHERE seq = 2",
            (),
        )
        .unwrap();
    let refused = wait(program::<second::Tally>(&journal).look(&table, &ann())).unwrap_err();
    assert_eq!(refused.code(), "older_rules");
    assert_eq!(
        refused.to_string(),
        "the table was played under older rules (1, these are 2), and cannot be shown under the \
         present ones: entry 2: not events of this game: \"x\" is no number of steps"
    );
    // To the rules that decided it, it is damage.
    let refused = wait(program::<first::Tally>(&journal).look(&table, &ann())).unwrap_err();
    assert_eq!(refused.code(), "journal");
}

/// A log whose entries say which rules decided them.
fn written(rules: &[Option<u32>]) -> LogFile {
    let setup = Json::of(&first::Setup { goal: 100 });
    let header = Header::new("tally", 1, setup, Seed(7));
    let mut log = LogWriter::new(Vec::new(), &header).unwrap();
    for (seq, rules) in (1..).zip(rules) {
        let events = match rules.unwrap_or(1) {
            1 => "[1]",
            _ => r#"[{"added":1}]"#,
        };
        log.entry(&Entry {
            seq,
            stage: Stage::new("tally"),
            by: Actor::Seat(Seat(0)),
            command: Json::parse("1").unwrap(),
            events: Json::parse(events).unwrap(),
            fingerprint: Fingerprint(0),
            time: Time(0),
            who: None,
            from: None,
            rules: *rules,
        })
        .unwrap();
    }
    let text = log.finish(Json::of(&())).unwrap();
    read_log(&text[..], Limits::default()).unwrap()
}

#[test]
fn the_rules_of_a_log_never_grow_younger() {
    let log = written(&[None, Some(2), None]);
    assert_eq!(
        verdict::<third::Tally>(&log),
        "entry 3: expected rules 2, found rules 1"
    );
    let mut replay = Replay::open(&of_age::<third::Tally>(), log).unwrap();
    let error = replay.to_end().unwrap_err().to_string();
    assert_eq!(error, "entry 3: expected rules 2, found rules 1");
    assert_eq!(replay.at(), 2);
}

#[test]
fn a_broken_chain_is_named_in_an_old_log_too() {
    let mut log = written(&[None, None, None]);
    log.entries[1].hash = log.entries[0].hash;
    let found = verify(&of_age::<second::Tally>(), &log).unwrap();
    let Verdict::Differs(Difference { entry: 2, .. }) = found else {
        panic!("{found}");
    };
}
