//! What Slack accepts: lengths, numbers, escaped text, names that differ.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::doubles::limits::slack_mrkdwn;

/// What Slack accepts as a message.
pub fn check_message(text: &str, blocks: &Value) -> Result<(), String> {
    if text.chars().count() > 4000 {
        return Err("msg_too_long: more than 4,000 characters".into());
    }
    slack_mrkdwn(text)?;
    match blocks {
        Value::Null => Ok(()),
        blocks => check_blocks(blocks, 50),
    }
}

/// What Slack accepts inside a modal.
pub fn check_view_blocks(blocks: &Value) -> Result<(), String> {
    if blocks.as_array().is_none_or(Vec::is_empty) {
        return Err("invalid_arguments: a modal has blocks".into());
    }
    check_blocks(blocks, 100)
}

fn check_blocks(blocks: &Value, most: usize) -> Result<(), String> {
    let Some(blocks) = blocks.as_array() else {
        return bad("blocks are no list");
    };
    if blocks.len() > most {
        return bad("too many blocks");
    }
    let mut names = BTreeSet::new();
    for block in blocks {
        if let Some(name) = block["block_id"].as_str()
            && (name.chars().count() > 255 || !names.insert(name))
        {
            return bad("block_id over 255 or twice");
        }
        match block["type"].as_str() {
            Some("section") => check_text(&block["text"], 3000)?,
            Some("actions") => {
                let elements = block["elements"].as_array().map_or(&[][..], Vec::as_slice);
                if elements.is_empty() || elements.len() > 25 {
                    return bad("actions have 1 to 25 elements");
                }
                let mut actions = BTreeSet::new();
                for element in elements {
                    check_element(element)?;
                    if !actions.insert(element["action_id"].as_str()) {
                        return bad("action_id twice in one block");
                    }
                }
            }
            Some("input") => {
                check_plain(&block["label"], 2000)?;
                check_element(&block["element"])?;
            }
            _ => return bad("a block of a kind the double does not know"),
        }
    }
    Ok(())
}

fn check_element(element: &Value) -> Result<(), String> {
    if element["action_id"]
        .as_str()
        .is_none_or(|name| !within(name, 255))
    {
        return bad("action_id of 1 to 255 characters");
    }
    match element["type"].as_str() {
        Some("button") => {
            check_plain(&element["text"], 75)?;
            let value = element["value"].as_str();
            if value.is_some_and(|value| !within(value, 2000)) {
                return bad("a button's value has 1 to 2,000 characters");
            }
            Ok(())
        }
        Some("static_select" | "multi_static_select") => check_select(element),
        _ => bad("an element of a kind the double does not know"),
    }
}

fn check_select(element: &Value) -> Result<(), String> {
    if !element["placeholder"].is_null() {
        check_plain(&element["placeholder"], 150)?;
    }
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut options = list(&element["options"]);
    let groups = list(&element["option_groups"]);
    if groups.len() > 100 || (options.is_empty() == groups.is_empty()) {
        return bad("a choice has options or 1 to 100 groups of them");
    }
    let mut sizes = vec![options.len()];
    if !groups.is_empty() {
        sizes.clear();
    }
    for group in &groups {
        check_plain(&group["label"], 75)?;
        sizes.push(list(&group["options"]).len());
        options.extend(list(&group["options"]));
    }
    if sizes.iter().any(|size| !(1..=100).contains(size)) {
        return bad("a choice has 1 to 100 options");
    }
    for option in &options {
        check_plain(&option["text"], 75)?;
        if option["value"]
            .as_str()
            .is_none_or(|value| !within(value, 150))
        {
            return bad("an option's value has 1 to 150 characters");
        }
    }
    let chosen = &element["initial_option"];
    let several = element["initial_options"].as_array();
    let mut first = several
        .into_iter()
        .flatten()
        .chain((!chosen.is_null()).then_some(chosen));
    if first.any(|chosen| !options.contains(chosen)) {
        return bad("the first choice is none of the options");
    }
    Ok(())
}

/// Text of either kind.
fn check_text(text: &Value, longest: usize) -> Result<(), String> {
    match text["type"].as_str() {
        Some("plain_text") => check_plain(text, longest),
        Some("mrkdwn") => {
            let words = text["text"].as_str().unwrap_or_default();
            slack_mrkdwn(words)?;
            if within(words, longest) {
                Ok(())
            } else {
                bad("text is empty or too long")
            }
        }
        _ => bad("text of an unknown kind"),
    }
}

fn check_plain(text: &Value, longest: usize) -> Result<(), String> {
    let words = text["text"].as_str().unwrap_or_default();
    if text["type"] == "plain_text" && within(words, longest) {
        Ok(())
    } else {
        bad("plain text is empty, too long or of another kind")
    }
}

fn within(text: &str, longest: usize) -> bool {
    !text.is_empty() && text.chars().count() <= longest
}

fn bad<T>(why: &str) -> Result<T, String> {
    Err(format!("invalid_blocks: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn button(label: &str, value: &str, action: &str) -> Value {
        json!({
            "type": "button", "action_id": action, "value": value,
            "text": { "type": "plain_text", "text": label },
        })
    }

    fn actions(elements: &[Value]) -> Value {
        json!([{ "type": "actions", "elements": elements }])
    }

    #[test]
    fn blocks_are_held_to_their_limits() {
        assert!(check_message("x", &actions(&[button("a", "b", "c")])).is_ok());
        let many: Vec<Value> = (0..26)
            .map(|at| button("a", "b", &at.to_string()))
            .collect();
        for bad in [
            json!([{ "type": "section", "text": { "type": "mrkdwn", "text": "a & b" } }]),
            json!([{ "type": "section", "text": { "type": "mrkdwn", "text": "" } }]),
            json!([{ "type": "poem" }]),
            json!("blocks"),
            actions(&[]),
            actions(&many),
            actions(&[button(&"x".repeat(76), "b", "c")]),
            actions(&[button("a", &"x".repeat(2001), "c")]),
            actions(&[button("a", "b", "c"), button("d", "e", "c")]),
        ] {
            assert!(check_message("x", &bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn choices_are_held_to_their_limits() {
        let option = |text: &str, value: &str| json!({ "text": { "type": "plain_text", "text": text }, "value": value });
        let form = |options: Vec<Value>, chosen: Value| {
            json!([{
                "type": "input", "label": { "type": "plain_text", "text": "A Vie" },
                "element": {
                    "type": "static_select", "action_id": "order", "options": options,
                    "initial_option": chosen,
                },
            }])
        };
        let sound = option("A Vie H", "order A Vie H");
        assert!(check_view_blocks(&form(vec![sound.clone()], Value::Null)).is_ok());
        assert!(check_view_blocks(&form(vec![sound.clone()], sound.clone())).is_ok());
        for bad in [
            json!([]),
            form(vec![], Value::Null),
            form(vec![sound.clone()], option("other", "other")),
            form(vec![option(&"x".repeat(76), "y")], Value::Null),
            form(vec![option("x", &"y".repeat(151))], Value::Null),
            form(vec![sound; 101], Value::Null),
        ] {
            assert!(check_view_blocks(&bad).is_err(), "{bad}");
        }
    }
}
