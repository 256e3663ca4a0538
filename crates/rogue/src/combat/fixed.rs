//! The fixed rule: power less defence, no dice.
//!
//! Properties: `hp`, `max_hp`, `defense`, `power`. Whoever lacks hit points or
//! power is no fighter. The dead stay where they fell as remains: a red `%` that
//! blocks nothing, thinks nothing and fights nothing.

use crate::entity::{EntityId, EntityRef};
use crate::event::Event;
use crate::outcome::Outcome;
use crate::prop::Prop;
use crate::registry::EntityType;
use crate::world::World;

/// The key of the type that the dead become.
pub const CORPSE: &str = "corpse";

/// The draw order of remains, items and creatures: the lowest is at the bottom.
pub mod draw_order {
    /// Remains.
    pub const CORPSE: i64 = 0;
    /// Items.
    pub const ITEM: i64 = 1;
    /// Creatures.
    pub const ACTOR: i64 = 2;
}

/// What makes an entity a fighter under the fixed rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Hit points.
    pub hp: i64,
    /// Hit points when unhurt; those it started with if nothing is said.
    pub max_hp: i64,
    /// What is taken off every blow.
    pub defense: i64,
    /// The strength of its blows.
    pub power: i64,
}

impl Fighter {
    /// A fighter unhurt.
    pub const fn new(hp: i64, defense: i64, power: i64) -> Self {
        Self {
            hp,
            max_hp: hp,
            defense,
            power,
        }
    }

    /// The fighter in an entity; nothing if it is none.
    pub fn of(entity: EntityRef<'_>) -> Option<Self> {
        let hp = entity.int(Prop::HP)?;
        // The hit points of the type are those it started with.
        let born = entity
            .registry
            .entity_prop(entity.kind(), Prop::HP)
            .and_then(crate::Value::as_int);
        Some(Self {
            hp,
            max_hp: entity.int(Prop::MAX_HP).or(born).unwrap_or(hp),
            defense: entity.int(Prop::DEFENSE).unwrap_or(0),
            power: entity.int(Prop::POWER)?,
        })
    }

    /// Makes an entity this fighter.
    pub fn attach(self, world: &mut World, who: EntityId) {
        world.set(who, Prop::HP, self.hp);
        world.set(who, Prop::MAX_HP, self.max_hp);
        world.set(who, Prop::DEFENSE, self.defense);
        world.set(who, Prop::POWER, self.power);
    }
}

/// A blow: "A attacks B for N hit points.", or "A attacks B but does no damage."
/// Whoever is not a fighter neither strikes nor is struck, and the dead strike no
/// more.
pub fn attack(world: &mut World, me: EntityId, it: EntityId) -> Outcome {
    let fighter = |who| world.entity(who).and_then(Fighter::of);
    let (Some(mine), Some(theirs)) = (fighter(me), fighter(it)) else {
        return Outcome::retry();
    };
    if mine.hp <= 0 {
        return Outcome::retry();
    }
    let name = |who| world.entity(who).map_or("", |entity| entity.name());
    let words = format!("{} attacks {}", name(me), name(it));
    let damage = mine.power.saturating_sub(theirs.defense);
    if damage <= 0 {
        world.say(format!("{words} but does no damage."));
        return Outcome::turn();
    }
    world.say(format!("{words} for {damage} hit points."));
    world.tell(Event::Hit {
        by: me,
        who: it,
        damage,
    });
    if hurt(world, it, damage) {
        die(world, it);
    }
    Outcome::turn()
}

/// Takes hit points from a fighter. Says whether none are left; what then
/// happens is up to the caller (see [`die`]).
pub fn hurt(world: &mut World, who: EntityId, damage: i64) -> bool {
    let Some(fighter) = world.entity(who).and_then(Fighter::of) else {
        return false;
    };
    let hp = fighter.hp.saturating_sub(damage.max(0));
    if world
        .entity(who)
        .and_then(|entity| entity.int(Prop::MAX_HP))
        .is_none()
    {
        world.set(who, Prop::MAX_HP, fighter.max_hp);
    }
    world.set(who, Prop::HP, hp);
    hp <= 0
}

/// Makes the dead into remains: "NAME is dead!", or "You died!" for the player,
/// who stays the player but does no more.
pub fn die(world: &mut World, who: EntityId) {
    if world.is_leaving(who) {
        return;
    }
    world.take_leave(who);
    let Some(entity) = world.entity(who) else {
        return;
    };
    let (name, at) = (entity.name().to_string(), entity.at());
    let is_player = entity.kind() == EntityType::PLAYER;
    let kind = entity.kind();
    world.tell(Event::Died { who, kind, at });
    if is_player {
        world.say("You died!");
    } else {
        world.say(format!("{name} is dead!"));
        if let Some(corpse) = world.registry_mut().entity_key(CORPSE) {
            world.set_type(who, corpse);
        }
        world.set(who, Prop::NAME, format!("remains of {name}"));
        world.set(who, Prop::BLOCKS_MOVEMENT, false);
        for prop in [
            Prop::HP,
            Prop::MAX_HP,
            Prop::DEFENSE,
            Prop::POWER,
            Prop::MIND,
            Prop::OLD_MIND,
            Prop::MIND_TURNS,
        ] {
            world.unset(who, prop);
        }
        world.set(who, Prop::DRAW_ORDER, draw_order::CORPSE);
    }
    world.set(who, Prop::CHAR, "%");
    world.set(who, Prop::COLOR, "red");
}

/// Whether somebody has hit points to lose and none left.
pub fn is_dead(world: &World, who: EntityId) -> bool {
    let hp = world.entity(who).and_then(|entity| entity.int(Prop::HP));
    hp.is_some_and(|hp| hp <= 0)
}

/// Whether the player of the current level is dead or gone.
pub fn player_is_dead(world: &World) -> bool {
    world
        .player()
        .and_then(|player| world.entity(player))
        .is_none_or(|player| player.int(Prop::HP).is_some_and(|hp| hp <= 0))
}
