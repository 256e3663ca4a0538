//! Roguelike framework.
pub mod appearance; pub mod dice; pub mod prop; pub mod registry; pub mod value;
pub use prop::{Prop, Props}; pub use value::Value; pub use dice::Dice;
pub use registry::*;
