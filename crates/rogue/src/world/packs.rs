//! What somebody carries: entities that are on no level.

use super::World;
use crate::entity::{Entity, EntityId};
use crate::event::Event;
use crate::prop::Prop;
use crate::value::Value;

/// How much fits a pack when nothing is said: one item per letter.
pub const PACK_SIZE: usize = 26;

/// Why something was not picked up or put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackRefused {
    /// There is no room in the pack.
    #[error("the pack is full")]
    Full,
    /// There is no such thing, or nobody to carry it.
    #[error("there is no such thing")]
    NoSuchThing,
}

impl World {
    /// What somebody carries, in the order of picking up.
    pub fn pack(&self, owner: EntityId) -> &[Entity] {
        self.packs.get(&owner).map_or(&[], Vec::as_slice)
    }

    /// Whether somebody carries something of a type.
    pub fn carries(&self, owner: EntityId, kind: &str) -> bool {
        let Some(kind) = self.registry.entity(kind) else {
            return false;
        };
        self.pack(owner).iter().any(|item| item.kind == kind)
    }

    /// How many things fit somebody's pack: its property `capacity`, else 26.
    pub fn pack_size(&self, owner: EntityId) -> usize {
        self.entity(owner)
            .and_then(|owner| owner.int(Prop::CAPACITY))
            .map_or(PACK_SIZE, |size| {
                usize::try_from(size.max(0)).unwrap_or(PACK_SIZE)
            })
    }

    /// Takes an entity off its level and into somebody's pack.
    pub fn pick_up(&mut self, owner: EntityId, item: EntityId) -> Result<(), PackRefused> {
        if self.entity(owner).is_none() || self.entity(item).is_none() || owner == item {
            return Err(PackRefused::NoSuchThing);
        }
        if self.pack(owner).len() >= self.pack_size(owner) {
            return Err(PackRefused::Full);
        }
        if let Some(entity) = self.remove(item) {
            self.packs.entry(owner).or_default().push(entity);
        }
        Ok(())
    }

    /// Puts a thing that is on no level into somebody's pack. It gets a number
    /// if it has none.
    pub fn give(&mut self, owner: EntityId, mut item: Entity) -> Result<EntityId, PackRefused> {
        if self.entity(owner).is_none() {
            return Err(PackRefused::NoSuchThing);
        }
        if self.pack(owner).len() >= self.pack_size(owner) {
            return Err(PackRefused::Full);
        }
        let id = item.id.unwrap_or_else(|| self.next_id());
        if self.find(id).is_some() || self.carrier_of(id).is_some() {
            return Err(PackRefused::NoSuchThing);
        }
        self.last_id = self.last_id.max(id.0);
        item.id = Some(id);
        self.packs.entry(owner).or_default().push(item);
        Ok(id)
    }

    /// Takes a thing out of a pack for good.
    pub fn use_up(&mut self, owner: EntityId, item: EntityId) -> Option<Entity> {
        let pack = self.packs.get_mut(&owner)?;
        let place = pack.iter().position(|entity| entity.id == Some(item))?;
        let entity = pack.remove(place);
        if pack.is_empty() {
            self.packs.remove(&owner);
        }
        Some(entity)
    }

    /// Changes everything that anybody carries.
    pub fn change_carried(&mut self, mut change: impl FnMut(&mut Entity)) {
        for item in self.packs.values_mut().flatten() {
            let id = item.id;
            change(item);
            // A number is never given to another.
            item.id = id;
        }
    }

    /// Puts a thing from a pack on the cell of its owner.
    pub fn put_down(&mut self, owner: EntityId, item: EntityId) -> Result<(), PackRefused> {
        let home = self.find(owner).ok_or(PackRefused::NoSuchThing)?.0;
        let at = self.entity(owner).ok_or(PackRefused::NoSuchThing)?.at();
        let entity = self.use_up(owner, item).ok_or(PackRefused::NoSuchThing)?;
        self.put_into(home, item, entity.moved_to(at));
        self.tell(Event::Added { who: item });
        Ok(())
    }

    /// A property of a thing that is on no level: its own, else its type's.
    pub fn prop_of<'a>(&'a self, entity: &'a Entity, prop: Prop) -> Option<&'a Value> {
        let own = entity.props.get(prop);
        own.or_else(|| self.registry.entity_prop(entity.kind, prop))
    }

    /// The name of a thing that is on no level.
    pub fn name_of<'a>(&'a self, entity: &'a Entity) -> &'a str {
        self.prop_of(entity, Prop::NAME)
            .and_then(Value::as_text)
            .unwrap_or_else(|| self.registry.entity_type_key(entity.kind))
    }

    pub(super) fn carrier_of(&self, item: EntityId) -> Option<EntityId> {
        let carries = |pack: &Vec<Entity>| pack.iter().any(|entity| entity.id == Some(item));
        let (owner, _) = self.packs.iter().find(|(_, pack)| carries(pack))?;
        Some(*owner)
    }
}
