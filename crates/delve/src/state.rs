//! Everything there is to know of one game of Delve.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use parlour_rogue::save::Raw;
use parlour_rogue::{
    Entity, EntityId, EntityRef, EntityType, Game, Outcome, Point, Prop, Seed, World,
};
use parlour_rules::Fingerprint;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::after;
use crate::command::Event;
use crate::content::{self, Content, ContentFile, Place};
use crate::dungeon;
use crate::journey::{Journey, Slot};
use crate::lore;
use crate::modes::{Challenge, Difficulty, Modes};
use crate::refusal::Refusal;
use crate::scene::{Scene, number};
use crate::show::{self, Spark};
use crate::sight::enemies_in_view;
use crate::terrain;

/// What is agreed before the first step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The content that shipped when the game was begun, by its hash; what ships now
    /// if nothing is said.
    #[serde(default = "content::present")]
    pub shipped: Fingerprint,
    /// Files of content that take the place of those that ship. They are part of
    /// the log, so a game can be replayed where nobody has these files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<ContentFile>,
    /// How hard creatures are.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub difficulty: Difficulty,
    /// Whether it has half as many levels.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub short: bool,
    /// What is different on every level.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub challenge: Option<Challenge>,
}

/// Whether something is as in an ordinary game, and is not written.
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Setup {
    fn default() -> Self {
        Self::with(Vec::new())
    }
}

impl Setup {
    /// What shipped once, by its hash as text; without one, what shipped before games
    /// named it. Nothing if the text is no hash.
    pub fn of_shipped(hash: Option<&str>) -> Option<Self> {
        let shipped = match hash {
            None => content::FIRST,
            Some(text) => serde_json::from_value(serde_json::Value::from(text)).ok()?,
        };
        Some(Self {
            shipped,
            ..Self::default()
        })
    }

    /// What ships now, with these files in the place of those of their names.
    pub fn with(content: Vec<ContentFile>) -> Self {
        Self {
            shipped: content::present(),
            content,
            difficulty: Difficulty::Normal,
            short: false,
            challenge: None,
        }
    }

    pub(crate) fn modes(&self) -> Modes {
        Modes {
            difficulty: self.difficulty,
            short: self.short,
            challenge: self.challenge,
        }
    }

    /// What is other than usual, in words; nothing for the ordinary game.
    pub fn mode(&self) -> String {
        self.modes().words()
    }
}

/// A game of Delve: the framework's world and the player's story.
#[derive(Clone)]
pub struct State {
    pub(crate) setup: Setup,
    pub(crate) content: Arc<Content>,
    pub(crate) game: Game,
    pub(crate) journey: Journey,
    /// How many commands were carried out: the stage of the next one.
    pub(crate) moves: u64,
    /// A hash over all that was done and what came of it.
    pub(crate) trace: Fingerprint,
    /// What flashed by during the last command, moment by moment. It is no part
    /// of what is stored or compared.
    pub(crate) shown: Vec<Vec<Spark>>,
}

impl State {
    /// The first moment: at the top of the stairs of the first level.
    pub(crate) fn new(setup: &Setup, seed: Seed) -> Result<Self, Refusal> {
        let content = Content::of(setup)?;
        let dug = dungeon::dig(&content, seed, Place::on_the_way(1));
        let mut world = World::new(content.registry.clone(), seed, "1", dug.level);
        let player = Entity::new(EntityType::PLAYER, dug.up);
        let bad = |error: &dyn fmt::Display| Refusal::BadContent(error.to_string());
        let player = world.add(player).map_err(|error| bad(&error))?;
        lore::deal(&content, &mut world);
        for resident in dug.residents {
            let id = world.add(resident).map_err(|error| bad(&error))?;
            lore::disguise(&mut world, id);
        }
        let hp = number(&world, player, Prop::HP);
        world.set(player, Prop::HP, hp);
        let game = Game::at_rest(world, content.rules.clone()).map_err(|error| bad(&error))?;
        let mut state = Self {
            setup: setup.clone(),
            content,
            game,
            journey: Journey::new(),
            moves: 0,
            trace: Fingerprint(0),
            shown: Vec::new(),
        };
        state.equip();
        let story = state.content.levels[0].story.clone();
        state.say("Somewhere below lies the Amulet of the deep. Bring it back into the light.");
        state.say(story);
        state.game.world.explore(player);
        after::notice_items(&state.content, &mut state.game.world);
        state.trace = Fingerprint::of(&(0_u8, state.digest()));
        Ok(state)
    }

    /// What everyone sets out with.
    fn equip(&mut self) {
        let kinds = self.content.kinds;
        let content = self.content.clone();
        let journey = &mut self.journey;
        let world = &mut self.game.world;
        let Some(me) = world.player() else {
            return;
        };
        for (kind, count) in [(kinds.dagger, 1), (kinds.healing, 2)] {
            let item = Entity::new(kind, Point::ORIGIN).with(content.names.count, count);
            if let (Ok(id), Some(letter)) = (world.give(me, item), journey.free_letter()) {
                journey.letters.insert(letter, id);
                if kind == kinds.dagger {
                    journey.worn.insert(Slot::Weapon, id);
                }
            }
        }
        let mut scene = Scene {
            world,
            me,
            journey,
            content: &content,
        };
        scene.refresh_sheet();
    }

    /// Carries out a command that was accepted.
    pub(crate) fn advance(&mut self, event: &Event) {
        let Event::Done(command) = event;
        if self.journey.end.is_some() {
            return;
        }
        self.journey.said_before = self.world().log().total();
        self.shown.clear();
        crate::act::perform(self, command);
        self.journey.write_down(command);
        self.moves += 1;
        let before = self.trace;
        self.trace = Fingerprint::of(&(before, event, self.digest()));
    }

    /// One turn of the player, and everyone else's until the next.
    pub(crate) fn turn(&mut self, act: impl FnOnce(&mut Scene<'_>) -> Outcome) {
        let Self {
            game,
            journey,
            content,
            shown,
            ..
        } = self;
        let taken = game.perform(|world, me| {
            act(&mut Scene {
                world,
                me,
                journey,
                content,
            })
        });
        show::gather(shown, &game.world);
        if game.world.extra.remove(terrain::FELLED).is_some()
            && let Some(done) = &mut journey.done
        {
            done.felled = true;
        }
        if taken {
            after::turn(content, &mut game.world, journey);
        }
    }

    pub(crate) fn say(&mut self, text: impl Into<Box<str>>) {
        self.game.world.say(text);
    }

    pub(crate) fn world(&self) -> &World {
        &self.game.world
    }

    pub(crate) fn player(&self) -> EntityId {
        self.world().player().unwrap_or(EntityId(0))
    }

    pub(crate) fn here(&self) -> Point {
        let player = self.world().entity(self.player());
        player.map(EntityRef::at).unwrap_or_default()
    }

    /// A number of the player's, or 0.
    pub(crate) fn number(&self, prop: Prop) -> i64 {
        number(self.world(), self.player(), prop)
    }

    /// Hit points, now and when unhurt.
    pub(crate) fn health(&self) -> (i64, i64) {
        (self.number(Prop::HP), self.number(Prop::MAX_HP))
    }

    /// The item with a letter.
    pub(crate) fn item(&self, letter: char) -> Result<&Entity, Refusal> {
        let id = self.journey.letters.get(&letter);
        let pack = self.world().pack(self.player());
        id.and_then(|id| pack.iter().find(|item| item.id == Some(*id)))
            .ok_or(Refusal::NoSuchItem(letter))
    }

    /// Whether somebody is a friend with whom one changes places.
    pub(crate) fn is_free_friend(&self, who: EntityId) -> bool {
        let names = &self.content.names;
        let who = self.world().entity(who);
        self.content.kinds.deep.is_some()
            && who.is_some_and(|who| who.is(names.friend) && !who.is(names.captive))
    }

    /// How things stand before a command that goes on by itself.
    pub(crate) fn watch(&self) -> Watch {
        Watch {
            hp: self.health().0,
            known: self.enemies(),
        }
    }

    /// Whether something happened that stops it.
    pub(crate) fn disturbed(&self, watch: &Watch) -> bool {
        self.journey.end.is_some()
            || self.health().0 < watch.hp
            || self.enemies().iter().any(|who| {
                let awake = self.world().entity(*who);
                let awake = awake.is_some_and(|who| !who.is(self.content.names.asleep));
                awake || !watch.known.contains(who)
            })
    }

    /// Says who has come into view since.
    pub(crate) fn name_newcomers(&mut self, watch: &Watch) {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for who in self.enemies() {
            if !watch.known.contains(&who)
                && let Some(who) = self.world().entity(who)
            {
                *counts.entry(who.name().to_string()).or_default() += 1;
            }
        }
        let names: Vec<String> = counts
            .iter()
            .map(|(name, count)| crate::act::counted(name, *count))
            .collect();
        if !names.is_empty() {
            self.say(format!("You see {}.", names.join(", ")));
        }
    }

    fn enemies(&self) -> Vec<EntityId> {
        let all = enemies_in_view(self.world()).into_iter();
        all.map(|(who, _)| who).collect()
    }

    /// What tells two states apart at little cost: everyone on the level, how far
    /// chance was drawn, what was said.
    fn digest(&self) -> impl Serialize + use<> {
        self.digest_with(None)
    }

    /// The same, with the clocks of things of a type told as 0, as older rules told some.
    pub(crate) fn digest_with(&self, clockless: Option<EntityType>) -> impl Serialize + use<> {
        let world = self.world();
        let everyone: Vec<(u64, i32, i32, i64, i64)> = world
            .entities()
            .map(|entity| {
                let hp = entity.int(Prop::HP).unwrap_or(0);
                let at = entity.at();
                let has_clock = Some(entity.kind()) != clockless;
                let clock = if has_clock { entity.next_action() } else { 0 };
                (entity.id().0, at.x, at.y, clock, hp)
            })
            .collect();
        (
            (world.now(), world.turns(), world.log().total()),
            world.chance.drawn(),
            everyone,
            (
                self.journey.experience,
                self.journey.depth,
                self.journey.letters.len() as u64,
            ),
        )
    }
}

/// See [`State::watch`].
pub(crate) struct Watch {
    hp: i64,
    /// Who was in view, asleep.
    known: Vec<EntityId>,
}

/// The stored form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    setup: Setup,
    journey: Journey,
    moves: u64,
    trace: Fingerprint,
    world: serde_json::Value,
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Stored {
            setup: self.setup.clone(),
            journey: self.journey.clone(),
            moves: self.moves,
            trace: self.trace,
            world: self.game.raw().body,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let stored = Stored::deserialize(deserializer)?;
        let content = Content::of(&stored.setup).map_err(D::Error::custom)?;
        let raw = Raw {
            game: 0,
            content: None,
            body: stored.world,
        };
        let game = Game::restore(raw, content.registry.clone(), content.rules.clone())
            .map_err(D::Error::custom)?;
        if game.world.player().is_none() {
            return Err(D::Error::custom("there is no player in the world"));
        }
        if content.plan(stored.journey.place()).is_none() {
            return Err(D::Error::custom("there is no such level"));
        }
        Ok(Self {
            setup: stored.setup,
            content,
            game,
            journey: stored.journey,
            moves: stored.moves,
            trace: stored.trace,
            shown: Vec::new(),
        })
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.trace == other.trace
            && self.moves == other.moves
            && self.journey == other.journey
            && self.setup == other.setup
            && self.game.raw().body == other.game.raw().body
    }
}

impl Eq for State {}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("game", &self.game)
            .field("journey", &self.journey)
            .field("trace", &self.trace)
            .finish_non_exhaustive()
    }
}
