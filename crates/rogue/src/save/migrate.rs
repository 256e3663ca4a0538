//! From old saves to new: version 1 to version 2, and the author's own steps.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::{Raw, SaveError};

type Step = dyn Fn(&mut Json) -> Result<(), String> + Send + Sync;

/// The author's own migrations, from one number of the game to the next.
///
/// ```
/// use parlour_rogue::save::Migrations;
///
/// // Version 1 of our game called hit points "health".
/// let migrations = Migrations::new().step(1, |body| {
///     for level in body["world"]["levels"].as_array_mut().into_iter().flatten() {
///         for entity in level["entities"].as_array_mut().into_iter().flatten() {
///             if let Some(props) = entity["props"].as_object_mut()
///                 && let Some(hp) = props.remove("health")
///             {
///                 props.insert("hp".to_string(), hp);
///             }
///         }
///     }
///     Ok(())
/// });
/// assert_eq!(migrations.newest(), 2);
/// ```
#[derive(Clone, Default)]
pub struct Migrations {
    newest: u32,
    steps: BTreeMap<u32, Arc<Step>>,
}

impl Migrations {
    /// None: the game is of number 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// A game of this number, for which older saves need nothing done.
    pub fn to(newest: u32) -> Self {
        Self {
            newest,
            steps: BTreeMap::new(),
        }
    }

    /// What is done to the data of a game of number `from` to make it one of the
    /// next number. The data is of the newest version of the body.
    #[must_use]
    pub fn step(
        mut self,
        from: u32,
        step: impl Fn(&mut Json) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        self.newest = self.newest.max(from.saturating_add(1));
        self.steps.insert(from, Arc::new(step));
        self
    }

    /// The number of the game these lead to.
    pub fn newest(&self) -> u32 {
        self.newest
    }

    /// Makes raw data the newest in both respects.
    pub fn run(&self, raw: &mut Raw) -> Result<(), SaveError> {
        if raw.version()? == 1 {
            raw.body = wrap_map(std::mem::take(&mut raw.body));
        }
        if raw.game > self.newest {
            return Err(SaveError::UnsupportedGame {
                found: raw.game,
                newest: self.newest,
            });
        }
        for (&from, step) in self.steps.range(raw.game..) {
            step(&mut raw.body).map_err(|reason| SaveError::MigrationFailed { from, reason })?;
        }
        raw.game = self.newest;
        Ok(())
    }
}

impl fmt::Debug for Migrations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Migrations")
            .field("newest", &self.newest)
            .field("from", &self.steps.keys())
            .finish()
    }
}

/// The level a save of version 1 becomes.
pub(super) const ONLY_LEVEL: &str = "level-1";

/// Version 1 to version 2: a world with one level. Explored cells that were kept
/// among the extra keys become what is explored of the level.
fn wrap_map(mut old: Json) -> Json {
    let mut take = |key: &str| old.get_mut(key).map_or(Json::Null, Json::take);
    let (mut map, mut extra) = (take("map"), take("extra"));
    let (last_id, chance) = (take("last_id"), take("chance"));
    if let Some(map) = map.as_object_mut() {
        map.insert("name".to_string(), json!(ONLY_LEVEL));
        if extra.get("explored").is_some_and(are_cells) {
            map.insert("explored_cells".to_string(), extra["explored"].take());
            extra.as_object_mut().map(|extra| extra.remove("explored"));
        }
    }
    let mut world = json!({"current": ONLY_LEVEL, "levels": [map]});
    if !last_id.is_null() {
        world["last_id"] = last_id;
    }
    if !chance.is_null() {
        world["chance"] = chance;
    }
    let mut new = json!({"version": 2, "world": world});
    if !extra.is_null() {
        new["extra"] = extra;
    }
    new
}

/// Whether something is a list of `[x, y]`.
fn are_cells(json: &Json) -> bool {
    let is_cell = |cell: &Json| {
        let parts = cell.as_array().map_or(&[][..], Vec::as_slice);
        parts.len() == 2 && parts.iter().all(Json::is_i64)
    };
    json.as_array()
        .is_some_and(|cells| cells.iter().all(is_cell))
}
