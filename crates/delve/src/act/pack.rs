//! Picking up, dropping, and what things are called in the pack.

use parlour_rogue::{Entity, EntityRef, Outcome, PACK_SIZE, Value, World};

use crate::names::Names;
use crate::scene::{Scene, is_item};
use crate::state::State;

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

/// An item in words: "a mace", "7 arrows".
pub(crate) fn words_for(world: &World, names: &Names, item: &Entity) -> String {
    let name = world.name_of(item);
    match count_of(world, names, item) {
        1 => with_article(name),
        many => match name.split_once(" of ") {
            Some((thing, kind)) => format!("{many} {thing}s of {kind}"),
            None => format!("{many} {name}s"),
        },
    }
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

pub(super) fn pick_up(scene: &mut Scene<'_>) -> Outcome {
    scene.make_noise(5);
    let here = scene.here();
    let item = scene
        .world
        .entities_at(here)
        .into_iter()
        .find(|it| is_item(*it))
        .map(|it| (it.id(), it.to_entity()));
    let Some((id, item)) = item else {
        return Outcome::free();
    };
    let names = scene.content.names;
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

/// Changes how many a carried heap is; a heap of none is gone.
pub(super) fn add_to_heap(scene: &mut Scene<'_>, id: parlour_rogue::EntityId, more: i64) {
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
