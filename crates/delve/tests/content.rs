//! Complaints about content name the file, the line, the table and the key that
//! is to be changed.

use parlour_delve::{Content, ContentFile, Delve, FILES, Setup};
use parlour_rules::{Refuse, Rules, Seed};

/// The text of a file that ships.
fn shipped(name: &str) -> &'static str {
    let file = FILES.iter().find(|(file, _)| *file == name);
    file.map(|(_, text)| *text).expect("it ships")
}

/// A file that ships, with the first of some words replaced.
fn changed(name: &str, words: &str, by: &str) -> ContentFile {
    let text = shipped(name);
    assert!(text.contains(words), "{name} has {words:?}");
    ContentFile {
        name: name.to_string(),
        text: text.replacen(words, by, 1),
    }
}

fn complaints(files: &[ContentFile]) -> Vec<String> {
    match Content::with(files) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

/// The line of the first of some words in a file, counted from 1.
fn line(file: &ContentFile, words: &str) -> usize {
    let before = file.text.split_once(words).expect("it is there").0;
    before.matches('\n').count() + 1
}

/// One complaint about a file, at the line of some words in it.
fn check(file: &ContentFile, at: &str, rest: &str) {
    let line = line(file, at);
    let expected = format!("{}:{line}: {rest}", file.name);
    assert_eq!(complaints(std::slice::from_ref(file)), [expected]);
}

#[test]
fn a_wrong_value_is_named_by_its_own_line_and_key() {
    let file = changed("items.toml", "amount = 18", "amount = 99999");
    check(
        &file,
        "amount = 99999",
        "[entity.healing] amount has to be a number from 0 to 10000; 99999 is not",
    );
    let file = changed("items.toml", "levels = [5, 10]", "levels = [5, 12]");
    check(
        &file,
        "levels = [5, 12]",
        "[entity.greater-healing] levels ends at 12, but there are 10",
    );
    // What the framework itself refuses is named in the same way.
    let file = changed("items.toml", "char = \"!\"", "char = \"!!\"");
    check(
        &file,
        "char = \"!!\"",
        "[entity.potion] char has to be one character",
    );
    let file = changed("tiles.toml", "\n[tile.", "\n[tyle.x]\n\n[tile.");
    let said = complaints(std::slice::from_ref(&file));
    let at = format!(
        "tiles.toml:{}: [tyle.x] types stand",
        line(&file, "[tyle.x]")
    );
    assert!(said[0].starts_with(&at), "{said:?}");
}

#[test]
fn what_many_inherit_is_told_once_where_it_is_written() {
    let file = changed("items.toml", "slot = \"weapon\"", "slot = \"hand\"");
    check(
        &file,
        "slot = \"hand\"",
        "[entity.weapon] slot has to be one of weapon, bow, body, shield; hand is not",
    );
}

#[test]
fn a_level_is_named_by_number_and_name() {
    let file = changed("dungeon.toml", "creatures = 8", "creatures = 999");
    check(
        &file,
        "creatures = 999",
        "[[level]] 2, the Old Quarters, creatures has to be a number from 0 to 200",
    );
    let file = changed(
        "dungeon.toml",
        "generator = \"halls\"",
        "generator = \"hals\"",
    );
    let said = complaints(std::slice::from_ref(&file));
    let at = format!(
        "dungeon.toml:{}: [[level]] 2, the Old Quarters, generator: no generator \"hals\"",
        line(&file, "\"hals\"")
    );
    assert!(said[0].starts_with(&at), "{said:?}");
    let file = changed("dungeon.toml", "creatures = 8", "creatures = \"many\"");
    let said = complaints(std::slice::from_ref(&file));
    let at = format!("dungeon.toml:{}: [[level]] ", line(&file, "\"many\""));
    assert!(said[0].starts_with(&at), "{said:?}");
}

#[test]
fn what_is_missing_is_missing_in_the_file_that_has_it() {
    let file = changed("creatures.toml", "[entity.warden]", "[entity.guard]");
    assert_eq!(
        complaints(&[file]),
        ["creatures.toml: [entity.warden] is missing, and the rules need it"]
    );
    let file = changed("items.toml", "[entity.dagger]", "[entity.knife]");
    assert_eq!(
        complaints(&[file]),
        ["items.toml: [entity.dagger] is missing, and the rules need it"]
    );
}

/// A dungeon of another depth is no fault of the creatures that ship.
#[test]
fn a_file_of_ones_own_is_blamed_for_what_stands_in_it() {
    let text = shipped("dungeon.toml");
    let cut = text
        .match_indices("[[level]]")
        .nth(6)
        .expect("ten levels")
        .0;
    let shallow = ContentFile {
        name: "dungeon.toml".to_string(),
        // The shaft moves up with the bottom.
        text: text[..cut].replace("from = 6", "from = 3"),
    };
    assert_eq!(complaints(&[shallow]), [""; 0]);
    let one_more = "[[level]]\nname = \"the Pit\"\ngenerator = \"cave\"\ncreatures = 1\n\
                    items = 1\nstory = \"Dark.\"\n";
    let deep = ContentFile {
        name: "dungeon.toml".to_string(),
        text: format!("{text}\n{one_more}"),
    };
    let line = line(&deep, "name = \"the Pit\"");
    assert_eq!(
        complaints(&[deep]),
        ["creature of creatures.toml", "item of items.toml"].map(|what| format!(
            "dungeon.toml:{line}: [[level]] 11, the Pit, no {what} has level 11, the Pit, \
             in its levels"
        ))
    );
}

#[test]
fn a_copy_of_what_ships_is_nobodys_own() {
    let copy = changed("items.toml", "amount = 18", "amount = 18");
    assert!(!copy.is_own());
    assert!(changed("items.toml", "amount = 18", "amount = 19").is_own());
}

#[test]
fn a_game_names_the_content_that_shipped_and_is_refused_where_nobody_has_it() {
    let present = Setup::default();
    let first = Setup::of_shipped(None).unwrap();
    let seed = Seed(7);
    assert!(
        Delve::start(&first, seed).is_ok(),
        "what shipped first is kept"
    );
    let unknown = Setup::of_shipped(Some("0123456789abcdef")).unwrap();
    let refusal = Delve::start(&unknown, seed).unwrap_err();
    assert_eq!(refusal.code(), "unknown_content");
    // Who brings everything along needs nothing that shipped.
    let content = FILES.map(|(name, text)| ContentFile {
        name: name.to_string(),
        text: text.to_string(),
    });
    let whole = Setup {
        content: content.to_vec(),
        ..unknown
    };
    let (one, other) = (Delve::start(&whole, seed), Delve::start(&present, seed));
    assert_eq!(
        Delve::fingerprint(&one.unwrap()),
        Delve::fingerprint(&other.unwrap())
    );
}

/// A setup of rules 1 said nothing of what shipped.
#[test]
fn games_of_the_first_rules_are_of_the_content_that_shipped_with_them() {
    let old = serde_json::json!({});
    let setup = parlour_rules::ages::present_setup::<Delve>(1, old).unwrap();
    let setup: Setup = serde_json::from_value(setup).unwrap();
    assert_eq!(setup, Setup::of_shipped(None).unwrap());
    for bad in [serde_json::json!(7), serde_json::json!(null)] {
        assert!(parlour_rules::ages::present_setup::<Delve>(1, bad.clone()).is_err());
        assert!(parlour_rules::ages::present_state::<Delve>(1, bad, 3).is_err());
    }
}
