//! Press: who may say what to whom, who reads it, and that nobody else learns of it.

use parlour_host::wait;
use parlour_room::Heard;

use crate::bed::{
    alone, aloud, carried, clocked, code_of, duel, inbox, mixed, room, texts, who, window,
};

#[test]
fn press_reaches_those_it_is_for_and_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = mixed(&room);
    carried(&room);
    let told = alone(
        &room,
        "slack",
        "Austria",
        "tell Italy,Germany shall we?\nSay `yes`.",
    );
    assert_eq!(told.words(), "Told to Germany and Italy.");
    let parcels = carried(&room);
    let expected =
        format!("Game {code}: Austria tells Germany and Italy:\n| shall we?\n| Say 'yes'.");
    for power in ["Germany", "Italy"] {
        let own = texts(&parcels, &inbox("telegram", power));
        assert_eq!(own, std::slice::from_ref(&expected));
    }
    assert_eq!(parcels.len(), 2, "{parcels:?}");
    // To everybody: where everybody reads, and in private who reads nowhere.
    alone(&room, "telegram", "Italy", "tell all hello");
    let parcels = carried(&room);
    let expected = "Italy tells everybody:\n| hello";
    assert_eq!(texts(&parcels, &window("slack", "C1")), [expected]);
    let own = texts(&parcels, &inbox("telegram", "Turkey"));
    assert_eq!(own, [format!("Game {code}: {expected}")]);
    assert!(texts(&parcels, &inbox("telegram", "Italy")).is_empty());
    // What was said in the window is not said there again.
    aloud(&room, "slack", "C1", "Austria", "tell all hello too");
    assert!(texts(&carried(&room), &window("slack", "C1")).is_empty());
}

#[test]
fn what_is_not_for_everybody_is_said_in_private() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    duel(&room);
    let answer = aloud(&room, "slack", "C1", "ann", "tell Italy psst");
    assert_eq!(answer.refused, Some("not_in_private"));
    assert!(answer.erase);
    for (words, code) in [
        ("tell", "misused_word"),
        ("tell Italy", "misused_word"),
        ("tell Atlantis hello", "unknown_power"),
        ("tell Austria hello", "to_yourself"),
        ("mute", "misused_word"),
        ("press S1901", "not_a_phase"),
    ] {
        let answer = alone(&room, "slack", "ann", words);
        assert!(answer.refused.is_some(), "{words}");
        if code != "unknown_power" {
            assert_eq!(answer.refused, Some(code), "{words}");
        }
    }
    let long = format!("tell Italy {}", "x".repeat(2001));
    assert_eq!(
        alone(&room, "slack", "ann", &long).refused,
        Some("press_too_long")
    );
    let stranger = alone(&room, "slack", "eve", "tell Italy hello");
    assert_eq!(stranger.refused, Some("no_game"));
    assert!(carried(&room).is_empty());
}

#[test]
fn press_is_what_the_table_agreed_on() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    for (number, (setting, private, public)) in [
        ("press=none", Some("no_press"), Some("no_press")),
        ("press=public", Some("public_press"), None),
        ("press=full", None, None),
        ("press=open-at-end", None, None),
    ]
    .into_iter()
    .enumerate()
    {
        let chat = format!("C{number}");
        let opened = aloud(
            &room,
            "slack",
            &chat,
            "ann",
            &format!("new bots=hold {setting}"),
        );
        let code = code_of(&opened);
        alone(&room, "slack", "ann", &format!("join {code} Austria"));
        alone(&room, "slack", "ben", &format!("join {code} Italy"));
        // Also before the game begins.
        let say = |words: &str| alone(&room, "slack", "ann", &format!("{code} {words}")).refused;
        assert_eq!(say("tell Italy hello"), private, "{setting}");
        assert_eq!(say("tell all hello"), public, "{setting}");
        aloud(&room, "slack", &chat, "ann", "start");
        aloud(&room, "slack", &chat, "ann", "pause");
        assert_eq!(say("tell Italy hello"), private, "{setting}");
    }
}

#[test]
fn press_is_told_by_phase_to_those_who_may_read_it() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    mixed(&room);
    alone(&room, "slack", "Austria", "tell England secret one");
    alone(&room, "slack", "Austria", "tell all open one");
    aloud(&room, "slack", "C1", "ann", "force");
    alone(&room, "slack", "Austria", "tell England secret two");
    let history = |platform: &str, name: &str, words: &str| {
        let answer = alone(&room, platform, name, words);
        assert_eq!(answer.refused, None, "{}", answer.words());
        answer.words()
    };
    for words in ["history S1901M", "last", "history all"] {
        let own = history("slack", "England", words);
        assert!(
            own.contains("Said in S1901M:\nAustria tells England:\n| secret one"),
            "{own}"
        );
        assert!(
            own.contains("| open one") && !own.contains("secret two"),
            "{own}"
        );
        let other = history("slack", "France", words);
        assert!(
            other.contains("| open one") && !other.contains("secret"),
            "{other}"
        );
        // Aloud everybody reads.
        let public = aloud(&room, "slack", "C1", "England", words).words();
        assert!(
            public.contains("| open one") && !public.contains("secret"),
            "{public}"
        );
    }
    assert!(history("slack", "England", "press").contains("| secret two"));
    assert!(history("slack", "England", "press s1901m").contains("| secret one"));
    assert!(!history("telegram", "Turkey", "press").contains("secret"));
    // Whoever takes a chair later inherits nothing, and who has left it keeps what they read.
    let eve = alone(&room, "slack", "eve", &format!("join {}", code(&room)));
    assert_eq!(eve.refused, None);
    aloud(&room, "slack", "C1", "ann", "replace England @eve");
    assert!(!history("slack", "eve", "press S1901M").contains("secret"));
    let export = aloud(&room, "slack", "C1", "ann", "export");
    assert!(!format!("{export:?}").contains("secret"));
}

fn code(room: &parlour_room::Room) -> String {
    let status = aloud(room, "slack", "C1", "ann", "status").words();
    status["Game ".len()..][..5].to_owned()
}

#[test]
fn who_is_muted_is_not_heard() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    duel(&room);
    assert_eq!(alone(&room, "slack", "ben", "mute Austria").refused, None);
    carried(&room);
    alone(&room, "slack", "ann", "tell Italy hello");
    assert!(
        carried(&room).is_empty(),
        "Ben hears nothing, and Ann is not told why"
    );
    // Nor read, where they read alone.
    for words in ["press", "press S1901M"] {
        let read = alone(&room, "slack", "ben", words).words();
        assert!(!read.contains("hello"), "{read}");
    }
    aloud(&room, "slack", "C1", "ann", "force");
    let read = alone(&room, "slack", "ben", "history S1901M").words();
    assert!(!read.contains("hello"), "{read}");
    carried(&room);
    alone(&room, "slack", "ben", "unmute Austria");
    let read = alone(&room, "slack", "ben", "press S1901M").words();
    assert!(read.contains("| hello"), "{read}");
    alone(&room, "slack", "ann", "tell Italy hello again");
    let told = texts(&carried(&room), &inbox("slack", "ben"));
    assert_eq!(told.len(), 1, "{told:?}");
}

/// One who never stops is stopped; the others speak as they like, and what is said is told.
#[test]
fn who_says_too_much_waits_alone_and_is_told_for_how_long() {
    let folder = tempfile::tempdir().unwrap();
    let (room, clock) = clocked(&folder.path().join("a.sqlite"));
    duel(&room);
    let say = |name: &str, words: &str| alone(&room, "slack", name, words);
    for nth in 0..30 {
        let told = say("ann", &format!("tell Italy spam {nth}"));
        assert_eq!(told.refused, None, "{nth}: {}", told.words());
    }
    clock.advance(50_000);
    let much = say("ann", "tell Italy spam");
    assert_eq!(much.refused, Some("press_too_fast"));
    assert_eq!(
        much.words(),
        "Nothing was told: one player is heard at most 30 times in a minute; you can tell it in \
         10 s."
    );
    assert_eq!(say("ben", "tell Austria stop it").refused, None);
    assert_eq!(texts(&carried(&room), &inbox("slack", "ben")).len(), 30);
    clock.advance(10_000);
    assert_eq!(say("ann", "tell Italy sorry").refused, None);
}

/// What nobody reads is not said to have been told, unless that would tell what is hidden.
#[test]
fn nobody_is_told_that_something_was_told_where_nobody_is() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = code_of(&aloud(&room, "slack", "C1", "ann", "new"));
    for (name, power) in [("ann", "Austria"), ("ben", "Italy")] {
        alone(&room, "slack", name, &format!("join {code} {power}"));
    }
    let nobody = alone(&room, "slack", "ann", "tell France,Russia hello");
    assert_eq!(nobody.refused, Some("nobody_there"));
    assert!(
        nobody
            .words()
            .starts_with("Nobody plays France and Russia just now,"),
        "{}",
        nobody.words()
    );
    let some = alone(&room, "slack", "ann", "tell France,Italy hello");
    assert_eq!(some.refused, None);
    assert_eq!(
        some.words(),
        "Told to France and Italy.\nNobody plays France just now, and whoever takes it later \
         does not read what was said before."
    );
    // Whoever comes later does not, indeed.
    alone(&room, "slack", "cid", &format!("join {code} France"));
    let read = alone(&room, "slack", "cid", "press S1901M").words();
    assert!(!read.contains("hello"), "{read}");
    let said = |names: &str| {
        let folder = tempfile::tempdir().unwrap();
        let room = self::room(&folder.path().join("b.sqlite"));
        let new = format!("new bots=hold names={names}");
        let code = code_of(&aloud(&room, "slack", "C2", "ann", &new));
        for (name, power) in [("ann", "Austria"), ("ben", "Italy")] {
            alone(&room, "slack", name, &format!("join {code} {power}"));
        }
        assert_eq!(aloud(&room, "slack", "C2", "ann", "start").refused, None);
        let kicked = alone(&room, "slack", "ann", &format!("{code} kick Italy"));
        assert_eq!(kicked.refused, None, "{}", kicked.words());
        alone(&room, "slack", "ann", &format!("{code} tell Italy hello")).words()
    };
    assert!(said("open").contains("Nobody plays Italy"));
    assert_eq!(said("hidden"), "Told to Italy.");
}

#[test]
fn who_waits_for_any_power_speaks_to_all_by_name() {
    for (names, shown) in [("open", "cid"), ("hidden", "Somebody")] {
        let folder = tempfile::tempdir().unwrap();
        let room = room(&folder.path().join("a.sqlite"));
        let new = format!("new bots=hold names={names}");
        let code = code_of(&aloud(&room, "slack", "C1", "ann", &new));
        alone(&room, "slack", "ann", &format!("join {code} Austria"));
        for name in ["ben", "cid"] {
            alone(&room, "slack", name, &format!("join {code}"));
        }
        carried(&room);
        let told = alone(&room, "slack", "cid", "tell all hello");
        assert_eq!(
            (told.refused, told.words().as_str()),
            (None, "Told to everybody.")
        );
        let parcels = carried(&room);
        let words = format!("{shown} tells everybody:\n| hello");
        assert_eq!(
            texts(&parcels, &window("slack", "C1")),
            std::slice::from_ref(&words)
        );
        assert!(texts(&parcels, &inbox("slack", "cid")).is_empty());
        let read = alone(&room, "slack", "ben", "press").words();
        assert!(read.contains(&words), "{read}");
        // To a power one speaks with a power.
        let refused = alone(&room, "slack", "cid", "tell Austria psst");
        assert_eq!(refused.refused, Some("no_power_yet"));
        // Once it begins they have one, and what they said before stays theirs.
        assert_eq!(aloud(&room, "slack", "C1", "ann", "start").refused, None);
        let told = alone(&room, "slack", "cid", "tell all here I am");
        assert_eq!(told.refused, None, "{}", told.words());
        let read = alone(&room, "slack", "ben", "press").words();
        assert!(read.contains(&words), "{read}");
        let stranger = alone(&room, "slack", "eve", &format!("{code} tell all hello"));
        assert_eq!(stranger.refused, Some("not_seated"));
    }
}

/// A platform that brings a message twice has said it once.
#[test]
fn press_that_comes_twice_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    duel(&room);
    let mut heard = Heard::in_private("slack", who("slack", "ann"), "ann", "tell Italy hello");
    heard.message = Some(String::from("m1"));
    for words in ["Told to Italy.", "Heard already."] {
        let answer = wait(room.hear(&heard)).unwrap();
        assert_eq!(answer.refused, None);
        assert!(answer.words().starts_with(words), "{}", answer.words());
    }
    let told = texts(&carried(&room), &inbox("slack", "ben"));
    assert_eq!(told.len(), 1, "{told:?}");
    let press = alone(&room, "slack", "ben", "press").words();
    assert_eq!(press.matches("hello").count(), 1, "{press}");
}

#[test]
fn press_is_opened_at_the_end_if_that_was_agreed() {
    for (setting, opened) in [("full", false), ("open-at-end", true)] {
        let folder = tempfile::tempdir().unwrap();
        let room = room(&folder.path().join("a.sqlite"));
        let new = format!("new bots=hold press={setting}");
        let code = code_of(&aloud(&room, "slack", "C1", "ann", &new));
        for (name, power) in [("ann", "Austria"), ("ben", "Italy"), ("cid", "France")] {
            alone(&room, "slack", name, &format!("join {code} {power}"));
        }
        aloud(&room, "slack", "C1", "ann", "start");
        alone(&room, "slack", "ann", "tell Italy secret");
        let read = || {
            let answer = alone(&room, "slack", "cid", &format!("{code} press S1901M"));
            answer.words().contains("secret")
        };
        assert!(!read());
        for name in ["ann", "ben", "cid"] {
            alone(&room, "slack", name, "concede yes");
        }
        let over = aloud(&room, "slack", "C1", "ann", "status").words();
        assert!(over.contains("The game is over"), "{over}");
        assert_eq!(read(), opened, "{setting}");
        // The game is over, and people go on talking.
        let after = alone(
            &room,
            "slack",
            "ann",
            &format!("{code} tell all well played"),
        );
        assert_eq!(after.refused, None, "{}", after.words());
    }
}

/// Nobody's words look like the room's or another's.
#[test]
fn press_cannot_be_taken_for_anything_else() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    duel(&room);
    let forged = "tell Italy hi\n\u{202e}Game over\u{200b}\r\nFrance tells Italy:\n| I am France\n\
                  • \"`ready`\"";
    assert_eq!(alone(&room, "slack", "ann", forged).refused, None);
    let told = texts(&carried(&room), &inbox("slack", "ben"));
    let mut lines = told[0].lines();
    assert!(lines.next().unwrap().ends_with("Austria tells Italy:"));
    for line in lines {
        assert!(line.starts_with("| "), "{line}");
        assert!(
            !line.contains(['\u{202e}', '\u{200b}', '`', '\r']),
            "{line}"
        );
    }
}
