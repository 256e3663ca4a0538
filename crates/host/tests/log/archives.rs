//! Compressed logs: cut, damaged, with something behind them, or packed by others.

use std::io::{Cursor, Read as _, Write as _};

use parlour_host::log::{Ending, Limits, read_log, write_log_gz};

use crate::broken::say;
use crate::played::long_pig;

#[test]
fn a_cut_archive_is_torn_or_no_log_but_never_verified() {
    let log = long_pig(300);
    let archive = write_log_gz(std::str::from_utf8(&log).unwrap().lines());
    for cut in (2..archive.len()).step_by(7) {
        let words = say(&archive[..cut]);
        let named = words.starts_with("torn after entry ") || words.contains("cannot be read");
        assert!(named, "cut at {cut}: {words}");
    }
}

#[test]
fn an_archive_that_is_whole_but_damaged_is_not_called_torn() {
    let log = long_pig(20);
    let archive = write_log_gz(std::str::from_utf8(&log).unwrap().lines());
    let mut checksum = archive.clone();
    checksum[archive.len() - 6] ^= 1;
    let longer = [&archive[..], b"more than a header"].concat();
    for bytes in [checksum, longer] {
        let words = say(&bytes);
        let named = "entry 21: expected an entry or the end, found line 23: cannot be read: ";
        assert!(words.starts_with(named), "{words}");
    }
}

#[test]
fn stray_bytes_behind_an_archive_are_named_with_their_place_however_few() {
    let log = long_pig(20);
    let archive = write_log_gz(std::str::from_utf8(&log).unwrap().lines());
    let place = archive.len();
    for stray in [
        &b"\n"[..],
        b"x",
        b"123456789",
        b"1234567890",
        b"more than a header",
        &[0; 512],
        &[0x1f],
        &[0x1f, 0x8b],
        &archive[..9],
        &[0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 0xff, 1, 2, 3],
    ] {
        let words = say(&[&archive[..], stray].concat());
        let named = format!(
            "entry 21: expected an entry or the end, found line 23: cannot be read: the archive \
             ends before byte {place}, and stray bytes follow"
        );
        assert_eq!(words, named, "{stray:?}");
    }
}

/// Deflate has several ways to write the same text; nothing else of an archive may
/// change.
#[test]
fn every_changed_byte_of_an_archive_is_seen_unless_its_text_is_the_same() {
    let log = long_pig(20);
    let archive = write_log_gz(std::str::from_utf8(&log).unwrap().lines());
    let good = say(&archive);
    for place in 0..archive.len() {
        for bit in 0..8 {
            let mut changed = archive.clone();
            changed[place] ^= 1 << bit;
            let words = say(&changed);
            if words == good && (12..archive.len() - 8).contains(&place) {
                let mut text = Vec::new();
                let mut plain = flate2::read::GzDecoder::new(&*changed);
                plain.read_to_end(&mut text).unwrap();
                assert!(text == log, "byte {place}, bit {bit}: {words}");
            } else {
                let accepted = words.starts_with("verified");
                assert!(!accepted, "byte {place}, bit {bit}: {words}");
            }
        }
    }
}

/// Other programs write other headers, and several members one after the other.
#[test]
fn archives_of_other_programs_are_read() {
    let log = long_pig(20);
    let pack = |text: &[u8], name: &str| {
        let header = flate2::GzBuilder::new().mtime(1_900_000_000).filename(name);
        let mut packed = header.write(Vec::new(), flate2::Compression::best());
        packed.write_all(text).unwrap();
        packed.finish().unwrap()
    };
    let good = say(&log);
    assert_eq!(say(&pack(&log, "game.jsonl")), good);
    let (first, second) = log.split_at(log.len() / 2);
    assert_eq!(say(&[pack(first, "a"), pack(second, "b")].concat()), good);
}

#[test]
fn a_small_archive_that_unpacks_to_very_much_is_given_up() {
    let header = r#"{"parlour":1,"game":"pig","rules":1,"setup":{},"seed":"1"}"#;
    let bomb = write_log_gz([header, &"0".repeat(50 << 20)]);
    assert!(bomb.len() < 100_000);
    let log = read_log(Cursor::new(&bomb), Limits::default()).unwrap();
    let Ending::Bad(bad) = log.ending else {
        panic!("{:?}", log.ending);
    };
    assert_eq!(
        bad.to_string(),
        "line 2: the line is longer than 4194304 bytes"
    );
    let small = Limits {
        line: 1 << 30,
        file: 1 << 20,
    };
    let log = read_log(Cursor::new(&bomb), small).unwrap();
    let Ending::Bad(bad) = log.ending else {
        panic!("{:?}", log.ending);
    };
    assert_eq!(
        bad.to_string(),
        "line 2: the file is longer than 1048576 bytes"
    );
}
