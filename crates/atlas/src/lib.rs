//! Draws a Diplomacy position: SVG as a pure string, PNG, and whole games as
//! moving pictures.
//!
//! A [`Chart`] joins a board and its geometry once; a [`Picture`] draws a
//! position on it, with whatever [`DrawnOrder`]s it is given, in the [`Look`]
//! that is asked for.
//!
//! ```
//! use parlour_atlas::{Chart, DrawnOrder, Look, Picture};
//! use parlour_diplomacy::notation::read_order;
//!
//! let chart = Chart::standard();
//! let board = chart.board();
//! let france = board.power("France").unwrap();
//! let orders = [DrawnOrder::pending(france, read_order(board, "A Par - Bur").unwrap())];
//! let look = Look { width: 600, ..Look::default() };
//! let picture = Picture { chart, position: board.start(), orders: &orders, look: &look };
//! assert!(picture.svg().unwrap().starts_with("<svg"));
//! ```

pub mod agreement;
mod chart;
mod film;
mod font;
pub mod geometry;
mod order;
mod palette;
mod picture;
mod plan;
mod raster;
mod svg;
pub mod theme;

pub use chart::{Chart, ChartFault, ChartRef, add_older_picture, add_picture};
pub use film::{Film, Frame};
pub use order::{DrawnOrder, OrdersFault, OrdersShown};
pub use picture::{Crop, Extent, Look, NARROWEST, Picture, PictureFault, WIDEST};
pub use plan::Plan;
pub use raster::png_of_svg;
