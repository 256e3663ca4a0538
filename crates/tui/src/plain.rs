//! A view as plain words, for games that bring no picture of their own.
//!
//! Objects become lines of `name: value`, deeper ones indented; short lists stay
//! on one line.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// Lists and objects up to this many letters stay on one line.
const SHORT: usize = 48;

/// The text of some JSON as lines to read. What is no JSON is shown as it is.
pub fn lines(json: &str) -> Vec<String> {
    match serde_json::from_str::<Tree>(json) {
        Ok(value) => {
            let mut lines = Vec::new();
            write(&value, 0, &mut lines);
            lines
        }
        Err(_) => vec![printable(json)],
    }
}

/// The text of some JSON on one line.
pub fn line(json: &str) -> String {
    serde_json::from_str::<Tree>(json).map_or_else(|_| printable(json), |value| inline(&value))
}

/// JSON with its members in the order they were written in.
enum Tree {
    Nothing,
    Word(String),
    List(Vec<Tree>),
    Members(Vec<(String, Tree)>),
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Grow)
    }
}

struct Grow;

impl<'de> Visitor<'de> for Grow {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Nothing)
    }

    fn visit_bool<E>(self, yes: bool) -> Result<Tree, E> {
        Ok(Tree::Word(String::from(if yes { "yes" } else { "no" })))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Word(number.to_string()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Tree, E> {
        Ok(Tree::Word(number.to_string()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Tree, E> {
        Ok(Tree::Word(number.to_string()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Word(printable(text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some((name, member)) = members.next_entry::<String, Tree>()? {
            list.push((printable(&name), member));
        }
        Ok(Tree::Members(list))
    }
}

fn write(tree: &Tree, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    match tree {
        Tree::Members(members) => {
            for (name, member) in members {
                write_member(&format!("{indent}{name}:"), member, depth, lines);
            }
        }
        Tree::List(items) => {
            for item in items {
                write_member(&format!("{indent}-"), item, depth, lines);
            }
        }
        Tree::Nothing | Tree::Word(_) => lines.push(format!("{indent}{}", inline(tree))),
    }
}

fn write_member(start: &str, tree: &Tree, depth: usize, lines: &mut Vec<String>) {
    let short = inline(tree);
    let single = matches!(tree, Tree::Nothing | Tree::Word(_));
    if single || short.chars().count() <= SHORT {
        lines.push(format!("{start} {short}"));
    } else {
        lines.push(start.to_string());
        write(tree, depth + 1, lines);
    }
}

fn inline(tree: &Tree) -> String {
    match tree {
        Tree::Nothing => String::from("none"),
        Tree::Word(word) => word.clone(),
        Tree::List(items) => items.iter().map(inline).collect::<Vec<_>>().join(", "),
        Tree::Members(members) => {
            let pairs = members
                .iter()
                .map(|(name, member)| format!("{name} {}", inline(member)));
            pairs.collect::<Vec<_>>().join(", ")
        }
    }
}

/// The text without letters that could move a terminal's cursor.
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { '·' } else { letter })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_become_lines() {
        let json = r#"{"goal":20,"scores":[3,0],"current":1,"done":false,"last":null}"#;
        assert_eq!(
            lines(json),
            [
                "goal: 20",
                "scores: 3, 0",
                "current: 1",
                "done: no",
                "last: none"
            ]
        );
    }

    #[test]
    fn what_is_long_is_indented() {
        let json =
            r#"{"units":{"Austria":["A Vienna","A Budapest","F Trieste"],"England":["F London"]}}"#;
        assert_eq!(
            lines(json),
            [
                "units:",
                "  Austria: A Vienna, A Budapest, F Trieste",
                "  England: F London"
            ]
        );
    }

    #[test]
    fn nothing_can_move_the_cursor() {
        assert_eq!(lines("\"a\\u001b[2Jb\""), ["a·[2Jb"]);
        assert_eq!(lines("not \u{7} json"), ["not · json"]);
    }

    #[test]
    fn one_line_holds_it_all() {
        assert_eq!(line(r#"[{"rolled":5}]"#), "rolled 5");
    }
}
