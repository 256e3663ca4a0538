//! The arguments of a call, in any of the forms the platform accepts: JSON,
//! a form, several parts with files.

use std::collections::BTreeMap;

use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header;
use serde_json::Value;

use super::Button;
use crate::form;

/// The largest body that is read: a photo of 10 MB and its words.
const LARGEST: usize = 12 * 1024 * 1024;

/// Named values and files of one call.
#[derive(Debug, Default)]
pub struct Arguments {
    values: BTreeMap<String, Value>,
    files: BTreeMap<String, (String, Vec<u8>)>,
}

impl Arguments {
    /// Reads the body. What is not understood is an error in words.
    pub async fn read(request: Request) -> Result<Self, String> {
        let kind = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default()
            .to_string();
        if kind.starts_with("multipart/form-data") {
            return Self::read_parts(request).await;
        }
        let body = axum::body::to_bytes(request.into_body(), LARGEST)
            .await
            .map_err(|error| error.to_string())?;
        if body.is_empty() {
            return Ok(Self::default());
        }
        let values = if kind.starts_with("application/json") {
            serde_json::from_slice(&body).map_err(|error| error.to_string())?
        } else {
            let pairs = form::read(&body).into_iter();
            pairs
                .map(|(name, value)| (name, Value::String(value)))
                .collect()
        };
        Ok(Self {
            values,
            files: BTreeMap::new(),
        })
    }

    async fn read_parts(request: Request) -> Result<Self, String> {
        let mut arguments = Self::default();
        let mut parts = Multipart::from_request(request, &())
            .await
            .map_err(|error| error.to_string())?;
        while let Some(part) = parts
            .next_field()
            .await
            .map_err(|error| error.to_string())?
        {
            let name = part.name().unwrap_or_default().to_string();
            let file = part.file_name().map(String::from);
            let bytes = part
                .bytes()
                .await
                .map_err(|error| error.to_string())?
                .to_vec();
            if let Some(file) = file {
                arguments.files.insert(name, (file, bytes));
            } else {
                let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
                arguments.values.insert(name, Value::String(text));
            }
        }
        Ok(arguments)
    }

    /// A text, if it was given.
    pub fn text(&self, name: &str) -> Option<String> {
        match self.values.get(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Null => None,
            other => Some(other.to_string()),
        }
    }

    /// A whole number, given as a number or as text.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.text(name)?.parse().ok()
    }

    /// A file: under its own name, or under `attach://name`.
    pub fn file(&self, name: &str) -> Option<(String, Vec<u8>)> {
        if let Some(file) = self.files.get(name) {
            return Some(file.clone());
        }
        let attached = self.text(name)?;
        self.files.get(attached.strip_prefix("attach://")?).cloned()
    }

    /// Everything that was given, files as their names and sizes.
    pub fn shown(&self) -> Value {
        let mut shown: serde_json::Map<String, Value> = self
            .values
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        for (name, (file, bytes)) in &self.files {
            let about = serde_json::json!({ "file": file, "bytes": bytes.len() });
            shown.insert(name.clone(), about);
        }
        Value::Object(shown)
    }

    /// The buttons of an inline keyboard.
    pub fn buttons(&self) -> Result<Vec<Button>, String> {
        let Some(text) = self.text("reply_markup") else {
            return Ok(Vec::new());
        };
        let markup: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let rows = markup["inline_keyboard"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let mut buttons = Vec::new();
        for button in rows.iter().filter_map(Value::as_array).flatten() {
            let (Some(text), data) = (button["text"].as_str(), button["callback_data"].as_str())
            else {
                return Err("a button has no text".into());
            };
            let Some(data) = data else { continue };
            if text.is_empty() || data.is_empty() || data.len() > 64 {
                return Err("BUTTON_DATA_INVALID".into());
            }
            buttons.push(Button {
                text: text.to_string(),
                data: data.to_string(),
            });
        }
        if buttons.len() > 100 {
            return Err("REPLY_MARKUP_TOO_LONG".into());
        }
        Ok(buttons)
    }
}
