//! Records that are answered: under which name each order's fate is told, what
//! a reason holds, and what is said of words that were not quite right.

use parlour_diplomacy::{PhaseRecord, ReasonRecord, Rulebook, answer, cases};

fn answered(record: &str, rules: &str) -> PhaseRecord {
    let record = PhaseRecord::parse(record).unwrap();
    answer(&record, rules.parse().unwrap()).unwrap()
}

/// A movement phase with these units and orders, as JSON without the brackets.
fn spring(units: &str, orders: &str) -> PhaseRecord {
    let record = format!(r#"{{"phase":"S1901M","units":{{{units}}},"orders":{{{orders}}}}}"#);
    answered(&record, "")
}

fn codes(record: &PhaseRecord, name: &str) -> Vec<String> {
    let results = record.results.as_ref().unwrap();
    let found = results.get(name);
    found
        .unwrap_or_else(|| panic!("no {name} in {results:?}"))
        .clone()
}

fn reason(record: &PhaseRecord, name: &str) -> ReasonRecord {
    record.reasons.as_ref().unwrap()[name].clone()
}

fn told(record: &PhaseRecord, name: &str) -> String {
    reason(record, name).text
}

#[test]
fn results_and_reasons_have_the_same_names_and_each_code_its_reason() {
    for line in include_str!("../fixtures/datc.jsonl").lines() {
        let record = answered(line, "");
        let (results, reasons) = (record.results.unwrap(), record.reasons.unwrap());
        assert!(results.keys().eq(reasons.keys()), "{line}");
        for (name, codes) in results {
            let code = &reasons[&name].code;
            let fits = codes.contains(code) || (codes.is_empty() && code == "ok");
            assert!(fits, "{name}: {codes:?}, {code}: {line}");
        }
    }
}

#[test]
fn another_powers_order_for_a_unit_says_nothing_of_its_owners() {
    let record = spring(
        r#""AUSTRIA":["A BUD"],"GERMANY":["A MUN"]"#,
        r#""AUSTRIA":["A Bud - Gal"],"GERMANY":["A Bud - Vie","A Mun H"]"#,
    );
    assert_eq!(codes(&record, "A BUD"), [""; 0]);
    assert_eq!(told(&record, "A BUD"), "A BUD - GAL succeeded unopposed");
    // It stands under its words.
    assert_eq!(codes(&record, "A BUD - VIE"), ["illegal"]);
    assert!(told(&record, "A BUD - VIE").contains("not yours to order"));
}

#[test]
fn another_powers_order_stands_for_a_unit_whose_owner_orders_nothing() {
    let record = spring(r#""AUSTRIA":["A BUD"]"#, r#""GERMANY":["A Bud - Vie"]"#);
    assert_eq!(codes(&record, "A BUD"), ["illegal"]);
    assert_eq!(record.results.unwrap().len(), 1);
}

#[test]
fn an_order_that_cannot_be_read_stands_under_its_unit_which_holds() {
    let record = spring(
        r#""FRANCE":["A PAR","F BRE"],"RUSSIA":["F STP/SC"]"#,
        r#""FRANCE":["A Par - Burr","Hello"],"RUSSIA":["( RUS FLT ( STP SCS ) ) JMP BOT"]"#,
    );
    assert_eq!(codes(&record, "A PAR"), ["illegal"]);
    let why = reason(&record, "A PAR");
    assert!(
        why.text.contains("did you mean Burgundy (BUR)"),
        "{}",
        why.text
    );
    assert_eq!(why.strengths["hold"], 1);
    assert_eq!(codes(&record, "F STP/SC"), ["illegal"]);
    assert_eq!(codes(&record, "Hello"), ["illegal"]);
    assert_eq!(told(&record, "F BRE"), "F BRE had no order and held");
    assert_eq!(record.next.unwrap().units["FRANCE"], ["A PAR", "F BRE"]);
}

#[test]
fn two_orders_for_one_unit_are_both_illegal_also_if_one_cannot_be_read() {
    for second in ["A Par - Pic", "A Par - Burr", "A Par - Bur"] {
        let orders = format!(r#""FRANCE":["A Par - Bur","{second}"]"#);
        let record = spring(r#""FRANCE":["A PAR"]"#, &orders);
        assert_eq!(codes(&record, "A PAR"), ["illegal"], "{second}");
        assert_eq!(record.next.unwrap().units["FRANCE"], ["A PAR"], "{second}");
    }
    let retreats = r#"{"phase":"S1901R","units":{"FRANCE":["A BUR"]},
        "dislodged":{"GERMANY":{"A BUR":["MUN","RUH"]}},
        "orders":{"GERMANY":["A BUR R MUN","A BUR - Rhur"],"FRANCE":["A BUR R PAR"],
        "ITALY":["A BUR R BEL"]}}"#;
    let record = answered(retreats, "");
    assert_eq!(codes(&record, "A BUR"), ["illegal", "disband"]);
    assert_eq!(codes(&record, "A BUR R PAR"), ["illegal"]);
    assert!(told(&record, "A BUR R PAR").contains("A BUR was not dislodged"));
    assert!(told(&record, "A BUR R BEL").contains("not yours to order"));
}

#[test]
fn words_that_were_not_quite_right_are_told() {
    let record = spring(
        r#""FRANCE":["A PAR","F GAS","A MUN"],"RUSSIA":["F STP/SC"]"#,
        r#""FRANCE":["F Par - Bur","F Gas - Spa","A Mun S German A Par - Bur"],"RUSSIA":["F Stp/nc - Bot"]"#,
    );
    let text = |name| told(&record, name);
    assert!(
        text("A PAR").ends_with("; F PAR was read as A PAR"),
        "{}",
        text("A PAR")
    );
    assert!(
        text("F GAS").ends_with("; SPA was read as SPA/NC"),
        "{}",
        text("F GAS")
    );
    assert!(
        text("A MUN").ends_with("; A PAR belongs to FRANCE"),
        "{}",
        text("A MUN")
    );
    assert!(text("F STP/SC").ends_with("; the coast in F STP/NC is ignored; it is F STP/SC"));
    for name in ["A PAR", "F GAS", "A MUN", "F STP/SC"] {
        assert_eq!(reason(&record, name).code, "ok");
    }
}

#[test]
fn an_order_headed_by_another_power_does_not_count() {
    let record = spring(
        r#""FRANCE":["A PAR","F BRE"]"#,
        r#""FRANCE":["Germany: A Par - Bur","France: F Bre - Eng"]"#,
    );
    assert_eq!(codes(&record, "A PAR"), ["illegal"]);
    assert!(told(&record, "A PAR").contains("headed by GERMANY"));
    assert_eq!(codes(&record, "F BRE"), [""; 0]);
}

#[test]
fn waived_builds_share_a_name_and_what_is_wrong_with_one_is_told() {
    let record = answered(
        r#"{"phase":"W1901A","units":{"FRANCE":["A PAR"],"ENGLAND":["F LON"]},
        "centers":{"FRANCE":["PAR","BRE","MAR"],"ENGLAND":["LON"]},
        "orders":{"FRANCE":["WAIVE","F Bre B"],"ENGLAND":["Waive"]}}"#,
        "",
    );
    assert_eq!(codes(&record, "F BRE"), [""; 0]);
    assert_eq!(codes(&record, "WAIVE"), ["illegal"]);
    let why = reason(&record, "WAIVE");
    assert_eq!(why.code, "illegal");
    assert!(
        why.text.contains("no build left for ENGLAND"),
        "{}",
        why.text
    );
}

#[test]
fn every_reason_has_its_strengths_though_none_may_apply() {
    let record = answered(
        r#"{"phase":"S1901R","units":{},"dislodged":{"GERMANY":{"A BUR":["MUN"]}},
        "orders":{"GERMANY":["A BUR R MUN"]}}"#,
        "",
    );
    let text = serde_json::to_string(&record).unwrap();
    assert!(
        text.contains(r#""A BUR":{"code":"ok","strengths":{},"causes":[],"text":"#),
        "{text}"
    );
}

#[test]
fn a_unit_removed_by_rule_is_told_how_far_it_was() {
    let record = |rules: &str| {
        answered(
            r#"{"phase":"W1901A","units":{"FRANCE":["A PAR","A BUR","F MAO","A MOS"]},
            "centers":{"FRANCE":["PAR"]},"orders":{"FRANCE":["A Bur D"]}}"#,
            rules,
        )
    };
    let owned = record("");
    assert_eq!(codes(&owned, "A MOS"), ["disband"]);
    assert!(told(&owned, "A MOS").contains("it was 5 steps from the centres its power owns"));
    assert!(told(&owned, "F MAO").contains("it was 2 steps from"));
    let home = record("disband=home");
    assert!(told(&home, "F MAO").contains("it was 1 step from its power's home centres"));
}

#[test]
fn builds_that_do_not_follow_from_the_position_are_refused() {
    let record = |builds: &str| {
        let line = format!(
            r#"{{"phase":"W1901A","units":{{"FRANCE":["A PAR","A BUR"]}},
            "centers":{{"FRANCE":["PAR"]}},"builds":{builds}}}"#
        );
        let record = PhaseRecord::parse(&line).unwrap();
        answer(&record, Rulebook::default()).map_err(|fault| fault.to_string())
    };
    assert!(record(r#"{"FRANCE":-1}"#).is_ok());
    assert!(record(r#"{"FRANCE":-1,"GERMANY":0}"#).is_ok());
    assert!(record("{}").is_ok());
    assert_eq!(
        record(r#"{"FRANCE":-2}"#).unwrap_err(),
        "FRANCE: builds is -2, but centres, units and free homes make -1"
    );
    assert!(record(r#"{"MARS":1}"#).unwrap_err().contains("MARS"));
}

#[test]
fn a_byte_order_mark_and_small_letters_do_not_matter() {
    let record = answered(
        "\u{feff}{\"phase\":\"s1901m\",\"units\":{\"russia\":[\"f stp/sc\",\"a Mos\"]}}",
        "",
    );
    assert_eq!(record.next.unwrap().units["RUSSIA"], ["A MOS", "F STP/SC"]);
}

#[test]
fn what_is_wrong_with_a_line_is_told_by_its_column() {
    let fault = PhaseRecord::parse(r#"{"phase":"S1901M","units":7}"#).unwrap_err();
    let words = fault.to_string();
    assert!(words.ends_with("at column 27"), "{words}");
    assert!(!words.contains("line"), "{words}");
}

#[test]
fn every_case_of_the_table_is_written_as_it_is_read() {
    for line in include_str!("../fixtures/datc.jsonl").lines() {
        let record = PhaseRecord::parse(line).unwrap();
        let mut question = record.clone();
        question.rest.remove("expect");
        let case = cases::case(&question, Rulebook::default()).unwrap();
        assert_eq!(
            cases::check(&case, Rulebook::default()),
            Ok(vec![]),
            "{line}"
        );
        let parts = |record: &PhaseRecord| {
            let expected = record.rest["expect"].clone();
            let list = |part: &str| {
                let mut texts: Vec<String> = Vec::new();
                flat(&expected[part], "", &mut texts);
                texts.sort();
                texts
            };
            ["units", "dislodged", "disbanded", "results"].map(list)
        };
        assert_eq!(parts(&case), parts(&record), "{line}");
    }
}

/// Every text in a value, with the names and numbers that lead to it.
fn flat(value: &serde_json::Value, path: &str, texts: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(parts) => {
            for (name, part) in parts {
                flat(part, &format!("{path}/{name}"), texts);
            }
        }
        serde_json::Value::Array(parts) => parts
            .iter()
            .for_each(|part| flat(part, &format!("{path}/"), texts)),
        serde_json::Value::Null => {}
        other => texts.push(format!("{path} {other}")),
    }
}

#[test]
fn a_ring_that_is_stopped_names_the_stand_off_that_stopped_it() {
    let record = spring(
        r#""AUSTRIA":["A BUD"],"RUSSIA":["A RUM"],"TURKEY":["A BUL"],"ITALY":["A SER"],"GERMANY":["A GAL"]"#,
        r#""AUSTRIA":["A Bud - Rum"],"RUSSIA":["A Rum - Bul"],"TURKEY":["A Bul - Ser"],"ITALY":["A Ser - Bud"],"GERMANY":["A Gal - Rum"]"#,
    );
    assert_eq!(
        told(&record, "A BUD"),
        "A BUD - RUM bounced: 1 against 1 of A GAL - RUM"
    );
    assert_eq!(
        told(&record, "A GAL"),
        "A GAL - RUM bounced: 1 against 1 of A BUD - RUM"
    );
    for (name, blocked) in [
        ("A RUM - BUL", "A BUL"),
        ("A BUL - SER", "A SER"),
        ("A SER - BUD", "A BUD"),
    ] {
        let why = reason(&record, &name[..5]);
        assert_eq!(
            why.text,
            format!(
                "{name} bounced: 1 against 1, {blocked} did not get away, because A BUD - RUM and \
                 A GAL - RUM stopped each other"
            )
        );
        for cause in ["A BUD - RUM", "A GAL - RUM"] {
            assert!(why.causes.iter().any(|it| it == cause), "{name}: {why:?}");
        }
    }
}

#[test]
fn every_move_of_a_ring_of_one_power_names_who_stopped_it() {
    let record = spring(
        r#""TURKEY":["A ANK","A CON","A SMY"],"RUSSIA":["A BUL"]"#,
        r#""TURKEY":["A Ank - Con","A Con - Smy","A Smy - Ank"],"RUSSIA":["A Bul - Con"]"#,
    );
    for name in ["A ANK", "A CON", "A SMY"] {
        let why = reason(&record, name);
        assert!(why.text.contains("A BUL - CON"), "{}", why.text);
        assert!(why.causes.iter().any(|it| it == "A BUL - CON"), "{why:?}");
    }
    assert_eq!(
        told(&record, "A ANK"),
        "A ANK - CON bounced: 1 against 1 of A BUL - CON"
    );
}

#[test]
fn a_line_that_does_not_get_away_names_what_stopped_its_first() {
    let record = spring(
        r#""AUSTRIA":["A VIE"],"RUSSIA":["A BUD"],"TURKEY":["A RUM"]"#,
        r#""AUSTRIA":["A Vie - Bud"],"RUSSIA":["A Bud - Rum"],"TURKEY":["A Rum H"]"#,
    );
    let why = reason(&record, "A VIE");
    assert_eq!(
        why.text,
        "A VIE - BUD bounced: 1 against 1, A BUD did not get away, because A BUD - RUM was stopped \
         by A RUM"
    );
    assert!(why.causes.iter().any(|it| it == "A RUM H"), "{why:?}");
}

#[test]
fn a_beleaguered_garrison_is_held_by_those_who_stop_each_other() {
    let record = spring(
        r#""GERMANY":["A MUN"],"FRANCE":["A BUR","A RUH"],"RUSSIA":["A SIL","A BOH"]"#,
        r#""GERMANY":["A Mun H"],"FRANCE":["A Bur - Mun","A Ruh S A Bur - Mun"],"RUSSIA":["A Sil - Mun","A Boh S A Sil - Mun"]"#,
    );
    let why = reason(&record, "A MUN");
    assert_eq!(
        why.text,
        "A MUN held: A BUR - MUN and A SIL - MUN stopped each other, 2 against 2"
    );
    for cause in ["A BUR - MUN", "A SIL - MUN"] {
        assert!(why.causes.iter().any(|it| it == cause), "{why:?}");
    }
}

#[test]
fn a_fleet_says_whether_it_carried_the_army() {
    // A link is missing.
    let record = spring(
        r#""ENGLAND":["A LON","F NTH"]"#,
        r#""ENGLAND":["A Lon - Nwy","F Nth C A Lon - Nwy"]"#,
    );
    assert_eq!(
        told(&record, "F NTH"),
        "F NTH C A LON - NWY was carried out"
    );
    let record = spring(
        r#""ENGLAND":["A LON","F ENG","F MAO"],"FRANCE":["F POR"]"#,
        r#""ENGLAND":["A Lon - Spa","F Eng C A Lon - Spa","F Mao H"]"#,
    );
    assert_eq!(codes(&record, "F ENG"), [""; 0]);
    assert_eq!(
        told(&record, "F ENG"),
        "F ENG C A LON - SPA stood ready, but A LON was not carried: no complete convoy route was \
         ordered"
    );
    // The army bounced.
    let record = spring(
        r#""ENGLAND":["A LON","F NTH"],"RUSSIA":["A SWE"]"#,
        r#""ENGLAND":["A Lon - Nwy","F Nth C A Lon - Nwy"],"RUSSIA":["A Swe - Nwy"]"#,
    );
    assert_eq!(
        told(&record, "F NTH"),
        "F NTH C A LON - NWY stood ready, but A LON - NWY bounced"
    );
    // One of two routes was broken, the other one was used.
    let record = spring(
        r#""ENGLAND":["A LON","F ENG","F NTH"],"FRANCE":["F BRE","F IRI"]"#,
        r#""ENGLAND":["A Lon - Bel","F Eng C A Lon - Bel","F Nth C A Lon - Bel"],"FRANCE":["F Bre - Eng","F Iri S F Bre - Eng"]"#,
    );
    assert_eq!(
        told(&record, "A LON"),
        "A LON - BEL succeeded unopposed by sea over F NTH"
    );
    assert!(told(&record, "F ENG").starts_with("F ENG C A LON - BEL failed"));
    assert_eq!(
        told(&record, "F NTH"),
        "F NTH C A LON - BEL was carried out"
    );
}
