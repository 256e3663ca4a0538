//! Playing alone, whatever the game: begin, continue, the game of the day, practice
//! with take back, delete, what was left and what came of all that was finished.
//!
//! A [`Visit`] is a host and the person who sits at it; a [`Keeper`] keeps the tables
//! of one game for them. Of which [`Kind`] a table is, is noted in its settings, and
//! what statistics count stands as [`Facts`] on its card, so that lists and numbers
//! load no game. Fronts draw what they are given here and know no rule of it.

mod calendar;
mod daily;
mod facts;
mod hints;
mod keeper;
mod kind;
mod left;
mod opening;
mod practice;
mod taking_back;
mod visit;

pub use calendar::{BadDay, Day, ago};
pub use daily::{days_in_a_row, is_of_today};
pub use facts::{Facts, Finished, facts, played, played_by};
pub use hints::{hinted, hints};
pub use keeper::Keeper;
pub use kind::Kind;
pub use left::{Broken, Kept, Left, Saved, moves};
pub use opening::{Wish, open};
pub use practice::{SPARRING, practise};
pub use taking_back::{NotTakenBack, take_back};
pub use visit::{NoNewest, NotDone, Visit};
