//! What is in the pack, as far as the player knows it.

use parlour_rogue::{Entity, Prop, Value};
use serde::{Deserialize, Serialize};

use super::{UNKNOWN, small};
use crate::act::count_of;
use crate::journey::Slot;
use crate::lore;
use crate::state::State;

/// Something in the pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact about the thing, apart from the others"
)]
pub struct Carried {
    /// Its letter.
    pub letter: char,
    /// The key of its type in the content.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// What it does.
    pub description: String,
    /// The character it is drawn with.
    pub glyph: char,
    /// How many.
    pub count: u32,
    /// Where it is worn now.
    pub worn: Option<Slot>,
    /// Where it can be worn.
    pub slot: Option<Slot>,
    /// What it does when used, in the word of the content.
    pub does: String,
    /// Whether it is used on a place.
    pub aimed: bool,
    /// How good it is in its slot: the average blow, the armour, the defence.
    pub quality: u32,
    /// Whether the player knows what it does. Of what it does not know, neither key
    /// nor description nor effect say anything.
    pub known: bool,
    /// What it is mistaken for, if it is of a class that has to be found out about.
    pub class: String,
    /// How often it can be used yet, if that is counted and known.
    pub charges: Option<u32>,
    /// Whether a shard may be bound to it.
    pub holds_shards: bool,
    /// How many are bound to it.
    pub shards: u32,
    /// How a weapon strikes, in the word of the content.
    pub manner: String,
    /// Whether it lay at the end of the branch, where one of three is taken.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub legend: bool,
}

pub(super) fn pack(state: &State) -> Vec<Carried> {
    let all = state.journey.letters.iter();
    all.filter_map(|(&letter, _)| {
        let item = state.item(letter).ok()?;
        Some(carried(state, letter, item))
    })
    .collect()
}

fn carried(state: &State, letter: char, item: &Entity) -> Carried {
    let world = state.world();
    let names = &state.content.names;
    let text = |prop| world.prop_of(item, prop).and_then(Value::as_text);
    let int = |prop| world.prop_of(item, prop).and_then(Value::as_int);
    let dice = |prop| {
        let dice = world.prop_of(item, prop).and_then(Value::as_dice)?;
        Some(dice.least() + dice.most())
    };
    let known = !lore::is_unknown(world, item.kind);
    let told = |words: Option<&str>| words.filter(|_| known).unwrap_or_default().to_string();
    let does = told(text(Prop::USE));
    let bound = int(names.enchant).unwrap_or(0);
    let slot = text(names.slot).and_then(Slot::of);
    let quality = match slot {
        Some(Slot::Weapon) => {
            dice(Prop::DAMAGE).unwrap_or(0) * 2 + int(names.attack_bonus).unwrap_or(0) + bound * 5
        }
        Some(Slot::Bow) => dice(Prop::RANGED_DAMAGE).unwrap_or(0) * 2 + bound * 4,
        Some(Slot::Body) => int(Prop::ARMOR).unwrap_or(0) * 2 + bound,
        Some(Slot::Shield) => int(names.defense_bonus).unwrap_or(0) + bound,
        None => 0,
    };
    let worn = state.journey.worn.iter();
    Carried {
        letter,
        key: told(Some(state.content.registry.entity_type_key(item.kind))),
        name: crate::act::words_for(world, names, item),
        description: if known {
            told(text(Prop::DESCRIPTION))
        } else {
            UNKNOWN.to_string()
        },
        glyph: text(Prop::CHAR)
            .and_then(|text| text.chars().next())
            .unwrap_or('?'),
        count: small(count_of(world, names, item)),
        worn: worn
            .filter(|(_, id)| item.id == Some(**id))
            .map(|(slot, _)| *slot)
            .next(),
        slot,
        aimed: lore::is_aimed(&state.content, world, item),
        does,
        quality: small(quality),
        known,
        class: text(names.class).unwrap_or_default().to_string(),
        charges: int(names.charges).filter(|_| known).map(small),
        holds_shards: state.content.kinds.deep.is_some()
            && (slot.is_some() || int(names.recharge).is_some()),
        shards: small(bound),
        manner: text(names.verb).unwrap_or_default().to_string(),
        legend: world.prop_of(item, names.legend).and_then(Value::as_bool) == Some(true),
    }
}
