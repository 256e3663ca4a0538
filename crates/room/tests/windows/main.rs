//! Several platforms, windows and inboxes before one database.

mod again;
mod auditing;
mod bed;
mod browsers;
mod finalities;
mod handing;
mod hidden;
mod letters;
mod linking;
mod moving;
mod offers;
mod pausing;
mod press;
mod reaching;
mod seats;
mod seen;
mod telling;
mod terminals;
mod thinking;
mod words;
