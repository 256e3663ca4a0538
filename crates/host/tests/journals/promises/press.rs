//! Press: numbered from 1 at each table, kept with everything that belongs to it or not
//! at all, and read in the order in which it was said.

use std::sync::Arc;
use std::thread;

use parlour_host::journal::{MessageId, NewLetter};
use parlour_host::press::{LONGEST_WORDS, NewPress, PACES, Press, Said, Taken};
use parlour_host::table::{Identity, TableId};
use parlour_host::{Host, Json, Refused, wait};
use parlour_rules::{Seat, Viewer};

use super::{append, create, letter, next};
use crate::bed::{Bed, MORNING, id, lines, open, person, pig, play_pig, who};

crate::for_every_journal!(
    press_has_numbers_of_its_own_and_is_kept,
    press_is_kept_whole_or_not_at_all,
    press_said_at_once_has_different_numbers,
    press_goes_with_its_table,
    press_is_read_by_its_readers_alone,
    press_is_said_before_the_game_and_after_it,
    nobody_says_so_much_that_others_cannot_speak,
);

fn said(words: &str, to: &[u8]) -> Said {
    Said {
        time: MORNING,
        stage: Some(String::from("turn-1")),
        from: Seat(0),
        to: to.iter().copied().map(Seat).collect(),
        readers: vec![who("ann"), who("bob")],
        words: words.to_owned(),
    }
}

fn new(table: &TableId, words: &str, message: Option<&str>) -> NewPress {
    NewPress {
        table: table.clone(),
        version: 0,
        said: said(words, &[1]),
        letters: vec![NewLetter {
            to: Viewer::Seat(Seat(1)),
            told: Json::of(&[words]),
        }],
        message: message.map(|message| MessageId {
            who: who("ann"),
            message: message.to_owned(),
        }),
        seq: 0,
    }
}

fn words(bed: &Bed, table: &TableId, from: u64, at_most: u32) -> Vec<(u64, String)> {
    let press = wait(bed.journal().press(table, from, at_most)).unwrap();
    press
        .into_iter()
        .map(|it| (it.number, it.said.words))
        .collect()
}

fn press_has_numbers_of_its_own_and_is_kept(bed: &mut Bed) {
    let tables = [create(bed, "one"), create(bed, "two")];
    let strange = "ä \" ' ; \u{0}\n| x";
    for (number, text) in (1..).zip(["a", strange, "c"]) {
        for table in &tables {
            let told = wait(bed.journal().tell(new(table, text, None))).unwrap();
            assert_eq!(told, Taken::Done(number));
        }
        bed.reopen();
    }
    // Entries and records have theirs.
    let standing = wait(bed.journal().standing(&tables[0])).unwrap().unwrap();
    assert_eq!((standing.seq, standing.version), (0, 0));
    let one = next(bed.journal().as_ref(), &tables[0]);
    append(bed, one);
    assert_eq!(lines(bed.journal().as_ref(), &tables[0]).len(), 1);
    let kept = wait(bed.journal().press(&tables[0], 1, 10)).unwrap();
    assert_eq!(kept[0].said, said("a", &[1]));
    let stored = &kept[1].said.words;
    assert!(*stored == strange || *stored == strange.replace('\u{0}', "\u{fffd}"));
    assert_eq!(words(bed, &tables[1], 3, 10), [(3, String::from("c"))]);
    assert_eq!(words(bed, &tables[1], 1, 1), [(1, String::from("a"))]);
    assert_eq!(words(bed, &tables[1], 4, 10), []);
    assert_eq!(words(bed, &id("nowhere"), 1, 10), []);
}

fn press_is_kept_whole_or_not_at_all(bed: &mut Bed) {
    let table = create(bed, "one");
    let tell = |bed: &Bed, press: NewPress| wait(bed.journal().tell(press)).unwrap();
    assert_eq!(tell(bed, new(&table, "a", Some("m1"))), Taken::Done(1));
    bed.reopen();
    // The same message again, also under another record, has been heard.
    assert_eq!(tell(bed, new(&table, "a", Some("m1"))), Taken::Repeated);
    let mut late = new(&table, "b", Some("m2"));
    late.version = 7;
    assert_eq!(tell(bed, late), Taken::Behind);
    assert_eq!(tell(bed, new(&id("gone"), "c", None)), Taken::Behind);
    assert_eq!(words(bed, &table, 1, 10), [(1, String::from("a"))]);
    let letters = wait(bed.journal().letters(0, 10)).unwrap();
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].told.as_str(), "[\"a\"]");
    assert_eq!(letters[0].time, MORNING);
    let heard = |message: &str| wait(bed.journal().heard(&table, &who("ann"), message)).unwrap();
    assert_eq!((heard("m1"), heard("m2")), (Some(0), None));
}

fn press_said_at_once_has_different_numbers(bed: &mut Bed) {
    let table = create(bed, "one");
    thread::scope(|scope| {
        for speaker in 0..4 {
            let (journal, table) = (bed.journal(), &table);
            scope.spawn(move || {
                for turn in 0..5 {
                    let text = format!("{speaker} {turn}");
                    let told = wait(journal.tell(new(table, &text, Some(&text)))).unwrap();
                    assert!(matches!(told, Taken::Done(_)), "{told:?}");
                }
            });
        }
    });
    let kept = words(bed, &table, 1, 100);
    let numbers: Vec<u64> = kept.iter().map(|(number, _)| *number).collect();
    assert!(numbers.into_iter().eq(1..=20));
    for speaker in 0..4 {
        let front = format!("{speaker} ");
        let own = kept.iter().filter(|(_, text)| text.starts_with(&front));
        assert!(own.is_sorted_by_key(|(_, text)| text), "in their order");
    }
    assert_eq!(wait(bed.journal().letters(0, 100)).unwrap().len(), 20);
}

fn press_goes_with_its_table(bed: &mut Bed) {
    let table = create(bed, "one");
    wait(bed.journal().tell(new(&table, "a", None))).unwrap();
    wait(bed.journal().remove(&table)).unwrap();
    assert_eq!(words(bed, &table, 1, 10), []);
    create(bed, "one");
    bed.reopen();
    assert_eq!(words(bed, &table, 1, 10), []);
}

fn heard(host: &Host, table: &TableId, reader: Option<&Identity>, open: bool) -> Vec<Press> {
    let mut all = Vec::new();
    wait(host.press(table, reader, open, |it| all.push(it))).unwrap();
    all
}

fn press_is_read_by_its_readers_alone(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann", "bob", "cid"], 100));
    let tell = |words: &str, to: &[u8], readers: &[&str]| {
        let said = Said {
            readers: readers.iter().map(|name| who(name)).collect(),
            ..said(words, to)
        };
        let told = host.tell(&table, None, |_| {
            Ok::<_, Refused>((said.clone(), Vec::new()))
        });
        wait(told)
    };
    tell("to bob", &[1], &["ann", "bob"]).unwrap();
    tell("to all", &[], &[]).unwrap();
    tell("to cid", &[2], &["ann", "cid"]).unwrap();
    let read = |reader: Option<&str>, opened: bool| -> Vec<String> {
        let reader = reader.map(who);
        let press = heard(&host, &table, reader.as_ref(), opened);
        // It is counted as it is read, and nothing of whoever is not to be heard.
        let count = |without: &[Seat]| {
            wait(host.press_count(&table, reader.as_ref(), opened, without)).unwrap()
        };
        assert_eq!(count(&[Seat(2)]), press.len() as u64);
        assert_eq!(count(&[Seat(0)]), 0);
        press.into_iter().map(|it| it.said.words).collect()
    };
    assert_eq!(read(Some("ann"), false), ["to bob", "to all", "to cid"]);
    assert_eq!(read(Some("bob"), false), ["to bob", "to all"]);
    assert_eq!(read(Some("cid"), false), ["to all", "to cid"]);
    // Whoever takes the seat later, and who only looks, reads what everybody reads.
    assert_eq!(read(Some("eve"), false), ["to all"]);
    assert_eq!(read(None, false), ["to all"]);
    assert_eq!(read(None, true).len(), 3);
    let long = "x".repeat(LONGEST_WORDS + 1);
    let refused = tell(&long, &[], &[]).unwrap_err();
    assert_eq!(refused.code(), "press_too_long");
    assert_eq!(read(None, true).len(), 3);
    // What is said later is counted with it.
    tell("to eve", &[1], &["eve", "eve"]).unwrap();
    assert_eq!(read(Some("eve"), false), ["to all", "to eve"]);
    assert_eq!(read(None, true).len(), 4);
}

fn press_is_said_before_the_game_and_after_it(bed: &mut Bed) {
    let host = bed.host();
    let people = ["ann", "bob"];
    let mut table = pig(&people, 1);
    table.start = false;
    table.letters = true;
    let table = open(&host, table);
    let tell = |host: &Arc<Host>, words: &str| {
        let letters: Vec<NewLetter> = vec![letter(Viewer::Seat(Seat(1)), "[]")];
        let told = host.tell(&table, None, |around| {
            assert_eq!(around.record.chairs[0], Some(person("ann")));
            let stage = around.stage.map(ToString::to_string);
            let said = Said {
                stage,
                ..said(words, &[1])
            };
            Ok::<_, Refused>((said, letters.clone()))
        });
        wait(told).unwrap()
    };
    assert_eq!(tell(&host, "before"), Some(1));
    wait(host.start(&table, &who("ann"))).unwrap();
    play_pig(&host, &table, &people);
    // Another host knows of it, and goes on counting.
    let counted = || wait(host.press_count(&table, Some(&who("bob")), false, &[])).unwrap();
    assert_eq!(counted(), 1);
    let other = bed.host_with_entropy(3);
    assert_eq!(tell(&other, "after"), Some(2));
    assert_eq!(counted(), 2);
    let press = heard(&host, &table, Some(&who("bob")), false);
    assert_eq!(press.len(), 2);
    assert_eq!(press[1].said.stage, None, "the game is over");
    // Nothing of it is in the log, which is what is exported.
    let log = lines(bed.journal().as_ref(), &table).concat();
    assert!(!log.is_empty() && !log.contains("before") && !log.contains("after"));
}

fn nobody_says_so_much_that_others_cannot_speak(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann", "bob"], 100));
    let message = |name: &str, nth: usize| MessageId {
        who: who(name),
        message: format!("m{nth}"),
    };
    let tell = |host: &Arc<Host>, seat: u8, message: Option<MessageId>| {
        let told = host.tell(&table, message, |around| {
            let said = Said {
                from: Seat(seat),
                time: around.now,
                ..said("hello", &[])
            };
            Ok::<_, Refused>((said, Vec::new()))
        });
        wait(told)
    };
    let [minute, _] = PACES;
    for nth in 0..minute.most {
        assert!(tell(&host, 0, Some(message("ann", nth))).unwrap().is_some());
    }
    let next = Some(message("ann", minute.most));
    let refused = tell(&host, 0, next.clone()).unwrap_err();
    assert_eq!(refused.code(), "press_too_fast");
    assert!(refused.to_string().contains("in 60 s"), "{refused}");
    // What was told before is not refused, and others are heard.
    assert_eq!(tell(&host, 0, Some(message("ann", 3))), Ok(None));
    assert!(tell(&host, 1, None).unwrap().is_some());
    // Another host counts with what is stored.
    let other = bed.host_with_entropy(3);
    assert!(tell(&other, 0, next.clone()).is_err());
    bed.clock.advance(minute.within);
    assert!(tell(&other, 0, next.clone()).unwrap().is_some());
    assert_eq!(tell(&host, 0, next), Ok(None));
}
