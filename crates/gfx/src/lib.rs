//! The window of Parlour, on the desktop and in the browser: the sight editor, and
//! roguelikes on the display of [`parlour_rogue_window`].
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
pub mod palette;
pub mod sight;
pub mod tiles;

pub use parlour_rogue_window::tiles::open as open_tiles;
pub use parlour_rogue_window::{NoWindow, has_display};
