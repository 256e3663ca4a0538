//! What boards from files may say beyond the usual map, each rule with a case, and
//! what is refused.

use parlour_diplomacy::{
    Board, BoardError, BoardFile, BuildSites, Fault, Judge, Order, Position, Rulebook, adjust,
    legal_orders_of_power, lint, notation, turn,
};

/// The training board after a change of its file.
fn changed(change: impl FnOnce(&mut BoardFile)) -> Result<Board, BoardError> {
    let mut file = Board::named("training").unwrap().file().clone();
    change(&mut file);
    Board::build(&file)
}

fn faults(change: impl FnOnce(&mut BoardFile)) -> Vec<String> {
    let mut file = Board::named("training").unwrap().file().clone();
    change(&mut file);
    lint(&file).iter().map(Fault::to_string).collect()
}

/// The training board with a code replaced everywhere.
fn recoded(from: &str, to: &str) -> Result<Board, BoardError> {
    let text = serde_json::to_string(Board::named("training").unwrap().file()).unwrap();
    Board::parse(&text.replace(&format!("\"{from}\""), &format!("\"{to}\"")))
}

/// The board's position with these units alone.
fn with_units(board: &Board, phase: &str, units: &[(&str, &str)]) -> Position {
    let mut position = board.start().clone();
    position.phase = phase.parse().unwrap();
    for province in board.start().occupied() {
        position.lift(province);
    }
    for (power, text) in units {
        let unit = board.unit(text).unwrap();
        let power = board.power(power).unwrap();
        let province = board.province_of(unit.at);
        position.place(province, parlour_diplomacy::Placed { power, unit });
    }
    position
}

fn legal(board: &Board, position: &Position, power: &str) -> Vec<String> {
    let power = board.power(power).unwrap();
    let orders = legal_orders_of_power(board, position, Rulebook::default(), power);
    let style = notation::Style::Record;
    let text = |order: &Order| notation::write_order(board, position, power, *order, style);
    orders.iter().map(text).collect()
}

#[test]
fn every_bundled_board_has_no_fault_and_its_codes_are_read() {
    for board in Board::bundled() {
        assert_eq!(lint(board.file()), [], "{}", board.name());
        for province in board.provinces() {
            let code = board.code(province);
            for text in [format!("A {code} H"), format!("F {code} S A {code}")] {
                let order = notation::read_order(board, &text).unwrap();
                let unit = order.unit().unwrap();
                assert_eq!(unit.at.province, province, "{}: {text}", board.name());
            }
            let name = format!("army {} holds", board.full_name(province));
            let order = notation::read_order(board, &name).unwrap();
            assert_eq!(order.unit().unwrap().at.province, province, "{name}");
        }
    }
}

#[test]
fn a_code_wins_over_a_word_that_says_nothing() {
    let board = recoded("MOO", "NEW").unwrap();
    let at = board.province("NEW").unwrap();
    for text in ["F NEW - NSO", "A FEL S A NEW - WIL", "new army in new h"] {
        let order = notation::read_order(&board, text).unwrap();
        let units = format!("{order:?}");
        assert!(units.contains(&format!("{at:?}")), "{text}: {units}");
    }
    let usual = Board::standard();
    let order = notation::read_order(usual, "the new army in Vienna holds").unwrap();
    let at = order.unit().unwrap().at.province;
    assert_eq!(usual.code(at), "VIE");
}

#[test]
fn a_code_that_orders_could_not_name_is_a_fault() {
    for code in ["AMY", "FLT", "WVE"] {
        let fault = recoded("MOO", code).unwrap_err().to_string();
        assert!(
            fault.contains(&format!("{code}: this code is a word of orders")),
            "{fault}"
        );
    }
}

#[test]
fn a_coast_may_be_reached_by_other_coasts_alone() {
    let river = |file: &mut BoardFile| {
        file.counts = None;
        file.fleet_borders
            .retain(|(one, other)| one != "HAV" || other != "NSO");
    };
    assert_eq!(faults(river), Vec::<String>::new());
    let dry = faults(|file| {
        file.counts = None;
        file.fleet_borders
            .retain(|(one, other)| one != "HAV" && other != "HAV");
    });
    assert_eq!(dry.len(), 1);
    assert!(
        dry[0].starts_with("HAV: no fleet can come here; add"),
        "{dry:?}"
    );
}

#[test]
fn a_fleet_in_a_ferry_province_convoys_and_an_army_there_does_not() {
    let ferry = |file: &mut BoardFile| {
        for province in &mut file.provinces {
            province.convoys = province.abbr == "PEN";
        }
    };
    let board = changed(ferry).unwrap();
    let fleet = with_units(&board, "S1901M", &[("ALDER", "A HAV"), ("ALDER", "F PEN")]);
    let orders = legal(&board, &fleet, "ALDER");
    assert!(orders.contains(&"A HAV - QUA VIA".to_owned()), "{orders:?}");
    assert!(
        orders.contains(&"F PEN C A HAV - QUA".to_owned()),
        "{orders:?}"
    );
    let read: Vec<Order> = ["A HAV - QUA VIA", "F PEN C A HAV - QUA"]
        .iter()
        .map(|text| {
            let written = notation::read_order(&board, text).unwrap();
            let scene = parlour_diplomacy::Scene::new(&board, &fleet, Rulebook::default());
            let power = board.power("ALDER").unwrap();
            parlour_diplomacy::check(&scene, power, written)
                .unwrap()
                .order
        })
        .collect();
    let moved = Judge::new(&board, Rulebook::default()).movement(&fleet, &read);
    assert!(moved.moved.contains(board.province("HAV").unwrap()));
    let army = with_units(&board, "S1901M", &[("ALDER", "A HAV"), ("ALDER", "A PEN")]);
    assert!(
        legal(&board, &army, "ALDER")
            .iter()
            .all(|order| !order.contains(" C "))
    );
    let usual = Board::named("training").unwrap();
    assert!(
        legal(usual, &fleet, "ALDER")
            .iter()
            .all(|order| !order.contains(" C "))
    );
    let at_sea = faults(|file| file.provinces[5].convoys = true);
    assert_eq!(at_sea.len(), 1, "{at_sea:?}");
}

#[test]
fn a_base_may_be_any_board_but_not_itself() {
    let variant = |map: &str, base: &str| {
        format!(
            r#"{{"map":"{map}","base":"{base}","start_phase":"S0001M","target":6,"powers":["ALDER","BIRCH"],
            "start_units":{{"ALDER":["A FEL"],"BIRCH":["A TOR"]}},
            "start_centers":{{"ALDER":["FEL"],"BIRCH":["TOR"]}},
            "neutral_centers":["ASH","ELM","BAY","DOV","MOO","WIL","ISM","PEN","QUA"]}}"#
        )
    };
    let others = |name: &str| match name {
        "middle" => Some(variant("middle", "training")),
        "ring" => Some(variant("ring", "top")),
        _ => None,
    };
    let board = Board::parse_among(&variant("top", "middle"), others).unwrap();
    assert_eq!(board.province_count(), 18);
    assert_eq!(board.first_phase().to_string(), "S0001M");
    let endless = Board::parse_among(&variant("top", "ring"), others).unwrap_err();
    assert!(matches!(endless, BoardError::EndlessBase(_)), "{endless}");
    let unknown = Board::parse(&variant("top", "middle"))
        .unwrap_err()
        .to_string();
    assert_eq!(unknown, "base: there is no map \"middle\" to build upon");
}

#[test]
fn an_unknown_field_is_refused_with_its_name_and_line() {
    let text = "{\n \"map\": \"odd\",\n \"colour\": 1\n}";
    let fault = Board::parse(text).unwrap_err().to_string();
    assert!(
        fault.contains("unknown field `colour`") && fault.contains("line 3"),
        "{fault}"
    );
}

#[test]
fn units_are_built_where_the_board_says() {
    let sites = |builds: BuildSites| {
        let board = changed(|file| file.builds = builds).unwrap();
        let mut position = with_units(&board, "W1901A", &[("ALDER", "A FEL")]);
        let alder = board.power("ALDER").unwrap();
        position.set_owner(board.province("MOO").unwrap(), Some(alder));
        let sites = position.open_sites(&board, alder);
        let orders = legal(&board, &position, "ALDER");
        let codes: Vec<String> = sites.iter().map(|at| board.code(at).to_owned()).collect();
        for code in &codes {
            assert!(orders.contains(&format!("A {code} B")), "{orders:?}");
        }
        codes.join(" ")
    };
    assert_eq!(sites(BuildSites::Home), "ASH ELM");
    assert_eq!(sites(BuildSites::Owned), "ASH ELM MOO");
    assert_eq!(sites(BuildSites::Anywhere), "ASH ELM CRA MOO HAV DAL VAL");
}

#[test]
fn a_game_may_begin_with_the_builds_of_a_winter() {
    let board = Board::named("winter1900").unwrap();
    let mut position = board.start().clone();
    assert_eq!(position.phase.to_string(), "W1900A");
    let russia = board.power("RUSSIA").unwrap();
    assert_eq!(position.adjustment(board, russia), 4);
    for power in board.powers() {
        let orders = legal_orders_of_power(board, &position, Rulebook::default(), power);
        let build = orders[0];
        adjust(
            board,
            Rulebook::default().disband,
            &mut position,
            power,
            &[build],
        );
    }
    let turning = turn(board, &mut position);
    assert_eq!(
        (position.phase.to_string(), turning.skipped.len()),
        ("S1901M".into(), 0)
    );
    assert_eq!(position.units().count(), 7);
    let late = faults(|file| file.start_phase = "F1901M".into());
    assert!(
        late[0].starts_with("start_phase: a game starts with"),
        "{late:?}"
    );
}

#[test]
fn nobody_plays_a_dummy_and_it_does_not_win() {
    let board = changed(|file| {
        file.dummies = vec!["BIRCH".into()];
        file.target = 3;
    })
    .unwrap();
    let birch = board.power("BIRCH").unwrap();
    assert!(board.is_dummy(birch) && board.played_count() == 1);
    let mut position = board.start().clone();
    position.phase = "F1901R".parse().unwrap();
    let lost = board.province("ASH").unwrap();
    position.set_owner(lost, Some(birch));
    position.lift(lost);
    assert_eq!(
        turn(&board, &mut position).solo,
        None,
        "it owns four of eleven"
    );
    let first = faults(|file| file.dummies = vec!["ALDER".into()]);
    assert!(first[0].starts_with("dummies: "), "{first:?}");
    let all = faults(|file| file.dummies = file.powers.clone());
    assert!(all[0].starts_with("dummies: "), "{all:?}");
}

/// Rule B.9.
#[test]
fn a_province_has_names_in_several_languages() {
    let name = |file: &mut BoardFile, language: &str, name: &str| {
        let names = &mut file.provinces[0].names;
        names.insert(language.into(), name.into());
    };
    let board = changed(|file| {
        name(file, "de", "Ödes Fell");
        name(file, "pt-br", "Morro");
    })
    .unwrap();
    let first = board.provinces().next().unwrap();
    for text in ["A ödes fell H", "A Morro H", "A FEL H"] {
        let order = notation::read_order(&board, text).unwrap();
        assert_eq!(order.unit().unwrap().at.province, first, "{text}");
    }
    assert_eq!(board.languages(), ["de", "pt-br"]);
    assert_eq!(board.name_in(first, "de"), "Ödes Fell");
    assert_eq!(board.name_in(first, "fr"), board.full_name(first));
    let other = board.file().provinces[1].name.clone();
    for (language, text, told) in [
        ("de", other.as_str(), "is also a name of"),
        ("de", "<b>", "must have 1 to 40 characters"),
        ("German", "Fell", "is no language"),
    ] {
        let found = faults(|file| name(file, language, text));
        assert!(
            found.iter().any(|it| it.contains(told)),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn a_province_may_have_three_coasts() {
    let board = changed(|file| {
        file.counts = None;
        for province in &mut file.provinces {
            if province.abbr == "ISM" {
                province.coasts.push("EC".into());
            }
        }
        file.fleet_borders
            .retain(|(one, other)| one != "ISM/SC" || other != "STR");
        file.fleet_borders.push(("ISM/EC".into(), "STR".into()));
    })
    .unwrap();
    let position = with_units(&board, "S1901M", &[("ALDER", "F STR")]);
    let orders = legal(&board, &position, "ALDER");
    for goal in ["ISM/NC", "ISM/EC"] {
        assert!(orders.contains(&format!("F STR - {goal}")), "{orders:?}");
    }
    assert!(!orders.contains(&"F STR - ISM/SC".to_owned()));
}

#[test]
fn hostile_files_get_an_error_that_says_what_and_where() {
    let long = format!("{{\"map\":\"{}\"}}", "x".repeat(10_000_000));
    assert!(matches!(Board::parse(&long), Err(BoardError::TooLong(_))));
    let many = faults(|file| {
        let one = file.provinces[0].clone();
        file.provinces = vec![one; 100_000];
    });
    assert_eq!(many.len(), 1);
    assert!(
        many[0].starts_with("provinces: a board has at most 256"),
        "{many:?}"
    );
    let markup = faults(|file| file.provinces[0].name = "<script>".into());
    assert!(
        markup[0].starts_with("FEL: the name \"<script>\""),
        "{markup:?}"
    );
    let title = faults(|file| file.title = Some("a\u{1b}[2J".into()));
    assert!(title[0].starts_with("title: "), "{title:?}");
    let deep = "[".repeat(100_000);
    assert!(matches!(Board::parse(&deep), Err(BoardError::Shape(_))));
    let nan = r#"{"map":"odd","target":NaN}"#;
    let fault = Board::parse(nan).unwrap_err().to_string();
    assert!(fault.contains("line 1 column"), "{fault}");
}
