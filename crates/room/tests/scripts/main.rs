//! Sessions as scripts: what is said to whom.

#![expect(clippy::format_push_string, reason = "texts of tests are short")]

mod bed;
mod clock;
mod draws;
mod language;
mod master;
mod orders;
mod seats;
mod thinking;
mod winter;
