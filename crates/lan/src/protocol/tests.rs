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
    assert_eq!(&found.action, expected, "{rest}");
}

#[track_caller]
fn check_refused(line: &str, code: &str) -> Refusal {
    let refused = read(line.as_bytes()).unwrap_err().refusal;
    assert_eq!(refused.code, code, "{line}");
    assert!(CODES.contains(&refused.code));
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
    };
    assert_eq!(read(line.as_bytes()), Ok(Incoming::Handshake(expected)));
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
    check_action(
        r#""action":"SAY","phrase":"well_played""#,
        &Action::Say(Phrase::WellPlayed),
    );
}

#[test]
fn refusals_name_the_place_of_a_card_and_never_the_card() {
    let line = r#"{"type":"PLAYER_ACTION","action":"PLAY","cards":["5H","Zeppelin"],"id":"a7"}"#;
    let refused = read(line.as_bytes()).unwrap_err();
    assert_eq!(refused.refusal.code, "unknown_card");
    assert_eq!(refused.refusal.message, "the second card cannot be read");
    assert_eq!(refused.id.as_deref(), Some("a7"));
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
    check_refused(r#"{"type":"HANDSHAKE","name":"Ann"}"#, "wrong_protocol");
    for name in ["", " ", "x".repeat(25).as_str(), "a\u{202e}b", "a\\u0007"] {
        let line = format!(r#"{{"type":"HANDSHAKE","protocol":1,"name":"{name}"}}"#);
        check_refused(&line, "bad_message");
    }
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
    let free_text = act(r#""action":"SAY","phrase":"I hold the 10 of clubs""#).unwrap_err();
    assert_eq!(free_text.refusal.code, "phrase_not_allowed");
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
        welcome(Some(Seat(0)), Some("abc"), 3),
        "{\"type\":\"HANDSHAKE\",\"protocol\":1,\"player_id\":0,\"token\":\"abc\",\"players\":3}\n"
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
    for code in CODES {
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
        assert!(read(line.as_bytes()).is_ok(), "{line}");
        read_lines += 1;
    }
    assert_eq!(read_lines, 6, "one example of each action");
}
