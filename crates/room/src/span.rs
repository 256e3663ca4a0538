//! Lengths of time as people write them at a table: `24h`, `90m`, `2d`, `1d12h`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A length of time in whole minutes, at most a year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    minutes: u32,
}

/// Why a text is not a length of time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpanError {
    /// Neither digits with a unit nor several of them.
    #[error("a length of time is written like 24h, 90m, 2d or 1d12h")]
    NotASpan,
    /// More than 366 days.
    #[error("a length of time is at most 366 days")]
    TooLong,
}

impl Span {
    /// The longest span a table may ask for.
    pub const LONGEST: Self = Self::from_hours(366 * 24);

    /// A span of whole hours.
    pub const fn from_hours(hours: u32) -> Self {
        Self {
            minutes: hours * 60,
        }
    }

    /// A span of whole minutes.
    pub const fn from_minutes(minutes: u32) -> Self {
        Self { minutes }
    }

    /// The whole minutes in it.
    pub const fn minutes(self) -> u32 {
        self.minutes
    }

    /// The seconds in it.
    pub const fn seconds(self) -> i64 {
        self.minutes as i64 * 60
    }

    /// The given share of it, in hundredths, rounded down to minutes.
    #[must_use]
    pub const fn percent(self, hundredths: u8) -> Self {
        Self {
            minutes: (self.minutes as u64 * hundredths as u64 / 100) as u32,
        }
    }
}

impl FromStr for Span {
    type Err = SpanError;

    fn from_str(text: &str) -> Result<Self, SpanError> {
        let text = text.trim();
        if text.is_empty() || text.len() > 32 {
            return Err(SpanError::NotASpan);
        }
        let mut minutes: u64 = 0;
        let mut number: Option<u64> = None;
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                let so_far = number.unwrap_or(0) * 10 + u64::from(digit);
                if so_far > 10_000_000 {
                    return Err(SpanError::TooLong);
                }
                number = Some(so_far);
                continue;
            }
            let unit = match letter.to_ascii_lowercase() {
                'm' => 1,
                'h' => 60,
                'd' => 24 * 60,
                'w' => 7 * 24 * 60,
                _ => return Err(SpanError::NotASpan),
            };
            minutes += number.take().ok_or(SpanError::NotASpan)? * unit;
        }
        if number.is_some() {
            return Err(SpanError::NotASpan);
        }
        let span = Self {
            minutes: u32::try_from(minutes).map_err(|_| SpanError::TooLong)?,
        };
        if span > Self::LONGEST {
            return Err(SpanError::TooLong);
        }
        Ok(span)
    }
}

/// Printed in the largest units that leave no remainder out: `36h`, `90m`, `3d`.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hours, minutes) = (self.minutes / 60, self.minutes % 60);
        match (hours, minutes) {
            (0, 0) => f.write_str("0h"),
            (0, _) => write!(f, "{minutes}m"),
            (_, 0) if hours % 24 == 0 && hours > 48 => write!(f, "{}d", hours / 24),
            (_, 0) => write!(f, "{hours}h"),
            _ => write!(f, "{hours}h{minutes}m"),
        }
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_and_printed() {
        for (text, minutes, printed) in [
            ("24h", 1440, "24h"),
            ("90m", 90, "1h30m"),
            ("2d", 2880, "48h"),
            ("1d12h", 2160, "36h"),
            ("1w", 10_080, "7d"),
            ("0h", 0, "0h"),
            ("5M", 5, "5m"),
        ] {
            let span: Span = text.parse().unwrap();
            assert_eq!(span.minutes(), minutes, "{text}");
            assert_eq!(span.to_string(), printed, "{text}");
            assert_eq!(printed.parse::<Span>().unwrap(), span);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "h", "24", "24x", "1h2", "-3h", "1.5h", "٢h", "24 h"] {
            assert_eq!(text.parse::<Span>(), Err(SpanError::NotASpan), "{text:?}");
        }
        for text in ["367d", "99999999999999999999h"] {
            assert_eq!(text.parse::<Span>(), Err(SpanError::TooLong), "{text:?}");
        }
    }
}
