//! What the framework cannot know of the game's own properties: words that must
//! be known, ranges that must be ranges, levels that must have somebody on them.

use parlour_rogue::{Category, EntityType, Prop, Registry, Value};

use super::{ContentFault, Kinds, LevelPlan, Native, two_numbers};
use crate::names::Names;

const HABITS: [&str; 4] = ["hunter", "erratic", "archer", "still"];
const VENOMS: [&str; 3] = ["poison", "slow", "confuse"];
const SLOTS: [&str; 4] = ["weapon", "bow", "body", "shield"];
/// What items may do.
pub(crate) const USES: [&str; 12] = [
    "heal",
    "cure",
    "strength",
    "vigour",
    "haste",
    "map",
    "teleport",
    "lightning",
    "fireball",
    "confuse",
    "slumber",
    "amulet",
];

/// Checks every type; answers the handles of those the rules name.
pub(super) fn types(
    registry: &Registry,
    names: &Names,
    depth: usize,
    faults: &mut Vec<ContentFault>,
) -> Option<Kinds> {
    for kind in registry.entity_types() {
        let key = registry.entity_type_key(kind);
        let mut complain = |what: String| faults.push(fault(registry, key, what));
        for (prop, name, words) in [
            (names.habit, "habit", &HABITS[..]),
            (names.venom, "venom", &VENOMS),
            (names.slot, "slot", &SLOTS),
            (Prop::USE, "use", &USES),
        ] {
            match registry.entity_prop(kind, prop) {
                None | Some(Value::Bool(false)) => {}
                Some(Value::Text(word)) if words.contains(&&**word) => {}
                Some(other) => complain(format!(
                    "{name} has to be one of {}; {other} is not",
                    words.join(", ")
                )),
            }
        }
        for (prop, name) in [(names.levels, "levels"), (names.band, "band")] {
            let Some(value) = registry.entity_prop(kind, prop) else {
                continue;
            };
            match two_numbers(value) {
                Some((least, most)) if 1 <= least && least <= most && most <= 100 => {
                    if prop == names.levels && most as usize > depth {
                        complain(format!("levels ends at {most}, but there are {depth}"));
                    }
                }
                _ => complain(format!(
                    "{name} has to be [first, last], from 1 to 100; {value} is not"
                )),
            }
        }
        for (prop, name) in [
            (names.weight, "weight"),
            (names.worth, "worth"),
            (names.sleeps, "sleeps"),
            (names.flees, "flees"),
            (names.venom_turns, "venom_turns"),
            (names.attack_bonus, "attack_bonus"),
            (names.defense_bonus, "defense_bonus"),
        ] {
            match registry.entity_prop(kind, prop) {
                None => {}
                Some(Value::Int(number)) if (0..=1_000_000).contains(number) => {}
                Some(other) => complain(format!(
                    "{name} has to be a number from 0 to 1000000; {other} is not"
                )),
            }
        }
        // No sum of these leaves the numbers, whatever a game puts together.
        for (prop, name, least) in [
            (Prop::AMOUNT, "amount", 0),
            (Prop::TURNS, "turns", 0),
            (Prop::RANGE, "range", 0),
            (Prop::RADIUS, "radius", 0),
            (Prop::ARMOR, "armor", -10_000),
        ] {
            match registry.entity_prop(kind, prop) {
                None | Some(Value::Bool(false)) => {}
                Some(Value::Int(number)) if (least..=10_000).contains(number) => {}
                Some(other) => complain(format!(
                    "{name} has to be a number from {least} to 10000; {other} is not"
                )),
            }
        }
        if let Some(stack) = registry.entity_prop(kind, names.stack)
            && stack.as_dice().is_none()
        {
            complain(format!("stack has to be dice like 2d6+3; {stack} is not"));
        }
        let fights = registry.entity_prop(kind, names.levels).is_some()
            && registry.entity_prop(kind, Prop::ACT).is_some();
        if fights {
            fighter(registry, kind, &mut complain);
        }
    }
    let player = EntityType::PLAYER;
    fighter(registry, player, &mut |what| {
        faults.push(fault(registry, "player", what));
    });
    kinds(registry, faults)
}

/// A creature has what a fight asks of it.
fn fighter(registry: &Registry, kind: EntityType, complain: &mut dyn FnMut(String)) {
    for (prop, name) in [(Prop::HP, "hp"), (Prop::DEFENSE, "defense")] {
        let number = registry.entity_prop(kind, prop).and_then(Value::as_int);
        if !number.is_some_and(|number| (1..=10_000).contains(&number)) {
            complain(format!("{name} has to be a number from 1 to 10000"));
        }
    }
    for (prop, name) in [(Prop::ATTACK, "attack"), (Prop::DAMAGE, "damage")] {
        let dice = registry.entity_prop(kind, prop).and_then(Value::as_dice);
        if dice.is_none() {
            complain(format!("{name} has to be dice"));
        }
    }
    let delay = registry
        .entity_prop(kind, Prop::DELAY)
        .and_then(Value::as_int);
    if delay.is_some_and(|delay| !(2..=100).contains(&delay)) {
        complain("delay has to be a number from 2 to 100".to_string());
    }
}

fn kinds(registry: &Registry, faults: &mut Vec<ContentFault>) -> Option<Kinds> {
    let mut entity = |key: &str| {
        let kind = registry.entity(key);
        if kind.is_none() {
            faults.push(ContentFault {
                file: "items.toml".to_string(),
                line: 1,
                name: key.to_string(),
                what: "the rules need this type, and nobody defines it".to_string(),
            });
        }
        kind
    };
    let (remains, amulet, warden) = (entity("remains"), entity("amulet"), entity("warden"));
    let (arrow, dagger, healing) = (entity("arrow"), entity("dagger"), entity("healing"));
    let door = registry.tile("door");
    if door.is_none() {
        faults.push(ContentFault {
            file: "tiles.toml".to_string(),
            line: 1,
            name: "door".to_string(),
            what: "the rules need this tile, and nobody defines it".to_string(),
        });
    }
    Some(Kinds {
        door: door?,
        remains: remains?,
        amulet: amulet?,
        warden: warden?,
        arrow: arrow?,
        dagger: dagger?,
        healing: healing?,
    })
}

/// Every level has creatures and items to choose from.
pub(super) fn tables(
    creatures: &[Native],
    items: &[Native],
    levels: &[LevelPlan],
    faults: &mut Vec<ContentFault>,
) {
    for (depth, level) in (1..).zip(levels) {
        for (natives, file, what) in [
            (creatures, "creatures.toml", "creature"),
            (items, "items.toml", "item"),
        ] {
            let anyone = |native: &Native| native.lives_at(depth) && native.weight > 0;
            if !natives.iter().any(anyone) {
                faults.push(ContentFault {
                    file: file.to_string(),
                    line: 1,
                    name: level.name.clone(),
                    what: format!("no {what} has level {depth} among its levels"),
                });
            }
        }
    }
}

fn fault(registry: &Registry, key: &str, what: String) -> ContentFault {
    let (file, line) = registry
        .origin(Category::Entity, key)
        .unwrap_or(("content", 0));
    ContentFault {
        file: file.to_string(),
        line,
        name: key.to_string(),
        what,
    }
}

#[cfg(test)]
mod tests {
    use crate::content::{Content, ContentFile};

    /// The items that ship, with one more property for the potion of healing.
    fn complaints(property: &str) -> Vec<String> {
        let (name, text) = crate::FILES
            .iter()
            .find(|(name, _)| *name == "items.toml")
            .expect("items ship");
        let key = property.split(' ').next().unwrap_or_default();
        let mut in_healing = false;
        let mut lines: Vec<&str> = Vec::new();
        for line in text.lines() {
            if line.starts_with('[') {
                in_healing = line == "[entity.healing]";
                lines.push(line);
                if in_healing {
                    lines.push(property);
                }
            } else if !(in_healing && line.starts_with(key)) {
                lines.push(line);
            }
        }
        let file = ContentFile {
            name: (*name).to_string(),
            text: lines.join("\n"),
        };
        match Content::with(&[file]) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.into_iter().map(|fault| fault.what).collect(),
        }
    }

    #[test]
    fn numbers_that_no_sum_could_hold_are_refused_when_read() {
        assert!(complaints("amount = 12").is_empty());
        for (property, what) in [
            (
                "amount = 9223372036854775807",
                "amount has to be a number from 0",
            ),
            ("amount = -1", "amount has to be a number from 0"),
            (
                "turns = 9223372036854775807",
                "turns has to be a number from 0",
            ),
            ("range = 10001", "range has to be a number from 0"),
            ("radius = -1", "radius has to be a whole number, 0 or more"),
            (
                "armor = -9223372036854775808",
                "armor has to be a number from -10000",
            ),
        ] {
            let said = complaints(property);
            assert!(
                said.iter().any(|it| it.starts_with(what)),
                "{property}: {said:?}"
            );
        }
    }
}
