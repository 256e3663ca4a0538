//! What the player has found out about things: potions, scrolls and wands look like
//! something else until they are used, and the last of a kind is known by elimination.
//! The looks are dealt by the seed and say nothing of what a thing does.

use parlour_rogue::kit::identify;
pub(crate) use parlour_rogue::kit::identify::disguise;
use parlour_rogue::{Entity, EntityType, Prop, Stream, Value, World};

use crate::content::Content;
use crate::words::{Class, Effect};

/// The first place of the streams that looks are dealt from, beyond those of levels.
const FIRST_PLACE: u64 = 64;

/// Deals looks out to everything that has to be found out about.
pub(crate) fn deal(content: &Content, world: &mut World) {
    for (place, (class, looks)) in (FIRST_PLACE..).zip(&content.classes) {
        let looks: Vec<&str> = looks.iter().map(String::as_str).collect();
        let mut chance = Stream::new(world.seed(), place);
        identify::deal(world, class.word(), &looks, &mut chance);
    }
}

/// Whether somebody has to find out yet what a thing is.
pub(crate) fn is_unknown(world: &World, kind: EntityType) -> bool {
    identify::is_unknown(world, kind)
}

/// What a thing does, for whoever knows everything.
pub(crate) fn effect_of(world: &World, item: &Entity) -> Option<Effect> {
    let word = world.prop_of(item, Prop::USE).and_then(Value::as_text);
    word.and_then(Effect::of)
}

/// The class of a type that is mistaken for others.
pub(crate) fn class_of(content: &Content, kind: EntityType) -> Option<Class> {
    let class = content.registry.entity_prop(kind, content.names.class)?;
    Class::of(class.as_text()?)
}

/// Whether a thing is used on a place, as far as the player knows: what is unknown is
/// drunk or read, but a wand has to be pointed.
pub(crate) fn is_aimed(content: &Content, world: &World, item: &Entity) -> bool {
    if is_unknown(world, item.kind) {
        return class_of(content, item.kind) == Some(Class::Wand);
    }
    effect_of(world, item).is_some_and(Effect::is_aimed)
}

/// The player knows a type from now on; and the last of its class that is left.
pub(crate) fn learn(content: &Content, world: &mut World, kind: EntityType) {
    if !is_unknown(world, kind) {
        return;
    }
    identify::learn(world, kind);
    let Some(class) = class_of(content, kind) else {
        return;
    };
    let left: Vec<EntityType> = content
        .registry
        .entity_types()
        .filter(|&other| class_of(content, other) == Some(class) && is_unknown(world, other))
        .collect();
    if let [last] = left[..] {
        identify::learn(world, last);
    }
}
