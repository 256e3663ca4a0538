//! Moves are taken back when all agree.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parlour_court::{Customs, NotFound, Plan, Word};
use parlour_host::Refused;
use parlour_host::host::Undo;
use parlour_host::table::TableId;
use parlour_regicide::Phrase;
use parlour_rules::Seat;

use crate::house::{GRACE, House, Process, begun, person, plan};

/// "Take-back by consent": both agree, each at their own process, and both go over.
#[tokio::test(start_paused = true)]
async fn moves_are_taken_back_when_all_agree_and_the_table_goes_on() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let (game, _looking) = begun(&here, &there, &plan(2)).await;
    let both = [(&here, "Ann"), (&there, "Ben")];
    let mut boards = vec![here.view(&game).await.1];
    while boards.len() < 4 {
        for (process, name) in both {
            process.host.refresh().await.unwrap();
            if process.play(&game, name).await.is_ok() {
                boards.push(process.view(&game).await.1);
            }
        }
    }
    let (played, _) = here.view(&game).await;
    let hello = Word::Say {
        phrase: Phrase::Hello,
    };
    here.say(&game, "Ann", hello).await.unwrap();
    let before = here.say(&game, "Ann", Word::Ready {}).await.unwrap().seq;

    assert_eq!(here.undo(&game, "Ann", 1).await, Ok(Undo::Asked));
    let Undo::Done(left) = there.undo(&game, "Ben", 1).await.unwrap() else {
        panic!("both have agreed");
    };
    let words = format!("the last {} moves are taken back", played - 1);
    for (process, name) in both {
        let tableau = process
            .until(&left, |it| it.log.iter().any(|line| line.text == words))
            .await;
        assert_eq!(
            (tableau.game, tableau.lobby, tableau.paused),
            (0, false, false)
        );
        let said: Vec<&str> = tableau.log.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(
            said.iter().filter(|it| **it == words).count(),
            1,
            "{said:?}"
        );
        assert!(said.contains(&"says: Hello!"), "{said:?}");
        assert!(tableau.log.is_sorted_by_key(|line| line.seq), "{tableau:?}");
        assert_eq!(process.view(&left).await, (1, boards[1].clone()));
        for known in [&game, &left] {
            let now = process.court.present_game(known).await.unwrap();
            assert_eq!(now.as_ref(), Some(&left));
        }
        let refused = process.play(&game, name).await.unwrap_err();
        assert_eq!(refused.code(), "moved");
    }
    // The count goes on, and nobody is missed.
    let after = here.say(&left, "Ann", Word::Ready {}).await.unwrap().seq;
    assert!(after > before, "{after} after {before}");
    tokio::time::sleep(GRACE * 3).await;
    assert!(!here.tableau(&left).await.paused);
    // It is played to its end, and another game follows as ever.
    while here.view(&left).await.1.outcome.is_none() {
        for (process, name) in both {
            process.host.refresh().await.unwrap();
            let _ = process.play(&left, name).await;
        }
    }
    let refused = here.undo(&left, "Ann", 1).await;
    assert_eq!(refused, Err(NotFound::Host(Refused::GameOver)));
    for (process, name) in both {
        process.host.refresh().await.unwrap();
        process.say(&left, name, Word::Ready {}).await.unwrap();
    }
    let next = here.court.present_game(&game).await.unwrap().unwrap();
    assert!(next != game && next != left);
    let tableau = here.until(&next, |it| !it.lobby).await;
    assert_eq!(tableau.game, 1);
}

/// Ann and Ben play with a bot between them until it has to decide something, and nobody
/// has taken it a move yet. How many entries there are then; nothing if the game is over
/// before.
async fn until_bots_turn(here: &Process, game: &TableId) -> Option<u64> {
    for _ in 0..200 {
        let (seq, view) = here.view(game).await;
        match view.current {
            _ if view.outcome.is_some() => return None,
            Seat(1) if seq > 0 => return Some(seq),
            // The bot begins.
            Seat(1) => tokio::time::sleep(Duration::from_millis(100)).await,
            Seat(seat) => {
                let name = if seat == 0 { "Ann" } else { "Ben" };
                here.play(game, name).await.unwrap();
            }
        }
    }
    panic!("it is never the bot's turn");
}

/// A bot that moved meanwhile would be who plays on.
#[tokio::test(start_paused = true)]
async fn bots_wait_while_somebody_is_asked() {
    let house = House::new();
    let here = house.process("one");
    let customs = Customs {
        pace: Some(10_000),
        ..Customs::default()
    };
    let plan = Plan { customs, ..plan(3) };
    let mut seen = 0;
    // Who plays simply may lose before the bot has anything to decide.
    for seed in 7..17 {
        house.seed.store(seed, Ordering::SeqCst);
        let game = here.court.found(&person("Ann"), &plan).await.unwrap();
        let _looking = [
            here.attend(&game, "Ann").await,
            here.attend(&game, "Ben").await,
        ];
        here.say(&game, "Ann", Word::AddBot {}).await.unwrap();
        let ben = here.say(&game, "Ben", Word::Join {}).await.unwrap();
        assert_eq!(ben.seat, Some(Seat(2)));
        for name in ["Ann", "Ben"] {
            here.say(&game, name, Word::Ready {}).await.unwrap();
        }
        here.until(&game, |it| !it.lobby).await;
        let Some(bots_turn) = until_bots_turn(&here, &game).await else {
            continue;
        };
        // It thinks already, and what it decides is kept.
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(here.view(&game).await.0, bots_turn, "it takes its time");
        assert_eq!(here.undo(&game, "Ann", 0).await, Ok(Undo::Asked));
        tokio::time::sleep(Duration::from_mins(1)).await;
        assert_eq!(here.view(&game).await.0, bots_turn, "it waits");
        let ben = person("Ben").identity;
        here.host.refuse_undo(&game, &ben).await.unwrap();
        tokio::time::sleep(Duration::from_mins(1)).await;
        assert!(here.view(&game).await.0 > bots_turn, "it goes on");
        seen += 1;
    }
    assert!(seen > 0, "it is never the bot's turn");
}

/// What is left of a game goes on after every process was started anew, as does what an
/// undo that came to nothing has left lying.
#[tokio::test(start_paused = true)]
async fn moves_that_were_taken_back_stay_so_after_a_restart() {
    let house = House::new();
    let here = house.process("one");
    let (game, looking) = begun(&here, &here, &plan(2)).await;
    for name in ["Ann", "Ben", "Ann", "Ben"] {
        let _ = here.play(&game, name).await;
    }
    // No table of the court is open when it happens.
    let host = Arc::clone(&here.host);
    drop((looking, here));
    let [ann, ben] = ["Ann", "Ben"].map(|name| person(name).identity);
    assert_eq!(host.undo(&game, &ann, 1).await, Ok(Undo::Asked));
    let Undo::Done(left) = host.undo(&game, &ben, 1).await.unwrap() else {
        panic!("both have agreed");
    };
    drop(host);
    let here = house.process("two");
    let _looking = [
        here.attend(&left, "Ann").await,
        here.attend(&left, "Ben").await,
    ];
    let tableau = here.tableau(&left).await;
    assert!(
        tableau.log.iter().any(|it| it.text.ends_with("taken back")),
        "{tableau:?}"
    );
    let now = here.court.present_game(&game).await.unwrap();
    assert_eq!(now, Some(left));
}
