//! Several platforms, windows and inboxes before one database.

mod again;
mod bed;
mod handing;
mod linking;
mod moving;
mod offers;
mod pausing;
mod seats;
mod telling;
mod terminals;
mod words;
