//! The real window under Xvfb with software graphics, input by xdotool; and the
//! real page in a browser without a screen. Pictures are compared with what the
//! model says.
//!
//! Run by `cargo xtask window`, which installs and builds what is needed.

mod delve;
mod display;
mod editor;
mod examples;
mod hand;
mod model;
mod page;
mod pair;
mod screen;
mod tiles;
