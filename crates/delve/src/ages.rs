//! How what older rules wrote down became what it is now.

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
