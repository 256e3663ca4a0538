//! What the audit tells a game master who plays as well.

use parlour_room::{Answer, Body};

use crate::bed::{alone, aloud, code_of, room};

/// Everything that an audit says, in words and in its file.
fn all_of(answer: &Answer) -> String {
    let says = answer.says.iter().map(|body| match body {
        Body::Text(text) => text.clone(),
        Body::File { bytes, .. } => String::from_utf8(bytes.clone()).unwrap(),
        Body::Picture(sketch) => sketch.file_name(),
    });
    says.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_audit_tells_nobodys_thoughts_wishes_and_votes() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = code_of(&aloud(&room, "slack", "C1", "ann", "new bots=hold"));
    for (name, powers) in [
        ("ann", "Austria"),
        ("ben", "Italy, France"),
        ("cy", "Turkey"),
        ("dan", "England"),
    ] {
        let joined = alone(&room, "slack", name, &format!("join {code} {powers}"));
        assert_eq!(joined.refused, None, "{joined:?}");
    }
    assert_eq!(aloud(&room, "slack", "C1", "ann", "start").refused, None);
    let audit = || all_of(&alone(&room, "slack", "ann", "audit"));
    for (name, words) in [
        ("cy", "draft A Con-Bul"),
        ("cy", "sandbox A Mun-Ruh"),
        ("cy", "extend 12h"),
        ("ben", "extend no"),
        ("dan", "extend yes"),
    ] {
        let answer = alone(&room, "slack", name, words);
        assert_eq!(answer.refused, None, "{words}: {answer:?}");
    }
    let told = audit();
    for words in ["play began", r#", "join": "#] {
        assert!(told.contains(words), "{words} in\n{told}");
    }
    for secret in [
        "draft",
        "sandbox",
        "tried",
        "extend",
        "extension",
        "wishes",
        "Italy",
    ] {
        assert!(!told.contains(secret), "{secret} in\n{told}");
    }
    // That a deadline has moved is told, and not in which words it was voted for.
    let agreed = alone(&room, "slack", "ann", "extend yes");
    assert!(agreed.words().contains("have agreed"), "{agreed:?}");
    let told = audit();
    assert!(told.contains(r#""extend": S1901M ends "#), "{told}");
    assert!(!told.contains("extend yes"), "{told}");
}
