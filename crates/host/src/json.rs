//! JSON text that is known to be well formed, passed on without being read.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// One JSON value as text: a command, events, a view. Equal when the text is.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Json(Box<RawValue>);

impl Json {
    /// The JSON of a value.
    ///
    /// # Panics
    /// If the value has map keys that are not text, or its `Serialize` fails;
    /// stored types do neither.
    pub fn of(value: &(impl Serialize + ?Sized)) -> Self {
        Self(serde_json::value::to_raw_value(value).expect("stored values are plain JSON"))
    }

    /// Text that must be one JSON value.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        RawValue::from_string(text.to_owned()).map(Self)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Reads the value.
    pub fn read<'a, T: Deserialize<'a>>(&'a self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.as_str())
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Json {}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
