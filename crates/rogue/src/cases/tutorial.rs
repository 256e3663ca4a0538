//! The operations of the fixed rules: fighters, minds, items.

use std::collections::BTreeMap;

use parlour_grid::Point;
use serde_json::{Value as Json, json};

use super::form::{EntityForm, ItemForm, Op, Setup, Visible};
use super::framework::{ask, point};
use super::observed::Observed;
use super::setup::Table;
use crate::combat::fixed::{self, Fighter};
use crate::entity::{Entity, EntityId, EntityRef};
use crate::items;
use crate::minds;
use crate::outcome::{Outcome, Time};
use crate::prop::Prop;
use crate::registry::EntityType;
use crate::value::Value;
use crate::world::{Step, World};

/// What a scenario of the fixed rules has beyond its world.
pub(super) struct Tutorial {
    /// The cells that count as seen; none means all.
    seen: Option<Vec<Point>>,
    /// The order in which monsters act, where it is not that of the list.
    order: Vec<EntityId>,
}

impl Tutorial {
    pub(super) fn prepare(
        setup: &Setup,
        aliases: &BTreeMap<String, EntityId>,
        world: &mut World,
    ) -> Result<Self, String> {
        let id = |alias: &String| {
            let known = aliases.get(alias).copied();
            known.ok_or_else(|| format!("nothing is called {alias:?}"))
        };
        // The player is the first without a mind.
        let player = setup.entities.iter().position(|entity| entity.ai.is_none());
        for (place, form) in setup.entities.iter().enumerate() {
            let entity = entity(world, form, id(&form.id)?, Some(place) == player)?;
            world.add(entity).map_err(|error| error.to_string())?;
        }
        if let (Some(capacity), Some(player)) = (setup.capacity, world.player()) {
            world.set(player, Prop::CAPACITY, capacity);
        }
        for form in &setup.floor {
            let at = form
                .at
                .ok_or_else(|| format!("{}: where does it lie?", form.id))?;
            let item = item(world, form, id(&form.id)?)?.moved_to(point(at));
            world.add(item).map_err(|error| error.to_string())?;
        }
        for form in &setup.inventory {
            let player = world.player().ok_or("nobody carries the inventory")?;
            let item = item(world, form, id(&form.id)?)?;
            world
                .give(player, item)
                .map_err(|error| error.to_string())?;
        }
        let seen = match &setup.visible {
            None => None,
            Some(Visible::Word(word)) if word == "all" => None,
            Some(Visible::Word(word)) => return Err(format!("unknown visible {word:?}")),
            Some(Visible::Cells(cells)) => Some(cells.iter().map(|&cell| point(cell)).collect()),
        };
        let order: Result<Vec<EntityId>, String> = setup.order.iter().map(id).collect();
        Ok(Self {
            seen,
            order: order?,
        })
    }

    /// A field of an entity in the words of the tutorial.
    pub(super) fn entity_field(entity: EntityRef<'_>, field: &str) -> Option<Json> {
        Some(match field {
            "name" => entity.name().into(),
            "char" => entity.glyph().char.to_string().into(),
            "color" => entity.glyph().colour.to_string().into(),
            "blocks" => entity.blocks().into(),
            "ai" => entity.prop(Prop::MIND).map_or(Json::Null, Value::to_json),
            "fighter" => Fighter::of(entity).map_or(Json::Null, |fighter| {
                json!({
                    "hp": fighter.hp,
                    "max_hp": fighter.max_hp,
                    "defense": fighter.defense,
                    "power": fighter.power,
                })
            }),
            _ => return None,
        })
    }

    fn sees(&self, at: Point) -> bool {
        self.seen.as_ref().is_none_or(|seen| seen.contains(&at))
    }

    /// Everyone with a mind, in the order in which they act.
    fn monsters(&self, world: &World) -> Vec<EntityId> {
        let thinks = |entity: &EntityRef<'_>| entity.prop(Prop::MIND).is_some();
        let mut all: Vec<EntityId> = world.entities().filter(thinks).map(EntityRef::id).collect();
        // The list changes its order with every turn; numbers do not.
        all.sort_unstable();
        let mut ordered = self.order.clone();
        ordered.retain(|id| all.contains(id));
        ordered.extend(all.into_iter().filter(|id| !self.order.contains(id)));
        ordered
    }
}

fn entity(
    world: &mut World,
    form: &EntityForm,
    id: EntityId,
    is_player: bool,
) -> Result<Entity, String> {
    if form.map.is_some() || !form.props.is_empty() || form.kind.is_some() {
        return Err(format!(
            "{}: type, map and props are of the framework",
            form.id
        ));
    }
    let kind = if is_player {
        EntityType::PLAYER
    } else {
        world
            .registry_mut()
            .entity_key("monster")
            .ok_or("too many types")?
    };
    known(&form.id, "ai", form.ai.as_deref(), &["basic", "confused"])?;
    let mut entity = Entity::new(kind, point(form.at)).with_id(id.0);
    let mut set = |prop, value: Option<Value>| {
        if let Some(value) = value {
            entity.props.set(prop, value);
        }
    };
    let text = |text: &Option<String>| text.as_deref().map(Value::from);
    set(Prop::NAME, text(&form.name));
    set(Prop::CHAR, text(&form.char));
    set(Prop::COLOR, text(&form.color));
    set(Prop::MIND, text(&form.ai));
    set(Prop::BLOCKS_MOVEMENT, form.blocks.map(Value::from));
    set(Prop::DRAW_ORDER, Some(fixed::draw_order::ACTOR.into()));
    if let Some(fighter) = form.fighter {
        set(Prop::HP, Some(fighter.hp.into()));
        set(
            Prop::MAX_HP,
            Some(fighter.max_hp.unwrap_or(fighter.hp).into()),
        );
        set(Prop::DEFENSE, Some(fighter.defense.into()));
        set(Prop::POWER, Some(fighter.power.into()));
    }
    Ok(entity)
}

fn item(world: &mut World, form: &ItemForm, id: EntityId) -> Result<Entity, String> {
    let kind = world
        .registry_mut()
        .entity_key("item")
        .ok_or("too many types")?;
    let uses = ["heal", "lightning", "fireball", "confuse"];
    known(&form.id, "use", form.effect.as_deref(), &uses)?;
    let mut item = Entity::new(kind, Point::ORIGIN)
        .with_id(id.0)
        .with(Prop::DRAW_ORDER, fixed::draw_order::ITEM);
    for (prop, value) in [
        (Prop::NAME, form.name.as_deref().map(Value::from)),
        (Prop::USE, form.effect.as_deref().map(Value::from)),
        (Prop::AMOUNT, form.amount.map(Value::from)),
        (Prop::DAMAGE, form.damage.map(Value::from)),
        (Prop::RADIUS, form.radius.map(Value::from)),
        (Prop::RANGE, form.range.map(Value::from)),
        (Prop::TURNS, form.turns.map(Value::from)),
    ] {
        if let Some(value) = value {
            item.props.set(prop, value);
        }
    }
    Ok(item)
}

/// Words of a file that mean nothing are errors, not left unheard.
fn known(id: &str, field: &str, word: Option<&str>, words: &[&str]) -> Result<(), String> {
    match word {
        Some(word) if !words.contains(&word) => Err(format!(
            "{id}: unknown {field} {word:?}; there are {}",
            words.join(", ")
        )),
        _ => Ok(()),
    }
}

pub(super) fn perform(table: &mut Table, op: Op) -> Result<Observed, String> {
    let player = |table: &Table| table.game.world.player().ok_or("there is no player");
    let outcome = match op {
        Op::Attack { who, target } => {
            let (who, target) = (table.id(&who)?, table.id(&target)?);
            fixed::attack(&mut table.game.world, who, target)
        }
        Op::Player { by } => {
            let player = player(table)?;
            if fixed::player_is_dead(&table.game.world) {
                return Ok(spent(&Outcome::retry()));
            }
            let outcome = walk(&mut table.game.world, player, point(by));
            say(&mut table.game.world, &outcome);
            if outcome.time != Time::Free {
                enemies(table);
            }
            return Ok(spent(&outcome));
        }
        Op::Enemies {} => {
            enemies(table);
            return Ok(Observed::new());
        }
        Op::EnemiesN { n } => {
            if n > 100_000 {
                return Err("n is at most 100000".to_string());
            }
            for _ in 0..n {
                enemies(table);
            }
            return Ok(Observed::new());
        }
        Op::TurnOf { who } => {
            let who = table.id(&who)?;
            turn_of(table, who);
            return Ok(Observed::new());
        }
        Op::Use { item, at } => {
            let (player, item) = (player(table)?, table.id(&item)?);
            let Table { game, tutorial, .. } = table;
            let mut sees = |_: &mut World, at: Point| {
                tutorial.as_ref().is_none_or(|tutorial| tutorial.sees(at))
            };
            items::use_item(&mut game.world, player, item, at.map(point), &mut sees)
        }
        Op::Pickup {} => {
            let player = player(table)?;
            items::pick_up(&mut table.game.world, player)
        }
        Op::Drop { item } => {
            let (player, item) = (player(table)?, table.id(&item)?);
            items::put_down(&mut table.game.world, player, item)
        }
        op => return ask(table, op),
    };
    say(&mut table.game.world, &outcome);
    Ok(spent(&outcome))
}

fn spent(outcome: &Outcome) -> Observed {
    Observed::new().with("turn_spent", outcome.time != Time::Free)
}

fn say(world: &mut World, outcome: &Outcome) {
    if let Some(message) = &outcome.message {
        world.say(message.as_str());
    }
}

/// Rock is no turn; a blocker is attacked; a free cell is entered.
fn walk(world: &mut World, player: EntityId, by: Point) -> Outcome {
    match world.probe(player, by) {
        Step::Free => world.try_move(player, by),
        Step::Creature(blocker) => fixed::attack(world, player, blocker),
        Step::OffMap | Step::Terrain(_) => Outcome::retry(),
    }
}

/// Every monster once, until the player is dead.
fn enemies(table: &mut Table) {
    let monsters = match &table.tutorial {
        Some(tutorial) => tutorial.monsters(&table.game.world),
        None => Vec::new(),
    };
    for monster in monsters {
        if fixed::player_is_dead(&table.game.world) {
            break;
        }
        turn_of(table, monster);
    }
}

fn turn_of(table: &mut Table, who: EntityId) {
    let Table { game, tutorial, .. } = table;
    let outcome = minds::current(&mut game.world, who, |_, at| {
        tutorial.as_ref().is_none_or(|tutorial| tutorial.sees(at))
    });
    say(&mut game.world, &outcome);
}
