//! The house's own games as tiles: Delve, and the demo of the framework.

pub mod delve;
pub mod demo;
