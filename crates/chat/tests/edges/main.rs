//! The edges, before a desk that only remembers: what reaches the table, what is
//! answered, and what becomes of messages on bad days.

mod desk;
mod outgoing;
mod sending;
mod slack;
mod telegram;
