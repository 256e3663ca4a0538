//! What a property may hold: yes or no, a whole number, text, a list or a table.
//!
//! There is no "nothing" among the values: a property that is not there is not
//! there, and the search for it goes on at the parent type. There is no fraction
//! either, because the same game must come out on every machine.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::dice::Dice;

/// The value of one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Yes or no. `false` is a value like any other: found first, it counts.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Text: a name, a colour, dice.
    Text(Box<str>),
    /// Several values in order.
    List(Vec<Value>),
    /// Values by name.
    Table(BTreeMap<Box<str>, Value>),
}

impl Value {
    /// Yes or no, if it is that.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(flag) => Some(*flag),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The text, if it is text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Dice: a text that says them, or a number, which always rolls itself.
    pub fn as_dice(&self) -> Option<Dice> {
        match self {
            Self::Int(number) => Dice::constant(*number),
            Self::Text(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// Reads JSON. `null` is no value; fractions are refused.
    pub fn from_json(json: &serde_json::Value) -> Result<Option<Self>, NotAValue> {
        Ok(Some(match json {
            serde_json::Value::Null => return Ok(None),
            serde_json::Value::Bool(flag) => Self::Bool(*flag),
            serde_json::Value::Number(number) => Self::Int(number.as_i64().ok_or(NotAValue)?),
            serde_json::Value::String(text) => Self::Text(text.as_str().into()),
            serde_json::Value::Array(items) => {
                let items: Result<Vec<_>, _> = items
                    .iter()
                    .filter_map(|item| Self::from_json(item).transpose())
                    .collect();
                Self::List(items?)
            }
            serde_json::Value::Object(fields) => {
                let mut table = BTreeMap::new();
                for (name, field) in fields {
                    if let Some(value) = Self::from_json(field)? {
                        table.insert(name.as_str().into(), value);
                    }
                }
                Self::Table(table)
            }
        }))
    }

    /// The value as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Bool(flag) => (*flag).into(),
            Self::Int(number) => (*number).into(),
            Self::Text(text) => text.as_ref().into(),
            Self::List(items) => items.iter().map(Self::to_json).collect(),
            Self::Table(fields) => serde_json::Value::Object(
                fields
                    .iter()
                    .map(|(name, value)| (name.to_string(), value.to_json()))
                    .collect(),
            ),
        }
    }
}

/// A number with a fraction, or one beyond 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a property holds whole numbers only")]
pub struct NotAValue;

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Int(number.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

/// As JSON writes it, text without quotes.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            other => write!(f, "{}", other.to_json()),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(flag) => serializer.serialize_bool(*flag),
            Self::Int(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Table(fields) => serializer.collect_map(fields),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = serde_json::Value::deserialize(deserializer)?;
        match Self::from_json(&json) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(serde::de::Error::custom("nothing is not a value")),
            Err(fraction) => Err(serde::de::Error::custom(fraction)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_goes_both_ways_and_nothing_is_dropped_but_nulls() {
        let json = serde_json::json!({"a": [1, true, "x", {"b": -2}], "c": null});
        let value = Value::from_json(&json).unwrap().unwrap();
        assert_eq!(
            value.to_json(),
            serde_json::json!({"a": [1, true, "x", {"b": -2}]})
        );
        let text = serde_json::to_string(&value).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    #[test]
    fn fractions_and_null_are_refused() {
        assert_eq!(Value::from_json(&serde_json::json!(1.5)), Err(NotAValue));
        assert_eq!(
            Value::from_json(&serde_json::json!(u64::MAX)),
            Err(NotAValue)
        );
        assert_eq!(Value::from_json(&serde_json::Value::Null), Ok(None));
        assert!(serde_json::from_str::<Value>("null").is_err());
    }
}
