//! What may be said where, and which game is meant.

use std::sync::Arc;

use parlour_host::table::Person;
use parlour_host::wait;
use parlour_room::{Answer, Doorkeeper, Heard, LinkMade, Spoken};

use crate::bed::{alone, aloud, carried, code_of, duel, mixed, room, texts, who, window};

#[test]
fn a_closed_inbox_is_answered_with_its_link() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    aloud(&room, "telegram", "-7", "ann", "new");
    let mut heard = Heard::aloud(
        "telegram",
        "-7",
        who("telegram", "bob"),
        "bob",
        "/join France",
    );
    heard.inbox_link = Some(String::from("https://t.example/bot?start="));
    let answer = wait(room.hear(&heard)).unwrap();
    assert_eq!(answer.refused, None);
    // The link names the game, which a private chat cannot know.
    let link = answer.words().lines().last().unwrap().to_owned();
    let code = link.split('_').nth(1).unwrap();
    assert!(
        link.ends_with(&format!("https://t.example/bot?start=join_{code}_France")),
        "{link}"
    );
    let seat = alone(&room, "telegram", "bob", &format!("join {code} France"));
    assert_eq!(seat.words(), "You are France already.");
    // `start` in a private chat is a greeting there, in the group it begins.
    let mut heard = Heard::in_private("telegram", who("telegram", "bob"), "bob", "/start");
    heard.start_greets = true;
    assert!(
        wait(room.hear(&heard))
            .unwrap()
            .words()
            .starts_with("Welcome")
    );
    let answer = aloud(&room, "telegram", "-7", "ann", "/start@parlour_bot");
    assert_eq!(answer.refused, Some("too_few_players"));
}

#[test]
fn an_order_aloud_is_refused_and_taken_away_but_an_aside_is_private() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    mixed(&room);
    let answer = aloud(&room, "slack", "C1", "Austria", "order A Vie-Gal");
    assert_eq!(answer.refused, Some("not_in_private"));
    assert!(answer.erase);
    let mut heard = Heard::aloud(
        "slack",
        "C1",
        who("slack", "Austria"),
        "Austria",
        "order A Vie-Gal",
    );
    heard.spoken = Spoken::Aside;
    heard.message = Some(String::from("m1"));
    let answer = wait(room.hear(&heard)).unwrap();
    assert!(
        answer.words().starts_with("Noted: A Vie - Gal."),
        "{}",
        answer.words()
    );
    // The same message again is the same command.
    let again = wait(room.hear(&heard)).unwrap();
    assert_eq!(again.refused, None);
    let orders = alone(&room, "slack", "Austria", "orders").words();
    assert_eq!(orders.matches("A Vie").count(), 1, "{orders}");
    // Who does not play, and who is not the master, changes nothing.
    assert_eq!(
        alone(&room, "slack", "eve", "order A Vie-Gal").refused,
        Some("no_game")
    );
    assert_eq!(
        aloud(&room, "slack", "C1", "eve", "force").refused,
        Some("not_master")
    );
    assert_eq!(
        aloud(&room, "slack", "C9", "eve", "status").refused,
        Some("no_game_here")
    );
}

#[test]
fn who_plays_in_several_games_says_which() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let one = code_of(&aloud(&room, "slack", "C1", "ann", "new"));
    let two = code_of(&aloud(&room, "slack", "C2", "ann", "new"));
    assert_eq!(
        alone(&room, "slack", "ann", "status").refused,
        Some("which_game")
    );
    assert_eq!(
        alone(&room, "slack", "ann", &format!("use {two}")).refused,
        None
    );
    assert!(
        alone(&room, "slack", "ann", "status")
            .words()
            .contains(&two)
    );
    assert_eq!(
        alone(&room, "slack", "ann", &format!("use {one}")).refused,
        None
    );
    assert_eq!(
        alone(&room, "slack", "eve", &format!("use {one}")).refused,
        Some("not_in_that_game")
    );
}

/// Who proposes a draw is as secret as who votes for it.
#[test]
fn a_draw_is_proposed_in_private_alone() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    mixed(&room);
    carried(&room);
    for words in ["draw", "draw yes", "draw no"] {
        let answer = aloud(&room, "slack", "C1", "Austria", words);
        assert_eq!(answer.refused, Some("not_in_private"), "{words}");
        assert!(answer.erase && answer.words().contains("in private"));
    }
    assert!(carried(&room).is_empty(), "nothing has happened");
    let proposed = alone(&room, "slack", "Austria", "draw");
    assert_eq!(proposed.refused, None, "{}", proposed.words());
    let told = texts(&carried(&room), &window("slack", "C1"));
    assert!(
        told[0].starts_with("A draw between Austria, England"),
        "{told:?}"
    );
    assert!(!told[0].contains("Austria proposes"), "{told:?}");
}

#[test]
fn the_way_to_the_browser_is_told_in_private_alone() {
    let folder = tempfile::tempdir().unwrap();
    let closed = room(&folder.path().join("a.sqlite"));
    let answer = alone(&closed, "slack", "ann", "web");
    assert_eq!(answer.refused, Some("no_door"));
    let door: Doorkeeper = Arc::new(|person: Person| -> LinkMade {
        Box::pin(async move { Ok(format!("https://games.example/join#{}", person.identity.0)) })
    });
    let open = room(&folder.path().join("b.sqlite")).beside(Some(door));
    let answer = aloud(&open, "telegram", "-7", "ann", "/web");
    assert_eq!(answer.refused, Some("not_in_private"));
    assert!(!answer.words().contains("join#"), "{}", answer.words());
    let answer = alone(&open, "telegram", "ann", "/web");
    assert_eq!(answer.refused, None);
    let link = answer.words().lines().last().unwrap().to_owned();
    assert_eq!(link, "https://games.example/join#telegram:ann");
    // A slash command in a channel is answered to its sender alone.
    let mut heard = Heard::aloud("slack", "C1", who("slack", "bob"), "bob", "web");
    heard.spoken = Spoken::Aside;
    let answer = wait(open.hear(&heard)).unwrap();
    assert!(
        answer.words().ends_with("join#slack:bob"),
        "{}",
        answer.words()
    );
    assert!(!answer.aloud);
    let answer = alone(&open, "slack", "ann", "web now");
    assert!(answer.refused.is_some());
    // Whoever plays here goes on there at the same table.
    let code = duel(&open);
    let table = wait(open.table_of_code(&code)).unwrap().unwrap();
    let answer = alone(&open, "slack", "ann", "web");
    let at_table = format!("join#slack:ann.{table}");
    assert!(answer.words().ends_with(&at_table), "{}", answer.words());
    // A button stands beside the orders, and nowhere where there is no door.
    let button = |answer: &Answer| {
        let mut buttons = answer.buttons.iter();
        let found = buttons.find(|it| it.label == "In the browser");
        found.map(|it| it.words.clone())
    };
    let pressed = button(&alone(&open, "slack", "ann", "orders")).unwrap();
    assert_eq!(pressed, format!("{code} web"));
    let answer = alone(&open, "slack", "ann", &pressed);
    assert!(answer.words().ends_with(&at_table), "{}", answer.words());
    let code = duel(&closed);
    assert_eq!(
        button(&alone(&closed, "slack", "ann", &format!("{code} orders"))),
        None
    );
}
