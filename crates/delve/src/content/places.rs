//! Where in the files things are written, so that a complaint names the file, the
//! line, the table and the key that is to be changed.

use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue};

use super::ContentFault;

/// A type as a file defines it.
struct Written {
    file: String,
    line: u32,
    parent: Option<String>,
    /// The line of each property.
    props: BTreeMap<String, u32>,
}

/// Where each type and each property of it is written.
pub(super) struct Places {
    /// By section, `entity` or `tile`, and key.
    types: BTreeMap<(String, String), Written>,
}

impl Places {
    /// Reads the files of types. What is no TOML defines nothing.
    pub(super) fn read(files: &[(&str, &str)]) -> Self {
        let mut types = BTreeMap::new();
        for (file, text) in files {
            let Ok(document) = DeTable::parse(text) else {
                continue;
            };
            for (section, body) in document.get_ref() {
                for (key, body) in body.get_ref().as_table().into_iter().flatten() {
                    let Some(table) = body.get_ref().as_table() else {
                        continue;
                    };
                    let line = |start| line_of(text, start);
                    let props = table.keys().map(|name| {
                        let name: (&str, usize) = (name.get_ref(), name.span().start);
                        (name.0.to_string(), line(name.1))
                    });
                    let parent = table.get("parent").map(toml::Spanned::get_ref);
                    let written = Written {
                        file: (*file).to_string(),
                        line: line(key.span().start),
                        parent: parent.and_then(DeValue::as_str).map(str::to_string),
                        props: props.collect(),
                    };
                    let name = (section.get_ref().to_string(), key.get_ref().to_string());
                    types.insert(name, written);
                }
            }
        }
        Self { types }
    }

    /// The file that defines a type.
    pub(super) fn file_of(&self, section: &str, key: &str) -> Option<&str> {
        Some(&self.written(section, key)?.file)
    }

    /// A fault of a property: where it is written, in the type or in one that it
    /// inherits from; in the type itself if nobody writes it.
    pub(super) fn fault(&self, section: &str, key: &str, prop: &str, what: &str) -> ContentFault {
        let mut at = key;
        // No chain of parents is longer than there are types.
        for _ in 0..=self.types.len() {
            let Some(written) = self.written(section, at) else {
                break;
            };
            if let Some(line) = written.props.get(prop) {
                return ContentFault {
                    file: written.file.clone(),
                    line: *line,
                    table: format!("[{section}.{at}]"),
                    what: format!("{prop} {what}"),
                };
            }
            let Some(parent) = &written.parent else {
                break;
            };
            at = parent;
        }
        let written = self.written(section, key);
        ContentFault {
            file: written.map_or_else(String::new, |it| it.file.clone()),
            line: written.map_or(0, |it| it.line),
            table: format!("[{section}.{key}]"),
            what: format!("{prop} {what}"),
        }
    }

    fn written(&self, section: &str, key: &str) -> Option<&Written> {
        self.types.get(&(section.to_string(), key.to_string()))
    }
}

/// The table that a line of a text stands in, as it is written there.
pub(super) fn table_at(text: &str, line: u32) -> String {
    let lines = text.lines().take(line as usize);
    let last = lines.filter(|line| line.starts_with('[')).last();
    last.map_or_else(String::new, |it| it.trim_end().to_string())
}

/// The line of a place in a text, counted from 1.
pub(super) fn line_of(text: &str, place: usize) -> u32 {
    let before = text.as_bytes().iter().take(place);
    1 + before.filter(|&&byte| byte == b'\n').count() as u32
}
