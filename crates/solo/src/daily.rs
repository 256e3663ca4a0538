//! The game of the day: the same for everybody, and one for each.

use std::collections::BTreeSet;

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

/// On how many days in a row something was done, up to today; if today is still to
/// come, up to yesterday.
pub fn days_in_a_row(days: impl IntoIterator<Item = Day>, today: Day) -> u32 {
    let days: BTreeSet<Day> = days.into_iter().collect();
    let mut day = if days.contains(&today) {
        Some(today)
    } else {
        today.before()
    };
    let mut count = 0;
    while let Some(done) = day.filter(|day| days.contains(day)) {
        count += 1;
        day = done.before();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_a_row(days: &[&str], today: &str) -> u32 {
        let day = |text: &str| text.parse::<Day>().unwrap();
        days_in_a_row(days.iter().map(|text| day(text)), day(today))
    }

    #[test]
    fn days_in_a_row_end_today_or_yesterday() {
        let days = ["2031-02-26", "2031-02-28", "2031-03-01", "2031-03-01"];
        assert_eq!(in_a_row(&days, "2031-03-01"), 2);
        assert_eq!(in_a_row(&days, "2031-03-02"), 2, "today may still come");
        assert_eq!(in_a_row(&days, "2031-03-03"), 0);
        assert_eq!(in_a_row(&days, "2031-02-26"), 1);
        assert_eq!(in_a_row(&[], "2031-02-26"), 0);
    }
}
