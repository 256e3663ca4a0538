//! Tiles of the current level by the names of their properties.

use parlour_grid::Point;

use super::World;
use crate::event::Event;
use crate::level::Tile;
use crate::value::Value;

impl World {
    /// A property of a tile by name: its own, else its type's.
    pub fn ground(&self, at: Point, prop: &str) -> Option<&Value> {
        let prop = self.registry.prop(prop)?;
        self.level().tile_prop(&self.registry, at, prop)
    }

    /// Gives one tile a property of its own, by name, and tells that it changed. Says
    /// whether the cell is on the map.
    pub fn mark(&mut self, at: Point, prop: &str, value: impl Into<Value>) -> bool {
        // The registry may be shared: it is only changed for a new name.
        let known = self.registry.prop(prop);
        let Some(prop) = known.or_else(|| self.registry_mut().prop_key(prop)) else {
            return false;
        };
        let marked = self.level_mut().set_tile_prop(at, prop, value);
        if marked {
            self.tell(Event::TileChanged { at });
        }
        marked
    }

    /// Takes properties of its own away from a tile, by name, and tells that it
    /// changed.
    pub fn unmark(&mut self, at: Point, props: &[&str]) {
        let Some(Tile {
            kind,
            props: mut own,
        }) = self.level().tile(at)
        else {
            return;
        };
        for prop in props.iter().filter_map(|prop| self.registry.prop(prop)) {
            own.unset(prop);
        }
        self.level_mut().set_tile(at, Tile { kind, props: own });
        self.tell(Event::TileChanged { at });
    }

    /// Makes one tile of another type, by its key, with nothing of its own, and tells
    /// that it changed. Says whether there is such a type and such a cell.
    pub fn turn_into(&mut self, at: Point, tile: &str) -> bool {
        let Some(kind) = self.registry.tile(tile) else {
            return false;
        };
        let turned = self.level_mut().set_tile(at, kind);
        if turned {
            self.tell(Event::TileChanged { at });
        }
        turned
    }

    /// The cells of the current level whose tiles have a property of their own, with
    /// its value.
    pub fn marked(&self, prop: &str) -> Vec<(Point, Value)> {
        let Some(prop) = self.registry.prop(prop) else {
            return Vec::new();
        };
        let tiles = self.level().tiles_with_props();
        tiles
            .filter_map(|(at, props)| Some((at, props.get(prop)?.clone())))
            .collect()
    }
}
