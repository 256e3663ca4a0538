//! Tables are founded, seats taken, words said once.

use parlour_court::{Tableau, Word};
use parlour_host::Time;
use parlour_host::audit::Act;
use parlour_regicide::Phrase;
use parlour_rules::Seat;

use crate::house::{House, person, plan, refused};

#[tokio::test(start_paused = true)]
async fn people_found_a_table_sit_down_and_begin() {
    let house = House::new();
    let here = house.process("one");
    let game = here.court.found(&person("Ann"), &plan(3)).await.unwrap();
    let _ann = here.attend(&game, "Ann").await;
    let _ben = here.attend(&game, "Ben").await;
    assert_eq!(
        refused(here.say(&game, "Ben", Word::Ready {}).await),
        "not_seated"
    );
    let heard = here.say(&game, "Ben", Word::Join {}).await.unwrap();
    assert_eq!(heard.seat, Some(Seat(1)));
    // Said again, it is the same seat.
    let again = here.say(&game, "Ben", Word::Join {}).await.unwrap();
    assert_eq!(again.seat, Some(Seat(1)));
    here.say(&game, "Ann", Word::AddBot {}).await.unwrap();
    assert_eq!(
        refused(here.say(&game, "Cleo", Word::Join {}).await),
        "table_full"
    );
    here.say(&game, "Ann", Word::Ready {}).await.unwrap();
    let tableau = here.tableau(&game).await;
    let ready: Vec<bool> = tableau.seats.iter().map(|it| it.ready).collect();
    assert_eq!((tableau.lobby, ready), (true, vec![true, false, true]));
    let hello = Word::Say {
        phrase: Phrase::Hello,
    };
    here.say(&game, "Ben", hello).await.unwrap();
    here.say(&game, "Ben", Word::Ready {}).await.unwrap();
    let tableau = here.until(&game, |it| !it.lobby).await;
    assert_eq!(tableau.log.last().unwrap().text, "says: Hello!");
    assert_eq!(
        refused(here.say(&game, "Ann", Word::AddBot {}).await),
        "already_started"
    );
}

/// What the court does at somebody's word it does on its own right; the audit tells whose
/// word it was.
#[tokio::test(start_paused = true)]
async fn the_audit_names_who_asked_for_each_change_of_a_table() {
    let house = House::new();
    let here = house.process("one");
    let game = here.court.found(&person("Ann"), &plan(3)).await.unwrap();
    let _there = [
        here.attend(&game, "Ann").await,
        here.attend(&game, "Ben").await,
    ];
    for (name, word) in [
        ("Ann", Word::AddBot {}),
        ("Ann", Word::RemoveBot {}),
        ("Ben", Word::Join {}),
        ("Ben", Word::AddBot {}),
        ("Ann", Word::Ready {}),
        ("Ben", Word::Ready {}),
    ] {
        here.say(&game, name, word).await.unwrap();
    }
    let at = |_: Time| String::from("some time");
    let acts = here.host.audit(&game).await.unwrap();
    let deeds: Vec<String> = acts
        .iter()
        .filter_map(|act| match act {
            Act::Deed(deed) => Some(deed.words(&at)),
            Act::Given(_) => None,
        })
        .collect();
    for expected in [
        "Ann (web): Ann (web) sat down at seat 0",
        "Ann (web): Bot 1 (bot) sat down at seat 1",
        "Ann (web): Bot 1 (bot) is not at seat 1 any more",
        "Ben (web): Ben (web) sat down at seat 1",
        "Ben (web): Bot 1 (bot) sat down at seat 2",
        "Ann (web): settings changed: ready",
        "Ben (web): settings changed: ready",
        "Ben (web): play began",
    ] {
        assert!(
            deeds.iter().any(|it| it == expected),
            "{expected}: {deeds:#?}"
        );
    }
    // What it opened for others is the house's own.
    assert!(
        deeds[1..].iter().all(|it| !it.starts_with("court")),
        "{deeds:#?}"
    );
    for secret in ["web:", "bot:"] {
        assert!(deeds.iter().all(|it| !it.contains(secret)), "{deeds:#?}");
    }
}

/// A link to one chair is for that chair.
#[tokio::test(start_paused = true)]
async fn a_seat_is_taken_by_its_number_and_by_nobody_else_then() {
    let house = House::new();
    let here = house.process("one");
    let game = here.court.found(&person("Ann"), &plan(4)).await.unwrap();
    let take = |seat| Word::Take { seat: Seat(seat) };
    let heard = here.say(&game, "Ben", take(2)).await.unwrap();
    assert_eq!(heard.seat, Some(Seat(2)));
    for taken in [0, 2, 7] {
        let unheard = here.say(&game, "Cleo", take(taken)).await;
        assert_eq!(refused(unheard), "seat_taken");
    }
    let heard = here.say(&game, "Cleo", Word::Join {}).await.unwrap();
    assert_eq!(heard.seat, Some(Seat(1)));
    // Who sits stays where they sit.
    let heard = here.say(&game, "Ben", take(3)).await.unwrap();
    assert_eq!(heard.seat, Some(Seat(2)));
}

/// "The same word twice is one word."
#[tokio::test(start_paused = true)]
async fn a_word_with_an_id_is_done_once_wherever_it_is_said_again() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let game = here.court.found(&person("Ann"), &plan(4)).await.unwrap();
    let _ann = here.attend(&game, "Ann").await;
    let add = Word::AddBot {};
    here.say_as(&game, "Ann", add, Some("a")).await.unwrap();
    here.say_as(&game, "Ann", add, Some("a")).await.unwrap();
    there.say_as(&game, "Ann", add, Some("a")).await.unwrap();
    let bots = |tableau: &Tableau| tableau.seats.iter().filter(|it| it.bot).count();
    assert_eq!(bots(&here.tableau(&game).await), 1);
    there.say_as(&game, "Ann", add, Some("b")).await.unwrap();
    assert_eq!(bots(&here.tableau(&game).await), 2);
    let hello = Word::Say {
        phrase: Phrase::Hello,
    };
    for process in [&here, &there, &here] {
        process
            .say_as(&game, "Ann", hello, Some("c"))
            .await
            .unwrap();
    }
    assert_eq!(there.tableau(&game).await.log.len(), 1);
}
