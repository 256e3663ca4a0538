//! A window for roguelikes, on the desktop and in the browser.
//!
//! One source serves both: macroquad draws through OpenGL on the desktop and
//! through WebGL in a page. [`tiles`] shows any game of the framework; what it is
//! made of, the [`window`] and its loop, [`input`], [`lettering`], [`saves`], stands
//! beside it for programs that draw something else.

#![expect(
    clippy::cast_precision_loss,
    reason = "pixels and letters are small numbers, and graphics libraries want floats"
)]

pub mod input;
pub mod lettering;
pub mod outside;
pub mod palette;
mod pixel;
pub mod saves;
pub mod tiles;
pub mod window;

pub use pixel::Pixel;
pub use window::{NoWindow, has_display};
