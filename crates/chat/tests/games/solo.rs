//! Seven people play Diplomacy through the doubles, from `new` to a solo by
//! centres, retreats, builds and press included: on Slack, on Telegram, and some on
//! each with a window on both.

use parlour_chat::doubles::{RecordedPhase, WINNER, recorded_game};

use crate::club::{Club, MIXED, On, POWERS};
use crate::press;

async fn play(places: [On; 7]) {
    let club = Club::new(places).await;
    club.begin().await;
    let game = recorded_game();
    for step in ["M", "R", "A"] {
        assert!(game.iter().any(|phase| phase.phase.ends_with(step)));
    }
    for phase in &game {
        press::talk(&club, phase).await;
        club.play_phase(phase).await;
    }
    club.told(&format!("{WINNER} wins alone")).await;
    for window in club.windows() {
        // The board at the start; then one text for every resolution, the picture of
        // what was ordered and the board that it led to, in this order, nothing twice.
        let is_picture = |it: &&String| it.contains(".png");
        let pictures = |shown: &[String]| shown.iter().filter(is_picture).count();
        let all = club.until_shown(window, |shown| pictures(shown) == 1 + 2 * game.len());
        assert!(all.await, "{:#?}", club.shown(window));
        let shown = club.shown(window);
        let told: Vec<&String> = shown
            .iter()
            .filter(|it| {
                it.contains(".png")
                    || it.contains("M):")
                    || it.contains("R):")
                    || it.contains("A):")
            })
            .collect();
        assert_eq!(told.len(), 1 + 3 * game.len(), "{window:?}: {shown:#?}");
        assert_eq!(*told[0], format!("{}-board.png", game[0].phase));
        for (at, (three, phase)) in told[1..].chunks(3).zip(&game).enumerate() {
            assert!(three[0].contains(&format!("({}):", phase.phase)));
            assert_eq!(*three[1], format!("{}.png", phase.phase));
            match game.get(at + 1) {
                Some(next) => assert_eq!(*three[2], format!("{}-board.png", next.phase)),
                None => assert!(three[2].ends_with("-board.png"), "{}", three[2]),
            }
        }
    }
    // Every order was answered once.
    for (player, power) in POWERS.iter().enumerate() {
        let given = |phase: &&RecordedPhase| {
            phase
                .orders
                .iter()
                .any(|(it, _)| it.eq_ignore_ascii_case(power))
        };
        let given = game.iter().filter(given).count();
        let read = club.read_by(player, 0);
        for words in ["Noted:", "is ready."] {
            let answers = read.iter().filter(|it| it.contains(words)).count();
            assert_eq!(answers, given, "{power} {words}: {read:#?}");
        }
    }
    for phase in &game {
        press::was_read(&club, phase).await;
    }
    club.verify().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seven_play_to_a_solo_on_slack() {
    play([On::Slack; 7]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seven_play_to_a_solo_on_telegram() {
    play([On::Telegram; 7]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn some_play_to_a_solo_on_each_with_a_window_on_both() {
    play(MIXED).await;
}
