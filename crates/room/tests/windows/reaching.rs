//! Who plays in a browser and is told in a chat of theirs too.

use parlour_host::wait;
use parlour_room::{Answer, Heard, Parcel, Reach, Room, To};

use crate::bed::{alone, carried, code_of, inbox, room, texts, who};

/// A house that speaks on Slack and Telegram.
fn house(folder: &std::path::Path) -> Room {
    room(&folder.join("a.sqlite")).reaching(Reach {
        platforms: vec![String::from("slack"), String::from("telegram")],
        tables: Some(String::from("https://house.example/t/")),
    })
}

/// The word that somebody of a browser is shown.
fn key(room: &Room, name: &str) -> String {
    let shown = alone(room, "web", name, "notify");
    assert_eq!(shown.refused, None, "{shown:?}");
    let words = shown.words();
    let key = words.split("`notify ").last().unwrap().split('`').next();
    key.unwrap().to_owned()
}

fn said(room: &Room, platform: &str, name: &str, word: &str) -> Answer {
    alone(room, platform, name, &format!("notify {word}"))
}

/// A game of two from browsers.
fn game(room: &Room) -> String {
    let code = code_of(&alone(room, "web", "ann", "new bots=hold"));
    for (name, power) in [("ann", "Austria"), ("ben", "Italy")] {
        let joined = alone(room, "web", name, &format!("join {code} {power}"));
        assert_eq!(joined.refused, None, "{joined:?}");
    }
    assert_eq!(alone(room, "web", "ann", "start").refused, None);
    carried(room);
    code
}

fn is_to(parcels: &[Parcel], to: &To) -> bool {
    parcels.iter().any(|it| it.to == *to)
}

#[test]
fn what_concerns_somebody_of_a_browser_is_told_in_their_chat() {
    let folder = tempfile::tempdir().unwrap();
    let room = house(folder.path());
    let code = game(&room);
    let chat = inbox("slack", "U1");
    let key = key(&room, "ann");
    assert_eq!(said(&room, "slack", "U1", &key).refused, None);
    // A platform tells it twice; nobody else has anything of it.
    assert_eq!(said(&room, "slack", "U1", &key).refused, None);
    let late = said(&room, "telegram", "5", &key);
    assert_eq!(late.refused, Some("no_such_key"));

    alone(&room, "web", "ben", &format!("{code} tell Austria psst"));
    let told = carried(&room);
    let heard = texts(&told, &chat);
    assert!(heard.iter().any(|it| it.contains("psst")), "{heard:?}");
    alone(&room, "web", "ann", &format!("{code} tell Italy hush"));
    let told = carried(&room);
    let heard = texts(&told, &chat);
    assert!(!heard.iter().any(|it| it.contains("hush")), "{heard:?}");

    alone(&room, "web", "ann", &format!("{code} force yes"));
    let told = carried(&room);
    let heard = texts(&told, &chat);
    assert!(
        heard[0].contains("S1901M") || heard[0].contains("Spring"),
        "{heard:?}"
    );
    assert!(
        heard.iter().any(|it| it.starts_with("picture")),
        "{heard:?}"
    );
    let table = wait(room.table_of_code(&code)).unwrap().unwrap();
    let address = format!("https://house.example/t/{table}");
    assert_eq!(heard.iter().filter(|it| it.ends_with(&address)).count(), 1);
    let own = told.iter().filter(|it| it.to == chat);
    assert!(own.clone().all(|it| it.buttons.is_empty()));
    assert!(!is_to(&told, &inbox("telegram", "5")));
    // Whoever is only told there gives no orders there.
    let order = alone(&room, "slack", "U1", &format!("{code} order A Vie-Gal"));
    assert!(order.refused.is_some());

    assert_eq!(said(&room, "slack", "U1", "off").refused, None);
    alone(&room, "web", "ann", &format!("{code} force yes"));
    assert!(!is_to(&carried(&room), &chat));
}

#[test]
fn a_word_is_shown_to_those_of_browsers_in_houses_that_speak_in_chats() {
    let folder = tempfile::tempdir().unwrap();
    let silent = room(&folder.path().join("b.sqlite"));
    let refused = |answer: Answer| answer.refused;
    assert_eq!(
        refused(alone(&silent, "web", "ann", "notify")),
        Some("no_chats")
    );
    let room = house(folder.path());
    assert_eq!(refused(said(&room, "web", "ann", "abc")), Some("not_here"));
    assert_eq!(
        refused(alone(&room, "slack", "U1", "notify")),
        Some("no_key")
    );
    assert_eq!(
        refused(alone(&room, "local", "AUSTRIA", "notify")),
        Some("not_here")
    );
    // Whoever came from a chat to the browser is told there anyway.
    let heard = Heard::in_private("web", who("slack", "U2"), "Cy", "notify");
    let answer = wait(room.hear(&heard)).unwrap();
    assert!(
        answer.words().contains("same person in Slack"),
        "{}",
        answer.words()
    );
    let aloud = crate::bed::aloud(&room, "slack", "C1", "U1", "notify abc");
    assert_eq!(aloud.refused, Some("not_in_private"));
}

#[test]
fn a_word_that_others_have_heard_is_spent_and_who_is_told_sees_where() {
    let folder = tempfile::tempdir().unwrap();
    let room = house(folder.path());
    let heard_by_all = key(&room, "ann");
    let word = format!("notify {heard_by_all}");
    let aloud = crate::bed::aloud(&room, "slack", "C1", "U1", &word);
    assert_eq!(aloud.refused, Some("not_in_private"));
    let words = aloud.words();
    assert!(words.contains("means nothing any more"), "{words}");
    let late = said(&room, "slack", "U2", &heard_by_all);
    assert_eq!(late.refused, Some("no_such_key"));

    let fresh = key(&room, "ann");
    let word = format!("notify {fresh}");
    let heard = Heard::in_private("slack", who("slack", "U1"), "Cy", &word);
    assert_eq!(wait(room.hear(&heard)).unwrap().refused, None);
    let told = alone(&room, "web", "ann", "notify");
    let words = told.words();
    assert!(words.contains("You are told in Slack as Cy;"), "{words}");
}
