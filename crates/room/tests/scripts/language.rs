//! The language itself, and the script as a program.

use parlour_room::script::{Ended, Script, moment};

use crate::bed::{SEVEN, check, said};

#[test]
fn hostile_words_are_refused_or_harmless() {
    let long = "A Vie-Bud ".repeat(10_000);
    let text = format!(
        "new bots=hold\nstart\n/as Austria\nexpect-refused order {long}\nexpect-refused order \
         🦀🦀🦀\nexpect-refused order \u{202e}duB-eiV A\nexpect-refused order A Vie'; DROP TABLE \
         tables; --\nexpect-refused map <script>alert(1)</script>\nexpect-refused why \u{0}\n\
         expect-refused history ../../etc/passwd\nexpect-refused /as '; DELETE\nexpect-refused \
         advance ∞\nexpect-refused use AB1CD\nexpect-refused {}\norder A Vie-Gal",
        "x".repeat(5000)
    );
    let all = check(&text, &["at most 8 kB", "Noted: A Vie - Gal."]);
    for line in all {
        assert!(line.chars().count() < 1000, "{line}");
        assert!(!line.contains('\u{202e}'));
    }
}

#[test]
fn half_a_sentence_ends_nothing() {
    let all = check(
        "\u{feff}new bots=hold\nexpect-refused start later\nstart\n/as Austria\n\
         expect-refused concede never\norder A Vie-Gal; A Bud-Ser\nclear all\n\
         expect-refused map bud bud\nexpect-refused use QQQQQ\n\
         expect-refused new movement=24h movement=12h\n/as gm\nexpect-refused force tomorrow\n\
         expect-refused pause 12h\nforce\nexpect-refused history S1901M F1901M\nexport",
        &[
            "`later` is too much: `start` is said with bots=greedy or nothing else.",
            "`never` is too much: `concede` is said with yes or nothing else.",
            "Taken back: A Vie - Gal; A Bud - Ser.",
            "`bud` is too much: name one province.",
            "No game has the code QQQQQ.",
            "Movement is given twice.",
            "`tomorrow` is too much: `force` is said with yes or nothing else.",
            "`12h` is too much: `pause` is said with nothing else.",
            "`F1901M` is too much: `history` is said with one phase, all or nothing else.",
            "1 resolved phase, one record on a line.",
        ],
    );
    assert!(!all.iter().any(|line| line.contains("conceded")));
}

#[test]
fn a_line_that_should_be_refused_stops_the_script_if_it_is_not() {
    let mut script = Script::new(moment("2031-05-01").unwrap(), 1);
    let mut count = 0;
    let ended = script.run("new\nexpect-refused status\nhelp", |_| count += 1);
    assert_eq!(
        ended.unwrap(),
        Ended::Accepted {
            line: 2,
            words: String::from("status")
        }
    );
}

#[test]
fn the_same_script_says_the_same_twice() {
    let text = "new bots=random\nstart\n/as Italy\nmap\nadvance 200h\nstatus\nhistory";
    assert_eq!(said(text), said(text));
}

#[test]
fn an_export_holds_what_is_resolved_and_nothing_pending() {
    let mut script = Script::new(moment("2031-05-01").unwrap(), 1);
    let mut files = Vec::new();
    let text = String::from(SEVEN)
        + "export\n/as Italy\norder A Ven-Pie\n/as gm\nforce\n/as Italy\norder A Pie-Tus\nexport\n\
           /as Austria\nexport\n";
    script
        .run(&text, |said| {
            if let parlour_room::Body::File { bytes, .. } = &said.body {
                files.push(String::from_utf8(bytes.clone()).unwrap());
            }
        })
        .unwrap();
    assert_eq!(files.len(), 2);
    assert_eq!(files[0], files[1], "Italy's pending order is in neither");
    assert_eq!(files[0].lines().count(), 1);
    assert!(files[0].contains("A VEN - PIE") && !files[0].contains("TUS"));
}

#[test]
fn an_export_of_nothing_says_so() {
    check(
        "new map=training bots=hold\nstart\npowers\nexport",
        &[
            "3 centres, 3 units: ",
            "[public] No phase is resolved yet, so there is nothing to export.",
        ],
    );
}

#[test]
fn the_game_master_is_told_who_did_what_and_never_what_was_ordered() {
    let text = String::from(SEVEN)
        + "/as Italy\norder A Ven-Pie\nexpect-refused audit\n/as gm\nextend 12h\naudit\nforce\n\
           pause\nkick France\naudit\n";
    let mut script = Script::new(moment("2031-05-01").unwrap(), 1);
    let (mut said, mut files) = (Vec::new(), Vec::new());
    script
        .run(&text, |one| match &one.body {
            parlour_room::Body::File { bytes, .. } => {
                files.push(String::from_utf8(bytes.clone()).unwrap());
            }
            parlour_room::Body::Text(text) if text.contains("who did what") => {
                said.push(text.clone());
            }
            _ => {}
        })
        .unwrap();
    assert_eq!(said.len(), 2);
    assert!(
        said[0].contains(r#", "extend 12h": S1901M ends 2031-"#),
        "{}",
        said[0]
    );
    for told in said.iter().chain(&files) {
        assert!(!told.contains("Ven") && !told.contains("VEN"), "{told}");
    }
    // Whoever has given orders is told once the phase is over.
    assert!(!said[0].contains("S1901M, Italy"), "{}", said[0]);
    let all = files.last().unwrap();
    assert!(all.contains("S1901M, Italy, Italy (local:ITALY)"), "{all}");
    for words in [
        r#""new": the table was opened"#,
        r#""start": play began"#,
        r#""force": "#,
        r#""pause": there is no deadline; settings changed: paused"#,
        r#""kick France": France (local:FRANCE) is not at seat 2 any more"#,
    ] {
        assert!(all.contains(words), "{words} in\n{all}");
    }
}
