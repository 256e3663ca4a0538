//! Entities on a level: slots, the list order, the chains of each cell, the
//! queue of turns.

use parlour_grid::Point;

use super::{Level, NONE, Slot};
use crate::clock::Queue;
use crate::entity::{Entity, EntityId};
use crate::minds::CONFUSED;
use crate::prop::{Prop, Props};
use crate::registry::{EntityType, Registry};
use crate::value::Value;

/// What the type and the own properties of an entity come to for every turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    blocks: bool,
    acts: bool,
    delay: u32,
    abilities: u32,
    dazed: bool,
}

impl Facts {
    pub(crate) fn of(registry: &Registry, kind: EntityType, own: &Props) -> Self {
        let prop = |prop| own.get(prop).or_else(|| registry.entity_prop(kind, prop));
        let flag = |name| prop(name).and_then(Value::as_bool).unwrap_or(false);
        let mut abilities = 0;
        for (bit, ability) in registry.abilities().props() {
            if flag(ability) {
                abilities |= bit;
            }
        }
        let delay = prop(Prop::DELAY).and_then(Value::as_int).unwrap_or(10);
        Self {
            blocks: flag(Prop::BLOCKS_MOVEMENT),
            // Behaviour lives on the type, never on the entity.
            acts: registry.entity_prop(kind, Prop::ACT).is_some(),
            delay: delay.clamp(0, i64::from(u32::MAX)) as u32,
            abilities,
            dazed: is_dazed(own),
        }
    }
}

/// Whether somebody whose type knows no minds was confused: it stumbles about
/// whatever its behaviour.
fn is_dazed(own: &Props) -> bool {
    let text = |prop| own.get(prop).and_then(Value::as_text);
    text(Prop::MIND) == Some(CONFUSED) && text(Prop::OLD_MIND) == Some("")
}

impl Level {
    pub(crate) fn slot(&self, slot: u32) -> &Slot {
        &self.slots[slot as usize]
    }

    /// Whether a slot is that of an entity.
    pub(crate) fn holds(&self, slot: u32, id: EntityId) -> bool {
        let data = self.slots.get(slot as usize);
        data.is_some_and(|data| data.used && data.id == id)
    }

    pub(crate) fn props(&self, slot: u32) -> &Props {
        &self.props[slot as usize]
    }

    /// How many entities there are.
    pub fn entity_count(&self) -> u32 {
        self.count
    }

    /// How many of them have a behaviour.
    pub fn actor_count(&self) -> u32 {
        self.actors
    }

    /// The slots in use, in no promised order.
    pub(crate) fn slots_in_use(&self) -> impl Iterator<Item = u32> {
        (0..self.slots.len() as u32).filter(|&slot| self.slots[slot as usize].used)
    }

    /// The slots in use in the order of the list.
    pub(crate) fn slots_in_order(&self) -> Vec<u32> {
        let mut slots: Vec<u32> = self.slots_in_use().collect();
        slots.sort_unstable_by_key(|&slot| self.slot(slot).order);
        slots
    }

    /// The slots in a cell from the top, which is the last in the list, down.
    pub(crate) fn slots_at(&self, at: Point) -> impl Iterator<Item = u32> {
        let occupied = self.occupied.contains(at);
        let top = self
            .index(at)
            .filter(|_| occupied)
            .map(|cell| self.tops[cell]);
        std::iter::successors(top.filter(|&slot| slot != NONE), |&slot| {
            Some(self.slot(slot).below).filter(|&slot| slot != NONE)
        })
    }

    /// The first in the list that blocks a cell, other than `mover`.
    pub(crate) fn blocker_at(&self, at: Point, mover: u32) -> Option<u32> {
        if !self.occupied.contains(at) {
            return None;
        }
        self.slots_at(at)
            .filter(|&slot| slot != mover && self.slot(slot).blocks)
            .last()
    }

    /// The first entity of the type `player`.
    pub(crate) fn player_slot(&self) -> Option<u32> {
        self.players
            .iter()
            .copied()
            .min_by_key(|&slot| self.slot(slot).order)
    }

    /// Puts an entity at the end of the list.
    pub(crate) fn insert(&mut self, id: EntityId, entity: Entity, facts: Facts) -> u32 {
        let data = Slot {
            id,
            at: entity.at,
            next_action: entity.next_action,
            sequence: 0,
            order: 0,
            abilities: facts.abilities,
            delay: facts.delay,
            above: NONE,
            below: NONE,
            kind: entity.kind,
            blocks: facts.blocks,
            acts: facts.acts,
            dazed: facts.dazed,
            used: true,
        };
        let slot = if let Some(slot) = self.free.pop() {
            self.slots[slot as usize] = data;
            self.props[slot as usize] = entity.props;
            slot
        } else {
            self.slots.push(data);
            self.props.push(entity.props);
            (self.slots.len() - 1) as u32
        };
        self.count += 1;
        if entity.kind == EntityType::PLAYER {
            self.players.push(slot);
        }
        self.link(slot);
        self.last_order += 1;
        self.slots[slot as usize].order = self.last_order;
        if facts.acts {
            self.actors += 1;
        }
        self.schedule(slot, entity.next_action);
        slot
    }

    /// Takes an entity out.
    pub(crate) fn take(&mut self, slot: u32) -> Entity {
        self.unlink(slot);
        let data = &mut self.slots[slot as usize];
        data.used = false;
        let acts = data.acts;
        let entity = Entity {
            id: Some(data.id),
            kind: data.kind,
            at: data.at,
            next_action: data.next_action,
            props: std::mem::take(&mut self.props[slot as usize]),
        };
        self.count -= 1;
        self.actors -= u32::from(acts);
        self.players.retain(|&player| player != slot);
        self.free.push(slot);
        self.tidy_queue();
        entity
    }

    /// Moves an entity, to anywhere. It becomes the last of the list.
    pub(crate) fn put(&mut self, slot: u32, at: Point) {
        self.unlink(slot);
        self.slots[slot as usize].at = at;
        self.link(slot);
        self.last_order += 1;
        self.slots[slot as usize].order = self.last_order;
    }

    /// An updated entity becomes the last of the list and the top of its cell.
    pub(crate) fn touch(&mut self, slot: u32) {
        self.last_order += 1;
        self.slots[slot as usize].order = self.last_order;
        if self.slot(slot).above != NONE {
            self.unlink(slot);
            self.link(slot);
        }
    }

    pub(crate) fn props_mut(&mut self, slot: u32) -> &mut Props {
        &mut self.props[slot as usize]
    }

    /// Takes new facts about an entity whose type or properties changed.
    pub(crate) fn refresh_entity(&mut self, slot: u32, facts: Facts) {
        let data = &mut self.slots[slot as usize];
        let acted = data.acts;
        data.blocks = facts.blocks;
        data.acts = facts.acts;
        data.delay = facts.delay;
        data.dazed = facts.dazed;
        data.abilities = facts.abilities;
        let next_action = data.next_action;
        self.actors = self.actors + u32::from(facts.acts) - u32::from(acted);
        if facts.acts != acted {
            self.schedule(slot, next_action);
        }
    }

    /// Sets the tick of an entity's next turn; it goes behind all who are
    /// scheduled for the same tick.
    pub(crate) fn schedule(&mut self, slot: u32, tick: i64) {
        self.last_sequence += 1;
        let sequence = self.last_sequence;
        let data = &mut self.slots[slot as usize];
        data.next_action = tick;
        data.sequence = sequence;
        if data.acts {
            self.queue.reschedule_first(tick, sequence, slot);
            self.tidy_queue();
        }
    }

    /// Who acts next: the tick and the slot.
    pub(crate) fn due(&mut self) -> Option<(i64, u32)> {
        let slots = &self.slots;
        self.queue.peek(|slot, sequence| {
            let data = &slots[slot as usize];
            data.used && data.acts && data.sequence == sequence
        })
    }

    /// Moves every clock of the level by so many ticks: it was frozen so long.
    pub(crate) fn thaw(&mut self, ticks: i64) {
        if ticks == 0 {
            return;
        }
        for data in self.slots.iter_mut().filter(|data| data.used) {
            data.next_action = data.next_action.saturating_add(ticks);
        }
        self.rebuild_queue();
    }

    /// Puts the turns of these entities in this order, as far as they are due at
    /// the same tick.
    pub(crate) fn order_turns(&mut self, slots: &[u32]) {
        for &slot in slots {
            self.last_sequence += 1;
            self.slots[slot as usize].sequence = self.last_sequence;
        }
        self.rebuild_queue();
    }

    /// Stale entries are dropped when they outnumber the meant ones.
    fn tidy_queue(&mut self) {
        if self.queue.len() > 64 + 2 * self.actors as usize {
            self.rebuild_queue();
        }
    }

    pub(crate) fn rebuild_queue(&mut self) {
        let mut queue = Queue::default();
        for (slot, data) in self.slots.iter().enumerate() {
            if data.used && data.acts {
                queue.push(data.next_action, data.sequence, slot as u32);
            }
        }
        self.queue = queue;
    }

    /// Puts a slot on top of its cell.
    fn link(&mut self, slot: u32) {
        let at = self.slots[slot as usize].at;
        let Some(cell) = self.index(at) else {
            return;
        };
        let below = if self.occupied.set(at, true) == Some(true) {
            self.tops[cell]
        } else {
            NONE
        };
        self.tops[cell] = slot;
        if below != NONE {
            self.slots[below as usize].above = slot;
        }
        let data = &mut self.slots[slot as usize];
        data.below = below;
        data.above = NONE;
    }

    /// Takes a slot out of the chain of its cell.
    fn unlink(&mut self, slot: u32) {
        let data = &mut self.slots[slot as usize];
        let (at, above, below) = (data.at, data.above, data.below);
        data.above = NONE;
        data.below = NONE;
        let Some(cell) = self.index(at) else {
            return;
        };
        if above == NONE {
            self.tops[cell] = below;
            if below == NONE {
                self.occupied.set(at, false);
            }
        } else {
            self.slots[above as usize].below = below;
        }
        if below != NONE {
            self.slots[below as usize].above = above;
        }
    }
}
