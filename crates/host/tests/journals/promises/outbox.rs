//! Letters and notes wait in order until they are crossed off.

use parlour_host::journal::post::LONGEST_QUEUE;
use parlour_host::journal::{Appended, Dropped, Letter, NewNote, Reader, Sorted};
use parlour_host::wait;
use parlour_rules::{Seat, Viewer};

use super::{append, create, letter, next};
use crate::bed::{Bed, MORNING};

crate::for_every_journal!(
    letters_wait_in_order_until_they_are_delivered,
    the_oldest_letters_of_each_reader_come_by_turns,
    letters_age,
);

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

/// Whoever has many letters hides nobody else's.
fn the_oldest_letters_of_each_reader_come_by_turns(bed: &mut Bed) {
    let tables = [create(bed, "one"), create(bed, "two")];
    let (loud, quiet) = (Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)));
    for round in 1..=9_u64 {
        let mut one = next(bed.journal().as_ref(), &tables[0]);
        one.letters = vec![letter(loud, &format!("[{round}]"))];
        if round == 9 {
            one.letters.push(letter(quiet, "[\"rare\"]"));
            one.letters.push(letter(Viewer::Spectator, "[\"public\"]"));
        }
        assert_eq!(append(bed, one), Appended::Done);
    }
    let mut other = next(bed.journal().as_ref(), &tables[1]);
    other.letters = vec![letter(loud, "[\"other\"]")];
    assert_eq!(append(bed, other), Appended::Done);
    bed.reopen();
    let told = |letters: &[Letter]| -> Vec<String> {
        let mut told: Vec<String> = letters.iter().map(|it| it.told.to_string()).collect();
        told.sort();
        told
    };
    let page = wait(bed.journal().letters_each(None, 9, 2)).unwrap();
    assert_eq!(
        told(&page),
        ["[\"other\"]", "[\"public\"]", "[\"rare\"]", "[1]", "[2]"]
    );
    assert!(page.iter().all(|it| it.time == MORNING));
    // One reader after the other, each once, and then nobody.
    let mut after = None;
    let mut all = Vec::new();
    for _ in 0..4 {
        let one = wait(bed.journal().letters_each(after, 1, 99)).unwrap();
        let reader = Reader {
            table: one[0].table.clone(),
            viewer: one[0].to,
        };
        assert!(
            one.iter()
                .all(|it| it.table == reader.table && it.to == reader.viewer)
        );
        assert!(one.is_sorted_by(|one, other| one.id < other.id));
        all.extend(one);
        after = Some(reader);
    }
    assert_eq!(all.len(), 12);
    assert!(
        wait(bed.journal().letters_each(after, 9, 9))
            .unwrap()
            .is_empty()
    );
    let first = vec![page.iter().find(|it| it.told.as_str() == "[1]").unwrap().id];
    wait(bed.journal().delivered(first)).unwrap();
    let page = wait(bed.journal().letters_each(None, 9, 1)).unwrap();
    assert!(told(&page).contains(&"[2]".to_owned()));
}

fn letters_age(bed: &mut Bed) {
    let table = create(bed, "one");
    for hour in 0..3 {
        let mut one = next(bed.journal().as_ref(), &table);
        one.letters = vec![letter(Viewer::Spectator, &format!("[{hour}]"))];
        one.time = MORNING.after(hour * 3_600_000);
        assert_eq!(append(bed, one), Appended::Done);
    }
    for letters in [1, 0] {
        let dropped = wait(bed.journal().drop_old(MORNING.after(3_600_000))).unwrap();
        assert_eq!(dropped, Dropped { letters, notes: 0 });
        let left = wait(bed.journal().letters(0, 9)).unwrap();
        let told: Vec<&str> = left.iter().map(|it| it.told.as_str()).collect();
        assert_eq!(told, ["[1]", "[2]"]);
        bed.reopen();
    }
}

/// The journals of services: files are for tables at this machine, which no front of
/// a service carries.
fn beds() -> Vec<Bed> {
    let mut beds = vec![crate::bed::memory(), crate::bed::sqlite()];
    #[cfg(feature = "postgres")]
    beds.extend(crate::bed::postgres());
    beds
}

fn note(key: &str, to: &str, text: &str) -> NewNote {
    NewNote {
        key: key.to_owned(),
        to: to.to_owned(),
        asked: false,
        voice: None,
        note: text.to_owned(),
    }
}

fn texts(bed: &Bed, to: &str) -> Vec<String> {
    let notes = wait(bed.journal().notes(to, 999)).unwrap();
    assert!(notes.is_sorted_by(|one, other| one.0 < other.0));
    notes.into_iter().map(|(_, text)| text).collect()
}

#[test]
fn notes_of_fronts_wait_in_order_by_recipient_and_survive() {
    for (at, mut bed) in beds().into_iter().enumerate() {
        let keep = |bed: &Bed, notes| wait(bed.journal().keep_notes(notes, MORNING)).unwrap();
        let asked = NewNote {
            asked: true,
            ..note("b", "slack:U2", "two")
        };
        keep(
            &bed,
            vec![
                note("a", "slack:U1", "one ä \" ;"),
                asked,
                note("a", "slack:U1", "again"),
            ],
        );
        keep(
            &bed,
            vec![
                note("b", "slack:U2", "once more"),
                note("c", "slack:U1", "three"),
            ],
        );
        // A journal in memory has nothing to be opened again from.
        if at > 0 {
            bed.reopen();
        }
        assert_eq!(texts(&bed, "slack:U1"), ["one ä \" ;", "three"]);
        assert_eq!(texts(&bed, "slack:U2"), ["two"]);
        assert!(texts(&bed, "slack:U3").is_empty());
        let queues = wait(bed.journal().queues("", 9)).unwrap();
        let seen: Vec<(&str, u64, bool)> = queues
            .iter()
            .map(|queue| (queue.to.as_str(), queue.notes, queue.asked > 0))
            .collect();
        assert_eq!(seen, [("slack:U1", 2, false), ("slack:U2", 1, true)]);
        assert!(queues[0].oldest < queues[1].oldest);
        assert_eq!(queues[1].asked, queues[1].oldest);
        assert_eq!(wait(bed.journal().queues("", 1)).unwrap(), queues[..1]);
        assert_eq!(
            wait(bed.journal().queues("slack:U1", 9)).unwrap(),
            queues[1..]
        );
        let kept = wait(bed.journal().notes("slack:U1", 1)).unwrap();
        assert_eq!(kept.len(), 1);
        wait(bed.journal().drop_notes(vec![kept[0].0])).unwrap();
        assert_eq!(texts(&bed, "slack:U1"), ["three"]);
        keep(&bed, vec![note("a", "slack:U1", "a new one")]);
        assert_eq!(texts(&bed, "slack:U1"), ["three", "a new one"]);
    }
    let files = crate::bed::files();
    assert!(wait(files.journal().queues("", 9)).is_err());
}

#[test]
fn a_queue_has_an_end_and_what_falls_out_of_it_is_counted() {
    for bed in beds() {
        let most = u64::from(LONGEST_QUEUE);
        let many = (0..most + 12).map(|nth| note(&format!("n{nth}"), "slack:U1", &nth.to_string()));
        let mut many: Vec<NewNote> = many.collect();
        many.push(note("x", "slack:U2", "other"));
        wait(bed.journal().keep_notes(many, MORNING)).unwrap();
        wait(
            bed.journal()
                .keep_notes(vec![note("y", "slack:U1", "last")], MORNING),
        )
        .unwrap();
        let left = texts(&bed, "slack:U1");
        assert_eq!(left.len() as u64, most);
        assert_eq!(left.first().unwrap(), "13");
        assert_eq!(left.last().unwrap(), "last");
        let dropped = |bed: &Bed| -> Vec<u64> {
            let queues = wait(bed.journal().queues("", 9)).unwrap();
            queues.iter().map(|queue| queue.dropped).collect()
        };
        assert_eq!(dropped(&bed), [13, 0]);
        // What was told of it is less than what is dropped by now.
        wait(bed.journal().forget_dropped("slack:U1", 10)).unwrap();
        assert_eq!(dropped(&bed), [3, 0]);
        // Old ones are dropped, and counted too.
        let old = |before| wait(bed.journal().drop_old(before)).unwrap();
        assert_eq!(old(MORNING), Dropped::default());
        assert_eq!(dropped(&bed), [3, 0]);
        let (letters, notes) = (0, most + 1);
        assert_eq!(old(MORNING.after(1)), Dropped { letters, notes });
        assert!(dropped(&bed).is_empty());
        let later = MORNING.after(2);
        wait(
            bed.journal()
                .keep_notes(vec![note("z", "slack:U1", "new")], later),
        )
        .unwrap();
        assert_eq!(dropped(&bed), [3 + most]);
        wait(bed.journal().forget_dropped("slack:U1", 3 + most)).unwrap();
        assert_eq!(dropped(&bed), [0]);
    }
}

/// Somebody who is gone for good is told of nothing again, and leaves nothing behind.
#[test]
fn how_many_were_dropped_is_forgotten_when_nothing_has_waited_for_a_month() {
    const DAY: u64 = 86_400_000;
    for mut bed in beds() {
        let day = |days: u64| MORNING.after(days * DAY);
        let keep = |bed: &Bed, key: &str, to: &str, days| {
            wait(
                bed.journal()
                    .keep_notes(vec![note(key, to, "x")], day(days)),
            )
            .unwrap();
        };
        let sweep = |bed: &Bed, days| wait(bed.journal().drop_old(day(days))).unwrap().notes;
        let dropped = |bed: &Bed, to: &str| {
            let queues = wait(bed.journal().queues("", 9)).unwrap();
            queues.into_iter().find(|it| it.to == to).unwrap().dropped
        };
        for to in ["slack:gone", "slack:away", "slack:back"] {
            keep(&bed, to, to, 0);
        }
        assert_eq!(sweep(&bed, 1), 3);
        // Something waits for one of them in between.
        keep(&bed, "again", "slack:back", 10);
        assert_eq!(sweep(&bed, 5), 0);
        assert_eq!(sweep(&bed, 20), 1);
        wait(bed.journal().forget_messages(day(25))).unwrap();
        bed.reopen();
        assert_eq!(sweep(&bed, 30), 0);
        keep(&bed, "late", "slack:away", 30);
        assert_eq!(dropped(&bed, "slack:away"), 1, "not yet a month");
        for days in [31, 32] {
            assert_eq!(sweep(&bed, days), u64::from(days == 31));
        }
        for to in ["slack:gone", "slack:away", "slack:back"] {
            keep(&bed, &format!("{to} now"), to, 33);
        }
        let known = ["slack:gone", "slack:away", "slack:back"].map(|to| dropped(&bed, to));
        assert_eq!(known, [0, 2, 2]);
        // Marks go with what they are of.
        wait(bed.journal().forget_messages(day(999))).unwrap();
        sweep(&bed, 34);
        assert_eq!(sweep(&bed, 70), 0);
    }
}

#[test]
fn what_gives_way_falls_out_of_a_full_queue_before_all_else() {
    for bed in beds() {
        let keep = |notes| wait(bed.journal().keep_notes(notes, MORNING)).unwrap();
        let many = |name: &str, number: u32, says: Option<&str>| -> Vec<NewNote> {
            let nth = |nth: u32| {
                let text = format!("{name}{nth}");
                NewNote {
                    voice: says.map(str::to_owned),
                    ..note(&text, "slack:U1", &text)
                }
            };
            (0..number).map(nth).collect()
        };
        keep(many("result ", 10, None));
        keep(many("said ", LONGEST_QUEUE + 50, Some("ann")));
        // The same key twice is one note.
        keep(many("said ", LONGEST_QUEUE + 50, Some("ann")).split_off(100));
        keep(many("late result ", 10, None));
        let left = texts(&bed, "slack:U1");
        assert_eq!(left.len(), LONGEST_QUEUE as usize);
        let count = |front: &str| left.iter().filter(|it| it.starts_with(front)).count();
        assert_eq!((count("result "), count("late result ")), (10, 10));
        // Of what was said the newest is kept, in its order.
        assert_eq!(left[10], "said 70");
        assert_eq!(left[189], "said 249");
        let queues = wait(bed.journal().queues("", 9)).unwrap();
        assert_eq!(queues[0].dropped, 70);
        // Once nothing gives way any more the oldest falls out, and who says something then
        // is heard by whoever looks for it.
        keep(many("other ", LONGEST_QUEUE - 20, None));
        keep(many("hush ", 1, Some("ann")));
        keep(many("last ", 1, None));
        let left = texts(&bed, "slack:U1");
        assert_eq!(left.len(), LONGEST_QUEUE as usize);
        assert_eq!(
            (left[0].as_str(), left[199].as_str()),
            ("result 1", "last 0")
        );
    }
}

#[test]
fn who_says_much_pushes_nobody_elses_words_out_of_a_full_queue() {
    for bed in beds() {
        let say = |voice: &str, numbers: std::ops::Range<u32>| {
            for nth in numbers {
                let text = format!("{voice} {nth}");
                let said = NewNote {
                    voice: Some(voice.to_owned()),
                    ..note(&text, "slack:U1", &text)
                };
                wait(bed.journal().keep_notes(vec![said], MORNING)).unwrap();
            }
        };
        let left = |voice: &str| -> Vec<u32> {
            let texts = texts(&bed, "slack:U1").into_iter();
            let numbers = texts.filter_map(|it| it.strip_prefix(voice)?.trim().parse().ok());
            numbers.collect()
        };
        keep_one(&bed, "result");
        say("ben", 0..9);
        say("loud", 0..LONGEST_QUEUE + 40);
        say("cleo", 0..5);
        say("loud", 300..320);
        // All that others said is there, and of the loud one the newest.
        assert_eq!(left("ben"), (0..9).collect::<Vec<_>>());
        assert_eq!(left("cleo"), (0..5).collect::<Vec<_>>());
        let loud = left("loud");
        assert_eq!(loud.len(), LONGEST_QUEUE as usize - 15);
        assert_eq!((loud[0], loud[184]), (75, 319));
        // Two who are as loud have as much of it as the other.
        say("ben", 9..300);
        assert_eq!((left("ben").len(), left("loud").len()), (97, 97));
        assert_eq!((left("ben")[0], left("cleo").len()), (203, 5));
        let queues = wait(bed.journal().queues("", 9)).unwrap();
        assert_eq!(queues[0].dropped, 1 + 300 + 5 + 260 - 200);
        assert_eq!(texts(&bed, "slack:U1")[0], "result");
    }
}

fn keep_one(bed: &Bed, text: &str) {
    let notes = vec![note(text, "slack:U1", text)];
    wait(bed.journal().keep_notes(notes, MORNING)).unwrap();
}

#[test]
fn a_letter_is_sorted_once() {
    for bed in beds() {
        let table = create(&bed, "one");
        for round in 0..2 {
            let mut one = next(bed.journal().as_ref(), &table);
            one.letters = vec![letter(Viewer::Spectator, &format!("[{round}]"))];
            assert_eq!(append(&bed, one), Appended::Done);
        }
        let letters = wait(bed.journal().letters(0, 9)).unwrap();
        let sorted = |nth: usize, texts: &[&str]| Sorted {
            letter: letters[nth].id,
            notes: texts
                .iter()
                .map(|text| note(&format!("{nth}:{text}"), "slack:U1", text))
                .collect(),
        };
        let sort = |sorted| wait(bed.journal().sort_letters(sorted, MORNING)).unwrap();
        sort(vec![sorted(0, &["a", "b"])]);
        assert_eq!(texts(&bed, "slack:U1"), ["a", "b"]);
        assert_eq!(wait(bed.journal().letters(0, 9)).unwrap(), letters[1..]);
        let kept = wait(bed.journal().notes("slack:U1", 9)).unwrap();
        wait(
            bed.journal()
                .drop_notes(kept.iter().map(|it| it.0).collect()),
        )
        .unwrap();
        // A slow sender has read the same letters before.
        sort(vec![sorted(0, &["a", "b"]), sorted(1, &["c"])]);
        assert_eq!(texts(&bed, "slack:U1"), ["c"]);
        assert!(wait(bed.journal().letters(0, 9)).unwrap().is_empty());
    }
}
