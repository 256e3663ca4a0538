//! Every way in which an order does not count: its stable code and its words.

use parlour_diplomacy::{
    Board, Code, DisbandDistance, Illegal, Judge, Location, Order, OrderFault, Phase, PhaseRecord,
    Position, Rulebook, Scene, Step, Unit, UnitKind, adjust, civil_disorder, convoy,
    judge_retreats, resolve,
};

/// The codes and words of all orders that did not count.
fn faults(record: &str, rules: &str) -> Vec<(String, String)> {
    let record = PhaseRecord::parse(record).unwrap();
    let board = record.board().unwrap();
    let position = record.position(board).unwrap();
    let orders = record.submitted(board).unwrap();
    let resolution = resolve(board, rules.parse().unwrap(), &position, &orders);
    let faults = resolution.orders.iter();
    faults
        .filter_map(|judged| judged.fault.as_ref())
        .inspect(|fault| assert!(!fault.piece().is_empty(), "{fault}"))
        .map(|fault: &OrderFault| (fault.code().to_owned(), fault.to_string()))
        .collect()
}

fn check(record: &str, code: &str, words: &str) {
    check_under(record, "", code, words);
}

fn check_under(record: &str, rules: &str, code: &str, words: &str) {
    let found = faults(record, rules);
    assert!(
        found.iter().any(|(own, text)| own == code && text == words),
        "{record}: expected {code}: {words}; found {found:?}"
    );
}

/// France orders this in Spring, with units enough for every mistake.
fn spring(order: &str) -> String {
    format!(
        r#"{{"phase":"S1901M","units":{{"FRANCE":["A PAR","F BRE","A SPA","F MAO","F POR","F ENG","A PIC","F GAS"],"ENGLAND":["A WAL","F NTH"]}},"orders":{{"FRANCE":["{order}"]}}}}"#
    )
}

#[test]
fn orders_that_cannot_be_played_say_why() {
    for (order, code, words) in [
        (
            "F Mao S A Par - Por",
            "supported_out_of_reach",
            "A PAR cannot go to POR, so the move cannot be supported",
        ),
        (
            "F Eng S A Pic - Wal",
            "needed_as_convoy",
            "A PIC could reach WAL only with this fleet's convoy, so the fleet cannot support it",
        ),
        ("A Mun H", "no_unit_there", "there is no unit in MUN"),
        ("A Wal H", "not_your_unit", "A WAL is not yours to order"),
        (
            "A Par B",
            "wrong_phase",
            "a build cannot be ordered in this phase",
        ),
        (
            "A Par D",
            "wrong_phase",
            "a disband cannot be ordered in this phase",
        ),
        (
            "A Par R Bur",
            "wrong_phase",
            "a retreat cannot be ordered in this phase",
        ),
        (
            "A Par - Par",
            "already_there",
            "A PAR already stands in PAR",
        ),
        ("A Par - Mun", "out_of_reach", "A PAR cannot reach MUN"),
        (
            "F Mao C F Por - Bre",
            "fleets_are_not_convoyed",
            "F POR is a fleet, and fleets are not convoyed",
        ),
        (
            "A Spa - Tun",
            "no_route",
            "no fleets on the board could carry A SPA to TUN",
        ),
        (
            "F Mao - Spa",
            "coast_missing",
            "SPA has more than one coast; name one of SPA/NC, SPA/SC",
        ),
        ("F Mao - Spa/ec", "no_such_coast", "there is no SPA/EC"),
        (
            "A Par S A Par",
            "supports_itself",
            "A PAR cannot support itself",
        ),
        (
            "F Bre S A Par - Bre",
            "supports_attack_on_itself",
            "F BRE cannot support a move into its own province",
        ),
        (
            "A Par S A Wal - Lon",
            "supporter_out_of_reach",
            "A PAR cannot go to LON, so it cannot support there",
        ),
        (
            "F Bre S A Par",
            "supporter_out_of_reach",
            "F BRE cannot go to PAR, so it cannot support there",
        ),
        (
            "F Bre C A Pic - Wal",
            "not_at_sea",
            "F BRE cannot convoy; only a fleet at sea can",
        ),
        (
            "F Mao C A Pic - Bel",
            "convoy_not_needed",
            "no convoy from PIC to BEL needs F MAO",
        ),
        (
            "A Par",
            "verb_missing",
            "what should \"A Par\" do? for instance: hold, - Bud, S A Vie, C A Lon - Bel",
        ),
    ] {
        check(&spring(order), code, words);
    }
}

#[test]
fn two_orders_for_one_unit_fault_each_other() {
    let record = spring(r#"A Par - Bur","A Par - Pic"#);
    let found = faults(&record, "");
    assert_eq!(found.len(), 2, "{found:?}");
    check(
        &record,
        "two_orders",
        "A PAR has more than one order; none of them counts",
    );
}

#[test]
fn a_strict_reader_wants_every_word_right() {
    let found = faults(&spring("F Par - Bur"), "text=strict");
    assert_eq!(found[0].0, "wrong_kind", "{found:?}");
    let line = r#"{"phase":"S1901M","units":{"FRANCE":["F SPA/SC"]},"orders":{"FRANCE":["F SPA/NC - LYO"]}}"#;
    let found = faults(line, "text=strict");
    assert_eq!(found[0].0, "wrong_coast", "{found:?}");
    let line =
        r#"{"phase":"S1901M","units":{"FRANCE":["A GAS"]},"orders":{"FRANCE":["A GAS - SPA/NC"]}}"#;
    let found = faults(line, "text=strict");
    assert_eq!(found[0].0, "army_names_coast", "{found:?}");
    check_under(
        &spring("A Par S German F Mao - Gas"),
        "text=strict",
        "wrong_owner",
        "F MAO is not of GERMANY; it belongs to FRANCE",
    );
    let line = r#"{"phase":"S1901R","units":{},"dislodged":{"ITALY":{"A TRI":["VEN"]}},"orders":{"ITALY":["Austrian A Tri R Ven"]}}"#;
    let found = faults(line, "text=strict");
    assert_eq!(found[0].0, "wrong_owner", "{found:?}");
    assert_eq!(faults(line, ""), []);
    check_under(
        &spring("A Par S F Mao - Spa"),
        "text=strict",
        "supporter_out_of_reach",
        "A PAR cannot go to SPA, so it cannot support there",
    );
    check_under(
        &spring("F Gas S F Mao - Spa"),
        "text=strict",
        "coast_missing",
        "SPA has more than one coast; name one of SPA/NC, SPA/SC",
    );
}

#[test]
fn every_fault_names_the_offending_piece() {
    let piece = |record: &str| {
        let record = PhaseRecord::parse(record).unwrap();
        let board = record.board().unwrap();
        let position = record.position(board).unwrap();
        let orders = record.submitted(board).unwrap();
        let resolution = resolve(board, Rulebook::default(), &position, &orders);
        let fault = resolution.orders[0].fault.clone().unwrap();
        fault.piece().to_owned()
    };
    for (order, expected) in [
        ("A Par - Munnich", "Munnich"),
        ("A Par - Mun", "MUN"),
        ("A Mun H", "MUN"),
        ("A Wal H", "A WAL"),
        ("A Par B", "a build"),
        ("F Mao - Spa/ec", "SPA/EC"),
        ("F Mao - Spa", "SPA"),
        ("A Par S A Wal - Lon", "LON"),
        ("F Mao C A Pic - Bel", "F MAO"),
        ("A Spa - Tun", "TUN"),
        ("A Par jumps", "jumps"),
    ] {
        assert_eq!(piece(&spring(order)), expected, "{order}");
    }
}

#[test]
fn retreats_that_cannot_be_say_why() {
    let line = |order: &str| {
        format!(
            r#"{{"phase":"S1901R","units":{{"AUSTRIA":["A VIE"],"ITALY":["A ROM"]}},"dislodged":{{"ITALY":{{"A TRI":["VEN"]}}}},"orders":{{"ITALY":["{order}"]}}}}"#
        )
    };
    check(
        &line("A Tri R Bud"),
        "retreat_closed",
        "A TRI cannot retreat to BUD",
    );
    check(
        &line("A Rom R Ven"),
        "not_dislodged",
        "A ROM was not dislodged",
    );
    for (order, words) in [
        ("A Tri S A Rom", "a support"),
        ("A Tri S A Rom - Ven", "a support"),
        ("A Tri C A Rom - Ven", "a convoy"),
        ("A Tri B", "a build"),
        ("Waive", "a waived build"),
    ] {
        let found = faults(&line(order), "");
        assert_eq!(found[0].0, "wrong_phase", "{order}: {found:?}");
        assert!(found[0].1.starts_with(words), "{order}: {found:?}");
    }
}

#[test]
fn adjustments_that_cannot_be_say_why() {
    let build = |orders: &str| {
        format!(
            r#"{{"phase":"W1901A","units":{{"FRANCE":["A SPA","F BRE"]}},"centers":{{"FRANCE":["PAR","BRE","SPA"]}},"orders":{{"FRANCE":[{orders}]}}}}"#
        )
    };
    let codes = |record: &str| -> Vec<String> {
        faults(record, "")
            .into_iter()
            .map(|(code, _)| code)
            .collect()
    };
    assert_eq!(codes(&build(r#""A Vie B""#)), ["cannot_build"]);
    assert_eq!(codes(&build(r#""A Par B","A Par B""#)), ["repeated"]);
    assert_eq!(codes(&build(r#""A Par B","Waive""#)), ["no_build_left"]);
    for order in [
        "A Spa H",
        "A Spa - Por",
        "A Spa S F Bre",
        "A Spa S F Bre - Mao",
    ] {
        assert_eq!(
            codes(&build(&format!("\"{order}\""))),
            ["wrong_phase"],
            "{order}"
        );
    }
    let disband = r#"{"phase":"W1901A","units":{"FRANCE":["A SPA","F BRE","A PAR"]},"centers":{"FRANCE":["PAR","BRE"]},"orders":{"FRANCE":["A Spa D","A Spa D","A Par D"]}}"#;
    assert_eq!(codes(disband), ["repeated", "no_disband_left"]);
}

#[test]
fn results_are_keyed_by_what_was_ordered() {
    let answer = |line: &str| {
        let record = PhaseRecord::parse(line).unwrap();
        let answer = parlour_diplomacy::answer(&record, Rulebook::default()).unwrap();
        answer.results.unwrap().into_keys().collect::<Vec<_>>()
    };
    let winter = r#"{"phase":"W1901A","units":{"FRANCE":["A SPA"]},"centers":{"FRANCE":["PAR","SPA"]},"orders":{"FRANCE":["A Vie B","nonsense","Waive"]}}"#;
    assert_eq!(answer(winter), ["A VIE", "WAIVE", "nonsense"]);
    let spring =
        r#"{"phase":"S1901M","units":{"FRANCE":["A SPA"]},"orders":{"FRANCE":["A Mun - Ber"]}}"#;
    assert_eq!(answer(spring), ["A MUN", "A SPA"]);
}

#[test]
fn orders_of_other_phases_do_nothing_in_the_judges_own_functions() {
    let board = Board::standard();
    let france = board.power("FRANCE").unwrap();
    let paris = board.unit("A PAR").unwrap();
    let mut position = board.start().clone();
    position.phase = "W1901A".parse().unwrap();
    let hold = Order::Hold { unit: paris };
    let outcome = adjust(
        board,
        DisbandDistance::Owned,
        &mut position,
        france,
        &[hold],
    );
    assert!(matches!(outcome.orders[0], Err(Illegal::WrongPhase(_))));
    let before = position.clone();
    judge_retreats(board, &mut position, &[hold]);
    assert_eq!(position, before);
    let mut judge = Judge::new(board, Rulebook::default());
    let movement = judge.movement(board.start(), &[]);
    let at = board.province_of(paris.at);
    // Where the unit could go if it were dislodged by nobody.
    assert_eq!(judge.retreats(&movement, at).len(), 3);
    let rules: Rulebook = "paradox=1982".parse().unwrap();
    judge.set_rules(rules);
    assert_eq!(judge.rules(), rules);
    assert_eq!(Code::Bounce.to_string(), "bounce");
}

#[test]
fn orders_of_another_phase_are_named() {
    let board = Board::standard();
    let france = board.power("FRANCE").unwrap();
    let [unit, target] = ["A PAR", "F BRE"].map(|text| board.unit(text).unwrap());
    let to = board.location("BUR").unwrap();
    let movement = [
        (Order::Hold { unit }, "a hold"),
        (
            Order::Move {
                unit,
                to,
                via: false,
            },
            "a move",
        ),
        (Order::SupportHold { unit, target }, "a support"),
        (Order::SupportMove { unit, target, to }, "a support"),
        (
            Order::Convoy {
                unit,
                army: target,
                to,
            },
            "a convoy",
        ),
    ];
    let others = [
        (Order::Retreat { unit, to }, "a retreat"),
        (Order::Disband { unit }, "a disband"),
        (Order::Build { unit }, "a build"),
        (Order::Waive, "a waived build"),
    ];
    let mut winter = board.start().clone();
    winter.phase = "W1901A".parse().unwrap();
    for (position, orders) in [(&winter, &movement[..]), (board.start(), &others[..])] {
        let scene = Scene::new(board, position, Rulebook::default());
        for (order, word) in orders {
            assert_eq!(scene.check(france, *order), Err(Illegal::WrongPhase(word)));
        }
    }
}

#[test]
fn no_route_needs_a_fleet_that_is_not_there() {
    let board = Board::standard();
    let [eng, lon, bre] = ["ENG", "LON", "BRE"].map(|code| board.province(code).unwrap());
    assert!(convoy::is_needed(
        board,
        eng,
        lon,
        bre,
        [eng].into_iter().collect()
    ));
    assert!(!convoy::is_needed(
        board,
        eng,
        lon,
        bre,
        [].into_iter().collect()
    ));
}

#[test]
fn a_fleet_that_can_never_come_home_is_farthest() {
    let inland = include_str!("../data/duel.json")
        .replace(r#"["BUD", "TRI", "VIE"]"#, r#"["BUD", "VIE"]"#)
        .replace(r#", "F TRI""#, "")
        .replace(r#""ANK", "BEL""#, r#""ANK", "TRI", "BEL""#);
    let board = Board::parse(&inland).unwrap();
    let austria = board.power("AUSTRIA").unwrap();
    let mut position = Position::empty("W1901A".parse().unwrap(), board.province_count());
    let units = ["A RUM", "F TRI"].map(|text| board.unit(text).unwrap());
    for unit in units {
        let placed = parlour_diplomacy::Placed {
            power: austria,
            unit,
        };
        position.place(board.province_of(unit.at), placed);
    }
    let gone = civil_disorder(&board, DisbandDistance::Home, &position, austria, 1);
    assert_eq!(gone, [units[1]]);
}

#[test]
fn phases_have_names_for_people() {
    let words = |text: &str| text.parse::<Phase>().unwrap().words();
    assert_eq!(words("S1901M"), "Spring 1901, movement");
    assert_eq!(words("F1901R"), "Fall 1901, retreats");
    assert_eq!(words("W1901A"), "Winter 1901, adjustments");
    assert_eq!(Phase::spring(1901).step, Step::Movement);
    let unit = Unit {
        kind: UnitKind::Army,
        at: Location::from(Board::standard().province("PAR").unwrap()),
    };
    assert_eq!(Board::standard().unit("A PAR"), Some(unit));
}
