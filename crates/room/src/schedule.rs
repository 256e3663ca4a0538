//! When a phase ends: lengths, a fixed hour of the day, weekends.
//!
//! Pure: the moment it is now comes in as an argument. The rules, in order:
//!
//! 1. A phase lasts its length from the moment it begins.
//! 2. With a fixed hour it ends at that hour instead, on the day that comes nearest
//!    to its length (the later of two that are as near, give or take an hour), but
//!    never with less than half of it. So a game resolved a few seconds past six in the evening is due at
//!    six the next evening, two days stay two days even if they begin a minute
//!    before six, and one resolved in the morning is never hurried.
//! 3. With weekends skipped, an end on Saturday or Sunday, in the table's zone,
//!    moves to Monday, at the fixed hour or at the same time of day. That holds for
//!    ends that were moved as well: by grace, by a stopped clock, by an extension.

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
        self.past_the_weekend(&end).timestamp()
    }

    /// Where an end that was moved to this moment comes to lie.
    pub fn moved(&self, end: Timestamp) -> Timestamp {
        self.past_the_weekend(&end.to_zoned(self.zone.clone()))
            .timestamp()
    }

    /// Whether no phase should end at this moment.
    pub fn is_skipped(&self, moment: Timestamp) -> bool {
        let weekday = moment.to_zoned(self.zone.clone()).weekday();
        self.skip_weekends && matches!(weekday, Weekday::Saturday | Weekday::Sunday)
    }

    /// Rule 3: Saturday and Sunday become Monday, at the fixed hour or the same
    /// time of day.
    fn past_the_weekend(&self, end: &Zoned) -> Zoned {
        let days = match end.weekday() {
            Weekday::Saturday if self.skip_weekends => 2,
            Weekday::Sunday if self.skip_weekends => 1,
            _ => return end.clone(),
        };
        let time = self.hour.unwrap_or_else(|| end.time());
        at(end, days, time).unwrap_or_else(|| end.clone())
    }
}

/// So many days after a moment's date, at this time of day in its zone.
fn at(moment: &Zoned, days: i32, time: Time) -> Option<Zoned> {
    let date = moment.date().checked_add(days.days()).ok()?;
    let zone = moment.time_zone().clone();
    date.to_datetime(time).to_zoned(zone).ok()
}

/// Rule 2: the fixed hour nearest to the plain end that leaves half the length.
fn at_the_hour(begin: &Zoned, plain: &Zoned, hour: Time, length: Span) -> Zoned {
    let least = begin.saturating_add(SignedDuration::from_secs(length.seconds() / 2));
    // The hour comes once a day, so the nearest one lies a day around the plain
    // end, and one that is late enough two days after it at most.
    let ends = (-1..=2).filter_map(|day| at(plain, day, hour));
    let far = |end: &Zoned| end.duration_until(plain).abs();
    let about = SignedDuration::from_hours(1);
    ends.filter(|end| end > begin && *end >= least)
        .reduce(|best, next| {
            if far(&next) <= far(&best) + about {
                next
            } else {
                best
            }
        })
        .unwrap_or_else(|| plain.clone())
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
    fn a_fixed_hour_does_not_cut_a_phase_short() {
        let utc = calendar("UTC", Some("18:00"), false);
        // 2031-05-04 is a Sunday.
        check(
            &utc,
            "2031-05-04T17:59:00+00:00[UTC]",
            "48h",
            "2031-05-06T18:00:00+00:00[UTC]",
        );
        check(
            &utc,
            "2031-05-04T18:01:00+00:00[UTC]",
            "48h",
            "2031-05-06T18:00:00+00:00[UTC]",
        );
        // Resolved early in the evening, or late at night: the next evening.
        check(
            &utc,
            "2031-05-04T15:30:00+00:00[UTC]",
            "24h",
            "2031-05-05T18:00:00+00:00[UTC]",
        );
        check(
            &utc,
            "2031-05-04T23:30:00+00:00[UTC]",
            "24h",
            "2031-05-05T18:00:00+00:00[UTC]",
        );
        // Of two that are about as near the later.
        for begin in ["05:59", "06:00", "06:01"] {
            check(
                &utc,
                &format!("2031-05-04T{begin}:00+00:00[UTC]"),
                "24h",
                "2031-05-05T18:00:00+00:00[UTC]",
            );
        }
        check(
            &utc,
            "2031-05-04T05:00:00+00:00[UTC]",
            "24h",
            "2031-05-04T18:00:00+00:00[UTC]",
        );
        // A short phase keeps half of itself.
        check(
            &utc,
            "2031-05-04T17:45:00+00:00[UTC]",
            "1h",
            "2031-05-05T18:00:00+00:00[UTC]",
        );
    }

    #[test]
    fn an_end_is_never_further_from_its_length_than_the_rule_says() {
        let utc = calendar("UTC", Some("18:00"), false);
        let first: Timestamp = "2031-05-04T00:00:00Z".parse().unwrap();
        for minutes in (0..24 * 60).step_by(7) {
            let now = first + SignedDuration::from_mins(minutes);
            for hours in [1, 6, 12, 18, 24, 36, 48, 72, 168] {
                let end = utc.due(now, Span::from_hours(hours));
                let lasts = end.duration_since(now).as_mins();
                let length = i64::from(hours) * 60;
                assert!(lasts * 2 >= length, "{now} {hours}h: {lasts} min");
                assert!(lasts > length - 12 * 60, "{now} {hours}h: {lasts} min");
                let most = if hours < 24 {
                    length / 2 + 24 * 60
                } else {
                    length + 12 * 60 + 30
                };
                assert!(lasts <= most, "{now} {hours}h: {lasts} min");
            }
        }
    }

    #[test]
    fn an_end_that_was_moved_is_not_on_a_weekend_either() {
        let moved = |calendar: &Calendar, end: &str| {
            let end: Zoned = end.parse().unwrap();
            let found = calendar.moved(end.timestamp());
            found.to_zoned(calendar.zone.clone()).to_string()
        };
        let saturday = "2031-05-03T02:00:00+02:00[Europe/Berlin]";
        let free = calendar("Europe/Berlin", None, true);
        let monday = "2031-05-05T02:00:00+02:00[Europe/Berlin]";
        assert_eq!(moved(&free, saturday), monday);
        let fixed = calendar("Europe/Berlin", Some("18:00"), true);
        let evening = "2031-05-05T18:00:00+02:00[Europe/Berlin]";
        assert_eq!(moved(&fixed, saturday), evening);
        assert_eq!(moved(&fixed, monday), monday, "a Monday stays as it is");
        let played = calendar("Europe/Berlin", Some("18:00"), false);
        assert_eq!(moved(&played, saturday), saturday);
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
