//! Every sentence of the protocol about reading.

use super::*;

fn act(rest: &str) -> Result<Incoming, Unread> {
    read(format!(r#"{{"type":"PLAYER_ACTION",{rest}}}"#).as_bytes())
}

#[track_caller]
fn check_action(rest: &str, expected: &Action) {
    let Ok(Incoming::Action(found)) = act(rest) else {
        panic!("{rest} is not read");
    };
    assert_eq!(found.action.as_ref(), Ok(expected), "{rest}");
}

/// Well formed, but a word of it is none of the game's.
#[track_caller]
fn check_unknown_word(rest: &str, code: &str) -> (Refusal, Option<String>) {
    let Ok(Incoming::Action(found)) = act(rest) else {
        panic!("{rest} is not read");
    };
    let refused = found.action.unwrap_err();
    assert_eq!(refused.code, code, "{rest}");
    (refused, found.id)
}

#[track_caller]
fn check_refused(line: &str, code: &str) -> Refusal {
    let refused = read(line.as_bytes()).unwrap_err().refusal;
    assert_eq!(refused.code, code, "{line}");
    assert!(codes().any(|code| code == refused.code));
    refused
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

#[test]
fn a_handshake_names_who_comes_and_ignores_what_it_does_not_know() {
    let line = r#"{"type":"HANDSHAKE","protocol":1,"name":" Ann ","token":null,"colour":"red"}"#;
    let expected = Handshake {
        name: "Ann".into(),
        token: None,
        table: None,
        spectate: false,
        whole: false,
    };
    assert_eq!(read(line.as_bytes()), Ok(Incoming::Handshake(expected)));
}

/// "`protocol`: without it, 1."
#[test]
fn a_handshake_without_a_protocol_speaks_the_first() {
    for protocol in ["", r#""protocol":null,"#, r#""protocol":1,"#] {
        let line = format!(r#"{{"type":"HANDSHAKE",{protocol}"name":"Ann"}}"#);
        let read = read(line.as_bytes());
        assert!(matches!(read, Ok(Incoming::Handshake(_))), "{line}");
    }
}

/// An error says which field is missing.
#[test]
fn a_field_that_is_missing_is_named() {
    for (line, field) in [
        (r#"{"name":"Ann"}"#, "`type`"),
        (r#"{"type":"HANDSHAKE"}"#, "`name`"),
        (r#"{"type":"PLAYER_ACTION"}"#, "`action`"),
        (r#"{"type":"PLAYER_ACTION","action":"PLAY"}"#, "`cards`"),
        (r#"{"type":"PLAYER_ACTION","action":"SAY"}"#, "`phrase`"),
        (
            r#"{"type":"PLAYER_ACTION","action":"CHOOSE_NEXT"}"#,
            "`player`",
        ),
    ] {
        let words = check_refused(line, "bad_message").message;
        assert!(words.starts_with(&format!("{field} is missing")), "{words}");
    }
}

#[test]
fn cards_are_read_in_short_and_long_words() {
    check_action(
        r#""action":"PLAY","cards":["5H","Ace of Clubs","x"],"seq":41"#,
        &Action::Play(vec![card("5H"), card("AC"), Card::JESTER]),
    );
    check_action(
        r#""action":"DISCARD","cards":["10D"]"#,
        &Action::Discard(vec![card("10D")]),
    );
    check_action(r#""action":"YIELD""#, &Action::Yield);
    check_action(
        r#""action":"CHOOSE_NEXT","player":2"#,
        &Action::ChooseNext(Seat(2)),
    );
    check_action(r#""action":"READY""#, &Action::Ready);
    check_action(r#""action":"HINT""#, &Action::Hint);
    check_action(
        r#""action":"SAY","phrase":"well_played""#,
        &Action::Say(Phrase::WellPlayed),
    );
}

#[test]
fn refusals_name_the_place_of_a_card_and_never_the_card() {
    let rest = r#""action":"PLAY","cards":["5H","Zeppelin"],"id":"a7""#;
    let (refused, id) = check_unknown_word(rest, "unknown_card");
    assert_eq!(refused.message, "the second card cannot be read");
    assert_eq!(id.as_deref(), Some("a7"));
}

#[test]
fn what_is_not_understood_is_refused_with_its_code() {
    check_refused("", "bad_json");
    check_refused("{", "bad_json");
    check_refused("\u{1f3b2}", "bad_json");
    check_refused(&"[".repeat(100_000), "bad_json");
    check_refused("[]", "bad_message");
    check_refused("{}", "bad_message");
    check_refused(r#"{"type":"DANCE"}"#, "bad_message");
    check_refused(
        r#"{"type":"HANDSHAKE","protocol":2,"name":"Ann"}"#,
        "wrong_protocol",
    );
    check_refused(
        r#"{"type":"HANDSHAKE","protocol":"1","name":"Ann"}"#,
        "wrong_protocol",
    );
    for rest in [
        r#""action":"DANCE""#,
        r#""action":"PLAY""#,
        r#""action":"PLAY","cards":"5H""#,
        r#""action":"YIELD","seq":-1"#,
        r#""action":"YIELD","seq":"41""#,
        r#""action":"YIELD","id":7"#,
        r#""action":"CHOOSE_NEXT""#,
        r#""action":"CHOOSE_NEXT","player":1.5"#,
        r#""action":"CHOOSE_NEXT","player":"1""#,
    ] {
        assert_eq!(act(rest).unwrap_err().refusal.code, "bad_message", "{rest}");
    }
    for far in ["300", "-1", "99999999999"] {
        let far = format!(r#""action":"CHOOSE_NEXT","player":{far}"#);
        check_action(&far, &Action::ChooseNext(Seat(255)));
    }
    check_unknown_word(
        r#""action":"SAY","phrase":"I hold the 10 of clubs""#,
        "phrase_not_allowed",
    );
    // What is not well formed is said before any word is looked at.
    for rest in [
        r#""action":"SAY","phrase":"secret","seq":-1"#,
        r#""action":"PLAY","cards":["Zeppelin"],"seq":"1""#,
    ] {
        assert_eq!(act(rest).unwrap_err().refusal.code, "bad_message", "{rest}");
    }
}

fn handshake_of(name: &str) -> String {
    let name = serde_json::to_string(name).unwrap();
    format!(r#"{{"type":"HANDSHAKE","protocol":1,"name":{name}}}"#)
}

/// "`name`: 1-24 printable characters, else `bad_message`".
#[test]
fn a_name_is_printable_from_end_to_end_and_shows_something() {
    let long = "x".repeat(25);
    for name in [
        "",
        " ",
        &long,
        "a\u{202e}b",
        "a\u{7}",
        "\tAnn",
        "Ann\n",
        "\u{1}Ann",
        "Ann\u{85}",
        "Ann\u{2028}",
        "\u{3164}",
        "\u{115f}",
        "\u{1160} \u{ffa0}",
        "\u{2800}\u{fe0f}",
        "\u{3000}\u{a0}",
        "\u{200b}",
    ] {
        check_refused(&handshake_of(name), "bad_message");
    }
    let full = "y".repeat(24);
    for (name, kept) in [
        (" Ann ", "Ann"),
        (&full, &full),
        ("Żółć", "Żółć"),
        ("안나", "안나"),
        ("★", "★"),
        ("❤\u{fe0f}", "❤\u{fe0f}"),
    ] {
        let read = read(handshake_of(name).as_bytes());
        let Ok(Incoming::Handshake(hello)) = read else {
            panic!("{name:?} is not read");
        };
        assert_eq!(hello.name, kept);
    }
}

/// `unknown_token` is for every text that is no seat's token, however long.
#[test]
fn a_whole_number_is_one_however_it_is_written() {
    for one in ["1", "1.0", "1e0", "10e-1", "0.1e1", "1.000"] {
        let line = format!(r#"{{"type":"HANDSHAKE","protocol":{one},"name":"Ann"}}"#);
        assert!(read(line.as_bytes()).is_ok(), "{one}");
    }
    for other in [
        "1.5", "0.999", "-1.0", "2.0", "1e1", "-1", "\"1\"", "true", "[1]", "1e300",
    ] {
        let line = format!(r#"{{"type":"HANDSHAKE","protocol":{other},"name":"Ann"}}"#);
        check_refused(&line, "wrong_protocol");
    }
    for (text, seq) in [
        ("41.0", 41),
        ("4.1e1", 41),
        ("0.0", 0),
        ("-0", 0),
        ("9007199254740992.0", 1 << 53),
    ] {
        match act(&format!(r#""action":"YIELD","seq":{text}"#)) {
            Ok(Incoming::Action(message)) => assert_eq!(message.seq, Some(seq), "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    for text in ["41.5", "-1", "-1.0", "1e300", "1e19", "\"41\"", "[]"] {
        let line = format!(r#"{{"type":"PLAYER_ACTION","action":"YIELD","seq":{text}}}"#);
        check_refused(&line, "bad_message");
    }
    check_action(
        r#""action":"CHOOSE_NEXT","player":2.0"#,
        &Action::ChooseNext(Seat(2)),
    );
    // A number of no seat is a matter of the game, half a number is none.
    for text in ["-1", "-1.0", "300.0", "1e300"] {
        let rest = format!(r#""action":"CHOOSE_NEXT","player":{text}"#);
        check_action(&rest, &Action::ChooseNext(Seat(u8::MAX)));
    }
    for text in ["1.5", "\"1\"", "null"] {
        let line = format!(r#"{{"type":"PLAYER_ACTION","action":"CHOOSE_NEXT","player":{text}}}"#);
        check_refused(&line, "bad_message");
    }
}

#[test]
fn a_token_is_any_text() {
    for token in ["", "guess", &"t".repeat(10_000)] {
        let line = format!(r#"{{"type":"HANDSHAKE","protocol":1,"name":"Eve","token":"{token}"}}"#);
        let Ok(Incoming::Handshake(hello)) = read(line.as_bytes()) else {
            panic!("a token of {} letters is not read", token.len());
        };
        assert_eq!(hello.token.as_deref(), Some(token));
    }
    check_refused(
        r#"{"type":"HANDSHAKE","protocol":1,"name":"Eve","token":7}"#,
        "bad_message",
    );
}

#[test]
fn long_ids_are_refused() {
    let id = "i".repeat(64);
    assert!(act(&format!(r#""action":"YIELD","id":"{id}""#)).is_ok());
    assert!(act(&format!(r#""action":"YIELD","id":"{id}i""#)).is_err());
}

#[test]
fn answers_are_single_lines_of_the_documented_form() {
    assert_eq!(
        Welcome {
            seat: Some(Seat(0)),
            token: Some("abc"),
            players: 3,
            table: "9f",
        }
        .line(),
        "{\"type\":\"HANDSHAKE\",\"protocol\":1,\"player_id\":0,\"token\":\"abc\",\"players\":3,\"table_id\":\"9f\"}\n"
    );
    assert_eq!(
        error(
            &Refusal::new("not_your_turn", "it is not your turn"),
            41,
            Some("a7")
        ),
        "{\"type\":\"ERROR\",\"code\":\"not_your_turn\",\"message\":\"it is not your turn\",\
         \"seq\":41,\"re\":\"a7\"}\n"
    );
}

#[test]
fn the_document_lists_every_code_and_every_phrase() {
    let document = include_str!("../../../../docs/lan-protocol.md");
    for code in codes() {
        let row = format!("| `{code}` |");
        assert!(document.contains(&row), "{code} is missing");
    }
    for phrase in Phrase::ALL {
        let name = format!("`{}`", phrase.id());
        assert!(document.contains(&name), "{name} is missing");
    }
    let mut read_lines = 0;
    for line in document
        .lines()
        .filter(|line| line.starts_with("{\"type\":\"PLAYER_ACTION\""))
    {
        let read = read(line.as_bytes());
        assert!(
            matches!(&read, Ok(Incoming::Action(it)) if it.action.is_ok()),
            "{line}"
        );
        read_lines += 1;
    }
    assert_eq!(read_lines, 7, "one example of each action");
}
