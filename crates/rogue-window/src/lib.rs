//! A window for roguelikes, on the desktop and in the browser.
//!
//! One source serves both: macroquad draws through OpenGL on the desktop and
//! through WebGL in a page. [`play`] shows any game of the framework; what it is
//! made of, the [`tiles`], the [`window`] and its loop, [`input`], [`lettering`], [`saves`], stands
//! beside it for programs that draw something else.

//! The README tells more, and its programs are compiled with the tests.

#![expect(
    clippy::cast_precision_loss,
    reason = "pixels and letters are small numbers, and graphics libraries want floats"
)]

/// The README's programs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod input;
pub mod lettering;
pub mod outside;
pub mod palette;
mod pixel;
pub mod saves;
pub mod tiles;
pub mod window;

pub use pixel::Pixel;
pub use tiles::{RogueTable, Sheet, play, play_kept};
pub use window::{NoWindow, has_display};
