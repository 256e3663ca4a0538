//! The values that settings take, read from their words.

use jiff::civil::Time;
use jiff::tz::TimeZone;

use super::{SettingError, shortened};
use crate::Span;

pub(super) fn bad(key: &'static str, value: &str, takes: &'static str) -> SettingError {
    SettingError::BadValue {
        key,
        value: shortened(value),
        takes,
    }
}

pub(super) fn choice<T>(
    key: &'static str,
    value: &str,
    takes: &'static str,
    known: impl Fn(&str) -> Option<T>,
) -> Result<T, SettingError> {
    known(&value.to_lowercase()).ok_or_else(|| bad(key, value, takes))
}

/// A phase needs at least a minute: a length of zero would resolve for ever.
pub(super) fn phase_length(key: &'static str, value: &str) -> Result<Span, SettingError> {
    value
        .parse()
        .ok()
        .filter(|span: &Span| span.minutes() > 0)
        .ok_or_else(|| bad(key, value, "a time from 1m to 366d, like 24h or 2d"))
}

pub(super) fn hour(value: &str) -> Result<Option<Time>, SettingError> {
    if value.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let read = || {
        let (hour, minute) = value.split_once(':')?;
        if hour.len() > 2 || minute.len() != 2 || hour.is_empty() {
            return None;
        }
        Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
    };
    read()
        .map(Some)
        .ok_or_else(|| bad("hour", value, "a time of day like 18:00, or none"))
}

pub(super) fn zone(value: &str) -> Result<String, SettingError> {
    let takes = "a zone of the time zone database, like Europe/Berlin";
    if value.len() > 64 {
        return Err(bad("zone", value, takes));
    }
    let zone = TimeZone::get(value).map_err(|_| bad("zone", value, takes))?;
    Ok(zone.iana_name().unwrap_or("UTC").to_string())
}

pub(super) fn remind(value: &str) -> Result<Option<u8>, SettingError> {
    if value.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    value
        .strip_suffix('%')
        .and_then(|share| share.parse().ok())
        .filter(|share| (1..=99).contains(share))
        .map(Some)
        .ok_or_else(|| bad("remind", value, "a share from 1% to 99%, or none"))
}

pub(super) fn plain_word(
    key: &'static str,
    value: &str,
    takes: &'static str,
) -> Result<String, SettingError> {
    let plain = !value.is_empty()
        && value.len() <= 32
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    if plain {
        Ok(value.to_lowercase())
    } else {
        Err(bad(key, value, takes))
    }
}
