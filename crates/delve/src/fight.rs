//! Blows, shots and what wounds do, by the dice rule of the framework: a roll of
//! at least the defence hits, and armour is taken off the damage.

use parlour_rogue::kit::terrain;
use parlour_rogue::{Effect, EntityId, EntityRef, EntityType, Event, Outcome, Prop, Value, World};

use crate::content::Wits;
use crate::mind::Verbs;
use crate::names::Names;
use crate::scene::{Scene, is_enemy, number, word};
use crate::show;
use crate::words::{Manner, Verb};

/// Who died of a blow: the key of its type, its name, what it was worth.
pub(crate) struct Slain {
    key: String,
    name: String,
    worth: i64,
}

/// A creature strikes the player, hand to hand or from afar.
pub(crate) fn strike_player(
    wits: &Wits,
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
    let names = &wits.names;
    let name = name_of(world, me);
    if from_afar {
        show_shot(world, me, it);
    } else if manner_of(names, world, it) == Some(Manner::Parry) && world.chance.fight.below(5) == 0
    {
        world.say(format!("You turn the blow of the {name} aside."));
        return;
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
    let damage = if number(world, it, names.shielded) > 0 {
        (damage - number(world, it, names.shield_armor)).max(0)
    } else {
        damage
    };
    let hp = number(world, it, Prop::HP) - damage;
    let end = if hp <= 0 { ", ...killing you!" } else { "." };
    world.say(format!("The {name} hits you for {damage} damage{end}"));
    world.set(it, Prop::HP, hp);
    world.set(it, names.killer, name.as_str());
    if hp > 0 && damage > 0 {
        envenom(names, world, me, it);
        if wits.deep.is_some() {
            take_hold(wits, world, me, it, from_afar);
        }
    }
}

/// What a creature that hit the player does besides.
fn take_hold(wits: &Wits, world: &mut World, me: EntityId, it: EntityId, from_afar: bool) {
    let names = &wits.names;
    let verbs = Verbs::of(names, world, me);
    let name = name_of(world, me);
    if verbs.has(Verb::Grab) && !from_afar {
        if number(world, it, names.held) == 0 {
            world.say(format!("The {name} holds you fast."));
        }
        world.set(it, names.held, 3);
    }
    if verbs.has(Verb::Burn)
        && from_afar
        && world.chance.mind.below(2) == 0
        && let Some(at) = world.entity(it).map(EntityRef::at)
        && !crate::terrain::is_deep(world, at)
    {
        terrain::ignite(world, at);
    }
    if verbs.has(Verb::Steal) && !from_afar && world.pack(me).is_empty() {
        steal(wits, world, me, it, &name);
    }
}

/// A thing that is not worn goes from one pack to the other, and its thief runs.
fn steal(wits: &Wits, world: &mut World, me: EntityId, it: EntityId, name: &str) {
    let names = &wits.names;
    let shard = wits.deep.map(|deep| deep.shard);
    let amulet = |item: &parlour_rogue::Entity| {
        world.prop_of(item, Prop::USE).and_then(Value::as_text) == Some("amulet")
    };
    let loose: Vec<EntityId> = world
        .pack(it)
        .iter()
        .filter(|item| {
            world
                .prop_of(item, names.slot)
                .and_then(Value::as_text)
                .is_none()
        })
        .filter(|item| Some(item.kind) != shard && !amulet(item))
        .filter_map(|item| item.id)
        .collect();
    let Some(&loot) = world.chance.mind.pick(&loose) else {
        return;
    };
    let Some(mut item) = world.use_up(it, loot) else {
        return;
    };
    let count = item.props.get(names.count).and_then(Value::as_int);
    if let Some(count) = count.filter(|count| *count > 1 && wits.is_of_rules_4()) {
        // One of a heap: the others keep their number and their room.
        let mut rest = item.clone();
        rest.props.set(names.count, count - 1);
        let _ = world.give(it, rest);
        item.id = None;
        item.props.set(names.count, 1);
    }
    let what = world.name_of(&item).to_string();
    // One thing fits any pack.
    let _ = world.give(me, item);
    world.set(me, names.afraid, 1_000);
    if wits.is_of_rules_4() {
        world.set(me, names.runs, true);
    }
    world.say(format!("The {name} steals your {what} and runs!"));
}

/// How the weapon in the player's hand strikes.
pub(crate) fn manner_of(names: &Names, world: &World, who: EntityId) -> Option<Manner> {
    let word = world.entity(who)?.prop(names.verb)?.as_text()?;
    Manner::of(word)
}

/// A blow of the player hand to hand, with all that its weapon does.
pub(crate) fn blow(scene: &mut Scene<'_>, it: EntityId) {
    let here = scene.here();
    let at = |world: &World, who| world.entity(who).map(EntityRef::at);
    let there = at(scene.world, it).unwrap_or(here);
    let mut others: Vec<EntityId> = Vec::new();
    match manner_of(&scene.content.names, scene.world, scene.me) {
        Some(Manner::Sweep) => {
            let around = scene
                .world
                .within(here, 1, parlour_rogue::Metric::Chebyshev);
            let around = around.into_iter().filter(|other| is_enemy(*other));
            others.extend(around.map(EntityRef::id).filter(|other| *other != it));
        }
        Some(Manner::Reach) => {
            let way = parlour_rogue::Direction::towards(here, there);
            let behind = way.map(|way| there.step(way));
            others.extend(behind.and_then(|cell| scene.enemy_at(cell)));
        }
        _ => {}
    }
    strike(scene, it, false);
    for other in others {
        strike(scene, other, false);
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
    let manner = manner_of(&scene.content.names, scene.world, scene.me).filter(|_| !from_afar);
    let times = if manner == Some(Manner::Sneak) { 5 } else { 2 };
    let damage = if sleeping {
        roll_harm(scene.world, scene.me, it, harm).map(|damage| damage * times)
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
    } else if manner == Some(Manner::Stagger) {
        let next = scene.world.entity(it).map_or(0, EntityRef::next_action);
        scene.world.set_next_action(it, next + 4);
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
    hurt(&scene.content.wits(), scene.world, it, damage)
}

/// The same, whoever did it. What it carried lies there too, and those it led run.
pub(crate) fn hurt(wits: &Wits, world: &mut World, it: EntityId, damage: i64) -> Option<Slain> {
    let hp = number(world, it, Prop::HP) - damage.max(0);
    if hp > 0 {
        world.set(it, Prop::HP, hp);
        if damage > 0 && Verbs::of(&wits.names, world, it).has(Verb::Split) {
            split(wits, world, it, hp);
        }
        return None;
    }
    let entity = world.entity(it)?;
    let slain = Slain {
        key: entity.type_key().to_string(),
        name: entity.name().to_string(),
        worth: entity.int(wits.names.worth).unwrap_or(0),
    };
    let (kind, at) = (entity.kind(), entity.at());
    let band = entity
        .int(wits.names.pack_number)
        .filter(|_| entity.is(wits.names.leads));
    let carried: Vec<EntityId> = world.pack(it).iter().filter_map(|item| item.id).collect();
    for item in carried {
        // It lies where its thief fell.
        let _ = world.put_down(it, item);
    }
    world.remove(it);
    world.tell(Event::Died { who: it, kind, at });
    leave_remains(world, wits.remains, at, &slain.name);
    if let Some(band) = band {
        scatter(wits, world, band);
    }
    Some(slain)
}

/// Those who lost their leader run for a while.
fn scatter(wits: &Wits, world: &mut World, band: i64) {
    let names = &wits.names;
    let followers: Vec<EntityId> = world
        .entities()
        .filter(|it| is_enemy(*it) && it.int(names.pack_number) == Some(band))
        .map(EntityRef::id)
        .collect();
    if !followers.is_empty() {
        world.say("Without their leader the others run.");
    }
    for who in followers {
        world.set(who, names.afraid, 20);
        if wits.is_of_rules_4() {
            world.set(who, names.runs, true);
        }
    }
}

/// A wound makes two of it, if there is room beside it.
fn split(wits: &Wits, world: &mut World, it: EntityId, hp: i64) {
    let Some(entity) = world.entity(it) else {
        return;
    };
    let (kind, at, name) = (entity.kind(), entity.at(), entity.name().to_string());
    let alike = world.entities().filter(|it| it.kind() == kind).count();
    let Some(beside) = free_beside(world, it, at).filter(|_| hp >= 2 && alike < 12) else {
        return;
    };
    let half = parlour_rogue::Entity::new(kind, beside)
        .with(Prop::HP, hp / 2)
        .with(wits.names.alert, 25)
        .acting_at(world.now() + 10);
    world.set(it, Prop::HP, hp - hp / 2);
    if world.add(half).is_ok() {
        world.say(format!("The {name} splits in two!"));
    }
}

/// A free cell beside a place that somebody could stand on.
pub(crate) fn free_beside(
    world: &World,
    who: EntityId,
    at: parlour_rogue::Point,
) -> Option<parlour_rogue::Point> {
    let around = parlour_rogue::Direction::ALL.into_iter();
    around.map(|way| at.step(way)).find(|&cell| {
        let blocked = world.entities_at(cell).into_iter().any(EntityRef::blocks);
        world.level().contains(cell) && world.is_open_to(Some(who), cell) && !blocked
    })
}

/// A creature strikes another: friends and enemies of the player.
pub(crate) fn clash(wits: &Wits, world: &mut World, me: EntityId, it: EntityId) -> Outcome {
    let Some(at) = world.entity(it).map(EntityRef::at) else {
        return Outcome::turn();
    };
    let (mine, theirs) = (name_of(world, me), name_of(world, it));
    let friend = world.entity(it).is_some_and(|it| it.is(wits.names.friend));
    let Some(damage) = roll_blow(world, me, it, Prop::ATTACK, Prop::DAMAGE) else {
        return Outcome::turn();
    };
    let seen = world.player_sees(at);
    let dead = hurt(wits, world, it, damage).is_some();
    let theirs = if friend {
        format!("your {theirs}")
    } else {
        format!("the {theirs}")
    };
    let mine = if friend { "The" } else { "Your" }.to_string() + " " + &mine;
    if dead && (seen || friend) {
        world.say(format!("{mine} slays {theirs}!"));
    } else if seen {
        world.say(format!("{mine} hits {theirs} for {damage} damage."));
    }
    if !dead && !friend {
        rouse(&wits.names, world, it);
    }
    Outcome::turn()
}

fn leave_remains(world: &mut World, remains: EntityType, at: parlour_rogue::Point, name: &str) {
    let already = world
        .entities_at(at)
        .into_iter()
        .any(|entity| entity.kind() == remains);
    if !already {
        let remains = parlour_rogue::Entity::new(remains, at)
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
