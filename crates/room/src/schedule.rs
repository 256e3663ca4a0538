//! When a phase ends: lengths, a fixed hour of the day, weekends.
//!
//! Pure: the moment it is now comes in as an argument. The rules, in order:
//!
//! 1. A phase lasts its length from the moment it begins.
//! 2. With a fixed hour it ends at that hour instead: at the last one within the
//!    length if that leaves at least half of it, otherwise at the next one after.
//!    So a game resolved a few seconds past six in the evening is due at six the
//!    next evening, and one resolved in the morning is never hurried.
//! 3. With weekends skipped, an end on Saturday or Sunday, in the table's zone,
//!    moves to the same time on Monday.

use jiff::civil::{Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan, Zoned};

use crate::Span;

/// What decides the end of a phase, apart from its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// The table's time zone.
    pub zone: TimeZone,
    /// The hour of the day at which phases end, if it is fixed.
    pub hour: Option<Time>,
    /// Whether no phase ends on Saturday or Sunday.
    pub skip_weekends: bool,
}

impl Calendar {
    /// The end of a phase of this length that begins now.
    pub fn due(&self, now: Timestamp, length: Span) -> Timestamp {
        let begin = now.to_zoned(self.zone.clone());
        let plain = begin.saturating_add(SignedDuration::from_secs(length.seconds()));
        let end = match self.hour {
            Some(hour) => at_the_hour(&begin, &plain, hour, length),
            None => plain,
        };
        if self.skip_weekends {
            past_the_weekend(end).timestamp()
        } else {
            end.timestamp()
        }
    }
}

/// Rule 2: the last fixed hour within the length, unless it leaves too little.
fn at_the_hour(begin: &Zoned, plain: &Zoned, hour: Time, length: Span) -> Zoned {
    let least = begin.saturating_add(SignedDuration::from_secs(length.seconds() / 2));
    // Days around the plain end are tried in order; one of them always fits,
    // because the hour comes once a day.
    let mut best = None;
    for day in -2..=2 {
        let Ok(end) = plain
            .date()
            .checked_add(day.days())
            .map_err(drop)
            .and_then(|date| {
                date.to_datetime(hour)
                    .to_zoned(begin.time_zone().clone())
                    .map_err(drop)
            })
        else {
            continue;
        };
        if end <= *begin {
            continue;
        }
        if end <= *plain && end >= least {
            best = Some(end);
        } else if end > *plain && best.is_none() {
            return end;
        }
    }
    best.unwrap_or_else(|| plain.clone())
}

/// Rule 3: Saturday and Sunday become Monday, at the same time of day.
fn past_the_weekend(end: Zoned) -> Zoned {
    let days = match end.weekday() {
        Weekday::Saturday => 2,
        Weekday::Sunday => 1,
        _ => return end,
    };
    end.checked_add(days.days()).unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calendar(zone: &str, hour: Option<&str>, skip_weekends: bool) -> Calendar {
        Calendar {
            zone: TimeZone::get(zone).unwrap(),
            hour: hour.map(|hour| hour.parse().unwrap()),
            skip_weekends,
        }
    }

    #[track_caller]
    fn check(calendar: &Calendar, now: &str, length: &str, due: &str) {
        let now: Zoned = now.parse().unwrap();
        let found = calendar.due(now.timestamp(), length.parse().unwrap());
        let found = found.to_zoned(calendar.zone.clone());
        assert_eq!(found.to_string(), due);
    }

    #[test]
    fn a_phase_lasts_its_length() {
        let berlin = calendar("Europe/Berlin", None, false);
        check(
            &berlin,
            "2031-05-02T10:00:00+02:00[Europe/Berlin]",
            "24h",
            "2031-05-03T10:00:00+02:00[Europe/Berlin]",
        );
    }

    #[test]
    fn a_phase_resolved_just_after_the_hour_is_due_at_the_next_days_hour() {
        let berlin = calendar("Europe/Berlin", Some("18:00"), false);
        check(
            &berlin,
            "2031-05-05T18:00:05+02:00[Europe/Berlin]",
            "24h",
            "2031-05-06T18:00:00+02:00[Europe/Berlin]",
        );
    }

    #[test]
    fn nobody_is_left_with_less_than_half_the_length() {
        let berlin = calendar("Europe/Berlin", Some("18:00"), false);
        check(
            &berlin,
            "2031-05-05T10:00:00+02:00[Europe/Berlin]",
            "24h",
            "2031-05-06T18:00:00+02:00[Europe/Berlin]",
        );
        check(
            &berlin,
            "2031-05-05T18:00:00+02:00[Europe/Berlin]",
            "12h",
            "2031-05-06T18:00:00+02:00[Europe/Berlin]",
        );
        check(
            &berlin,
            "2031-05-05T09:00:00+02:00[Europe/Berlin]",
            "12h",
            "2031-05-05T18:00:00+02:00[Europe/Berlin]",
        );
    }

    #[test]
    fn weekends_move_to_monday() {
        let berlin = calendar("Europe/Berlin", Some("18:00"), true);
        // 2031-05-02 is a Friday.
        check(
            &berlin,
            "2031-05-02T18:00:00+02:00[Europe/Berlin]",
            "24h",
            "2031-05-05T18:00:00+02:00[Europe/Berlin]",
        );
        check(
            &calendar("Europe/Berlin", None, true),
            "2031-05-02T20:30:00+02:00[Europe/Berlin]",
            "36h",
            "2031-05-05T08:30:00+02:00[Europe/Berlin]",
        );
    }

    #[test]
    fn the_hour_stays_the_wall_clocks_hour_when_clocks_change() {
        // Clocks go forward on 2031-03-30 in Berlin: that day has 23 hours.
        let berlin = calendar("Europe/Berlin", Some("18:00"), false);
        check(
            &berlin,
            "2031-03-29T18:00:02+01:00[Europe/Berlin]",
            "24h",
            "2031-03-30T18:00:00+02:00[Europe/Berlin]",
        );
        // And back on 2031-10-26: 25 hours.
        check(
            &berlin,
            "2031-10-25T18:00:02+02:00[Europe/Berlin]",
            "24h",
            "2031-10-26T18:00:00+01:00[Europe/Berlin]",
        );
    }

    #[test]
    fn an_hour_that_does_not_exist_still_gives_an_end() {
        // 02:30 does not exist on 2031-03-30 in Berlin.
        let berlin = calendar("Europe/Berlin", Some("02:30"), false);
        check(
            &berlin,
            "2031-03-29T02:30:00+01:00[Europe/Berlin]",
            "24h",
            "2031-03-30T03:30:00+02:00[Europe/Berlin]",
        );
    }

    #[test]
    fn several_days_keep_the_hour() {
        let utc = calendar("UTC", Some("12:00"), false);
        check(
            &utc,
            "2031-05-05T12:00:00+00:00[UTC]",
            "3d",
            "2031-05-08T12:00:00+00:00[UTC]",
        );
    }

    #[test]
    fn the_end_of_time_is_no_panic() {
        let utc = calendar("UTC", Some("12:00"), true);
        let end = utc.due(Timestamp::MAX, Span::LONGEST);
        assert!(end <= Timestamp::MAX);
    }
}
