//! Civil disorder: whoever misses phases, and whoever comes back.

use parlour_diplomacy::game::{Command, Diplomacy, Event};
use parlour_rules::{Rules, Viewer};

use crate::bed::Table;

#[test]
fn missed_phases_lead_to_civil_disorder_and_speaking_ends_it() {
    let mut table = Table::duel();
    table.order("FRANCE", &["A Par H"]);
    table.tick();
    assert!(
        !table
            .state
            .standing(table.state.board().power("AUSTRIA").unwrap())
            .disorder
    );
    table.order("FRANCE", &["A Par H"]);
    let events = table.tick();
    assert!(events.contains(&Event::DisorderBegan {
        power: "AUSTRIA".into()
    }));
    assert_eq!(table.awaited(), 1, "nobody waits for a power in disorder");
    // The rest of the table goes on without it.
    let events = table.say("FRANCE", Command::Ready);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::PhaseResolved(_)))
    );
    let events = table.say("AUSTRIA", Command::Unready);
    assert!(matches!(&events[0], Event::DisorderEnded { .. }));
    assert_eq!(table.awaited(), 2);
}

#[test]
fn orders_of_a_power_in_disorder_are_a_secret_until_they_are_carried_out() {
    let mut table = Table::duel();
    for _ in 0..2 {
        table.order("FRANCE", &["A Par H"]);
        table.tick();
    }
    let france = Viewer::Seat(table.seat("FRANCE"));
    let before = Diplomacy::view(&table.state, france);
    let events = table.order("AUSTRIA", &["A Vie - Gal"]);
    assert!(
        events
            .iter()
            .all(|it| Diplomacy::observe(it, france).is_none())
    );
    assert_eq!(Diplomacy::view(&table.state, france), before);
    let events = table.say("FRANCE", Command::Ready);
    let place = |wanted: fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let back = place(|event| matches!(event, Event::DisorderEnded { .. }));
    let resolved = place(|event| matches!(event, Event::PhaseResolved(_)));
    assert!(back < resolved);
    let last = Diplomacy::view(&table.state, france).last.unwrap();
    assert!(last.orders.iter().any(|it| it.order == "A VIE - GAL"));
    assert_eq!(table.awaited(), 2, "it is played again");
}
