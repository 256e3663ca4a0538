//! Tables of strangers.

use std::time::Duration;

use parlour_court::{Plan, Word};
use parlour_rules::Seat;

use crate::house::{GRACE, House, begun, person, plan};

/// Open tables that wait for people are named, as long as they do.
#[tokio::test(start_paused = true)]
async fn who_looks_for_a_table_finds_those_that_are_open_and_wait() {
    let house = House::new();
    let here = house.process("one");
    let closed = Plan {
        open: false,
        ..plan(2)
    };
    here.court.found(&person("Eve"), &closed).await.unwrap();
    let game = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    let waiting = async || here.court.waiting().await.unwrap();
    assert_eq!(waiting().await, std::slice::from_ref(&game));
    let _looking = here.attend(&game, "Ann").await;
    here.say(&game, "Ann", Word::AddBot {}).await.unwrap();
    assert_eq!(waiting().await, [], "every seat is taken");
    here.say(&game, "Ann", Word::RemoveBot {}).await.unwrap();
    assert_eq!(waiting().await, std::slice::from_ref(&game));
    here.say(&game, "Ann", Word::Leave {}).await.unwrap();
    assert_eq!(waiting().await, [], "nobody is there");
}

/// Who has forgotten their table is not waited with.
#[tokio::test(start_paused = true)]
async fn a_table_where_nothing_happens_for_a_day_is_named_no_more() {
    let house = House::new();
    let here = house.process("one");
    let game = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    tokio::time::advance(Duration::from_hours(23)).await;
    assert_eq!(
        here.court.waiting().await.unwrap(),
        std::slice::from_ref(&game)
    );
    tokio::time::advance(Duration::from_hours(2)).await;
    assert_eq!(here.court.waiting().await.unwrap(), []);
    here.say(&game, "Ben", Word::Take { seat: Seat(1) })
        .await
        .unwrap();
    here.say(&game, "Ann", Word::Leave {}).await.unwrap();
    assert_eq!(here.court.waiting().await.unwrap(), [game]);
}

/// What a box at the founding promises: anybody may find the table, watch, and sit down
/// where that is allowed.
#[tokio::test(start_paused = true)]
async fn an_open_table_that_plays_is_found_with_the_seats_that_are_free() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let closed = Plan {
        open: false,
        ..plan(2)
    };
    let (_, _others) = begun(&here, &there, &closed).await;
    let (game, [_ann, ben]) = begun(&here, &there, &plan(2)).await;
    assert_eq!(here.court.waiting().await.unwrap(), []);
    let playing = async || {
        here.host.refresh().await.unwrap();
        here.court.under_way().await.unwrap()
    };
    assert_eq!(playing().await, [(game.clone(), Vec::new())]);
    drop(ben);
    tokio::time::sleep(GRACE * 4).await;
    here.until(&game, |it| it.paused).await;
    assert_eq!(playing().await, [(game.clone(), Vec::new())], "kept");
    let admit = Word::Admit { seat: Seat(1) };
    here.say(&game, "Ann", admit).await.unwrap();
    assert_eq!(playing().await, [(game.clone(), vec![Seat(1)])]);
    assert!(here.tableau(&game).await.seats[1].freed);
    let heard = here.say(&game, "Cleo", Word::Take { seat: Seat(1) }).await;
    assert_eq!(heard.unwrap().seat, Some(Seat(1)));
    assert_eq!(playing().await, [(game, Vec::new())]);
}
