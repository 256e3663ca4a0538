//! What the next key is taken for, and what a key came to.

use parlour_grid::Point;

use crate::command::Command;

/// What the next key is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A command.
    Map,
    /// A movement of the cursor that looks about.
    Look(Point),
    /// A movement of the cursor that aims.
    Aim(Aim, Point),
    /// A letter of the pack.
    Pack(Choosing),
    /// The direction of a door to shut.
    Close,
    /// Anything: a page lies over the map.
    Reading(Page),
}

/// What is aimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The bow.
    Fire,
    /// The item with this letter.
    Item(char),
}

/// What an item is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choosing {
    /// To be used.
    Use,
    /// To be dropped.
    Drop,
    /// For the shard with this letter; Enter binds it to oneself.
    Bind(char),
}

/// A page over the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// What the player has become.
    Sheet,
    /// All that was said, so many sentences back.
    Log(usize),
    /// The level in small, and what is known.
    Overview,
    /// Every key, one of them chosen.
    Keys {
        /// Which one, by its place in the list.
        chosen: usize,
        /// Whether the next key becomes the key of that action.
        waiting: bool,
    },
}

/// What a key came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Another mode, or nothing.
    Nothing,
    /// Something to be done in the game.
    Do(Command),
    /// The last command is to be taken back.
    Undo,
    /// Hints are to be shown, or hidden.
    Hints,
    /// A key was given to another action, which is to be kept.
    Rebound,
    /// The game is left as it stands.
    Leave,
    /// Nothing came of it, and why.
    Told(String),
}
