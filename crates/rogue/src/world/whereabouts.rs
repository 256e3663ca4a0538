//! Which level and slot an entity is in, by its number.

use std::collections::BTreeMap;

use super::LevelId;
use crate::entity::EntityId;

/// Numbers below this are an array index; a game that counts from 1 has no
/// others.
const DENSE: u64 = 1 << 22;
const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(crate) struct Whereabouts {
    dense: Vec<(u16, u32)>,
    sparse: BTreeMap<u64, (u16, u32)>,
}

impl Whereabouts {
    pub(crate) fn get(&self, id: EntityId) -> Option<(LevelId, u32)> {
        let (level, slot) = if id.0 < DENSE {
            *self.dense.get(id.0 as usize)?
        } else {
            *self.sparse.get(&id.0)?
        };
        (slot != NOWHERE).then_some((LevelId(level), slot))
    }

    pub(crate) fn set(&mut self, id: EntityId, level: LevelId, slot: u32) {
        if id.0 >= DENSE {
            self.sparse.insert(id.0, (level.0, slot));
            return;
        }
        let place = id.0 as usize;
        if self.dense.len() <= place {
            self.dense.resize(place + 1, (0, NOWHERE));
        }
        self.dense[place] = (level.0, slot);
    }

    pub(crate) fn forget(&mut self, id: EntityId) {
        if id.0 >= DENSE {
            self.sparse.remove(&id.0);
        } else if let Some(place) = self.dense.get_mut(id.0 as usize) {
            place.1 = NOWHERE;
        }
    }
}
