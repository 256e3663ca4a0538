//! A game with hidden names on both platforms: whatever the players say and wherever they
//! say it, nobody reads who plays what.

use crate::club::{Club, GROUP, MIXED, POWERS, id, number};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_hidden_names_no_platform_tells_who_plays_what() {
    let club = Club::new(MIXED).await;
    let code = club.begin_with("names=hidden").await;
    // England is on Telegram. What would show it is taken away from the group, and
    // refused in a channel.
    let message = club.telegram.say(number(1), GROUP, "/ready");
    for words in ["ready", "concede yes", "tell all hello", "draw"] {
        club.slack.mention(&id(2), "C1", words).await;
        club.telegram.say(number(3), GROUP, &format!("/{words}"));
    }
    club.settled().await;
    assert!(club.telegram.is_deleted(message));
    // In private all of it works.
    club.say(1, "tell all greetings", "Told to everybody.")
        .await;
    club.told("England tells everybody:\n| greetings").await;
    club.say(2, "tell England psst", "Told to England.").await;
    club.say(3, "draw", "A draw is proposed").await;
    for player in 0..7 {
        club.say(player, "all hold", "Noted:").await;
        for words in ["status", "powers", "history", "press", "rules"] {
            club.say(player, words, "").await;
        }
        club.say(player, "ready", "is ready").await;
    }
    club.told("(S1901M):").await;
    for words in ["status", "powers", "history all", "audit"] {
        club.slack.ask("U0", "C1", &format!("{code} {words}")).await;
        club.telegram.say(99, GROUP, &format!("/{words}"));
    }
    club.settled().await;
    // Who opened the game and who has shown it here are known; what they play is not.
    for (player, power) in POWERS.iter().enumerate().take(6).skip(1) {
        let name = format!("{power}er");
        for reader in (0..7).filter(|reader| *reader != player) {
            for text in club.read_by(reader, 0) {
                assert!(!text.contains(&name), "{}: {text}", POWERS[reader]);
            }
        }
        for window in club.windows() {
            for text in club.shown(window) {
                assert!(!text.contains(&name), "{window:?}: {text}");
            }
        }
    }
    for player in [0, 6] {
        let pair = [
            format!("{0}er plays {0}", POWERS[player]),
            format!("{0}er: {0}", POWERS[player]),
            format!("{0} ({0}er", POWERS[player]),
            format!("{0}: {0}er", POWERS[player]),
        ];
        for window in club.windows() {
            let shown = club.shown(window).join("\n");
            assert!(pair.iter().all(|it| !shown.contains(it)), "{shown}");
        }
    }
}
