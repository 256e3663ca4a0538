//! What the framework cannot know of the game's own properties: words that must
//! be known, ranges that must be ranges, levels that must have somebody on them.

use parlour_rogue::kit::doors;
use parlour_rogue::{EntityType, Prop, Registry, Value};

use super::places::Places;
use super::plan::{BranchPlan, level_table};
use super::{Branch, ContentFault, Deep, FILES, Kinds, LevelPlan, Native, two_numbers};
use crate::names::Names;
use crate::words::{Class, Effect, Manner, Theme, Verb};

const HABITS: [&str; 4] = ["hunter", "erratic", "archer", "still"];
const VENOMS: [&str; 3] = ["poison", "slow", "confuse"];
const SLOTS: [&str; 4] = ["weapon", "bow", "body", "shield"];
/// Checks every type; answers the handles of those the rules name.
pub(super) fn types(
    registry: &Registry,
    names: &Names,
    places: &Places,
    depth: usize,
    own: impl Fn(&str) -> bool,
    faults: &mut Vec<ContentFault>,
) -> Option<Kinds> {
    for kind in registry.entity_types() {
        let key = registry.entity_type_key(kind);
        let mut complain = |prop: &str, what: String| {
            let fault = places.fault("entity", key, prop, &what);
            // What several types inherit is told once, where it is written.
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        };
        for (prop, name, words) in [
            (names.habit, "habit", HABITS.to_vec()),
            (names.venom, "venom", VENOMS.to_vec()),
            (names.slot, "slot", SLOTS.to_vec()),
            (Prop::USE, "use", Effect::words()),
            (names.verb, "verb", Manner::words()),
            (names.class, "class", Class::words()),
            (names.grows, "grows", vec!["shards", "ranks"]),
        ] {
            match registry.entity_prop(kind, prop) {
                None | Some(Value::Bool(false)) => {}
                Some(Value::Text(word)) if words.contains(&&**word) => {}
                Some(other) => complain(
                    name,
                    format!("has to be one of {}; {other} is not", words.join(", ")),
                ),
            }
        }
        for (prop, name, words) in [
            (names.verbs, "verbs", Verb::words()),
            (names.themes, "themes", Theme::words()),
        ] {
            let known = |word: &Value| word.as_text().is_some_and(|word| words.contains(&word));
            match registry.entity_prop(kind, prop) {
                None | Some(Value::Bool(false)) => {}
                Some(Value::List(list)) if list.iter().all(known) => {}
                Some(other) => complain(
                    name,
                    format!("has to be a list of {}; {other} is not", words.join(", ")),
                ),
            }
        }
        for (prop, name) in [(names.summons, "summons"), (names.leader, "leader")] {
            match registry.entity_prop(kind, prop) {
                None | Some(Value::Bool(false)) => {}
                Some(Value::Text(key)) if is_creature(registry, key) => {}
                Some(other) => complain(
                    name,
                    format!("has to be the key of a creature; {other} is not"),
                ),
            }
        }
        for (prop, name) in [(names.levels, "levels"), (names.band, "band")] {
            let Some(value) = registry.entity_prop(kind, prop) else {
                continue;
            };
            if value.as_bool() == Some(false) {
                continue;
            }
            match two_numbers(value) {
                Some((least, most)) if 1 <= least && least <= most && most <= 100 => {
                    // Fewer levels than those that ship are no fault of what ships.
                    let theirs = places.file_of("entity", key).is_some_and(&own);
                    if prop == names.levels && most as usize > depth && theirs {
                        complain(name, format!("ends at {most}, but there are {depth}"));
                    }
                }
                _ => complain(
                    name,
                    format!("has to be [first, last], from 1 to 100; {value} is not"),
                ),
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
            (names.recharge, "recharge"),
            (names.price, "price"),
        ] {
            match registry.entity_prop(kind, prop) {
                None => {}
                Some(Value::Int(number)) if (0..=1_000_000).contains(number) => {}
                Some(other) => complain(
                    name,
                    format!("has to be a number from 0 to 1000000; {other} is not"),
                ),
            }
        }
        // No sum of these leaves the numbers, whatever a game puts together.
        for (prop, name, least) in [
            (Prop::AMOUNT, "amount", 0),
            (Prop::TURNS, "turns", 0),
            (Prop::RANGE, "range", 0),
            (Prop::RADIUS, "radius", 0),
            (Prop::ARMOR, "armor", -10_000),
            (names.stealth, "stealth", -100),
        ] {
            match registry.entity_prop(kind, prop) {
                None | Some(Value::Bool(false)) => {}
                Some(Value::Int(number)) if (least..=10_000).contains(number) => {}
                Some(other) => complain(
                    name,
                    format!("has to be a number from {least} to 10000; {other} is not"),
                ),
            }
        }
        for (prop, name) in [(names.stack, "stack"), (names.charges, "charges")] {
            if let Some(dice) = registry.entity_prop(kind, prop)
                && dice.as_dice().is_none()
            {
                let what = format!("has to be dice like 2d6+3; {dice} is not");
                complain(name, what);
            }
        }
        match registry.entity_prop(kind, names.legend) {
            None | Some(Value::Bool(_)) => {}
            Some(other) => complain("legend", format!("has to be true or false; {other} is not")),
        }
        let fights = registry.entity_prop(kind, names.levels).is_some()
            && registry.entity_prop(kind, Prop::ACT).is_some();
        if fights {
            fighter(registry, kind, &mut complain);
        }
    }
    let player = EntityType::PLAYER;
    fighter(registry, player, &mut |prop, what| {
        faults.push(places.fault("entity", "player", prop, &what));
    });
    kinds(registry, names, faults)
}

fn is_creature(registry: &Registry, key: &str) -> bool {
    let kind = registry.entity(key);
    kind.is_some_and(|kind| registry.entity_prop(kind, Prop::ACT).is_some())
}

/// A creature has what a fight asks of it.
fn fighter(registry: &Registry, kind: EntityType, complain: &mut dyn FnMut(&str, String)) {
    for (prop, name) in [(Prop::HP, "hp"), (Prop::DEFENSE, "defense")] {
        let number = registry.entity_prop(kind, prop).and_then(Value::as_int);
        if !number.is_some_and(|number| (1..=10_000).contains(&number)) {
            complain(name, "has to be a number from 1 to 10000".to_string());
        }
    }
    for (prop, name) in [(Prop::ATTACK, "attack"), (Prop::DAMAGE, "damage")] {
        let dice = registry.entity_prop(kind, prop).and_then(Value::as_dice);
        if dice.is_none() {
            complain(name, "has to be dice".to_string());
        }
    }
    let delay = registry
        .entity_prop(kind, Prop::DELAY)
        .and_then(Value::as_int);
    if delay.is_some_and(|delay| !(2..=100).contains(&delay)) {
        complain("delay", "has to be a number from 2 to 100".to_string());
    }
}

fn kinds(registry: &Registry, names: &Names, faults: &mut Vec<ContentFault>) -> Option<Kinds> {
    // What is missing is missing in the file that ships it.
    let shipped = Places::read(&FILES);
    let mut missing = |section: &str, key: &str| {
        let file = shipped.file_of(section, key).unwrap_or_default();
        faults.push(ContentFault {
            file: file.to_string(),
            line: 0,
            table: format!("[{section}.{key}]"),
            what: "is missing, and the rules need it".to_string(),
        });
    };
    let mut entity = |key: &str| {
        let kind = registry.entity(key);
        if kind.is_none() {
            missing("entity", key);
        }
        kind
    };
    let (remains, amulet, warden) = (entity("remains"), entity("amulet"), entity("warden"));
    let (arrow, dagger, healing) = (entity("arrow"), entity("dagger"), entity("healing"));
    let grows = registry.entity_prop(EntityType::PLAYER, names.grows);
    let by_shards = grows.and_then(Value::as_text) == Some("shards");
    let grown = |entity: &mut dyn FnMut(&str) -> Option<EntityType>| {
        (entity("shard"), entity("key"), entity("guardian"))
    };
    let things = by_shards.then(|| grown(&mut entity));
    let mut tile = |key: &str| {
        let kind = registry.tile(key);
        if kind.is_none() {
            missing("tile", key);
        }
        kind
    };
    let door = tile("door");
    let deep = match things {
        None => None,
        Some((shard, key, guardian)) => {
            let (locked, secret) = (tile(doors::LOCKED), tile(doors::SECRET));
            let (grass, oil, water) = (tile("grass"), tile("oil"), tile("deep-water"));
            let (bridge, altar) = (tile("bridge"), tile("altar"));
            let (brazier, vent) = (tile("brazier"), tile("vent"));
            tile("ash")?;
            Some(Deep {
                shard: shard?,
                key: key?,
                guardian: guardian?,
                locked: locked?,
                secret: secret?,
                grass: grass?,
                oil: oil?,
                water: water?,
                bridge: bridge?,
                altar: altar?,
                brazier: brazier?,
                vent: vent?,
                shaft: registry.tile("shaft"),
            })
        }
    };
    Some(Kinds {
        deep,
        door: door?,
        remains: remains?,
        amulet: amulet?,
        warden: warden?,
        arrow: arrow?,
        dagger: dagger?,
        healing: healing?,
    })
}

/// A branch has a shaft to go down by, a keeper, and three things to choose from.
pub(super) fn branch(
    registry: &Registry,
    kinds: &Kinds,
    legends: &[EntityType],
    plan: Option<BranchPlan>,
    faults: &mut Vec<ContentFault>,
) -> Option<Branch> {
    let plan = plan?;
    let mut complain = |what: String| {
        faults.push(ContentFault {
            file: "dungeon.toml".to_string(),
            line: plan.line,
            table: "[branch]".to_string(),
            what,
        });
    };
    if kinds.deep.is_none_or(|deep| deep.shaft.is_none()) {
        complain("needs a tile `shaft`, and a player who grows by shards".to_string());
    }
    if legends.len() < 3 {
        complain("needs three things that are legend".to_string());
    }
    let keeper = registry.entity(&plan.keeper);
    let keeper = keeper.filter(|_| is_creature(registry, &plan.keeper));
    if keeper.is_none() {
        let key = &plan.keeper;
        complain(format!(
            "keeper has to be the key of a creature; {key:?} is not"
        ));
    }
    Some(Branch {
        from: plan.from,
        keeper: keeper?,
        call: plan.call,
        levels: plan.levels,
    })
}

/// Every level has creatures and items to choose from. If not, the level is named,
/// unless the levels are those that ship: then it is the file of those who should
/// live there.
pub(super) fn tables(
    creatures: &[Native],
    items: &[Native],
    levels: &[LevelPlan],
    own: impl Fn(&str) -> bool,
    faults: &mut Vec<ContentFault>,
) {
    for (depth, level) in (1..).zip(levels) {
        for (natives, file, what) in [
            (creatures, "creatures.toml", "creature"),
            (items, "items.toml", "item"),
        ] {
            let anyone = |native: &Native| native.lives_at(depth) && native.weight > 0;
            if natives.iter().any(anyone) {
                continue;
            }
            let of_types = own(file) && !own("dungeon.toml");
            let name = &level.name;
            faults.push(ContentFault {
                file: if of_types { file } else { "dungeon.toml" }.to_string(),
                line: if of_types { 0 } else { level.line },
                table: if of_types {
                    String::new()
                } else {
                    level_table(depth, name)
                },
                what: format!("no {what} of {file} has level {depth}, {name}, in its levels"),
            });
        }
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
