//! The dice rule: roll to hit, roll damage, take off armour.
//!
//! Properties: `attack` (dice) against `defense` (a number), `damage` (dice)
//! less `armor`, `hp`. Whoever has no hit points or no defence cannot be fought.

use parlour_grid::{Point, line};

use crate::dice::Dice;
use crate::effect::Effect;
use crate::entity::{EntityId, EntityRef};
use crate::event::Event;
use crate::outcome::Outcome;
use crate::prop::Prop;
use crate::registry::EntityType;
use crate::value::Value;
use crate::world::World;

/// How far a shot carries when nothing is said.
pub const DEFAULT_RANGE: i64 = 6;

/// A fight hand to hand: a handler for bumps and the attack of chasers. Where
/// there is nothing to fight, nothing happens and the player is asked again.
pub fn melee(world: &mut World, me: EntityId, it: EntityId) -> Outcome {
    strike(world, me, it, Prop::ATTACK, Prop::DAMAGE).map_or_else(Outcome::retry, |blow| {
        Outcome::turn().say(blow.sentence).show(blow.flash)
    })
}

/// A shot at a cell: the handler for targeting.
///
/// One's own cell asks again. Out of sight, out of range or at nothing that can
/// be fought costs nothing and says so.
pub fn shoot(world: &mut World, me: EntityId, at: Point) -> Outcome {
    let Some(shooter) = world.entity(me) else {
        return Outcome::retry();
    };
    let from = shooter.at();
    let range = shooter.int(Prop::RANGE).unwrap_or(DEFAULT_RANGE);
    if from == at {
        return Outcome::retry();
    }
    if !world.sees(from, at) {
        return Outcome::free().say("You can't see there.");
    }
    if i64::from(from.chebyshev(at)) > range {
        return Outcome::free().say("Out of range.");
    }
    let target = world
        .entities_at(at)
        .into_iter()
        .find(|entity| is_fighter(world, entity.id()))
        .map(EntityRef::id);
    let blow = target
        .and_then(|target| strike(world, me, target, Prop::RANGED_ATTACK, Prop::RANGED_DAMAGE));
    match blow {
        Some(blow) => Outcome::turn()
            .say(blow.sentence)
            .show(Effect::concat([Effect::flight(line(from, at)), blow.flash])),
        None if target.is_some() => Outcome::free().say("You have nothing to shoot with."),
        None => Outcome::free().say("Nothing to shoot at."),
    }
}

/// Takes hit points from somebody. At or below zero it is removed. Says whether
/// it was; who has no hit points, or dies already, is not hurt.
pub fn damage(world: &mut World, who: EntityId, amount: i64) -> bool {
    if world.is_leaving(who) {
        return false;
    }
    let Some(hp) = world.entity(who).and_then(|entity| entity.int(Prop::HP)) else {
        return false;
    };
    let left = hp.saturating_sub(amount);
    if left > 0 {
        world.set(who, Prop::HP, left);
        return false;
    }
    world.take_leave(who);
    if let Some(entity) = world.remove(who) {
        let (kind, at) = (entity.kind, entity.at);
        world.tell(Event::Died { who, kind, at });
    }
    true
}

/// Whether somebody can be fought: it has hit points and a defence.
pub fn is_fighter(world: &World, who: EntityId) -> bool {
    world
        .entity(who)
        .is_some_and(|entity| entity.int(Prop::HP).is_some() && entity.int(Prop::DEFENSE).is_some())
}

struct Blow {
    sentence: String,
    flash: Effect,
}

fn strike(world: &mut World, me: EntityId, it: EntityId, attack: Prop, harm: Prop) -> Option<Blow> {
    let dice = |prop| -> Option<Dice> { world.entity(me)?.prop(prop).and_then(Value::as_dice) };
    let (to_hit, harm) = (dice(attack)?, dice(harm)?);
    let target = world.entity(it)?;
    let at = target.at();
    let defense = target.int(Prop::DEFENSE)?;
    target.int(Prop::HP)?;
    let armor = target.int(Prop::ARMOR).unwrap_or(0);
    let words = Words::of(world, me, it)?;
    if world.roll(to_hit) < defense {
        world.tell(Event::Missed { by: me, who: it });
        return Some(Blow {
            sentence: words.miss(),
            flash: Effect::miss(at),
        });
    }
    let harm = world.roll(harm).saturating_sub(armor).max(0);
    world.tell(Event::Hit {
        by: me,
        who: it,
        damage: harm,
    });
    let killed = damage(world, it, harm);
    Some(Blow {
        sentence: words.hit(harm, killed),
        flash: Effect::hit(at),
    })
}

/// Who strikes whom, in words: the player is "you".
struct Words {
    by: String,
    who: String,
    by_player: bool,
    at_player: bool,
}

impl Words {
    fn of(world: &World, by: EntityId, who: EntityId) -> Option<Self> {
        let (by, who) = (world.entity(by)?, world.entity(who)?);
        let is_player = |kind| kind == EntityType::PLAYER;
        Some(Self {
            by: by.name().to_string(),
            who: who.name().to_string(),
            by_player: is_player(by.kind()),
            at_player: is_player(who.kind()),
        })
    }

    fn sentence(&self, mine: &str, theirs: &str) -> String {
        let by = if self.by_player {
            format!("You {mine}")
        } else {
            format!("The {} {theirs}", self.by)
        };
        if self.at_player {
            format!("{by} you")
        } else {
            format!("{by} the {}", self.who)
        }
    }

    fn miss(&self) -> String {
        format!("{}.", self.sentence("miss", "misses"))
    }

    fn hit(&self, damage: i64, killed: bool) -> String {
        let end = match (killed, self.at_player) {
            (false, _) => ".",
            (true, true) => ", ...killing you!",
            (true, false) => ", ...killing it!",
        };
        format!("{} for {damage} damage{end}", self.sentence("hit", "hits"))
    }
}
