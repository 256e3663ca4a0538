//! Everything that was ever thrown at a reader and taught something is thrown again:
//! the inputs under `fuzz/corpus`, and cut and bent copies of them.

#[path = "../../../fuzz/src/door.rs"]
mod door;
#[path = "../../../fuzz/src/readers.rs"]
mod readers;
#[path = "../../../fuzz/src/targets.rs"]
mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use parlour_rules::{Seed, Stream};
use targets::{TARGETS, Target};

/// Bent copies of every input; the long run bends more.
fn copies() -> u64 {
    let long = std::env::var_os("PARLOUR_TEST_LONG").is_some();
    if long { 2_000 } else { 8 }
}

/// Inputs of this size and above are only thrown as they are and cut: a plain run has
/// seconds for all of them.
const LARGE: usize = 1 << 14;

/// Throws the bytes, and tells where they can be had when the target breaks.
fn throw(name: &str, target: Target, origin: &str, bytes: &[u8]) {
    if catch_unwind(AssertUnwindSafe(|| target(bytes))).is_err() {
        let shown = String::from_utf8_lossy(bytes);
        panic!("{name} broke on a copy of {origin}: {shown:?} {bytes:x?}");
    }
}

/// Cut, bytes changed, doubled or dropped.
fn bent(bytes: &[u8], stream: &mut Stream) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=stream.below(3) {
        let length = u32::try_from(bytes.len()).expect("inputs are small");
        if length == 0 {
            break;
        }
        let at = stream.below(length) as usize;
        let to = at + stream.below(length - at as u32 + 1) as usize;
        match stream.below(5) {
            0 => bytes.truncate(at),
            1 => bytes[at] = stream.below(256) as u8,
            2 => bytes[at] ^= 1 << stream.below(8),
            3 => drop(bytes.drain(at..to)),
            _ => {
                let part = bytes[at..to].to_vec();
                bytes.splice(at..at, part);
            }
        }
    }
    bytes
}

#[test]
fn no_reader_breaks_on_what_was_ever_thrown_at_it() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, target) in TARGETS {
        let folder = fs::read_dir(corpus.join(name));
        let folder = folder.unwrap_or_else(|error| panic!("fuzz/corpus/{name}: {error}"));
        let mut files: Vec<_> = folder.map(|it| it.unwrap().path()).collect();
        files.sort();
        assert!(!files.is_empty(), "fuzz/corpus/{name} is empty");
        for (place, file) in (0..).zip(&files) {
            let origin = file.file_name().unwrap().to_string_lossy();
            let bytes = fs::read(file).unwrap();
            throw(name, *target, &origin, &bytes);
            throw(name, *target, &origin, &bytes[..bytes.len() / 2]);
            let mut stream = Stream::new(Seed(place), 0);
            let copies = if bytes.len() < LARGE { copies() } else { 0 };
            for _ in 0..copies {
                throw(name, *target, &origin, &bent(&bytes, &mut stream));
            }
        }
    }
}

#[test]
fn every_folder_of_the_corpus_has_its_target() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for folder in fs::read_dir(corpus).unwrap() {
        let name = folder.unwrap().file_name().into_string().unwrap();
        let known = TARGETS.iter().any(|(target, _)| *target == name);
        assert!(known, "fuzz/corpus/{name} belongs to no target");
    }
}
