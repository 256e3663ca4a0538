#![doc = include_str!("../../docs/kit/identify.md")]

use parlour_rules::Stream;
use serde_json::Value as Json;

use crate::entity::{EntityId, EntityRef};
use crate::event::Event;
use crate::prop::Prop;
use crate::registry::{Category, EntityType};
use crate::rules::Rules;
use crate::value::Value;
use crate::world::World;

/// The property of a type that says which class of things it belongs to.
pub const CLASS: &str = "class";
/// Where the world keeps how each type looks that nobody has found out about.
const LOOKS: &str = "identify";

/// Deals looks out to the types of a class (`class = "potion"`), in a random order:
/// once, before the first thing is spawned. Types beyond the number of looks are known
/// from the start.
pub fn deal(world: &mut World, class: &str, looks: &[&str], chance: &mut Stream) {
    let mut looks: Vec<&str> = looks.to_vec();
    chance.shuffle(&mut looks);
    let registry = world.registry();
    let of_class = |kind: &EntityType| {
        let key = registry.entity_type_key(*kind);
        let found = registry.type_prop(Category::Entity, key, CLASS);
        found.and_then(Value::as_text) == Some(class)
    };
    let kinds = registry.entity_types().filter(of_class);
    let dealt: Vec<(String, Json)> = kinds
        .zip(looks)
        .map(|(kind, look)| (registry.entity_type_key(kind).to_string(), Json::from(look)))
        .collect();
    let all = world.extra.entry(LOOKS.to_string());
    if let Json::Object(all) = all.or_insert_with(|| Json::Object(serde_json::Map::new())) {
        all.extend(dealt);
    }
}

/// Whatever appears is disguised, and using a thing tells what it is.
#[must_use]
pub fn rules(rules: Rules) -> Rules {
    rules.on_event(|world, event| match event {
        Event::Added { who } => disguise(world, *who),
        Event::Used { kind, .. } => learn(world, *kind),
        _ => {}
    })
}

/// Gives a thing of a type nobody has found out about its look for a name.
pub fn disguise(world: &mut World, item: EntityId) {
    let look = world
        .entity(item)
        .and_then(|item| look_of(world, item.kind()));
    if let Some(look) = look {
        world.set(item, Prop::NAME, look);
    }
}

/// Disguises everything there is: for things that were spawned before play.
pub fn disguise_all(world: &mut World) {
    let levels: Vec<_> = world.level_ids().collect();
    for level in levels {
        let all: Vec<EntityId> = world.entities_of(level).map(EntityRef::id).collect();
        for item in all {
            disguise(world, item);
        }
    }
}

/// Whether somebody has to find out yet what a type is.
pub fn is_unknown(world: &World, kind: EntityType) -> bool {
    look_of(world, kind).is_some()
}

/// From now on every thing of a type has its true name.
pub fn learn(world: &mut World, kind: EntityType) {
    let Some(look) = look_of(world, kind) else {
        return;
    };
    let key = world.registry().entity_type_key(kind).to_string();
    if let Some(Json::Object(all)) = world.extra.get_mut(LOOKS) {
        all.remove(&key);
    }
    let levels: Vec<_> = world.level_ids().collect();
    for level in levels {
        let all = world.entities_of(level).filter(|it| it.kind() == kind);
        for item in all.map(EntityRef::id).collect::<Vec<_>>() {
            world.unset(item, Prop::NAME);
        }
    }
    world.change_carried(|item| {
        if item.kind == kind {
            item.props.unset(Prop::NAME);
        }
    });
    let true_name = world.registry().entity_prop(kind, Prop::NAME);
    let true_name = true_name
        .and_then(Value::as_text)
        .unwrap_or(&key)
        .to_string();
    world.say(format!("So the {look} is a {true_name}."));
}

fn look_of(world: &World, kind: EntityType) -> Option<String> {
    let key = world.registry().entity_type_key(kind);
    let look = world.extra.get(LOOKS)?.get(key)?.as_str()?;
    Some(look.to_string())
}
