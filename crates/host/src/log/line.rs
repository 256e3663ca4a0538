//! The line of an entry, written piece by piece. Every command has one, and of its names
//! and of what the game has written already nothing is to be found out.
//!
//! It is what serde writes of an [`Entry`], byte by byte.

use serde::Serialize;

use super::Entry;
use super::chain::write_hex;

/// How many bytes a line seldom passes beside what is known to be long, its hash included.
/// A journal in memory keeps lines as they were made, so there is no more room than that.
const REST: usize = 224;

/// The line, without its hash.
pub(super) fn of_entry(entry: &Entry) -> String {
    let Entry {
        seq,
        stage,
        by,
        command,
        events,
        fingerprint,
        time,
        who,
        from,
        rules,
    } = entry;
    let names = [who, from].map(|name| name.as_ref().map_or(0, String::len));
    let game = [stage.as_str(), command.as_str(), events.as_str()].map(str::len);
    let long: usize = names.iter().chain(&game).sum();
    let mut line = Line(Vec::with_capacity(long + REST));
    line.put("{\"seq\":").value(seq);
    line.put(",\"stage\":").value(stage);
    line.put(",\"by\":").value(by);
    line.put(",\"command\":").put(command.as_str());
    line.put(",\"events\":").put(events.as_str());
    let mut digits = [0; 16];
    write_hex(&fingerprint.0.to_be_bytes(), &mut digits);
    line.put(",\"fingerprint\":\"").0.extend(digits);
    line.put("\",\"time\":").value(time);
    for (name, value) in [(",\"who\":", who), (",\"from\":", from)] {
        if let Some(value) = value {
            line.put(name).value(value);
        }
    }
    if let Some(rules) = rules {
        line.put(",\"rules\":").value(rules);
    }
    line.put("}");
    String::from_utf8(line.0).expect("JSON is text")
}

/// A line that is being written.
struct Line(Vec<u8>);

impl Line {
    fn put(&mut self, text: &str) -> &mut Self {
        self.0.extend_from_slice(text.as_bytes());
        self
    }

    fn value(&mut self, value: &impl Serialize) {
        serde_json::to_writer(&mut self.0, value).expect("lines are plain JSON");
    }
}

#[cfg(test)]
mod tests {
    use parlour_rules::{Actor, Fingerprint, Seat, Stage};

    use super::*;
    use crate::{Json, Time};

    #[test]
    fn a_line_is_what_serde_writes() {
        let plain = Entry {
            seq: 1,
            stage: Stage::new("turn-1"),
            by: Actor::Clock,
            command: Json::parse("\"roll\"").unwrap(),
            events: Json::parse("[ ]").unwrap(),
            fingerprint: Fingerprint(0),
            time: Time(0),
            who: None,
            from: None,
            rules: None,
        };
        let full = Entry {
            seq: u64::MAX,
            stage: Stage::new("a \"stage\"\\\u{1}"),
            by: Actor::Seat(Seat(255)),
            command: Json::parse("{\"say\":\"ä\\n\"}").unwrap(),
            events: Json::parse("[{\"a\":[1,2.5,null]}]").unwrap(),
            fingerprint: Fingerprint(0x00ab_cdef_0123_4567),
            time: Time(u64::MAX),
            who: Some(String::from("Ann \"O'\" Nüll\t\u{7f}")),
            from: Some(String::from("slack:U1\\")),
            rules: Some(u32::MAX),
        };
        let some = [
            Entry {
                who: full.who.clone(),
                ..plain.clone()
            },
            Entry {
                rules: Some(2),
                ..plain.clone()
            },
        ];
        for entry in some.iter().chain([&plain, &full]) {
            assert_eq!(of_entry(entry), serde_json::to_string(entry).unwrap());
        }
    }
}
