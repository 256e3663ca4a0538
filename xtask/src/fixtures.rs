//! Every data file of the project can be read. Their meaning is tested by the
//! crates that own them; this finds a file broken by hand, with its line.
//!
//! Files that are broken on purpose stand in a folder named `broken`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Result;
use serde_json::Value;

use crate::tree;

/// Every data file that is not what its name says.
pub fn faults(root: &Path) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for path in tree::files(root)? {
        let shown = tree::shown(&path, root);
        if path.components().any(|part| part.as_os_str() == "broken") {
            continue;
        }
        let check: fn(&str) -> Vec<String> =
            match path.extension().and_then(|ending| ending.to_str()) {
                Some("jsonl") => lines_faults,
                Some("json") => json_faults,
                Some("toml") => toml_faults,
                _ => continue,
            };
        match fs::read_to_string(&path) {
            Ok(text) => faults.extend(
                check(&text)
                    .into_iter()
                    .map(|fault| format!("{shown}: {fault}")),
            ),
            Err(error) => faults.push(format!("{shown}: {error}")),
        }
    }
    Ok(faults)
}

fn json_faults(text: &str) -> Vec<String> {
    serde_json::from_str::<Value>(text)
        .err()
        .map(|error| error.to_string())
        .into_iter()
        .collect()
}

fn toml_faults(text: &str) -> Vec<String> {
    text.parse::<toml::Table>()
        .err()
        .map(|error| error.to_string())
        .into_iter()
        .collect()
}

/// One object a line; a case's `id` stands only once in a file.
fn lines_faults(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut ids = BTreeSet::new();
    for (number, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let number = number + 1;
        match serde_json::from_str::<Value>(line) {
            Err(error) => faults.push(format!("line {number}: {error}")),
            Ok(value) => {
                if let Some(id) = value.get("id").and_then(Value::as_str)
                    && !ids.insert(id.to_string())
                {
                    faults.push(format!("line {number}: the id {id} stands twice"));
                }
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_line_is_named() {
        assert_eq!(
            lines_faults("{\"id\":\"a\"}\n\n{\"id\":\"b\"}\n"),
            Vec::<String>::new()
        );
        assert!(lines_faults("{}\n{\n")[0].starts_with("line 2: "));
    }

    #[test]
    fn an_id_stands_once() {
        assert_eq!(
            lines_faults("{\"id\":\"a\"}\n{\"id\":\"a\"}\n"),
            ["line 2: the id a stands twice"]
        );
    }

    #[test]
    fn whole_files_are_read() {
        assert!(json_faults("{\"a\": 1}").is_empty() && !json_faults("{").is_empty());
        assert!(toml_faults("a = 1").is_empty() && !toml_faults("a = ").is_empty());
    }
}
