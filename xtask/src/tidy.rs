//! Habits of the house that no other tool checks.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::{platforms, tree};

/// Text that no file may hold: places on somebody's machine. Written in pieces,
/// because this file is read as well.
const PLACES: &[&str] = &[
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
    concat!("/wo", "rk/"),
    concat!("../sh", "ared"),
];

/// Everything that is out of order.
pub fn faults(root: &Path) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for path in tree::files(root)? {
        let shown = tree::shown(&path, root);
        if is_foreign(&shown) {
            continue;
        }
        // Pictures, fonts and packed files are not text.
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        for (number, line) in text.lines().enumerate() {
            for fault in line_faults(&shown, line) {
                faults.push(format!("{shown}:{}: {fault}", number + 1));
            }
        }
        if shown.ends_with("Cargo.toml") && is_member(&shown) && !inherits_lints(&text) {
            faults.push(format!("{shown}: `[lints] workspace = true` is missing"));
        }
        if ends_in(&shown, "md") {
            for path in named_paths(&text).filter(|path| !root.join(path).exists()) {
                faults.push(format!("{shown}: names `{path}`, which is not there"));
            }
        }
    }
    faults.extend(unmapped_crates(root)?);
    faults.extend(lost_walks(root));
    faults.extend(platforms::faults(root)?);
    Ok(faults)
}

/// Lock files are cargo's; recorded terminal output may hold anything.
fn is_foreign(shown: &str) -> bool {
    shown.ends_with("Cargo.lock") || shown.ends_with(".snap.new")
}

fn is_member(shown: &str) -> bool {
    shown.starts_with("crates/") || shown.starts_with("xtask/")
}

pub(crate) fn ends_in(shown: &str, ending: &str) -> bool {
    Path::new(shown)
        .extension()
        .is_some_and(|found| found == ending)
}

fn line_faults(shown: &str, line: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for place in PLACES {
        if names_place(line, place) {
            faults.push(format!("names a place on one machine, {place}"));
        }
    }
    if ends_in(shown, "rs") && line.trim() == concat!("#[ign", "ore]") {
        faults.push(String::from("a test is left out without a reason"));
    }
    faults
}

/// A path begins at the place; `https://example.org/home/` is no path.
fn names_place(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|letter| letter.is_alphanumeric() || "_-.}".contains(letter))
    })
}

fn inherits_lints(manifest: &str) -> bool {
    manifest.parse::<toml::Table>().is_ok_and(|table| {
        table.get("lints").and_then(|lints| lints.get("workspace"))
            == Some(&toml::Value::Boolean(true))
    })
}

/// Paths of the project that a document names in backticks. Patterns and
/// placeholders in capitals are left out.
fn named_paths(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|words| {
        let ours = ["crates/", "xtask/", "docs/", "bench/", "interop/", ".ci/"];
        let place = words.contains("NAME");
        ours.iter().any(|start| words.starts_with(start))
            && !place
            && !words.contains(['*', ' ', '…'])
    })
}

/// Every folder of `crates/` is on the map.
fn unmapped_crates(root: &Path) -> Result<Vec<String>> {
    let map = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap_or_default();
    let mut faults = Vec::new();
    for entry in fs::read_dir(root.join("crates"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !map.contains(&format!("`{name}`")) && !map.contains(&format!("crates/{name}")) {
            faults.push(format!("ARCHITECTURE.md does not name the crate `{name}`"));
        }
    }
    Ok(faults)
}

/// The walks through the code name items that are still in their files.
fn lost_walks(root: &Path) -> Vec<String> {
    let map = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap_or_default();
    let mut faults = Vec::new();
    if !map.contains("\n## Six walks\n") {
        faults.push(String::from("ARCHITECTURE.md has no walks"));
    }
    for (path, item) in named_items(&map) {
        // A path that is not there is named elsewhere.
        let Ok(source) = fs::read_to_string(root.join(path)) else {
            continue;
        };
        if !defines(&source, item) {
            faults.push(format!("ARCHITECTURE.md: there is no `{item}` in `{path}`"));
        }
    }
    faults
}

/// Paths that are followed by the name of an item: `` `PATH` `ITEM` ``.
fn named_items(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let pieces: Vec<&str> = text.split('`').collect();
    let pairs = pieces.windows(3).map(|it| (it[0], it[1], it[2]));
    let pairs: Vec<_> = pairs
        .filter(|(path, between, _)| path.starts_with("crates/") && *between == " ")
        .map(|(path, _, item)| (path, item))
        .collect();
    pairs.into_iter()
}

fn defines(source: &str, item: &str) -> bool {
    let kinds = ["fn", "struct", "enum", "trait", "function", "const"];
    kinds.iter().any(|kind| {
        let start = format!("{kind} {item}");
        source.match_indices(&start).any(|(at, _)| {
            let next = source[at + start.len()..].chars().next();
            !next.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_on_one_machine_is_named() {
        let line = format!("open({}you/file)", PLACES[1]);
        assert_eq!(line_faults("a.md", &line).len(), 1);
        let line = format!("https://example.org{}page", PLACES[1]);
        assert_eq!(line_faults("a.md", &line), Vec::<String>::new());
    }

    #[test]
    fn a_test_may_not_be_left_out_without_a_reason() {
        let line = format!("    {}", concat!("#[ign", "ore]"));
        assert_eq!(line_faults("a.rs", &line).len(), 1);
    }

    #[test]
    fn documents_name_paths() {
        let text =
            "See `crates/rules/src/lib.rs`, `cargo run`, `crates/NAME/x.rs` and `docs/*.md`.";
        assert_eq!(
            named_paths(text).collect::<Vec<_>>(),
            ["crates/rules/src/lib.rs"]
        );
    }

    #[test]
    fn walks_name_items_of_files() {
        let text = "1. `crates/a/src/b.rs` `go`: it goes, as in `crates/a/src/c.rs`.";
        let found: Vec<_> = named_items(text).collect();
        assert_eq!(found, [("crates/a/src/b.rs", "go")]);
        assert!(defines("pub async fn go<T>() {}", "go"));
        assert!(!defines("fn going() {}", "go"));
    }

    #[test]
    fn lints_are_inherited_or_missing() {
        assert!(inherits_lints("[lints]\nworkspace = true\n"));
        assert!(!inherits_lints("[package]\nname = \"x\"\n"));
    }
}
