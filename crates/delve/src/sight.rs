//! What the player sees now.

use parlour_grid::fov::{FieldOfView, Reach};
use parlour_rogue::{EntityId, EntityRef, Point, World};

use crate::scene::is_enemy;

/// The player's field of view on the current level.
pub(crate) struct Eyesight(FieldOfView);

impl Eyesight {
    pub(crate) fn of(world: &World) -> Self {
        let mut field = FieldOfView::new();
        if let Some(player) = world.player().and_then(|player| world.entity(player)) {
            let reach = player.view_radius().map_or(Reach::UNLIMITED, Reach::radius);
            field.compute(world.level().opaque(), player.at(), reach);
        }
        Self(field)
    }

    pub(crate) fn sees(&self, at: Point) -> bool {
        self.0.contains(at)
    }
}

/// The living enemies the player sees now.
pub(crate) fn enemies_in_view(world: &World) -> Vec<(EntityId, Point)> {
    let near = |entity: &EntityRef<'_>| {
        let player = world.player().and_then(|player| world.entity(player));
        player.is_some_and(|player| {
            let reach = player.view_radius().unwrap_or(u32::MAX);
            player.at().chebyshev(entity.at()) <= reach
        })
    };
    let enemies: Vec<(EntityId, Point)> = world
        .entities()
        .filter(|entity| is_enemy(*entity) && near(entity))
        .map(|entity| (entity.id(), entity.at()))
        .collect();
    if enemies.is_empty() {
        return enemies;
    }
    let sight = Eyesight::of(world);
    enemies
        .into_iter()
        .filter(|(_, at)| sight.sees(*at))
        .collect()
}
