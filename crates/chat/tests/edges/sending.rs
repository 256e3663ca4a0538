//! Bad days: whatever the platforms do, only the time of arrival changes.

use std::time::Duration;

use parlour_chat::desk::{Address, Platform, Recipient, What};
use parlour_chat::doubles::Fault;

use crate::desk::{Bed, FakeDesk, SOON};

fn text(text: &str) -> What {
    What::Text(text.to_owned())
}

fn chat(name: &str) -> Address {
    Address::Chat(name.to_owned())
}

#[tokio::test]
async fn faults_change_only_when_messages_arrive() {
    let bed = Bed::new().await;
    bed.telegram.say(1, 1, "/start");
    assert!(bed.telegram.wait_for(1, SOON, |_| true).await.is_some());
    for fault in [
        Fault::RateLimited(1),
        Fault::ServerError,
        Fault::DroppedBefore,
        Fault::ServerError,
    ] {
        bed.telegram.mischief().once(Some("sendMessage"), fault);
        bed.slack.mischief().once(Some("chat.postMessage"), fault);
    }
    bed.slack.dm("U1", "first").await;
    bed.slack.dm("U1", "second").await;
    bed.telegram.say(1, 1, "first");
    bed.telegram.say(1, 1, "second");
    assert!(
        bed.slack
            .wait_for("U1", SOON, |sent| sent.text == "You said: second")
            .await
            .is_some()
    );
    assert!(
        bed.telegram
            .wait_for(1, SOON, |sent| sent.text == "You said: second")
            .await
            .is_some()
    );
    let slack: Vec<String> = bed
        .slack
        .inbox("U1")
        .into_iter()
        .map(|it| it.text)
        .collect();
    assert_eq!(slack, ["You said: first", "You said: second"]);
    let telegram: Vec<String> = bed
        .telegram
        .inbox(1)
        .into_iter()
        .map(|it| it.text)
        .collect();
    assert_eq!(
        telegram,
        ["You said: start", "You said: first", "You said: second"]
    );
}

#[tokio::test]
async fn letters_go_to_each_window_once_and_in_order() {
    let desk = FakeDesk::default();
    for letter in 1..=20 {
        let picture = What::Picture {
            name: String::from("map.png"),
            caption: String::from("map"),
            bytes: vec![1, 2, 3],
        };
        desk.write_letter(
            letter,
            vec![
                (
                    Platform::Slack,
                    chat("C1"),
                    text(&format!("summary {letter}")),
                ),
                (Platform::Slack, chat("C1"), picture.clone()),
                (
                    Platform::Telegram,
                    chat("-9"),
                    text(&format!("summary {letter}")),
                ),
                (Platform::Telegram, chat("-9"), picture),
            ],
        );
    }
    let bed = Bed::with(desk, false).await;
    let last = |count: usize| count == 40;
    let slack = bed
        .slack
        .wait_in_channel("C1", SOON, |_| last(bed.slack.channel("C1").len()));
    assert!(slack.await.is_some());
    let telegram = bed
        .telegram
        .wait_for(-9, SOON, |_| last(bed.telegram.inbox(-9).len()));
    assert!(telegram.await.is_some());
    for (at, sent) in bed.telegram.inbox(-9).iter().enumerate() {
        assert_eq!(
            sent.file.is_some(),
            at % 2 == 1,
            "the picture after its text"
        );
        if sent.file.is_none() {
            assert_eq!(sent.text, format!("summary {}", at / 2 + 1));
        }
    }
}

#[tokio::test]
async fn a_restart_loses_nothing_and_repeats_nothing() {
    let mut bed = Bed::new().await;
    bed.slack.mischief().always(Some(Fault::ServerError));
    for at in 0..5 {
        assert_eq!(bed.slack.dm("U1", &format!("word {at}")).await.status, 200);
    }
    assert_eq!(bed.desk.waiting(), 5);
    bed.restart(false).await;
    bed.slack.mischief().always(None);
    let whole = bed
        .slack
        .wait_for("U1", SOON, |sent| sent.text == "You said: word 4")
        .await;
    assert!(whole.is_some());
    let texts: Vec<String> = bed
        .slack
        .inbox("U1")
        .into_iter()
        .map(|it| it.text)
        .collect();
    let expected: Vec<String> = (0..5).map(|at| format!("You said: word {at}")).collect();
    assert_eq!(texts, expected);
}

#[tokio::test]
async fn who_blocked_the_bot_holds_up_nobody_and_hears_later() {
    let bed = Bed::new().await;
    bed.telegram.say(1, 1, "/start");
    assert!(bed.telegram.wait_for(1, SOON, |_| true).await.is_some());
    bed.telegram.block(1, true);
    let person = Address::Person(String::from("1"));
    bed.desk
        .write_letter(1, vec![(Platform::Telegram, person, text("for Ann"))]);
    bed.desk
        .write_letter(2, vec![(Platform::Telegram, chat("-9"), text("for all"))]);
    assert!(
        bed.telegram
            .wait_for(-9, SOON, |sent| sent.text == "for all")
            .await
            .is_some()
    );
    assert_eq!(bed.telegram.inbox(1).len(), 1);
    let refused = async {
        while bed.telegram.calls().iter().all(|call| call["ok"] == true) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    assert!(tokio::time::timeout(SOON, refused).await.is_ok());
    // Until then she does not count as reachable.
    bed.telegram.say(1, -9, "/join AB12");
    let link = bed
        .telegram
        .wait_for(-9, SOON, |sent| sent.text.contains("t.me/parlour_bot"));
    assert!(link.await.is_some());
    for (letter, words) in [(3, "second"), (4, "third")] {
        let person = Address::Person(String::from("1"));
        bed.desk
            .write_letter(letter, vec![(Platform::Telegram, person, text(words))]);
    }
    bed.telegram.block(1, false);
    bed.telegram.say(1, 1, "rules");
    let last = bed
        .telegram
        .wait_for(1, SOON, |_| bed.telegram.inbox(1).len() == 5);
    assert!(last.await.is_some());
    // In the order in which it happened, the answer last.
    let texts = bed.telegram.inbox(1).into_iter().map(|it| it.text);
    let texts: Vec<String> = texts.skip(1).collect();
    assert_eq!(texts, ["for Ann", "second", "third", "You said: rules"]);
}

/// A command is answered at once and needs no sender; still it shows that whoever
/// says it can be reached again.
#[tokio::test]
async fn who_speaks_by_a_command_hears_what_has_waited() {
    let bed = Bed::new().await;
    bed.slack.close("U1", true);
    for words in ["first", "second"] {
        bed.slack.dm("U1", words).await;
    }
    let refused = async {
        while bed.slack.calls().iter().all(|call| call["ok"] == true) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    assert!(tokio::time::timeout(SOON, refused).await.is_ok());
    bed.slack.close("U1", false);
    let begun = std::time::Instant::now();
    bed.slack.ask("U1", "C1", "status").await;
    let heard = bed
        .slack
        .wait_for("U1", SOON, |sent| sent.text == "You said: second");
    assert!(heard.await.is_some());
    assert!(begun.elapsed() < Duration::from_secs(45), "not by waiting");
    let texts = bed.slack.inbox("U1").into_iter().map(|it| it.text);
    let texts: Vec<String> = texts.filter(|it| it != "You said: status").collect();
    assert_eq!(texts, ["You said: first", "You said: second"]);
}

#[tokio::test]
async fn what_goes_nowhere_keeps_nothing_else_waiting() {
    let bed = Bed::new().await;
    bed.desk
        .write_letter(1, vec![(Platform::Slack, chat("C404"), text("nowhere"))]);
    bed.desk
        .write_letter(2, vec![(Platform::Slack, chat("C1"), text("here"))]);
    assert!(
        bed.slack
            .wait_in_channel("C1", SOON, |sent| sent.text == "here")
            .await
            .is_some()
    );
    let sent = async {
        // The bot may yet be invited: what goes nowhere waits in a queue of its own.
        while bed.desk.waiting() != 1 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(tokio::time::timeout(SOON, sent).await.is_ok());
    assert!(bed.desk.0.lock().unwrap().letters.is_empty());
}

/// Whoever is told something that breaks us is told it again, and everything after.
#[tokio::test]
async fn a_fault_of_ours_silences_nobody() {
    let bed = Bed::new().await;
    bed.desk.0.lock().unwrap().breaks = true;
    bed.slack.dm("U1", "first").await;
    let read = async |words: &str| {
        let found = bed.slack.wait_for("U1", SOON, |sent| sent.text == words);
        assert!(found.await.is_some(), "{words}");
    };
    read("You said: first").await;
    bed.slack.dm("U1", "second").await;
    read("You said: second").await;
    assert!(!bed.desk.0.lock().unwrap().breaks);
}

#[tokio::test]
async fn two_replicas_send_once_and_poll_once() {
    let desk = FakeDesk::default();
    let bed = Bed::with(desk.clone(), false).await;
    let other = Bed::with(desk.clone(), false).await;
    for at in 0..10 {
        bed.slack.dm("U1", &format!("word {at}")).await;
    }
    let count = || bed.slack.inbox("U1").len() + other.slack.inbox("U1").len();
    let waited = async {
        while count() < 10 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(tokio::time::timeout(SOON, waited).await.is_ok());
    assert_eq!(count(), 10);
    assert_eq!(desk.heard().len(), 10);
}

/// Two replicas share a desk. Reading what waits takes longer than the right to
/// send is granted for; the one that has it keeps it meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_replicas_one_sends_even_if_it_is_slow() {
    let desk = FakeDesk::default();
    desk.0.lock().unwrap().slow_reading = Some(Duration::from_secs(7));
    for letter in 1..=20 {
        let words = text(&format!("summary {letter}"));
        desk.write_letter(letter, vec![(Platform::Telegram, chat("-9"), words)]);
    }
    let first = Bed::with(desk.clone(), false).await;
    let second = Bed::with(desk.clone(), false).await;
    let all = async {
        while !desk.is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(tokio::time::timeout(SOON, all).await.is_ok());
    // As long again, in which the other one could still bring what it has read.
    tokio::time::sleep(Duration::from_secs(6)).await;
    let sent = first.telegram.inbox(-9).len() + second.telegram.inbox(-9).len();
    assert_eq!(sent, 20, "each letter once");
}

/// While the database was away another replica had the right to send, and has sent what
/// this one had read.
#[tokio::test]
async fn who_gets_the_right_to_send_back_looks_at_what_is_stored() {
    let bed = Bed::new().await;
    bed.slack.mischief().always(Some(Fault::ServerError));
    for at in 0..5 {
        bed.slack.dm("U1", &format!("word {at}")).await;
    }
    assert_eq!(bed.desk.waiting(), 5);
    bed.desk.0.lock().unwrap().is_away = true;
    tokio::time::sleep(Duration::from_secs(6)).await;
    {
        let mut memory = bed.desk.0.lock().unwrap();
        memory.notes.clear();
        memory.is_away = false;
    }
    bed.slack.mischief().always(None);
    let person = Address::Person(String::from("U1"));
    bed.desk
        .write_letter(9, vec![(Platform::Slack, person, text("news"))]);
    let heard = bed.slack.wait_for("U1", SOON, |sent| sent.text == "news");
    assert!(heard.await.is_some());
    let texts = bed.slack.inbox("U1").into_iter().map(|it| it.text);
    let texts: Vec<String> = texts.collect();
    assert_eq!(texts, ["news"]);
}

#[tokio::test]
async fn what_was_dropped_is_summed_up_before_the_rest() {
    let desk = FakeDesk::default();
    let ann = Recipient {
        platform: Platform::Slack,
        name: String::from("U1"),
    };
    desk.0.lock().unwrap().dropped.insert(ann, 12);
    let person = Address::Person(String::from("U1"));
    desk.write_letter(1, vec![(Platform::Slack, person, text("the rest"))]);
    let bed = Bed::with(desk.clone(), false).await;
    let heard = bed
        .slack
        .wait_for("U1", SOON, |sent| sent.text == "the rest");
    assert!(heard.await.is_some());
    let texts = bed.slack.inbox("U1").into_iter().map(|it| it.text);
    let texts: Vec<String> = texts.collect();
    assert_eq!(texts, ["12 older notices were dropped.", "the rest"]);
    assert!(desk.0.lock().unwrap().dropped.is_empty());
}

/// Somebody who cannot be reached has more waiting than is read at a time.
#[tokio::test]
async fn who_cannot_be_reached_costs_nobody_anything() {
    let desk = FakeDesk::default();
    for letter in 1..=500 {
        let person = Address::Person(String::from("U1"));
        desk.write_letter(letter, vec![(Platform::Slack, person, text("for Ann"))]);
    }
    desk.write_letter(501, vec![(Platform::Slack, chat("C1"), text("for all"))]);
    let bed = Bed::with(desk, false).await;
    bed.slack.close("U1", true);
    let heard = bed
        .slack
        .wait_in_channel("C1", SOON, |sent| sent.text == "for all");
    assert!(heard.await.is_some());
    let ben = Address::Person(String::from("U2"));
    bed.desk
        .write_letter(502, vec![(Platform::Slack, ben, text("for Ben"))]);
    let heard = bed
        .slack
        .wait_for("U2", SOON, |sent| sent.text == "for Ben");
    assert!(heard.await.is_some());
}
