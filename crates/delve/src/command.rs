//! What the player may do, and what is written into the log of it.

use parlour_grid::{Direction, Point};
use serde::{Deserialize, Serialize};

/// A command. Some go on for many turns and stop by themselves when something
/// happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// One step; into an enemy is a blow, into a friend a change of places, into chains
    /// a rescue, through a door opens it.
    Step(Direction),
    /// Lets a turn pass.
    Wait,
    /// Rests until healed, or until something happens.
    Rest,
    /// Walks to what is not explored yet and picks up what lies about.
    Explore,
    /// Walks to a known cell.
    Travel(Point),
    /// Takes the stairs down.
    Descend,
    /// Takes the stairs up; from the first level, with the amulet, out.
    Ascend,
    /// Picks up what lies here.
    PickUp,
    /// Puts an item underfoot.
    Drop(char),
    /// Uses an item: drinks, reads, wields, wears, takes off.
    Use(char),
    /// Uses an item on a cell.
    UseAt(char, Point),
    /// Uses an item on another: a shard on what it is bound to.
    UseOn(char, char),
    /// Searches for hidden doors and traps, for a few turns.
    Search,
    /// Shoots at a cell.
    Fire(Point),
    /// Shuts the door beside.
    Close(Direction),
}

/// What happened: a command that was accepted. The rest follows from it, because
/// chance is kept in the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The player did something, and the world went on.
    Done(Command),
}
