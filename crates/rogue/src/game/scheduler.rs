//! Everyone else's turns: the next actor, a round, until the player is due.

use super::{Ending, Game, Mode};
use crate::entity::{EntityId, EntityRef};
use crate::minds;
use crate::notation::Key;
use crate::outcome::{Outcome, Time};
use crate::rules::Mind;

/// The most turns others may take between two turns of the player. It is never
/// met by a game whose creatures have ordinary delays; it keeps any game from
/// standing still.
const MOST_TURNS: u64 = 5_000_000;

/// Whose turn it was and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acted {
    /// Who acted.
    pub who: EntityId,
    /// What came of it. For a player whose keys ran out: nothing yet.
    pub outcome: Option<Outcome>,
}

impl Game {
    /// Gives one entity a turn, whether it is due or not. Players take their
    /// keys from `keys`.
    pub fn act(&mut self, who: EntityId, keys: &mut dyn Iterator<Item = Key>) -> Option<Outcome> {
        match self.mind_of(who)?.clone() {
            Mind::Player => {
                self.mode = Mode::Command;
                let outcome = loop {
                    let Some(key) = keys.next() else {
                        self.mode = Mode::Command;
                        return None;
                    };
                    if let Some(outcome) = self.player_key(who, key) {
                        break outcome;
                    }
                };
                self.settle_player(who, &outcome);
                if let Some(question) = &outcome.ask {
                    self.put_question(who, (**question).clone());
                }
                Some(outcome)
            }
            Mind::Acts(act) => {
                let outcome = act(&mut self.world, who);
                self.settle(who, &outcome);
                Some(outcome)
            }
        }
    }

    /// Gives the next actor its turn; nobody if nobody acts.
    pub fn next(&mut self, keys: &mut dyn Iterator<Item = Key>) -> Option<Acted> {
        let (who, tick) = self.world.next_actor()?;
        self.world.now = self.world.now.max(tick);
        let outcome = self.act(who, keys);
        Some(Acted { who, outcome })
    }

    /// One turn of the player, with keys from `keys`; if it took time, the others
    /// act until the player is due again. This is [`Game::press`] for a script.
    pub fn turn(&mut self, keys: &mut dyn Iterator<Item = Key>) -> Option<Outcome> {
        let who = self.run_to_player()?;
        let outcome = self.act(who, keys)?;
        if !outcome.is_free() && self.ending.is_none() {
            self.after_player_turn(who);
            self.run_to_player();
        }
        self.ask_next();
        Some(outcome)
    }

    /// Gives everyone with a behaviour one turn, in the order of the list. Those
    /// removed earlier in the round do not act.
    pub fn round(&mut self, keys: &mut dyn Iterator<Item = Key>) -> Vec<Acted> {
        let actors: Vec<EntityId> = self
            .world
            .entities()
            .filter(|entity| entity.acts())
            .map(EntityRef::id)
            .collect();
        let home = self.world.current();
        let mut acted = Vec::new();
        for who in actors {
            if self.world.level_of(who) == Some(home) {
                let outcome = self.act(who, keys);
                acted.push(Acted { who, outcome });
            }
        }
        acted
    }

    /// Gives `count` scheduled turns to creatures, as long as no player is due.
    /// Answers how many were taken.
    pub fn run(&mut self, count: u64) -> u64 {
        self.world.events.clear();
        self.reacted = 0;
        for taken in 0..count {
            if self.world.events.len() > 4096 {
                self.world.events.clear();
                self.reacted = 0;
            }
            if !self.creature_turn(false) {
                return taken;
            }
        }
        count
    }

    /// Lets the others act until a player is due, and answers who.
    pub(super) fn run_to_player(&mut self) -> Option<EntityId> {
        if self.ending.is_some() {
            return None;
        }
        if !self.has_player() {
            self.end(Ending::PlayerGone);
            return None;
        }
        let mut stamp = (self.world.now, 0_u64);
        for _ in 0..MOST_TURNS {
            let (who, tick) = self.world.next_actor()?;
            if matches!(self.mind_of(who), Some(Mind::Player)) {
                self.world.now = self.world.now.max(tick);
                return Some(who);
            }
            stamp = if tick > stamp.0 {
                (tick, 0)
            } else {
                (stamp.0, stamp.1 + 1)
            };
            let tired = stamp.1 > 64 + 8 * u64::from(self.world.level().actor_count());
            self.creature_turn(tired);
            if self.ending.is_some() {
                return None;
            }
            if self.world.player().is_none() && !self.has_player() {
                self.end(Ending::PlayerGone);
                return None;
            }
        }
        self.rescue_player()
    }

    /// Gives the next creature its turn; not if a player or nobody is next. One
    /// who is `tired` of acting for free pays for it.
    fn creature_turn(&mut self, tired: bool) -> bool {
        let Some((who, tick)) = self.world.next_actor() else {
            return false;
        };
        let entity = self.world.entity(who);
        let dazed = entity.is_some_and(EntityRef::is_dazed);
        let mind = entity.and_then(|entity| self.minds.get(entity.kind().index()));
        let act = match mind {
            Some(Some(Mind::Acts(act))) => act.clone(),
            Some(Some(Mind::Player)) => return false,
            // A type defined behind the game's back: it does nothing.
            _ => {
                self.world.charge(who, Time::Turn);
                return true;
            }
        };
        self.world.now = self.world.now.max(tick);
        let mut outcome = if dazed {
            minds::confused(&mut self.world, who)
        } else {
            act(&mut self.world, who)
        };
        if tired {
            outcome.retry = false;
            outcome.time = Time::Ticks(10);
        }
        self.settle(who, &outcome);
        true
    }

    /// Applies what a creature's action came to. A failed action costs its
    /// delay.
    fn settle(&mut self, who: EntityId, outcome: &Outcome) {
        self.heed(outcome);
        let time = if outcome.retry {
            Time::Turn
        } else {
            outcome.time
        };
        self.world.charge(who, time);
        if self.rules.hooks.any_turns() {
            if time != Time::Free {
                self.after_each_turn(who);
            }
            self.react();
        }
    }

    fn has_player(&self) -> bool {
        let is_player = |kind: usize| matches!(self.minds.get(kind), Some(Some(Mind::Player)));
        if let Some(player) = self.world.player()
            && let Some(entity) = self.world.entity(player)
            && is_player(entity.kind().index())
        {
            return true;
        }
        let level = self.world.level();
        level
            .slots_in_use()
            .any(|slot| is_player(level.slot(slot).kind.index()))
    }

    /// The player is given a turn now, however slow it is.
    fn rescue_player(&mut self) -> Option<EntityId> {
        let player = self
            .world
            .entities()
            .map(EntityRef::id)
            .find(|&who| matches!(self.mind_of(who), Some(Mind::Player)))?;
        let (_, tick) = self.world.next_actor()?;
        self.world.set_next_action(player, tick.saturating_sub(1));
        Some(player)
    }
}
