//! What comes up seldom in a game: powers that are out, stored states and events
//! that make no sense, boards with rules of their own, whole histories.

use parlour_diplomacy::game::{Command, Diplomacy, Event, GameOutcome, GameState, Refusal, Setup};
use parlour_diplomacy::{
    Board, History, NextRecord, Phase, PhaseRecord, Position, Rulebook, Sandbox, answer,
};
use parlour_rules::{Actor, Refuse, Rules, Seat, Seed};
use serde_json::{Value, json};

/// A game of seven that stands at this position.
fn standing(phase: &str, units: &Value, centers: &Value) -> GameState {
    let start = Diplomacy::start(&Setup::default(), Seed(1)).unwrap();
    let mut stored = serde_json::to_value(&start).unwrap();
    stored["position"] = json!({"phase": phase, "units": units, "centers": centers});
    serde_json::from_value(stored).unwrap()
}

fn seat(state: &GameState, power: &str) -> Actor {
    Actor::Seat(Seat(state.board().power(power).unwrap().0))
}

fn say(state: &mut GameState, by: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
    let events = Diplomacy::decide(state, by, command)?;
    for event in &events {
        Diplomacy::apply(state, event);
    }
    Ok(events)
}

fn order(state: &mut GameState, power: &str, orders: &[&str]) {
    let orders = orders.iter().map(|order| (*order).to_owned()).collect();
    say(state, seat(state, power), &Command::Order(orders)).unwrap();
}

#[test]
fn a_power_that_loses_its_last_unit_and_centre_is_out() {
    let mut state = standing(
        "S1905M",
        &json!({"AUSTRIA": ["A TYR", "A TRI"], "ITALY": ["A VEN"]}),
        &json!({"AUSTRIA": ["VIE", "TRI"], "FRANCE": ["PAR"]}),
    );
    let (italy, france) = (state.board().power("ITALY"), state.board().power("FRANCE"));
    order(
        &mut state,
        "AUSTRIA",
        &["A Tyr - Ven", "A Tri S A Tyr - Ven"],
    );
    say(&mut state, Actor::Clock, &Command::Resolve).unwrap();
    // Driven out, it is still there to retreat.
    assert_eq!(state.position().phase.to_string(), "S1905R");
    assert!(state.position().is_alive(italy.unwrap()));
    let events = say(&mut state, Actor::Clock, &Command::Resolve).unwrap();
    let out = Event::PowerEliminated {
        power: "ITALY".into(),
    };
    assert!(events.contains(&out), "{events:?}");
    let refused = say(&mut state, Actor::Seat(Seat(4)), &Command::Ready).unwrap_err();
    assert_eq!(refused, Refusal::Eliminated("ITALY".into()));
    assert_eq!(refused.code(), "eliminated");
    // A centre alone keeps a power in the game.
    assert!(state.position().is_alive(france.unwrap()));
}

#[test]
fn there_are_as_many_seats_as_powers() {
    let mut state = Diplomacy::start(&Setup::default(), Seed(1)).unwrap();
    let refused = say(&mut state, Actor::Seat(Seat(7)), &Command::Ready).unwrap_err();
    assert_eq!(refused.code(), "no_such_seat");
}

#[test]
fn a_phase_that_ends_before_its_time_is_missed_by_nobody() {
    let mut state = Diplomacy::start(&Setup::default(), Seed(1)).unwrap();
    let france = seat(&state, "FRANCE");
    let refused = say(&mut state, france, &Command::ResolveEarly).unwrap_err();
    assert_eq!(refused.code(), "only_the_clock");
    let misses = |state: &GameState| {
        let powers = state.board().powers();
        powers
            .map(|it| state.standing(it).misses)
            .collect::<Vec<_>>()
    };
    // One miss stays one: it is neither counted again nor forgotten.
    say(&mut state, Actor::Clock, &Command::Resolve).unwrap();
    assert_eq!(misses(&state), [1; 7]);
    order(&mut state, "FRANCE", &["A Par - Bur"]);
    say(&mut state, Actor::Clock, &Command::ResolveEarly).unwrap();
    assert_eq!(misses(&state), [1, 1, 0, 1, 1, 1, 1]);
    let powers = state.board().powers();
    assert!(powers.into_iter().all(|it| !state.standing(it).disorder));
    assert_eq!(state.position().phase.to_string(), "S1902M");
}

#[test]
fn a_power_that_nobody_plays_does_not_share_a_draw() {
    let mut state = Diplomacy::start(&Setup::default(), Seed(1)).unwrap();
    say(&mut state, Actor::Clock, &Command::Abandon("ITALY".into())).unwrap();
    let names = ["ITALY", "FRANCE"].map(String::from).to_vec();
    let france = seat(&state, "FRANCE");
    let refused = say(&mut state, france, &Command::ProposeDraw(names)).unwrap_err();
    assert_eq!(refused.code(), "cannot_share");
    assert_eq!(refused.to_string(), "ITALY cannot share a draw");
}

#[test]
fn an_order_is_not_taken_back_by_words_that_name_no_place() {
    let mut state = Diplomacy::start(&Setup::default(), Seed(1)).unwrap();
    order(&mut state, "FRANCE", &["A Par - Bur"]);
    let france = seat(&state, "FRANCE");
    let refused = say(&mut state, france, &Command::Withdraw("Parris".into())).unwrap_err();
    let Refusal::OrdersRefused(list) = &refused else {
        panic!("{refused}");
    };
    assert_eq!((list[0].code, &*list[0].piece), ("unknown_place", "Parris"));
    assert!(refused.to_string().contains("did you mean Paris (PAR)"));
}

#[test]
fn refused_orders_name_the_offending_piece() {
    let mut state = Diplomacy::start(&Setup::default(), Seed(1)).unwrap();
    let orders = [
        "A Par - Bur",
        "A Par - Pic",
        "Germany: A Mar H",
        "F Bre - Mos",
    ];
    let orders = orders.map(String::from).to_vec();
    let france = seat(&state, "FRANCE");
    let refused = say(&mut state, france, &Command::Order(orders)).unwrap_err();
    let Refusal::OrdersRefused(list) = &refused else {
        panic!("{refused}");
    };
    let found: Vec<(&str, &str)> = list.iter().map(|one| (one.code, &*one.piece)).collect();
    assert_eq!(
        found,
        [
            ("two_orders", "PAR"),
            ("two_orders", "PAR"),
            ("not_your_power", "GERMANY"),
            ("out_of_reach", "MOS"),
        ]
    );
}

#[test]
fn events_that_make_no_sense_change_nothing() {
    let mut state = Diplomacy::start(&Setup::default(), Seed(1)).unwrap();
    order(&mut state, "FRANCE", &["A Par - Bur"]);
    let before = state.clone();
    let france = Seat(2);
    for event in [
        Event::OrderWithdrawn {
            seat: france,
            power: "FRANCE".into(),
            order: "nonsense".into(),
        },
        Event::OrderWithdrawn {
            seat: france,
            power: "FRANCE".into(),
            order: "A MAR H".into(),
        },
        Event::OrderWithdrawn {
            seat: france,
            power: "MARS".into(),
            order: "A PAR - BUR".into(),
        },
        Event::Readied {
            power: "MARS".into(),
        },
        Event::DrawProposed {
            seat: None,
            by: None,
            powers: vec!["FRANCE".into()],
        },
        Event::DrawVoted {
            seat: france,
            power: "FRANCE".into(),
            yes: true,
        },
    ] {
        Diplomacy::apply(&mut state, &event);
        assert_eq!(state, before, "{event:?}");
    }
}

#[test]
fn a_stored_state_has_a_standing_for_each_power() {
    let state = Diplomacy::start(&Setup::default(), Seed(1)).unwrap();
    let mut stored = serde_json::to_value(&state).unwrap();
    stored["powers"].as_array_mut().unwrap().pop();
    let fault = serde_json::from_value::<GameState>(stored.clone()).unwrap_err();
    assert_eq!(fault.to_string(), "6 standings for 7 powers");
    stored["powers"].as_array_mut().unwrap().push(json!({}));
    stored["proposal"] = json!({"by": 9, "powers": [], "votes": []});
    let fault = serde_json::from_value::<GameState>(stored).unwrap_err();
    assert!(fault.to_string().contains("powers that do not exist"));
}

#[test]
fn a_board_may_let_every_owned_centre_build() {
    let mut file = Board::named("duel").unwrap().file().clone();
    file.map = "anywhere".into();
    file.builds = parlour_diplomacy::BuildSites::Owned;
    let board = Board::build(&file).unwrap();
    let mut position = Position::empty("W1901A".parse().unwrap(), board.province_count());
    let france = board.power("FRANCE").unwrap();
    for code in ["SPA", "PAR"] {
        position.set_owner(board.province(code).unwrap(), Some(france));
    }
    assert_eq!(position.adjustment(&board, france), 2);
    let mut sandbox = Sandbox::new(&board, Rulebook::default(), position);
    assert_eq!(sandbox.position().phase.to_string(), "W1901A");
    sandbox.order(france, "Build A Spa");
    let built = sandbox.look().built;
    assert_eq!(board.unit_text(built[0].1).to_string(), "A SPA");
    sandbox.clear(france);
    assert!(sandbox.look().built.is_empty());
}

#[test]
fn orders_that_a_lenient_reader_forgives_and_those_it_does_not() {
    let told = |record: &str, unit: &str| {
        let record = PhaseRecord::parse(record).unwrap();
        let record = answer(&record, Rulebook::default()).unwrap();
        record.reasons.unwrap()[unit].text.clone()
    };
    let text = told(
        r#"{"phase":"S1901M","units":{"FRANCE":["F BRE"]},"orders":{"FRANCE":["F Bre - Pic/nc"]}}"#,
        "F BRE",
    );
    assert!(
        text.ends_with("the coast in PIC/NC is ignored; it is PIC"),
        "{text}"
    );
    let text = told(
        r#"{"phase":"W1901A","units":{},"centers":{"FRANCE":["PAR"]},"orders":{"FRANCE":["build Par"]}}"#,
        "PAR",
    );
    assert!(
        text.contains("say whether it is an army or a fleet"),
        "{text}"
    );
    let text = told(
        r#"{"phase":"S1901R","units":{},"dislodged":{},"orders":{"FRANCE":["A Par R Bur"]}}"#,
        "A PAR",
    );
    assert!(text.contains("there is no unit in PAR"), "{text}");
}

#[test]
fn a_history_is_told_in_records_that_follow_one_another() {
    let setup: Setup =
        serde_json::from_str(r#"{"map":"duel","rules":{"via":"land-fallback"}}"#).unwrap();
    let mut state = Diplomacy::start(&setup, Seed(1)).unwrap();
    order(&mut state, "FRANCE", &["A Par - Bur", "A Mar - Spa"]);
    for _ in 0..3 {
        say(&mut state, Actor::Clock, &Command::Resolve).unwrap();
    }
    let (france, austria) = (seat(&state, "FRANCE"), seat(&state, "AUSTRIA"));
    say(&mut state, france, &Command::ProposeDraw(Vec::new())).unwrap();
    say(&mut state, austria, &Command::Vote(true)).unwrap();
    assert!(matches!(state.outcome(), Some(GameOutcome::Draw(_))));
    let history = History::of(&state);
    let records = history.records("mine");
    let phases: Vec<Phase> = history.phases().iter().map(|past| past.phase).collect();
    assert_eq!(records.len(), phases.len() + 1);
    for (place, pair) in records.windows(2).enumerate() {
        let board = state.board();
        let position = pair[1].position(board).unwrap();
        assert_eq!(history.after(place), Some(position.clone()));
        assert_eq!(pair[0].next, Some(NextRecord::of(board, &position)));
        assert_eq!(pair[0].rules.as_ref().unwrap()["via"], "land-fallback");
        assert_eq!(pair[0].id, Some(format!("mine-{}", phases[place])));
    }
    let last = records.last().unwrap();
    assert_eq!(last.rest["outcome"]["kind"], "draw");
    assert_eq!(history.find("S1999M".parse().unwrap()), None);
    assert!(history.branch(records.len()).is_none());
    // Orders of powers that the board does not have are nobody's.
    let mut phases = history.phases().to_vec();
    phases[0]
        .orders
        .insert("MARS".into(), vec!["A Par H".into()]);
    let board = state.board();
    let other = History::new(board, state.rules(), board.start().clone(), phases);
    assert_eq!(other.after(0), history.after(0));
}

#[test]
fn a_history_that_was_won_ends_with_the_phase_that_won_it() {
    let mut state = standing(
        "F1910M",
        &json!({"AUSTRIA": ["A MUN"], "FRANCE": ["A PAR"]}),
        &json!({"AUSTRIA": ["BUD", "VIE", "TRI", "SER", "GRE", "BUL", "RUM", "CON", "ANK", "SMY",
            "SEV", "MOS", "WAR", "STP", "VEN", "ROM", "NAP"], "FRANCE": ["PAR"]}),
    );
    let start = state.position().clone();
    say(&mut state, Actor::Clock, &Command::Resolve).unwrap();
    assert_eq!(state.outcome(), Some(&GameOutcome::Solo("AUSTRIA".into())));
    let board = Board::standard();
    let history = History::new(board, Rulebook::default(), start, state.history().to_vec());
    let records = history.records("won");
    assert_eq!(records.len(), 1);
    assert_eq!(History::of(&state).phases(), history.phases());
    let outcome = records[0].next.as_ref().unwrap().outcome.as_ref().unwrap();
    assert_eq!((&*outcome.kind, &*outcome.powers[0]), ("solo", "AUSTRIA"));
}
