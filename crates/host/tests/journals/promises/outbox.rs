//! Letters and notes wait in order until they are crossed off.

use parlour_host::journal::Appended;
use parlour_host::wait;
use parlour_rules::{Seat, Viewer};

use super::{append, create, letter, next};
use crate::bed::Bed;

crate::for_every_journal!(letters_wait_in_order_until_they_are_delivered,);

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
