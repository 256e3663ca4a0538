//! Parts that many roguelikes want, each a module of its own and each optional:
//! exploring by one key, resting, fleeing, equipment, statuses that pass, noise and
//! sleep, things one has to find out about, allies, spawn tables, doors that are
//! locked or hidden, vaults, traps, terrain that acts.
//!
//! Each is made of what the framework offers to everybody: properties of content,
//! hooks, actions, questions. `rules.with(part::rules)` puts one in; what it keeps is
//! in properties, so saves, recordings and views know it already.

pub mod allies;
pub mod doors;
pub mod equipment;
pub mod explore;
pub mod flee;
pub mod identify;
mod layers;
pub mod noise;
pub mod rest;
pub mod spawns;
pub mod status;
pub mod terrain;
pub mod traps;
pub mod vaults;

use crate::entity::{EntityId, EntityRef};
use crate::world::World;

/// The nearest enemy the player sees that does not sleep.
fn enemy_in_sight(world: &mut World) -> Option<EntityId> {
    let player = world.player()?;
    let here = world.entity(player)?.at();
    let seen = world.hostile_in_sight().into_iter();
    seen.filter(|&(who, _)| !noise::is_asleep(world, who))
        .min_by_key(|&(who, at)| (at.chebyshev(here), who))
        .map(|(who, _)| who)
}

/// A name with its article, for sentences.
fn the(entity: EntityRef<'_>) -> String {
    format!("the {}", entity.name())
}
