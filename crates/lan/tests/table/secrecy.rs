//! The bytes a seat receives name no card that is hidden from it.
//!
//! Every house of these tests looks through all it has sent when it is closed;
//! here are games that show how much that is, and what refusals say.

use serde_json::json;

use crate::person::Person;
use crate::play::{play_to_the_end, two_at_play};
use crate::{House, Wishes};

#[tokio::test]
async fn no_byte_names_a_card_that_is_neither_held_nor_shown() {
    for players in 2..=4 {
        let house = House::new();
        let wishes = Wishes {
            seed: 100 * u64::from(players),
            ..Wishes::players(players)
        };
        let server = house.serve(wishes).await;
        let mut people = Vec::new();
        for seat in 0..players {
            // One of them asks for all that the rules let them know.
            let mut person = Person::connect(server.address()).await;
            let hello = json!({ "name": format!("P{seat}"), "whole": seat == 0 });
            person.hello(hello).await;
            people.push(person);
        }
        let mut watcher = Person::connect(server.address()).await;
        watcher
            .hello(json!({ "name": "Eve", "spectate": true, "whole": true }))
            .await;
        assert_eq!((watcher.seat, &watcher.token), (None, &None));
        for _ in 0..2 {
            play_to_the_end(&mut people).await;
            let end = people[0].state().seq;
            let state = watcher.until(|state| state.seq >= end).await;
            assert_eq!(state.you, None);
            assert!(state.view.hand.is_empty(), "who watches has no hand");
            let whole = state.whole.as_ref().expect("it was asked for");
            assert!(whole.view.hand.is_empty() && !whole.hints);
            assert!(people[1].state().whole.is_none(), "it was not asked for");
            let whole = people[0].state().whole.clone().expect("it was asked for");
            assert_eq!(
                whole.view.castle.len(),
                usize::from(whole.view.castle_count)
            );
        }
        let moves: u64 = {
            let mut moves = 0;
            for table in house.host.tables().await.unwrap() {
                let standing = house.host.journal().standing(&table).await.unwrap();
                moves += standing.unwrap().seq;
            }
            moves
        };
        let everybody = u64::from(players) + 1;
        let states = house.states_that_were_sent() as u64;
        assert!(
            states >= moves * everybody,
            "{states} states after {moves} moves before {everybody} pairs of eyes"
        );
    }
}

#[tokio::test]
async fn errors_never_repeat_a_card() {
    let house = House::new();
    let (_server, mut people) = two_at_play(&house).await;
    let mover = usize::from(people[1].is_to_move());
    let theirs = people[1 - mover].state().view.hand[0].clone();
    people[mover]
        .act("PLAY", json!({ "cards": [theirs] }))
        .await;
    let error = people[mover].error().await;
    assert_eq!(Person::code(&error), "not_in_hand");
    assert!(!error["message"].as_str().unwrap().contains(&theirs));
}
