//! What is allowed now, and why not.

use parlour_rogue::{Direction, EntityRef, Point, Prop, Step, TileType, Value};

use super::{pack, walk};
use crate::command::Command;
use crate::journey::Slot;
use crate::lore;
use crate::refusal::Refusal;
use crate::scene::is_enemy;
use crate::sight::{Eyesight, enemies_in_view};
use crate::state::State;
use crate::words::Effect;

/// Whoever runs is minded as long as it is no farther off than this.
pub(crate) const NEAR: u32 = 2;

/// Whether a command may be carried out.
pub(crate) fn check(state: &State, command: &Command) -> Result<(), Refusal> {
    let world = state.world();
    let here = state.here();
    let tile = world.level().tile_type(here);
    match *command {
        Command::Wait => Ok(()),
        Command::Step(way) => step(state, way),
        Command::Close(way) => close(state, here.step(way)),
        Command::Rest => {
            calm(state)?;
            if needs_rest(state) {
                Ok(())
            } else {
                Err(Refusal::Rested)
            }
        }
        Command::Explore => {
            calm(state)?;
            match walk::explore_step(state) {
                Some(_) => Ok(()),
                None if walk::somebody_beside(state) => Err(Refusal::InTheWay),
                None if walk::is_more(state) => Err(Refusal::OnlyDanger),
                None => Err(Refusal::NothingToExplore),
            }
        }
        Command::Travel(at) => {
            if at == here {
                return Err(Refusal::ThereAlready);
            }
            calm(state)?;
            walk::travel_way(state, at)
                .map(|_| ())
                .ok_or(Refusal::NoWay)
        }
        Command::Descend if tile == Some(TileType::STAIRS_DOWN) => Ok(()),
        Command::Descend if is_shaft(state, tile) => Ok(()),
        Command::Ascend if tile == Some(TileType::STAIRS_UP) => {
            if state.journey.depth == 1 && !state.journey.has_amulet {
                return Err(Refusal::NotWithoutAmulet);
            }
            Ok(())
        }
        Command::Descend | Command::Ascend => Err(Refusal::NoStairs),
        Command::PickUp => pack::to_take(state).map(|_| ()),
        Command::Search => calm(state),
        Command::UseOn(letter, on) => bind(state, letter, on),
        Command::Drop(letter) => state.item(letter).map(|_| ()),
        Command::Use(letter) => use_item(state, letter, None),
        Command::UseAt(letter, at) => use_item(state, letter, Some(at)),
        Command::Fire(at) => fire(state, at),
    }
}

/// Whether a tile is where the branch begins.
fn is_shaft(state: &State, tile: Option<TileType>) -> bool {
    let shaft = state.content.kinds.deep.and_then(|deep| deep.shaft);
    shaft.is_some() && tile == shaft
}

fn step(state: &State, way: Direction) -> Result<(), Refusal> {
    let world = state.world();
    match world.probe(state.player(), way.delta()) {
        Step::Free | Step::Creature(_) => Ok(()),
        Step::OffMap => Err(Refusal::Blocked),
        // A swimmer in the water can be struck from the shore.
        Step::Terrain(at) => {
            let mut there = world.entities_at(at).into_iter();
            let locked = state.content.kinds.deep.map(|deep| deep.locked);
            if there.any(is_enemy) {
                Ok(())
            } else if locked.is_some() && world.level().tile_type(at) == locked {
                has_key(state)
            } else {
                Err(Refusal::Blocked)
            }
        }
    }
}

fn has_key(state: &State) -> Result<(), Refusal> {
    let key = state.content.kinds.deep.map(|deep| deep.key);
    let mut pack = state.world().pack(state.player()).iter();
    if pack.any(|item| Some(item.kind) == key) {
        Ok(())
    } else {
        Err(Refusal::Locked)
    }
}

/// A shard may be bound to what is worn or wielded, and to staffs.
fn bind(state: &State, letter: char, on: char) -> Result<(), Refusal> {
    let world = state.world();
    let shard = state.item(letter)?;
    if lore::effect_of(world, shard) != Some(Effect::Enchant) {
        return Err(Refusal::Useless(world.name_of(shard).to_string()));
    }
    let item = state.item(on)?;
    let names = &state.content.names;
    let slot = world.prop_of(item, names.slot).and_then(Value::as_text);
    if slot.is_none() && world.prop_of(item, names.recharge).is_none() {
        return Err(Refusal::CannotHold(world.name_of(item).to_string()));
    }
    Ok(())
}

fn close(state: &State, at: Point) -> Result<(), Refusal> {
    let world = state.world();
    if world.level().tile_type(at) != Some(TileType::DOOR_OPEN) {
        return Err(Refusal::NoDoor);
    }
    if world.top_at(at).is_some() {
        return Err(Refusal::DoorTaken);
    }
    Ok(())
}

/// Nobody walks on without looking while an enemy is in view and awake, unless all of
/// them run, without a shot to fire, and are not near any more: then one goes on step
/// by step.
fn calm(state: &State) -> Result<(), Refusal> {
    let (world, names, here) = (state.world(), &state.content.names, state.here());
    let holds_up = |who: EntityRef<'_>| {
        let is_far = here.chebyshev(who.at()) > NEAR;
        let shoots = who.prop(Prop::RANGED_ATTACK).is_some();
        let has_run = is_far && who.is(names.runs) && !shoots;
        !(has_run || who.is(names.asleep))
    };
    let mut seen = enemies_in_view(world).into_iter();
    if seen.any(|(who, _)| world.entity(who).is_some_and(holds_up)) {
        Err(Refusal::EnemyInView)
    } else {
        Ok(())
    }
}

/// Whether the player is hurt, or something ails it.
pub(super) fn needs_rest(state: &State) -> bool {
    let (hp, most) = state.health();
    hp < most || ails(state)
}

fn ails(state: &State) -> bool {
    let names = &state.content.names;
    let bad = [names.poisoned, names.slowed, names.confused];
    bad.into_iter().any(|status| state.number(status) > 0)
}

fn use_item(state: &State, letter: char, at: Option<Point>) -> Result<(), Refusal> {
    let world = state.world();
    let item = state.item(letter)?;
    let name = || world.name_of(item).to_string();
    let text = |prop| world.prop_of(item, prop).and_then(Value::as_text);
    if text(state.content.names.slot).and_then(Slot::of).is_some() {
        return match at {
            None => Ok(()),
            Some(_) => Err(Refusal::Useless(name())),
        };
    }
    let unknown = lore::is_unknown(world, item.kind);
    let at = match (lore::is_aimed(&state.content, world, item), at) {
        (true, None) => return Err(Refusal::NeedsTarget(name())),
        (false, Some(_)) => return Err(Refusal::Useless(name())),
        (_, at) => at.unwrap_or_default(),
    };
    let int = |prop| world.prop_of(item, prop).and_then(Value::as_int);
    if int(state.content.names.charges) == Some(0) {
        return Err(Refusal::NoCharge(name()));
    }
    let Some(effect) = lore::effect_of(world, item) else {
        return Err(Refusal::Useless(name()));
    };
    if unknown {
        // Whatever it is, nothing is told before it is used.
        let wand = lore::is_aimed(&state.content, world, item);
        return if wand { somebody_at(state, at) } else { Ok(()) };
    }
    match effect {
        Effect::Heal => {
            let (hp, most) = state.health();
            let poisoned = state.number(state.content.names.poisoned) > 0;
            if hp >= most && !poisoned {
                return Err(Refusal::FullHealth);
            }
        }
        Effect::Cure if !ails(state) => return Err(Refusal::NothingAils),
        Effect::Lightning if nearest_enemy(state, int(Prop::RANGE).unwrap_or(5)).is_none() => {
            return Err(Refusal::NobodyNear);
        }
        Effect::Slumber if enemies_in_view(world).is_empty() => return Err(Refusal::NobodyNear),
        Effect::Amulet | Effect::Key => return Err(Refusal::Useless(name())),
        aimed if aimed.is_aimed() => {
            // Rock is seen as well, so a passage may begin there.
            if !Eyesight::of(world).sees(at) {
                return Err(Refusal::Unseen);
            }
            if let Some(range) = int(Prop::RANGE)
                && i64::from(state.here().chebyshev(at)) > range
            {
                return Err(Refusal::OutOfRange);
            }
            if aimed.wants_enemy() {
                somebody_at(state, at)?;
            }
            if aimed == Effect::Blink
                && world.probe(state.player(), at - state.here()) != Step::Free
            {
                return Err(Refusal::Blocked);
            }
            if aimed == Effect::Tunnel && at == state.here() {
                return Err(Refusal::ThereAlready);
            }
        }
        _ => {}
    }
    Ok(())
}

fn somebody_at(state: &State, at: Point) -> Result<(), Refusal> {
    if !Eyesight::of(state.world()).sees(at) {
        return Err(Refusal::Unseen);
    }
    let mut there = state.world().entities_at(at).into_iter();
    if there.any(is_enemy) {
        Ok(())
    } else {
        Err(Refusal::NobodyThere)
    }
}

/// The nearest enemy in view within a range; of equals the first in the list.
pub(super) fn nearest_enemy(state: &State, range: i64) -> Option<Point> {
    let here = state.here();
    enemies_in_view(state.world())
        .into_iter()
        .filter(|(_, at)| i64::from(here.chebyshev(*at)) <= range)
        .min_by_key(|(_, at)| here.euclid_squared(*at))
        .map(|(_, at)| at)
}

fn fire(state: &State, at: Point) -> Result<(), Refusal> {
    let world = state.world();
    if !state.journey.worn.contains_key(&Slot::Bow) {
        return Err(Refusal::NoBow);
    }
    let arrow = state.content.kinds.arrow;
    let has_arrows = world.pack(state.player()).iter();
    if !has_arrows.clone().any(|item| item.kind == arrow) {
        return Err(Refusal::NoArrows);
    }
    if at == state.here() {
        return Err(Refusal::NobodyThere);
    }
    if !Eyesight::of(world).sees(at) {
        return Err(Refusal::Unseen);
    }
    let range = state.number(Prop::RANGE);
    if i64::from(state.here().chebyshev(at)) > range {
        return Err(Refusal::OutOfRange);
    }
    let target = world.entities_at(at).into_iter().find(|it| is_enemy(*it));
    target.map(EntityRef::id).ok_or(Refusal::NobodyThere)?;
    Ok(())
}
