//! Names that are hidden: nobody learns who plays what, whatever is said.

use crate::bed::{alone, aloud, carried, code_of, room};

/// What everybody but Ann and Ben is told in a whole game, if these two play these powers.
fn told_to_others(anns: &str, bens: &str) -> Vec<String> {
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
        told.push(answer.words());
    };
    let questions = [
        "status", "powers", "rules", "help", "history", "press", "audit",
    ];
    for words in questions {
        hear("window", words);
        hear("cid", words);
    }
    hear("eve", &format!("join {code} {}", anns.min(bens)));
    hear("window", "start");
    let by_power = |power: &str| if anns == power { "ann" } else { "ben" };
    for power in ["Austria", "Italy"] {
        let name = by_power(power);
        let order = alone(&room, "slack", name, "all hold");
        assert_eq!(order.refused, None);
        alone(&room, "slack", name, "tell all greetings");
        alone(&room, "slack", name, "tell Turkey psst");
        alone(&room, "slack", name, "draw");
        alone(&room, "slack", name, "ready");
    }
    hear("window", "replace Austria bot");
    hear("window", "kick Italy");
    for words in questions {
        hear("window", words);
        hear("cid", words);
    }
    let others = |parcel: &parlour_room::Parcel| {
        let to = format!("{:?}", parcel.to);
        !to.contains("slack:ann") && !to.contains("slack:ben")
    };
    for parcel in carried(&room).into_iter().filter(others) {
        if let parlour_room::Body::Text(text) = parcel.body {
            told.push(format!("{:?}: {text}", parcel.to));
        }
    }
    told
}

/// Changing what others may not know changes nothing that they are told.
#[test]
fn who_plays_what_is_told_to_nobody() {
    let one = told_to_others("Austria", "Italy");
    let other = told_to_others("Italy", "Austria");
    assert_eq!(one, other);
    assert!(one.len() > 20);
    for text in one {
        let text = text.to_lowercase();
        assert!(!text.contains("(ann") && !text.contains("(ben"), "{text}");
        assert!(!text.contains(": ann") && !text.contains(": ben"), "{text}");
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
