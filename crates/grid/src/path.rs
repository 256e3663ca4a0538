//! Cheapest paths and distance maps.
//!
//! A mover steps to one of eight (or four) neighbours. A step along a row or
//! column costs [`Costs::straight`], a diagonal one [`Costs::diagonal`];
//! [`Steps`] says which steps there are. Start and goal both belong to a path.
//! Ends that are blocked or off the map, and ends that nothing joins, give no
//! path. Every path found is a cheapest one, and the same question always has
//! the same answer; each function states how it chooses among equals.
//!
//! Movers larger than one cell go by a [`Clearance`] map.
//!
//! [`PathFinder`] and [`DistanceMap`] keep their memory: after the first calls on
//! a map of some size nothing is allocated. The one exception is a prepared map
//! that has changed: the first search on it that fails learns anew which parts
//! are joined.

mod astar;
mod clearance;
mod distance;
mod finder;
mod frontier;
mod jump;
mod queue;
mod rules;

pub use clearance::Clearance;
pub use distance::DistanceMap;
pub use finder::{Path, PathCells, PathFinder};
pub use frontier::frontier;
pub use jump::JumpMap;
pub use rules::{Costs, PathRules, Steps};
