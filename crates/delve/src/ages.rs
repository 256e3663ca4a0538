//! How what older rules wrote down became what it is now.
//!
//! Rules 3 brought shards, unknown things, verbs and ground that acts. All of it is asked
//! for by content, so a game that was begun with the content of rules 1 or 2 goes on as it
//! did, to the last draw of chance; what a state has more has a value of its own for it.
//! Rules 4 brought the branch, in the same way.

use parlour_rules::Migration;
use serde_json::{Map, Value, json};

use crate::content::FIRST;

/// Rules 2: the setup names the content that shipped, and commands are counted, so
/// that a stage is that of one command. The world goes on as it did.
pub(crate) const FROM_1: Migration = Migration::from(1)
    .setup(|setup| {
        let mut setup = members(setup)?;
        setup.insert("shipped".to_string(), json!(FIRST));
        Ok(Value::Object(setup))
    })
    .state(|state, entries| {
        let mut state = members(state)?;
        let setup = state.get_mut("setup").and_then(Value::as_object_mut);
        let setup = setup.ok_or("a state has its setup")?;
        setup.insert("shipped".to_string(), json!(FIRST));
        // Each entry was one command.
        state.insert("moves".to_string(), json!(entries));
        Ok(Value::Object(state))
    });

fn members(stored: Value) -> Result<Map<String, Value>, String> {
    match stored {
        Value::Object(members) => Ok(members),
        other => Err(format!("{other} has no members")),
    }
}

#[cfg(test)]
mod tests {
    use parlour_rules::{Actor, Fingerprint, Rules, Seat, Seed};

    use crate::{Command, Delve, Setup};

    /// The golden playthroughs of older rules, command by command: every fingerprint is
    /// the one that those rules left.
    #[test]
    fn games_of_older_rules_go_on_to_the_last_draw_of_chance() {
        for golden in [
            include_str!("../tests/golden-2.txt"),
            include_str!("../tests/golden-3.txt"),
        ] {
            goes_on(golden);
        }
    }

    fn goes_on(golden: &str) {
        let word = |name: &str| {
            let line = golden.lines().find_map(|line| line.strip_prefix(name));
            line.expect("the head names it")
        };
        let setup: Setup = serde_json::from_str(word("setup ")).unwrap();
        let seed = Seed(word("seed ").parse().unwrap());
        let mut state = Delve::start(&setup, seed).unwrap();
        let left = |hash: &str| -> Fingerprint {
            serde_json::from_value(serde_json::Value::from(hash)).unwrap()
        };
        assert_eq!(Delve::fingerprint(&state), left(word("start ")));
        let mut played = 0;
        for line in golden.lines() {
            let Some((before, after)) = line.split_once(" -> ") else {
                continue;
            };
            let command = before.split_once("} ").unwrap().1;
            let command: Command = serde_json::from_str(command).unwrap();
            let events = Delve::decide(&state, Actor::Seat(Seat(0)), &command).unwrap();
            for event in &events {
                Delve::apply(&mut state, event);
            }
            let hash = after.rsplit_once(' ').unwrap().1;
            assert_eq!(Delve::fingerprint(&state), left(hash), "{line}");
            played += 1;
        }
        assert!(played > 30, "{played}");
    }
}
