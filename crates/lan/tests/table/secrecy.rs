//! The bytes a seat receives name no card that is hidden from it.

use std::collections::BTreeSet;

use parlour_regicide::{Card, Event, Rank, Suit};

use crate::person::Person;
use crate::play::play_to_the_end;
use crate::{House, Wishes};

/// Every card that was laid openly in any game of the journal.
async fn shown_openly(house: &House) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    for id in house.host.tables().await.unwrap() {
        let journal = house.host.journal();
        for line in journal.entries(&id, 1, u32::MAX).await.unwrap() {
            let entry: serde_json::Value = serde_json::from_str(&line).unwrap();
            let events: Vec<Event> = serde_json::from_value(entry["events"].clone()).unwrap();
            for event in events {
                match event {
                    Event::CardsPlayed { cards, .. } | Event::AttackPaid { cards, .. } => {
                        shown.extend(cards.iter().map(ToString::to_string));
                    }
                    Event::EnemyRevealed { enemy } | Event::EnemyDefeated { enemy, .. } => {
                        shown.insert(enemy.to_string());
                    }
                    Event::JesterPlayed { .. } => {
                        shown.insert(String::from("X"));
                    }
                    _ => {}
                }
            }
        }
    }
    shown
}

/// Whether the bytes name the card, in short or in long words.
fn names(bytes: &str, card: Card) -> bool {
    let short = card.to_string();
    let long = card.in_words();
    let apart = |letter: Option<char>| letter.is_none_or(|it| !it.is_alphanumeric());
    let stands = bytes.match_indices(&short).any(|(at, _)| {
        apart(bytes[..at].chars().next_back()) && apart(bytes[at + short.len()..].chars().next())
    });
    stands || bytes.contains(&long)
}

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
            people.push(Person::seated(server.address(), &format!("P{seat}")).await);
        }
        let mut watcher = Person::connect(server.address()).await;
        watcher
            .hello(serde_json::json!({ "name": "Eve", "spectate": true }))
            .await;
        assert_eq!((watcher.seat, &watcher.token), (None, &None));
        let first_enemies: BTreeSet<String> = {
            play_to_the_end(&mut people).await;
            play_to_the_end(&mut people).await;
            // The first enemy of a game lies open without an event.
            people[0]
                .received
                .match_indices("\"enemy\":{\"card\":\"")
                .map(|(at, found)| {
                    people[0].received[at + found.len()..]
                        .split('"')
                        .next()
                        .unwrap()
                        .to_string()
                })
                .collect()
        };
        let end = people[0].state().seq;
        watcher.until(|state| state.seq >= end).await;
        let shown = shown_openly(&house).await;
        people.push(watcher);
        for person in &people {
            let suits = Suit::ALL.iter();
            let cards = suits.flat_map(|suit| Rank::ALL.iter().map(|rank| Card::new(*rank, *suit)));
            for card in cards {
                let word = card.to_string();
                let known = shown.contains(&word)
                    || person.held.contains(&word)
                    || first_enemies.contains(&word);
                assert!(
                    known || !names(&person.received, card),
                    "seat {:?} was sent {word}",
                    person.seat
                );
            }
            assert!(!person.received.contains("seed"), "no seed");
        }
        let watcher = people.last().unwrap();
        assert!(watcher.held.is_empty(), "who watches has no hand");
    }
}

#[tokio::test]
async fn errors_never_repeat_a_card() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    let mut people = vec![
        Person::seated(server.address(), "Ann").await,
        Person::seated(server.address(), "Ben").await,
    ];
    for person in &mut people {
        person.act("READY", serde_json::json!({})).await;
    }
    for person in &mut people {
        person.until(|state| state.view.step == "play").await;
    }
    let mover = usize::from(people[1].is_to_move());
    let theirs = people[1 - mover].state().view.hand[0].clone();
    people[mover]
        .act("PLAY", serde_json::json!({ "cards": [theirs] }))
        .await;
    let error = people[mover].error().await;
    assert_eq!(Person::code(&error), "not_in_hand");
    assert!(!error["message"].as_str().unwrap().contains(&theirs));
}
