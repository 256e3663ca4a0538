//! Cards as a host makes and lists them, and the tables it keeps in memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parlour_host::audit::Asker;
use parlour_host::card::{Course, Face, Portrait, Query};
use parlour_host::host::Space;
use parlour_host::{Host, Json, SeededEntropy, wait};
use parlour_rules::tiny::{Bids, Pig};
use parlour_rules::{Seat, SeatSet, Seed};

use crate::bed::{Bed, ROUND, bids, id, open, pig, play_pig, registry, say, who};

crate::for_every_journal!(
    a_card_tells_how_the_table_stands_now,
    what_is_secret_is_on_no_card,
    what_is_said_by_stage_is_made_once_for_each_stage_and_record,
    lists_load_no_table,
    faces_of_another_making_are_made_anew_in_the_background,
    a_closed_table_takes_no_command_and_is_listed_as_closed,
    no_more_tables_stay_in_memory_than_there_is_room_for,
    a_table_that_nobody_asks_for_leaves_memory,
    a_table_that_nobody_holds_is_up_to_date_when_somebody_asks,
);

/// A host whose games say everything they are shown.
fn talkative(bed: &Bed) -> Host {
    let mut games = registry();
    games
        .portray::<Pig>(|_, view| Portrait {
            short: format!("{} in the pot", view.pot),
            about: format!("{view:?}"),
            facts: Some(Json::of(&view.goal)),
        })
        .portray::<Bids>(|record, view| Portrait {
            short: record.title.clone(),
            about: format!("{view:?}"),
            facts: None,
        });
    let entropy = Arc::new(SeededEntropy::new(Seed(1)));
    Host::new(games, bed.journal(), Arc::clone(&bed.clock) as _, entropy)
}

fn a_card_tells_how_the_table_stands_now(bed: &mut Bed) {
    let host = talkative(bed);
    let table = open(&host, pig(&["ann", "bob"], 20));
    let card = || wait(host.card(&table)).unwrap().unwrap();
    let begun = card();
    assert_eq!((begun.standing.seq, begun.closed), (0, false));
    let face = begun.face.unwrap();
    assert_eq!(face.short, "0 in the pot");
    assert_eq!(face.awaiting, SeatSet::EMPTY.with(Seat(0)));
    assert_eq!(face.facts, Some(Json::parse("20").unwrap()));
    assert_eq!(begun.record.unwrap().title, "pig");
    bed.clock.advance(7);
    say(&host, &table, "ann", "\"roll\"").unwrap();
    let glance = wait(host.look(&table, &who("ann"))).unwrap();
    let rolled = card();
    assert_eq!(
        (rolled.standing, rolled.time),
        (glance.standing, host.now())
    );
    assert_eq!(rolled.face.unwrap().stage, glance.stage);
    wait(host.describe(&table, &who("ann"), |it| it.title = String::from("Ours"))).unwrap();
    assert_eq!(card().record.unwrap().title, "Ours");
    play_pig(&host, &table, &["ann", "bob"]);
    let over = card();
    let outcome = wait(host.look(&table, &who("ann"))).unwrap().outcome;
    assert!(outcome.is_some());
    assert_eq!((over.closed, over.outcome()), (true, outcome.as_ref()));
    assert_eq!(over.face.as_ref().unwrap().stage, None);
    let mine = |course| wait(host.cards(Query::of(&who("ann")).course(course))).unwrap();
    assert_eq!(mine(Course::Closed).cards.len(), 1);
    assert!(mine(Course::Open).cards.is_empty());
}

fn what_is_secret_is_on_no_card(bed: &mut Bed) {
    let host = talkative(bed);
    let table = open(&host, bids(&["ann", "bob"], 3));
    say(&host, &table, "ann", "{\"bid\":42}").unwrap();
    let seen = wait(host.look(&table, &who("ann"))).unwrap();
    assert!(seen.view.as_str().contains("42"), "Ann knows her bid");
    let card = wait(host.card(&table)).unwrap().unwrap();
    let told = format!("{:?}", card.face.unwrap());
    assert!(!told.contains("42"), "{told}");
}

fn what_is_said_by_stage_is_made_once_for_each_stage_and_record(bed: &mut Bed) {
    let made = Arc::new(AtomicU32::new(0));
    let host = {
        let (mut games, made) = (registry(), Arc::clone(&made));
        games.portray_by_stage::<Bids>(move |record, _| Portrait {
            short: format!("{}, {}", record.title, made.fetch_add(1, Ordering::Relaxed)),
            ..Portrait::default()
        });
        let entropy = Arc::new(SeededEntropy::new(Seed(1)));
        Host::new(games, bed.journal(), Arc::clone(&bed.clock) as _, entropy)
    };
    let table = open(&host, bids(&["ann", "bob", "cid"], 3));
    let short = || {
        wait(host.card(&table))
            .unwrap()
            .unwrap()
            .face
            .unwrap()
            .short
    };
    assert_eq!(short(), "bids, 0");
    // Fetching the table makes it as well.
    say(&host, &table, "ann", "{\"bid\":1}").unwrap();
    let first = short();
    say(&host, &table, "bob", "{\"bid\":2}").unwrap();
    assert_eq!(short(), first, "the same stage");
    wait(host.describe(&table, &who("ann"), |it| it.title = String::from("Ours"))).unwrap();
    let ours = short();
    assert!(ours.starts_with("Ours, "), "{ours}");
    say(&host, &table, "cid", "{\"bid\":3}").unwrap();
    let second = short();
    assert_ne!(second, ours, "another stage");
    bed.clock.advance(ROUND);
    assert_eq!(wait(host.strike()).unwrap().len(), 1);
    assert_ne!(short(), second, "a third one");
}

fn lists_load_no_table(bed: &mut Bed) {
    let host = talkative(bed);
    for nth in 0..5 {
        let mut new = pig(&["ann"], 100);
        new.id = Some(id(&format!("pig-{nth}")));
        let table = open(&host, new);
        say(&host, &table, "ann", "\"roll\"").unwrap();
    }
    drop(host);
    bed.reopen();
    let fresh = talkative(bed);
    let cards = wait(fresh.all_cards(Query::of(&who("ann")).with_records())).unwrap();
    assert_eq!(cards.len(), 5);
    assert!(cards.iter().all(|card| card.face.is_some()));
    assert_eq!(fresh.figures().open, 0);
}

fn a_closed_table_takes_no_command_and_is_listed_as_closed(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, bids(&["ann", "bob"], 3));
    assert!(wait(host.next_due()).unwrap().is_some());
    wait(host.close(&table, &Asker::house())).unwrap();
    wait(host.close(&table, &Asker::house())).unwrap();
    let refused = say(&host, &table, "ann", "{\"bid\":1}").unwrap_err();
    assert_eq!(refused.code(), "closed");
    assert_eq!(wait(host.next_due()).unwrap(), None);
    let card = wait(host.card(&table)).unwrap().unwrap();
    assert!(card.closed && card.outcome().is_none());
}

fn no_more_tables_stay_in_memory_than_there_is_room_for(bed: &mut Bed) {
    let space = Space {
        tables: 3,
        bytes: u64::MAX,
    };
    let host = talkative(bed).with_space(space);
    let tables: Vec<_> = (0..10)
        .map(|nth| {
            let mut new = pig(&["ann"], 1_000);
            new.id = Some(id(&format!("pig-{nth}")));
            open(&host, new)
        })
        .collect();
    let mut watch = wait(host.watch(&tables[0])).unwrap();
    let before = watch.seen();
    for table in tables.iter().cycle().take(40) {
        say(&host, table, "ann", "\"roll\"").unwrap();
        assert!(host.figures().open <= 3);
    }
    // Whoever watches has not lost sight of the table.
    assert_eq!(wait(watch.changed()).seq, before.seq + 4);
    drop(watch);
    for table in &tables {
        assert_eq!(wait(host.look(table, &who("ann"))).unwrap().standing.seq, 4);
    }
    // By bytes: one table is always there while it is used.
    let one = Space {
        tables: 100,
        bytes: 1,
    };
    let host = talkative(bed).with_space(one);
    for table in &tables {
        say(&host, table, "ann", "\"roll\"").unwrap();
        assert_eq!(host.figures().open, 1);
        assert!(host.figures().open_bytes > 0);
    }
}

fn a_table_that_nobody_asks_for_leaves_memory(bed: &mut Bed) {
    let host = bed.host();
    let idle = open(&host, pig(&["ann"], 1_000));
    let due = open(&host, bids(&["ann", "bob"], 3));
    let mut other = pig(&["ann"], 1_000);
    other.id = Some(id("watched"));
    let watched = open(&host, other);
    let watch = wait(host.watch(&watched)).unwrap();
    for table in [&idle, &due] {
        wait(host.record(table)).unwrap();
    }
    let open = || host.figures().open;
    assert_eq!(open(), 3);
    host.let_go(ROUND + 1);
    assert_eq!(open(), 3, "all were asked for a moment ago");
    host.let_go(ROUND + 1);
    assert_eq!(open(), 2, "one is watched, one has a deadline before long");
    host.let_go(1);
    assert_eq!(open(), 1);
    drop(watch);
    host.let_go(1);
    assert_eq!(open(), 0);
    assert_eq!(wait(host.look(&idle, &who("ann"))).unwrap().standing.seq, 0);
}

fn a_table_that_nobody_holds_is_up_to_date_when_somebody_asks(bed: &mut Bed) {
    let (one, two) = (bed.host(), bed.host_with_entropy(2));
    let table = open(&one, pig(&["ann"], 1_000));
    wait(two.record(&table)).unwrap();
    say(&one, &table, "ann", "\"roll\"").unwrap();
    wait(two.refresh()).unwrap();
    assert_eq!(wait(two.look(&table, &who("ann"))).unwrap().standing.seq, 1);
    wait(one.remove(&table, &who("ann"))).unwrap();
    wait(two.refresh()).unwrap();
    let gone = wait(two.look(&table, &who("ann"))).unwrap_err();
    assert_eq!(gone.code(), "unknown_table");
}

/// After that no list has to load a table.
fn faces_of_another_making_are_made_anew_in_the_background(bed: &mut Bed) {
    let host = talkative(bed);
    let mut tables = Vec::new();
    for nth in 0..7 {
        let mut new = pig(&["ann"], 20);
        new.id = Some(id(&format!("pig-{nth}")));
        let table = open(&host, new);
        if nth % 2 == 0 {
            play_pig(&host, &table, &["ann"]);
        }
        let kept = wait(host.card(&table)).unwrap().unwrap();
        if nth % 3 == 0 {
            let older = Face {
                facts: None,
                make: 1,
                ..kept.face.clone().unwrap()
            };
            assert!(wait(bed.journal().put_face(&table, kept.standing, older)).unwrap());
        }
        tables.push((table, kept.face));
    }
    drop(host);
    bed.reopen();
    let to_be_made = || {
        let query = Query {
            faceless: true,
            ..Query::any()
        };
        wait(bed.journal().cards(query)).unwrap().cards.len()
    };
    assert_eq!(to_be_made(), 3);
    let host = talkative(bed);
    let mut after = None;
    loop {
        after = wait(host.make_faces(after, 2)).unwrap();
        if after.is_none() {
            break;
        }
    }
    assert_eq!(to_be_made(), 0);
    assert_eq!(host.figures().open, 0, "they are put away again");
    let stored = wait(bed.journal().cards(Query::any())).unwrap().cards;
    for (table, face) in tables {
        let card = stored.iter().find(|card| card.table == table).unwrap();
        assert_eq!(card.face, face, "{table}");
    }
}

/// Tables of an older version have no face: the first list looks at them, once, and
/// puts them away again.
#[test]
fn a_table_without_a_face_gets_one_when_it_is_listed() {
    let mut bed = crate::bed::files();
    let host = talkative(&bed);
    let table = open(&host, pig(&["ann"], 20));
    play_pig(&host, &table, &["ann"]);
    drop(host);
    bed.close();
    std::fs::remove_file(bed.folder().join("pig-table.card.json")).unwrap();
    bed.reopen();
    let faceless = || {
        let query = Query {
            faceless: true,
            ..Query::any()
        };
        wait(bed.journal().cards(query)).unwrap().cards.len()
    };
    assert_eq!(faceless(), 1);
    let host = talkative(&bed);
    let closed = Query::of(&who("ann")).course(Course::Closed);
    let listed = wait(host.cards(closed)).unwrap();
    assert!(listed.cards[0].outcome().is_some());
    assert_eq!(host.figures().open, 0);
    assert_eq!(faceless(), 0);
}

/// A house that knew fewer words has kept it: it is not told from others of its kind,
/// and statistics would not count it.
#[test]
fn a_face_that_was_made_otherwise_is_made_anew_when_it_is_listed() {
    let bed = crate::bed::sqlite();
    let host = talkative(&bed);
    let table = open(&host, pig(&["ann"], 20));
    play_pig(&host, &table, &["ann"]);
    let kept = wait(host.card(&table)).unwrap().unwrap();
    let face = kept.face.clone().unwrap();
    assert!(face.facts.is_some());
    let older = Face {
        short: String::new(),
        about: String::new(),
        facts: None,
        make: 0,
        ..face.clone()
    };
    assert!(wait(bed.journal().put_face(&table, kept.standing, older)).unwrap());
    drop(host);
    let host = talkative(&bed);
    let closed = Query::of(&who("ann")).course(Course::Closed);
    let listed = wait(host.cards(closed)).unwrap();
    assert_eq!(listed.cards[0].face, Some(face.clone()));
    assert_eq!(host.figures().open, 0, "it is put away again");
    // From now on it is as it was kept, for everybody.
    let stored = wait(bed.journal().cards(Query::any())).unwrap();
    assert_eq!(stored.cards[0].face, Some(face));
}

/// Lists tell what is wrong with a table once somebody has tried to read it.
#[test]
fn a_table_that_cannot_be_read_is_listed_with_the_reason() {
    let mut bed = crate::bed::files();
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 1_000));
    for _ in 0..2 {
        say(&host, &table, "ann", "\"roll\"").unwrap();
    }
    drop(host);
    bed.close();
    let log = bed.folder().join("pig-table.jsonl");
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, text.replacen("\"seq\":1,", "\"seq\":7,", 1)).unwrap();
    bed.reopen();
    let host = bed.host();
    let trouble = || {
        let card = wait(host.card(&table)).unwrap().unwrap();
        card.trouble().map(str::to_owned)
    };
    assert_eq!(trouble(), None);
    let refused = wait(host.look(&table, &who("ann"))).unwrap_err();
    assert!(refused.is_damage());
    assert_eq!(trouble(), Some(refused.to_string()));
}
