//! JSON text that is known to be well formed, passed on without being read.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// One JSON value as text on one line: a command, events, a view. Equal when the
/// text is.
#[derive(Clone, Serialize)]
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
        RawValue::from_string(text.to_owned()).map(Self::on_one_line)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// The text, given away.
    pub fn into_text(self) -> String {
        Box::<str>::from(self.0).into()
    }

    /// Takes line breaks out, which in JSON stand only between its parts.
    fn on_one_line(raw: Box<RawValue>) -> Self {
        if !raw.get().contains(['\n', '\r']) {
            return Self(raw);
        }
        let text = raw.get().replace(['\n', '\r'], " ");
        Self(RawValue::from_string(text).expect("spaces are as good as line breaks"))
    }

    /// Reads the value.
    pub fn read<'a, T: Deserialize<'a>>(&'a self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Self::on_one_line)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_breaks_between_the_parts_are_taken_out() {
        let json = Json::parse("{\"a\":\r\n [1,\n2] }").unwrap();
        assert_eq!(json.as_str(), "{\"a\":   [1, 2] }");
        let read: Vec<Json> = serde_json::from_str("[1,\n{\n}]").unwrap();
        assert_eq!(read[1].as_str(), "{ }");
        assert!(Json::parse("{").is_err());
        assert!(Json::parse("1 2").is_err());
    }
}
