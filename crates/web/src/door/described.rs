//! The description of the API and the types of the pages, made from the types that are
//! sent and taken: `components/schemas` of `docs/web-api.json`, and `api.d.ts`.
//!
//! Which route takes and answers what is written by hand, since a route reads an address,
//! a session and a body in turn, and says in words what it is for.

mod json;
mod typescript;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use super::{answer, forks, glance, links, me, playing, session, stream, tables};

/// Where a schema names another one.
const NAMED: &str = "/components/schemas";

/// The schemas of all bodies, by name.
type Schemas = BTreeMap<String, Value>;

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|it| it.definitions_path = NAMED.into())
}

fn named<T: JsonSchema>(schemas: &mut SchemaGenerator) {
    let _: Schema = schemas.subschema_for::<T>();
}

/// What is answered: nothing stands in it that is not described.
fn told() -> Schemas {
    let mut it = settings().for_serialize().into_generator();
    named::<answer::Failure>(&mut it);
    named::<me::Me<'_>>(&mut it);
    named::<me::Renamed<'_>>(&mut it);
    named::<me::Peeked>(&mut it);
    named::<me::Claimed<'_>>(&mut it);
    named::<session::Listed>(&mut it);
    named::<links::Recovery>(&mut it);
    named::<links::Invited>(&mut it);
    named::<links::Invitations>(&mut it);
    named::<tables::Listed<'_>>(&mut it);
    named::<tables::Opened>(&mut it);
    named::<tables::Answer<'_>>(&mut it);
    named::<tables::Log>(&mut it);
    named::<glance::Glance<'_>>(&mut it);
    named::<stream::Happened<'_>>(&mut it);
    named::<playing::Accepted>(&mut it);
    named::<forks::Came>(&mut it);
    named::<forks::Forked>(&mut it);
    let schemas = it.take_definitions(true).into_iter();
    schemas.map(|(name, it)| (name, closed(it))).collect()
}

/// What is taken.
fn taken() -> Schemas {
    let mut it = settings().for_deserialize().into_generator();
    named::<me::NewName>(&mut it);
    named::<me::Token>(&mut it);
    named::<tables::Opening>(&mut it);
    named::<playing::Commanded>(&mut it);
    named::<playing::Worded>(&mut it);
    named::<playing::Asked>(&mut it);
    named::<links::Inviting>(&mut it);
    named::<links::Empty>(&mut it);
    named::<forks::Back>(&mut it);
    named::<forks::From>(&mut it);
    it.take_definitions(true).into_iter().collect()
}

/// An object that holds nothing else. What may be left out is never null.
fn closed(mut schema: Value) -> Value {
    if let Some(fields) = schema.get("properties").cloned() {
        schema["additionalProperties"] = false.into();
        let required = schema["required"].clone();
        let required = required.as_array().map_or(&[][..], Vec::as_slice);
        for (name, field) in fields.as_object().into_iter().flatten() {
            let left_out = required.iter().all(|it| it.as_str() != Some(name));
            if let (true, [kind, Value::String(_)]) = (left_out, kinds(field)) {
                schema["properties"][name]["type"] = kind.clone();
            }
        }
    }
    schema
}

/// The kinds of a value that may be of several.
fn kinds(schema: &Value) -> &[Value] {
    schema["type"].as_array().map_or(&[], Vec::as_slice)
}

fn schemas() -> Schemas {
    let mut all = told();
    for (name, schema) in taken() {
        // What is both is as strict as the stricter of them.
        all.entry(name).or_insert(schema);
    }
    all
}

/// A file of the repository, and what is to stand in it.
fn compare(path: &str, drawn: impl FnOnce(&str) -> String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    let there = fs::read_to_string(&path).unwrap_or_default();
    let drawn = drawn(&there);
    if std::env::var_os("PARLOUR_WRITE_API").is_some() {
        fs::write(&path, &drawn).unwrap();
        return;
    }
    let line = (1..).zip(there.lines().zip(drawn.lines()));
    let other = line.clone().find(|(_, (there, drawn))| there != drawn);
    assert!(
        there == drawn,
        "{} is not what the types say, first in {other:?}; PARLOUR_WRITE_API=1 writes it",
        path.display()
    );
}

#[test]
fn the_schemas_of_the_description_are_those_of_the_types() {
    let schemas = json::text(&schemas(), 4);
    compare("../../docs/web-api.json", |there| {
        let (before, rest) = there.split_once("    \"schemas\": ").unwrap();
        let (_, after) = rest.split_once(",\n    \"securitySchemes\"").unwrap();
        format!("{before}    \"schemas\": {schemas},\n    \"securitySchemes\"{after}")
    });
}

#[test]
fn the_types_of_the_pages_are_those_of_the_code() {
    let drawn = typescript::text(&schemas());
    compare("pages/types/api.d.ts", |_| drawn);
}

#[test]
fn a_body_that_is_answered_holds_nothing_else_and_one_that_is_taken_says_what_it_needs() {
    let all = schemas();
    let glance = &all["Glance"];
    assert_eq!(glance["additionalProperties"], false);
    assert_eq!(glance["properties"]["older"]["type"], "string");
    let required = glance["required"].as_array().unwrap();
    assert!(required.contains(&"view".into()) && !required.contains(&"older".into()));
    let command = &all["Command"]["required"];
    assert_eq!(command, &serde_json::json!(["stage", "id", "command"]));
    for (name, schema) in &all {
        let text = schema.to_string();
        assert!(!text.contains("$defs"), "{name}: {text}");
    }
}
