//! Orders: given, changed, refused, kept secret.

use parlour_diplomacy::game::{Command, Diplomacy, Event, Refusal};
use parlour_diplomacy::{PhaseRecord, Rulebook, answer};
use parlour_rules::{Rules, Viewer};

use crate::bed::Table;

#[test]
fn a_later_order_replaces_an_earlier_one_and_takes_readiness_away() {
    let mut table = Table::duel();
    table.order("FRANCE", &["A Par - Bur"]);
    table.say("FRANCE", Command::Ready);
    let events = table.order("FRANCE", &["A Paris - Picardy"]);
    assert!(matches!(&events[0], Event::Unreadied { .. }));
    assert!(matches!(
        &events[1],
        Event::OrderNoted { order, replaces: Some(old), .. }
            if order == "A PAR - PIC" && old == "A PAR - BUR"
    ));
    let own = Diplomacy::view(&table.state, Viewer::Seat(table.seat("FRANCE")))
        .own
        .unwrap();
    let shown = own
        .orders
        .iter()
        .map(|it| it.show(table.state.board()).to_string());
    assert_eq!(shown.collect::<Vec<_>>(), ["A PAR - PIC"]);
    assert_eq!(own.without_orders.len(), 2);
}

#[test]
fn orders_given_anew_take_the_place_of_all_others_or_of_none() {
    let mut table = Table::duel();
    table.order("FRANCE", &["A Par - Bur", "A Mar H"]);
    let anew =
        |texts: &[&str]| Command::OrderAnew(texts.iter().map(|text| (*text).to_owned()).collect());
    let own = |table: &Table| {
        let view = Diplomacy::view(&table.state, Viewer::Seat(table.seat("FRANCE")));
        let orders = view.own.unwrap().orders;
        let shown = orders.iter().map(|it| it.show(&view.board).to_string());
        shown.collect::<Vec<_>>()
    };
    table.say("FRANCE", anew(&["A Par - Pic"]));
    assert_eq!(own(&table), ["A PAR - PIC"]);
    // Refused as a whole, nothing is taken back.
    assert_eq!(
        table.refuse("FRANCE", &anew(&["A Par - Lon"])),
        "orders_refused"
    );
    assert_eq!(table.refuse("FRANCE", &anew(&[])), "no_orders");
    assert_eq!(own(&table), ["A PAR - PIC"]);
}

#[test]
fn bad_orders_are_refused_with_a_reason_for_each() {
    let table = Table::duel();
    let order =
        |texts: &[&str]| Command::Order(texts.iter().map(|text| (*text).to_owned()).collect());
    let refusal = table.ask(
        "FRANCE",
        &order(&["A Par - Lon", "A Pairs - Bur", "A Vie - Gal"]),
    );
    let Err(Refusal::OrdersRefused(refused)) = refusal else {
        panic!("refused");
    };
    let codes: Vec<&str> = refused.iter().map(|order| order.code).collect();
    assert_eq!(codes, ["out_of_reach", "unknown_place", "not_your_unit"]);
    assert!(refused[1].fault.contains("did you mean Paris"));
    assert_eq!(
        table.refuse("FRANCE", &order(&["A Par H", "A Par - Bur"])),
        "orders_refused"
    );
    assert_eq!(table.refuse("FRANCE", &order(&[])), "no_orders");
    assert_eq!(table.refuse("FRANCE", &Command::Resolve), "only_the_clock");
    assert_eq!(table.refuse("FRANCE", &Command::Unready), "not_ready");
    assert_eq!(table.refuse("FRANCE", &Command::Clear), "no_order_for");
    assert_eq!(
        table.refuse("FRANCE", &Command::Vote(true)),
        "no_draw_proposed"
    );
    assert_eq!(
        table.refuse("FRANCE", &Command::Withdraw("Vie".into())),
        "no_order_for"
    );
    let wrong_head = order(&["Austria: A Vie - Gal"]);
    assert_eq!(table.refuse("FRANCE", &wrong_head), "orders_refused");
}

#[test]
fn orders_are_a_secret_until_the_phase_resolves() {
    let mut table = Table::duel();
    let before = Diplomacy::view(&table.state, Viewer::Spectator);
    let events = table.order("FRANCE", &["A Par - Bur"]);
    assert_eq!(Diplomacy::view(&table.state, Viewer::Spectator), before);
    let austria = Viewer::Seat(table.seat("AUSTRIA"));
    let france = Viewer::Seat(table.seat("FRANCE"));
    assert_eq!(Diplomacy::observe(&events[0], austria), None);
    assert_eq!(Diplomacy::observe(&events[0], Viewer::Spectator), None);
    assert!(Diplomacy::observe(&events[0], france).is_some());
    table.tick();
    let last = Diplomacy::view(&table.state, austria).last.unwrap();
    assert!(last.orders.iter().any(|order| order.order == "A PAR - BUR"));
}

#[test]
fn builds_are_limited_to_what_the_power_has() {
    let mut table = Table::duel();
    table.order("FRANCE", &["A Mar - Spa"]);
    table.tick();
    table.order("FRANCE", &["A Spa H"]);
    table.tick();
    assert_eq!(table.phase(), "W1901A");
    assert_eq!(table.awaited(), 1);
    let view = Diplomacy::view(&table.state, Viewer::Seat(table.seat("FRANCE")));
    assert_eq!(view.own.unwrap().adjustments_left, 1);
    table.order("FRANCE", &["build A Mar"]);
    assert_eq!(
        table.refuse("FRANCE", &Command::Order(vec!["waive".into()])),
        "too_many"
    );
    assert_eq!(
        table.refuse("AUSTRIA", &Command::Order(vec!["waive".into()])),
        "nothing_to_order"
    );
    table.order("FRANCE", &["F Mar B"]);
    table.say("FRANCE", Command::Withdraw("Marseilles".into()));
    table.order("FRANCE", &["waive"]);
    table.say("FRANCE", Command::Withdraw("waive".into()));
    table.order("FRANCE", &["F Mar B"]);
    table.say("FRANCE", Command::Ready);
    assert_eq!(table.phase(), "S1902M");
    let france = table.state.board().power("FRANCE").unwrap();
    assert_eq!(table.state.position().unit_count(france), 4);
}

/// Whoever got no answer says it again: an order of a unit takes its own place, and so
/// does a waive where no build is left for another.
#[test]
fn a_waive_that_fills_the_last_build_may_be_said_again() {
    let mut table = Table::duel();
    for order in ["A Mar - Spa", "A Spa H"] {
        table.order("FRANCE", &[order]);
        table.tick();
    }
    assert_eq!(table.phase(), "W1901A");
    let noted = |table: &Table| {
        let view = Diplomacy::view(&table.state, Viewer::Seat(table.seat("FRANCE")));
        view.own.unwrap().orders
    };
    table.order("FRANCE", &["waive"]);
    let once = noted(&table);
    table.order("FRANCE", &["waive"]);
    assert_eq!(noted(&table), once);
    // What one message says twice is one too many, and a build is another order.
    for more in [&["waive", "waive"][..], &["build A Mar"]] {
        let more = Command::Order(more.iter().map(ToString::to_string).collect());
        assert_eq!(table.refuse("FRANCE", &more), "too_many");
    }
    table.say("FRANCE", Command::Ready);
    assert_eq!(table.phase(), "S1902M");
}

#[test]
fn a_waive_never_takes_the_place_of_an_ordered_build() {
    let line = r#"{"phase":"W1901A","units":{"FRANCE":["A SPA","F BRE","A BUR"]},
        "centers":{"FRANCE":["PAR","MAR","BRE","SPA"]},"orders":{"FRANCE":["WAIVE","A PAR B"]}}"#;
    let record = PhaseRecord::parse(line).unwrap();
    let answer = answer(&record, Rulebook::default()).unwrap();
    let results = answer.results.unwrap();
    assert!(results["A PAR"].is_empty(), "{results:?}");
    assert_eq!(results["WAIVE"], ["illegal"]);
}
