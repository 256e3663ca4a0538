//! Blows, shots and what wounds do, by the dice rule of the framework: a roll of
//! at least the defence hits, and armour is taken off the damage.

use parlour_rogue::{Effect, EntityId, EntityRef, EntityType, Event, Prop, Value, World};

use crate::content::Kinds;
use crate::names::Names;
use crate::scene::{Scene, number, word};
use crate::show;

/// Who died of a blow: the key of its type, its name, what it was worth.
pub(crate) struct Slain {
    key: String,
    name: String,
    worth: i64,
}

/// A creature strikes the player, hand to hand or from afar.
pub(crate) fn strike_player(
    names: &Names,
    world: &mut World,
    me: EntityId,
    it: EntityId,
    from_afar: bool,
) {
    let (attack, harm) = if from_afar {
        (Prop::RANGED_ATTACK, Prop::RANGED_DAMAGE)
    } else {
        (Prop::ATTACK, Prop::DAMAGE)
    };
    let name = name_of(world, me);
    if from_afar {
        show_shot(world, me, it);
    }
    let verb = if from_afar { "shoots at" } else { "attacks" };
    let Some(damage) = roll_blow(world, me, it, attack, harm) else {
        world.say(if from_afar {
            format!("The {name} {verb} you and misses.")
        } else {
            format!("The {name} misses you.")
        });
        return;
    };
    let hp = number(world, it, Prop::HP) - damage;
    let end = if hp <= 0 { ", ...killing you!" } else { "." };
    world.say(format!("The {name} hits you for {damage} damage{end}"));
    world.set(it, Prop::HP, hp);
    world.set(it, names.killer, name.as_str());
    if hp > 0 && damage > 0 {
        envenom(names, world, me, it);
    }
}

/// The player strikes a creature.
pub(crate) fn strike(scene: &mut Scene<'_>, it: EntityId, from_afar: bool) {
    let (attack, harm) = if from_afar {
        (Prop::RANGED_ATTACK, Prop::RANGED_DAMAGE)
    } else {
        (Prop::ATTACK, Prop::DAMAGE)
    };
    scene.make_noise(10);
    let name = scene.name(it);
    let asleep = scene.names().asleep;
    // Whoever sleeps is hit without fail, and hard.
    let sleeping = scene.world.entity(it).is_some_and(|it| it.is(asleep));
    if from_afar {
        show_shot(scene.world, scene.me, it);
    }
    let damage = if sleeping {
        roll_harm(scene.world, scene.me, it, harm).map(|damage| damage * 2)
    } else {
        roll_blow(scene.world, scene.me, it, attack, harm)
    };
    rouse(&scene.content.names, scene.world, it);
    let Some(damage) = damage else {
        scene.world.say(format!("You miss the {name}."));
        return;
    };
    let killed = number(scene.world, it, Prop::HP) <= damage;
    let end = if killed { ", ...killing it!" } else { "." };
    scene
        .world
        .say(format!("You hit the {name} for {damage} damage{end}"));
    if let Some(slain) = wound(scene, it, damage) {
        slain.tell(scene);
    }
}

impl Slain {
    /// The player gets what it was worth.
    pub(crate) fn tell(self, scene: &mut Scene<'_>) {
        scene.slain(&self.key, &self.name, self.worth);
    }
}

/// Takes hit points off a creature; who has none left is gone, and its remains
/// lie there.
pub(crate) fn wound(scene: &mut Scene<'_>, it: EntityId, damage: i64) -> Option<Slain> {
    let hp = number(scene.world, it, Prop::HP) - damage.max(0);
    if hp > 0 {
        scene.world.set(it, Prop::HP, hp);
        return None;
    }
    let entity = scene.world.entity(it)?;
    let slain = Slain {
        key: entity.type_key().to_string(),
        name: entity.name().to_string(),
        worth: entity.int(scene.content.names.worth).unwrap_or(0),
    };
    let (kind, at) = (entity.kind(), entity.at());
    scene.world.remove(it);
    scene.world.tell(Event::Died { who: it, kind, at });
    leave_remains(scene.world, &scene.content.kinds, at, &slain.name);
    Some(slain)
}

fn leave_remains(world: &mut World, kinds: &Kinds, at: parlour_rogue::Point, name: &str) {
    let already = world
        .entities_at(at)
        .into_iter()
        .any(|entity| entity.kind() == kinds.remains);
    if !already {
        let remains = parlour_rogue::Entity::new(kinds.remains, at)
            .with(Prop::NAME, format!("remains of a {name}"));
        // A world has room for as many entities as it has numbers.
        let _ = world.add(remains);
    }
}

/// Whoever is struck, or hears it, is awake and after you, and so is its band.
pub(crate) fn rouse(names: &Names, world: &mut World, who: EntityId) {
    const HUNT: i64 = 25;
    let Some(entity) = world.entity(who) else {
        return;
    };
    let (at, band) = (entity.at(), entity.int(names.pack_number));
    let friends: Vec<EntityId> = match band {
        None => vec![who],
        Some(band) => world
            .within(at, 12, parlour_rogue::Metric::Chebyshev)
            .into_iter()
            .filter(|other| other.int(names.pack_number) == Some(band))
            .map(EntityRef::id)
            .collect(),
    };
    for friend in friends {
        if world
            .entity(friend)
            .is_some_and(|friend| friend.is(names.asleep))
        {
            world.set(friend, names.asleep, false);
        }
        world.set(friend, names.alert, HUNT);
    }
}

fn show_shot(world: &mut World, from: EntityId, to: EntityId) {
    let at = |who| world.entity(who).map(EntityRef::at);
    if let (Some(from), Some(to)) = (at(from), at(to)) {
        show::flight(world, from, to);
    }
}

fn roll_blow(
    world: &mut World,
    me: EntityId,
    it: EntityId,
    attack: Prop,
    harm: Prop,
) -> Option<i64> {
    let to_hit = world
        .entity(me)?
        .prop(attack)
        .and_then(Value::as_dice)
        .map(|dice| world.roll(dice))?;
    if to_hit < number(world, it, Prop::DEFENSE) {
        world.tell(Event::Missed { by: me, who: it });
        if let Some(at) = world.entity(it).map(EntityRef::at) {
            world.show(Effect::miss(at));
        }
        return None;
    }
    roll_harm(world, me, it, harm)
}

fn roll_harm(world: &mut World, me: EntityId, it: EntityId, harm: Prop) -> Option<i64> {
    let dice = world.entity(me)?.prop(harm).and_then(Value::as_dice)?;
    let damage = world.roll(dice) - number(world, it, Prop::ARMOR);
    let damage = damage.max(0);
    world.tell(Event::Hit {
        by: me,
        who: it,
        damage,
    });
    if let Some(at) = world.entity(it).map(EntityRef::at) {
        world.show(Effect::hit(at));
    }
    Some(damage)
}

/// What a wound does beyond hurting.
fn envenom(names: &Names, world: &mut World, me: EntityId, it: EntityId) {
    let venom = word(world, me, names.venom);
    let turns = number(world, me, names.venom_turns).max(1);
    let (status, sentence) = match venom.as_str() {
        "poison" => (names.poisoned, "You are poisoned."),
        "slow" => (names.slowed, "Your limbs grow heavy."),
        "confuse" => (names.confused, "Your head spins."),
        _ => return,
    };
    if number(world, it, status) == 0 {
        world.say(sentence);
    }
    let turns = turns.max(number(world, it, status));
    world.set(it, status, turns);
}

fn name_of(world: &World, who: EntityId) -> String {
    world
        .entity(who)
        .map_or_else(String::new, |entity| entity.name().to_string())
}

/// Whether somebody is the player.
pub(crate) fn is_player(entity: EntityRef<'_>) -> bool {
    entity.kind() == EntityType::PLAYER
}

/// Whoever stands in a doorway leaves the door open.
pub(crate) fn open_doors_underfoot(world: &mut World, door: parlour_rogue::TileType) {
    let opened: Vec<parlour_rogue::Point> = world
        .entities()
        .filter(|it| it.acts() && world.level().tile_type(it.at()) == Some(door))
        .map(EntityRef::at)
        .collect();
    for at in opened {
        world
            .level_mut()
            .set_type(at, parlour_rogue::TileType::DOOR_OPEN);
        world.tell(Event::TileChanged { at });
    }
}
