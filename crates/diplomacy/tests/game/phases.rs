//! The year's wheel: phases follow one another until somebody wins.

use parlour_diplomacy::Phase;
use parlour_diplomacy::game::{Command, Diplomacy, Event, GameOutcome, Refusal, Setup};
use parlour_rules::{Actor, Refuse, Rules};

use crate::bed::{Table, phases_skipped};

#[test]
fn a_year_goes_round_and_empty_phases_are_logged() {
    let mut table = Table::standard();
    assert_eq!(table.phase(), "S1901M");
    assert_eq!(table.awaited(), 7);
    let events = table.tick();
    assert_eq!(table.phase(), "F1901M");
    let retreat: Phase = "S1901R".parse().unwrap();
    assert_eq!(phases_skipped(&events), [retreat]);
    let events = table.tick();
    assert_eq!(table.phase(), "S1902M");
    assert_eq!(phases_skipped(&events).len(), 2);
    let missed = events
        .iter()
        .filter(|event| matches!(event, Event::NoMoveReceived { .. }));
    assert_eq!(missed.count(), 7);
}

#[test]
fn a_phase_resolves_when_all_who_must_order_are_ready() {
    let mut table = Table::duel();
    table.order("FRANCE", &["A Par - Bur", "A Mar S A Par - Bur"]);
    let events = table.say("FRANCE", Command::Ready);
    assert_eq!(events.len(), 1);
    assert_eq!(table.awaited(), 1);
    let events = table.say("AUSTRIA", Command::Ready);
    assert!(matches!(events[1], Event::PhaseResolved(_)));
    assert_eq!(table.phase(), "F1901M");
    // A ready power without orders has not missed the phase.
    assert!(
        !table
            .log
            .iter()
            .any(|event| matches!(event, Event::NoMoveReceived { .. }))
    );
}

#[test]
fn the_clock_abandons_and_resumes_powers() {
    let mut table = Table::duel();
    let clock = |table: &mut Table, command: Command| {
        let events = Diplomacy::decide(&table.state, Actor::Clock, &command)?;
        Ok::<_, Refusal>(table.take(events))
    };
    clock(&mut table, Command::Abandon("Austria".into())).unwrap();
    assert_eq!(table.awaited(), 1);
    let again = clock(&mut table, Command::Abandon("Austria".into())).unwrap_err();
    assert_eq!(again.code(), "nothing_to_resume");
    clock(&mut table, Command::Resume("Austria".into())).unwrap();
    assert_eq!(table.awaited(), 2);
    let unknown = clock(&mut table, Command::Resume("Mars".into())).unwrap_err();
    assert_eq!(unknown.code(), "no_such_power");
    assert_eq!(
        clock(&mut table, Command::Ready).unwrap_err().code(),
        "not_the_clock"
    );
}

#[test]
fn a_solo_ends_the_game() {
    let setup: Setup = serde_json::from_str(r#"{"map":"training"}"#).unwrap();
    let mut table = Table::new(&setup);
    let years: [&[&str]; 8] = [
        &["A Fel - Moo", "F Ash - NSO"],
        &["A Moo - Wil", "F NSO - Ism/nc", "A Elm - Cra"],
        &["Build A Fel", "Build A Ash"],
        &["A Fel - Moo", "A Cra - Hav"],
        &["A Hav - Pen", "A Moo H"],
        &[],
        &[],
        &[],
    ];
    for orders in years {
        if table.state.outcome().is_some() {
            break;
        }
        if !orders.is_empty() {
            table.order("ALDER", orders);
        }
        table.tick();
    }
    assert_eq!(
        table.state.outcome(),
        Some(&GameOutcome::Solo("ALDER".into()))
    );
}
