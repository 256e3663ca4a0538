//! Small pieces of sentences: units, times, lists.

use jiff::Timestamp;
use parlour_host::Time;

use crate::Settings;

/// `A VIE - BUD` as people write it: `A Vie - Bud`; `AUSTRIA` as `Austria`.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut word = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_alphabetic() || (letter == '/' && !word.is_empty()) {
            word.push(letter);
            continue;
        }
        plain.push_str(&plain_word(&word));
        word.clear();
        plain.push(letter);
    }
    plain.pop();
    plain
}

fn plain_word(word: &str) -> String {
    let capitals = |letter: char| letter.is_ascii_uppercase() || letter == '/';
    if word.len() < 3 || !word.chars().all(capitals) {
        return word.to_owned();
    }
    if word == "VIA" {
        return String::from("via");
    }
    let mut plain = word.to_ascii_lowercase();
    plain[..1].make_ascii_uppercase();
    plain
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => String::from("nobody"),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// `1 centre`, `2 centres`.
pub(crate) fn counted(count: impl TryInto<u64>, what: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// A refusal or remark as a sentence.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.trim().chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let mut sentence: String = first.to_uppercase().chain(letters).collect();
    if !sentence.ends_with(['.', '?', '!', ':']) {
        sentence.push('.');
    }
    sentence
}

/// A moment of the host's as one of the calendar's.
pub(crate) fn timestamp(time: Time) -> Timestamp {
    let milliseconds = i64::try_from(time.0).unwrap_or(i64::MAX);
    Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::MAX)
}

/// A moment of the calendar's as one of the host's.
pub(crate) fn host_time(moment: Timestamp) -> Time {
    Time(u64::try_from(moment.as_millisecond()).unwrap_or(0))
}

/// `Fri 18:00 Europe/Berlin, in 9 h`.
pub(crate) fn moment(settings: &Settings, due: Time, now: Time) -> String {
    format!("{}, {}", clock(settings, due, now), left(due, now))
}

/// `Fri 18:00 Europe/Berlin`; with the date if it is further away than a week.
pub(crate) fn clock(settings: &Settings, due: Time, now: Time) -> String {
    let zoned = timestamp(due).to_zoned(settings.calendar().zone);
    let near = due.since(now) < 6 * 24 * 3_600_000;
    let format = if near {
        "%a %H:%M"
    } else {
        "%a %Y-%m-%d %H:%M"
    };
    format!("{} {}", zoned.strftime(format), settings.zone)
}

/// `in 9 h`, `in 40 min`, `in 3 days`.
fn left(due: Time, now: Time) -> String {
    let minutes = due.since(now).div_ceil(60_000);
    match minutes {
        0 => String::from("now"),
        1..=90 => format!("in {minutes} min"),
        91..=2880 => format!("in {} h", (minutes + 30) / 60),
        _ => format!("in {} days", (minutes + 720) / 1440),
    }
}

/// Words of somebody else's as an answer may repeat them: short and on one line.
pub(crate) fn quoted(words: &str) -> String {
    let short: String = visible(words).replace('\n', " ");
    let short: String = short.trim().chars().take(40).collect();
    if short.is_empty() {
        return String::from("somebody");
    }
    short
}

/// A text without anything that turns the writing direction or hides itself.
pub(crate) fn visible(text: &str) -> String {
    let hidden = |letter: &char| {
        (letter.is_control() && *letter != '\n')
            || matches!(
                *letter,
                '\u{61c}'
                    | '\u{200b}'..='\u{200f}'
                    | '\u{2028}'..='\u{202e}'
                    | '\u{2060}'..='\u{206f}'
                    | '\u{feff}'
            )
    };
    text.chars().filter(|letter| !hidden(letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_thing_is_one() {
        assert_eq!(counted(0_u32, "centre"), "0 centres");
        assert_eq!(counted(1_u32, "centre"), "1 centre");
        assert_eq!(counted(2_usize, "unit"), "2 units");
    }

    #[test]
    fn codes_become_words() {
        assert_eq!(
            plain("F STP/SC S A LVN - MOS VIA bounced: AUSTRIA stays"),
            "F Stp/sc S A Lvn - Mos via bounced: Austria stays"
        );
    }

    #[test]
    fn times_are_said_as_people_say_them() {
        let settings: Settings = "zone=Europe/Berlin".parse().unwrap();
        let now: Timestamp = "2031-05-02T07:00:00Z".parse().unwrap();
        let due: Timestamp = "2031-05-02T16:00:00Z".parse().unwrap();
        let (now, due) = (host_time(now), host_time(due));
        assert_eq!(
            moment(&settings, due, now),
            "Fri 18:00 Europe/Berlin, in 9 h"
        );
        let later = due.after(7 * 24 * 3_600_000);
        assert_eq!(
            moment(&settings, later, now),
            "Fri 2031-05-09 18:00 Europe/Berlin, in 7 days"
        );
    }

    #[test]
    fn names_cannot_turn_a_line_round() {
        assert_eq!(quoted("\u{202e}Ann\n\u{200b}"), "Ann");
        assert_eq!(quoted("\u{202e}"), "somebody");
    }
}
