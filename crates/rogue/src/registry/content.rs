//! Content files: TOML with a table per type.
//!
//! ```toml
//! [entity.creature]
//! blocks_movement = true
//!
//! [entity.goblin]
//! parent = "creature"
//! name = "Goblin"
//! char = "g"
//! color = "green"
//! act = "chase-player"
//! hp = 5
//! attack = "1d20"
//!
//! [tile.lava]
//! char = "~"
//! color = "red"
//! transparent = true
//! needs = "fireproof"
//! ```
//!
//! A mod changes some properties of a type that is there already, and leaves the rest:
//!
//! ```toml
//! [change.entity.goblin]
//! hp = 9
//! ```
//!
//! `parent` names the type to inherit from. Every other key is a property; those
//! the framework uses (see the constants of [`Prop`](crate::Prop)) have to be of
//! the right kind, any other may be what the author likes.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::complaint::{Complaint, Problem};
use super::{Category, TypeDef};
use crate::appearance::Colour;
use crate::dice::Dice;
use crate::value::Value;

/// Names and descriptions of the seven tiles every game knows.
pub const BASICS: &str = include_str!("../../data/basics.toml");

/// Reads one file into definitions and complaints.
pub(super) fn read(
    file: &str,
    text: &str,
    types: &mut Vec<(Category, String, TypeDef)>,
    complaints: &mut Vec<Complaint>,
) {
    let lines = Lines::of(text);
    let place = |start: usize| (file.into(), lines.line(start));
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let start = error.span().map_or(0, |span| span.start);
        let problem = Problem::NotToml(error.message().to_string());
        complaints.push(Complaint::new(Some(&place(start)), "", problem));
    }
    if !errors.is_empty() {
        return;
    }
    for (section, body) in document.get_ref() {
        let at = place(section.span().start);
        let name = section.get_ref().as_ref();
        let mut one =
            |complaints: &mut Vec<Complaint>, category, body: &Spanned<DeValue<'_>>, changes| {
                let Some(table) = body.get_ref().as_table() else {
                    complaints.push(Complaint::new(Some(&at), name, Problem::NotATable));
                    return;
                };
                for (key, body) in table {
                    let at = place(key.span().start);
                    match read_type(key.get_ref(), body, &at, &lines, complaints) {
                        Ok(def) => {
                            let def = TypeDef { changes, ..def };
                            types.push((category, key.get_ref().to_string(), def));
                        }
                        Err(problem) => {
                            complaints.push(Complaint::new(Some(&at), key.get_ref(), problem));
                        }
                    }
                }
            };
        match (category_of(name), body.get_ref().as_table()) {
            (Some(category), _) => one(complaints, category, body, false),
            (None, Some(inner)) if name == "change" => {
                for (section, body) in inner {
                    match category_of(section.get_ref()) {
                        Some(category) => one(complaints, category, body, true),
                        None => complaints.push(Complaint::new(
                            Some(&place(section.span().start)),
                            section.get_ref(),
                            Problem::UnknownSection,
                        )),
                    }
                }
            }
            _ => complaints.push(Complaint::new(Some(&at), name, Problem::UnknownSection)),
        }
    }
}

fn category_of(section: &str) -> Option<Category> {
    match section {
        "entity" => Some(Category::Entity),
        "tile" => Some(Category::Tile),
        _ => None,
    }
}

fn read_type(
    key: &str,
    body: &Spanned<DeValue<'_>>,
    at: &(Box<str>, u32),
    lines: &Lines,
    complaints: &mut Vec<Complaint>,
) -> Result<TypeDef, Problem> {
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if key.is_empty() || key.len() > 64 || !key.bytes().all(letters) {
        return Err(Problem::BadKey);
    }
    let table = body.get_ref().as_table().ok_or(Problem::NotATable)?;
    let mut def = TypeDef {
        place: Some(at.clone()),
        ..TypeDef::default()
    };
    for (name, value) in table {
        let prop = name.get_ref().to_string();
        let place = (at.0.clone(), lines.line(name.span().start));
        let Some(value) = read_value(value.get_ref()) else {
            complaints.push(Complaint::new(
                Some(&place),
                key,
                Problem::UnusableValue { prop },
            ));
            continue;
        };
        match (prop.as_str(), value) {
            ("parent", Value::Text(parent)) => def.parent = Some(parent.into()),
            ("parent", _) => {
                let expected = "the key of a type".to_string();
                let problem = Problem::WrongValue { prop, expected };
                complaints.push(Complaint::new(Some(&place), key, problem));
            }
            (_, value) => {
                def.props.push((prop, value));
                def.lines.push(place.1);
            }
        }
    }
    Ok(def)
}

fn read_value(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => Value::Text(text.as_ref().into()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Integer(number) => {
            Value::Int(i64::from_str_radix(number.as_str(), number.radix()).ok()?)
        }
        DeValue::Float(_) | DeValue::Datetime(_) => return None,
        DeValue::Array(items) => {
            let items: Option<Vec<_>> = items
                .iter()
                .map(|item| read_value(item.get_ref()))
                .collect();
            Value::List(items?)
        }
        DeValue::Table(fields) => {
            let mut table = BTreeMap::new();
            for (name, field) in fields {
                table.insert(name.get_ref().as_ref().into(), read_value(field.get_ref())?);
            }
            Value::Table(table)
        }
    })
}

/// Properties the framework itself reads have to be what it can use.
pub(super) fn check_property(category: Category, name: &str, value: &Value) -> Result<(), Problem> {
    let bool = || value.as_bool().is_some();
    let whole = |least: i64| value.as_int().is_some_and(|number| number >= least);
    let (sound, expected) = match (category, name) {
        (_, "name" | "description") => (value.as_text().is_some(), "text"),
        (_, "char") => (
            value
                .as_text()
                .is_some_and(|text| text.chars().count() == 1),
            "one character",
        ),
        (_, "color" | "background") => match value.as_text().map(str::parse::<Colour>) {
            Some(Ok(_)) => return Ok(()),
            Some(Err(unknown)) => {
                return Err(Problem::WrongValue {
                    prop: name.to_string(),
                    expected: format!("a colour ({unknown})"),
                });
            }
            None => (false, "the name of a colour"),
        },
        (Category::Tile, "walkable" | "transparent")
        | (Category::Entity, "blocks_movement" | "can_swim" | "pushable") => {
            (bool(), "true or false")
        }
        (Category::Entity, "mind" | "use") => (value.as_text().is_some(), "a name"),
        (Category::Tile, "needs") => (value.as_text().is_some(), "the name of an ability"),
        (Category::Entity, "delay") => (whole(1), "a whole number, 1 or more"),
        (Category::Entity, "view_radius" | "range" | "radius" | "turns" | "capacity") => {
            (whole(0), "a whole number, 0 or more")
        }
        (Category::Entity, "hp" | "max_hp" | "defense" | "armor" | "power" | "draw_order") => {
            (whole(i64::MIN), "a whole number")
        }
        (Category::Entity, "attack" | "damage" | "ranged_attack" | "ranged_damage") => {
            match value {
                Value::Text(text) => match text.parse::<Dice>() {
                    Ok(_) => return Ok(()),
                    Err(error) => {
                        return Err(Problem::WrongValue {
                            prop: name.to_string(),
                            expected: format!("dice; {error}"),
                        });
                    }
                },
                other => (other.as_dice().is_some(), "dice like \"1d6+1\""),
            }
        }
        (Category::Entity, "amount") => (
            value.as_int().is_some() || value.as_dice().is_some(),
            "a whole number or dice like \"1d6+1\"",
        ),
        (Category::Entity, "act") => (
            behaviour_name(value).is_some(),
            "the name of a behaviour, or a table with one under `behaviour`",
        ),
        _ => return Ok(()),
    };
    if sound {
        return Ok(());
    }
    Err(Problem::WrongValue {
        prop: name.to_string(),
        expected: expected.to_string(),
    })
}

/// The behaviour an `act` property names: as text, or with arguments in a table.
pub(crate) fn behaviour_name(act: &Value) -> Option<&str> {
    match act {
        Value::Text(name) => Some(name),
        Value::Table(table) => table.get("behaviour")?.as_text(),
        _ => None,
    }
}

/// Line numbers by byte.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(
            text.bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'\n')
                .map(|(at, _)| at)
                .collect(),
        )
    }

    fn line(&self, byte: usize) -> u32 {
        self.0.partition_point(|&newline| newline < byte) as u32 + 1
    }
}
