//! What every journal promises, asked of it directly.

use parlour_host::deadline::Deadline;
use parlour_host::journal::{
    Amend, Append, Appended, Change, Heard, Journal, NewLetter, NewLog, Snapshot, Standing,
};
use parlour_host::log::{End, Entry, Hash, Header, Stored};
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Json, Time, wait};
use parlour_rules::{Actor, Fingerprint, Seat, Seed, Stage, Viewer};

use crate::bed::{Bed, MORNING, id, person};

crate::for_every_journal!(
    a_table_is_created_once_and_loaded_whole,
    only_the_next_entry_is_appended,
    nothing_is_appended_after_the_end,
    a_message_counts_once,
    messages_are_forgotten_by_age,
    letters_wait_in_order_until_they_are_delivered,
    a_deadline_is_claimed_once,
    a_claim_that_came_to_nothing_can_be_claimed_later,
    a_task_has_one_holder,
    a_record_changes_only_from_its_present_version,
    tables_are_found_by_their_keys,
    a_newer_snapshot_takes_the_place_of_the_older,
    a_removed_table_is_gone,
    a_fork_begins_with_the_entries_of_another,
    unknown_tables_are_nothing_and_no_error,
);

fn record() -> Record {
    Record {
        title: "A table".to_owned(),
        game: "pig".to_owned(),
        owner: Identity::from("ann"),
        created: MORNING,
        started: Some(MORNING),
        chairs: vec![Some(person("ann")), None],
        spectators: vec![person("zoe")],
        open: false,
        invitations: Vec::new(),
        paused: None,
        letters: true,
        settings: Json::parse(r#"{"pace":"slow"}"#).unwrap(),
        tags: vec!["room 7".to_owned()],
        forked_from: None,
        moved_to: None,
        undo: None,
    }
}

fn new_log(name: &str) -> NewLog {
    let setup = Json::parse(r#"{"players":2,"goal":100}"#).unwrap();
    let header = Header::new("pig", 1, setup, Seed(u64::MAX)).line();
    NewLog {
        id: id(name),
        start: Hash::of_header(&header),
        header,
        entries: Vec::new(),
        record: record(),
        deadline: None,
        time: MORNING,
    }
}

fn create(bed: &Bed, name: &str) -> TableId {
    assert!(wait(bed.journal().create(new_log(name))).unwrap());
    id(name)
}

fn entry(seq: u64, previous: Hash) -> Stored {
    entry_at(seq, previous, MORNING)
}

fn entry_at(seq: u64, previous: Hash, time: Time) -> Stored {
    let entry = Entry {
        seq,
        stage: Stage::new("turn-1"),
        by: Actor::Seat(Seat(0)),
        command: Json::parse("\"roll\"").unwrap(),
        events: Json::parse(r#"[{"rolled":3}]"#).unwrap(),
        fingerprint: Fingerprint(seq),
        time,
    };
    Stored::entry(&entry, previous)
}

/// The append that comes next for a table as it is stored.
fn next(journal: &dyn Journal, table: &TableId) -> Append {
    let kept = wait(journal.load(table)).unwrap().unwrap();
    let seq = kept.standing.seq + 1;
    Append {
        table: table.clone(),
        seq,
        version: kept.standing.version,
        entry: entry(seq, kept.hash),
        end: None,
        letters: Vec::new(),
        deadline: Change::Keep,
        message: None,
        time: MORNING,
    }
}

fn append(bed: &Bed, append: Append) -> Appended {
    wait(bed.journal().append(append)).unwrap()
}

fn letter(to: Viewer, told: &str) -> NewLetter {
    NewLetter {
        to,
        told: Json::parse(told).unwrap(),
    }
}

fn a_table_is_created_once_and_loaded_whole(bed: &mut Bed) {
    let mut new = new_log("one");
    let deadline = Deadline {
        stage: Stage::new("turn-1"),
        due: Time(MORNING.0 + 5),
        bell: Some(Time(MORNING.0 + 2)),
    };
    new.deadline = Some(deadline.clone());
    assert!(wait(bed.journal().create(new.clone())).unwrap());
    assert!(!wait(bed.journal().create(new.clone())).unwrap());
    for _ in 0..2 {
        let kept = wait(bed.journal().load(&id("one"))).unwrap().unwrap();
        assert_eq!(kept.header, new.header);
        assert_eq!(kept.record, new.record);
        assert_eq!(kept.standing, Standing::default());
        assert_eq!(kept.hash, new.start);
        assert_eq!((kept.end, kept.snapshot, kept.torn), (None, None, None));
        assert_eq!(kept.deadline, Some(deadline.clone()));
        bed.reopen();
    }
}

fn only_the_next_entry_is_appended(bed: &mut Bed) {
    let table = create(bed, "one");
    for seq in 1..=5 {
        let right = next(bed.journal().as_ref(), &table);
        assert_eq!(right.seq, seq);
        for (seq, version) in [(seq + 1, 0), (seq.max(2) - 1, 0), (seq, 1)] {
            if seq == right.seq && version == right.version {
                continue;
            }
            let mut wrong = right.clone();
            (wrong.seq, wrong.version) = (seq, version);
            wrong.letters = vec![letter(Viewer::Spectator, "[0]")];
            wrong.message = Some(Heard {
                who: Identity::from("ann"),
                message: "wrong".to_owned(),
            });
            assert_eq!(append(bed, wrong), Appended::Behind);
        }
        assert_eq!(append(bed, right.clone()), Appended::Done);
        assert_eq!(append(bed, right), Appended::Behind);
        if seq == 3 {
            bed.reopen();
        }
    }
    let journal = bed.journal();
    let all = wait(journal.entries(&table, 1, 100)).unwrap();
    assert_eq!(all.len(), 5);
    assert_eq!(wait(journal.entries(&table, 0, 100)).unwrap(), all);
    assert_eq!(wait(journal.entries(&table, 2, 2)).unwrap(), all[1..3]);
    assert_eq!(wait(journal.entries(&table, 5, 9)).unwrap(), all[4..]);
    assert!(wait(journal.entries(&table, 6, 9)).unwrap().is_empty());
    assert!(wait(journal.letters(0, 9)).unwrap().is_empty());
    let ann = Identity::from("ann");
    assert_eq!(wait(journal.heard(&table, &ann, "wrong")).unwrap(), None);
}

fn nothing_is_appended_after_the_end(bed: &mut Bed) {
    let table = create(bed, "one");
    let mut last = next(bed.journal().as_ref(), &table);
    let end = End {
        end: Json::parse(r#"{"winner":0}"#).unwrap(),
        entries: 1,
    };
    let end = Stored::end(&end, last.entry.hash);
    last.end = Some(end.clone());
    assert_eq!(append(bed, last), Appended::Done);
    for _ in 0..2 {
        let kept = wait(bed.journal().load(&table)).unwrap().unwrap();
        assert_eq!(kept.end.as_ref(), Some(&end.line));
        assert_eq!(kept.hash, end.hash);
        assert_eq!(kept.standing.seq, 1);
        let more = next(bed.journal().as_ref(), &table);
        assert_eq!(append(bed, more), Appended::Behind);
        assert_eq!(wait(bed.journal().entries(&table, 1, 9)).unwrap().len(), 1);
        bed.reopen();
    }
}

fn a_message_counts_once(bed: &mut Bed) {
    let table = create(bed, "one");
    let heard = |who: &str, message: &str| {
        Some(Heard {
            who: Identity::from(who),
            message: message.to_owned(),
        })
    };
    for (seq, (who, message)) in (1..).zip([
        ("ann", "a"),
        ("ann", "b"),
        ("bob", "a"),
        ("bob", "' or 1=1 --"),
    ]) {
        let mut first = next(bed.journal().as_ref(), &table);
        first.message = heard(who, message);
        assert_eq!(append(bed, first.clone()), Appended::Done);
        assert_eq!(append(bed, first), Appended::Repeated(seq));
        bed.reopen();
        // Also as the next entry, and whoever asks.
        let mut again = next(bed.journal().as_ref(), &table);
        again.message = heard(who, message);
        assert_eq!(append(bed, again), Appended::Repeated(seq));
        let who = Identity::from(who);
        assert_eq!(
            wait(bed.journal().heard(&table, &who, message)).unwrap(),
            Some(seq)
        );
    }
    let other = create(bed, "two");
    let mut elsewhere = next(bed.journal().as_ref(), &other);
    elsewhere.message = heard("ann", "a");
    assert_eq!(append(bed, elsewhere), Appended::Done);
}

fn messages_are_forgotten_by_age(bed: &mut Bed) {
    let table = create(bed, "one");
    for (message, time) in [("old", MORNING), ("new", MORNING.after(100))] {
        let mut one = next(bed.journal().as_ref(), &table);
        one.time = time;
        one.message = Some(Heard {
            who: Identity::from("ann"),
            message: message.to_owned(),
        });
        assert_eq!(append(bed, one), Appended::Done);
    }
    wait(bed.journal().forget_messages(MORNING.after(50))).unwrap();
    let ann = Identity::from("ann");
    assert_eq!(
        wait(bed.journal().heard(&table, &ann, "old")).unwrap(),
        None
    );
    assert_eq!(
        wait(bed.journal().heard(&table, &ann, "new")).unwrap(),
        Some(2)
    );
}

fn letters_wait_in_order_until_they_are_delivered(bed: &mut Bed) {
    let tables = [create(bed, "one"), create(bed, "two")];
    for round in 1..=3_u64 {
        for table in &tables {
            let mut one = next(bed.journal().as_ref(), table);
            one.letters = vec![
                letter(Viewer::Seat(Seat(1)), &format!("[{{\"round\":{round}}}]")),
                letter(Viewer::Spectator, "[18446744073709551615,\"ä \\\" ;\"]"),
            ];
            assert_eq!(append(bed, one), Appended::Done);
        }
    }
    bed.reopen();
    let all = wait(bed.journal().letters(0, 100)).unwrap();
    assert_eq!(all.len(), 12);
    assert!(all.is_sorted_by(|one, other| one.id < other.id));
    for (nth, pair) in all.chunks(2).enumerate() {
        assert_eq!(pair[0].table, tables[nth % 2]);
        assert_eq!(pair[0].seq, nth as u64 / 2 + 1);
        assert_eq!(pair[0].to, Viewer::Seat(Seat(1)));
        assert_eq!(
            pair[0].told.as_str(),
            format!("[{{\"round\":{}}}]", nth / 2 + 1)
        );
        assert_eq!(pair[1].to, Viewer::Spectator);
        assert_eq!(pair[1].told.as_str(), "[18446744073709551615,\"ä \\\" ;\"]");
    }
    assert_eq!(wait(bed.journal().letters(0, 5)).unwrap(), all[..5]);
    assert_eq!(
        wait(bed.journal().letters(all[4].id, 5)).unwrap(),
        all[5..10]
    );
    wait(bed.journal().delivered(vec![all[0].id, all[3].id, 999])).unwrap();
    for _ in 0..2 {
        let left: Vec<u64> = wait(bed.journal().letters(0, 100))
            .unwrap()
            .iter()
            .map(|letter| letter.id)
            .collect();
        let expected: Vec<u64> = all.iter().map(|letter| letter.id).collect();
        assert_eq!(left[..2], expected[1..3]);
        assert_eq!(left[2..], expected[4..]);
        bed.reopen();
    }
    let mut one = next(bed.journal().as_ref(), &tables[0]);
    one.letters = vec![letter(Viewer::Spectator, "[]")];
    assert_eq!(append(bed, one), Appended::Done);
    let last = wait(bed.journal().letters(0, 100)).unwrap().pop().unwrap();
    assert!(last.id > all[11].id, "no id is used twice");
}

fn due(stage: &str, after: u64) -> Deadline {
    Deadline {
        stage: Stage::new(stage),
        due: MORNING.after(after),
        bell: None,
    }
}

fn a_deadline_is_claimed_once(bed: &mut Bed) {
    for (name, after) in [("one", 10), ("two", 20), ("three", 30)] {
        let mut new = new_log(name);
        new.deadline = Some(due("turn-1", after));
        assert!(wait(bed.journal().create(new)).unwrap());
    }
    create(bed, "never");
    let claim = |bed: &Bed, now: u64, at_most| {
        let (now, until) = (MORNING.after(now), MORNING.after(now + 1000));
        let claimed = wait(bed.journal().claim_due(now, until, at_most)).unwrap();
        let names = claimed.into_iter().map(|it| it.table.to_string());
        names.collect::<Vec<_>>()
    };
    bed.reopen();
    assert_eq!(
        wait(bed.journal().next_due()).unwrap(),
        Some(MORNING.after(10))
    );
    assert!(claim(bed, 9, 10).is_empty());
    assert_eq!(claim(bed, 25, 1), ["one"]);
    assert_eq!(claim(bed, 25, 10), ["two"]);
    assert!(claim(bed, 26, 10).is_empty());
    assert_eq!(
        wait(bed.journal().next_due()).unwrap(),
        Some(MORNING.after(30))
    );
    assert_eq!(claim(bed, 30, 10), ["three"]);
    // An entry sets the next deadline, and it can be claimed in its turn.
    let mut one = next(bed.journal().as_ref(), &id("one"));
    one.deadline = Change::Set(Some(due("turn-2", 40)));
    assert_eq!(append(bed, one), Appended::Done);
    assert!(claim(bed, 39, 10).is_empty());
    assert_eq!(claim(bed, 40, 10), ["one"]);
    // Another entry lifts it.
    let mut one = next(bed.journal().as_ref(), &id("one"));
    one.deadline = Change::Set(None);
    assert_eq!(append(bed, one), Appended::Done);
    bed.reopen();
    let kept = wait(bed.journal().load(&id("one"))).unwrap().unwrap();
    assert_eq!(kept.deadline, None);
}

fn a_claim_that_came_to_nothing_can_be_claimed_later(bed: &mut Bed) {
    let mut new = new_log("one");
    new.deadline = Some(due("turn-1", 10));
    assert!(wait(bed.journal().create(new)).unwrap());
    let claim = |bed: &Bed, now: u64| {
        let (now, until) = (MORNING.after(now), MORNING.after(now + 100));
        wait(bed.journal().claim_due(now, until, 9)).unwrap().len()
    };
    assert_eq!((claim(bed, 10), claim(bed, 109)), (1, 0));
    assert_eq!(
        wait(bed.journal().next_due()).unwrap(),
        Some(MORNING.after(110))
    );
    assert_eq!((claim(bed, 110), claim(bed, 111)), (1, 0));
}

fn a_task_has_one_holder(bed: &mut Bed) {
    let lease = |bed: &Bed, holder: &str, now: u64| {
        let (now, until) = (MORNING.after(now), MORNING.after(now + 100));
        wait(bed.journal().lease("outbox", holder, now, until)).unwrap()
    };
    assert!(lease(bed, "one", 0));
    assert!(!lease(bed, "two", 50));
    assert!(lease(bed, "one", 60), "who has it may go on");
    assert!(!lease(bed, "two", 159));
    assert!(lease(bed, "two", 160));
    assert!(!lease(bed, "one", 161));
    let (now, until) = (MORNING, MORNING.after(1));
    assert!(wait(bed.journal().lease("other", "one", now, until)).unwrap());
}

fn a_record_changes_only_from_its_present_version(bed: &mut Bed) {
    let table = create(bed, "one");
    let amend = |version, title: &str, deadline| Amend {
        table: table.clone(),
        version,
        record: Record {
            title: title.to_owned(),
            ..record()
        },
        deadline,
        letters: vec![letter(Viewer::Spectator, "[7]")],
        seq: 0,
        time: MORNING,
    };
    let set = |after| Change::Set(Some(due("turn-1", after)));
    for (version, title, deadline, fits) in [
        (1, "too early", set(1), false),
        (0, "first", set(2), true),
        (0, "again", set(3), false),
        (1, "second", Change::Keep, true),
    ] {
        let change = amend(version, title, deadline);
        assert_eq!(wait(bed.journal().amend(change)).unwrap(), fits, "{title}");
    }
    // An entry that was decided under an older record is behind.
    let mut old = next(bed.journal().as_ref(), &table);
    old.version = 1;
    assert_eq!(append(bed, old), Appended::Behind);
    for _ in 0..2 {
        let kept = wait(bed.journal().load(&table)).unwrap().unwrap();
        assert_eq!(kept.record.title, "second");
        assert_eq!(kept.standing.version, 2);
        assert_eq!(kept.deadline, Some(due("turn-1", 2)));
        let standing = wait(bed.journal().standing(&table)).unwrap();
        assert_eq!(standing, Some(kept.standing));
        // Each change that was made, and only those, has told of itself.
        let letters = wait(bed.journal().letters(0, 9)).unwrap();
        assert_eq!(letters.len(), 2);
        assert!(letters.iter().all(|letter| letter.told.as_str() == "[7]"));
        bed.reopen();
    }
}

fn tables_are_found_by_their_keys(bed: &mut Bed) {
    let (one, two) = (create(bed, "one"), create(bed, "two"));
    let mut changed = record();
    changed.chairs = vec![None, Some(person("bob"))];
    changed.tags = Vec::new();
    let amend = Amend {
        table: one.clone(),
        version: 0,
        record: changed,
        deadline: Change::Keep,
        letters: Vec::new(),
        seq: 0,
        time: MORNING.after(1),
    };
    assert!(wait(bed.journal().amend(amend)).unwrap());
    for _ in 0..2 {
        let find = |key: &str| wait(bed.journal().find(key)).unwrap();
        assert_eq!(find("who:ann"), [one.clone(), two.clone()], "the owner");
        assert_eq!(find("who:bob"), std::slice::from_ref(&one));
        assert_eq!(find("tag:room 7"), std::slice::from_ref(&two));
        assert_eq!(find("game:pig"), [one.clone(), two.clone()]);
        assert!(find("who:nobody").is_empty());
        let tables = wait(bed.journal().tables()).unwrap();
        assert_eq!(tables.len(), 2);
        bed.reopen();
    }
    assert_eq!(
        wait(bed.journal().tables()).unwrap(),
        [one.clone(), two.clone()],
        "the one that changed last is first"
    );
    // An entry is a change as well, and its time outlives the process.
    let mut entry = next(bed.journal().as_ref(), &two);
    entry.time = MORNING.after(2);
    entry.entry = entry_at(1, Hash::of_header(&new_log("two").header), entry.time);
    assert_eq!(append(bed, entry), Appended::Done);
    for _ in 0..2 {
        assert_eq!(
            wait(bed.journal().tables()).unwrap(),
            [two.clone(), one.clone()]
        );
        bed.reopen();
    }
}

fn a_newer_snapshot_takes_the_place_of_the_older(bed: &mut Bed) {
    let table = create(bed, "one");
    for seq in [1, 2] {
        let one = next(bed.journal().as_ref(), &table);
        assert_eq!(append(bed, one), Appended::Done);
        let snapshot = Snapshot {
            seq,
            rules: 1,
            state: Json::parse(&format!("{{\"turn\":{seq}}}")).unwrap(),
        };
        wait(bed.journal().keep_snapshot(&table, snapshot.clone())).unwrap();
        let kept = wait(bed.journal().load(&table)).unwrap().unwrap();
        assert_eq!(kept.snapshot, Some(snapshot));
    }
    bed.reopen();
    let kept = wait(bed.journal().load(&table)).unwrap().unwrap();
    assert_eq!(kept.snapshot.map(|it| it.seq), Some(2));
}

fn a_removed_table_is_gone(bed: &mut Bed) {
    let (gone, stays) = (create(bed, "gone"), create(bed, "stays"));
    for table in [&gone, &stays] {
        let mut one = next(bed.journal().as_ref(), table);
        one.letters = vec![letter(Viewer::Spectator, "[1]")];
        one.deadline = Change::Set(Some(due("turn-2", 1)));
        assert_eq!(append(bed, one), Appended::Done);
    }
    wait(bed.journal().remove(&gone)).unwrap();
    wait(bed.journal().remove(&gone)).unwrap();
    for _ in 0..2 {
        let journal = bed.journal();
        assert!(wait(journal.load(&gone)).unwrap().is_none());
        assert!(wait(journal.entries(&gone, 1, 9)).unwrap().is_empty());
        assert_eq!(
            wait(journal.tables()).unwrap(),
            std::slice::from_ref(&stays)
        );
        assert_eq!(
            wait(journal.find("who:ann")).unwrap(),
            std::slice::from_ref(&stays)
        );
        assert_eq!(wait(journal.letters(0, 9)).unwrap().len(), 1);
        drop(journal);
        bed.reopen();
    }
    // The name is free again, and nothing old clings to it.
    create(bed, "gone");
    let kept = wait(bed.journal().load(&gone)).unwrap().unwrap();
    assert_eq!(kept.standing, Standing::default());
}

fn a_fork_begins_with_the_entries_of_another(bed: &mut Bed) {
    let mut new = new_log("fork");
    let mut last = new.start;
    for seq in 1..=3 {
        let stored = entry(seq, last);
        last = stored.hash;
        new.entries.push(stored);
    }
    assert!(wait(bed.journal().create(new.clone())).unwrap());
    for seq in 4..=6 {
        let one = next(bed.journal().as_ref(), &id("fork"));
        assert_eq!(one.seq, seq);
        assert_eq!(append(bed, one), Appended::Done);
        bed.reopen();
    }
    let lines = wait(bed.journal().entries(&id("fork"), 1, 9)).unwrap();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[2], new.entries[2].line);
}

fn unknown_tables_are_nothing_and_no_error(bed: &mut Bed) {
    let (journal, nowhere) = (bed.journal(), id("nowhere"));
    assert!(wait(journal.load(&nowhere)).unwrap().is_none());
    assert!(wait(journal.standing(&nowhere)).unwrap().is_none());
    assert!(wait(journal.entries(&nowhere, 1, 9)).unwrap().is_empty());
    let ann = Identity::from("ann");
    assert_eq!(wait(journal.heard(&nowhere, &ann, "x")).unwrap(), None);
    let other = create(bed, "one");
    let mut lost = next(journal.as_ref(), &other);
    lost.table = nowhere;
    assert_eq!(wait(journal.append(lost)).unwrap(), Appended::Behind);
    assert_eq!(wait(journal.next_due()).unwrap(), None);
}

/// Files are for tables at this machine, which no front of a service carries.
#[test]
fn notes_of_fronts_wait_in_order_and_survive() {
    let postgres = {
        #[cfg(feature = "postgres")]
        {
            crate::bed::postgres()
        }
        #[cfg(not(feature = "postgres"))]
        {
            None
        }
    };
    let beds = [
        Some(crate::bed::memory()),
        Some(crate::bed::sqlite()),
        postgres,
    ];
    for (at, mut bed) in beds.into_iter().flatten().enumerate() {
        let note = |key: &str, text: &str| (key.to_owned(), text.to_owned());
        let notes = vec![
            note("a", "one ä \" ;"),
            note("b", "two"),
            note("a", "again"),
        ];
        wait(bed.journal().keep_notes(notes)).unwrap();
        wait(
            bed.journal()
                .keep_notes(vec![note("b", "once more"), note("c", "three")]),
        )
        .unwrap();
        // A journal in memory has nothing to be opened again from.
        if at > 0 {
            bed.reopen();
        }
        let kept = wait(bed.journal().notes(0, 9)).unwrap();
        let texts: Vec<&str> = kept.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["one ä \" ;", "two", "three"]);
        assert_eq!(wait(bed.journal().notes(kept[0].0, 1)).unwrap(), kept[1..2]);
        wait(bed.journal().drop_notes(vec![kept[0].0, kept[2].0])).unwrap();
        assert_eq!(wait(bed.journal().notes(0, 9)).unwrap(), kept[1..2]);
        wait(bed.journal().keep_notes(vec![note("a", "a new one")])).unwrap();
        assert!(wait(bed.journal().notes(0, 9)).unwrap()[1].0 > kept[2].0);
    }
    let files = crate::bed::files();
    assert!(wait(files.journal().notes(0, 9)).is_err());
}
