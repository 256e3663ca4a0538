//! Tables, seats, the journal, deadlines and the outbox.

pub mod deadline;
pub mod game;
mod json;
pub mod log;
mod time;

pub use game::Registry;
pub use json::Json;
#[cfg(feature = "system")]
pub use time::SystemClock;
pub use time::{Clock, ManualClock, Time};
