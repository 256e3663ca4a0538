//! Delve in the terminal: the map, its popups, the entrance, the demo, the hall
//! of scores, and a picture for replays.
//!
//! At 80 by 24 all of a level is on the screen: a line about the place, the map,
//! a line about the player, two lines of the log, and a line that gives hints,
//! refusals and the names under the mouse. Larger terminals have a longer log
//! and a list of who is in view.

mod days;
mod entrance;
mod face;
mod flash;
mod hall;
mod keys;
mod map;
mod picture;
mod popup;
mod portrait;
mod recap;
mod scores;
mod screen;
mod status;
mod warden;

pub use days::DaysScreen;
pub use entrance::entrance;
pub use hall::{Elsewhere, Hall, Nook};
pub use parlour_delve::Wishes;
pub use parlour_delve::keys::{Action, Keys};
pub use picture::LevelPicture;
pub use portrait::portrait;
pub use scores::{Score, ScoresScreen};
pub use screen::{DelveScreen, Manner};
pub use warden::{Kind, Other, Warden};
