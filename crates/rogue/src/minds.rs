//! Shipped behaviours: each a function for [`Rules::behaviour`](crate::Rules).

mod chase;
mod hunt;

pub use chase::{CHASE_LIMIT, chase, chase_player, hunt, hunt_player, wander};
pub use hunt::{BASIC, CONFUSED, basic, confuse, confused, current};
