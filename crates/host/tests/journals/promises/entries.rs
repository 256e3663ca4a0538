//! Entries: only the next one is stored, with all that belongs to it.

use parlour_host::journal::{Appended, MessageId};
use parlour_host::log::{End, Stored};
use parlour_host::table::Identity;
use parlour_host::{Json, wait};
use parlour_rules::Viewer;

use super::{append, create, letter, next};
use crate::bed::{Bed, MORNING};

crate::for_every_journal!(
    only_the_next_entry_is_appended,
    nothing_is_appended_after_the_end,
    a_message_counts_once,
    messages_are_forgotten_by_age,
);

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
            wrong.message = Some(MessageId {
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
        Some(MessageId {
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
        one.message = Some(MessageId {
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
