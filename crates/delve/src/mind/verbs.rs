//! What creatures with verbs do.

use parlour_rogue::{
    Direction, Entity, EntityId, EntityRef, Event, Outcome, Point, Step, TileType, Value, World,
};

use super::{Foe, Wits, flee, terrain};
use crate::fight::{clash, free_beside};
use crate::names::Names;
use crate::scene::{is_enemy, number, word};
use crate::words::Verb;

/// How far a guard goes from its place.
const BEAT: u32 = 6;

/// The verbs of a creature, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Verbs(u32);

impl Verbs {
    pub(crate) fn of(names: &Names, world: &World, who: EntityId) -> Self {
        let list = world.entity(who).and_then(|who| who.prop(names.verbs));
        let Some(Value::List(list)) = list else {
            return Self::default();
        };
        let verbs = list.iter().filter_map(|word| Verb::of(word.as_text()?));
        Self(verbs.fold(0, |set, verb| set | 1 << verb as u32))
    }

    pub(crate) fn has(self, verb: Verb) -> bool {
        self.0 & (1 << verb as u32) != 0
    }

    /// All of them, in order.
    pub(crate) fn list(self) -> Vec<Verb> {
        let all = Verb::ALL.iter().copied();
        all.filter(|verb| self.has(*verb)).collect()
    }
}

/// Whether a creature would step on a cell.
pub(super) fn dares(world: &World, verbs: Verbs, at: Point) -> bool {
    if terrain::is_burning(world, at) {
        return verbs.has(Verb::Burn);
    }
    !(verbs.has(Verb::Shun) && terrain::is_lit(world, at))
}

/// What comes before a blow: fear, keeping away, a friend of the player in reach,
/// calling others.
pub(super) fn before(wits: &Wits, world: &mut World, foe: Foe, verbs: Verbs) -> Option<Outcome> {
    let Foe {
        me,
        here,
        there,
        sees,
    } = foe;
    let names = &wits.names;
    let distance = here.chebyshev(there);
    let afraid = number(world, me, names.afraid);
    if afraid > 0 {
        world.set(me, names.afraid, afraid - 1);
    }
    let fears = afraid > 0 || world.entity(me).is_some_and(flee::is_afraid);
    let runs = fears
        || (verbs.has(Verb::Kite) && sees && distance <= 2)
        || (verbs.has(Verb::Shun) && terrain::is_lit(world, here));
    if runs && let Some(by) = flee::step_away(world, me, there) {
        if fears && sees && wits.is_of_rules_4() {
            tell_of_fear(names, world, me);
        }
        // Out of sight and still running: it does not forget what it fled from.
        world.set(me, names.alert, number(world, me, names.alert).max(3));
        world.try_move(me, by);
        return Some(Outcome::turn());
    }
    if !fears && world.entity(me).is_some_and(|me| me.is(names.runs)) {
        world.set(me, names.runs, false);
    }
    if verbs.has(Verb::Shun) && distance <= 1 && terrain::is_lit(world, there) {
        return Some(Outcome::turn());
    }
    if distance > 1
        && let Some(friend) = friend_beside(wits, world, here)
    {
        return Some(clash(wits, world, me, friend));
    }
    if verbs.has(Verb::Summon) && sees && distance > 1 && world.chance.mind.below(5) == 0 {
        return summon(wits, world, foe);
    }
    if verbs.has(Verb::Guard)
        && let Some(outcome) = keep_guard(wits, world, foe)
    {
        return Some(outcome);
    }
    None
}

/// Whoever takes fright and runs is told of once.
fn tell_of_fear(names: &Names, world: &mut World, me: EntityId) {
    if world.entity(me).is_some_and(|me| me.is(names.runs)) {
        return;
    }
    let name = super::name(world, me);
    world.say(format!("The {name} turns and runs."));
    world.set(me, names.runs, true);
}

/// What comes instead of a step towards the player.
pub(super) fn instead_of_walking(world: &mut World, foe: Foe, verbs: Verbs) -> Option<Outcome> {
    let Foe {
        me,
        here,
        there,
        sees,
    } = foe;
    let distance = here.chebyshev(there);
    if verbs.has(Verb::Blink)
        && !verbs.has(Verb::Kite)
        && sees
        && (3..=8).contains(&distance)
        && world.chance.mind.below(4) == 0
    {
        let to = free_beside(world, me, there)?;
        let name = super::name(world, me);
        world.place(me, to);
        return Some(Outcome::turn().say(format!("The {name} is beside you at once.")));
    }
    if verbs.has(Verb::Dig) && !sees && distance <= 20 {
        return dig(world, me, here, there);
    }
    if verbs.has(Verb::Kite) && sees {
        let range = number(world, me, parlour_rogue::Prop::RANGE);
        if i64::from(distance) <= range {
            return Some(Outcome::turn());
        }
    }
    None
}

/// A friend of the player that can be struck from here.
fn friend_beside(wits: &Wits, world: &World, here: Point) -> Option<EntityId> {
    let names = &wits.names;
    let around = world.within(here, 1, parlour_rogue::Metric::Chebyshev);
    around
        .into_iter()
        .find(|it| it.is(names.friend) && !it.is(names.captive) && it.is_alive())
        .map(EntityRef::id)
}

/// Two of those it calls come, unless enough are there.
fn summon(wits: &Wits, world: &mut World, foe: Foe) -> Option<Outcome> {
    let names = &wits.names;
    let key = word(world, foe.me, names.summons);
    let kind = world.registry().entity(&key)?;
    let near = world.within(foe.here, 10, parlour_rogue::Metric::Chebyshev);
    let alike = near
        .into_iter()
        .filter(|it| is_enemy(*it) && it.kind() == kind);
    if alike.count() >= 3 {
        return None;
    }
    let mut came = 0;
    for _ in 0..2 {
        let Some(at) = free_beside(world, foe.me, foe.here) else {
            break;
        };
        let newcomer = Entity::new(kind, at)
            .with(names.alert, 25)
            .acting_at(world.now() + 10);
        came += i32::from(world.add(newcomer).is_ok());
    }
    if came == 0 {
        return None;
    }
    let name = super::name(world, foe.me);
    Some(Outcome::turn().say(format!("The {name} calls, and is answered.")))
}

/// Stays near its place: what is too far off is let go.
fn keep_guard(wits: &Wits, world: &mut World, foe: Foe) -> Option<Outcome> {
    let home = wits.names.home;
    let written = |at: Point| i64::from(at.y) * 1_000 + i64::from(at.x);
    let known = world.entity(foe.me)?.int(home);
    let place = known.unwrap_or_else(|| written(foe.here));
    if known.is_none() {
        world.set(foe.me, home, place);
    }
    let place = Point::new((place % 1_000) as i32, (place / 1_000) as i32);
    if place.chebyshev(foe.there) <= BEAT {
        return None;
    }
    if foe.here != place {
        let rules = parlour_grid::path::PathRules::counting_steps();
        if let Some(next) = world.first_step(foe.me, place, &rules) {
            world.try_move(foe.me, next - foe.here);
        }
    }
    Some(Outcome::turn())
}

/// One cell straight towards the player, through rock if need be.
fn dig(world: &mut World, me: EntityId, here: Point, there: Point) -> Option<Outcome> {
    let way = Direction::towards(here, there)?;
    let to = here.step(way);
    let inside = world.level().size().rect().grown(-1).contains(to);
    let rock = world.level().tile_type(to) == Some(TileType::WALL);
    if rock && inside {
        world.level_mut().set_type(to, TileType::FLOOR);
        world.tell(Event::TileChanged { at: to });
        if there.chebyshev(to) <= 8 {
            world.say("Stone cracks somewhere near.");
        }
    }
    if world.probe(me, way.delta()) == Step::Free {
        world.try_move(me, way.delta());
        return Some(Outcome::turn());
    }
    None
}
