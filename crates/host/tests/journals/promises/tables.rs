//! Tables: begun once, found, changed, forked, removed.

use parlour_host::deadline::Deadline;
use parlour_host::journal::{Amend, Appended, Change, MessageId, Snapshot, Standing};
use parlour_host::log::Hash;
use parlour_host::table::{Identity, Record};
use parlour_host::{Json, Time, wait};
use parlour_rules::{Stage, Viewer};

use super::{append, create, deed, due, entry, entry_at, face, letter, new_log, next, record};
use crate::bed::{Bed, MORNING, id, person};

crate::for_every_journal!(
    a_table_is_created_once_and_loaded_whole,
    a_record_changes_only_from_its_present_version,
    a_message_that_changes_the_record_is_heard,
    the_table_that_comes_after_another_is_begun_with_the_change_or_not_at_all,
    tables_are_found_by_their_keys,
    a_newer_snapshot_takes_the_place_of_the_older,
    a_removed_table_is_gone,
    a_fork_begins_with_the_entries_of_another,
    unknown_tables_are_nothing_and_no_error,
);

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

fn a_record_changes_only_from_its_present_version(bed: &mut Bed) {
    let table = create(bed, "one");
    let amend = |version, title: &str, deadline| Amend {
        table: table.clone(),
        version,
        record: Record {
            title: title.to_owned(),
            ..record()
        },
        face: face("amended"),
        found_anew: false,
        deadline,
        letters: vec![letter(Viewer::Spectator, "[7]")],
        message: None,
        seq: 0,
        deed: deed(version + 1, Hash::of_header("")),
        opens: None,
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

fn a_message_that_changes_the_record_is_heard(bed: &mut Bed) {
    let table = create(bed, "one");
    let first = next(bed.journal().as_ref(), &table);
    assert_eq!(append(bed, first), Appended::Done);
    let ann = Identity::from("ann");
    let amend = |version, message: &str| Amend {
        table: table.clone(),
        version,
        record: record(),
        face: face("amended"),
        found_anew: false,
        deadline: Change::Keep,
        letters: Vec::new(),
        message: Some(MessageId {
            who: Identity::from("ann"),
            message: message.to_owned(),
        }),
        seq: 1,
        deed: deed(version + 1, Hash::of_header("")),
        opens: None,
        time: MORNING,
    };
    for (version, message, fits) in [
        (1, "early", false),
        (0, "a", true),
        (0, "late", false),
        (1, "' or 1=1 --", true),
        (2, "a", true),
    ] {
        let change = amend(version, message);
        assert_eq!(
            wait(bed.journal().amend(change)).unwrap(),
            fits,
            "{message}"
        );
        let heard = wait(bed.journal().heard(&table, &ann, message)).unwrap();
        assert_eq!(heard, fits.then_some(1), "{message}");
    }
    for _ in 0..2 {
        let mut again = next(bed.journal().as_ref(), &table);
        again.message = amend(0, "a").message;
        assert_eq!(append(bed, again), Appended::Repeated(1));
        let early = wait(bed.journal().heard(&table, &ann, "early")).unwrap();
        assert_eq!(early, None);
        bed.reopen();
    }
}

fn the_table_that_comes_after_another_is_begun_with_the_change_or_not_at_all(bed: &mut Bed) {
    let table = create(bed, "one");
    let ann = Identity::from("ann");
    let leave = |version, message: &str, opens: &str| {
        let mut left = record();
        left.tags = vec!["past".to_owned()];
        Amend {
            table: table.clone(),
            version,
            record: left,
            face: face("left"),
            found_anew: true,
            deadline: Change::Keep,
            letters: Vec::new(),
            message: Some(MessageId {
                who: Identity::from("ann"),
                message: message.to_owned(),
            }),
            seq: 0,
            deed: deed(version + 1, Hash::of_header("")),
            opens: Some(Box::new(new_log(opens))),
            time: MORNING,
        }
    };
    let under = |bed: &Bed, tag: &str| wait(bed.journal().find(&format!("tag:{tag}"))).unwrap();
    for (version, message, opens) in [(1, "behind", "two"), (0, "taken", "one")] {
        let change = leave(version, message, opens);
        assert!(!wait(bed.journal().amend(change)).unwrap(), "{message}");
        assert_eq!(under(bed, "room 7"), std::slice::from_ref(&table));
        let kept = wait(bed.journal().load(&table)).unwrap().unwrap();
        assert_eq!((kept.standing.version, kept.record), (0, record()));
        assert!(wait(bed.journal().load(&id("two"))).unwrap().is_none());
        let heard = wait(bed.journal().heard(&table, &ann, message)).unwrap();
        assert_eq!(heard, None, "{message}");
    }
    assert!(wait(bed.journal().amend(leave(0, "ready", "two"))).unwrap());
    for _ in 0..2 {
        assert_eq!(under(bed, "past"), std::slice::from_ref(&table));
        assert_eq!(under(bed, "room 7"), [id("two")]);
        let begun = wait(bed.journal().load(&id("two"))).unwrap().unwrap();
        let new = new_log("two");
        assert_eq!((begun.header, begun.record), (new.header, new.record));
        assert_eq!(begun.standing, Standing::default());
        let deeds = wait(bed.journal().deeds(&id("two"), 0, 9)).unwrap();
        assert_eq!(deeds, [new.deed.line]);
        let heard = wait(bed.journal().heard(&table, &ann, "ready")).unwrap();
        assert_eq!(heard, Some(0));
        bed.reopen();
    }
    assert!(!wait(bed.journal().amend(leave(0, "again", "three"))).unwrap());
    assert!(wait(bed.journal().load(&id("three"))).unwrap().is_none());
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
        face: face("amended"),
        found_anew: true,
        deadline: Change::Keep,
        letters: Vec::new(),
        message: None,
        seq: 0,
        deed: deed(1, Hash::of_header("")),
        opens: None,
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
    // The newest one goes: whatever the journal numbers may be used again.
    let (stays, gone) = (create(bed, "stays"), create(bed, "gone"));
    let heard = MessageId {
        who: Identity::from("ann"),
        message: "m".to_owned(),
    };
    for table in [&gone, &stays] {
        let mut one = next(bed.journal().as_ref(), table);
        one.message = Some(heard.clone());
        one.letters = vec![letter(Viewer::Spectator, "[1]")];
        one.deadline = Change::Set(Some(due("turn-2", 1)));
        assert_eq!(append(bed, one), Appended::Done);
    }
    let snapshot = Snapshot {
        seq: 1,
        rules: 1,
        state: Json::parse("[]").unwrap(),
    };
    wait(bed.journal().keep_snapshot(&gone, snapshot)).unwrap();
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
    // The place and the name are free again, and nothing old clings to them.
    for name in ["other", "gone"] {
        let mut new = new_log(name);
        new.record.tags.clear();
        assert!(wait(bed.journal().create(new)).unwrap());
        let (journal, table) = (bed.journal(), id(name));
        let kept = wait(journal.load(&table)).unwrap().unwrap();
        assert_eq!(kept.standing, Standing::default());
        assert_eq!((kept.snapshot, kept.deadline), (None, None));
        assert!(wait(journal.entries(&table, 1, 9)).unwrap().is_empty());
        let before = wait(journal.heard(&table, &heard.who, &heard.message)).unwrap();
        assert_eq!(before, None);
        let tagged = wait(journal.find("tag:room 7")).unwrap();
        assert_eq!(tagged, std::slice::from_ref(&stays));
        let mut one = next(journal.as_ref(), &table);
        one.message = Some(heard.clone());
        assert_eq!(append(bed, one), Appended::Done);
    }
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
