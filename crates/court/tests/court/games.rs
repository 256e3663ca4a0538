//! One game after the other, and the bots that play in them.

use std::time::Duration;

use parlour_court::{Customs, Plan, Word};
use parlour_host::Json;
use parlour_regicide::bot::Level;
use parlour_regicide::{Difficulty, House as RulesOfHouse, View};
use parlour_rules::Seat;

use crate::house::{GRACE, House, person, plan};

/// Both processes see that everybody is ready, and one next game begins.
#[tokio::test(start_paused = true)]
async fn the_next_game_begins_once_and_both_processes_go_over_to_it() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let first = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    let _ann = here.attend(&first, "Ann").await;
    let _ben = there.attend(&first, "Ben").await;
    there.say(&first, "Ben", Word::Join {}).await.unwrap();
    for (process, name) in [(&here, "Ann"), (&there, "Ben")] {
        process.say(&first, name, Word::Ready {}).await.unwrap();
    }
    here.until(&first, |it| !it.lobby).await;
    loop {
        for (process, name) in [(&here, "Ann"), (&there, "Ben")] {
            process.host.refresh().await.unwrap();
            let _ = process.play(&first, name).await;
        }
        let watcher = here
            .host
            .look(&first, &person("Wim").identity)
            .await
            .unwrap();
        if watcher.outcome.is_some() {
            break;
        }
    }
    there.host.refresh().await.unwrap();
    let (ann, ben) = tokio::join!(
        here.say(&first, "Ann", Word::Ready {}),
        there.say(&first, "Ben", Word::Ready {})
    );
    let games = [ann.unwrap().game, ben.unwrap().game];
    let next = here.court.present_game(&first).await.unwrap().unwrap();
    assert!(games.contains(&next) && next != first, "{games:?}");
    assert_eq!(
        there.court.present_game(&next).await.unwrap(),
        Some(next.clone())
    );
    assert_eq!(here.host.tables().await.unwrap().len(), 2, "one next game");
    for process in [&here, &there] {
        let tableau = process.until(&next, |it| !it.lobby).await;
        assert_eq!((tableau.game, tableau.paused), (1, false));
    }
    // Both are there: nobody is missed after any while.
    tokio::time::sleep(GRACE * 3).await;
    assert!(!here.tableau(&next).await.paused);
}

/// One process lets a bot think, and its move is made once.
#[tokio::test(start_paused = true)]
async fn a_bot_thinks_in_one_process_and_plays_whole_games() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let game = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    let _ann = here.attend(&game, "Ann").await;
    let _too = there.attend(&game, "Ann").await;
    here.say(&game, "Ann", Word::AddBot {}).await.unwrap();
    here.say(&game, "Ann", Word::Ready {}).await.unwrap();
    let mut turns = 0;
    loop {
        let seen = here
            .host
            .look(&game, &person("Ann").identity)
            .await
            .unwrap();
        if seen.outcome.is_some() {
            break;
        }
        if seen.awaiting.contains(Seat(0)) && seen.record.started.is_some() {
            here.play(&game, "Ann").await.unwrap();
            turns += 1;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(turns > 2, "the bot played in between");
}

/// What was founded is what is played: at the next game, and after every process has
/// been started anew.
#[tokio::test(start_paused = true)]
async fn house_rules_and_customs_go_on_with_the_table() {
    let hard = RulesOfHouse {
        mulligan: true,
        surplus_payment: false,
        ..Difficulty::Hard.house()
    };
    let agreed = Customs {
        level: Some(Level::Rookie),
        pace: Some(2_000),
        hints: true,
    };
    let house = House::new();
    let here = house.process("one");
    let plan = Plan {
        house: hard,
        customs: agreed,
        ..plan(2)
    };
    let first = here.court.found(&person("Ann"), &plan).await.unwrap();
    assert_eq!(here.tableau(&first).await.customs, agreed);
    drop(here);

    let here = house.process("two");
    let _ann = here.attend(&first, "Ann").await;
    here.say(&first, "Ann", Word::AddBot {}).await.unwrap();
    here.say(&first, "Ann", Word::Ready {}).await.unwrap();
    assert_eq!(house.asked(), [agreed, agreed], "bots think as was agreed");
    let who = person("Ann").identity;
    let seen = |seen: parlour_host::Shown<Json>| seen.view.read::<View>().unwrap();
    loop {
        let view = seen(here.host.look(&first, &who).await.unwrap());
        assert_eq!(view.house, hard);
        if view.outcome.is_some() {
            break;
        }
        let _ = here.play(&first, "Ann").await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(here);

    let here = house.process("three");
    let _ann = here.attend(&first, "Ann").await;
    let next = here.say(&first, "Ann", Word::Ready {}).await.unwrap().game;
    assert_ne!(next, first);
    let view = seen(here.host.look(&next, &who).await.unwrap());
    assert_eq!(view.house, hard);
    assert_eq!(here.tableau(&next).await.customs, agreed);
}
