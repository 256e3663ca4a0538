//! Lines of audits: stored with the change they tell of, and never without it.

use parlour_host::journal::{Amend, Change};
use parlour_host::log::Hash;
use parlour_host::table::TableId;
use parlour_host::wait;

use super::{append, create, deed, face, new_log, next, record};
use crate::bed::{Bed, MORNING, id};

crate::for_every_journal!(
    a_deed_is_stored_with_its_change_and_only_with_it,
    deeds_are_read_from_any_version_on,
    a_removed_table_leaves_no_deeds,
);

/// Changes a record once more, if it has this version; whether it had.
fn amend(bed: &Bed, table: &TableId, version: u64, previous: Hash) -> Option<Hash> {
    let deed = deed(version + 1, previous);
    let hash = deed.hash;
    let amend = Amend {
        table: table.clone(),
        version,
        record: record(),
        face: face("amended"),
        found_anew: false,
        deadline: Change::Keep,
        letters: Vec::new(),
        message: None,
        seq: 0,
        deed,
        opens: None,
        time: MORNING,
    };
    let stored = wait(bed.journal().amend(amend)).unwrap();
    stored.then_some(hash)
}

fn lines(bed: &Bed, table: &TableId, from: u64, at_most: u32) -> Vec<String> {
    wait(bed.journal().deeds(table, from, at_most)).unwrap()
}

fn a_deed_is_stored_with_its_change_and_only_with_it(bed: &mut Bed) {
    let new = new_log("one");
    let (table, start) = (new.id.clone(), new.start);
    let first = new.deed.clone();
    assert!(wait(bed.journal().create(new.clone())).unwrap());
    // Neither a second table of that name nor a change from another version tells.
    assert!(!wait(bed.journal().create(new)).unwrap());
    assert_eq!(amend(bed, &table, 1, first.hash), None);
    let second = amend(bed, &table, 0, first.hash).unwrap();
    assert_eq!(amend(bed, &table, 0, start), None);
    let third = amend(bed, &table, 1, second).unwrap();
    // An entry leaves the audit as it is.
    let entry = next(bed.journal().as_ref(), &table);
    append(bed, entry);
    for _ in 0..2 {
        let kept = wait(bed.journal().load(&table)).unwrap().unwrap();
        assert_eq!(kept.deed, Some(third));
        assert_eq!(kept.standing.version, 2);
        let expected = [first.clone(), deed(1, first.hash), deed(2, second)];
        assert!(
            lines(bed, &table, 0, 9)
                .iter()
                .eq(expected.iter().map(|it| &it.line))
        );
        bed.reopen();
    }
}

fn deeds_are_read_from_any_version_on(bed: &mut Bed) {
    let table = create(bed, "one");
    let mut last = new_log("one").deed.hash;
    for version in 0..9 {
        last = amend(bed, &table, version, last).unwrap();
    }
    for _ in 0..2 {
        let all = lines(bed, &table, 0, 99);
        assert_eq!(all.len(), 10);
        assert_eq!(lines(bed, &table, 4, 3), all[4..7]);
        assert_eq!(lines(bed, &table, 8, 99), all[8..]);
        assert!(lines(bed, &table, 10, 99).is_empty());
        assert!(lines(bed, &table, u64::MAX, 99).is_empty());
        assert!(lines(bed, &table, 0, 0).is_empty());
        assert!(lines(bed, &id("nowhere"), 0, 99).is_empty());
        bed.reopen();
    }
}

fn a_removed_table_leaves_no_deeds(bed: &mut Bed) {
    let (one, two) = (create(bed, "one"), create(bed, "two"));
    amend(bed, &one, 0, new_log("one").deed.hash).unwrap();
    wait(bed.journal().remove(&one)).unwrap();
    for _ in 0..2 {
        assert!(lines(bed, &one, 0, 9).is_empty());
        assert_eq!(lines(bed, &two, 0, 9), [new_log("two").deed.line]);
        bed.reopen();
    }
    // Another one of that name has an audit of its own.
    create(bed, "one");
    assert_eq!(lines(bed, &one, 0, 9), [new_log("one").deed.line]);
}
