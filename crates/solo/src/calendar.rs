//! Days, and how long ago something was.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use parlour_host::Time;
use thiserror::Error;

/// A day by the clock of Greenwich, the same for everybody: `2031-05-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(Date);

impl Day {
    /// The day of a moment.
    pub fn of(time: Time) -> Self {
        let milliseconds = i64::try_from(time.0).unwrap_or(i64::MAX);
        let moment = Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::MAX);
        Self(TimeZone::UTC.to_datetime(moment).date())
    }

    /// The week it is in, by the calendar of weeks that begin on Mondays: `2031-W18`.
    pub fn week(self) -> String {
        let week = self.0.iso_week_date();
        format!("{}-W{:02}", week.year(), week.week())
    }

    /// The day before; before the first of all days there is none.
    #[must_use]
    pub fn before(self) -> Option<Self> {
        self.0.yesterday().ok().map(Self)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is no day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this is no day, as 2031-05-02")]
pub struct BadDay;

impl FromStr for Day {
    type Err = BadDay;

    fn from_str(text: &str) -> Result<Self, BadDay> {
        text.parse().map(Self).map_err(|_| BadDay)
    }
}

/// How long ago something was, in words.
pub fn ago(then: Time, now: Time) -> String {
    let minutes = now.since(then) / 60_000;
    let (count, unit) = match minutes {
        0 => return String::from("just now"),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_begin_on_mondays_and_may_belong_to_the_year_before() {
        let week = |day: &str| day.parse::<Day>().unwrap().week();
        assert_eq!(week("2026-11-16"), "2026-W47");
        assert_eq!(week("2026-11-22"), "2026-W47");
        assert_eq!(week("2027-01-01"), "2026-W53");
        assert_eq!(week("2024-12-30"), "2025-W01");
    }

    #[test]
    fn days_are_told_by_their_date() {
        for (seconds, date) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_935_446_400, "2031-05-02"),
            (4_102_444_800, "2100-01-01"),
        ] {
            assert_eq!(Day::of(Time(seconds * 1000)).to_string(), date);
        }
    }

    #[test]
    fn a_day_has_one_before_it_and_no_moment_has_none() {
        let first_of_march = Day::of(Time(951_868_800_000));
        let before = first_of_march.before().map(|it| it.to_string());
        assert_eq!(before.as_deref(), Some("2000-02-29"));
        assert_eq!(Day::of(Time(u64::MAX)).to_string(), "9999-12-30");
    }

    #[test]
    fn times_are_told_in_words() {
        let now = Time(1_000_000_000_000);
        for (minutes, words) in [
            (0, "just now"),
            (1, "1 minute ago"),
            (59, "59 minutes ago"),
            (60, "1 hour ago"),
            (1439, "23 hours ago"),
            (1440, "1 day ago"),
            (14_400, "10 days ago"),
        ] {
            assert_eq!(ago(Time(now.0 - minutes * 60_000), now), words);
        }
    }
}
