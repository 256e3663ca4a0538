//! Who may say what where: refusals reach whoever spoke, and nothing else happens.

use crate::club::{Club, GROUP, MIXED, On, SOON};

/// The orders that Austria sees as noted.
async fn orders_of_austria(club: &Club) -> String {
    club.say(0, "orders", "S1901M:").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_plays_from_the_seat_of_another() {
    let club = Club::new(MIXED).await;
    let code = club.begin().await;
    // A stranger, in private and in the channel, on both platforms.
    club.slack.dm("U9", "order A Vie-Gal").await;
    let said = |words: &'static str| move |text: &str| text.contains(words);
    let no_game = said("You are in no game.");
    assert!(
        club.slack
            .wait_for("U9", SOON, |sent| no_game(&sent.text))
            .await
            .is_some()
    );
    let answer = club.slack.ask("U9", "C1", "order A Vie-Gal").await;
    assert!(answer.body.contains("You do not play in this game."));
    let answer = club.slack.ask("U9", "C1", "ready").await;
    assert!(answer.body.contains("You do not play in this game."));
    let answer = club.slack.ask("U9", "C1", "force").await;
    assert!(answer.body.contains("game master"), "{answer:?}");
    club.telegram.say(99, 99, "/order A Vie-Gal");
    assert!(
        club.telegram
            .wait_for(99, SOON, |sent| no_game(&sent.text))
            .await
            .is_some()
    );
    // A player, for a unit of another power.
    let refused = club.say(1, "order A Vie-Gal", "A Vie").await;
    assert!(!refused.contains("Noted"), "{refused}");
    // A seat that is taken.
    let taken = "Austria is taken by Austriaer.";
    let answer = club
        .slack
        .ask("U9", "C1", &format!("join {code} Austria"))
        .await;
    assert!(answer.body.contains(taken), "{answer:?}");
    let orders = orders_of_austria(&club).await;
    assert!(orders.contains("no orders"), "{orders}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_no_game_is_shown_nothing_happens() {
    let club = Club::new(MIXED).await;
    club.begin().await;
    for words in ["status", "ready", "order A Vie-Gal", "concede", "map"] {
        let answer = club.slack.ask("U0", "C2", words).await;
        assert!(
            answer.body.contains("There is no game here."),
            "{words}: {answer:?}"
        );
    }
    club.slack.mention("U0", "C2", "status").await;
    let said = club.slack.wait_in_channel("C2", SOON, |sent| {
        sent.text.contains("There is no game here.")
    });
    assert!(said.await.is_some());
    club.telegram.say(2, -8, "/status");
    let said = club.telegram.wait_for(-8, SOON, |sent| {
        sent.text.contains("There is no game here.")
    });
    assert!(said.await.is_some());
    assert_eq!(club.slack.channel("C2").len(), 1);
    assert_eq!(club.telegram.inbox(-8).len(), 1);
    let orders = orders_of_austria(&club).await;
    assert!(orders.contains("no orders"), "{orders}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_are_not_given_aloud() {
    let club = Club::new(MIXED).await;
    club.begin().await;
    // A mention is read by everybody, and Slack lets nobody delete it.
    for words in ["order A Vie-Gal", "move A Vie-Gal", "A Vie-Gal"] {
        club.settled().await;
        let before = club.slack.channel("C1").len();
        club.slack.mention("U0", "C1", words).await;
        let answered = club
            .slack
            .wait_in_channel("C1", SOON, |_| club.slack.channel("C1").len() > before);
        assert!(answered.await.is_some());
        let answer = club.slack.channel("C1").pop().unwrap().text;
        assert!(!answer.contains("Noted"), "{words}: {answer}");
    }
    assert!(
        club.slack
            .channel("C1")
            .iter()
            .any(|sent| sent.text.contains("Orders are secret"))
    );
    // A group's command is deleted as well.
    let message = club.telegram.say(2, GROUP, "/order F Lon-Nth");
    let refused = club
        .telegram
        .wait_for(GROUP, SOON, |sent| sent.text.contains("Orders are secret"));
    assert!(refused.await.is_some());
    assert!(club.telegram.is_deleted(message));
    let message = club.telegram.say(2, GROUP, "/status");
    let shown = club
        .telegram
        .wait_for(GROUP, SOON, |sent| sent.text.contains("Waiting for"));
    assert!(shown.await.is_some());
    assert!(!club.telegram.is_deleted(message));
    let orders = orders_of_austria(&club).await;
    assert!(orders.contains("no orders"), "{orders}");
    let orders = club.say(1, "orders", "S1901M:").await;
    assert!(orders.contains("no orders"), "{orders}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_kilobytes_are_refused_and_change_nothing() {
    let club = Club::new(MIXED).await;
    club.begin().await;
    let long = format!("order A Vie-Gal {}", "x".repeat(100_000));
    assert_eq!(club.slack.slash("U0", "C1", &long).await.status, 413);
    assert_eq!(club.slack.dm("U0", &long).await.status, 413);
    // What is just within Slack's own limit is refused in words.
    let lines = "order A Vie-Gal\n".repeat(3000);
    let before = club.read_by(0, 0).len();
    club.utter(0, &lines).await;
    let answered = || club.read_by(0, 0).len() > before;
    assert!(club.until_read(0, answered).await);
    let refused = club.read_by(0, before).join("\n");
    assert!(!refused.contains("Noted"), "{refused}");
    club.settled().await;
    let before = club.telegram.inbox(2).len();
    club.telegram.say(2, 2, &format!("/{long}"));
    let answered = club
        .telegram
        .wait_for(2, SOON, |_| club.telegram.inbox(2).len() > before);
    assert!(answered.await.is_some());
    let answer = club.telegram.inbox(2).pop().unwrap().text;
    assert!(answer.len() < 600 && !answer.contains("Noted"), "{answer}");
    let orders = orders_of_austria(&club).await;
    assert!(orders.contains("no orders"), "{orders}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn start_greets_in_private_and_begins_in_a_group() {
    let club = Club::new([On::Telegram; 7]).await;
    club.telegram.say(1, GROUP, "/start");
    let refused = club.telegram.wait_for(GROUP, SOON, |sent| {
        sent.text.contains("There is no game here.")
    });
    assert!(refused.await.is_some());
    club.telegram.say(1, 1, "/start");
    let greeted = club.telegram.wait_for(1, SOON, |sent| {
        sent.text.starts_with("Welcome to Diplomacy.")
    });
    assert!(greeted.await.is_some());
    let code = club.open("bots=hold").await;
    // Whoever never wrote to the bot is given a link, and it takes the seat.
    club.telegram.say(2, GROUP, &format!("/join {code} Italy"));
    let link = format!("https://t.me/parlour_bot?start=join_{code}_Italy");
    let told = club
        .telegram
        .wait_for(GROUP, SOON, |sent| sent.text.contains(&link))
        .await;
    assert!(told.is_some(), "{:?}", club.telegram.inbox(GROUP));
    club.telegram
        .say(2, 2, &format!("/start join_{code}_Italy"));
    let seated = club
        .telegram
        .wait_for(2, SOON, |sent| sent.text.contains("You are Italy"));
    assert!(seated.await.is_some(), "{:?}", club.telegram.inbox(2));
    // The group's `start` begins, the private one still greets.
    club.telegram.say(1, GROUP, "/start");
    club.told("begins.").await;
    let before = club.telegram.inbox(1).len();
    club.telegram.say(1, 1, "/start");
    let again = club
        .telegram
        .wait_for(1, SOON, |_| club.telegram.inbox(1).len() > before);
    assert!(again.await.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_cannot_be_reached_holds_up_no_game() {
    let club = Club::new(MIXED).await;
    club.begin().await;
    // England blocks the bot on Telegram, France's account on Slack is closed.
    club.telegram.block(2, true);
    club.slack.close("U2", true);
    let game = parlour_chat::doubles::recorded_game();
    let reachable = |power: &str| !["ENGLAND", "FRANCE"].contains(&power);
    let mut phase = game[0].clone();
    phase.orders.retain(|power, _| reachable(power));
    let turns = phase.orders.iter().map(|(power, orders)| {
        let player = crate::club::POWERS
            .iter()
            .position(|it| it.eq_ignore_ascii_case(power));
        (player.unwrap(), format!("order {}", orders.join("\n")))
    });
    for (player, words) in turns {
        club.say(player, &words, "Noted:").await;
        club.say(player, "ready", "is ready.").await;
    }
    let answer = club.slack.ask("U0", "C1", "force yes").await;
    assert_eq!(answer.status, 200);
    club.told("(S1901M):").await;
    // They write again, and hear again.
    club.telegram.block(2, false);
    club.slack.close("U2", false);
    club.say(1, "orders", "F1901M").await;
    club.say(2, "orders", "F1901M").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_in_the_supergroup_that_its_group_has_become() {
    let club = Club::new(MIXED).await;
    club.begin().await;
    let told = async |group: i64, words: &str| {
        let found = club
            .telegram
            .wait_for(group, SOON, |sent| sent.text.contains(words));
        assert!(found.await.is_some(), "no {words:?} in {group}");
    };
    // The bot is told of it before anything else happens.
    let first = -1_000_000_000_001;
    club.telegram.upgrade_group(GROUP, first, true);
    club.telegram.say(2, first, "/status");
    told(first, "Waiting for: Austria").await;
    // It learns of it only when it writes there.
    let second = -1_000_000_000_002;
    club.telegram.upgrade_group(first, second, false);
    club.slack.ask("U0", "C1", "force yes").await;
    told(second, "(S1901M):").await;
    let picture = club
        .telegram
        .wait_for(second, SOON, |sent| sent.file.is_some());
    assert!(picture.await.is_some());
    club.telegram.say(2, second, "/status");
    told(second, "F1901M").await;
    let summaries = club.telegram.inbox(second);
    let summaries = summaries
        .iter()
        .filter(|sent| sent.text.contains("(S1901M):"));
    assert_eq!(summaries.count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_opened_by_a_command_is_told_to_the_channel_with_its_button() {
    let club = Club::new([On::Slack; 7]).await;
    let code = club.open("bots=hold").await;
    let told = club
        .slack
        .wait_in_channel("C1", SOON, |sent| sent.text.contains("has opened game"));
    let told = told.await.unwrap();
    assert!(
        told.text
            .starts_with(&format!("Austriaer has opened game {code}.")),
        "{}",
        told.text
    );
    let button = &told.blocks[1]["elements"][0];
    assert_eq!(button["text"]["text"], "Join");
    let press = serde_json::json!({
        "type": "block_actions", "actions": [{ "value": button["value"] }],
    });
    club.slack.press("U3", "C1", press).await;
    let joined = club.slack.wait_for("U3", SOON, |sent| {
        sent.text.contains(&format!("You are in game {code}"))
    });
    assert!(joined.await.is_some());
    let told = club
        .slack
        .wait_in_channel("C1", SOON, |sent| sent.text == "Germanyer has joined.");
    assert!(told.await.is_some(), "{:?}", club.slack.channel("C1"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_taken_in_the_group_is_named_by_the_link_into_the_inbox() {
    let club = Club::new([On::Telegram; 7]).await;
    club.telegram.say(1, 1, "/start");
    let code = club.open("bots=hold").await;
    club.telegram.say(4, GROUP, "/join Germany");
    let payload = format!("join_{code}_Germany");
    let link = format!("https://t.me/parlour_bot?start={payload}");
    let told = club
        .telegram
        .wait_for(GROUP, SOON, |sent| sent.text.contains(&link));
    assert!(told.await.is_some(), "{:?}", club.telegram.inbox(GROUP));
    club.telegram.say(4, 4, &format!("/start {payload}"));
    let seated = club
        .telegram
        .wait_for(4, SOON, |sent| sent.text == "You are Germany already.");
    assert!(seated.await.is_some(), "{:?}", club.telegram.inbox(4));
    // A press of the group's button by somebody else opens their inbox as well.
    let opened = club
        .telegram
        .inbox(GROUP)
        .into_iter()
        .find(|sent| !sent.buttons.is_empty())
        .unwrap();
    club.telegram
        .press(5, opened.message, &opened.buttons[0].data);
    let link = format!("https://t.me/parlour_bot?start=join_{code}");
    let pressed = club.telegram.wait_for(GROUP, SOON, |_| {
        club.telegram.press_answers().contains(&link)
    });
    assert!(
        pressed.await.is_some(),
        "{:?}",
        club.telegram.press_answers()
    );
}

/// Slack brings a message again for an hour, and a new phase may have begun meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_written_before_the_phase_began_is_not_taken_for_it() {
    let club = Club::new(MIXED).await;
    club.begin().await;
    let event = |ts: &str| {
        serde_json::json!({
            "type": "message", "channel_type": "im", "channel": "DU0", "user": "U0",
            "text": "order A Vie-Gal", "ts": ts, "event_ts": ts,
        })
    };
    club.slack.event(event("1899999000.000100")).await;
    let stale = "That was written before S1901M began, so it was not taken for it";
    let said = club
        .slack
        .wait_for("U0", SOON, |sent| sent.text.contains(stale));
    assert!(said.await.is_some());
    let orders = orders_of_austria(&club).await;
    assert!(orders.contains("no orders"), "{orders}");
    club.slack.event(event("1899999995.000100")).await;
    let noted = club
        .slack
        .wait_for("U0", SOON, |sent| sent.text.contains("Noted: A Vie - Gal."));
    assert!(noted.await.is_some());
}
