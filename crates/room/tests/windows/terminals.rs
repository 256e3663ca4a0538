//! One table in two terminals of one machine.

use std::path::Path;
use std::sync::Arc;

use parlour_host::wait;
use parlour_room::Body;
use parlour_room::local::{Ear, Local, PLATFORM, Said};

use crate::bed::{alone, aloud, code_of, inbox, room, texts, window};

fn terminal(file: &Path) -> Local {
    Local::new(Arc::new(room(file)), "table")
}

/// What everybody reads: first lines of texts, and pictures.
fn public(said: Vec<Said>) -> Vec<String> {
    let public = said.into_iter().filter(|it| it.to == Ear::Public);
    let shown = public.map(|it| match it.body {
        Body::Text(text) => text.lines().next().unwrap_or_default().to_owned(),
        Body::Picture(sketch) => sketch.file_name(),
        Body::File { name, .. } => name,
    });
    let told = |it: &String| it.ends_with("):") || it.contains(".png");
    shown.filter(told).collect()
}

#[test]
fn both_terminals_at_one_table_read_the_summary_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sqlite");
    let mut first = terminal(&file);
    for line in ["new bots=hold", "start"] {
        assert_eq!(first.say(line).unwrap().refused, None);
    }
    let mut second = terminal(&file);
    assert!(public(second.news().unwrap()).is_empty());
    let told =
        |phase: &str, words: &str| vec![format!("{words} ({phase}):"), format!("{phase}.png")];
    let spring = told("S1901M", "Spring 1901, movement");
    assert_eq!(public(first.say("force").unwrap().said), spring);
    assert_eq!(public(second.news().unwrap()), spring);
    // Whoever asks first takes it from the outbox, and both have it.
    let fall = told("F1901M", "Fall 1901, movement");
    assert_eq!(public(second.say("force").unwrap().said), fall);
    assert_eq!(public(first.news().unwrap()), fall);
    for terminal in [&mut first, &mut second] {
        assert!(public(terminal.news().unwrap()).is_empty());
    }
    // A third one begins with what is, not with what was.
    let mut third = terminal(&file);
    assert!(public(third.news().unwrap()).is_empty());
}

#[test]
fn a_terminal_leaves_the_letters_of_other_platforms_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sqlite");
    let elsewhere = Arc::new(room(&file));
    let code = code_of(&aloud(&elsewhere, "slack", "C1", "ann", "new bots=hold"));
    for (platform, name, power) in [("slack", "ann", "Austria"), ("telegram", "ben", "Italy")] {
        let joined = alone(&elsewhere, platform, name, &format!("join {code} {power}"));
        assert_eq!(joined.refused, None, "{joined:?}");
    }
    let start = aloud(&elsewhere, "slack", "C1", "ann", "start");
    assert_eq!(start.refused, None, "{start:?}");
    let force = aloud(&elsewhere, "slack", "C1", "ann", "force");
    assert_eq!(force.refused, None, "{force:?}");
    let mut here = Local::new(Arc::clone(&elsewhere), "table");
    assert!(here.news().unwrap().is_empty());
    // A table of its own beside it is told here, once, whatever waits for others.
    for line in ["new bots=hold", "start"] {
        assert_eq!(here.say(line).unwrap().refused, None);
    }
    assert_eq!(public(here.say("force").unwrap().said).len(), 2);
    assert!(here.news().unwrap().is_empty());
    let waiting = wait(room(&file).parcels(PLATFORM, 60_000, 0, 1000)).unwrap();
    for to in [window("slack", "C1"), inbox("telegram", "ben")] {
        let told = texts(&waiting, &to);
        let summary = |text: &String| text.contains("Spring 1901, movement (S1901M):");
        assert!(told.iter().any(summary), "{to:?} in {told:?}");
    }
    let left = |platform: &str| waiting.iter().any(|it| it.to.platform() == platform);
    assert!(!left(PLATFORM), "what is for this machine is crossed off");
}
