//! A script, and what it says.

use parlour_room::script::{Ended, Script, lines, moment};

/// Everything a script says, line by line.
pub(crate) fn said(text: &str) -> Vec<String> {
    let mut script = Script::new(moment("2031-05-01").unwrap(), 1);
    let mut all = Vec::new();
    let ended = script.run(text, |said| all.extend(lines(said))).unwrap();
    assert_eq!(ended, Ended::Complete, "{all:#?}");
    all
}

/// Whether each expectation is found, in this order.
#[track_caller]
pub(crate) fn check(text: &str, expected: &[&str]) -> Vec<String> {
    let all = said(text);
    let mut rest = all.iter();
    for piece in expected {
        assert!(
            rest.any(|line| line.contains(piece)),
            "{piece:?} is missing, or comes too early, in\n{}",
            all.join("\n")
        );
    }
    all
}

pub(crate) const SEVEN: &str = "new\n/as Austria\n/as England\n/as France\n/as Germany\n/as Italy\n\
                     /as Russia\n/as Turkey\n/as gm\nstart\n";
