//! Draws a Diplomacy position: SVG as a pure string, PNG.

mod chart;
mod film;
mod font;
pub mod geometry;
mod order;
mod palette;
mod picture;
mod raster;
mod svg;
pub mod theme;

pub use chart::{Chart, ChartFault};
pub use film::{Film, Frame};
pub use order::{DrawnOrder, OrdersFault, Shown};
pub use picture::{Crop, Look, NARROWEST, Picture, PictureFault, WIDEST, Window};
