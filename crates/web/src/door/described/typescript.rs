//! The same schemas as the types that the pages are checked with.

use std::fmt::Write;

use serde_json::Value;

use super::json::{fields, one_line};
use super::{NAMED, Schemas};

/// Before the types.
const HEAD: &str = "\
// What the server sends and takes, as the pages use it. Made from the types of the server:
// docs/web-api.md says how. What is a game's own stands in the file of the game.
";

/// What a game fills in: of which type, which field, by which name.
const OF_GAMES: [(&str, &str, &str); 3] = [
    ("Glance", "view", "View"),
    ("Glance", "plane", "Plane"),
    ("Glance", "aside", "Aside"),
];

/// All of them, by name.
pub fn text(schemas: &Schemas) -> String {
    let mut out = String::from(HEAD);
    for (name, schema) in schemas {
        out.push('\n');
        describe(&mut out, schema, "");
        if schema["properties"].is_object() {
            write_interface(&mut out, name, schema);
        } else {
            let _ = writeln!(out, "export type {name} = {};", type_of(schema));
        }
    }
    out
}

fn describe(out: &mut String, schema: &Value, indent: &str) {
    if let Some(words) = schema["description"].as_str() {
        let _ = writeln!(out, "{indent}/** {} */", one_line(words));
    }
}

fn write_interface(out: &mut String, name: &str, schema: &Value) {
    let own = OF_GAMES.iter().filter(|(of, ..)| *of == name);
    let own: Vec<_> = own.map(|(_, field, own)| (*field, *own)).collect();
    let names: Vec<String> = own
        .iter()
        .map(|(_, it)| format!("{it} = unknown"))
        .collect();
    let names = if names.is_empty() {
        String::new()
    } else {
        format!("<{}>", names.join(", "))
    };
    let _ = writeln!(out, "export interface {name}{names} {{");
    for (field, schema, required) in fields(schema) {
        describe(out, schema, "  ");
        let filled = own.iter().find(|(it, _)| *it == field);
        let of = filled.map_or_else(|| type_of(schema), |(_, own)| (*own).to_owned());
        let mark = if required { "" } else { "?" };
        let _ = writeln!(out, "  {field}{mark}: {of};");
    }
    out.push_str("}\n");
}

fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.trim_start_matches('#').trim_start_matches(NAMED);
        return name.trim_start_matches('/').to_owned();
    }
    if let Some(only) = schema.get("const") {
        return only.to_string();
    }
    for several in ["enum", "oneOf", "anyOf"] {
        if let Some(choices) = schema[several].as_array() {
            let each = |it: &Value| match several {
                "enum" => it.to_string(),
                _ => type_of(it),
            };
            return choices.iter().map(each).collect::<Vec<_>>().join(" | ");
        }
    }
    match &schema["type"] {
        Value::String(kind) => type_of_kind(kind, schema),
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str);
            let kinds = kinds.map(|kind| type_of_kind(kind, schema));
            kinds.collect::<Vec<_>>().join(" | ")
        }
        _ => String::from("unknown"),
    }
}

fn type_of_kind(kind: &str, schema: &Value) -> String {
    match kind {
        "integer" | "number" => String::from("number"),
        "array" => {
            if let Some(parts) = schema["prefixItems"].as_array() {
                let parts: Vec<String> = parts.iter().map(type_of).collect();
                return format!("[{}]", parts.join(", "));
            }
            let item = type_of(&schema["items"]);
            if item.contains(' ') {
                format!("({item})[]")
            } else {
                format!("{item}[]")
            }
        }
        "object" => {
            let fields = fields(schema).into_iter().map(|(name, field, required)| {
                let mark = if required { "" } else { "?" };
                format!("{name}{mark}: {}", type_of(field))
            });
            format!("{{ {} }}", fields.collect::<Vec<_>>().join("; "))
        }
        other => other.to_owned(),
    }
}
