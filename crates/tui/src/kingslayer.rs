//! Kingslayer in the terminal: the table, its entrance, the tutorial, the
//! statistics, and a picture for replays.
//!
//! The table is drawn in three rows. Above: the castle with the enemy, the
//! battlefield with the preview of the selected cards, the log. In the middle:
//! the hand. Below: the keys and the rules. Between 80x24 and 100x30 the same
//! rows are drawn closer together, and below 80x24, down to 40x18, everything stands in
//! lines without frames.

mod aloud;
mod areas;
mod battlefield;
mod cards;
mod castellan;
mod castle;
mod discard;
mod ending;
mod entrance;
mod finished;
mod guide;
mod hall;
mod hand;
mod hint;
mod lessons;
mod looking_back;
mod picture;
pub(crate) mod popup;
mod portrait;
mod remembered;
mod screen;
mod selection;
mod side;
mod small;
mod sparring;
mod statistics;
mod together;

pub use aloud::{read_aloud, read_aloud_together};
pub use cards::short;
pub use castellan::{Castellan, HouseRules, Kind, Wish};
pub use entrance::entrance;
pub use finished::FinishedGames;
pub use hall::{Hall, Nook, open};
pub use hint::Think;
pub use lessons::{LESSONS, Lessons, NotTaught, Taught};
pub use looking_back::{LookingBack, PlayedGame, Review};
pub use picture::TablePicture;
pub use portrait::{portrait, stands};
pub use remembered::Remembered;
pub use screen::{GameScreen, Manner, line_of_the_day};
pub use selection::Order as HandOrder;
pub use statistics::{Numbers, Played, StatisticsScreen};
pub use together::{
    BrowserLink, Finder, FoundTable, Gathering, Guest, Hosting, Inn, Invitation, Pace, Party,
    Porch, Returning, Scout, Together,
};
