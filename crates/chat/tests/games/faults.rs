//! Bad days of the platforms: a whole phase under each of them ends with the same
//! messages in the same inboxes as on a calm day. Only the time differs.

use std::collections::BTreeMap;
use std::time::Duration;

use parlour_chat::doubles::{Fault, recorded_game};
use serde_json::json;
use tokio::sync::OnceCell;

use crate::club::{Club, MIXED, On, POWERS, SOON, id};

/// What everybody has read: each inbox and window, its messages in a row.
type Read = BTreeMap<String, Vec<String>>;

fn read(club: &Club) -> Read {
    let mut read = Read::new();
    for (player, power) in POWERS.iter().enumerate() {
        read.insert((*power).to_owned(), club.read_by(player, 0));
    }
    for window in [On::Slack, On::Telegram] {
        read.insert(format!("{window:?}"), club.shown(window));
    }
    // Answers and news go side by side: which is first is a matter of time.
    for messages in read.values_mut() {
        messages.sort();
    }
    read
}

fn count(read: &Read) -> usize {
    read.values().map(Vec::len).sum()
}

/// How events and updates come.
#[derive(Clone, Copy, PartialEq)]
enum Coming {
    Once,
    Thrice,
    Backwards,
}

/// The first phase, with everything said one after the other.
async fn phase(club: &Club, coming: Coming) {
    let game = recorded_game();
    for (player, power) in POWERS.iter().enumerate() {
        let orders = game[0].orders[&power.to_uppercase()].join("\n");
        say(club, player, &format!("order {orders}"), coming).await;
    }
    for player in 0..7 {
        say(club, player, "ready", coming).await;
    }
}

/// Says words as the platform delivers them, until they have been heard.
async fn say(club: &Club, player: usize, words: &str, coming: Coming) {
    match club.places[player] {
        On::Slack => {
            let user = id(player);
            let event = json!({
                "type": "message", "channel_type": "im", "channel": format!("D{user}"),
                "user": user, "text": words, "ts": "1900000000.000001",
            });
            let name = format!("Ev-{player}-{}", words.len());
            let once = || club.slack.event_until_taken(&name, event.clone());
            let heard = if coming == Coming::Thrice {
                let (one, two, three) = tokio::join!(once(), once(), once());
                [one, two, three].iter().all(|it| it.status == 200)
            } else {
                once().await.status == 200
            };
            assert!(heard, "{words}");
        }
        On::Telegram => {
            let user = player as i64 + 1;
            club.telegram.say(user, user, &format!("/{words}"));
            match coming {
                Coming::Once => {}
                Coming::Thrice => {
                    club.telegram.repeat_last_update();
                    club.telegram.repeat_last_update();
                }
                Coming::Backwards => {
                    // Something that is none of ours, and both in the wrong order.
                    club.telegram.say(user, -8, "just talking");
                    club.telegram.reverse_updates();
                }
            }
            let heard = async {
                while club.telegram.waiting_updates() > 0 {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            };
            assert!(tokio::time::timeout(SOON, heard).await.is_ok(), "{words}");
        }
    }
}

/// What is read on a calm day.
async fn calm() -> &'static Read {
    static CALM: OnceCell<Read> = OnceCell::const_new();
    CALM.get_or_init(|| async {
        let club = Club::new(MIXED).await;
        club.begin().await;
        phase(&club, Coming::Once).await;
        for player in 0..7 {
            let both = || {
                let read = club.read_by(player, 0);
                let has = |words: &str| read.iter().any(|it| it.contains(words));
                has("Noted:") && has("is ready.")
            };
            assert!(club.until_read(player, both).await);
        }
        club.told("(S1901M):").await;
        for window in club.windows() {
            let drawn = |shown: &[String]| shown.contains(&String::from("S1901M.png"));
            assert!(club.until_shown(window, drawn).await);
        }
        club.settled().await;
        read(&club)
    })
    .await
}

/// Waits until as much is read as on a calm day, then compares.
async fn check(club: &Club, what: &str, may_double: bool) {
    let calm = calm().await;
    let found = || {
        let mut found = read(club);
        if may_double {
            found.values_mut().for_each(Vec::dedup);
        }
        found
    };
    let arrived = async {
        let less = |(who, messages): (&String, &Vec<String>)| messages.len() < calm[who].len();
        while found().iter().any(less) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let arrived = tokio::time::timeout(SOON, arrived).await.is_ok();
    let found = found();
    for (who, messages) in calm {
        assert_eq!(
            &found[who], messages,
            "{what}: {who}, all arrived: {arrived}"
        );
    }
    assert!(count(&read(club)) <= 2 * count(calm));
    club.verify().await;
}

/// A phase during which every third call goes wrong so, and a while longer.
async fn under(faults: &[Fault]) {
    let club = Club::new(MIXED).await;
    club.begin().await;
    club.slack.mischief().often(5, faults);
    club.telegram.mischief().often(9, faults);
    phase(&club, Coming::Once).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    club.slack.mischief().often(0, &[]);
    club.telegram.mischief().often(0, &[]);
    let may_double = faults.contains(&Fault::DroppedAfter);
    check(&club, &format!("{faults:?}"), may_double).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn faults_of_the_platforms_change_only_when_messages_arrive() {
    let all = [
        Fault::RateLimited(1),
        Fault::ServerError,
        Fault::DroppedBefore,
        Fault::Silent(200),
    ];
    // Side by side: each of them mostly waits.
    tokio::join!(
        under(&all[0..1]),
        under(&all[1..2]),
        under(&all[2..3]),
        under(&all[3..4]),
        under(&all),
    );
}

/// Nobody can know whether a message arrived when the answer is lost: it may come
/// twice, and that is all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_answers_may_double_messages_and_nothing_else() {
    under(&[Fault::DroppedAfter]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_of_both_platforms_changes_only_when_messages_arrive() {
    let club = Club::new(MIXED).await;
    club.begin().await;
    // Nothing goes out until everything was said; words still come in.
    for (at, fault) in [
        Fault::ServerError,
        Fault::DroppedBefore,
        Fault::RateLimited(1),
    ]
    .into_iter()
    .cycle()
    .take(12)
    .enumerate()
    {
        let methods = ["sendMessage", "sendPhoto"];
        club.telegram.mischief().once(Some(methods[at % 2]), fault);
        let methods = ["chat.postMessage", "files.completeUploadExternal"];
        club.slack.mischief().once(Some(methods[at % 2]), fault);
    }
    phase(&club, Coming::Once).await;
    check(&club, "an outage", false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_comes_several_times_is_heard_once() {
    let club = Club::new(MIXED).await;
    club.begin().await;
    phase(&club, Coming::Thrice).await;
    check(&club, "thrice", false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_comes_in_the_wrong_order_is_heard_in_the_right_one() {
    let club = Club::new(MIXED).await;
    club.begin().await;
    phase(&club, Coming::Backwards).await;
    check(&club, "backwards", false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_to_take_messages_delays_those_of_one_person_until_they_write() {
    let club = Club::new(MIXED).await;
    club.begin().await;
    club.telegram.block(2, true);
    club.slack.close("U2", true);
    phase(&club, Coming::Once).await;
    club.told("(S1901M):").await;
    let missing = |player: usize| {
        let read = club.read_by(player, 0);
        !read.iter().any(|it| it.contains("Noted:"))
    };
    assert!(missing(1) && missing(2));
    club.telegram.block(2, false);
    club.slack.close("U2", false);
    // Whatever they say, they now hear everything, in order.
    for player in [1, 2] {
        club.utter(player, "help").await;
        let whole = || {
            let read = club.read_by(player, 0);
            let at = |words: &str| read.iter().position(|it| it.contains(words));
            at("Noted:").is_some() && at("Noted:") < at("is ready.")
        };
        let heard = club.until_read(player, whole).await;
        assert!(heard, "{player}: {:#?}", club.read_by(player, 0));
    }
}
