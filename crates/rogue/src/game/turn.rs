//! The player's turn, key by key.

use parlour_grid::{Direction, Point};

use super::{Game, Mode};
use crate::entity::EntityId;
use crate::event::Event;
use crate::look::{Cursor, Pointing};
use crate::notation::{Action, Key};
use crate::outcome::Outcome;
use crate::question::{Answer, Question};
use crate::view;
use crate::world::Step;

/// What look mode says of a cell the player knows nothing of.
const NOTHING_KNOWN: &str = "You do not know what is there.";

impl Game {
    /// Takes a key in the player's turn. Nothing means: ask for another.
    pub(super) fn player_key(&mut self, who: EntityId, key: Key) -> Option<Outcome> {
        match self.mode {
            Mode::Menu => self.menu_key(who, key),
            Mode::Command => {
                if let Key::Cell(at) = key {
                    return self.go_to_unless_over(who, at);
                }
                let action = self.rules.keys.get(key)?.clone();
                self.command(who, action)
            }
            Mode::Look(_) | Mode::Target(_) => self.point(who, key),
        }
    }

    /// The order of the checks: quit, whether it is over, look, ranged,
    /// pass-through and the game's own actions, reach, any other.
    pub(super) fn command(&mut self, who: EntityId, action: Action) -> Option<Outcome> {
        let over = self.rules.over.as_ref();
        let over = over.is_some_and(|over| over(&self.world, who));
        match action {
            Action::Quit => Some(Outcome::quit()),
            action if over && !self.rules.pass_through.contains(&action) => None,
            Action::Look => self.start_pointing(who, Mode::Look),
            Action::Ranged => self.start_pointing(who, Mode::Target),
            action if self.rules.pass_through.contains(&action) => {
                Some(Outcome::pass_through(action))
            }
            action => {
                if let Some(act) = self.rules.actions.get(&action).cloned() {
                    return Some(act(&mut self.world, who));
                }
                match action {
                    Action::Reach(way) => self.reach(who, way),
                    Action::Move(way) => self.walk(who, way),
                    // A mapped action nobody knows passes a turn.
                    _ => Some(Outcome::turn()),
                }
            }
        }
    }

    /// A step. A blocker goes to the bump handler first, also on terrain that
    /// cannot be entered.
    fn walk(&mut self, who: EntityId, way: Direction) -> Option<Outcome> {
        if let Some(blocker) = self.world.blocker_beside(who, way.delta()) {
            return self.bump(who, blocker);
        }
        match self.world.probe(who, way.delta()) {
            Step::Free => Some(self.world.try_move(who, way.delta())),
            Step::Creature(blocker) => self.bump(who, blocker),
            Step::Terrain(at) => self.bump_tile(who, at),
            Step::OffMap => {
                let arrival = self.world.beyond_edge(who, way)?;
                self.world.travel_to(who, arrival).ok()?;
                Some(Outcome::turn())
            }
        }
    }

    /// A bump without a step: whoever blocks the cell, else the cell itself.
    fn reach(&mut self, who: EntityId, way: Direction) -> Option<Outcome> {
        if let Some(blocker) = self.world.blocker_beside(who, way.delta()) {
            return self.bump(who, blocker);
        }
        let at = self.world.entity(who)?.at().step(way);
        if !self.world.level().contains(at) {
            return None;
        }
        self.bump_tile(who, at)
    }

    /// The handler's answer is the result, even if it says retry.
    fn bump(&mut self, who: EntityId, blocker: EntityId) -> Option<Outcome> {
        let bump = self.rules.on_bump.clone()?;
        Some(bump(&mut self.world, who, blocker))
    }

    /// An answer with retry asks for the next key.
    fn bump_tile(&mut self, who: EntityId, at: Point) -> Option<Outcome> {
        let bump = self.rules.on_bump_tile.clone()?;
        let outcome = bump(&mut self.world, who, at);
        (!outcome.retry).then_some(outcome)
    }

    fn start_pointing(&mut self, who: EntityId, mode: fn(Cursor) -> Mode) -> Option<Outcome> {
        if !self.rules.looks {
            return None;
        }
        let at = self.world.entity(who)?.at();
        let bounds = self
            .rules
            .look_bounds
            .as_ref()
            .and_then(|bounds| bounds(&self.world, who));
        self.mode = mode(Cursor::new(at, bounds));
        self.pointed(at);
        None
    }

    fn point(&mut self, who: EntityId, key: Key) -> Option<Outcome> {
        let (Mode::Look(mut cursor) | Mode::Target(mut cursor)) = self.mode else {
            return None;
        };
        if key == Key::Tab && self.question.is_some() {
            cursor.at = self.next_in_sight(cursor.at);
        }
        match cursor.press(&self.world, &self.rules.keys, key) {
            Pointing::At(at) => {
                self.mode = match self.mode {
                    Mode::Target(_) => Mode::Target(cursor),
                    _ => Mode::Look(cursor),
                };
                self.pointed(at);
                None
            }
            Pointing::Left => {
                self.mode = Mode::Command;
                self.question = None;
                self.world.tell(Event::PointingEnded { at: None });
                None
            }
            Pointing::Chosen(info) => {
                let info = if self.rules.looks_honest {
                    view::known_at(&self.world, cursor.at)
                } else {
                    info
                };
                let targeting = matches!(self.mode, Mode::Target(_));
                self.mode = Mode::Command;
                let at = cursor.at;
                self.world.tell(Event::PointingEnded { at: Some(at) });
                if let Some(Question::Aim(aim)) = self.question.take() {
                    let answer = Answer {
                        cell: Some(at),
                        ..aim.so_far
                    };
                    return self.answer(who, &aim.topic, &answer);
                }
                if targeting && let Some(shoot) = self.rules.on_ranged.clone() {
                    let outcome = shoot(&mut self.world, who, at);
                    return (!outcome.retry).then_some(outcome);
                }
                let mut outcome = Outcome::free();
                let sentence = info.map(|info| info.sentence());
                outcome.message = Some(sentence.unwrap_or_else(|| NOTHING_KNOWN.to_string()));
                outcome.target = Some(at);
                Some(outcome)
            }
        }
    }

    pub(super) fn pointed(&mut self, at: Point) {
        self.world.tell(Event::Pointed { at });
        if let Some(looked) = &self.rules.on_look
            && let Some(info) = self.world.look_at(at)
        {
            looked(&self.world, at, &info);
        }
    }
}
