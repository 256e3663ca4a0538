//! What is noted with a table beside the rules: the kind of game it is.

use parlour_host::Json;
use parlour_host::table::Record;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Agreed {
    kind: String,
}

/// The settings of a table of this kind.
pub fn settings(kind: &str) -> Json {
    let kind = kind.to_owned();
    Json::of(&Agreed { kind })
}

/// The kind a table was opened as; empty if none was noted.
pub fn kind(record: &Record) -> String {
    let agreed = record.settings.read::<Agreed>();
    agreed.map_or_else(|_| String::new(), |agreed| agreed.kind)
}
