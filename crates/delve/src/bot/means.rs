//! What the careful player does with shards, unknown things, wands, staffs, keys and
//! friends.

use parlour_grid::{Direction, Point};

use super::careful::Foe;
use super::ground::{Ways, is_walkable};
use crate::command::Command;
use crate::journey::Slot;
use crate::view::{Carried, Ground, Thing, ThingKind, View};

fn usable<'a>(view: &'a View, does: &'a str) -> impl Iterator<Item = &'a Carried> {
    let items = view.pack.iter();
    items.filter(move |item| item.does == does && item.charges != Some(0))
}

fn at_foe(view: &View, does: &str, foe: &Foe) -> Option<Command> {
    let item = usable(view, does).next()?;
    Some(Command::UseAt(item.letter, foe.at))
}

/// Binds shards: to the weapon, to the armour and to oneself by turns, and now and then
/// to a staff.
pub(super) fn bind_shards(view: &View, wishes: &mut Vec<Command>) {
    let Some(shard) = view.pack.iter().find(|item| item.does == "enchant") else {
        return;
    };
    let worn = |slot| view.pack.iter().find(move |item| item.worn == Some(slot));
    let weapon = worn(Slot::Weapon).filter(|it| it.key != "dagger" || view.sheet.rank > 6);
    let staff = view
        .pack
        .iter()
        .find(|item| matches!(item.does.as_str(), "bolt" | "firebolt"));
    let items = [weapon, worn(Slot::Body), worn(Slot::Shield), staff];
    let on_items: u32 = view.pack.iter().map(|item| item.shards).sum();
    let on_self = (view.sheet.rank - 1).saturating_sub(on_items);
    let mut least: Option<(u32, char)> = None;
    for (weight, item) in [2, 3, 5, 4].into_iter().zip(items) {
        let Some(item) = item else { continue };
        let bound = (item.shards + 1) * weight;
        if least.is_none_or(|(least, _)| bound < least) {
            least = Some((bound, item.letter));
        }
    }
    match least {
        Some((bound, letter)) if bound < (on_self + 1) * 2 => {
            wishes.push(Command::UseOn(shard.letter, letter));
        }
        _ => wishes.push(Command::Use(shard.letter)),
    }
}

/// Finds out what things are, in peace and good health.
pub(super) fn try_unknown(view: &View, wishes: &mut Vec<Command>) {
    let healthy = view.sheet.hp * 10 >= view.sheet.max_hp * 9;
    if !healthy || view.enemies().next().is_some() {
        return;
    }
    let dry = view.picture.get(view.here).map(|cell| cell.ground) == Some(Ground::Floor);
    let unknown = view.pack.iter().filter(|item| !item.known && !item.aimed);
    for item in unknown {
        // What bursts into flames is better drunk on bare stone.
        if item.class == "scroll" || dry {
            wishes.push(Command::Use(item.letter));
        }
    }
}

/// Wands, staffs and thrown potions against those who are worth it.
pub(super) fn strike(view: &View, foes: &[Foe], hurt: bool, wishes: &mut Vec<Command>) {
    let Some(strongest) = foes.iter().max_by_key(|foe| foe.threat()) else {
        return;
    };
    let bold = view.sheet.rank * 3 + 6;
    let grave = hurt || foes.iter().map(Foe::threat).sum::<u32>() > bold;
    let away = |foe: &&Foe| foe.distance >= 2;
    let ground = view.picture.get(view.here).map(|cell| cell.ground);
    let tinder = matches!(ground, Some(Ground::Grass | Ground::Oil | Ground::Bridge));
    let far = foes.iter().filter(away).max_by_key(|foe| foe.threat());
    if grave {
        for foe in foes.iter().filter(|foe| foe.distance >= 3) {
            if !tinder {
                wishes.extend(at_foe(view, "fire", foe));
            }
        }
        if let Some(foe) = foes.iter().find(|foe| foe.distance >= 5) {
            wishes.extend(at_foe(view, "gas", foe));
        }
        if strongest.distance <= 2 {
            let shield = usable(view, "shield").next();
            wishes.extend(shield.map(|item| Command::Use(item.letter)));
        }
        wishes.extend(at_foe(view, "slow", strongest).filter(|_| strongest.worth >= 18));
    }
    if strongest.worth >= 5 || grave {
        if let Some(far) = far.filter(|_| !tinder) {
            wishes.extend(at_foe(view, "firebolt", far));
        }
        wishes.extend(at_foe(view, "bolt", strongest));
    }
    if let Some(weak) = foes
        .iter()
        .find(|foe| foe.health < 50 && foe.worth >= 14 && foe.worth < 150)
    {
        wishes.extend(at_foe(view, "charm", weak));
    }
    let unknown = view.pack.iter().find(|item| !item.known && item.aimed);
    if let Some(wand) = unknown.filter(|_| strongest.worth >= 9 || grave) {
        wishes.push(Command::UseAt(wand.letter, strongest.at));
    }
}

/// Ways out: the strongest is sent away, or the player blinks.
pub(super) fn escape(view: &View, foes: &[Foe], wishes: &mut Vec<Command>) {
    let Some(strongest) = foes.iter().max_by_key(|foe| foe.threat()) else {
        return;
    };
    wishes.extend(at_foe(view, "banish", strongest));
    if let Some(staff) = usable(view, "blink").next() {
        let cells: Vec<Point> = foes.iter().map(|foe| foe.at).collect();
        let threat = Ways::to(view, &cells);
        let far = view
            .picture
            .points()
            .filter(|at| (3..=6).contains(&at.chebyshev(view.here)) && is_walkable(view, *at))
            .filter(|at| view.things.iter().all(|thing| thing.at != *at))
            .filter(|at| {
                let cell = view.picture.get(*at);
                cell.is_some_and(|cell| cell.fog == crate::view::Fog::Seen)
            })
            .max_by_key(|at| threat.steps(*at));
        wishes.extend(far.map(|at| Command::UseAt(staff.letter, at)));
    }
    // What nobody has tried may be the rescue.
    let unknown = view.pack.iter().filter(|item| !item.known);
    for item in unknown {
        wishes.push(if item.aimed {
            Command::UseAt(item.letter, strongest.at)
        } else {
            Command::Use(item.letter)
        });
    }
}

/// Vaults, stalls and those in chains, once nobody is about.
pub(super) fn fetch(view: &View, wishes: &mut Vec<Command>) {
    for thing in &view.things {
        if let ThingKind::Friend { captive: true, .. } = thing.kind {
            wishes.extend(towards(view, thing.at));
        }
    }
    let choice = |thing: &&Thing| match thing.kind {
        ThingKind::Item {
            caged: true,
            price: None,
            ..
        } => true,
        ThingKind::Item {
            price: Some(price), ..
        } => price <= view.sheet.shards && "\\[".contains(thing.glyph),
        _ => false,
    };
    let armoured = view.pack.iter().any(|item| item.worn == Some(Slot::Body));
    let rank = |thing: &&Thing| match thing.glyph {
        // Any legend will do.
        _ if view.branch > 0 => 0,
        '[' if !armoured => 0,
        '\\' => 1,
        ')' => 2,
        '[' => 3,
        _ => 4,
    };
    // Nobody goes for what there is no room for.
    let has_room = view.pack.len() < parlour_rogue::PACK_SIZE;
    let choices = view.things.iter().filter(choice).filter(|_| has_room);
    if let Some(thing) = choices.min_by_key(rank) {
        wishes.push(if thing.at == view.here {
            Command::PickUp
        } else {
            Command::Travel(thing.at)
        });
    }
    if view.pack.iter().any(|item| item.does == "key")
        && let Some(door) = view.stairs(Ground::Locked)
    {
        if door.chebyshev(view.here) <= 1 {
            wishes.extend(Direction::towards(view.here, door).map(Command::Step));
        } else {
            let mut beside = Direction::STRAIGHT.into_iter().map(|way| door.step(way));
            let beside = beside.find(|at| is_walkable(view, *at));
            wishes.extend(beside.map(Command::Travel));
        }
    }
}

fn towards(view: &View, at: Point) -> Option<Command> {
    if at.chebyshev(view.here) <= 1 {
        Direction::towards(view.here, at).map(Command::Step)
    } else {
        Some(Command::Travel(at))
    }
}
