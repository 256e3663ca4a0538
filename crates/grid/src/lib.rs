//! Grids of cells: what is seen, where corners are, and the cheapest ways.
//!
//! Everything is exact in integers (lengths of sloping lines apart), the same on
//! every machine, and without allocation once warm. Cells are unit squares with
//! their centres at whole coordinates, `y` grows downward, and the id of a cell is
//! `x + y * width`. Algorithms read a map through a closure or, faster, as a
//! [`BitGrid`]: 64 cells to a word. Points off a map are answered with `None`,
//! `false` or nothing; they never reach another row.
//!
//! # Field of view
//!
//! [`fov`] is what roguelikes want: walls are lit, a radius and cones cut, and
//! between floor cells sight is mutual.
//!
//! ```
//! use parlour_grid::fov::{FieldOfView, Reach};
//! use parlour_grid::{BitGrid, Point, Size};
//!
//! let size = Size::new(20, 10);
//! let walls = BitGrid::from_fn(size, |cell| size.rect().on_border(cell) || cell.x == 8);
//! let mut view = FieldOfView::new();
//! view.compute(&walls, Point::new(4, 4), Reach::radius(6));
//! assert!(view.contains(Point::new(8, 4)), "the wall is lit");
//! assert!(!view.contains(Point::new(9, 4)), "what is behind it is not");
//! assert!(!view.contains(Point::new(0, 11)), "off the map");
//!
//! let mut explored = BitGrid::new(size);
//! view.add_to(&mut explored);
//! assert_eq!(explored.count(), view.count());
//! ```
//!
//! # Exact sight
//!
//! [`sight`] is geometry: a cell is visible when a unit square slides there in a
//! straight line without overlapping a wall. [`Corners`] are the cells where such
//! lines can turn, and [`AnyAngleFinder`] joins them to shortest polylines.
//!
//! ```
//! use parlour_grid::drawing::Drawing;
//! use parlour_grid::sight::Sight;
//! use parlour_grid::Corners;
//!
//! let map: Drawing = ". . . . .\n. s # . .\n. . . . .".parse().unwrap();
//! let walls = map.blocked();
//! let mut sight = Sight::new();
//! sight.compute(&walls, map.observers().next().unwrap());
//! let drawn = Drawing::of_sight(&walls, map.observers(), sight.visible(), &Corners::new(&walls));
//! assert_eq!(drawn.to_string(), "o▲□u□\nos■□□\no▲□u□\n");
//! ```
//!
//! # Paths
//!
//! [`path`] finds cheapest ways: A* over closures, jump-point search over bits,
//! distance maps for many movers at once, for fleeing and for exploring.
//!
//! ```
//! use parlour_grid::path::{DistanceMap, PathFinder, PathRules};
//! use parlour_grid::{BitGrid, Point, Size};
//!
//! let walls = BitGrid::from_fn(Size::new(12, 9), |cell| cell.x == 6 && cell.y > 1);
//! let (start, goal) = (Point::new(2, 8), Point::new(10, 8));
//! let rules = PathRules::default(); // 10 straight, 14 diagonal, corners cut
//!
//! let mut finder = PathFinder::new();
//! let path = finder.find(&walls, start, goal, &rules).unwrap();
//! assert_eq!((path.steps(), path.cost()), (14, 14 * 10 + 8 * 4));
//! assert_eq!(path.next(), Some(Point::new(3, 7)));
//!
//! let mut to_goal = DistanceMap::new();
//! to_goal.compute(&walls, [goal], &rules);
//! assert_eq!(to_goal.get(start), Some(path.cost()));
//! ```
//!
//! # Features
//!
//! - `serde`: points, directions, rectangles and sizes can be stored.
//! - `cases`: case files of sight and paths are read, solved and checked.
//! - `editor`: the model of the sight editor.

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
pub mod explain;
pub mod fov;
mod grid;
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
pub use grid::{Grid, View};
pub use line::{Line, line};
pub use orientation::Orientation;
pub use path::Costs;
pub use point::Point;
pub use rect::Rect;
pub use size::{Size, TooLarge};

/// The examples of the crate's README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
