//! What items do.

use parlour_grid::path::{DistanceMap, PathRules};
use parlour_rogue::{
    Direction, Entity, EntityRef, Level, Metric, Outcome, Point, Prop, TileType, Value,
};

use super::pack::{add_to_heap, words_for};
use super::spells::{self, Force};
use crate::content::Deep;
use crate::fight;
use crate::journey::Slot;
use crate::lore;
use crate::scene::{Scene, enemies_in_view, is_enemy, is_item, number};
use crate::show;
use crate::words::{Class, Effect};

/// Uses a carried item, on a cell if it is aimed.
pub(super) fn use_item(scene: &mut Scene<'_>, letter: char, at: Option<Point>) -> Outcome {
    scene.make_noise(5);
    let Some(&id) = scene.journey.letters.get(&letter) else {
        return Outcome::free();
    };
    let carried = scene.world.pack(scene.me).iter();
    let Some(item) = carried.clone().find(|it| it.id == Some(id)).cloned() else {
        return Outcome::free();
    };
    let text = |prop| scene.world.prop_of(&item, prop).and_then(Value::as_text);
    if let Some(slot) = text(scene.content.names.slot).and_then(Slot::of) {
        return wear(scene, slot, &item);
    }
    let Some(effect) = lore::effect_of(scene.world, &item) else {
        return Outcome::free();
    };
    if effect == Effect::Enchant {
        return bind(scene, letter, None);
    }
    let at = at.or_else(|| unaimed(scene, effect, &item));
    apply_use(scene, effect, &item, at);
    lore::learn(scene.content, scene.world, item.kind);
    let names = scene.content.names;
    let charges = scene.world.prop_of(&item, names.charges);
    match charges.and_then(Value::as_int) {
        Some(charges) => scene.world.change_carried(|carried| {
            if carried.id == Some(id) {
                carried.props.set(names.charges, charges - 1);
            }
        }),
        None => add_to_heap(scene, id, -1),
    }
    Outcome::turn()
}

/// Where something is used by whoever did not know that it has to be aimed: a potion on
/// oneself, a scroll on the nearest enemy, if there is one.
fn unaimed(scene: &mut Scene<'_>, effect: Effect, item: &Entity) -> Option<Point> {
    if !effect.is_aimed() {
        return None;
    }
    if lore::class_of(scene.content, item.kind) == Some(Class::Potion) {
        return Some(scene.here());
    }
    let here = scene.here();
    let enemies = enemies_in_view(scene.world).into_iter();
    enemies
        .map(|(_, at)| at)
        .min_by_key(|at| here.euclid_squared(*at))
}

/// Binds a shard to a thing, or to oneself.
pub(super) fn bind(scene: &mut Scene<'_>, shard: char, on: Option<char>) -> Outcome {
    scene.make_noise(5);
    let names = scene.content.names;
    let letters = &scene.journey.letters;
    let Some(&shard) = letters.get(&shard) else {
        return Outcome::free();
    };
    let target = match on {
        None => None,
        Some(on) => match letters.get(&on) {
            Some(&target) => Some(target),
            None => return Outcome::free(),
        },
    };
    add_to_heap(scene, shard, -1);
    scene.journey.rank += 1;
    let Some(target) = target else {
        scene.journey.vigour += VIGOUR;
        scene.refresh_sheet();
        let hp = number(scene.world, scene.me, Prop::HP);
        scene.world.set(scene.me, Prop::HP, hp + VIGOUR);
        return Outcome::turn().say("The shard melts into you. You can take more from now on.");
    };
    let mut words = String::new();
    let carried = scene.world.pack(scene.me).iter();
    if let Some(item) = carried.clone().find(|it| it.id == Some(target)) {
        words = scene.world.name_of(item).to_string();
    }
    scene.world.change_carried(|item| {
        if item.id == Some(target) {
            let bound = item.props.get(names.enchant).and_then(Value::as_int);
            item.props.set(names.enchant, bound.unwrap_or(0) + 1);
            let charges = item.props.get(names.charges).and_then(Value::as_int);
            if let Some(charges) = charges {
                item.props.set(names.charges, charges + 1);
            }
        }
    });
    scene.refresh_sheet();
    Outcome::turn().say(format!("Your {words} gleams."))
}

/// Puts a thing on, or takes it off if it is on.
fn wear(scene: &mut Scene<'_>, slot: Slot, item: &Entity) -> Outcome {
    let Some(id) = item.id else {
        return Outcome::free();
    };
    let names = scene.content.names;
    let words = words_for(scene.world, &names, item);
    let sentence = if scene.journey.worn.get(&slot) == Some(&id) {
        scene.journey.worn.remove(&slot);
        format!("You put {words} away.")
    } else {
        scene.journey.worn.insert(slot, id);
        match slot {
            Slot::Weapon | Slot::Bow => format!("You wield {words}."),
            Slot::Body | Slot::Shield => format!("You put on {words}."),
        }
    };
    scene.refresh_sheet();
    let hp = number(scene.world, scene.me, Prop::HP);
    let most = number(scene.world, scene.me, Prop::MAX_HP);
    if hp > most {
        scene.world.set(scene.me, Prop::HP, most);
    }
    Outcome::turn().say(sentence)
}

/// How many hit points a shard gives whoever binds it to itself.
const VIGOUR: i64 = 6;

fn apply_use(scene: &mut Scene<'_>, what: Effect, item: &Entity, at: Option<Point>) {
    let amount = |prop, or: i64| {
        let number = scene.world.prop_of(item, prop).and_then(Value::as_int);
        number.unwrap_or(or)
    };
    let (heals, harm) = (amount(Prop::AMOUNT, 1), amount(Prop::DAMAGE, 10));
    let (radius, range) = (amount(Prop::RADIUS, 2), amount(Prop::RANGE, 5));
    let turns = amount(Prop::TURNS, 10);
    let names = scene.content.names;
    match what {
        Effect::Heal => heal(scene, heals),
        Effect::Cure => {
            cure(scene);
            scene.world.say("Your head clears.");
        }
        Effect::Strength => {
            scene.journey.might += heals;
            scene.refresh_sheet();
            scene.world.say("Your arms are full of strength.");
        }
        Effect::Vigour => {
            scene.journey.vigour += heals;
            scene.refresh_sheet();
            let hp = number(scene.world, scene.me, Prop::HP);
            scene.world.set(scene.me, Prop::HP, hp + heals);
            scene.world.say("You feel as if nothing could hurt you.");
        }
        Effect::Haste => {
            scene.world.set(scene.me, names.hasted, turns);
            scene.world.say("The world slows down around you.");
        }
        Effect::Map => map(scene),
        Effect::Teleport => teleport(scene),
        Effect::Lightning => lightning(scene, harm, range),
        Effect::Fireball => match at {
            Some(at) => fireball(scene, at, harm, radius),
            None => scene.world.say("The scroll flares up and is gone."),
        },
        Effect::Confuse => match at {
            Some(at) => confuse(scene, at, turns),
            None => scene.world.say("The letters swim before your eyes."),
        },
        Effect::Slumber => slumber(scene),
        Effect::Amulet | Effect::Key | Effect::Enchant => {}
        other => {
            let here = scene.here();
            let bound = scene.world.prop_of(item, names.enchant);
            let bound = bound.and_then(Value::as_int).unwrap_or(0);
            let force = Force {
                amount: heals,
                harm: harm + 3 * bound,
                radius,
                range,
                turns,
            };
            spells::cast(scene, other, force, at.unwrap_or(here));
        }
    }
}

fn heal(scene: &mut Scene<'_>, amount: i64) {
    let most = number(scene.world, scene.me, Prop::MAX_HP);
    let hp = number(scene.world, scene.me, Prop::HP);
    let healed = (hp + amount).min(most);
    scene.world.set(scene.me, Prop::HP, healed);
    scene.world.set(scene.me, scene.content.names.poisoned, 0);
    scene
        .world
        .say(format!("You feel better. ({} hit points)", healed - hp));
}

fn cure(scene: &mut Scene<'_>) {
    let names = scene.content.names;
    for status in [names.poisoned, names.slowed, names.confused] {
        scene.world.set(scene.me, status, 0);
    }
}

/// All ground and its walls are known from now on, and what lies there.
fn map(scene: &mut Scene<'_>) {
    let names = scene.content.names;
    let level = scene.world.level();
    let shown: Vec<Point> = level
        .size()
        .cells()
        .filter(|&at| {
            let open = |at| level.contains(at) && level.tile_type(at) != Some(TileType::WALL);
            open(at) || Direction::ALL.into_iter().any(|way| open(at.step(way)))
        })
        .collect();
    let explored = scene.world.level_mut().explored_mut();
    for at in shown {
        explored.set(at, true);
    }
    let items: Vec<_> = scene
        .world
        .entities()
        .filter(|it| is_item(*it))
        .map(EntityRef::id)
        .collect();
    for item in items {
        scene.world.set(item, names.seen, true);
    }
    scene.world.say("The walls draw themselves in your mind.");
}

/// To a free cell out of sight of where one was, as far as there is one; never behind
/// a lock, a hidden door or deep water.
pub(super) fn teleport(scene: &mut Scene<'_>) {
    let here = scene.here();
    let level = scene.world.level();
    let reached = scene
        .content
        .kinds
        .deep
        .map(|deep| from_stairs(level, deep));
    let free: Vec<Point> = level
        .size()
        .cells()
        .filter(|&at| {
            level.tile_type(at) == Some(TileType::FLOOR) && scene.world.top_at(at).is_none()
        })
        .filter(|&at| reached.as_ref().is_none_or(|it| it.get(at).is_some()))
        .collect();
    let far: Vec<Point> = free
        .iter()
        .copied()
        .filter(|at| at.chebyshev(here) >= 15)
        .collect();
    let choices = if far.is_empty() { free } else { far };
    if let Some(&to) = scene.world.chance.fight.pick(&choices) {
        scene.world.place(scene.me, to);
    }
    scene.world.say("You are somewhere else.");
}

/// The steps from the stairs to wherever one comes with dry feet and without a key.
fn from_stairs(level: &Level, deep: Deep) -> DistanceMap {
    let is_stairs = |tile| matches!(tile, TileType::STAIRS_UP | TileType::STAIRS_DOWN);
    let cells = level.size().cells();
    let stairs = cells.filter(|&at| level.tile_type(at).is_some_and(is_stairs));
    let mut reached = DistanceMap::new();
    reached.compute_with(
        level.size(),
        |at| level.is_walkable(at) && level.tile_type(at) != Some(deep.water),
        stairs,
        &PathRules::counting_steps(),
    );
    reached
}

fn lightning(scene: &mut Scene<'_>, harm: i64, range: i64) {
    scene.make_noise(12);
    let here = scene.here();
    let target = enemies_in_view(scene.world)
        .into_iter()
        .filter(|(_, at)| i64::from(here.chebyshev(*at)) <= range)
        .min_by_key(|(_, at)| here.euclid_squared(*at));
    let Some((target, at)) = target else {
        return;
    };
    let name = scene.name(target);
    show::bolt(scene.world, here, at);
    scene
        .world
        .say(format!("Lightning strikes the {name} for {harm} damage."));
    fight::rouse(&scene.content.names, scene.world, target);
    if let Some(slain) = fight::wound(scene, target, harm) {
        scene.world.say(format!("The {name} is dead!"));
        slain.tell(scene);
    }
}

/// Burns everyone within the radius; every wound first, then every death.
fn fireball(scene: &mut Scene<'_>, at: Point, harm: i64, radius: i64) {
    scene.make_noise(14);
    let radius = radius.clamp(0, 100) as u32;
    let burned: Vec<(parlour_rogue::EntityId, bool)> = scene
        .world
        .within(at, radius, Metric::Euclid)
        .into_iter()
        .filter(|it| it.acts() && it.int(Prop::HP).is_some_and(|hp| hp > 0))
        .map(|it| (it.id(), fight::is_player(it)))
        .collect();
    scene.world.say("The fireball explodes.");
    let here = scene.here();
    show::flight(scene.world, here, at);
    show::blast(scene.world, at, radius);
    let mut dead = Vec::new();
    for (who, is_me) in burned {
        if is_me {
            let hp = number(scene.world, who, Prop::HP) - harm;
            scene
                .world
                .say(format!("You are burned for {harm} damage."));
            scene.world.set(who, Prop::HP, hp);
            let killer = scene.content.names.killer;
            scene.world.set(who, killer, "fireball of your own");
        } else {
            let name = scene.name(who);
            scene
                .world
                .say(format!("The {name} is burned for {harm} damage."));
            fight::rouse(&scene.content.names, scene.world, who);
            if let Some(slain) = fight::wound(scene, who, harm) {
                dead.push((name, slain));
            }
        }
    }
    for (name, slain) in dead {
        scene.world.say(format!("The {name} is dead!"));
        slain.tell(scene);
    }
}

fn confuse(scene: &mut Scene<'_>, at: Point, turns: i64) {
    let there = scene.world.entities_at(at).into_iter();
    let target = there.filter(|it| is_enemy(*it)).map(EntityRef::id).next();
    if let Some(target) = target {
        let name = scene.name(target);
        scene.world.set(target, scene.content.names.asleep, false);
        scene.world.set(target, scene.content.names.confused, turns);
        scene
            .world
            .say(format!("The {name} begins to stumble about."));
    }
}

fn slumber(scene: &mut Scene<'_>) {
    let names = scene.content.names;
    for (who, _) in enemies_in_view(scene.world) {
        scene.world.set(who, names.asleep, true);
        scene.world.set(who, names.alert, 0);
        let name = scene.name(who);
        scene.world.say(format!("The {name} falls asleep."));
    }
    scene.make_noise(0);
}

/// Shoots an arrow at whoever stands on a cell.
pub(super) fn fire(scene: &mut Scene<'_>, at: Point) -> Outcome {
    let there = scene.world.entities_at(at).into_iter();
    let target = there.filter(|it| is_enemy(*it)).map(EntityRef::id).next();
    let arrow = scene.content.kinds.arrow;
    let arrows = scene.world.pack(scene.me).iter();
    let heap = arrows.clone().find(|it| it.kind == arrow);
    let heap = heap.and_then(|heap| heap.id);
    let (Some(target), Some(heap)) = (target, heap) else {
        return Outcome::free();
    };
    add_to_heap(scene, heap, -1);
    fight::strike(scene, target, true);
    scene.make_noise(6);
    Outcome::turn()
}
