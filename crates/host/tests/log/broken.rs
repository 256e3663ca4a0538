//! Broken files are named, and nothing panics.

use std::io::Cursor;

use parlour_host::Json;
use parlour_host::log::{
    Ending, Entry, Header, Limits, LogError, LogWriter, Replay, Verdict, read_log, verify,
};
use parlour_rules::tiny::{BidsSampler, PigSampler};
use parlour_rules::{Actor, Fingerprint, Seat, Seed, Stage};
use proptest::prelude::*;

use crate::played::{long_pig, played, registry};

/// What `parlour verify` would say: the verdict, or why there is none.
pub(crate) fn say(bytes: &[u8]) -> String {
    match read_log(Cursor::new(bytes), Limits::default()) {
        Err(error) => error.to_string(),
        Ok(log) => match verify(&registry(), &log) {
            Err(error) => error.to_string(),
            Ok(verdict) => verdict.to_string(),
        },
    }
}

fn replaced(log: &[u8], old: &str, new: &str) -> String {
    let text = std::str::from_utf8(log).unwrap();
    assert!(text.contains(old), "{old} is in {text}");
    say(text.replacen(old, new, 1).as_bytes())
}

#[test]
fn every_changed_byte_is_seen() {
    for log in [played(&PigSampler, 2), played(&BidsSampler, 2)] {
        assert!(say(&log).starts_with("verified "));
        for place in 0..log.len() {
            for flip in [0x01, 0x10, 0x80] {
                let mut changed = log.clone();
                changed[place] ^= flip;
                let words = say(&changed);
                let accepted = words.starts_with("verified ");
                assert!(!accepted, "byte {place} of {} may change", log.len());
            }
        }
    }
}

#[test]
fn every_cut_is_torn_after_the_last_complete_entry() {
    let log = played(&PigSampler, 2);
    let header = log.iter().position(|byte| *byte == b'\n').unwrap();
    for cut in header + 1..log.len() - 1 {
        let text = &log[..cut];
        let whole_lines = text.split(|byte| *byte == b'\n').count() as u64 - 2;
        // A line that lacks nothing but its line break is complete.
        let entries = whole_lines + u64::from(log[cut] == b'\n');
        assert_eq!(
            say(text),
            format!("torn after entry {entries}"),
            "cut at {cut}"
        );
        let log = read_log(Cursor::new(text), Limits::default()).unwrap();
        assert_eq!(
            (log.entries.len() as u64, log.ending),
            (entries, Ending::Torn)
        );
    }
    // Without its last line break the file is still whole.
    assert!(say(&log[..log.len() - 1]).starts_with("verified "));
}

#[test]
fn line_breaks_of_another_kind_are_named() {
    let text = String::from_utf8(long_pig(3)).unwrap();
    assert_eq!(
        say(text.replace('\n', "\r\n").as_bytes()),
        "entry 1: expected an entry or the end, found line 2: the line ends in a carriage \
         return, which no line of a log has"
    );
}

#[test]
fn what_is_quoted_cannot_move_the_cursor_and_is_said_once() {
    let log = long_pig(3);
    let stage = r#""stage":"turn-1""#;
    assert_eq!(
        replaced(&log, stage, r#""stage":"\u001b[2J\u0007""#),
        "entry 1: expected stage turn-1, found stage ·[2J·"
    );
    let game = replaced(&log, r#""game":"pig""#, r#""game":"\u001b[2J""#);
    assert_eq!(game, "line 1: unknown game \"·[2J\"; known are: bids, pig");
    // An error that repeats its own cause would be printed twice with its chain.
    let text = String::from_utf8(log).unwrap().replacen("pig", "cow", 1);
    let log = read_log(text.as_bytes(), Limits::default()).unwrap();
    let error = verify(&registry(), &log).unwrap_err();
    assert!(std::error::Error::source(&error).is_none());
}

#[test]
fn a_replay_tells_at_the_end_whether_the_end_line_fits() {
    let closing = |text: &str| {
        let log = read_log(text.as_bytes(), Limits::default()).unwrap();
        let mut replay = Replay::open(&registry(), log).unwrap();
        assert_eq!(replay.closing(), None, "there is more to play");
        replay.to_end().unwrap();
        replay.closing().unwrap().to_string()
    };
    let text = String::from_utf8(long_pig(5)).unwrap();
    assert_eq!(closing(&text), "verified 5 entries");
    let (entries, _) = text.split_at(text.find(r#"{"end""#).unwrap());
    assert_eq!(closing(entries), "torn after entry 5");
    assert_eq!(
        closing(&text.replacen(r#""end":null"#, r#""end":{"winner":1}"#, 1)),
        r#"entry 5: expected end null, found end {"winner":1}"#
    );
    assert_eq!(
        closing(&format!("{text}more\n")),
        "entry 6: expected an entry or the end, found line 8: there is more after the end line"
    );
}

#[test]
fn the_first_entry_that_differs_is_named_with_what_was_expected() {
    let log = long_pig(20);
    for (old, new, words) in [
        (
            r#""seq":3"#,
            r#""seq":4"#,
            "entry 3: expected seq 3, found seq 4",
        ),
        (
            r#""stage":"turn-1""#,
            r#""stage":"turn-9""#,
            "entry 1: expected stage turn-1, found stage turn-9",
        ),
        (
            r#""by":{"seat":0}"#,
            r#""by":{"seat":1}"#,
            r#"entry 1: expected a refusal, "somebody else has the die" (not_your_turn), found command "roll""#,
        ),
        (
            r#""by":{"seat":0}"#,
            r#""by":"clock""#,
            r#"entry 1: expected a refusal, "somebody else has the die" (not_your_turn), found command "roll""#,
        ),
        (
            r#""command":"roll""#,
            r#""command":"fold""#,
            r#"entry 1: expected a command of this game, found "fold""#,
        ),
        (
            r#""entries":20"#,
            r#""entries":21"#,
            "entry 20: expected 20 entries, found an end line that counts 21",
        ),
        (
            r#""end":null"#,
            r#""end":7"#,
            "entry 20: expected end null, found end 7",
        ),
        (
            r#""time":1900000000002"#,
            r#""time":1900000000003"#,
            "entry 2: expected hash ",
        ),
        (
            r#""goal":4294967295"#,
            r#""goal":4294967294"#,
            "entry 1: expected fingerprint ",
        ),
    ] {
        let found = replaced(&log, old, new);
        assert!(found.starts_with(words), "expected {words}, found {found}");
    }
    let text = std::str::from_utf8(&log).unwrap();
    let faces = text.split(r#"{"rolled":"#).nth(5).unwrap();
    let other = if faces.starts_with('6') { "5" } else { "6" };
    let old = format!(r#"{{"rolled":{}"#, &faces[..1]);
    let at = text.match_indices(r#"{"rolled":"#).nth(4).unwrap().0;
    let changed = format!(
        "{}{{\"rolled\":{other}{}",
        &text[..at],
        &text[at + old.len()..]
    );
    assert_eq!(
        say(changed.as_bytes()),
        format!(r#"entry 5: expected events [{old}}}], found events [{{"rolled":{other}}}]"#)
    );
}

#[test]
fn a_line_that_is_missing_doubled_or_moved_is_named() {
    let log = long_pig(10);
    let text = std::str::from_utf8(&log).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let joined = |lines: &[&str]| say((lines.join("\n") + "\n").as_bytes());
    let without = [&lines[..4], &lines[5..]].concat();
    assert_eq!(joined(&without), "entry 4: expected seq 4, found seq 5");
    let doubled = [&lines[..5], &lines[4..]].concat();
    assert_eq!(joined(&doubled), "entry 5: expected seq 5, found seq 4");
    let after = [&lines[..], &lines[4..5]].concat();
    assert_eq!(
        joined(&after),
        "entry 11: expected an entry or the end, found line 13: there is more after the end line"
    );
    assert_eq!(joined(&lines[..6]), "torn after entry 5");
    assert_eq!(joined(&lines[..1]), "torn after entry 0");
}

#[test]
fn files_that_are_no_logs_are_refused_by_name() {
    let deep = "[".repeat(100_000);
    let long = format!("{{\"parlour\":1,\"game\":\"{}\"}}", "x".repeat(10 << 20));
    for (text, words) in [
        ("", "line 1: there is no header, the file is empty"),
        (
            "hello",
            "line 1: not a header of a log: expected value at line 1 column 1",
        ),
        (
            "{}",
            "line 1: not a header of a log: missing field `parlour`",
        ),
        (
            r#"{"parlour":2,"unheard":true}"#,
            "line 1: the format is version 2, only version 1 is known",
        ),
        (
            r#"{"parlour":1,"game":"chess","rules":1,"setup":{},"seed":"1"}"#,
            r#"line 1: unknown game "chess"; known are: bids, pig"#,
        ),
        (
            r#"{"parlour":1,"game":"pig","rules":2,"setup":{},"seed":"1"}"#,
            "line 1: rules 2 of pig are newer than rules 1, the newest known here",
        ),
        (
            r#"{"parlour":1,"game":"pig","rules":1,"setup":{},"seed":"1"}"#,
            "line 1: not a setup of this game: missing field `players`",
        ),
        (
            r#"{"parlour":1,"game":"pig","rules":1,"setup":{"players":9,"goal":1},"seed":"1"}"#,
            "line 1: between one and eight people play Pig",
        ),
        (
            r#"{"parlour":1,"game":"pig","rules":1,"setup":{"players":2,"goal":1},"seed":1}"#,
            "line 1: not a header of a log: invalid type: integer `1`",
        ),
        (deep.as_str(), "line 1: not a header of a log: "),
        (
            long.as_str(),
            "line 1: the line is longer than 4194304 bytes",
        ),
    ] {
        let found = say(text.as_bytes());
        assert!(found.starts_with(words), "expected {words}, found {found}");
    }
    assert!(say(&[0xff, 0xfe, 0x00]).starts_with("line 1: not UTF-8 text"));
    assert!(say(&[0x1f, 0x8b, 0x08, 0xff, 0x01]).contains("cannot be read"));
}

#[test]
fn a_file_that_cannot_be_read_says_so() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let error = read_log(Broken, Limits::default()).unwrap_err();
    assert!(matches!(error, LogError::Unreadable(_)));
    assert_eq!(error.to_string(), "cannot be read: the disk is gone");
}

#[test]
fn forged_events_stop_a_replay_before_them() {
    let header = Header::new(
        "bids",
        1,
        Json::parse(r#"{"players":2,"rounds":1,"coins":5}"#).unwrap(),
        Seed(1),
    );
    // A chain as it should be, around a bid from a seat that does not exist.
    let mut log = LogWriter::new(Vec::new(), &header).unwrap();
    log.entry(&Entry {
        seq: 1,
        stage: Stage::new("round-1"),
        by: Actor::Seat(Seat(200)),
        command: Json::parse(r#"{"bid":1}"#).unwrap(),
        events: Json::parse(r#"[{"bid_placed":{"seat":200,"coins":1}}]"#).unwrap(),
        fingerprint: Fingerprint(0),
        time: parlour_host::Time(0),
        who: None,
        from: None,
        rules: None,
    })
    .unwrap();
    let bytes = log.finish(Json::parse("null").unwrap()).unwrap();
    assert!(say(&bytes).starts_with("entry 1: expected a refusal"));
    let log = read_log(Cursor::new(&bytes), Limits::default()).unwrap();
    let mut replay = Replay::open(&registry(), log).unwrap();
    let error = replay.forward().unwrap_err().to_string();
    assert_eq!(
        error,
        "entry 1: expected events that fit, found these events could not have happened here"
    );
    assert_eq!(replay.at(), 0);
}

#[test]
fn a_verdict_is_a_value_too() {
    let log = long_pig(3);
    let log = read_log(Cursor::new(&log), Limits::default()).unwrap();
    assert_eq!(
        verify(&registry(), &log).unwrap(),
        Verdict::Verified { entries: 3 }
    );
}

/// Pieces that logs are made of, and pieces that they are not.
fn scraps() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<Vec<u8>> = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\n",
        "\\",
        "null",
        "\"seq\":",
        "\"end\":",
        "\"hash\":\"",
        "{\"parlour\":1,\"game\":\"pig\",",
        "\"rules\":1,",
        "\"setup\":{\"players\":2,\"goal\":9},",
        "\"seed\":\"1\"}",
        "-1",
        "1e999",
        "\u{0}",
        "\u{202e}",
    ]
    .iter()
    .map(|piece| piece.as_bytes().to_vec())
    .chain([vec![0xff], vec![0x1f, 0x8b, 0x08], vec![0xc3]])
    .collect();
    prop::collection::vec(prop::sample::select(pieces), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn whatever_a_file_holds_nothing_panics_and_nothing_false_is_verified(
        seed in 0_u64..20,
        edits in prop::collection::vec((any::<prop::sample::Index>(), scraps(), 0_usize..200), 1..5),
    ) {
        let log = played(&BidsSampler, seed);
        let mut changed = log.clone();
        for (place, scrap, cut) in edits {
            let at = place.index(changed.len() + 1);
            let end = (at + cut).min(changed.len());
            changed.splice(at..end, scrap);
        }
        let words = say(&changed);
        // The last line break may be missing.
        let same = changed == log || changed == log[..log.len() - 1];
        prop_assert!(same || !words.starts_with("verified"), "{words}");
        if let Ok(log) = read_log(Cursor::new(&changed), Limits::default())
            && let Ok(mut replay) = Replay::open(&registry(), log)
        {
            let _ = replay.to_end();
            let _ = replay.back();
        }
    }

    #[test]
    fn scraps_alone_are_never_verified(scraps in scraps()) {
        let words = say(&scraps);
        prop_assert!(!words.starts_with("verified"), "{words}");
    }
}
