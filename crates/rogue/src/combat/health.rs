//! Wounds and healing, whichever rule a fighter lives by.
//!
//! Whoever has `power` is a fighter of the [fixed rule](super::fixed) and falls as
//! remains; whoever has hit points and a `defense` is one of the
//! [dice rule](super::melee) and is gone. Items, traps and poison hurt through
//! here and need not know.

use crate::combat::{dice, fixed};
use crate::entity::{EntityId, EntityRef};
use crate::event::Event;
use crate::prop::Prop;
use crate::registry::EntityType;
use crate::value::Value;
use crate::world::World;

/// Hit points, and how many they are when unhurt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Health {
    /// Hit points.
    pub hp: i64,
    /// Hit points when unhurt: `max_hp`, else those of the type.
    pub max_hp: i64,
}

impl Health {
    /// The health of an entity; nothing if it has no hit points.
    pub fn of(entity: EntityRef<'_>) -> Option<Self> {
        let hp = entity.int(Prop::HP)?;
        let born = entity
            .registry
            .entity_prop(entity.kind(), Prop::HP)
            .and_then(Value::as_int);
        let max_hp = entity.int(Prop::MAX_HP).or(born).unwrap_or(hp);
        Some(Self { hp, max_hp })
    }

    /// Whether nothing is missing.
    pub fn is_whole(self) -> bool {
        self.hp >= self.max_hp
    }
}

/// Whether somebody can be wounded: it has hit points, and power or a defence.
pub fn is_mortal(entity: EntityRef<'_>) -> bool {
    let fights = [Prop::POWER, Prop::DEFENSE];
    entity.is_alive() && fights.into_iter().any(|prop| entity.int(prop).is_some())
}

/// Gives hit points back, at most to the full. Answers how many.
pub fn heal(world: &mut World, who: EntityId, amount: i64) -> i64 {
    let Some(health) = world.entity(who).and_then(Health::of) else {
        return 0;
    };
    let hp = health.hp.saturating_add(amount.max(0)).min(health.max_hp);
    if hp <= health.hp {
        return 0;
    }
    world.set(who, Prop::MAX_HP, health.max_hp);
    world.set(who, Prop::HP, hp);
    hp - health.hp
}

/// Takes hit points. Says whether none are left; nobody is buried yet, so that
/// every wound of a blast is dealt before the first death (see [`fall`]).
pub fn hurt(world: &mut World, who: EntityId, damage: i64) -> bool {
    let Some(health) = world.entity(who).and_then(Health::of) else {
        return false;
    };
    let hp = health.hp.saturating_sub(damage.max(0));
    world.set(who, Prop::MAX_HP, health.max_hp);
    world.set(who, Prop::HP, hp);
    hp <= 0
}

/// What happens to whoever has no hit points left, by the rule it lives by.
pub fn fall(world: &mut World, who: EntityId) {
    let Some(entity) = world.entity(who) else {
        return;
    };
    if world.is_leaving(who) {
        return;
    }
    if entity.int(Prop::POWER).is_some() {
        fixed::die(world, who);
        return;
    }
    let sentence = if entity.kind() == EntityType::PLAYER {
        "You die...".to_string()
    } else {
        format!("The {} dies.", entity.name())
    };
    world.say(sentence);
    dice::damage(world, who, 0);
}

/// Takes hit points and buries whoever has none left: a trap, a poison, a curse.
/// With somebody to blame it is told as a hit. Says whether it fell.
pub fn wound(world: &mut World, who: EntityId, damage: i64, by: Option<EntityId>) -> bool {
    if world.entity(who).and_then(Health::of).is_none() {
        return false;
    }
    if let Some(by) = by {
        world.tell(Event::Hit { by, who, damage });
    }
    let fell = hurt(world, who, damage);
    if fell {
        fall(world, who);
    }
    fell
}
