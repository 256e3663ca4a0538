//! Press between the platforms: it reaches those it is for, as it was written, and
//! nobody else reads a byte of it.

use parlour_chat::doubles::RecordedPhase;

use crate::club::{Club, MIXED, POWERS};

/// Two of those who order in a phase talk: one in confidence, the other to all.
pub async fn talk(club: &Club, phase: &RecordedPhase) {
    if let Some((one, other)) = pair(phase) {
        let words = format!("tell {} psst-{}", POWERS[other], phase.phase);
        club.say(one, &words, "Told to").await;
        let words = format!("tell all hear-{}", phase.phase);
        club.say(other, &words, "Told to everybody.").await;
    }
}

/// What was said in a phase was read by those it was for, and by nobody else.
pub async fn was_read(club: &Club, phase: &RecordedPhase) {
    if let Some((_, other)) = pair(phase) {
        let words = format!("psst-{}", phase.phase);
        let came = || club.read_by(other, 0).join("\n").contains(&words);
        assert!(club.until_read(other, came).await, "{words}");
        assert_eq!(read_by(club, &words), (vec![other], false), "{words}");
        club.told(&format!("| hear-{}", phase.phase)).await;
    }
}

/// The first and the last who order in a phase.
fn pair(phase: &RecordedPhase) -> Option<(usize, usize)> {
    let player = |name: &String| POWERS.iter().position(|it| it.eq_ignore_ascii_case(name));
    let players: Vec<usize> = phase.orders.iter().filter_map(|it| player(it.0)).collect();
    match players[..] {
        [one, .., other] => Some((one, other)),
        _ => None,
    }
}

/// Whoever has read these words: players by their numbers, and whether a window shows them.
fn read_by(club: &Club, words: &str) -> (Vec<usize>, bool) {
    let has = |texts: Vec<String>| texts.iter().any(|text| text.contains(words));
    let players = (0..7).filter(|player| has(club.read_by(*player, 0)));
    let shown = club
        .windows()
        .into_iter()
        .any(|window| has(club.shown(window)));
    (players.collect(), shown)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn press_crosses_from_one_platform_to_the_other_and_is_read_by_nobody_else() {
    let club = Club::new(MIXED).await;
    club.begin().await;
    // Austria is on Slack, England on Telegram, France on Slack.
    let told = club
        .say(
            0,
            "tell England,France meet *me* at _noon_ /concede",
            "Told to",
        )
        .await;
    assert!(told.contains("Told to England and France."), "{told}");
    let words = "Austria tells England and France:\n| meet *me* at _noon_ /concede";
    for player in [1, 2] {
        let came = || club.read_by(player, 0).join("\n").contains(words);
        assert!(club.until_read(player, came).await, "player {player}");
    }
    club.say(1, "tell Austria agreed", "Told to Austria.").await;
    let came = || {
        let read = club.read_by(0, 0).join("\n");
        read.contains("England tells Austria:\n| agreed")
    };
    assert!(club.until_read(0, came).await);
    club.settled().await;
    assert_eq!(read_by(&club, "noon"), (vec![1, 2], false));
    assert_eq!(read_by(&club, "agreed"), (vec![0], false));
    // To all: in every window once, and nothing of it counts as words for the bot.
    club.say(1, "tell all peace in our time", "Told to everybody.")
        .await;
    club.told("England tells everybody:\n| peace in our time")
        .await;
    let history = club.say(3, "press", "| peace in our time").await;
    assert!(!history.contains("noon"), "{history}");
}
