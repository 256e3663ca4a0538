//! Grids of cells: sight, corners and paths, exact in integers.

mod any_angle;
mod bits;
#[cfg(feature = "cases")]
pub mod cases;
mod corners;
mod direction;
pub mod drawing;
#[cfg(feature = "editor")]
pub mod editor;
mod euclid;
pub mod fov;
mod line;
mod orientation;
pub mod path;
mod point;
mod rect;
pub mod sight;
mod size;

pub use any_angle::{AnyAngleFinder, AnyAnglePath};
pub use bits::BitGrid;
pub use corners::Corners;
pub use direction::Direction;
pub use line::{Line, line};
pub use orientation::Orientation;
pub use path::Costs;
pub use point::Point;
pub use rect::Rect;
pub use size::{Size, TooLarge};
