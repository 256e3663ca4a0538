//! Hints at a table with others: counted before they are given, where they are allowed.

use parlour_rules::Seat;
use serde_json::{Value, json};

use crate::person::Person;
use crate::play::{play_on, play_to_the_end, two_at_play};
use crate::{House, Wishes};

/// What the record of the table's games says of hints, the newest game first.
async fn noted(house: &House) -> Vec<Value> {
    let mut noted = Vec::new();
    for table in house.host.tables().await.unwrap() {
        let record = house.host.record(&table).await.unwrap();
        let notes: Value = record.settings.read().unwrap();
        noted.push((notes["game"].as_u64(), notes["hints"].clone()));
    }
    noted.sort_by_key(|(game, _)| std::cmp::Reverse(*game));
    noted.into_iter().map(|(_, hints)| hints).collect()
}

/// How many hints the table says were given.
fn hinted(person: &Person) -> Option<u32> {
    person.state().whole.as_ref().and_then(|whole| whole.hinted)
}

#[tokio::test]
async fn a_hint_is_counted_once_and_the_next_game_begins_without() {
    let house = House::new();
    let wishes = Wishes {
        hints: true,
        ..Wishes::players(2)
    };
    let server = house.serve(wishes).await;
    let mut people = Vec::new();
    for name in ["Ann", "Ben"] {
        let mut person = Person::connect(server.address()).await;
        person.hello(json!({ "name": name, "whole": true })).await;
        people.push(person);
    }
    people[0].act("HINT", json!({})).await;
    let early = people[0].error().await;
    assert_eq!(
        Person::code(&early),
        "wrong_step",
        "nobody has any cards yet"
    );
    for person in &mut people {
        person.act("READY", json!({})).await;
    }
    for person in &mut people {
        person.until(|state| state.view.step == "play").await;
    }
    let mover = usize::from(people[1].is_to_move());
    assert_eq!(hinted(&people[mover]), Some(0));
    let id = people[mover].act("HINT", json!({})).await;
    people[mover]
        .until(|state| state.ack.as_deref() == Some(&id))
        .await;
    assert_eq!(hinted(&people[mover]), Some(1));
    people[1 - mover].act("HINT", json!({})).await;
    let other = people[1 - mover].error().await;
    assert_eq!(Person::code(&other), "not_your_turn");
    // The same again, as after a lost connection.
    let again = json!({ "type": "PLAYER_ACTION", "action": "HINT", "id": id });
    people[mover].say(&again.to_string()).await;
    people[mover].next_state().await;
    assert_eq!(hinted(&people[mover]), Some(1));
    let seq = people[mover].state().seq;
    people[1 - mover].until(|state| state.seq >= seq).await;
    play_on(&mut people).await;
    assert_eq!(noted(&house).await, [json!(1)], "it is marked for ever");
    people[mover].act("HINT", json!({})).await;
    let late = people[mover].error().await;
    assert_eq!(Person::code(&late), "game_over");
    play_to_the_end(&mut people).await;
    assert_eq!(hinted(&people[0]), Some(0));
    assert_eq!(noted(&house).await, [Value::Null, json!(1)]);
}

#[tokio::test]
async fn where_hints_are_not_allowed_none_is_counted() {
    let house = House::new();
    let (_server, mut people) = two_at_play(&house).await;
    let mover = usize::from(people[1].is_to_move());
    let before = people[mover].state().seq;
    people[mover].act("HINT", json!({})).await;
    let refused = people[mover].error().await;
    assert_eq!(Person::code(&refused), "hint_not_allowed");
    assert_eq!(refused["seq"], json!(before));
    assert_eq!(noted(&house).await, [Value::Null]);
    assert_eq!(people[mover].state().view.current, Some(Seat(mover as u8)));
}
