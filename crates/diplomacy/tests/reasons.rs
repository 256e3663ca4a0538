//! Reasons that answer what players ask most: why a unit is gone, and why an army between
//! neighbours went by sea or did not.

use parlour_diplomacy::{PhaseRecord, Rulebook, answer};

/// The reason of a unit, and its results.
#[track_caller]
fn reason(record: &str, rules: &str, unit: &str) -> (String, Vec<String>) {
    let record = PhaseRecord::parse(record).unwrap();
    let rules: Rulebook = rules.parse().unwrap();
    let answered = answer(&record, rules).unwrap();
    let results = answered.results.unwrap();
    let reasons = answered.reasons.unwrap();
    (reasons[unit].text.clone(), results[unit].clone())
}

/// Serbia is attacked from one side, and everything around it is held.
const TRAPPED: &str = r#"{"phase":"S1901M","units":{
    "AUSTRIA":["A SER"],"TURKEY":["A BUL","A GRE","A RUM","A ALB","A BUD","A TRI"]},
    "orders":{"TURKEY":["A Bul - Ser","A Gre S A Bul - Ser","A Rum H"]}}"#;

#[test]
fn a_unit_that_can_go_nowhere_is_said_to_be_destroyed() {
    let (text, results) = reason(&TRAPPED.replace('\n', " "), "", "A SER");
    assert!(
        text.contains("was dislodged by A BUL - SER, 2 against 1"),
        "{text}"
    );
    assert!(
        text.ends_with("destroyed: nowhere to go; it had no order"),
        "{text}"
    );
    // The codes are those that records of games have.
    assert_eq!(results, ["dislodged"]);
    let free = TRAPPED.replace('\n', " ").replace(",\"A TRI\"", "");
    let (text, _) = reason(&free, "", "A SER");
    assert!(!text.contains("destroyed"), "{text}");
}

/// England's army and Russia's change places, and a German fleet offers a convoy.
fn neighbours(english: &str, fleet: &str) -> String {
    format!(
        r#"{{"phase":"S1901M","units":{{"ENGLAND":["A NWY"],"{fleet}":["F SKA"],"RUSSIA":["A SWE"]}},
        "orders":{{"ENGLAND":["{english}"],"{fleet}":["F Ska C A Nwy - Swe"],"RUSSIA":["A Swe - Nwy"]}}}}"#
    )
    .replace('\n', " ")
    .replace(r#""ENGLAND":["A NWY"],"ENGLAND":["F SKA"]"#, r#""ENGLAND":["A NWY","F SKA"]"#)
    .replace(
        &format!(r#""ENGLAND":["{english}"],"ENGLAND":["F Ska C A Nwy - Swe"]"#),
        &format!(r#""ENGLAND":["{english}","F Ska C A Nwy - Swe"]"#),
    )
}

#[test]
fn an_army_that_a_foreign_fleet_would_kidnap_says_which_way_it_was_to_go() {
    let foreign = neighbours("A Nwy - Swe", "GERMANY");
    for (rules, ends, code) in [
        (
            "",
            "A NWY was to go by land, not over F SKA: its power ordered neither via nor a fleet of \
             its own to carry it",
            "bounce",
        ),
        (
            "convoy=own-fleet",
            "A NWY was to go by land, not over F SKA: its power ordered no fleet of its own to \
             carry it",
            "bounce",
        ),
        (
            "convoy=explicit",
            "A NWY was to go by land, not over F SKA: it was not ordered via",
            "bounce",
        ),
        (
            "convoy=any",
            "A NWY was to go by sea: any convoy takes it where two units would meet",
            "",
        ),
    ] {
        let (text, results) = reason(&foreign, rules, "A NWY");
        assert!(text.ends_with(ends), "{rules}: {text}");
        assert_eq!(results.first().map_or("", String::as_str), code, "{rules}");
    }
    let via = neighbours("A Nwy - Swe via", "GERMANY");
    let (text, _) = reason(&via, "", "A NWY");
    assert!(
        text.ends_with("A NWY was to go by sea: it was ordered via"),
        "{text}"
    );
    let own = neighbours("A Nwy - Swe", "ENGLAND");
    let (text, _) = reason(&own, "", "A NWY");
    let ends = "A NWY was to go by sea: a fleet of its own power was ordered to carry it";
    assert!(text.ends_with(ends), "{text}");
}

#[test]
fn nothing_is_said_about_the_way_where_there_is_no_choice() {
    let plain = r#"{"phase":"S1901M","units":{"ENGLAND":["A LON","F NTH"]},
        "orders":{"ENGLAND":["A Lon - Nwy","F Nth C A Lon - Nwy"]}}"#;
    let (text, _) = reason(&plain.replace('\n', " "), "", "A LON");
    assert!(text.ends_with("by sea over F NTH"), "{text}");
}
