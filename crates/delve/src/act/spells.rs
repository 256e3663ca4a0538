//! What wands, staffs and the stranger potions and scrolls do.

use parlour_grid::line;
use parlour_rogue::kit::terrain as ground;
use parlour_rogue::{EntityId, EntityRef, Event, Point, Prop, TileType};

use crate::dungeon;
use crate::fight;
use crate::scene::Scene;
use crate::show;
use crate::terrain;
use crate::words::Effect;

/// The numbers of an item.
#[derive(Clone, Copy)]
pub(super) struct Force {
    pub(super) amount: i64,
    pub(super) harm: i64,
    pub(super) radius: i64,
    pub(super) range: i64,
    pub(super) turns: i64,
}

/// Does what an item does at a place.
pub(super) fn cast(scene: &mut Scene<'_>, effect: Effect, force: Force, at: Point) {
    let names = scene.content.names;
    match effect {
        Effect::Fire => {
            scene.make_noise(8);
            scene.world.say("Flames burst out!");
            let radius = force.radius.clamp(0, 5) as u32;
            show::blast(scene.world, at, radius);
            terrain::burst(scene.world, at, radius);
        }
        Effect::Gas => {
            scene.world.say("A cloud of gas billows out!");
            ground::release(scene.world, at, force.amount);
        }
        Effect::Alarm => {
            scene.make_noise(30);
            scene
                .world
                .say("A scream without a throat rings through the level!");
            let wits = scene.content.wits();
            terrain::alarm(&wits, scene.world, at, 80);
        }
        Effect::Summon => summon(scene),
        Effect::Shield => {
            scene.world.set(scene.me, names.shielded, force.turns);
            scene.world.set(scene.me, names.shield_armor, force.amount);
            scene.world.say("Your skin turns to stone.");
        }
        Effect::Bolt => bolt(scene, force, at),
        Effect::Firebolt => firebolt(scene, force, at),
        Effect::Blink => {
            let here = scene.here();
            show::flight(scene.world, here, at);
            scene.world.place(scene.me, at);
            scene.world.set(scene.me, names.held, 0);
            scene.world.say("You blink.");
        }
        Effect::Slow => one(scene, at, |scene, it, name| {
            let delay = scene.world.entity(it).map_or(10, EntityRef::delay);
            scene.world.set(it, Prop::DELAY, (delay * 2).min(100));
            scene.world.say(format!("The {name} grows slow."));
        }),
        Effect::Banish => one(scene, at, banish),
        Effect::Charm => one(scene, at, charm),
        Effect::Tunnel => tunnel(scene, force, at),
        _ => {}
    }
}

/// Does something to the enemy on a cell, if there is one.
fn one(scene: &mut Scene<'_>, at: Point, act: impl FnOnce(&mut Scene<'_>, EntityId, &str)) {
    match scene.enemy_at(at) {
        Some(it) => {
            let here = scene.here();
            show::flight(scene.world, here, at);
            let name = scene.name(it);
            fight::rouse(&scene.content.names, scene.world, it);
            act(scene, it, &name);
        }
        None => scene.world.say("Nothing happens."),
    }
}

/// Those who live here come to the player.
fn summon(scene: &mut Scene<'_>) {
    let depth = scene.content.danger(scene.journey.place());
    let (theme, here) = (scene.journey.theme, scene.here());
    let mut came = 0;
    for _ in 0..2 {
        let natives = &scene.content.creatures;
        let native = dungeon::pick(natives, depth, theme, &mut scene.world.chance.mind);
        let at = fight::free_beside(scene.world, scene.me, here);
        let (Some(native), Some(at)) = (native, at) else {
            break;
        };
        let mut guest =
            dungeon::resident(scene.content, native.kind, at, &mut scene.world.chance.mind);
        guest.props.set(scene.content.names.asleep, false);
        guest.props.set(scene.content.names.alert, 60);
        guest.next_action = scene.world.now() + 10;
        came += i32::from(scene.world.add(guest).is_ok());
    }
    scene.world.say(if came > 0 {
        "You are no longer alone!"
    } else {
        "Nobody comes."
    });
}

/// A cell on the line from one cell through another, at least so many steps away.
fn beyond(from: Point, through: Point, range: i64) -> Point {
    let steps = range.clamp(1, 1_000) as i32;
    let by = through - from;
    from + Point::new(by.x * steps, by.y * steps)
}

fn bolt(scene: &mut Scene<'_>, force: Force, at: Point) {
    scene.make_noise(12);
    let here = scene.here();
    let far = beyond(here, at, force.range);
    let struck: Vec<EntityId> = line(here, far)
        .skip(1)
        .take(force.range.max(1) as usize)
        .take_while(|cell| {
            let level = scene.world.level();
            level.contains(*cell) && !level.opaque().contains(*cell)
        })
        .filter_map(|cell| scene.enemy_at(cell))
        .collect();
    show::bolt(scene.world, here, at);
    for it in struck {
        sear(scene, it, force.harm, "Lightning strikes");
    }
}

fn firebolt(scene: &mut Scene<'_>, force: Force, at: Point) {
    scene.make_noise(10);
    let here = scene.here();
    show::flight(scene.world, here, at);
    if let Some(it) = scene.enemy_at(at) {
        sear(scene, it, force.harm, "Fire strikes");
    }
    if !terrain::is_deep(scene.world, at) {
        ground::ignite(scene.world, at);
    }
}

fn sear(scene: &mut Scene<'_>, it: EntityId, harm: i64, what: &str) {
    let name = scene.name(it);
    scene
        .world
        .say(format!("{what} the {name} for {harm} damage."));
    fight::rouse(&scene.content.names, scene.world, it);
    if let Some(slain) = fight::wound(scene, it, harm) {
        scene.world.say(format!("The {name} is dead!"));
        slain.tell(scene);
    }
}

fn banish(scene: &mut Scene<'_>, it: EntityId, name: &str) {
    let here = scene.here();
    let level = scene.world.level();
    let far: Vec<Point> = level
        .size()
        .cells()
        .filter(|&cell| {
            level.tile_type(cell) == Some(TileType::FLOOR)
                && cell.chebyshev(here) >= 15
                && scene.world.top_at(cell).is_none()
        })
        .collect();
    if let Some(&to) = scene.world.chance.fight.pick(&far) {
        scene.world.place(it, to);
        scene.world.set(it, scene.content.names.alert, 0);
        scene.world.say(format!("The {name} is gone."));
    } else {
        scene.world.say("Nothing happens.");
    }
}

/// Whoever has less than half of its health joins; the weaker the surer.
fn charm(scene: &mut Scene<'_>, it: EntityId, name: &str) {
    let health = scene
        .world
        .entity(it)
        .and_then(parlour_rogue::combat::Health::of);
    let weak = health.is_some_and(|health| health.hp * 2 < health.max_hp);
    let kind = scene.world.entity(it).map(EntityRef::kind);
    if !weak || kind == Some(scene.content.kinds.warden) {
        scene.world.say(format!("The {name} shakes it off."));
        return;
    }
    scene.world.set(it, scene.content.names.friend, true);
    scene.world.set(it, scene.content.names.afraid, 0);
    scene.world.say(format!("The {name} is yours."));
    let turn = scene.world.turns();
    let article = super::with_article(name);
    scene.journey.note(turn, format!("charmed {article}"));
}

/// Rock in the way becomes floor; the rim of the level stays.
fn tunnel(scene: &mut Scene<'_>, force: Force, at: Point) {
    scene.make_noise(10);
    let here = scene.here();
    let rim = scene.world.level().size().rect().grown(-1);
    let far = beyond(here, at, force.range);
    let deep = scene.content.kinds.deep;
    let rock: Vec<Point> = line(here, far)
        .skip(1)
        .take(force.range.max(1) as usize)
        .take_while(|cell| rim.contains(*cell))
        .filter(|&cell| {
            let tile = scene.world.level().tile_type(cell);
            tile == Some(TileType::WALL) || (tile.is_some() && tile == deep.map(|it| it.secret))
        })
        .collect();
    let none = rock.is_empty();
    for cell in rock {
        scene.world.level_mut().set_type(cell, TileType::FLOOR);
        scene.world.tell(Event::TileChanged { at: cell });
    }
    scene.world.say(if none {
        "Nothing happens."
    } else {
        "The rock gives way."
    });
}
