//! A game: a world, its rules, and what it waits for.
//!
//! Input is pushed: [`Game::press`] takes one key and answers what happened. Look
//! mode and targeting are modes of the game, not loops within it, so a terminal,
//! a browser, a test and a replay all drive the same code, and nothing runs
//! while no key is pressed.

mod errand;
mod hooks;
mod questions;
mod scheduler;
mod turn;

use parlour_grid::Point;
use serde::{Deserialize, Serialize};

use crate::entity::EntityId;
use crate::event::Event;
use crate::keys::KeyMap;
use crate::look::Cursor;
use crate::notation::{Action, Key};
use crate::outcome::Outcome;
use crate::question::Question;
use crate::registry::{ContentError, Registry};
use crate::rules::{Mind, Rules};
use crate::world::World;

use errand::Errand;
pub use scheduler::Acted;

/// The most questions that wait for the player; more are not asked.
const MOST_WAITING: usize = 64;

/// What the game does with the next key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// It is a command.
    #[default]
    Command,
    /// It moves the cursor of look mode.
    Look(Cursor),
    /// It moves the cursor of targeting.
    Target(Cursor),
    /// It answers the open menu.
    Menu,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The player asked for it.
    Quit,
    /// There is no player any more.
    PlayerGone,
    /// The player has won.
    Won,
}

/// A game in progress.
#[derive(Clone)]
pub struct Game {
    /// Everything there is.
    pub world: World,
    rules: Rules,
    /// What each entity type does, by its number.
    minds: Vec<Option<Mind>>,
    pub(crate) mode: Mode,
    /// What the player is being asked.
    pub(crate) question: Option<Question>,
    /// What hooks and creatures asked meanwhile: put as soon as nothing else is asked.
    pub(crate) waiting: Vec<Question>,
    pub(crate) ending: Option<Ending>,
    /// How many of the world's events the hooks were told of.
    reacted: usize,
}

impl Game {
    /// A game that waits for the first key: everyone who acts before the player
    /// has acted, and what the player sees is explored.
    ///
    /// Behaviours that content names and nobody defined are refused.
    pub fn new(world: World, rules: Rules) -> Result<Self, ContentError> {
        let mut game = Self::at_rest(world, rules)?;
        game.run_to_player();
        game.notice();
        game.ask_next();
        Ok(game)
    }

    /// A game in which nobody has acted yet: for those who call the scheduler
    /// themselves.
    pub fn at_rest(mut world: World, rules: Rules) -> Result<Self, ContentError> {
        world.lend(rules.hooks.manners.clone());
        Ok(Self {
            minds: rules.minds(world.registry())?,
            world,
            rules,
            mode: Mode::Command,
            question: None,
            waiting: Vec::new(),
            ending: None,
            reacted: 0,
        })
    }

    /// Takes a key and answers what happened.
    pub fn press(&mut self, key: Key) -> &[Event] {
        self.take(|game, who| {
            let outcome = game.player_key(who, key)?;
            let errand = outcome.again.then(|| game.errand_of(key)).flatten();
            Some((outcome, errand))
        })
    }

    /// Takes an action as if its key had been pressed, whether or not a key is bound to
    /// it: for games whose commands are words, buttons or a menu of their own. While
    /// something is looked at, aimed at or asked, actions do nothing; keys answer.
    pub fn press_action(&mut self, action: &Action) -> &[Event] {
        self.take(|game, who| {
            if game.mode != Mode::Command {
                return None;
            }
            let outcome = game.command(who, action.clone())?;
            let errand = outcome.again.then(|| Errand::Action(action.clone()));
            Some((outcome, errand))
        })
    }

    /// The player's turn by what was put in; nothing means: ask for another.
    fn take(
        &mut self,
        put_in: impl FnOnce(&mut Self, EntityId) -> Option<(Outcome, Option<Errand>)>,
    ) -> &[Event] {
        self.world.events.clear();
        self.reacted = 0;
        if self.ending.is_none()
            && let Some(who) = self.run_to_player()
        {
            if let Some((outcome, errand)) = put_in(self, who) {
                let again = outcome.again && !outcome.retry;
                let errand = errand
                    .filter(|_| again)
                    .map(|errand| (errand, self.watch()));
                self.finish_turn(who, outcome);
                if let Some((errand, watch)) = errand {
                    self.repeat(&errand, watch);
                }
            }
            self.ask_next();
            self.notice();
        }
        &self.world.events
    }

    /// Does something in the player's turn that no key stands for: the way of
    /// games whose commands are not keys. It is settled as a key is; if it took
    /// time, the others act until the player is due again. Says whether there
    /// was a player to do it.
    pub fn perform(&mut self, act: impl FnOnce(&mut World, EntityId) -> Outcome) -> bool {
        self.world.events.clear();
        self.reacted = 0;
        let Some(who) = self.run_to_player() else {
            return false;
        };
        let outcome = act(&mut self.world, who);
        self.finish_turn(who, outcome);
        self.notice();
        true
    }

    /// Settles what the player did; if it took time, the others act until the
    /// player is due again.
    fn finish_turn(&mut self, who: EntityId, outcome: Outcome) {
        self.settle_player(who, &outcome);
        if !outcome.is_free() && self.ending.is_none() {
            self.after_player_turn(who);
            self.run_to_player();
            self.world.tell(Event::TurnTaken);
        }
        if let Some(question) = outcome.ask {
            self.put_question(who, *question);
        }
        self.ask_next();
    }

    /// Takes several keys; the events are those of the last.
    pub fn press_all(&mut self, keys: impl IntoIterator<Item = Key>) {
        for key in keys {
            self.press(key);
        }
    }

    /// What the game does with the next key.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The cell the cursor of look mode or targeting stands on.
    pub fn cursor(&self) -> Option<Point> {
        match self.mode {
            Mode::Command | Mode::Menu => None,
            Mode::Look(cursor) | Mode::Target(cursor) => Some(cursor.at),
        }
    }

    /// Why the game is over, if it is.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The key map.
    pub fn keys(&self) -> &KeyMap {
        &self.rules.keys
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Reads content anew while the game runs. If anything is wrong with it,
    /// nothing changes.
    pub fn load_content(&mut self, file: &str, text: &str) -> Result<(), ContentError> {
        let mut registry = self.world.registry().clone();
        registry.load(file, text)?;
        self.set_content(registry)
    }

    /// Takes other content. If a behaviour is missing, nothing changes.
    pub(crate) fn set_content(&mut self, registry: Registry) -> Result<(), ContentError> {
        self.minds = self.rules.minds(&registry)?;
        self.world.registry = registry;
        self.world.content_changed();
        Ok(())
    }

    /// Applies what a player's action came to: words, show, time.
    fn settle_player(&mut self, who: EntityId, outcome: &Outcome) {
        self.publish(outcome);
        self.world.charge(who, outcome.time);
        if !outcome.is_free() {
            self.world.turns += 1;
            self.after_each_turn(who);
        }
        self.react();
    }

    fn publish(&mut self, outcome: &Outcome) {
        for sentence in outcome.sentences() {
            self.world.say(sentence);
        }
        if let Some(effect) = &outcome.effect {
            self.world.show(effect.clone());
        }
        if let Some(action) = &outcome.action {
            self.world.tell(Event::Asked(action.clone()));
        }
        if outcome.won {
            self.end(Ending::Won);
        }
        if outcome.quit {
            self.end(Ending::Quit);
        }
    }

    /// The same for those who do not act themselves now: what they ask waits for the
    /// player.
    fn heed(&mut self, outcome: &Outcome) {
        self.publish(outcome);
        if let Some(question) = &outcome.ask
            && self.waiting.len() < MOST_WAITING
        {
            self.waiting.push((**question).clone());
        }
    }

    pub(crate) fn end(&mut self, ending: Ending) {
        if self.ending.is_none() {
            self.ending = Some(ending);
            self.world.tell(Event::Ended);
        }
    }

    /// Portals, and the author's own word after a turn.
    fn after_player_turn(&mut self, who: EntityId) {
        if let Some(arrival) = self.world.portal_at(who) {
            // A portal whose other side is full stays shut.
            let _ = self.world.travel_to(who, arrival);
        }
        for after in self.rules.after_turn.clone() {
            let outcome = after(&mut self.world, who);
            self.heed(&outcome);
        }
        self.react();
    }

    /// The player remembers what it sees.
    fn notice(&mut self) {
        if let Some(player) = self.world.player() {
            self.world.explore(player);
        }
    }

    pub(crate) fn mind_of(&self, who: EntityId) -> Option<&Mind> {
        let kind = self.world.entity(who)?.kind();
        self.minds.get(kind.index())?.as_ref()
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game")
            .field("world", &self.world)
            .field("mode", &self.mode)
            .field("ending", &self.ending)
            .finish_non_exhaustive()
    }
}
