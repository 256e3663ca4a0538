//! What everybody may know of a table beside its game, from its record alone: every
//! process that reads the record shows the same.

use parlour_host::Refused;
use parlour_host::table::{Record, TableId};
use parlour_rules::Seat;
use serde::Serialize;

use crate::customs::Customs;
use crate::marshal::{LogLine, Notes};
use crate::seating;

/// A table, as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tableau {
    /// By what the table is known again, over all its games.
    pub table: String,
    /// The number of this game at the table, from 0.
    pub game: u32,
    /// Whether the game has not begun.
    pub lobby: bool,
    /// Whether anybody may watch, and sit down where a seat is free.
    pub open: bool,
    /// The seats.
    pub seats: Vec<Sitter>,
    /// Whether the table waits for somebody who is gone: see [`Sitter::missed`].
    pub paused: bool,
    /// What is agreed beside the house rules.
    pub customs: Customs,
    /// How many hints were given in this game.
    pub hints: u32,
    /// What was said and noted at the table, the newest last.
    pub log: Vec<LogLine>,
}

/// A seat and who has it.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts of a seat that are told side by side, as a page reads them"
)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sitter {
    /// The seat.
    pub seat: Seat,
    /// What they are called; nobody sits there without.
    pub name: Option<String>,
    /// Whether it is a bot.
    pub bot: bool,
    /// Whether they are ready; bots always are.
    pub ready: bool,
    /// Whether the table waits for them to come back.
    pub missed: bool,
    /// Whether a newcomer may have the seat meanwhile.
    pub freed: bool,
}

/// Whether the table waits for whoever has a seat, and a newcomer may have it meanwhile.
pub(crate) fn is_freed(record: &Record, notes: &Notes, seat: Seat) -> bool {
    let missed = record.paused.is_some() && notes.missed.contains(&seat);
    missed && notes.admitted.contains(&seat)
}

impl Tableau {
    /// From the record of a table's present game.
    pub fn of(game: &TableId, record: &Record) -> Result<Self, Refused> {
        let notes = Notes::of(game, record)?;
        let not_ready = seating::not_ready(record, &notes.ready);
        let paused = record.paused.is_some();
        let seats = (0_u8..).map(Seat).zip(&record.chairs);
        Ok(Self {
            lobby: record.started.is_none(),
            open: record.open,
            seats: seats
                .map(|(seat, chair)| Sitter {
                    seat,
                    name: chair.as_ref().map(|person| person.name.clone()),
                    bot: chair.as_ref().is_some_and(|person| person.bot.is_some()),
                    ready: !not_ready.contains(seat),
                    missed: paused && notes.missed.contains(&seat),
                    freed: is_freed(record, &notes, seat),
                })
                .collect(),
            paused,
            customs: notes.customs,
            hints: notes.hints,
            log: notes.log.lines().cloned().collect(),
            table: notes.table,
            game: notes.game,
        })
    }
}
