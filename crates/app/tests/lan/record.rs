//! What a player has received and done, checked against the host's own log.

use parlour_lan::witness::Witness;
use serde_json::Value;

/// The games of a house, as a witness of what may be said of them.
pub fn witness(games: &[Vec<Value>]) -> Witness {
    let lines = |game: &Vec<Value>| game.iter().map(Value::to_string).collect::<Vec<_>>();
    Witness::new(games.iter().map(lines))
}

/// Fails if the bytes name a card that was neither held nor shown by then, or
/// tell of a moment that the log does not know; how many states they hold.
#[track_caller]
pub fn check_secrets(bytes: &[u8], witness: &Witness) -> usize {
    let checked = witness.check(bytes);
    checked.unwrap_or_else(|told| panic!("{told}"))
}

/// The commands of a seat in a game's log, in order.
pub fn commands_of(game: &[Value], seat: u8) -> Vec<String> {
    let entries = game.iter().filter(|entry| entry["by"]["seat"] == seat);
    entries
        .filter_map(|entry| entry["command"].as_str())
        .map(String::from)
        .collect()
}
