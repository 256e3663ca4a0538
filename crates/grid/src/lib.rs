//! Grids of cells: sight, corners and paths, exact in integers.

mod bits;
mod direction;
mod euclid;
pub mod fov;
mod line;
pub mod path;
mod point;
mod rect;
mod size;

pub use bits::BitGrid;
pub use direction::Direction;
pub use line::{Line, line};
pub use path::Costs;
pub use point::Point;
pub use rect::Rect;
pub use size::{Size, TooLarge};
