//! Who of those at a table is there, and who is ready.

use std::collections::BTreeSet;

use parlour_host::table::Record;
use parlour_rules::{Seat, SeatSet};

/// The people's seats whose connection is gone.
pub fn away(record: &Record, here: SeatSet) -> SeatSet {
    people(record)
        .filter(|seat| !here.contains(*seat))
        .collect()
}

/// The seats that have not said that they are ready; free ones among them.
pub fn not_ready(record: &Record, ready: &BTreeSet<Seat>) -> SeatSet {
    let seats = (0_u8..).map(Seat).zip(&record.chairs);
    let waiting = seats.filter(|(seat, chair)| match chair {
        Some(person) => person.bot.is_none() && !ready.contains(seat),
        None => true,
    });
    waiting.map(|(seat, _)| seat).collect()
}

/// The seats that people hold.
pub fn people(record: &Record) -> impl Iterator<Item = Seat> {
    let seats = (0_u8..).map(Seat).zip(&record.chairs);
    seats
        .filter(|(_, chair)| chair.as_ref().is_some_and(|person| person.bot.is_none()))
        .map(|(seat, _)| seat)
}
