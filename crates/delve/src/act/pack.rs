//! Picking up, dropping, and what things are called in the pack.

use parlour_rogue::{Entity, EntityId, EntityRef, Outcome, PACK_SIZE, Value, World};

use crate::lore;
use crate::names::Names;
use crate::refusal::Refusal;
use crate::scene::{Scene, is_item};
use crate::state::State;
use crate::terrain;

/// Whether the pack has room: a free letter, or a heap of the same kind.
pub(crate) fn has_room(state: &State, item: EntityRef<'_>) -> bool {
    let pack = state.world().pack(state.player());
    let joins = item.prop(state.content.names.stack).is_some()
        && pack.iter().any(|carried| carried.kind == item.kind());
    joins || pack.len() < PACK_SIZE
}

/// How many a heap is; everything else is one.
pub(crate) fn count_of(world: &World, names: &Names, item: &Entity) -> i64 {
    let count = world.prop_of(item, names.count).and_then(Value::as_int);
    count.unwrap_or(1)
}

/// An item in words: "a mace", "a +2 mace", "7 arrows", "a staff of firebolt (1 of 2)".
pub(crate) fn words_for(world: &World, names: &Names, item: &Entity) -> String {
    let int = |prop| world.prop_of(item, prop).and_then(Value::as_int);
    let name = world.name_of(item);
    let mut words = match (count_of(world, names, item), int(names.enchant)) {
        (1, Some(shards)) if shards > 0 && name.starts_with(char::is_uppercase) => {
            format!("the +{shards} {name}")
        }
        (1, Some(shards)) if shards > 0 => format!("a +{shards} {name}"),
        (1, _) => with_article(name),
        (many, _) => format!("{many} {}", plural(name)),
    };
    if let Some(charges) = int(names.charges).filter(|_| !lore::is_unknown(world, item.kind)) {
        match most_charges(world, names, item) {
            Some(most) => {
                words += &[" (", &charges.to_string(), " of ", &most.to_string(), ")"].concat();
            }
            None => words += &[" (", &charges.to_string(), ")"].concat(),
        }
    }
    words
}

/// How many charges a staff can hold; nothing for what does not fill again.
pub(crate) fn most_charges(world: &World, names: &Names, item: &Entity) -> Option<i64> {
    world.prop_of(item, names.recharge)?;
    let born = world.registry().entity_prop(item.kind, names.charges);
    let born = born.and_then(Value::as_int).unwrap_or(1);
    let bound = world.prop_of(item, names.enchant).and_then(Value::as_int);
    Some(born + bound.unwrap_or(0))
}

/// Several of something: "potions of healing", "rock worms", "wolves".
pub fn plural(name: &str) -> String {
    for between in [" of ", " titled ", " in "] {
        if let Some((thing, rest)) = name.split_once(between) {
            return format!("{}{between}{rest}", plural(thing));
        }
    }
    let (stem, ending) = match name {
        it if it.ends_with("wolf") => (&it[..it.len() - 1], "ves"),
        it if it.ends_with(['s', 'x', 'z']) || it.ends_with("ch") || it.ends_with("sh") => {
            (it, "es")
        }
        it if it.ends_with('y') && !it.ends_with("ey") && !it.ends_with("ay") => {
            (&it[..it.len() - 1], "ies")
        }
        it => (it, "s"),
    };
    format!("{stem}{ending}")
}

/// "a rat", "3 rats".
pub fn counted(name: &str, count: u32) -> String {
    match count {
        1 => with_article(name),
        many => format!("{many} {}", plural(name)),
    }
}

/// Whether an item is to be chosen by whoever wants it: for sale, or one of three.
pub(crate) fn is_a_choice(names: &Names, item: EntityRef<'_>) -> bool {
    item.is(names.for_sale) || item.int(names.caged).is_some()
}

/// "a rat", "an orc", "the Warden".
pub fn with_article(name: &str) -> String {
    if name.starts_with(char::is_uppercase) {
        format!("the {name}")
    } else if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        format!("an {name}")
    } else {
        format!("a {name}")
    }
}

/// What a plain pick-up takes: the first thing here that can be taken. Before rules 4
/// it was the first thing here, or none.
pub(super) fn to_take(state: &State) -> Result<EntityId, Refusal> {
    let mut refusal = Refusal::NothingHere;
    let here = state.world().entities_at(state.here());
    for (place, item) in here.into_iter().filter(|it| is_item(*it)).enumerate() {
        match can_take(state, item) {
            Ok(()) => return Ok(item.id()),
            Err(why) if place == 0 => refusal = why,
            Err(_) => {}
        }
        if !state.content.wits().is_of_rules_4() {
            break;
        }
    }
    Err(refusal)
}

fn can_take(state: &State, item: EntityRef<'_>) -> Result<(), Refusal> {
    affordable(state, item)?;
    if has_room(state, item) {
        Ok(())
    } else {
        Err(Refusal::PackFull)
    }
}

/// What lies in a stall has its price.
fn affordable(state: &State, item: EntityRef<'_>) -> Result<(), Refusal> {
    let names = &state.content.names;
    if !item.is(names.for_sale) {
        return Ok(());
    }
    let world = state.world();
    let price = price_of(world, names, &item.to_entity());
    let shard = state.content.kinds.deep.map(|deep| deep.shard);
    let pack = world.pack(state.player()).iter();
    let shards: i64 = pack
        .filter(|it| Some(it.kind) == shard)
        .map(|it| count_of(world, names, it))
        .sum();
    if shards >= price {
        Ok(())
    } else {
        Err(Refusal::TooDear(u32::try_from(price).unwrap_or(u32::MAX)))
    }
}

pub(super) fn pick_up(scene: &mut Scene<'_>, id: EntityId) -> Outcome {
    scene.make_noise(5);
    let here = scene.here();
    let Some(item) = scene.world.entity(id).map(EntityRef::to_entity) else {
        return Outcome::free();
    };
    let names = scene.content.names;
    // Before rules 4 one paid first, whether there was room or not.
    let pays_afterwards = scene.content.wits().is_of_rules_4();
    if !pays_afterwards {
        pay(scene, &item);
    }
    let words = words_for(scene.world, &names, &item);
    let heap = scene.world.prop_of(&item, names.stack).is_some();
    let same = scene
        .world
        .pack(scene.me)
        .iter()
        .find_map(|carried| (heap && carried.kind == item.kind).then_some(carried.id)?);
    let letter = if let Some(same) = same {
        let more = count_of(scene.world, &names, &item);
        scene.world.remove(id);
        add_to_heap(scene, same, more);
        scene.journey.letter_of(same)
    } else {
        if scene.world.pick_up(scene.me, id).is_err() {
            return Outcome::free();
        }
        let letter = scene.journey.free_letter();
        if let Some(letter) = letter {
            scene.journey.letters.insert(letter, id);
        }
        letter
    };
    let letter = letter.unwrap_or('?');
    if pays_afterwards {
        pay(scene, &item);
    }
    if let Some(deep) = scene.content.kinds.deep {
        scene.world.change_carried(|carried| {
            if carried.id == Some(id) {
                carried.props.unset(names.for_sale);
                carried.props.unset(names.caged);
            }
        });
        if item.props.get(names.caged).is_some() {
            shut_the_others(scene);
        }
        if scene.content.legends.contains(&item.kind) && !scene.journey.legend {
            scene.journey.legend = true;
            let turn = scene.world.turns();
            scene.journey.note(turn, format!("took {words}"));
        }
        if item.kind == deep.key {
            scene.make_noise(14);
            let wits = scene.content.wits();
            terrain::alarm(&wits, scene.world, here, 10);
            scene.world.say("Somewhere stone grates on stone.");
        }
    }
    if item.kind == scene.content.kinds.amulet {
        scene.journey.has_amulet = true;
        if !scene.journey.had_amulet {
            scene.journey.had_amulet = true;
            let turn = scene.world.turns();
            scene.journey.note(turn, "took the amulet");
            scene
                .world
                .say("The amulet is yours. Far above, a door creaks. Everything down here knows.");
        }
    }
    Outcome::turn().say(format!("You pick up {words} ({letter})."))
}

/// Leaves the price of what lies in a stall.
fn pay(scene: &mut Scene<'_>, item: &Entity) {
    let names = scene.content.names;
    if item.props.get(names.for_sale).is_none() {
        return;
    }
    let price = price_of(scene.world, &names, item);
    let shard = scene.content.kinds.deep.map(|deep| deep.shard);
    let mut pack = scene.world.pack(scene.me).iter();
    if let Some(heap) = pack.find(|it| Some(it.kind) == shard).and_then(|it| it.id) {
        add_to_heap(scene, heap, -price);
        let price = if price == 1 {
            "a shard".to_string()
        } else {
            format!("{price} shards")
        };
        scene.world.say(format!("You leave {price}."));
    }
}

/// What a stall asks for a thing.
pub(crate) fn price_of(world: &World, names: &Names, item: &Entity) -> i64 {
    let price = world.prop_of(item, names.price).and_then(Value::as_int);
    price.unwrap_or(1)
}

/// Whoever takes one of three leaves the others.
fn shut_the_others(scene: &mut Scene<'_>) {
    let caged = scene.content.names.caged;
    let others: Vec<_> = scene
        .world
        .entities()
        .filter(|it| it.int(caged).is_some())
        .map(EntityRef::id)
        .collect();
    if others.is_empty() {
        return;
    }
    for other in others {
        scene.world.remove(other);
    }
    scene.world.say("Cages fall over the others.");
}

/// Changes how many a carried heap is; a heap of none is gone.
pub(super) fn add_to_heap(scene: &mut Scene<'_>, id: EntityId, more: i64) {
    let names = scene.content.names;
    let Some(mut heap) = scene.world.use_up(scene.me, id) else {
        return;
    };
    let count = count_of(scene.world, &names, &heap) + more;
    if count > 0 {
        heap.props.set(names.count, count);
        // The number and the room are those it had a moment ago.
        let _ = scene.world.give(scene.me, heap);
    } else {
        scene.journey.forget(id);
    }
}

pub(super) fn drop_item(scene: &mut Scene<'_>, letter: char) -> Outcome {
    scene.make_noise(5);
    let Some(&id) = scene.journey.letters.get(&letter) else {
        return Outcome::free();
    };
    let names = scene.content.names;
    let carried = scene.world.pack(scene.me).iter();
    let Some(item) = carried.clone().find(|it| it.id == Some(id)).cloned() else {
        return Outcome::free();
    };
    let words = words_for(scene.world, &names, &item);
    if scene.world.put_down(scene.me, id).is_err() {
        return Outcome::free();
    }
    scene.world.set(id, names.left_behind, true);
    scene.world.set(id, names.seen, true);
    scene.journey.forget(id);
    if item.kind == scene.content.kinds.amulet {
        scene.journey.has_amulet = false;
    }
    scene.refresh_sheet();
    Outcome::turn().say(format!("You drop {words}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_of_a_thing_are_named_rightly() {
        for (name, count, words) in [
            ("rat", 3, "3 rats"),
            ("rat", 1, "a rat"),
            ("orc", 1, "an orc"),
            ("old wolf", 2, "2 old wolves"),
            ("monkey", 2, "2 monkeys"),
            ("fly", 2, "2 flies"),
            ("goblin archer", 4, "4 goblin archers"),
            ("potion of healing", 2, "2 potions of healing"),
            ("scroll titled ORM", 2, "2 scrolls titled ORM"),
            ("blue potion", 5, "5 blue potions"),
            ("Warden of the deep", 1, "the Warden of the deep"),
        ] {
            assert_eq!(counted(name, count), words);
        }
    }
}
