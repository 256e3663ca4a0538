//! Who plays which power, and in which game.

use crate::bed::{alone, aloud, carried, code_of, inbox, mixed, room, texts, window};

#[test]
fn players_are_replaced_and_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = mixed(&room);
    let answer = aloud(&room, "slack", "C1", "ann", "replace France @bob");
    assert_eq!(answer.refused, Some("unknown_player"));
    assert_eq!(
        alone(&room, "slack", "bob", &format!("join {code}")).refused,
        None
    );
    assert_eq!(
        aloud(&room, "slack", "C1", "ann", "replace France @bob").refused,
        None
    );
    let told = carried(&room);
    let gone = texts(&told, &inbox("slack", "France"));
    let words =
        format!("You do not play France in game {code} any more: bob plays it from now on.");
    assert_eq!(
        gone.iter().filter(|it| **it == words).count(),
        1,
        "{gone:?}"
    );
    assert_eq!(
        alone(&room, "slack", "bob", "order A Par-Bur").refused,
        None
    );
    assert_eq!(
        alone(&room, "slack", "France", "order A Par H").refused,
        Some("no_game")
    );
    assert_eq!(
        aloud(&room, "slack", "C1", "ann", "replace Italy <@U77|Cy>").refused,
        None
    );
    assert_eq!(alone(&room, "slack", "U77", "orders").refused, None);
    assert_eq!(
        aloud(&room, "slack", "C1", "ann", "kick Turkey").refused,
        None
    );
    let gone = texts(&carried(&room), &inbox("telegram", "Turkey"));
    let words =
        format!("You do not play Turkey in game {code} any more: the game master has freed it.");
    assert_eq!(
        gone.iter().filter(|it| **it == words).count(),
        1,
        "{gone:?}"
    );
    let status = aloud(&room, "slack", "C1", "eve", "status").words();
    assert!(status.contains("In civil disorder: Turkey."), "{status}");
    assert_eq!(
        alone(&room, "slack", "dan", &format!("join {code}")).refused,
        None
    );
    let powers = aloud(&room, "slack", "C1", "eve", "powers").words();
    assert!(powers.contains("Turkey (dan)"), "{powers}");
    assert!(!powers.contains("disorder"), "{powers}");
}

#[test]
fn nobody_is_seated_at_a_power_that_is_out_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = code_of(&aloud(&room, "slack", "C1", "ann", "new bots=hold"));
    let say = |name: &str, text: &str| {
        let answer = alone(&room, "slack", name, text);
        assert_eq!(answer.refused, None, "{name}: {text}: {}", answer.words());
    };
    let master = |text: &str| {
        let answer = aloud(&room, "slack", "C1", "ann", text);
        assert_eq!(answer.refused, None, "{text}: {}", answer.words());
        answer.words()
    };
    for power in ["Italy", "Russia", "Germany"] {
        say(power, &format!("join {code} {power}"));
    }
    master("start");
    master("kick Austria");
    // Three neighbours take its three centres.
    say("Italy", "order A Ven-Tyr; A Rom-Ven");
    say("Russia", "order A War-Gal");
    say("Germany", "order A Mun-Boh");
    master("force");
    say("Italy", "order A Ven-Tri; A Tyr S A Ven-Tri");
    say("Russia", "order A Gal-Vie");
    say("Germany", "order A Boh S A Gal-Vie");
    for _ in ["F1901M", "F1901R", "W1901A"] {
        master("force");
    }
    say("Italy", "order A Tri S A Vie-Bud");
    say("Russia", "order A Vie-Bud");
    for _ in ["S1902M", "S1902R", "F1902M", "W1902A"] {
        master("force");
    }
    assert!(master("status").contains("(S1903M)"));
    let wanted = alone(&room, "slack", "dan", &format!("join {code} Austria"));
    assert_eq!(wanted.refused, Some("eliminated"), "{}", wanted.words());
    assert!(wanted.words().contains("Austria is out of the game."));
    // Without another vacant power one stands by.
    let any = alone(&room, "slack", "dan", &format!("join {code}"));
    assert_eq!(any.refused, None);
    assert!(!any.words().contains("You play"), "{}", any.words());
    // And where there is one, that is taken.
    master("kick Turkey");
    let any = alone(&room, "slack", "eve", &format!("join {code}"));
    assert!(any.words().contains("You play Turkey"), "{}", any.words());
    let taken = alone(&room, "slack", "fay", &format!("join {code} Turkey"));
    assert!(taken.words().contains("Free: none."), "{}", taken.words());
    let out = aloud(&room, "slack", "C1", "ann", "kick Austria");
    assert_eq!(out.refused, Some("nobody_there"));
}

#[test]
fn a_game_that_waits_for_players_gives_way_to_another_of_its_master() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let first = code_of(&aloud(&room, "slack", "C1", "ann", "new"));
    alone(&room, "slack", "ben", &format!("join {first} France"));
    let short = aloud(&room, "slack", "C1", "ann", "start");
    assert_eq!(short.refused, Some("too_few_players"));
    assert!(
        short.words().contains("`start bots=club`"),
        "{}",
        short.words()
    );
    // Nobody else takes its place, whether somebody has joined or not.
    let other = aloud(&room, "slack", "C1", "ben", "new bots=hold");
    assert_eq!(other.refused, Some("game_running"));
    alone(&room, "slack", "ben", &format!("{first} leave"));
    let other = aloud(&room, "slack", "C1", "ben", "new bots=hold");
    assert_eq!(other.refused, Some("game_running"), "{}", other.words());
    alone(&room, "slack", "ben", &format!("join {first} France"));
    carried(&room);
    // Whoever has joined is not sent away by a slip.
    let asked = aloud(&room, "slack", "C1", "ann", "new bots=hold");
    assert_eq!(asked.refused, None);
    assert_eq!(asked.buttons[0].words, "new yes bots=hold");
    assert!(carried(&room).is_empty(), "nothing has changed");
    let second = code_of(&aloud(&room, "slack", "C1", "ann", "new yes bots=hold"));
    let told = texts(&carried(&room), &window("slack", "C1"));
    assert_eq!(
        told,
        [format!(
            "Game {first} is called off: another takes its place."
        )]
    );
    // Nobody is bound to the old one, and nothing begins there.
    let old = alone(&room, "slack", "ben", &format!("join {first} Italy"));
    assert_eq!(old.refused, Some("game_over"));
    alone(&room, "slack", "ben", &format!("join {second} France"));
    assert_eq!(aloud(&room, "slack", "C1", "ann", "start").refused, None);
    let orders = alone(&room, "slack", "ben", "orders");
    assert!(
        orders.words().starts_with("France, S1901M"),
        "{}",
        orders.words()
    );
    // A game that has begun stays.
    let running = aloud(&room, "slack", "C1", "ann", "new");
    assert_eq!(running.refused, Some("game_running"));
}

/// Whoever has joined stays, and bots of the kind that is named take the rest.
#[test]
fn a_game_begins_with_bots_when_its_master_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = code_of(&aloud(&room, "slack", "C1", "ann", "new"));
    alone(&room, "slack", "ben", &format!("join {code} France"));
    let other = aloud(&room, "slack", "C1", "ben", "start bots=greedy");
    assert_eq!(other.refused, Some("not_master"));
    let wrong = aloud(&room, "slack", "C1", "ann", "start bots=clever");
    assert_eq!(wrong.refused, Some("bad_setting"));
    let begun = aloud(&room, "slack", "C1", "ann", "start bots=greedy");
    assert_eq!(begun.refused, None, "{}", begun.words());
    let powers = aloud(&room, "slack", "C1", "ann", "powers").words();
    assert!(powers.contains("France (ben)"), "{powers}");
    assert!(powers.contains("Italy (a greedy bot)"), "{powers}");
    let changed = aloud(&room, "slack", "C1", "ann", "replace Italy bot hold");
    assert_eq!(changed.refused, None, "{}", changed.words());
    let powers = aloud(&room, "slack", "C1", "ann", "powers").words();
    assert!(powers.contains("Italy (a hold bot)"), "{powers}");
}
