//! What people type is read; what cannot be read says why; nothing panics.

use parlour_diplomacy::notation::{
    Style, read_headed_order, read_order, read_orders, read_unit, write_order,
};
use parlour_diplomacy::{
    Board, PhaseRecord, Rulebook, Scene, answer, check, legal_orders_of_power,
};
use parlour_rules::{Seed, Stream};

fn reads(text: &str, expected: &str) {
    let board = Board::standard();
    match read_order(board, text) {
        Ok(order) => assert_eq!(order.show(board), expected, "{text}"),
        Err(fault) => panic!("{text}: {fault}"),
    }
}

#[test]
fn orders_are_read_as_people_type_them() {
    for (text, expected) in [
        ("A Vie-Bud", "A VIE - BUD"),
        ("a vienna - budapest", "A VIE - BUD"),
        ("F Mid C A Lon-Bre", "F MAO C A LON - BRE"),
        ("F STP/SC - BOT", "F STP/SC - BOT"),
        ("f stp(sc) -> gulf of bothnia", "F STP/SC - BOT"),
        ("F St. Petersburg (south coast) - Bot", "F STP/SC - BOT"),
        (
            "army munich supports army berlin to silesia",
            "A MUN S A BER - SIL",
        ),
        ("A Mun S Ber-Sil", "A MUN S BER - SIL"),
        ("A Mun S A Ber H", "A MUN S A BER"),
        ("French fleet Brest holds", "F BRE H"),
        ("A Lon - Nwy via convoy", "A LON - NWY VIA"),
        ("A Lon - Nth - Nwy", "A LON - NWY VIA"),
        ("retreat A Mun - Ruh", "A MUN R RUH"),
        ("A Mun R Ruh", "A MUN R RUH"),
        ("disband A Mun", "A MUN D"),
        ("build a fleet in Stp/nc", "F STP/NC B"),
        ("Build F St Petersburg(nc)", "F STP/NC B"),
        ("waive", "WAIVE"),
        ("F Con - Bul/nc", "F CON - BUL/EC"),
        ("(FRA AMY PAR) MTO BUR", "A PAR - BUR"),
        ("( ( RUS FLT NWY ) MTO ( STP NCS ) )", "F NWY - STP/NC"),
        (
            "( ENG FLT ECH ) CVY ( ENG AMY LON ) CTO BRE",
            "F ENG C A LON - BRE",
        ),
        ("TUR WVE", "WAIVE"),
        // As webDiplomacy writes them.
        ("The army at Vienna move to Galicia", "A VIE - GAL"),
        (
            "The army at London move to Norway via convoy",
            "A LON - NWY VIA",
        ),
        ("The army at Burgundy support hold to Paris", "A BUR S PAR"),
        (
            "the fleet at English Channel support move to Mid-Atlantic Ocean from Brest",
            "F ENG S BRE - MAO",
        ),
        (
            "The fleet at North Sea convoy to Norway from London",
            "F NTH C LON - NWY",
        ),
        ("A Mun support move Ber to Sil", "A MUN S BER - SIL"),
        ("The army at Munich retreat to Ruhr", "A MUN R RUH"),
        ("Build army at Paris", "A PAR B"),
        ("Build fleet at St. Petersburg (North Coast)", "F STP/NC B"),
        ("Destroy the unit at Paris", "PAR D"),
        // One letter is the beginning of a place.
        ("A Bel S Hol", "A BEL S HOL"),
    ] {
        reads(text, expected);
    }
    let board = Board::standard();
    let (head, _) = read_headed_order(board, "Eng: F Lon - Nth").unwrap();
    assert_eq!(head, board.power("ENGLAND"));
    assert_eq!(read_orders(board, "A Vie H\n\nA Bud H; F Tri H").len(), 3);
    assert!(read_unit(board, "vienna").is_ok());
}

#[test]
fn texts_that_are_no_orders_say_what_is_wrong() {
    let board = Board::standard();
    for (text, code, words) in [
        ("", "empty", "no order"),
        ("A Veinna - Bud", "unknown_place", "did you mean Vienna"),
        ("F Nor - Nth", "ambiguous_place", "Norway (NWY)"),
        (
            "A Liv H",
            "ambiguous_place",
            "Livonia (LVN) or Liverpool (LVP)",
        ),
        ("A Vie", "verb_missing", "what should"),
        ("A Vie jumps", "unknown_verb", "jumps"),
        ("A Vie - ", "place_missing", "missing"),
        ("A Vie - Bud now", "too_much", "now"),
        ("F Stp/xc H", "unknown_coast", "coast"),
        ("Mars: A Vie H", "unknown_power", "Mars"),
        ("(FRA AMY PAR) JMP BUR", "not_daide", "JMP"),
    ] {
        let fault = read_order(board, text).unwrap_err();
        assert_eq!(fault.code(), code, "{text}");
        assert!(fault.to_string().contains(words), "{text}: {fault}");
    }
    assert_eq!(
        read_order(board, &"x".repeat(100_000)).unwrap_err().code(),
        "too_long"
    );
}

#[test]
fn daide_writes_the_path_of_a_convoy() {
    let record =
        r#"{"phase":"S1901M","units":{"ENGLAND":["A LON","F NTH","F SKA"],"RUSSIA":["F STP/SC"]}}"#;
    let record = PhaseRecord::parse(record).unwrap();
    let board = Board::standard();
    let position = record.position(board).unwrap();
    let written = |power: &str, text: &str| {
        let power = board.power(power).unwrap();
        let scene = Scene::new(board, &position, Rulebook::default());
        let order = check(&scene, power, read_order(board, text).unwrap()).unwrap();
        write_order(board, &position, power, order.order, Style::Daide)
    };
    for (power, order, expected) in [
        (
            "ENGLAND",
            "A Lon - Swe via",
            "( ENG AMY LON ) CTO SWE VIA ( NTH SKA )",
        ),
        (
            "ENGLAND",
            "A Lon - Nwy",
            "( ENG AMY LON ) CTO NWY VIA ( NTH )",
        ),
        ("ENGLAND", "A Lon - Yor", "( ENG AMY LON ) MTO YOR"),
        (
            "ENGLAND",
            "F Nth C A Lon - Swe",
            "( ENG FLT NTH ) CVY ( ENG AMY LON ) CTO SWE",
        ),
        (
            "RUSSIA",
            "F Stp/sc - Bot",
            "( RUS FLT ( STP SCS ) ) MTO GOB",
        ),
    ] {
        assert_eq!(written(power, order), expected);
    }
}

#[test]
fn every_legal_order_reads_back_in_every_notation() {
    let every = if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        1
    } else {
        12
    };
    let mut count = 0;
    let lines = include_str!("../fixtures/phases.jsonl").lines();
    for line in lines.step_by(every) {
        let record = PhaseRecord::parse(line).unwrap();
        let board = record.board().unwrap();
        let position = record.position(board).unwrap();
        let scene = Scene::new(board, &position, Rulebook::default());
        for power in board.powers() {
            for order in legal_orders_of_power(board, &position, Rulebook::default(), power) {
                for style in Style::ALL {
                    let text = write_order(board, &position, power, order, style);
                    let read = read_order(board, &text).unwrap_or_else(|fault| {
                        panic!("{text}: {fault}");
                    });
                    let checked = check(&scene, power, read).unwrap();
                    assert_eq!(checked.order, order, "{text}");
                    assert_eq!(checked.remarks, [], "{text}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 10_000, "{count}");
}

/// Pieces of orders and of nonsense, put together by lot.
fn babble(chance: &mut Stream) -> String {
    const PIECES: [&str; 34] = [
        "A",
        "F",
        "Vie",
        "bud",
        "St. Pete",
        "(sc)",
        "/nc",
        "-",
        "->",
        "S",
        "C",
        "H",
        "via",
        "convoy",
        "north",
        "coast",
        "build",
        "waive",
        "(",
        ")",
        "FRA",
        "AMY",
        "MTO",
        "SUP",
        ":",
        "é",
        "👑",
        "\u{202e}",
        "'s",
        "mid-atlantic",
        "gulf of",
        "\0",
        "/",
        "retreat",
    ];
    let count = 1 + chance.below(9);
    let mut text = String::new();
    for _ in 0..count {
        text.push_str(chance.pick(&PIECES).expect("a piece"));
        if chance.below(3) > 0 {
            text.push(' ');
        }
    }
    text
}

#[test]
fn no_text_makes_the_readers_panic() {
    let long = std::env::var_os("PARLOUR_TEST_LONG").is_some();
    let boards = [Board::standard(), Board::named("training").unwrap()];
    for number in 0..if long { 2_000_000 } else { 10_000 } {
        let mut chance = Stream::new(Seed(5), number);
        let text = babble(&mut chance);
        let board = boards[(number % 2) as usize];
        if let Ok(order) = read_order(board, &text) {
            // What was read is written in a form that reads the same.
            let again = read_order(board, &order.show(board));
            assert_eq!(
                again.map(|again| again.show(board)),
                Ok(order.show(board)),
                "{text}"
            );
        }
        let _ = read_unit(board, &text);
    }
}

#[test]
fn no_record_makes_the_judge_panic() {
    let long = std::env::var_os("PARLOUR_TEST_LONG").is_some();
    let lines: Vec<&str> = include_str!("../fixtures/phases.jsonl").lines().collect();
    let mut answered = 0;
    for number in 0..if long { 100_000 } else { 1_000 } {
        let mut chance = Stream::new(Seed(6), number);
        let mut bytes = chance.pick(&lines).expect("a line").as_bytes().to_vec();
        for _ in 0..=chance.below(4) {
            let at = chance.below(bytes.len() as u32) as usize;
            match chance.below(3) {
                0 => bytes[at] = b'A' + chance.below(26) as u8,
                1 => {
                    bytes.remove(at);
                }
                _ => {
                    let other = chance.below(bytes.len() as u32) as usize;
                    bytes.swap(at, other);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(record) = PhaseRecord::parse(&text) {
            answered += u32::from(answer(&record, Rulebook::default()).is_ok());
        }
    }
    assert!(answered > 0, "some records survive");
}
