//! Jump-point search: A* that only stops where a cheapest path can turn.
//!
//! Of the many cheapest paths over open ground one is as good as another, so the
//! search follows only those that go diagonally first and turn late. Going
//! straight it need not stop before a wall, the goal, or a cell with a *forced*
//! neighbour, one that no equally cheap path reaches otherwise; going diagonally
//! it looks along the row and the column from every cell. All those stops are
//! bits of a prepared [`JumpMap`], and the next one is found by counting zeros.
//!
//! A cell may be reached at the same cost from several directions, each with
//! successors of its own. The search keeps them all; keeping only the first is
//! how jump-point searches come to miss the cheapest path.
//!
//! The pruning holds where a diagonal costs at least a straight step and at most
//! two.

mod components;
mod map;
mod planes;
mod search;
mod successors;

pub use map::JumpMap;
pub(super) use search::{JumpNodes, search};
