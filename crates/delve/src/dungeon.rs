//! Digging a level and settling it. A level is a function of the seed and its
//! depth alone, so it does not matter when, or by which way, it is first entered.

mod dig;
mod features;
mod furniture;
mod settle;

use parlour_rogue::{
    Arrival, Entity, EntityRef, Level, LevelId, Point, Seed, Stream, Trigger, World,
};

use crate::content::{Bottom, Content, Place};
use crate::lore;
use crate::words::Theme;

pub(crate) use settle::{pick, resident};

/// The size of every level: all of it fits a terminal of 80 by 24, with three lines
/// of log and one for hints.
pub const WIDTH: u32 = 76;
/// See [`WIDTH`].
pub const HEIGHT: u32 = 18;
/// The height of levels of rules 1 and 2.
const OLD_HEIGHT: u32 = 19;

/// The first place of the streams that levels are dug from; the framework uses
/// the places before it.
const FIRST_PLACE: u64 = 16;

/// A level before anybody has been there.
pub(crate) struct Dug {
    pub(crate) level: Level,
    pub(crate) up: Point,
    pub(crate) residents: Vec<Entity>,
}

/// A level, as it is before anybody came there.
pub(crate) fn dig(content: &Content, seed: Seed, place: Place) -> Dug {
    let mut chance = Stream::new(seed, FIRST_PLACE + content.number(place));
    let plan = content.plan(place).unwrap_or(&content.levels[0]);
    let mut dug = dig::ground(content, plan, &mut chance);
    let theme = theme(content, seed, place);
    let found = match content.kinds.deep {
        Some(deep) => {
            let last = content.bottom(place) != Bottom::Stairs;
            let shaft = content.branch_at(place).and(deep.shaft);
            let made = features::Made { theme, last, shaft };
            features::adorn(content, &deep, plan, made, &mut dug, &mut chance)
        }
        None => features::Found::default(),
    };
    let site = settle::Site::of(&dug, &found);
    settle::furnish(
        content,
        plan,
        (place, theme),
        &mut dug,
        &found,
        site,
        &mut chance,
    )
}

/// The first place of the streams that themes are drawn from, beyond those of looks.
const THEMES_PLACE: u64 = 128;

/// What a level is like.
pub(crate) fn theme(content: &Content, seed: Seed, place: Place) -> Theme {
    let themes = content.plan(place).map_or(&[][..], |plan| &plan.themes);
    let mut chance = Stream::new(seed, THEMES_PLACE + content.number(place));
    chance.pick(themes).copied().unwrap_or(Theme::Plain)
}

/// The handle of a level; dug now if nobody was there before. Whoever asks stands on the
/// stairs, or the shaft, that lead there.
pub(crate) fn level_at(
    content: &Content,
    world: &mut World,
    place: Place,
) -> Option<(LevelId, bool)> {
    let name = place.key();
    if let Some(level) = world.level_id(&name) {
        return Some((level, false));
    }
    content.plan(place)?;
    let dug = dig(content, world.seed(), place);
    let level = world.add_level(&name, dug.level).ok()?;
    for resident in dug.residents {
        // Their clocks begin now, not with the world.
        let first = world.now() + resident.next_action;
        let id = world.add_to(level, resident.acting_at(first)).ok()?;
        lore::disguise(world, id);
    }
    let below = Arrival::new(level, dug.up);
    let player = world.player()?;
    let here = world.entity(player).map(EntityRef::at)?;
    let above = Arrival::new(world.current(), here);
    if place.branch == 1 {
        // A shaft stays a shaft.
        world.add_pair(above, below, Trigger::Key).ok()?;
    } else {
        world.join_stairs(above, below).ok()?;
    }
    Some((level, true))
}
