//! A Kingslayer table for two to four people: lobby, seats, bots, pauses, fixed
//! phrases, and one game after the other.
//!
//! The court knows no transport. An [`Opening`] opens or resumes a table, which runs
//! as a task of its own; fronts hold a [`Table`] and carry what guests ask to it, and
//! what it tells to their [`Ear`]s. Guests of several fronts may sit at one table.
//!
//! Everything that counts is stored by the host: the game, the chairs, the pause, and
//! the notes of the table. A guest is sent what they may know and nothing else.
//!
//! # A front that knows people by their identity
//!
//! A page in a browser looks at tables through the host; what a table has beside its
//! game it has from a [`Court`], one for each process:
//!
//! 1. [`Court::found`] opens a table, with its founder at the first seat; the answer is
//!    the host's name of its first game, and that is how the table is named.
//! 2. [`Court::hear`] says a [`Word`]: join, leave, ready, say, add or remove a bot, put
//!    a bot or admit somebody in the place of whoever is missed, open the lobby. A word with
//!    an id is done once. [`Heard::game`] is another game when the word began the next.
//! 3. Commands of the game go down the host's own road (`Host::command`).
//! 4. [`Court::attend`] while somebody looks, for instance for as long as their stream
//!    is open: they are there. Dropped, they have [`Household::grace`] to come back.
//! 5. `Host::watch` tells of every change; [`Tableau::of`] the record is what everybody
//!    may know of the lobby, of whoever is missed and of what was said, as typed data.
//! 6. [`Court::present_game`] leads from a game that is over to the one played now, and
//!    [`Court::waiting`] names the tables where anybody may sit down,
//!    [`Court::under_way`] those where anybody may watch.
//! 7. [`Court::undo`] takes moves back when all people who sit agree: the host lets play go
//!    on at a fork, and the table follows. While somebody is asked, bots wait.
//!
//! Several processes may serve the same tables ([`Household::replica`]). A front that
//! keeps a connection to each guest, as `lan` does, gives the [`Table`] an [`Ear`]; who
//! comes to that table by another way uses [`Table::hear`] and [`Table::attend`].

mod action;
mod attendance;
mod court;
mod customs;
mod ear;
mod guest;
mod keepsake;
mod logbook;
mod marshal;
mod name;
mod opening;
mod refusal;
mod seating;
mod sparring;
mod table;
mod tableau;
mod taking_back;
mod word;

pub use action::{Action, Asked};
pub use attendance::Attendance;
pub use court::{Court, Household, NotFound, Plan};
pub use customs::Customs;
pub use ear::{Ear, Moment, Scene, Told, Welcome};
pub use guest::{Arrival, GuestId, Parting, Wish};
pub use keepsake::{About, BadKeepsake, Keepsake, MOST_PLACES, Place};
pub use marshal::{Log, LogLine, others_play};
pub use name::{LONGEST_NAME, name};
pub use opening::{BotMind, OpenRefused, Opening, Prepared, Seeds, Tell, Unfinished, unfinished};
pub use refusal::{CODES, Refusal, WORD_CODES};
pub use sparring::{bot_plays, bots_play_on, bots_turn};
pub use table::{Closed, Control, ControlRefused, Table};
pub use tableau::{Sitter, Tableau};
pub use taking_back::{games_under, present_game, undo};
pub use word::{Heard, Unheard, Word};
