//! What a player has received and done, checked against the host's own log.

use std::collections::BTreeSet;

use parlour_regicide::{Card, Rank, Suit};
use serde_json::Value;

/// Every card that was laid openly in these games. The first enemy lies open
/// without an event; its name is in `first`.
pub fn shown_openly(games: &[Vec<Value>], first: &BTreeSet<String>) -> BTreeSet<String> {
    let mut shown = first.clone();
    for entry in games.iter().flatten() {
        for event in entry["events"].as_array().into_iter().flatten() {
            for open in ["cards_played", "attack_paid"] {
                let cards = event[open]["cards"].as_array().into_iter().flatten();
                shown.extend(cards.filter_map(Value::as_str).map(String::from));
            }
            for open in ["enemy_revealed", "enemy_defeated"] {
                shown.extend(event[open]["enemy"].as_str().map(String::from));
            }
            if event["jester_played"].is_object() {
                shown.insert(String::from("X"));
            }
        }
    }
    shown
}

/// Fails if the bytes name a card that the seat neither held nor was shown.
pub fn check_secrets(bytes: &[u8], shown: &BTreeSet<String>) {
    let text = std::str::from_utf8(bytes).unwrap();
    let mut known = shown.clone();
    // The last line may have been cut off by a kill.
    for line in text
        .lines()
        .filter_map(|it| serde_json::from_str::<Value>(it).ok())
    {
        let hand = line["view"]["hand"].as_array().into_iter().flatten();
        known.extend(hand.filter_map(Value::as_str).map(String::from));
    }
    let suits = Suit::ALL.iter();
    let cards = suits.flat_map(|suit| Rank::ALL.iter().map(|rank| Card::new(*rank, *suit)));
    for card in cards.chain([Card::JESTER]) {
        let word = card.to_string();
        assert!(
            known.contains(&word) || !names(text, card),
            "{word} was sent, though it was neither held nor shown"
        );
    }
    assert!(!text.contains("seed"), "no seed is sent");
}

/// Whether the text names the card, in short or in long words.
fn names(text: &str, card: Card) -> bool {
    let short = card.to_string();
    let apart = |letter: Option<char>| letter.is_none_or(|it| !it.is_alphanumeric());
    let stands = text.match_indices(&short).any(|(at, _)| {
        apart(text[..at].chars().next_back()) && apart(text[at + short.len()..].chars().next())
    });
    stands || (card != Card::JESTER && text.contains(&card.in_words()))
}

/// The first enemy of every game, as a seat saw it.
pub fn enemies_seen(bytes: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(bytes);
    let enemies = text.match_indices("\"enemy\":{\"card\":\"");
    enemies
        .filter_map(|(at, found)| text[at + found.len()..].split('"').next())
        .map(String::from)
        .collect()
}

/// The commands of a seat in a game's log, in order.
pub fn commands_of(game: &[Value], seat: u8) -> Vec<String> {
    let entries = game.iter().filter(|entry| entry["by"]["seat"] == seat);
    entries
        .filter_map(|entry| entry["command"].as_str())
        .map(String::from)
        .collect()
}
