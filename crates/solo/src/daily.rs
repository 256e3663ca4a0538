//! The game of the day: the same for everybody, and one for each.

use parlour_host::card::{Card, Query};
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Host, Refused, Time};

use crate::calendar::Day;

/// The word by which the game of a day is found, and which everything in it follows
/// from.
pub fn tag(game: &str, day: Day) -> String {
    format!("{game} daily {day}")
}

/// Whether a table is the daily game of this day.
pub fn is_of_today(record: &Record, now: Time) -> bool {
    let daily = tag("", Day::of(now));
    record.tags.iter().any(|tag| tag.ends_with(&daily))
}

/// Somebody's game of a day, by the tag of that day's games.
pub async fn find(host: &Host, who: &Identity, tag: &str) -> Result<Option<TableId>, Refused> {
    let query = Query {
        tag: Some(tag.to_owned()),
        ..Query::of(who).with_records()
    };
    let is_theirs = |card: &Card| {
        let record = card.record.as_ref();
        record.is_some_and(|it| it.seat_of(who).is_some())
    };
    let cards = host.all_cards(query).await?;
    Ok(cards.into_iter().find(is_theirs).map(|card| card.table))
}
