//! Phase records: what is read, what is refused.

use parlour_diplomacy::{Board, NextRecord, PhaseRecord};

#[test]
fn every_fixture_record_describes_a_position_and_comes_back_the_same() {
    for file in [
        include_str!("../fixtures/phases.jsonl"),
        include_str!("../fixtures/datc.jsonl"),
    ] {
        for line in file.lines() {
            let record = PhaseRecord::parse(line).unwrap();
            let board = record.board().unwrap();
            let position = record.position(board).unwrap();
            let id = record.id.as_deref().unwrap();
            let again = NextRecord::of(board, &position);
            for (power, units) in &record.units {
                let mut units = units.clone();
                units.sort();
                let found = again.units.get(power).cloned().unwrap_or_default();
                assert_eq!(found, units, "{id}");
            }
            if let Some(dislodged) = &record.dislodged {
                // Some lists name provinces where somebody stands.
                let mut possible = dislodged.clone();
                for places in possible.values_mut().flat_map(|units| units.values_mut()) {
                    places.retain(|code| {
                        let province = board.province_of(board.location(code).unwrap());
                        !position.occupied().contains(province)
                    });
                }
                assert_eq!(again.dislodged, possible, "{id}");
            }
            if let Some(builds) = &record.builds {
                assert_eq!(&again.builds, builds, "{id}");
            }
        }
    }
}

#[test]
fn the_start_is_a_record() {
    let board = Board::standard();
    let record = PhaseRecord::question(board, board.start());
    let text = serde_json::to_string(&record).unwrap();
    let again = PhaseRecord::parse(&text).unwrap();
    assert_eq!(again.position(board).as_ref(), Ok(board.start()));
}

#[test]
fn records_that_do_not_fit_say_why() {
    let why = |line: &str| {
        PhaseRecord::parse(line)
            .and_then(|record| record.position(record.board()?))
            .unwrap_err()
            .to_string()
    };
    assert!(why("nonsense").contains("not a phase record"));
    assert!(why(r#"{"phase":"S1901X","units":{}}"#).contains("no phase"));
    assert!(why(r#"{"phase":"S1901M","units":{"MARS":["A VIE"]}}"#).contains("MARS"));
    assert!(why(r#"{"phase":"S1901M","units":{"ITALY":["A XYZ"]}}"#).contains("A XYZ"));
    let twice = r#"{"phase":"S1901M","units":{"ITALY":["A STP"],"RUSSIA":["F STP/NC"]}}"#;
    assert!(why(twice).contains("two units in one province"));
    let map = r#"{"phase":"S1901M","map":"moon","units":{}}"#;
    assert!(why(map).contains("no map \"moon\""));
    let centre = r#"{"phase":"S1901M","units":{},"centers":{"ITALY":["TYR"]}}"#;
    assert!(why(centre).contains("no supply centre"));
    let retreat = r#"{"phase":"S1901R","units":{},"dislodged":{"ITALY":{"A TYR":["LON"]}}}"#;
    assert!(why(retreat).contains("cannot retreat to LON"));
}

/// What is often written wrongly is answered by what to write.
#[test]
fn records_that_are_nearly_right_say_what_to_write() {
    let why = |line: &str| {
        PhaseRecord::parse(line)
            .and_then(|record| record.position(record.board()?))
            .unwrap_err()
            .to_string()
    };
    for list in [
        r#"["A TYR"]"#,
        r#"{"ITALY":["A TYR"]}"#,
        r#"{"ITALY":"A TYR"}"#,
    ] {
        let record = format!(r#"{{"phase":"S1901R","units":{{}},"dislodged":{list}}}"#);
        let said = why(&record);
        assert!(
            said.contains("dislodged is no list: it names each unit with where it may go"),
            "{said}"
        );
        assert!(
            said.contains(r#"{"GERMANY":{"A KIE":["BER","MUN"]}}"#),
            "{said}"
        );
    }
    let unit = |text: &str| {
        why(&format!(
            r#"{{"phase":"S1901M","units":{{"ITALY":["{text}"]}}}}"#
        ))
    };
    assert!(unit("F VIE").contains("VIE lies inland, where no fleet can be"));
    assert!(unit("F VIE").contains("written A VIE"));
    assert!(unit("A NTH").contains("NTH is a sea, where no army can be"));
    assert!(unit("A NTH").contains("written F NTH"));
    assert!(unit("F STP").contains("written F STP/NC or F STP/SC"));
    assert!(unit("A STP/NC").contains("written A STP"));
    assert!(unit("Q VIE").contains("units are written A VIE, F STP/SC"));
    let long = "m".repeat(500);
    let map = why(&format!(
        r#"{{"phase":"S1901M","map":"{long}","units":{{}}}}"#
    ));
    assert!(map.contains("m…\"; there are standard, "), "{map}");
    // The name is cut; the boards that there are stand whole behind it.
    let (named, known) = map.split_once("\";").expect("a name in quotes");
    assert!(named.len() < 100 && known.contains("training"), "{map}");
}
