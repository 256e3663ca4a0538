//! Cards: changed with the entry, found by everything that is asked for, in pages.

use parlour_host::card::{Course, Cursor, Face, Query};
use parlour_host::deadline::Deadline;
use parlour_host::journal::{Amend, Appended, Change, Standing};
use parlour_host::log::{End, Hash, Stored};
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Json, Time, wait};
use parlour_rules::Stage;

use super::{append, create, deed, entry_at, face, new_log, next, record};
use crate::bed::{Bed, MORNING, id, person};

crate::for_every_journal!(
    a_card_changes_with_the_entry_and_with_the_record,
    a_refused_change_leaves_the_card,
    tables_are_listed_by_game_person_tag_and_course,
    pages_hold_every_table_once_whatever_happens_meanwhile,
    a_closed_table_is_listed_where_it_was_closed,
    a_table_that_moved_is_closed,
    a_face_is_put_only_on_the_table_as_it_is,
    a_troubled_table_is_found_until_it_is_mended,
    a_removed_table_has_no_card,
    who_only_counts_is_given_no_words,
    a_card_says_when_time_is_up_and_not_when_a_bell_rings,
);

fn names(bed: &Bed, query: Query) -> Vec<String> {
    let page = wait(bed.journal().cards(query)).unwrap();
    let names = page.cards.iter().map(|it| it.table.to_string());
    names.collect()
}

/// The short words on the card of the only table.
fn only(bed: &Bed) -> (Standing, Time, bool, String) {
    let page = wait(bed.journal().cards(Query::any().with_records())).unwrap();
    let [card] = &page.cards[..] else {
        panic!("one table: {page:?}");
    };
    assert_eq!(page.next, None);
    let kept = wait(bed.journal().load(&card.table)).unwrap().unwrap();
    assert_eq!(card.record.as_ref(), Some(&kept.record));
    assert_eq!((card.standing, &card.face), (kept.standing, &kept.face));
    assert_eq!(card.due, kept.deadline.as_ref().map(|it| it.due));
    let short = card.face.clone().unwrap().short;
    (card.standing, card.time, card.closed, short)
}

fn amendment(table: &TableId, version: u64, record: Record, time: Time) -> Amend {
    Amend {
        table: table.clone(),
        version,
        face: Face {
            closed: record.moved_to.is_some(),
            ..face("amended")
        },
        record,
        found_anew: true,
        deadline: Change::Keep,
        letters: Vec::new(),
        message: None,
        seq: 0,
        deed: deed(version + 1, Hash::of_header("")),
        opens: None,
        time,
    }
}

/// Plays a table to its end at this moment.
fn end(bed: &Bed, table: &TableId, time: Time) {
    let mut last = next(bed.journal().as_ref(), table);
    let kept = wait(bed.journal().load(table)).unwrap().unwrap();
    last.entry = entry_at(last.seq, kept.hash, time);
    let outcome = Json::parse(r#"{"won":0}"#).unwrap();
    let end = End {
        end: outcome.clone(),
        entries: last.seq,
    };
    last.end = Some(Stored::end(&end, last.entry.hash));
    last.face = Face {
        closed: true,
        outcome: Some(outcome),
        short: String::from("over"),
        ..Face::default()
    };
    last.time = time;
    assert_eq!(append(bed, last), Appended::Done);
}

fn a_card_changes_with_the_entry_and_with_the_record(bed: &mut Bed) {
    let table = create(bed, "one");
    let standing = |seq, version| Standing { seq, version };
    assert_eq!(only(bed), (standing(0, 0), MORNING, false, "begun".into()));
    let mut first = next(bed.journal().as_ref(), &table);
    first.time = MORNING.after(5);
    first.entry = entry_at(1, new_log("one").start, first.time);
    assert_eq!(append(bed, first), Appended::Done);
    let expected = (standing(1, 0), MORNING.after(5), false, "entry 1".into());
    assert_eq!(only(bed), expected);
    bed.reopen();
    assert_eq!(only(bed), expected);
    let amend = amendment(&table, 0, record(), MORNING.after(9));
    assert!(wait(bed.journal().amend(amend)).unwrap());
    for _ in 0..2 {
        let expected = (standing(1, 1), MORNING.after(9), false, "amended".into());
        assert_eq!(only(bed), expected);
        bed.reopen();
    }
}

fn a_refused_change_leaves_the_card(bed: &mut Bed) {
    let table = create(bed, "one");
    let before = only(bed);
    let mut early = next(bed.journal().as_ref(), &table);
    early.version = 7;
    assert_eq!(append(bed, early), Appended::Behind);
    let late = amendment(&table, 3, record(), MORNING.after(9));
    assert!(!wait(bed.journal().amend(late)).unwrap());
    assert_eq!(only(bed), before);
}

fn tables_are_listed_by_game_person_tag_and_course(bed: &mut Bed) {
    // Of six tables, every second is Ann's, every third is tagged, the last is of
    // another game; the first two are over.
    for nth in 0..6_u64 {
        let mut new = new_log(&format!("t{nth}"));
        new.record.chairs = vec![Some(person("bob"))];
        new.record.owner = Identity::from(if nth % 2 == 0 { "ann" } else { "bob" });
        new.record.spectators = Vec::new();
        new.record.tags = match nth % 3 {
            0 => vec!["room 7".into()],
            _ => Vec::new(),
        };
        new.record.game = String::from(if nth == 5 { "bids" } else { "pig" });
        new.time = MORNING.after(nth);
        assert!(wait(bed.journal().create(new)).unwrap());
    }
    end(bed, &id("t0"), MORNING.after(20));
    end(bed, &id("t1"), MORNING.after(10));
    let ann = Identity::from("ann");
    let bob = Identity::from("bob");
    for _ in 0..2 {
        for (query, expected) in [
            (Query::any(), vec!["t0", "t1", "t5", "t4", "t3", "t2"]),
            (Query::of(&ann), vec!["t0", "t4", "t2"]),
            (
                Query::of(&bob).course(Course::Open),
                vec!["t5", "t4", "t3", "t2"],
            ),
            (Query::of(&ann).course(Course::Closed), vec!["t0"]),
            (Query::tagged("room 7"), vec!["t0", "t3"]),
            (Query::tagged("room 7").course(Course::Open), vec!["t3"]),
            (Query::of_game("bids"), vec!["t5"]),
            (
                Query::of_game("pig").course(Course::Closed),
                vec!["t0", "t1"],
            ),
            (Query::any().course(Course::Closed), vec!["t0", "t1"]),
            (
                Query {
                    game: Some("pig".into()),
                    tag: Some("room 7".into()),
                    ..Query::of(&ann)
                },
                vec!["t0"],
            ),
            (Query::of(&Identity::from("nobody")), vec![]),
            (
                Query {
                    table: Some(id("t4")),
                    ..Query::of(&ann)
                },
                vec!["t4"],
            ),
            (
                Query {
                    table: Some(id("t1")),
                    ..Query::any().course(Course::Closed)
                },
                vec!["t1"],
            ),
            (
                Query {
                    table: Some(id("t5")),
                    ..Query::of(&ann)
                },
                vec![],
            ),
            (
                Query {
                    after: Some(Cursor::older_than(MORNING.after(20))),
                    ..Query::any().course(Course::Closed)
                },
                vec!["t1"],
            ),
        ] {
            assert_eq!(names(bed, query.clone()), expected, "{query:?}");
        }
        bed.reopen();
    }
}

fn pages_hold_every_table_once_whatever_happens_meanwhile(bed: &mut Bed) {
    // Three of each millisecond, every second one over.
    for nth in 0..24_u64 {
        let mut new = new_log(&format!("t{nth:02}"));
        new.time = MORNING.after(nth / 3);
        assert!(wait(bed.journal().create(new)).unwrap());
        if nth % 2 == 0 {
            end(bed, &id(&format!("t{nth:02}")), MORNING.after(nth / 3));
        }
    }
    for keyed in [true, false] {
        for course in [None, Some(Course::Open), Some(Course::Closed)] {
            for at_most in [1, 5, 24] {
                let mut query = Query {
                    course,
                    at_most,
                    tag: keyed.then(|| "room 7".into()),
                    ..Query::default()
                };
                let (mut found, mut times) = (Vec::new(), Vec::new());
                loop {
                    let page = wait(bed.journal().cards(query.clone())).unwrap();
                    assert!(page.cards.len() <= at_most as usize);
                    found.extend(page.cards.iter().map(|it| it.table.to_string()));
                    times.extend(page.cards.iter().map(|it| it.time));
                    // What is opened meanwhile is newer than the pages to come.
                    let mut new = new_log(&format!("new-{}", found.len()));
                    new.time = MORNING.after(1_000);
                    new.record.tags = Vec::new();
                    wait(bed.journal().create(new)).unwrap();
                    let Some(next) = page.next else { break };
                    query.after = Some(next.to_string().parse().unwrap());
                }
                assert!(times.is_sorted_by(|one, other| one >= other));
                found.retain(|name| !name.starts_with("new"));
                found.sort();
                let step = if course.is_some() { 2 } else { 1 };
                let first = u64::from(course == Some(Course::Open));
                let all: Vec<String> = (first..24)
                    .step_by(step)
                    .map(|nth| format!("t{nth:02}"))
                    .collect();
                assert_eq!(found, all, "{query:?}");
            }
        }
    }
}

fn a_closed_table_is_listed_where_it_was_closed(bed: &mut Bed) {
    let (one, two) = (create(bed, "one"), create(bed, "two"));
    end(bed, &one, MORNING.after(10));
    end(bed, &two, MORNING.after(20));
    // Changed later on, for instance its title, it stays where it is.
    let mut amend = amendment(&one, 0, record(), MORNING.after(30));
    amend.face.closed = true;
    assert!(wait(bed.journal().amend(amend)).unwrap());
    let closed = || Query::tagged("room 7").course(Course::Closed);
    for _ in 0..2 {
        assert_eq!(names(bed, closed()), ["two", "one"]);
        let page = wait(bed.journal().cards(closed())).unwrap();
        assert_eq!(page.cards[1].time, MORNING.after(10));
        assert_eq!(
            page.cards[0].outcome().map(Json::as_str),
            Some(r#"{"won":0}"#)
        );
        bed.reopen();
    }
}

fn a_table_that_moved_is_closed(bed: &mut Bed) {
    let table = create(bed, "one");
    let mut elsewhere = record();
    elsewhere.moved_to = Some(id("two"));
    elsewhere.tags = Vec::new();
    let amend = amendment(&table, 0, elsewhere, MORNING.after(3));
    assert!(wait(bed.journal().amend(amend)).unwrap());
    for _ in 0..2 {
        let ann = Identity::from("ann");
        assert!(names(bed, Query::of(&ann).course(Course::Open)).is_empty());
        assert_eq!(names(bed, Query::of(&ann).course(Course::Closed)), ["one"]);
        assert!(names(bed, Query::tagged("room 7")).is_empty());
        bed.reopen();
    }
}

fn a_face_is_put_only_on_the_table_as_it_is(bed: &mut Bed) {
    let table = create(bed, "one");
    let standing = |seq, version| Standing { seq, version };
    for (at, fits) in [
        (standing(1, 0), false),
        (standing(0, 1), false),
        (standing(0, 0), true),
    ] {
        let put = bed.journal();
        let put = wait(put.put_face(&table, at, face("another"))).unwrap();
        assert_eq!(put, fits);
    }
    let nowhere = wait(bed.journal().put_face(&id("no"), standing(0, 0), face("x"))).unwrap();
    assert!(!nowhere);
    for _ in 0..2 {
        assert_eq!(
            only(bed),
            (standing(0, 0), MORNING, false, "another".into()),
            "nothing else has changed"
        );
        bed.reopen();
    }
}

fn a_troubled_table_is_found_until_it_is_mended(bed: &mut Bed) {
    let table = create(bed, "one");
    create(bed, "two");
    let troubled = |who: &str| Query {
        troubled: true,
        ..Query::of(&Identity::from(who))
    };
    let put = |face: Face| {
        let standing = Standing::default();
        assert!(wait(bed.journal().put_face(&table, standing, face)).unwrap());
    };
    put(Face {
        trouble: Some(String::from("a hole")),
        ..face("")
    });
    assert_eq!(names(bed, troubled("ann")), ["one"]);
    assert!(names(bed, troubled("bob")).is_empty());
    put(face("mended"));
    assert!(names(bed, troubled("ann")).is_empty());
}

fn a_removed_table_has_no_card(bed: &mut Bed) {
    let table = create(bed, "one");
    create(bed, "two");
    wait(bed.journal().remove(&table)).unwrap();
    for _ in 0..2 {
        assert_eq!(names(bed, Query::any()), ["two"]);
        assert_eq!(names(bed, Query::tagged("room 7")), ["two"]);
        bed.reopen();
    }
}

/// The rest of the card is the same, however often the journal is opened.
fn who_only_counts_is_given_no_words(bed: &mut Bed) {
    let table = create(bed, "one");
    end(bed, &table, MORNING.after(3));
    for _ in 0..2 {
        let listed = |query| wait(bed.journal().cards(query)).unwrap().cards.remove(0);
        let (whole, counted) = (listed(Query::any()), listed(Query::any().without_words()));
        let face = whole.face.clone().unwrap();
        assert_eq!(face.short, "over");
        let wordless = Face {
            short: String::new(),
            about: String::new(),
            ..face
        };
        assert_eq!(counted.face, Some(wordless));
        assert_eq!((counted.table, counted.time), (whole.table, whole.time));
        bed.reopen();
    }
}

fn a_card_says_when_time_is_up_and_not_when_a_bell_rings(bed: &mut Bed) {
    let mut new = new_log("one");
    new.deadline = Some(Deadline {
        stage: Stage::new("turn-1"),
        due: MORNING.after(9),
        bell: Some(MORNING.after(2)),
    });
    assert!(wait(bed.journal().create(new)).unwrap());
    for _ in 0..2 {
        let page = wait(bed.journal().cards(Query::any())).unwrap();
        assert_eq!(page.cards[0].due, Some(MORNING.after(9)));
        bed.reopen();
    }
}
