//! What a step showed, for the expectations to look at.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::setup::Table;
use crate::event::Event;
use crate::notation::Action;
use crate::outcome::{Bumped, Outcome, Time};

/// What a step showed beyond the state of the world. A field that is not here is
/// none the operation speaks of.
#[derive(Default)]
pub(super) struct Observed {
    pub(super) fields: BTreeMap<&'static str, Json>,
    /// Why the operation was refused.
    pub(super) error: Option<String>,
}

impl Observed {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// The same with a field.
    pub(super) fn with(mut self, field: &'static str, value: impl Into<Json>) -> Self {
        self.fields.insert(field, value.into());
        self
    }

    /// The operation may be refused; here is why it was, if it was.
    pub(super) fn failing(mut self, error: Option<String>) -> Self {
        self.error = error;
        self
    }

    /// The same with what an outcome says.
    pub(super) fn outcome(self, table: &Table, outcome: Option<&Outcome>) -> Self {
        let quiet = Outcome::turn();
        let outcome = outcome.unwrap_or(&quiet);
        let (mut who, mut cell) = (Json::Null, Json::Null);
        match outcome.bumped {
            Some(Bumped::Entity(id)) => who = table.alias(id).into(),
            Some(Bumped::Cell(at)) => cell = json!([at.x, at.y]),
            None => {}
        }
        let target = outcome.target.map(|at| json!([at.x, at.y]));
        self.with(
            "flags",
            flags(outcome.quit, outcome.action.as_ref(), Some(outcome)),
        )
        .with("bumped_entity", who)
        .with("bumped_pos", cell)
        .with("target", target.unwrap_or(Json::Null))
    }

    /// What every step shows: sentences, frames, who moved, where the cursor was.
    pub(super) fn collect(&mut self, table: &Table, said: u64) {
        let world = &table.game.world;
        let messages: Vec<&str> = world.log().since(said).collect();
        self.fields
            .entry("message")
            .or_insert_with(|| json!(messages.last()));
        self.fields
            .entry("messages")
            .or_insert_with(|| json!(messages));
        let dead = messages
            .iter()
            .filter(|text| text.ends_with(" is dead!"))
            .count();
        self.fields
            .entry("dead_messages")
            .or_insert_with(|| json!(dead));
        let (mut frames, mut trace, mut moved) = (0, Vec::new(), Vec::new());
        for event in world.events() {
            match event {
                Event::Shown(effect) => frames += effect.frames.len(),
                Event::Pointed { at } => trace.push(json!([at.x, at.y])),
                Event::Moved { who, .. } => moved.push(table.alias(*who)),
                _ => {}
            }
        }
        self.fields
            .entry("effect_frames")
            .or_insert_with(|| json!(frames));
        self.fields.entry("trace").or_insert_with(|| json!(trace));
        self.fields.entry("moved").or_insert_with(|| json!(moved));
    }
}

/// The flags of an outcome, or those a round joins.
pub(super) fn flags(quit: bool, action: Option<&Action>, outcome: Option<&Outcome>) -> Json {
    json!({
        "retry": outcome.is_some_and(|outcome| outcome.retry),
        "no_time": outcome.is_some_and(|outcome| outcome.time == Time::Free),
        "quit": quit,
        "action": action.map_or(Json::Bool(false), |action| action.to_string().into()),
    })
}
