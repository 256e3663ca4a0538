//! A whole order by touch, on both platforms, and what an old keyboard or form
//! still does: nothing.

use parlour_chat::doubles::TelegramSent;
use serde_json::{Value, json};

use crate::club::{Club, MIXED, SOON};

/// A game of two people and five bots that hold.
async fn two_people() -> Club {
    let club = Club::new(MIXED).await;
    let code = club.open("bots=hold").await;
    // Whoever has shown the game in the group does not play it.
    club.say(6, "leave", "You have left").await;
    club.telegram.say(2, 2, "/start");
    club.say(0, &format!("join {code} Austria"), "You are")
        .await;
    club.say(1, &format!("join {code} England"), "You are")
        .await;
    club.slack.ask("U0", "C1", "start").await;
    club.told("begins.").await;
    club
}

/// Presses the button with these words, after its game's code, under the newest
/// message that has it.
async fn press(club: &Club, words: &str) -> String {
    // What comes next is the answer.
    club.settled().await;
    let before = club.telegram.inbox(2).len();
    let under = club.telegram.inbox(2).into_iter().rev().find_map(|sent| {
        let says = |data: &str| data.split_once(' ').is_some_and(|(_, it)| it == words);
        let button = sent.buttons.iter().find(|it| says(&it.data))?;
        Some((sent.message, button.data.clone()))
    });
    let under = under.unwrap_or_else(|| panic!("no {words} in {:#?}", club.telegram.inbox(2)));
    club.telegram.press(2, under.0, &under.1);
    let answered = club
        .telegram
        .wait_for(2, SOON, |_| club.telegram.inbox(2).len() > before);
    assert!(answered.await.is_some(), "no answer to {words}");
    club.telegram.inbox(2)[before].text.clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_is_given_by_touch_on_telegram() {
    let club = two_people().await;
    club.say(1, "orders", "no orders").await;
    assert!(press(&club, "touch").await.contains("which unit?"));
    assert!(press(&club, "touch F Lon").await.contains("F Lon"));
    let keyboard = club.telegram.inbox(2).pop().unwrap();
    let labels: Vec<&str> = keyboard.buttons.iter().map(|it| it.text.as_str()).collect();
    assert!(labels.contains(&"F Lon - Nth") && labels.contains(&"F Lon H"));
    let order = &keyboard.buttons[labels.iter().position(|it| *it == "F Lon - Nth").unwrap()].data;
    assert!(
        press(&club, "order S1901M F Lon - Nth")
            .await
            .contains("Noted: F Lon - Nth.")
    );
    let again = press(&club, "touch").await;
    assert!(again.contains("which unit?"));
    let units = club.telegram.inbox(2).pop().unwrap().buttons;
    assert!(units.iter().any(|it| it.text == "✓ F Lon - Nth"));
    // Somebody else's press is not England's.
    club.telegram.say(99, 99, "/start");
    club.telegram.press(99, keyboard.message, order);
    let refused = club.telegram.wait_for(99, SOON, |sent| {
        sent.text.contains("You do not play in this game.")
    });
    assert!(refused.await.is_some());
    // The phase resolves; the old keyboard is of no use any more.
    assert!(press(&club, "mymap").await.contains("S1901M"));
    assert!(
        press(&club, "ready S1901M")
            .await
            .contains("England is ready.")
    );
    club.say(0, "ready", "is ready").await;
    club.told("(S1901M):").await;
    club.telegram
        .press(2, keyboard.message, "order S1901M F Lon H");
    let refused = club.telegram.wait_for(2, SOON, |sent| {
        sent.text.contains("S1901M") && sent.text.contains("F1901M")
    });
    let refused = refused.await.unwrap().text;
    assert!(!refused.contains("Noted"), "{refused}");
    club.say(1, "orders", "F1901M: no orders").await;
}

fn submitted(modal: &Value, choose: &[(&str, &str)]) -> Value {
    let mut values = serde_json::Map::new();
    for block in modal["blocks"].as_array().unwrap() {
        let label = block["label"]["text"].as_str().unwrap();
        let wanted = choose.iter().find(|(unit, _)| *unit == label);
        let options = block["element"]["options"].as_array().unwrap();
        let chosen = wanted.map(|(_, order)| {
            let found = options.iter().find(|it| it["text"]["text"] == *order);
            found.unwrap_or_else(|| panic!("no {order} in {options:?}"))
        });
        let field = json!({ "order": { "type": "static_select", "selected_option": chosen } });
        values.insert(block["block_id"].as_str().unwrap().to_owned(), field);
    }
    json!({
        "type": "view_submission",
        "view": {
            "private_metadata": modal["private_metadata"], "callback_id": modal["callback_id"],
            "state": { "values": values },
        },
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_is_given_by_touch_on_slack() {
    let club = two_people().await;
    let shown = club.slack.ask("U0", "C1", "orders").await.body;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let buttons = shown["blocks"][1]["elements"].as_array().unwrap();
    let value = |label: &str| {
        let found = buttons.iter().find(|it| it["text"]["text"] == label);
        found.unwrap_or_else(|| panic!("no {label} in {buttons:?}"))["value"].clone()
    };
    for label in ["My orders", "Map", "Ready"] {
        assert!(value(label).is_string());
    }
    let press = json!({
        "type": "block_actions", "actions": [{ "value": value("Give orders") }],
    });
    assert_eq!(club.slack.press("U0", "C1", press).await.status, 200);
    let modal = club.slack.wait_for_modal("U0", SOON).await.unwrap();
    let choose = [("A Vie", "A Vie - Gal"), ("F Tri", "F Tri - Alb")];
    let sent = club
        .slack
        .press("U0", "C1", submitted(&modal, &choose))
        .await;
    assert_eq!((sent.status, sent.body.as_str()), (200, ""));
    let noted = club
        .slack
        .wait_for("U0", SOON, |sent| sent.text.contains("Noted: "))
        .await
        .unwrap()
        .text;
    assert!(
        noted.contains("A Vie - Gal") && noted.contains("F Tri - Alb"),
        "{noted}"
    );
    // The form shows what is noted.
    let second = club.slack.form("U0", "C1", "touch").await.unwrap();
    let fields = second["blocks"].as_array().unwrap();
    let noted: Vec<&Value> = fields
        .iter()
        .map(|field| &field["element"]["initial_option"]["text"]["text"])
        .collect();
    assert!(noted.contains(&&json!("A Vie - Gal")), "{noted:?}");
    // The phase resolves while the form is open.
    club.say(0, "ready", "is ready").await;
    club.say(1, "ready", "is ready").await;
    club.told("(S1901M):").await;
    club.settled().await;
    let before = club.slack.inbox("U0").len();
    let stale = submitted(&second, &[("A Bud", "A Bud - Ser")]);
    assert_eq!(club.slack.press("U0", "C1", stale).await.status, 200);
    let answered = club
        .slack
        .wait_for("U0", SOON, |_| club.slack.inbox("U0").len() > before);
    assert!(answered.await.is_some());
    let refused = club.slack.inbox("U0").pop().unwrap().text;
    assert!(
        refused.contains("S1901M") && !refused.contains("Noted"),
        "{refused}"
    );
    club.say(0, "orders", "F1901M: no orders").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_winter_the_form_on_slack_has_a_choice_for_every_build() {
    let club = two_people().await;
    // Austria takes Serbia and Greece, England Norway.
    for (austria, england) in [
        ("order A Bud-Ser\nF Tri-Alb\nA Vie-Bud", "order F Edi-Nwg"),
        (
            "order F Alb-Gre\nA Ser S F Alb-Gre\nA Bud-Vie",
            "order F Nwg-Nwy",
        ),
    ] {
        for (player, orders) in [(0, austria), (1, england)] {
            club.say(player, orders, "Noted:").await;
            club.say(player, "ready", "is ready").await;
        }
    }
    club.told("(F1901M):").await;
    let form = async || {
        let opened = club.slack.form("U0", "C1", "touch").await;
        opened.unwrap()
    };
    let noted = async |modal: &Value, choose: &[(&str, &str)], words: &str| {
        let mut modal = modal.clone();
        let blocks = modal["blocks"].as_array_mut().unwrap();
        blocks.retain(|block| block["type"] == "input");
        let before = club.slack.inbox("U0").len();
        club.slack
            .press("U0", "C1", submitted(&modal, choose))
            .await;
        let new = || club.slack.inbox("U0").into_iter().skip(before);
        let found = |_: &_| new().any(|sent| sent.text.contains(words));
        let answered = club.slack.wait_for("U0", SOON, found).await;
        assert!(
            answered.is_some(),
            "{words}: {:#?}",
            new().collect::<Vec<_>>()
        );
    };
    let first = form().await;
    let both = [("Build 1", "F Tri B"), ("Build 2", "A Bud B")];
    noted(&first, &both, "Noted: F Tri B; A Bud B. Nothing is missing").await;
    // Another choice takes the place of the first.
    let second = form().await;
    let fields = second["blocks"].as_array().unwrap();
    let chosen = |at: usize| fields[at]["element"]["initial_option"]["text"]["text"].clone();
    assert_eq!((chosen(0), chosen(1)), (json!("F Tri B"), json!("A Bud B")));
    let other = [("Build 1", "A Tri B"), ("Build 2", "A Bud B")];
    noted(
        &second,
        &other,
        "Noted: A Tri B; A Bud B. Taken back: F Tri B. Nothing is missing",
    )
    .await;
    let third = form().await;
    let back = [("Build 1", "Take it back"), ("Build 2", "A Bud B")];
    noted(&third, &back, "Still to order: 1 build.").await;
    // One build is given up, and the form is sent again as it is: the other is not
    // given up with it. Who was ready hears that they are so no more.
    let fourth = form().await;
    noted(&fourth, &[("Build 1", "Waive")], "Still to order: 1 build.").await;
    let fifth = form().await;
    noted(&fifth, &[("Build 1", "Waive")], "Still to order: 1 build.").await;
    club.say(0, "ready", "is ready").await;
    let sixth = form().await;
    let both = [("Build 1", "A Tri B"), ("Build 2", "Waive")];
    noted(&sixth, &both, "You are no longer ready").await;
}

/// Presses this button under that message and waits for an answer with these words.
async fn answer_to(club: &Club, message: i64, data: &str, words: &str) -> String {
    let before = club.telegram.inbox(2).len();
    club.telegram.press(2, message, data);
    let new = || club.telegram.inbox(2).into_iter().skip(before);
    let found = || new().find(|sent| sent.text.contains(words));
    let answered = club.telegram.wait_for(2, SOON, |_| found().is_some());
    assert!(
        answered.await.is_some(),
        "no {words:?} to {data} in {:#?}",
        new().collect::<Vec<_>>()
    );
    found().unwrap().text
}

/// What a button under a message says.
fn data(sent: &TelegramSent, label: &str) -> String {
    let found = sent.buttons.iter().find(|it| it.text == label);
    found
        .unwrap_or_else(|| panic!("no {label} under {sent:?}"))
        .data
        .clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_button_is_about_its_own_game_and_its_own_phase() {
    let club = two_people().await;
    club.say(1, "orders", "no orders").await;
    let usual = club.telegram.inbox(2).pop().unwrap();
    let first = data(&usual, "Ready")[..5].to_owned();
    club.say(1, &format!("{first} status"), "England, S1901M")
        .await;
    press(&club, "touch").await;
    press(&club, "touch F Lon").await;
    let keyboard = club.telegram.inbox(2).pop().unwrap();
    // The same person opens a second game, in another group, and speaks of it.
    club.telegram.say(2, -8, "/new bots=hold");
    let opened = club
        .telegram
        .wait_for(-8, SOON, |sent| sent.text.contains("is open"));
    let opened = opened.await.unwrap();
    let second = opened.text.split_whitespace().nth(1).unwrap().to_owned();
    club.say(1, &format!("join {second} England"), "You are England")
        .await;
    club.telegram.say(2, -8, "/start");
    let begun = club.telegram.wait_for(2, SOON, |sent| {
        sent.text
            .contains(&format!("You are England in game {second}."))
    });
    assert!(begun.await.is_some());
    club.say(1, &format!("use {second}"), "You speak of game")
        .await;
    // The keyboard of the first game still orders in the first, and says so.
    let order = data(&keyboard, "F Lon - Nth");
    assert!(order.len() <= 64 && order.starts_with(&first), "{order}");
    let noted = format!("Game {first}: Noted: F Lon - Nth.");
    answer_to(&club, keyboard.message, &order, &noted).await;
    club.say(1, "orders", "no orders").await;
    let mine = data(&usual, "My orders");
    answer_to(&club, usual.message, &mine, "F Lon - Nth").await;
    // So does everything typed with the code in front.
    club.say(1, &format!("{first} status"), &format!("Game {first}: "))
        .await;
    // The phase resolves: its old buttons say nothing about the next.
    let ready = data(&usual, "Ready");
    answer_to(&club, usual.message, &ready, "England is ready.").await;
    club.say(0, "ready", "is ready").await;
    club.told("(S1901M):").await;
    let stale = "That was meant for S1901M; it is F1901M now.";
    answer_to(&club, usual.message, &ready, stale).await;
    let status = club.say(0, "status", "F1901M").await;
    assert!(!status.contains("Ready: England"), "{status}");
    // The game ends: that is the answer to all of its buttons.
    club.slack.ask("U0", "C1", "concede yes").await;
    club.say(1, &format!("{first} concede yes"), "You have given up.")
        .await;
    let over = format!("Game {first}: The game is over.");
    for (message, data) in [(usual.message, &mine), (keyboard.message, &order)] {
        assert_eq!(answer_to(&club, message, data, &over).await, over);
    }
}
