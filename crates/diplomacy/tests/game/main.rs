//! The year's wheel: phases, secrets, civil disorder, draws, concessions.

mod draws;

use parlour_diplomacy::game::{Command, Diplomacy, Event, GameOutcome, GameState, Refusal, Setup};
use parlour_diplomacy::{History, Phase, PhaseRecord, Rulebook, answer};
use parlour_rules::{Actor, Refuse, Rules, Seat, Seed, Turn, Viewer};

/// A game that is played by the names of the powers.
struct Table {
    state: GameState,
    log: Vec<Event>,
}

impl Table {
    fn new(setup: &Setup) -> Self {
        Self {
            state: Diplomacy::start(setup, Seed(1)).unwrap(),
            log: Vec::new(),
        }
    }

    fn standard() -> Self {
        Self::new(&Setup::default())
    }

    fn duel() -> Self {
        let setup: Setup = serde_json::from_str(r#"{"map":"duel","misses":2}"#).unwrap();
        Self::new(&setup)
    }

    fn seat(&self, power: &str) -> Seat {
        Seat(self.state.board().power(power).unwrap().0)
    }

    fn ask(&self, power: &str, command: &Command) -> Result<Vec<Event>, Refusal> {
        Diplomacy::decide(&self.state, Actor::Seat(self.seat(power)), command)
    }

    fn say(&mut self, power: &str, command: Command) -> Vec<Event> {
        let events = self
            .ask(power, &command)
            .unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        drop(command);
        self.take(events)
    }

    fn refuse(&self, power: &str, command: &Command) -> String {
        self.ask(power, command).unwrap_err().code().to_owned()
    }

    fn order(&mut self, power: &str, orders: &[&str]) -> Vec<Event> {
        let orders = orders.iter().map(|order| (*order).to_owned()).collect();
        self.say(power, Command::Order(orders))
    }

    fn tick(&mut self) -> Vec<Event> {
        let command = Diplomacy::time_up(&self.state).unwrap();
        let events = Diplomacy::decide(&self.state, Actor::Clock, &command).unwrap();
        self.take(events)
    }

    fn take(&mut self, events: Vec<Event>) -> Vec<Event> {
        for event in &events {
            Diplomacy::apply(&mut self.state, event);
        }
        self.log.extend(events.clone());
        events
    }

    fn phase(&self) -> String {
        self.state.position().phase.to_string()
    }

    fn awaited(&self) -> u32 {
        match Diplomacy::turn(&self.state) {
            Turn::Awaiting { seats, .. } => seats.len(),
            Turn::Over(_) => 0,
        }
    }
}

fn phases_skipped(events: &[Event]) -> Vec<Phase> {
    let skipped = events.iter().filter_map(|event| match event {
        Event::PhaseSkipped { phase } => Some(*phase),
        _ => None,
    });
    skipped.collect()
}

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
    assert_eq!(own.orders, ["A PAR - PIC"]);
    assert_eq!(own.without_orders.len(), 2);
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

#[test]
fn the_years_may_be_limited() {
    let setup = Setup {
        last_year: Some(1902),
        ..Setup::default()
    };
    let mut table = Table::new(&setup);
    for _ in 0..4 {
        assert!(table.state.outcome().is_none());
        table.tick();
    }
    assert!(matches!(table.state.outcome(), Some(GameOutcome::Draw(powers)) if powers.len() == 7));
}

/// A training game that begins in a late year.
fn late_table(start: &str) -> Table {
    let mut file = parlour_diplomacy::Board::named("training")
        .unwrap()
        .file()
        .clone();
    file.map = "late".into();
    file.start_phase = start.into();
    let text = format!(r#"{{"map":{}}}"#, serde_json::to_string(&file).unwrap());
    Table::new(&serde_json::from_str(&text).unwrap())
}

/// Everything a game tells and keeps can be read again, to its last phase.
#[track_caller]
fn check_readable(table: &Table) {
    for event in &table.log {
        let stored = serde_json::to_string(event).unwrap();
        assert_eq!(serde_json::from_str::<Event>(&stored).unwrap(), *event);
    }
    let stored = serde_json::to_string(&table.state).unwrap();
    assert_eq!(
        serde_json::from_str::<GameState>(&stored).unwrap(),
        table.state
    );
}

#[test]
fn a_game_is_over_when_the_calendar_is() {
    // Nobody builds: the last phase that is ordered is F9999M.
    let mut table = late_table("S9998M");
    for phase in ["S9998M", "F9998M", "S9999M", "F9999M"] {
        assert_eq!(table.phase(), phase);
        assert_eq!(table.state.outcome(), None);
        table.tick();
        check_readable(&table);
    }
    assert_eq!(table.phase(), "W9999A");
    assert!(matches!(table.state.outcome(), Some(GameOutcome::Draw(powers)) if powers.len() == 2));
    assert!(table.ask("ALDER", &Command::Ready).is_err());

    // Somebody builds: the last Winter is played, and nothing comes after it.
    let mut table = late_table("S9999M");
    table.order("ALDER", &["A Fel - Moo"]);
    table.tick();
    table.tick();
    assert_eq!((table.phase(), table.awaited()), ("W9999A".to_owned(), 1));
    assert_eq!(table.state.outcome(), None);
    table.order("ALDER", &["Build A Fel"]);
    table.say("ALDER", Command::Ready);
    check_readable(&table);
    assert_eq!(table.phase(), "W9999A");
    assert!(matches!(table.state.outcome(), Some(GameOutcome::Draw(_))));
    let alder = table.state.board().power("ALDER").unwrap();
    assert_eq!(table.state.position().unit_count(alder), 4);
}

#[test]
fn records_of_the_last_year_are_answered_with_phases_that_can_be_read() {
    for (phase, next) in [
        ("S9999M", "F9999M"),
        ("F9999M", "W9999A"),
        ("F9999R", "W9999A"),
        ("W9999A", "W9999A"),
        ("W9998A", "S9999M"),
    ] {
        let line = format!(
            r#"{{"phase":"{phase}","units":{{"AUSTRIA":["A VIE"]}},"dislodged":{{}},
                "centers":{{"AUSTRIA":["VIE"]}},"orders":{{}}}}"#
        );
        let record = PhaseRecord::parse(&line).unwrap();
        let answered = answer(&record, Rulebook::default()).unwrap();
        let text = serde_json::to_string(&answered).unwrap();
        let again = PhaseRecord::parse(&text).unwrap();
        assert_eq!(again.next.unwrap().phase.to_string(), next, "{phase}");
    }
    assert!(PhaseRecord::parse(r#"{"phase":"S10000M","units":{},"orders":{}}"#).is_err());
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

#[test]
fn the_history_tells_positions_and_reasons_and_can_be_branched() {
    let mut table = Table::duel();
    table.order("FRANCE", &["A Par - Bur", "A Mar - Spa"]);
    table.tick();
    let second = table.state.position().clone();
    table.order("FRANCE", &["A Bur - Mun"]);
    table.tick();
    let history = History::of(&table.state);
    assert_eq!(
        history.before(0).as_ref(),
        Some(table.state.board().start())
    );
    assert_eq!(history.after(0), Some(second.clone()));
    assert_eq!(history.before(2).as_ref(), Some(table.state.position()));
    assert_eq!(history.before(3), None);
    let fall = history.find("F1901M".parse().unwrap()).unwrap();
    let resolution = history.resolution(fall).unwrap();
    assert!(resolution.orders[0].reason.text.contains("succeeded"));
    let mut sandbox = history.branch(fall).unwrap();
    let france = table.state.board().power("FRANCE").unwrap();
    sandbox.order(france, "A Bur - Bel");
    assert_eq!(
        sandbox.orders().len(),
        1,
        "the new order replaces the old one"
    );
    let tried = sandbox.play();
    assert!(
        tried
            .next
            .occupied()
            .contains(table.state.board().province("BEL").unwrap())
    );
    assert_eq!(
        history.before(1),
        Some(second),
        "the game itself is untouched"
    );
}

#[test]
fn stored_states_that_make_no_sense_are_refused() {
    let mut table = Table::duel();
    table.order("FRANCE", &["A Par - Bur"]);
    let stored = serde_json::to_value(&table.state).unwrap();
    let again: GameState = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(again, table.state);
    let text = stored.to_string();
    for (from, to) in [
        ("\"duel\"", "\"moon\""),
        ("A PAR - BUR", "A PAR - LON"),
        ("\"A VIE\"", "\"A XXX\""),
        ("\"F1901M\"", "\"X\""),
    ] {
        let broken = text.replace(from, to);
        if broken != text {
            assert!(serde_json::from_str::<GameState>(&broken).is_err(), "{to}");
        }
    }
}

#[test]
fn a_board_of_ones_own_can_be_played() {
    let mut file = parlour_diplomacy::Board::named("training")
        .unwrap()
        .file()
        .clone();
    file.map = "mine".into();
    let text = format!(r#"{{"map":{}}}"#, serde_json::to_string(&file).unwrap());
    let setup: Setup = serde_json::from_str(&text).unwrap();
    assert_eq!(Diplomacy::seats(&setup), 2);
    let table = Table::new(&setup);
    let stored = serde_json::to_string(&table.state).unwrap();
    assert_eq!(
        serde_json::from_str::<GameState>(&stored).unwrap(),
        table.state
    );
    assert_eq!(table.state.rules(), Rulebook::default());
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
