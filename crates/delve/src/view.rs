//! What the player may know: the one place where what it does not see is cut
//! away. Every screen, window and bot has nothing but this.

mod danger;
mod hint;
mod merged;
mod picture;
mod written;

use std::collections::BTreeMap;

use parlour_grid::Point;
use parlour_rogue::combat::Health;
use parlour_rogue::{Entity, EntityRef, Prop, Value};
use serde::{Deserialize, Serialize};

use crate::act::count_of;
use crate::content::Content;
use crate::game::Ending;
use crate::journey::{LAMP, Note, Slot};
use crate::lore;
use crate::scene::{is_enemy, is_item};
use crate::show::Spark;
use crate::sight::Sight;
use crate::state::State;

pub use danger::Danger;
pub use hint::Hint;
pub use picture::{Cell, Fog, Ground, Picture};

/// Somebody or something on the map that the player knows of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// Where.
    pub at: Point,
    /// What it is called.
    pub name: String,
    /// What one sees when looking at it.
    pub description: String,
    /// The character it is drawn with.
    pub glyph: char,
    /// What it is.
    pub kind: ThingKind,
    /// Whether it is in view now; items are remembered.
    pub in_view: bool,
}

/// What a thing on the map is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThingKind {
    /// A living enemy.
    Enemy {
        /// Of a hundred, how much health is left; at least 1.
        health: u8,
        /// Whether it sleeps.
        asleep: bool,
        /// Whether it stumbles about.
        confused: bool,
        /// Whether it can strike from afar.
        shoots: bool,
        /// How dangerous the type is: what slaying it is worth.
        worth: u32,
        /// Whether it acts more often than an unhurried player.
        fast: bool,
        /// What a fight with it would be like.
        danger: Box<Danger>,
    },
    /// Somebody on the player's side.
    Friend {
        /// Of a hundred, how much health is left; at least 1.
        health: u8,
        /// Whether it is in chains, for a step to break.
        captive: bool,
    },
    /// Something to pick up.
    Item {
        /// Whether the player put it there itself.
        left_behind: bool,
        /// How many shards a stall asks for it.
        price: Option<u32>,
        /// Whether taking it shuts others away.
        caged: bool,
    },
    /// What is left of somebody.
    Remains,
}

/// Something in the pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carried {
    /// Its letter.
    pub letter: char,
    /// The key of its type in the content.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// What it does.
    pub description: String,
    /// The character it is drawn with.
    pub glyph: char,
    /// How many.
    pub count: u32,
    /// Where it is worn now.
    pub worn: Option<Slot>,
    /// Where it can be worn.
    pub slot: Option<Slot>,
    /// What it does when used, in the word of the content.
    pub does: String,
    /// Whether it is used on a place.
    pub aimed: bool,
    /// How good it is in its slot: the average blow, the armour, the defence.
    pub quality: u32,
    /// Whether the player knows what it does. Of what it does not know, neither key
    /// nor description nor effect say anything.
    pub known: bool,
    /// What it is mistaken for, if it is of a class that has to be found out about.
    pub class: String,
    /// How often it can be used yet, if that is counted and known.
    pub charges: Option<u32>,
    /// Whether a shard may be bound to it.
    pub holds_shards: bool,
    /// How many are bound to it.
    pub shards: u32,
    /// How a weapon strikes, in the word of the content.
    pub manner: String,
}

/// The character sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Hit points left; 0 at death.
    pub hp: u32,
    /// Hit points when unhurt.
    pub max_hp: u32,
    /// The rank, from 1.
    pub rank: u32,
    /// Experience so far.
    pub experience: u32,
    /// Experience at which the next rank is reached.
    pub next_rank: u32,
    /// Dice to hit.
    pub attack: String,
    /// Dice of a blow.
    pub damage: String,
    /// Dice and reach of a shot, with a bow in hand.
    pub shot: Option<(String, u32)>,
    /// What blows have to reach.
    pub defense: u32,
    /// What is taken off every blow.
    pub armor: u32,
    /// What ails or helps, each with the turns it lasts.
    pub status: Vec<(Status, u32)>,
    /// Arrows in the pack.
    pub arrows: u32,
    /// Shards in the pack.
    pub shards: u32,
    /// How far the last action was heard.
    pub noise: u32,
    /// Whether the rank says how many shards were bound, and not what was learned.
    pub by_shards: bool,
}

/// What may be the matter with the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Loses a hit point every turn.
    Poisoned,
    /// Acts less often.
    Slowed,
    /// Walks where it did not want to.
    Confused,
    /// Acts twice as often.
    Hasted,
    /// Cannot walk away.
    Held,
    /// Blows glance off.
    Shielded,
}

impl Status {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Poisoned => "poisoned",
            Self::Slowed => "slow",
            Self::Confused => "confused",
            Self::Hasted => "fast",
            Self::Held => "held",
            Self::Shielded => "stone skin",
        }
    }
}

/// A sentence of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// In which turn.
    pub turn: u64,
    /// What was said.
    pub text: String,
}

/// Everything the player may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The level, from 1.
    pub depth: u8,
    /// The deepest level reached.
    pub deepest: u8,
    /// How many levels there are.
    pub levels: u8,
    /// What the level is called.
    pub place: String,
    /// The rule of the level, in a sentence; empty for most.
    pub feeling: String,
    /// The map, ready to be drawn.
    pub picture: Picture,
    /// Where the player is.
    pub here: Point,
    /// Who and what is known to be on the map.
    pub things: Vec<Thing>,
    /// The character sheet.
    pub sheet: Sheet,
    /// The pack, by letter.
    pub pack: Vec<Carried>,
    /// Whether the amulet is in it.
    pub has_amulet: bool,
    /// Turns so far.
    pub turns: u64,
    /// Turns for which the lamp still burns.
    pub light: u64,
    /// Points so far.
    pub score: u64,
    /// Whether the dungeon is not the one that ships, so that points do not compare
    /// with those of others.
    pub own_content: bool,
    /// The latest sentences, oldest first.
    pub log: Vec<Line>,
    /// How many of them are from the last command.
    pub news: u32,
    /// What flashed by during the last command, moment by moment.
    pub shown: Vec<Vec<Spark>>,
    /// What a newcomer may want to know now.
    pub hint: Option<Hint>,
    /// How many of each were slain, by name.
    pub slain: BTreeMap<String, u32>,
    /// What happened on the way.
    pub notes: Vec<Note>,
    /// How it ended, if it did.
    pub ending: Option<Ending>,
}

/// How many sentences a view holds.
const MOST_LINES: usize = 200;

impl View {
    /// Whom the hero slew most often, at most five kinds, each with its count.
    pub fn most_slain(&self) -> Vec<String> {
        let mut slain: Vec<(&String, &u32)> = self.slain.iter().collect();
        slain.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let most = slain.into_iter().take(5);
        most.map(|(name, count)| crate::act::counted(name, *count))
            .collect()
    }

    pub(crate) fn of(state: &State) -> Self {
        let world = state.world();
        let sight = Sight::of(world);
        let picture = picture::draw(state, &sight);
        let mut things = things(state, &sight);
        things.sort_by_key(|thing| (thing.at, !matches!(thing.kind, ThingKind::Enemy { .. })));
        let log = world.log();
        let skip = log.iter().count().saturating_sub(MOST_LINES);
        let news = (log.total() - state.journey.said_before).min(MOST_LINES as u64) as usize;
        let lines = log.iter().skip(skip).map(|message| Line {
            turn: message.turn,
            text: message.text.to_string(),
        });
        let (lines, news) = merged::merge(lines.collect(), news);
        let journey = &state.journey;
        let slain = journey.slain.iter();
        let turns = world.turns();
        let mut view = Self {
            depth: journey.depth,
            deepest: journey.deepest,
            levels: state.content.depth(),
            place: state.content.level_name(journey.depth).to_string(),
            feeling: feeling(state),
            picture,
            here: state.here(),
            things,
            sheet: sheet(state),
            pack: pack(state),
            has_amulet: journey.has_amulet,
            turns,
            light: LAMP.saturating_sub(turns),
            score: journey.score(turns),
            own_content: Content::is_own(&state.setup),
            log: lines,
            news: news as u32,
            shown: state.shown.clone(),
            hint: None,
            slain: slain
                .map(|(key, count)| (state.content.name(key), *count))
                .collect(),
            notes: journey.notes.clone(),
            ending: state.ending(),
        };
        view.hint = hint::for_now(&view, || crate::act::explore_step(state).is_none());
        view
    }

    /// The enemies in view.
    pub fn enemies(&self) -> impl Iterator<Item = &Thing> {
        let all = self.things.iter();
        all.filter(|thing| matches!(thing.kind, ThingKind::Enemy { .. }))
    }

    /// What is at a cell, topmost first: who and what is known there, then the
    /// ground.
    pub fn names_at(&self, at: Point) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        if at == self.here {
            names.push("you");
        }
        let things = self.things.iter().filter(|thing| thing.at == at);
        names.extend(things.map(|thing| thing.name.as_str()));
        if let Some(cell) = self.picture.get(at)
            && cell.fog != Fog::Unknown
        {
            names.push(cell.ground.word());
        }
        names
    }

    /// The known cell of the stairs down or up that is nearest.
    pub fn stairs(&self, ground: Ground) -> Option<Point> {
        let cells = self.picture.points();
        cells
            .filter(|&at| {
                self.picture
                    .get(at)
                    .is_some_and(|cell| cell.ground == ground)
            })
            .min_by_key(|at| at.chebyshev(self.here))
    }
}

fn things(state: &State, sight: &Sight) -> Vec<Thing> {
    let world = state.world();
    let names = &state.content.names;
    let mut things = Vec::new();
    for entity in world.entities() {
        let in_view = sight.sees(entity.at());
        let kind = if is_enemy(entity) {
            if !in_view {
                continue;
            }
            enemy(state, entity)
        } else if entity.is(names.friend) {
            if !in_view {
                continue;
            }
            ThingKind::Friend {
                health: health(entity),
                captive: entity.is(names.captive),
            }
        } else if is_item(entity) {
            if !in_view && !entity.is(names.seen) {
                continue;
            }
            let price = crate::act::price_of(world, names, &entity.to_entity());
            ThingKind::Item {
                left_behind: entity.is(names.left_behind),
                price: entity.is(names.for_sale).then(|| small(price)),
                caged: entity.int(names.caged).is_some(),
            }
        } else if in_view && entity.kind() == state.content.kinds.remains {
            ThingKind::Remains
        } else {
            continue;
        };
        let name = match kind {
            ThingKind::Item { .. } => crate::act::words_for(world, names, &entity.to_entity()),
            _ => entity.name().to_string(),
        };
        things.push(Thing {
            at: entity.at(),
            name,
            description: if lore::is_unknown(world, entity.kind()) {
                UNKNOWN.to_string()
            } else {
                entity.description().unwrap_or_default().to_string()
            },
            glyph: entity.glyph().char,
            kind,
            in_view,
        });
    }
    things
}

/// What is said of a thing nobody has found out about.
const UNKNOWN: &str = "Use it to find out what it does.";

fn feeling(state: &State) -> String {
    let feeling = state.content.feelings.get(&state.journey.theme);
    feeling.cloned().unwrap_or_default()
}

fn health(entity: EntityRef<'_>) -> u8 {
    let Some(Health { hp, max_hp }) = Health::of(entity) else {
        return 1;
    };
    (hp.saturating_mul(100) / max_hp.max(1)).clamp(1, 100) as u8
}

fn enemy(state: &State, entity: EntityRef<'_>) -> ThingKind {
    let names = &state.content.names;
    ThingKind::Enemy {
        health: health(entity),
        asleep: entity.is(names.asleep),
        confused: entity.int(names.confused).unwrap_or(0) > 0,
        shoots: entity.prop(Prop::RANGED_ATTACK).is_some(),
        worth: small(entity.int(names.worth).unwrap_or(0)),
        fast: entity.delay() < 10,
        danger: Box::new(Danger::of(state, entity)),
    }
}

fn sheet(state: &State) -> Sheet {
    let world = state.world();
    let names = &state.content.names;
    let text = |prop| crate::scene::word(world, state.player(), prop);
    let status = [
        (Status::Poisoned, names.poisoned),
        (Status::Slowed, names.slowed),
        (Status::Confused, names.confused),
        (Status::Hasted, names.hasted),
        (Status::Held, names.held),
        (Status::Shielded, names.shielded),
    ];
    let shot = text(Prop::RANGED_DAMAGE);
    let arrow = state.content.kinds.arrow;
    let arrows = world.pack(state.player()).iter();
    let (hp, max_hp) = state.health();
    Sheet {
        hp: small(hp),
        max_hp: small(max_hp),
        rank: state.journey.rank,
        experience: state.journey.experience,
        next_rank: state.journey.next_rank(),
        attack: text(Prop::ATTACK),
        damage: text(Prop::DAMAGE),
        shot: (!shot.is_empty()).then(|| (shot, small(state.number(Prop::RANGE)))),
        defense: small(state.number(Prop::DEFENSE)),
        armor: small(state.number(Prop::ARMOR)),
        status: status
            .into_iter()
            .map(|(status, prop)| (status, small(state.number(prop))))
            .filter(|(_, turns)| *turns > 0)
            .collect(),
        arrows: arrows
            .filter(|item| item.kind == arrow)
            .map(|item| small(count_of(world, names, item)))
            .sum(),
        shards: world
            .pack(state.player())
            .iter()
            .filter(|item| state.content.kinds.deep.map(|deep| deep.shard) == Some(item.kind))
            .map(|item| small(count_of(world, names, item)))
            .sum(),
        noise: small(state.number(names.noise)),
        by_shards: state.content.kinds.deep.is_some(),
    }
}

fn pack(state: &State) -> Vec<Carried> {
    let all = state.journey.letters.iter();
    all.filter_map(|(&letter, _)| {
        let item = state.item(letter).ok()?;
        Some(carried(state, letter, item))
    })
    .collect()
}

fn carried(state: &State, letter: char, item: &Entity) -> Carried {
    let world = state.world();
    let names = &state.content.names;
    let text = |prop| world.prop_of(item, prop).and_then(Value::as_text);
    let int = |prop| world.prop_of(item, prop).and_then(Value::as_int);
    let dice = |prop| {
        let dice = world.prop_of(item, prop).and_then(Value::as_dice)?;
        Some(dice.least() + dice.most())
    };
    let known = !lore::is_unknown(world, item.kind);
    let told = |words: Option<&str>| words.filter(|_| known).unwrap_or_default().to_string();
    let does = told(text(Prop::USE));
    let bound = int(names.enchant).unwrap_or(0);
    let slot = text(names.slot).and_then(Slot::of);
    let quality = match slot {
        Some(Slot::Weapon) => {
            dice(Prop::DAMAGE).unwrap_or(0) * 2 + int(names.attack_bonus).unwrap_or(0) + bound * 5
        }
        Some(Slot::Bow) => dice(Prop::RANGED_DAMAGE).unwrap_or(0) * 2 + bound * 4,
        Some(Slot::Body) => int(Prop::ARMOR).unwrap_or(0) * 2 + bound,
        Some(Slot::Shield) => int(names.defense_bonus).unwrap_or(0) + bound,
        None => 0,
    };
    let worn = state.journey.worn.iter();
    Carried {
        letter,
        key: told(Some(state.content.registry.entity_type_key(item.kind))),
        name: crate::act::words_for(world, names, item),
        description: if known {
            told(text(Prop::DESCRIPTION))
        } else {
            UNKNOWN.to_string()
        },
        glyph: text(Prop::CHAR)
            .and_then(|text| text.chars().next())
            .unwrap_or('?'),
        count: small(count_of(world, names, item)),
        worn: worn
            .filter(|(_, id)| item.id == Some(**id))
            .map(|(slot, _)| *slot)
            .next(),
        slot,
        aimed: lore::is_aimed(&state.content, world, item),
        does,
        quality: small(quality),
        known,
        class: text(names.class).unwrap_or_default().to_string(),
        charges: int(names.charges).filter(|_| known).map(small),
        holds_shards: state.content.kinds.deep.is_some()
            && (slot.is_some() || int(names.recharge).is_some()),
        shards: small(bound),
        manner: text(names.verb).unwrap_or_default().to_string(),
    }
}

fn small(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}
