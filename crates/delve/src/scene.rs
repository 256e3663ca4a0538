//! The world and the player's story together, while an action is carried out:
//! small questions and changes that every action shares.

use parlour_rogue::{Dice, Entity, EntityId, EntityRef, Point, Prop, Value, World};

use parlour_rogue::kit::allies::is_friend;

use crate::content::Content;
use crate::journey::{Journey, Slot};
use crate::names::Names;

/// Where an action takes place.
pub(crate) struct Scene<'a> {
    pub(crate) world: &'a mut World,
    pub(crate) me: EntityId,
    pub(crate) journey: &'a mut Journey,
    pub(crate) content: &'a Content,
}

impl Scene<'_> {
    pub(crate) fn names(&self) -> &Names {
        &self.content.names
    }

    pub(crate) fn here(&self) -> Point {
        self.world
            .entity(self.me)
            .map(EntityRef::at)
            .unwrap_or_default()
    }

    pub(crate) fn name(&self, who: EntityId) -> String {
        self.world
            .entity(who)
            .map_or_else(String::new, |entity| entity.name().to_string())
    }

    /// The living enemy on a cell.
    pub(crate) fn enemy_at(&self, at: Point) -> Option<EntityId> {
        let there = self.world.entities_at(at).into_iter();
        there.filter(|it| is_enemy(*it)).map(EntityRef::id).next()
    }

    /// How far this action is heard.
    pub(crate) fn make_noise(&mut self, reach: i64) {
        let noise = self.content.names.noise;
        let stealth = number(self.world, self.me, self.content.names.stealth);
        let reach = if reach > 0 {
            (reach - stealth).max(1)
        } else {
            reach
        };
        if number(self.world, self.me, noise) != reach {
            self.world.set(self.me, noise, reach);
        }
    }

    /// Takes what is worn, the rank and the potions together into the numbers
    /// the fight asks for.
    pub(crate) fn refresh_sheet(&mut self) {
        let numbers = Numbers::of(self.world, self.me, self.journey, self.content);
        let (world, me) = (&mut *self.world, self.me);
        world.set(me, Prop::ATTACK, numbers.attack.to_string());
        world.set(me, Prop::DAMAGE, numbers.damage.to_string());
        world.set(me, Prop::DEFENSE, numbers.defense);
        world.set(me, Prop::ARMOR, numbers.armor);
        world.set(me, Prop::MAX_HP, numbers.max_hp);
        if self.content.kinds.deep.is_some() {
            let names = self.content.names;
            self.world.set(me, names.stealth, numbers.stealth);
            match numbers.verb {
                Some(verb) => self.world.set(me, names.verb, verb),
                None => self.world.unset(me, names.verb),
            };
        }
        let world = &mut *self.world;
        if let Some((dice, range)) = numbers.bow {
            world.set(me, Prop::RANGED_ATTACK, numbers.attack.to_string());
            world.set(me, Prop::RANGED_DAMAGE, dice.to_string());
            world.set(me, Prop::RANGE, range);
        } else {
            world.unset(me, Prop::RANGED_DAMAGE);
        }
    }

    /// Somebody was slain by the player.
    pub(crate) fn slain(&mut self, key: &str, name: &str, worth: i64) {
        *self.journey.slain.entry(key.to_string()).or_default() += 1;
        let turn = self.world.turns();
        if worth >= 30 && self.journey.slain[key] == 1 {
            self.journey
                .note(turn, format!("slew {}", crate::act::with_article(name)));
        }
        let worth = worth.clamp(0, 100_000) as u32;
        self.journey.experience = self.journey.experience.saturating_add(worth);
        if self.content.kinds.deep.is_some() {
            // Growth comes from shards.
            return;
        }
        while self.journey.experience >= self.journey.next_rank() && self.journey.rank < 30 {
            self.journey.rank += 1;
            self.journey.vigour += 6;
            if self.journey.rank.is_multiple_of(3) {
                self.journey.might += 1;
            }
            let rank = self.journey.rank;
            self.world
                .say(format!("You feel stronger: you are of rank {rank} now."));
            self.journey.note(turn, format!("reached rank {rank}"));
            self.refresh_sheet();
            let hp = number(self.world, self.me, Prop::HP);
            let most = number(self.world, self.me, Prop::MAX_HP);
            self.world.set(self.me, Prop::HP, (hp + 6).min(most));
        }
    }
}

/// The player's numbers, as they come to.
pub(crate) struct Numbers {
    pub(crate) attack: Dice,
    pub(crate) damage: Dice,
    pub(crate) defense: i64,
    pub(crate) armor: i64,
    pub(crate) max_hp: i64,
    pub(crate) bow: Option<(Dice, i64)>,
    pub(crate) stealth: i64,
    pub(crate) verb: Option<String>,
}

impl Numbers {
    fn of(world: &World, me: EntityId, journey: &Journey, content: &Content) -> Self {
        let born = |prop: Prop| {
            let kind = world.entity(me).map(EntityRef::kind)?;
            content.registry.entity_prop(kind, prop)
        };
        let plain = Dice::constant(0).unwrap_or_else(|| unreachable!("zero is a number"));
        let dice = |prop| born(prop).and_then(Value::as_dice).unwrap_or(plain);
        let int = |prop| born(prop).and_then(Value::as_int).unwrap_or(0);
        let worn: Vec<&Entity> = world
            .pack(me)
            .iter()
            .filter(|item| item.id.is_some_and(|id| journey.is_worn(id)))
            .collect();
        let sum = |prop| -> i64 {
            let all = worn.iter();
            all.filter_map(|item| world.prop_of(item, prop)?.as_int())
                .sum()
        };
        let wielded = |slot: Slot| {
            let id = *journey.worn.get(&slot)?;
            worn.iter().copied().find(|item| item.id == Some(id))
        };
        let names = &content.names;
        let bound = |slot: Slot| {
            let shards = wielded(slot).and_then(|item| world.prop_of(item, names.enchant));
            shards.and_then(Value::as_int).unwrap_or(0)
        };
        let by_rank = if content.kinds.deep.is_some() {
            0
        } else {
            (i64::from(journey.rank) - 1) * 4 / 5
        };
        let skill = by_rank + sum(names.attack_bonus);
        let blade = wielded(Slot::Weapon).and_then(|item| world.prop_of(item, Prop::DAMAGE));
        let blade = blade.and_then(Value::as_dice);
        let bow = wielded(Slot::Bow).and_then(|item| {
            let dice = world.prop_of(item, Prop::RANGED_DAMAGE)?.as_dice()?;
            let range = world.prop_of(item, Prop::RANGE).and_then(Value::as_int);
            let might = journey.might / 2 + bound(Slot::Bow);
            Some((plus(dice, might), range.unwrap_or(6)))
        });
        let verb = wielded(Slot::Weapon).and_then(|item| world.prop_of(item, names.verb));
        let (sharp, mail, guard) = (bound(Slot::Weapon), bound(Slot::Body), bound(Slot::Shield));
        Self {
            attack: plus(dice(Prop::ATTACK), skill + sharp.max(bound(Slot::Bow))),
            damage: plus(
                blade.unwrap_or_else(|| dice(Prop::DAMAGE)),
                journey.might + sharp,
            ),
            defense: int(Prop::DEFENSE) + sum(names.defense_bonus) + guard + (mail + 1) / 2,
            armor: int(Prop::ARMOR) + sum(Prop::ARMOR) + mail / 2,
            max_hp: int(Prop::HP) + journey.vigour,
            bow,
            stealth: int(names.stealth) + sum(names.stealth),
            verb: verb.and_then(Value::as_text).map(str::to_string),
        }
    }
}

/// Dice with another bonus.
pub(crate) fn plus(dice: Dice, more: i64) -> Dice {
    let sum = dice.modifier().saturating_add(more);
    let sum = sum.clamp(-Dice::MAX_MODIFIER, Dice::MAX_MODIFIER);
    if dice.sides() == 0 {
        return Dice::constant(sum).unwrap_or(dice);
    }
    Dice::new(dice.count(), dice.sides(), sum).unwrap_or(dice)
}

/// A number of somebody's, or 0.
pub(crate) fn number(world: &World, who: EntityId, prop: Prop) -> i64 {
    world
        .entity(who)
        .and_then(|entity| entity.int(prop))
        .unwrap_or(0)
}

/// A word of somebody's, or none.
pub(crate) fn word(world: &World, who: EntityId, prop: Prop) -> String {
    world
        .entity(who)
        .and_then(|entity| entity.prop(prop))
        .and_then(Value::as_text)
        .unwrap_or_default()
        .to_string()
}

/// Whether somebody is a living creature other than the player and its friends.
pub(crate) fn is_enemy(entity: EntityRef<'_>) -> bool {
    entity.acts()
        && entity.kind() != parlour_rogue::EntityType::PLAYER
        && entity.int(Prop::HP).is_some_and(|hp| hp > 0)
        && !is_friend(entity)
}

/// Whether an entity is something to pick up.
pub(crate) fn is_item(entity: EntityRef<'_>) -> bool {
    entity.int(Prop::DRAW_ORDER) == Some(1)
}

/// The cells of living enemies the player sees now.
pub(crate) fn enemies_in_view(world: &mut World) -> Vec<(EntityId, Point)> {
    let all: Vec<(EntityId, Point)> = world
        .entities()
        .filter(|entity| is_enemy(*entity))
        .map(|entity| (entity.id(), entity.at()))
        .collect();
    all.into_iter()
        .filter(|(_, at)| world.player_sees(*at))
        .collect()
}
