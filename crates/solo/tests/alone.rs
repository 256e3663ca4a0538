//! Playing alone, shown at Pig: what is noted with a table, what is kept, what counts.

use std::sync::Arc;

use parlour_host::card::Portrait;
use parlour_host::journal::MemoryJournal;
use parlour_host::table::{Person, TableId};
use parlour_host::{
    Host, Json, ManualClock, Message, NewTable, Registry, SeededEntropy, Time, wait,
};
use parlour_rules::Seed;
use parlour_rules::tiny::{Pig, PigSetup};
use parlour_solo::{
    Day, Keeper, Kind, NotDone, NotTakenBack, Visit, Wish, facts, hinted, hints, take_back,
};

const A_DAY: u64 = 86_400_000;

/// A visit at noon of the second of May 2031, and the clock that tells it.
fn visit() -> (Visit, Arc<ManualClock>) {
    let mut games = Registry::new();
    games.register::<Pig>();
    games.portray::<Pig>(|record, _| Portrait {
        facts: Some(facts(record, false)),
        ..Portrait::default()
    });
    let clock = Arc::new(ManualClock::at(Time(1_935_446_400_000 + A_DAY / 2)));
    let host = Host::new(
        games,
        Arc::new(MemoryJournal::new()),
        Arc::clone(&clock) as _,
        Arc::new(SeededEntropy::new(Seed(1))),
    );
    let visit = Visit {
        host: Arc::new(host),
        me: Person::new("ada", "Ada"),
    };
    (visit, clock)
}

fn open(keeper: &Keeper<Pig>, kind: Kind) -> TableId {
    let wish = Wish {
        kind,
        title: "Pig",
        setup: &PigSetup {
            players: 1,
            goal: 4,
        },
        seed: Seed(7),
    };
    keeper.open(&wish).unwrap()
}

fn say(visit: &Visit, table: &TableId, word: &str) -> bool {
    let message = Message::new(table, &visit.me.identity, format!("\"{word}\""));
    wait(visit.host.command_text(message)).is_ok()
}

/// Rolls and holds until it is over.
fn play(visit: &Visit, table: &TableId) {
    for _ in 0..200 {
        let glance = wait(visit.host.look(table, &visit.me.identity)).unwrap();
        if glance.outcome.is_some() {
            return;
        }
        say(visit, table, "roll");
        say(visit, table, "hold");
    }
    panic!("it does not end");
}

#[test]
fn the_game_of_the_day_is_one_a_day_and_kept_once_it_was_played() {
    let (visit, clock) = visit();
    let keeper = Keeper::<Pig>::new(&visit, None);
    let today = open(&keeper, Kind::Daily);
    assert_eq!(open(&keeper, Kind::Daily), today);
    assert_eq!(keeper.left().unwrap()[0].title, "Daily 2031-05-02");
    assert!(say(&visit, &today, "roll"));
    let kept = Keeper::<Pig>::new(&visit, Some(today.clone()));
    assert!(!kept.may_give_up());
    assert_eq!(kept.give_up(), Err(NotDone::OnceADay));
    clock.advance(A_DAY);
    assert_ne!(open(&keeper, Kind::Daily), today);
    assert_eq!(kept.give_up(), Ok(()));
}

#[test]
fn neither_seed_nor_replay_of_the_day_is_told_before_the_day_is_over() {
    let (visit, clock) = visit();
    let keeper = Keeper::<Pig>::new(&visit, None);
    let table = open(&keeper, Kind::Daily);
    let kept = Keeper::<Pig>::new(&visit, Some(table.clone()));
    play(&visit, &table);
    assert_eq!(kept.played().unwrap().len(), 1);
    assert_eq!(kept.seed(), Ok(None));
    assert_eq!(kept.export(), Err(NotDone::Tomorrow));
    assert_eq!(kept.log(0), Err(NotDone::Tomorrow));
    assert_eq!(kept.practise(0, 0), Err(NotDone::Tomorrow));
    clock.advance(A_DAY);
    assert_eq!(
        kept.seed(),
        Ok(Some(Seed::from_text("pig daily 2031-05-02")))
    );
    assert!(kept.export().is_ok() && kept.log(0).is_ok());
}

#[test]
fn no_seed_is_told_while_it_is_played() {
    let (visit, _) = visit();
    let table = open(&Keeper::new(&visit, None), Kind::Ordinary);
    let keeper = Keeper::<Pig>::new(&visit, Some(table.clone()));
    assert_eq!(keeper.seed(), Ok(None));
    play(&visit, &table);
    assert_eq!(keeper.seed(), Ok(Some(Seed(7))));
}

#[test]
fn a_hint_is_counted_with_the_game_and_outlives_its_being_left() {
    let (visit, _) = visit();
    let keeper = Keeper::<Pig>::new(&visit, None);
    let table = open(&keeper, Kind::Ordinary);
    let kept = Keeper::<Pig>::new(&visit, Some(table.clone()));
    kept.hinted().unwrap();
    visit.host.put_away(&table);
    kept.hinted().unwrap();
    let record = wait(visit.host.record(&table)).unwrap();
    assert_eq!((hints(&record), Kind::of(&record)), (2, Kind::Ordinary));
    play(&visit, &table);
    let other = open(&keeper, Kind::Ordinary);
    play(&visit, &other);
    let played = keeper.played().unwrap();
    let hints: Vec<u32> = played.iter().map(|game| game.facts.hints).collect();
    assert_eq!(hints.iter().sum::<u32>(), 2);
    assert!(hints.contains(&0), "{hints:?}");
    // Only who opened the table may have something noted with it.
    assert!(wait(hinted(&visit.host, &other, &"eve".into())).is_err());
}

#[test]
fn a_finished_game_goes_on_as_practice_and_stays_what_it_was() {
    let (visit, _) = visit();
    let keeper = Keeper::<Pig>::new(&visit, None);
    let table = open(&keeper, Kind::Ordinary);
    play(&visit, &table);
    assert_eq!(keeper.played().unwrap().len(), 1);
    let practice = keeper.practise(0, 1).unwrap();
    let record = wait(visit.host.record(&practice)).unwrap();
    assert_eq!(Kind::of(&record), Kind::Practice);
    assert_eq!(record.title, "Pig, practice");
    play(&visit, &practice);
    let played = keeper.played().unwrap();
    let kinds: Vec<Kind> = played.iter().map(|game| game.facts.kind()).collect();
    assert_eq!(kinds.len(), 2);
    assert!(kinds.contains(&Kind::Ordinary) && kinds.contains(&Kind::Practice));
}

#[test]
fn moves_are_taken_back_in_practice_only() {
    let (visit, _) = visit();
    let keeper = Keeper::<Pig>::new(&visit, None);
    let (host, me) = (&visit.host, &visit.me.identity);
    let counts = open(&keeper, Kind::Ordinary);
    say(&visit, &counts, "roll");
    let refused = wait(take_back(host, &counts, me));
    assert_eq!(refused, Err(NotTakenBack::NotPractice));
    let practice = open(&keeper, Kind::Practice);
    let refused = wait(take_back(host, &practice, me));
    assert_eq!(refused, Err(NotTakenBack::NothingPlayed));
    say(&visit, &practice, "roll");
    let next = wait(take_back(host, &practice, me)).unwrap();
    assert_eq!(wait(take_back(host, &practice, me)), Ok(next.clone()));
    let glance = wait(host.look(&next, me)).unwrap();
    assert_eq!(glance.standing.seq, 0);
}

#[test]
fn what_older_versions_noted_is_read_as_before() {
    let (visit, _) = visit();
    let keeper = Keeper::<Pig>::new(&visit, None);
    let table = open(&keeper, Kind::Daily);
    let record = wait(visit.host.record(&table)).unwrap();
    assert_eq!(record.settings.as_str(), r#"{"kind":"daily"}"#);
    let old = r#"{"kind":"daily","created":1935489600000,"players":1,"plays":true}"#;
    let facts: parlour_solo::Facts = serde_json::from_str(old).unwrap();
    assert_eq!((facts.kind(), facts.hints), (Kind::Daily, 0));
    assert_eq!(Day::of(facts.created).to_string(), "2031-05-02");
}

/// A table that somebody else keeps, with two seats; nobody who sits there is its owner.
fn with_others(visit: &Visit, first: &Person, tag: &str) -> TableId {
    let setup = Json::of(&PigSetup {
        players: 2,
        goal: 4,
    });
    let mut new = NewTable::new("pig", setup, Seed(7), Person::new("court", "Court"));
    new.chairs = vec![Some(first.clone()), Some(Person::new("ben", "Ben"))];
    new.tags = vec![tag.to_owned()];
    new.open = true;
    wait(visit.host.open_table(new)).unwrap()
}

/// Both roll and hold until it is over.
fn play_together(visit: &Visit, table: &TableId, people: &[&Person]) {
    for _ in 0..400 {
        for person in people {
            for word in ["\"roll\"", "\"hold\""] {
                let message = Message::new(table, &person.identity, String::from(word));
                let _ = wait(visit.host.command_text(message));
            }
        }
        let glance = wait(visit.host.look(table, &people[0].identity)).unwrap();
        if glance.outcome.is_some() {
            return;
        }
    }
    panic!("it does not end");
}

#[test]
fn a_table_that_a_court_keeps_is_not_gone_on_with_alone() {
    let (visit, _) = visit();
    with_others(&visit, &visit.me, "court:c1");
    assert_eq!(visit.left().unwrap().len(), 0);
    let other = with_others(&visit, &visit.me, "club");
    let left = visit.left().unwrap();
    let ids: Vec<&TableId> = left.iter().map(parlour_solo::Left::id).collect();
    assert_eq!(ids, [&other], "of other tables none is missing");
}

#[test]
fn with_others_who_had_a_seat_has_played_and_nobody_else() {
    let (visit, _) = visit();
    let ben = Person::new("ben", "Ben");
    let zoe = Person::new("zoe", "Zoe");
    let mine = with_others(&visit, &visit.me, "past:court:c1");
    play_together(&visit, &mine, &[&visit.me, &ben]);
    let theirs = with_others(&visit, &zoe, "past:court:c2");
    wait(
        visit
            .host
            .admit(&theirs, parlour_host::table::Place::Watch, &visit.me),
    )
    .unwrap();
    play_together(&visit, &theirs, &[&zoe, &ben]);
    let played = Keeper::<Pig>::new(&visit, None).played().unwrap();
    let tables: Vec<&TableId> = played.iter().map(|game| &game.table).collect();
    assert_eq!(tables, [&mine], "who watches has not played");
    assert!(!played[0].taken_back);
}
