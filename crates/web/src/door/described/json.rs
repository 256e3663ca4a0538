//! Schemas as text that people read: what belongs together stands together, lists of words
//! in one line, and nothing of how wide a number of ours is.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::Schemas;

/// In which order the parts of a schema are read.
const PARTS: [&str; 10] = [
    "$ref",
    "description",
    "type",
    "enum",
    "const",
    "oneOf",
    "anyOf",
    "items",
    "properties",
    "required",
];

/// What says nothing to whoever writes a client.
const LEFT_OUT: [&str; 7] = [
    "$schema", "default", "format", "maxItems", "maximum", "minItems", "minimum",
];

/// The schemas by name, as deep as their place in the description.
pub fn text(schemas: &Schemas, depth: usize) -> String {
    let mut out = String::from("{");
    for (at, (name, schema)) in schemas.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}\n{:1$}\"{name}\": ", "", depth + 2);
        write_schema(&mut out, schema, depth + 2);
    }
    let _ = write!(out, "\n{:depth$}}}", "");
    out
}

/// The parts of a schema that are told, in their order.
fn parts(schema: &Map<String, Value>) -> Vec<(&str, &Value)> {
    let place = |name: &str| PARTS.iter().position(|it| *it == name);
    let told = schema.iter().filter(|(name, value)| {
        let says_nothing = *name == "additionalProperties" && **value == Value::Bool(true);
        !says_nothing && !LEFT_OUT.contains(&name.as_str())
    });
    let mut told: Vec<_> = told.map(|(name, value)| (name.as_str(), value)).collect();
    told.sort_by_key(|(name, _)| place(name).unwrap_or(PARTS.len()));
    told
}

/// The fields of an object: those it must have in the order of the code, then the others.
pub fn fields(schema: &Value) -> Vec<(&str, &Value, bool)> {
    let required = schema["required"].as_array().into_iter().flatten();
    let required: Vec<&str> = required.filter_map(Value::as_str).collect();
    let place = |name: &str| required.iter().position(|it| *it == name);
    let all = schema["properties"].as_object().into_iter().flatten();
    let all = all.map(|(name, field)| (name.as_str(), field, place(name).is_some()));
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|(name, ..)| place(name).unwrap_or(required.len()));
    all
}

fn write_schema(out: &mut String, schema: &Value, depth: usize) {
    let Value::Object(all) = schema else {
        // Anything.
        out.push_str(if *schema == Value::Bool(true) {
            "{}"
        } else {
            "false"
        });
        return;
    };
    let inner = depth + 2;
    let all = parts(all);
    if all.is_empty() {
        out.push_str("{}");
        return;
    }
    out.push('{');
    for (at, (name, part)) in all.into_iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}\n{:inner$}\"{name}\": ", "");
        match (name, part) {
            ("properties", _) => write_fields(out, schema, inner),
            ("items", it) => write_schema(out, it, inner),
            ("oneOf" | "anyOf" | "prefixItems", Value::Array(choices)) => {
                write_choices(out, choices, inner);
            }
            ("description", Value::String(words)) => {
                out.push_str(&Value::from(one_line(words)).to_string());
            }
            (_, Value::Array(words)) => {
                let words: Vec<String> = words.iter().map(ToString::to_string).collect();
                let _ = write!(out, "[{}]", words.join(", "));
            }
            _ => out.push_str(&part.to_string()),
        }
    }
    let _ = write!(out, "\n{:depth$}}}", "");
}

fn write_fields(out: &mut String, schema: &Value, depth: usize) {
    let inner = depth + 2;
    let fields = fields(schema);
    if fields.is_empty() {
        out.push_str("{}");
        return;
    }
    out.push('{');
    for (at, (name, field, _)) in fields.into_iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}\n{:inner$}\"{name}\": ", "");
        write_schema(out, field, inner);
    }
    let _ = write!(out, "\n{:depth$}}}", "");
}

fn write_choices(out: &mut String, choices: &[Value], depth: usize) {
    let inner = depth + 2;
    out.push('[');
    for (at, choice) in choices.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}\n{:inner$}", "");
        write_schema(out, choice, inner);
    }
    let _ = write!(out, "\n{:depth$}]", "");
}

/// What a comment says, without the breaks of its lines.
pub fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
