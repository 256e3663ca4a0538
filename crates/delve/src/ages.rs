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
    use serde_json::json;

    use crate::command::Event;
    use crate::content::FIRST;
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

    /// What the program of d7cd960, of rules 1, left of two games: what was done, and the
    /// fingerprint after it.
    const OF_RULES_1: [&str; 2] = [
        include_str!("../tests/left-1.txt"),
        include_str!("../tests/slain-1.txt"),
    ];

    /// Rules 1 told the clock of the remains of the slain as 0; it is the moment of their
    /// death now. They have no turns, so nothing looks at it. But for that all is as it was after every command,
    /// to the death in the second game: who is where with which wounds, whose turn comes
    /// when, how often chance was drawn, how much was said.
    #[test]
    fn games_of_rules_1_go_on_as_they_did() {
        for kept in OF_RULES_1 {
            let mut lines = kept.lines();
            let seed = lines.next().unwrap().strip_prefix("seed ").unwrap();
            let setup: Setup = serde_json::from_value(json!({ "shipped": FIRST })).unwrap();
            let mut state = Delve::start(&setup, Seed(seed.parse().unwrap())).unwrap();
            let remains = state.content.kinds.remains;
            let mut trace = Delve::fingerprint(&state);
            for line in lines {
                let (event, hash) = line.rsplit_once(' ').unwrap();
                let event: Event = serde_json::from_str(event).unwrap();
                Delve::apply(&mut state, &event);
                let digest = state.digest_with(Some(remains));
                trace = Fingerprint::of(&(trace, event, digest));
                let left: Fingerprint = serde_json::from_value(json!(hash)).unwrap();
                assert_eq!(trace, left, "{line}");
            }
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
