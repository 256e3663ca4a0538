//! A view as plain words, for games that bring no picture of their own.
//!
//! Objects become lines of `name: value`, deeper ones indented; short lists stay
//! on one line.

use serde_json::Value;

/// Lists and objects up to this many letters stay on one line.
const SHORT: usize = 48;

/// The text of some JSON as lines to read. What is no JSON is shown as it is.
pub fn lines(json: &str) -> Vec<String> {
    match serde_json::from_str::<Value>(json) {
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
    serde_json::from_str::<Value>(json).map_or_else(|_| printable(json), |value| inline(&value))
}

fn write(value: &Value, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                write_member(
                    &format!("{indent}{}:", printable(name)),
                    member,
                    depth,
                    lines,
                );
            }
        }
        Value::Array(items) => {
            for item in items {
                write_member(&format!("{indent}-"), item, depth, lines);
            }
        }
        _ => lines.push(format!("{indent}{}", inline(value))),
    }
}

fn write_member(start: &str, value: &Value, depth: usize, lines: &mut Vec<String>) {
    let short = inline(value);
    if short.chars().count() <= SHORT || !(value.is_array() || value.is_object()) {
        lines.push(format!("{start} {short}"));
    } else {
        lines.push(start.to_string());
        write(value, depth + 1, lines);
    }
}

fn inline(value: &Value) -> String {
    match value {
        Value::Null => String::from("none"),
        Value::Bool(true) => String::from("yes"),
        Value::Bool(false) => String::from("no"),
        Value::Number(number) => number.to_string(),
        Value::String(text) => printable(text),
        Value::Array(items) => items.iter().map(inline).collect::<Vec<_>>().join(", "),
        Value::Object(members) => {
            let members = members.iter();
            let pairs =
                members.map(|(name, value)| format!("{} {}", printable(name), inline(value)));
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
