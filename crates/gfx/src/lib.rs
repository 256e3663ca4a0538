//! The window of Parlour, on the desktop and in the browser: the sight editor,
//! and the tile display of roguelikes.
//!
//! One source serves both: macroquad draws through OpenGL on the desktop and
//! through WebGL in the page that `cargo xtask web` builds. The model of the
//! editor is [`parlour_grid::editor`]; this crate turns events into its calls and
//! its answers into pixels.

#![expect(
    clippy::cast_precision_loss,
    reason = "pixels and letters are small numbers, and graphics libraries want floats"
)]

pub mod camera;
pub mod input;
mod lettering;
mod outside;
pub mod palette;
pub mod saves;
pub mod sight;
pub mod tiles;
mod window;

pub use window::{NoWindow, has_display};
