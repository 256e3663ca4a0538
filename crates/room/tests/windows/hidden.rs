//! Names that are hidden: nobody learns who plays what, whatever is said.

use parlour_room::Body;

use crate::bed::{POWERS, alone, aloud, carried, code_of, room};

/// A message as bytes, pictures as they are drawn.
fn bytes(body: &Body) -> Vec<u8> {
    match body {
        Body::Text(text) => text.clone().into_bytes(),
        Body::Picture(sketch) => {
            let drawn = sketch.svg().expect("the picture is drawn");
            format!("{}: {}\n{drawn}", sketch.file_name(), sketch.caption).into_bytes()
        }
        Body::File { name, bytes } => [name.as_bytes(), bytes].concat(),
    }
}

/// What everybody but Ann and Ben is told in a whole game, if these two play these powers
/// and Cid plays Turkey.
fn told_to_others(anns: &str, bens: &str) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = code_of(&aloud(
        &room,
        "slack",
        "C1",
        "gm",
        "new bots=hold names=hidden",
    ));
    let mut told = Vec::new();
    // In the order of the powers, so that only the names differ.
    let mut seats = [("ann", anns), ("ben", bens), ("cid", "Turkey")];
    seats.sort_by_key(|(_, power)| *power);
    for (name, power) in seats {
        let joined = alone(&room, "slack", name, &format!("join {code} {power}"));
        assert_eq!(joined.refused, None, "{}", joined.words());
    }
    let mut hear = |who: &str, words: &str| {
        let answer = match who {
            "window" => aloud(&room, "slack", "C1", "gm", words),
            who => alone(&room, "slack", who, words),
        };
        told.extend(answer.says.iter().map(bytes));
    };
    let questions = [
        "status",
        "powers",
        "rules",
        "help",
        "history",
        "history all",
        "last",
        "press",
        "audit",
        "map",
        "mymap",
        "coach",
        "export",
        "web",
    ];
    for words in questions {
        hear("window", words);
        hear("cid", words);
    }
    hear("eve", &format!("join {code} {}", anns.min(bens)));
    hear("window", "start");
    let by_power = |power: &str| if anns == power { "ann" } else { "ben" };
    let (first, second) = (anns.min(bens), anns.max(bens));
    for power in [first, second] {
        let name = by_power(power);
        let order = alone(&room, "slack", name, "all hold");
        assert_eq!(order.refused, None);
        alone(&room, "slack", name, "tell all greetings");
        alone(&room, "slack", name, "tell Turkey psst");
        alone(&room, "slack", name, "draw");
        alone(&room, "slack", name, "ready");
    }
    hear("window", "force");
    hear("cid", "history S1901M");
    hear("window", &format!("replace {first} bot"));
    hear("window", &format!("kick {second}"));
    for words in questions {
        hear("window", words);
        hear("cid", words);
    }
    let others = |parcel: &parlour_room::Parcel| {
        let to = format!("{:?}", parcel.to);
        !to.contains("slack:ann") && !to.contains("slack:ben")
    };
    for parcel in carried(&room).into_iter().filter(others) {
        told.push(format!("{:?}", parcel.to).into_bytes());
        told.push(bytes(&parcel.body));
    }
    told
}

/// Changing what others may not know changes nothing that they are told.
#[test]
fn who_plays_what_is_told_to_nobody() {
    // Cid plays Turkey. In the long run every two of the others.
    let others = &POWERS[..6];
    let pairs = (0..6).flat_map(|one| (0..one).map(move |other| (others[other], others[one])));
    let pairs: Vec<(&str, &str)> = match std::env::var_os("PARLOUR_TEST_LONG") {
        Some(_) => pairs.collect(),
        None => vec![
            ("Austria", "Italy"),
            ("England", "Russia"),
            ("France", "Germany"),
            ("Germany", "Italy"),
        ],
    };
    for (first, second) in pairs {
        let one = told_to_others(first, second);
        let other = told_to_others(second, first);
        assert!(one.len() > 40);
        let pictures = one
            .iter()
            .filter(|it| it.windows(4).any(|it| it == b"<svg"));
        assert!(pictures.count() > 4);
        for (one, other) in one.iter().zip(&other) {
            let (one, other) = (String::from_utf8_lossy(one), String::from_utf8_lossy(other));
            assert_eq!(one, other, "{first} and {second}");
            let text = one.to_lowercase();
            assert!(!text.contains("(ann") && !text.contains("(ben"), "{text}");
            assert!(!text.contains(": ann") && !text.contains(": ben"), "{text}");
        }
        assert_eq!(one.len(), other.len(), "{first} and {second}");
    }
}

#[test]
fn what_would_show_who_plays_what_is_said_in_private() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = code_of(&aloud(
        &room,
        "slack",
        "C1",
        "gm",
        "new bots=hold names=hidden",
    ));
    let refused = aloud(&room, "slack", "C1", "ann", &format!("join {code} Austria"));
    assert_eq!(refused.refused, Some("not_in_private"));
    assert!(refused.erase);
    assert_eq!(
        aloud(&room, "slack", "C1", "ann", &format!("join {code}")).refused,
        None,
        "a power is drawn, and nobody learns which"
    );
    alone(&room, "slack", "ben", &format!("join {code} Italy"));
    aloud(&room, "slack", "C1", "gm", "start");
    for words in ["ready", "concede", "unready", "tell all hello"] {
        let answer = aloud(&room, "slack", "C1", "ben", words);
        assert_eq!(answer.refused, Some("not_in_private"), "{words}");
    }
    assert_eq!(alone(&room, "slack", "ben", "ready").refused, None);
}
