//! One table in two terminals of one machine.

use std::path::Path;
use std::sync::Arc;

use parlour_room::Body;
use parlour_room::local::{Ear, Local, Said};

use crate::bed::room;

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
