//! The standard board against the facts of the rulebook, and the linter against
//! boards with one fault each.

use parlour_diplomacy::{Board, BoardFile, Named, Province, Step, UnitKind, lint, normal};

fn at(code: &str) -> Province {
    Board::standard().province(code).unwrap()
}

#[test]
fn the_standard_board_has_the_counts_of_the_rulebook() {
    let board = Board::standard();
    assert_eq!(board.province_count(), 75);
    assert_eq!(board.seas().len(), 19);
    assert_eq!(board.centers().len(), 34);
    assert_eq!(board.locations().count(), 81);
    assert_eq!(board.start().units().count(), 22);
    assert_eq!(board.powers().count(), 7);
    let owned = board
        .powers()
        .map(|power| board.start().center_count(power));
    assert_eq!(owned.collect::<Vec<_>>(), [3, 3, 3, 3, 3, 4, 3]);
}

#[test]
fn borders_that_other_boards_have_missed_are_there() {
    let board = Board::standard();
    for (one, other) in [("GAL", "UKR"), ("LVN", "WAR"), ("NWY", "STP")] {
        assert!(
            board.army_borders(at(one)).contains(at(other)),
            "{one}-{other}"
        );
        assert!(
            board.army_borders(at(other)).contains(at(one)),
            "{other}-{one}"
        );
    }
    for (one, other) in [
        ("BOT", "FIN"),
        ("BOT", "LVN"),
        ("BOT", "STP/SC"),
        ("BOT", "SWE"),
        ("CON", "SMY"),
        ("MAO", "SPA/SC"),
        ("NWY", "STP/NC"),
        ("TUS", "TYS"),
    ] {
        let (one, other) = (board.location(one).unwrap(), board.location(other).unwrap());
        assert!(board.fleet_borders(one).contains(other));
        assert!(board.fleet_borders(other).contains(one));
    }
    assert!(!board.army_borders(at("YOR")).contains(at("LVN")));
    assert!(!board.touching(at("YOR")).contains(at("LVN")));
}

#[test]
fn borders_are_symmetric_and_units_stay_in_their_element() {
    let board = Board::standard();
    for province in board.provinces() {
        for other in board.army_borders(province) {
            assert!(board.army_borders(other).contains(province));
            assert!(!board.seas().contains(other));
        }
    }
    for location in board.locations() {
        for other in board.fleet_borders(location) {
            assert!(board.fleet_borders(other).contains(location));
        }
    }
}

#[test]
fn units_are_read_where_they_can_stand() {
    let board = Board::standard();
    let fleet = board.unit("F STP/SC").unwrap();
    assert_eq!(fleet.kind, UnitKind::Fleet);
    assert_eq!(board.unit_text(fleet).to_string(), "F STP/SC");
    for text in [
        "F STP", "A STP/SC", "F MUN", "A NTH", "X BUD", "A", "", "A XXX", "F BUL/NC",
    ] {
        assert_eq!(board.unit(text), None, "{text}");
    }
}

#[test]
fn names_lead_to_provinces() {
    let board = Board::standard();
    let one = |text: &str| board.named_place(&normal(text));
    assert_eq!(one("St. Petersburg"), Some(Named::One(at("STP"))));
    assert_eq!(one("MID-ATLANTIC  ocean"), Some(Named::One(at("MAO"))));
    assert_eq!(one("tyr"), Some(Named::One(at("TYR"))));
    assert!(matches!(one("liv"), Some(Named::Several { .. })));
    assert_eq!(one("nowhere"), None);
    assert!(board.near_miss(at("NWY"), at("NWG")));
}

/// The faults of the standard file after one change.
fn faults_after(change: impl FnOnce(&mut BoardFile)) -> Vec<String> {
    let mut file = Board::standard().file().clone();
    change(&mut file);
    lint(&file).iter().map(ToString::to_string).collect()
}

#[test]
fn the_linter_finds_every_kind_of_slip() {
    type Slip = (&'static str, fn(&mut BoardFile));
    assert_eq!(faults_after(|_| {}), Vec::<String>::new());
    let slips: [Slip; 19] = [
        ("listed twice", |file| {
            let pair = file.army_borders[0].clone();
            file.army_borders.push((pair.1, pair.0));
        }),
        ("is a sea", |file| {
            file.army_borders.push(("NTH".into(), "LON".into()));
        }),
        ("is inland", |file| {
            file.fleet_borders.push(("NTH".into(), "MUN".into()));
        }),
        ("needs a coast", |file| {
            file.fleet_borders.push(("BAR".into(), "STP".into()));
        }),
        ("do not border each other", |file| {
            file.fleet_borders.push(("STP/NC".into(), "STP/SC".into()));
        }),
        ("is no province", |file| {
            file.army_borders.push(("XXX".into(), "LON".into()));
        }),
        ("neither owned nor neutral", |file| {
            file.neutral_centers.pop();
        }),
        ("two owners", |file| file.neutral_centers.push("VIE".into())),
        ("this code is used twice", |file| {
            file.provinces[1].abbr = "ADR".into();
        }),
        ("is also a name of", |file| {
            file.provinces[1].aliases.push("adriatic".into());
        }),
        ("cannot be reached", |file| {
            file.fleet_borders
                .retain(|(one, other)| one != "BAR" && other != "BAR");
        }),
        ("stands on a centre of GERMANY", |file| {
            file.start_units.get_mut("AUSTRIA").unwrap()[0] = "A BER".into();
        }),
        ("another unit stands", |file| {
            file.start_units
                .get_mut("AUSTRIA")
                .unwrap()
                .push("A VIE".into());
        }),
        ("cannot stand there", |file| {
            file.start_units.get_mut("AUSTRIA").unwrap()[0] = "F BUD".into();
        }),
        ("counts: sea says", |file| {
            file.counts.as_mut().unwrap().sea = 7;
        }),
        ("cannot be owned", |file| file.target = 35),
        ("is no coast", |file| {
            let stp = file
                .provinces
                .iter_mut()
                .find(|province| province.abbr == "STP");
            stp.unwrap().coasts[0] = "XX".into();
        }),
        ("which is no power here", |file| {
            file.powers.pop();
        }),
        ("starts with a Spring", |file| {
            file.start_phase = "F1901M".into();
        }),
    ];
    for (expected, slip) in slips {
        let found = faults_after(slip);
        assert!(
            found.iter().any(|fault| fault.contains(expected)),
            "expected \"{expected}\" among {found:?}"
        );
    }
}

#[test]
fn hostile_board_files_are_errors() {
    for text in ["", "{", "[]", "{\"map\":1}", "null"] {
        assert!(Board::parse(text).is_err(), "{text}");
    }
    let base = r#"{"map":"x","base":"nowhere","start_phase":"S1901M","target":1,"powers":[],
        "start_units":{},"start_centers":{}}"#;
    assert!(
        Board::parse(base)
            .unwrap_err()
            .to_string()
            .contains("nowhere")
    );
}

#[test]
fn every_bundled_variant_can_be_started() {
    let names: Vec<&str> = Board::bundled().iter().map(Board::name).collect();
    assert_eq!(names[..4], ["standard", "five", "duel", "training"]);
    for board in Board::bundled() {
        assert_eq!(Board::named(board.name()), Some(board));
        for power in board.powers() {
            let builds = board.start().adjustment(board, power) > 0;
            let chooses = board.first_phase().step == Step::Adjustment && builds;
            assert!(board.start().unit_count(power) > 0 || chooses);
            assert_eq!(board.homes(power), board.start().centers_of(power));
        }
    }
    let duel = Board::named("duel").unwrap();
    assert_eq!(duel.powers().count(), 2);
    assert_eq!(duel.province_count(), 75);
    let training = Board::named("training").unwrap();
    assert!(training.has_split_coast(training.province("ISM").unwrap()));
}
