//! A cursor that walks over the map: look mode and targeting.

use parlour_grid::{Point, Rect};
use serde::{Deserialize, Serialize};

use crate::keys::KeyMap;
use crate::notation::{Action, Key};
use crate::world::{LookInfo, World};

/// The cursor and the box it stays in. The map itself is always a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// Where it stands.
    pub at: Point,
    /// The box, if any.
    pub bounds: Option<Rect>,
}

/// What a key did to a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointing {
    /// It stands where it stands now.
    At(Point),
    /// A cell was chosen: what is there.
    Chosen(Option<LookInfo>),
    /// The mode was left.
    Left,
}

impl Cursor {
    /// A cursor on a cell.
    pub const fn new(at: Point, bounds: Option<Rect>) -> Self {
        Self { at, bounds }
    }

    /// Takes a key: the direction keys of the map move it as far as it may go,
    /// Enter chooses, Escape leaves, any other key does nothing.
    pub fn press(&mut self, world: &World, keys: &KeyMap, key: Key) -> Pointing {
        match key {
            Key::Enter => return Pointing::Chosen(world.look_at(self.at)),
            Key::Escape => return Pointing::Left,
            // A click moves the cursor, a second one chooses.
            Key::Cell(at) if at == self.at => {
                return Pointing::Chosen(world.look_at(self.at));
            }
            Key::Cell(at) => {
                self.go(world, at);
                return Pointing::At(self.at);
            }
            _ => {}
        }
        if let Some(Action::Move(way)) = keys.get(key) {
            self.go(world, self.at.step(*way));
        }
        Pointing::At(self.at)
    }

    fn go(&mut self, world: &World, to: Point) {
        let inside = self.bounds.is_none_or(|bounds| bounds.contains(to));
        if inside && world.level().contains(to) {
            self.at = to;
        }
    }
}
