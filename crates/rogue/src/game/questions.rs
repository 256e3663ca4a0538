//! Questions in the middle of an action: menus and aiming.

use parlour_grid::Point;

use super::{Game, Mode};
use crate::entity::{Entity, EntityId, EntityRef};
use crate::event::Event;
use crate::items;
use crate::look::Cursor;
use crate::notation::Key;
use crate::outcome::Outcome;
use crate::prop::Prop;
use crate::question::{Answer, Chosen, Menu, Question};
use crate::value::Value;
use crate::world::World;

impl Game {
    /// The menu that is open.
    pub fn menu(&self) -> Option<&Menu> {
        match &self.question {
            Some(Question::Menu(menu)) => Some(menu),
            _ => None,
        }
    }

    /// What the player is being asked.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    pub(super) fn put_question(&mut self, who: EntityId, question: Question) {
        match &question {
            Question::Menu(_) => self.mode = Mode::Menu,
            Question::Aim(_) => {
                let Some(here) = self.world.entity(who).map(EntityRef::at) else {
                    return;
                };
                let bounds = self.rules.look_bounds.as_ref();
                let bounds = bounds.and_then(|bounds| bounds(&self.world, who));
                let at = self.next_in_sight(here);
                self.mode = Mode::Target(Cursor::new(at, bounds));
                self.pointed(at);
            }
        }
        self.question = Some(question);
    }

    /// Puts the first question that waits, once nothing else is asked. Whose game is over
    /// is asked nothing more.
    pub(super) fn ask_next(&mut self) {
        if self.waiting.is_empty() || self.mode != Mode::Command || self.question.is_some() {
            return;
        }
        let Some(who) = self.world.player() else {
            return;
        };
        let over = self.rules.over.as_ref();
        if self.ending.is_some() || over.is_some_and(|over| over(&self.world, who)) {
            self.waiting.clear();
            return;
        }
        let question = self.waiting.remove(0);
        self.put_question(who, question);
    }

    pub(super) fn menu_key(&mut self, who: EntityId, key: Key) -> Option<Outcome> {
        let Some(Question::Menu(menu)) = &mut self.question else {
            self.mode = Mode::Command;
            return None;
        };
        match menu.press(key) {
            Chosen::Open => None,
            Chosen::Left => {
                self.mode = Mode::Command;
                self.question = None;
                None
            }
            Chosen::Answer(answer) => {
                let topic = menu.topic.clone();
                self.mode = Mode::Command;
                self.question = None;
                self.answer(who, &topic, &answer)
            }
        }
    }

    /// Hands an answer to the handler of its topic.
    pub(super) fn answer(
        &mut self,
        who: EntityId,
        topic: &str,
        answer: &Answer,
    ) -> Option<Outcome> {
        if let Some(answered) = self.rules.hooks.answers.get(topic).cloned() {
            return Some(answered(&mut self.world, who, answer));
        }
        if topic == items::USE
            && let Some(item) = answer.item
        {
            return Some(self.use_item(who, item, answer));
        }
        None
    }

    /// Uses something from the pack: asks where to aim it first, if it has to be
    /// aimed; the author's own uses come before the shipped ones.
    fn use_item(&mut self, who: EntityId, item: EntityId, answer: &Answer) -> Outcome {
        let world = &mut self.world;
        let thing = world.pack(who).iter().find(|thing| thing.id == Some(item));
        let Some(thing) = thing.cloned() else {
            return Outcome::free().say("You do not have that.");
        };
        if let Some(aim) = items::aim(world, &thing, answer) {
            return Outcome::ask(aim);
        }
        let word = world.prop_of(&thing, Prop::USE).and_then(Value::as_text);
        let own = word
            .and_then(|word| self.rules.hooks.uses.get(word))
            .cloned();
        let Some(own) = own else {
            let mut sees = |world: &mut World, at| world.player_sees(at);
            let used = items::use_item(world, who, item, answer.cell, &mut sees);
            tell_used(world, who, &thing, &used);
            return used;
        };
        let used = own(world, who, &thing, answer.cell);
        tell_used(world, who, &thing, &used);
        let lasting = world.registry().prop("lasting");
        let lasts = lasting.and_then(|prop| world.prop_of(&thing, prop));
        let lasts = lasts.and_then(Value::as_bool).unwrap_or(false);
        if !used.is_free() && !lasts {
            world.use_up(who, item);
        }
        used
    }

    /// The next creature in sight after a cell, in the order of distance from the
    /// player, round and round; the cell itself if there is none.
    pub(super) fn next_in_sight(&mut self, at: Point) -> Point {
        let Some(player) = self.world.player() else {
            return at;
        };
        let Some(here) = self.world.entity(player).map(EntityRef::at) else {
            return at;
        };
        let mut cells: Vec<Point> = self
            .world
            .entities()
            .filter(|it| it.acts() && it.id() != player)
            .map(EntityRef::at)
            .collect();
        cells.retain(|&cell| self.world.player_sees(cell));
        cells.sort_by_key(|&cell| (here.euclid_squared(cell), cell));
        cells.dedup();
        let after = cells
            .iter()
            .position(|&cell| cell == at)
            .map_or(0, |place| place + 1);
        cells.get(after).or(cells.first()).copied().unwrap_or(at)
    }

    /// A click in the middle of the game; not when it is over.
    pub(super) fn go_to_unless_over(&mut self, who: EntityId, at: Point) -> Option<Outcome> {
        let over = self.rules.over.as_ref();
        if over.is_some_and(|over| over(&self.world, who)) {
            return None;
        }
        self.go_to(who, at)
    }
}

fn tell_used(world: &mut World, by: EntityId, item: &Entity, used: &Outcome) {
    if !used.is_free() {
        let kind = item.kind;
        world.tell(Event::Used { by, kind });
    }
}
