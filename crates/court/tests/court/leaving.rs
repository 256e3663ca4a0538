//! Somebody leaves a game with others for good.

use std::time::Duration;

use parlour_court::{Word, others_play};
use parlour_rules::Seat;

use crate::house::{GRACE, House, begun, person, plan, refused};

/// A bot plays on at once: nobody waits, and the seat is nobody's to come back to.
#[tokio::test(start_paused = true)]
async fn who_leaves_for_good_leaves_the_seat_to_a_bot_and_nobody_waits() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let (game, [_ann, ben]) = begun(&here, &there, &plan(2)).await;
    let heard = there.say(&game, "Ben", Word::Resign {}).await.unwrap();
    assert_eq!(heard.seat, None);
    drop(ben);
    let tableau = here.until(&game, |it| it.seats[1].bot).await;
    assert_eq!(
        tableau.log.last().unwrap().text,
        "Ben has left, Bot 1 plays on"
    );
    tokio::time::sleep(GRACE * 4).await;
    assert!(!here.tableau(&game).await.paused);
    // Said again, it is done; and the seat is not theirs any more.
    let again = there.say_as(&game, "Ben", Word::Resign {}, Some("x")).await;
    assert_eq!(again.unwrap().seat, None);
    let back = there.say(&game, "Ben", Word::Join {}).await;
    assert_eq!(refused(back), "table_full");
    // Whoever is left plays with bots alone, and may give the game up.
    let record = here.host.record(&game).await.unwrap();
    assert!(!others_play(&game, &record, &person("Ann").identity).unwrap());
}

/// Who only went away is still waited for by name: their seat is theirs.
#[tokio::test(start_paused = true)]
async fn who_goes_away_for_a_while_has_the_seat_again_from_the_bot() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let (game, [_ann, ben]) = begun(&here, &there, &plan(2)).await;
    drop(ben);
    here.until(&game, |it| it.seats[1].missed).await;
    let put = Word::PutBot { seat: Seat(1) };
    here.say(&game, "Ann", put).await.unwrap();
    let record = here.host.record(&game).await.unwrap();
    assert!(others_play(&game, &record, &person("Ann").identity).unwrap());
    let heard = there.say(&game, "Ben", Word::Join {}).await.unwrap();
    assert_eq!(heard.seat, Some(Seat(1)));
}

/// In the lobby and at the end there is nothing that a bot would have to go on with.
#[tokio::test(start_paused = true)]
async fn before_the_game_leaving_for_good_is_getting_up() {
    let house = House::new();
    let here = house.process("one");
    let game = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    let _ben = here.attend(&game, "Ben").await;
    here.say(&game, "Ben", Word::Join {}).await.unwrap();
    here.say(&game, "Ben", Word::Resign {}).await.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(here.tableau(&game).await.seats[1].name, None);
}
