//! Who and what is on the map, as far as the player knows.

use parlour_grid::Point;
use parlour_rogue::combat::Health;
use parlour_rogue::{EntityRef, Prop};
use serde::{Deserialize, Serialize};

use super::danger::Danger;
use super::{UNKNOWN, small};
use crate::act::NEAR;
use crate::lore;
use crate::scene::{is_enemy, is_item};
use crate::sight::Eyesight;
use crate::state::State;

/// Somebody or something on the map that the player knows of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// Where.
    pub at: Point,
    /// What it is called.
    pub name: String,
    /// What one sees when looking at it.
    pub description: String,
    /// The character it is drawn with.
    pub glyph: char,
    /// What it is.
    pub kind: ThingKind,
    /// Whether it is in view now; items are remembered.
    pub in_view: bool,
}

/// What a thing on the map is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThingKind {
    /// A living enemy.
    Enemy {
        /// Of a hundred, how much health is left; at least 1.
        health: u8,
        /// Whether it sleeps.
        asleep: bool,
        /// Whether it stumbles about.
        confused: bool,
        /// Whether it took fright and runs.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        runs: bool,
        /// Whether it can strike from afar.
        shoots: bool,
        /// How dangerous the type is: what slaying it is worth.
        worth: u32,
        /// Whether it acts more often than an unhurried player.
        fast: bool,
        /// What a fight with it would be like.
        danger: Box<Danger>,
    },
    /// Somebody on the player's side.
    Friend {
        /// Of a hundred, how much health is left; at least 1.
        health: u8,
        /// Whether it is in chains, for a step to break.
        captive: bool,
    },
    /// Something to pick up.
    Item {
        /// Whether the player put it there itself.
        left_behind: bool,
        /// How many shards a stall asks for it.
        price: Option<u32>,
        /// Whether taking it shuts others away.
        caged: bool,
    },
    /// What is left of somebody.
    Remains,
}

impl Thing {
    /// Whether it is an enemy that keeps somebody at this cell from exploring, resting
    /// and travelling: awake, and not on the run.
    pub(crate) fn holds_up(&self, here: Point) -> bool {
        let ThingKind::Enemy {
            asleep,
            runs,
            shoots,
            ..
        } = self.kind
        else {
            return false;
        };
        let has_run = runs && !shoots && here.chebyshev(self.at) > NEAR;
        !(asleep || has_run)
    }
}

pub(super) fn things(state: &State, sight: &Eyesight) -> Vec<Thing> {
    let world = state.world();
    let names = &state.content.names;
    let mut things = Vec::new();
    for entity in world.entities() {
        let in_view = sight.sees(entity.at());
        let kind = if is_enemy(entity) {
            if !in_view {
                continue;
            }
            enemy(state, entity)
        } else if entity.is(names.friend) {
            if !in_view {
                continue;
            }
            ThingKind::Friend {
                health: health(entity),
                captive: entity.is(names.captive),
            }
        } else if is_item(entity) {
            if !in_view && !entity.is(names.seen) {
                continue;
            }
            let price = crate::act::price_of(world, names, &entity.to_entity());
            ThingKind::Item {
                left_behind: entity.is(names.left_behind),
                price: entity.is(names.for_sale).then(|| small(price)),
                caged: entity.int(names.caged).is_some(),
            }
        } else if in_view && entity.kind() == state.content.kinds.remains {
            ThingKind::Remains
        } else {
            continue;
        };
        let name = match kind {
            ThingKind::Item { .. } => crate::act::words_for(world, names, &entity.to_entity()),
            _ => entity.name().to_string(),
        };
        things.push(Thing {
            at: entity.at(),
            name,
            description: if lore::is_unknown(world, entity.kind()) {
                UNKNOWN.to_string()
            } else {
                entity.description().unwrap_or_default().to_string()
            },
            glyph: entity.glyph().char,
            kind,
            in_view,
        });
    }
    things
}

fn health(entity: EntityRef<'_>) -> u8 {
    let Some(Health { hp, max_hp }) = Health::of(entity) else {
        return 1;
    };
    (hp.saturating_mul(100) / max_hp.max(1)).clamp(1, 100) as u8
}

fn enemy(state: &State, entity: EntityRef<'_>) -> ThingKind {
    let names = &state.content.names;
    ThingKind::Enemy {
        health: health(entity),
        asleep: entity.is(names.asleep),
        confused: entity.int(names.confused).unwrap_or(0) > 0,
        runs: entity.is(names.runs),
        shoots: entity.prop(Prop::RANGED_ATTACK).is_some(),
        worth: small(entity.int(names.worth).unwrap_or(0)),
        fast: entity.delay() < 10,
        danger: Box::new(Danger::of(state, entity)),
    }
}
