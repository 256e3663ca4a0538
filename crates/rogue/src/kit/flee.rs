#![doc = include_str!("../../docs/kit/flee.md")]

use parlour_grid::Point;
use parlour_grid::path::{DistanceMap, PathRules};

use crate::combat::Health;
use crate::entity::{EntityId, EntityRef};
use crate::minds;
use crate::outcome::Outcome;
use crate::world::{Step, World};

/// How far a map of distances is turned round: see
/// [`DistanceMap::compute_flee`].
const AWAY: u32 = 12;

/// The step that leads away from a cell, out of dead ends where that pays; nothing for
/// whoever is cornered.
pub fn step_away(world: &World, me: EntityId, from: Point) -> Option<Point> {
    let here = world.entity(me)?.at();
    let blocked = world.blocked_for(me)?;
    let rules = PathRules::counting_steps();
    let (mut threat, mut away) = (DistanceMap::new(), DistanceMap::new());
    threat.compute(&blocked, [from], &rules);
    away.compute_flee(&threat, AWAY, &rules);
    let height = away.get(here)?;
    parlour_grid::Direction::ALL
        .into_iter()
        .filter(|way| world.probe(me, way.delta()) == Step::Free)
        .filter_map(|way| Some((away.get(here.step(way))?, way)))
        .filter(|&(there, _)| there < height)
        .min_by_key(|&(there, _)| there)
        .map(|(_, way)| way.delta())
}

/// Whether somebody has fewer hit points than its property `flees` says, in per cent
/// of those when unhurt.
pub fn is_afraid(entity: EntityRef<'_>) -> bool {
    let flees = entity.count("flees");
    let health = Health::of(entity);
    health.is_some_and(|health| health.hp.saturating_mul(100) < health.max_hp.saturating_mul(flees))
}

/// A behaviour: as [`minds::hunt`], but whoever is afraid runs away from the player,
/// and fights only when cornered.
pub fn hunter(
    attack: impl Fn(&mut World, EntityId, EntityId) -> Outcome,
) -> impl Fn(&mut World, EntityId) -> Outcome {
    move |world, me| {
        let player = world.player().and_then(|player| world.entity(player));
        let there = player.map(EntityRef::at);
        let afraid = world.entity(me).is_some_and(is_afraid);
        if let Some(there) = there.filter(|_| afraid)
            && let Some(by) = step_away(world, me, there)
        {
            return world.try_move(me, by);
        }
        minds::hunt(world, me, &attack)
    }
}
