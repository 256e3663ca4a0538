//! One table in two terminals of one machine.

use std::path::Path;
use std::sync::Arc;

use parlour_host::wait;
use parlour_room::Body;
use parlour_room::local::{Ear, Local, MASTER, PLATFORM, Said};

use crate::bed::{POWERS, alone, aloud, clocked, code_of, inbox, room, texts, window};

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

/// What is said to one ear, as texts.
fn heard_by(said: &[Said], ear: &Ear) -> Vec<String> {
    let own = said.iter().filter(|it| it.to == *ear);
    let texts = own.filter_map(|it| match &it.body {
        Body::Text(text) => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

fn private(power: &str) -> Ear {
    Ear::Private(power.to_owned())
}

/// Austria is played at both tables. What is told to it at one waits until that one is
/// opened again, and is not read at the other.
#[test]
fn what_is_told_at_one_table_is_shown_there_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (room, clock) = clocked(&folder.path().join("a.sqlite"));
    let room = Arc::new(room);
    let mut left = Local::new(Arc::clone(&room), "left");
    for line in ["new bots=hold remind=50%", "start"] {
        assert_eq!(left.say(line).unwrap().refused, None);
    }
    let table = left.table().unwrap().unwrap();
    assert_eq!(left.take("Austria").unwrap().refused, None);
    assert_eq!(left.say("orders").unwrap().refused, None);
    drop(left);
    let mut here = Local::new(Arc::clone(&room), "here");
    assert_eq!(
        here.say("new bots=hold movement=96h").unwrap().refused,
        None
    );
    assert_eq!(here.take("Austria").unwrap().refused, None);
    let mut said = Vec::new();
    for _ in 0..2 {
        clock.advance(13 * 3_600_000);
        wait(room.tick()).unwrap();
        said.extend(here.news().unwrap());
    }
    assert!(heard_by(&said, &private("AUSTRIA")).is_empty(), "{said:?}");
    assert!(public(said).is_empty());
    let mut again = Local::at(Arc::clone(&room), &table).unwrap().unwrap();
    let said = again.news().unwrap();
    let reminded = heard_by(&said, &private("AUSTRIA"));
    assert_eq!(reminded.len(), 1, "{said:?}");
    assert_eq!(
        public(said),
        ["Spring 1901, movement (S1901M):", "S1901M.png"]
    );
    assert!(again.news().unwrap().is_empty());
    assert!(here.news().unwrap().is_empty());
}

/// The game master may play as well: what is told to that power alone is shown.
#[test]
fn a_game_master_who_plays_is_told_in_private() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = terminal(&folder.path().join("a.sqlite"));
    for line in ["new bots=hold press=full", "join Austria"] {
        let outcome = terminal.say(line).unwrap();
        assert_eq!(outcome.refused, None, "{line}: {:?}", outcome.said);
    }
    assert_eq!(terminal.take("England").unwrap().refused, None);
    terminal.take(MASTER).unwrap();
    assert_eq!(terminal.say("start").unwrap().refused, None);
    terminal.take("England").unwrap();
    let outcome = terminal.say("tell Austria psst").unwrap();
    assert_eq!(outcome.refused, None, "{:?}", outcome.said);
    let told = heard_by(&outcome.said, &private(MASTER));
    assert!(told.len() == 1 && told[0].contains("psst"), "{told:?}");
}

#[test]
fn both_terminals_hear_of_a_draw_and_how_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sqlite");
    let mut first = terminal(&file);
    assert_eq!(first.say("new").unwrap().refused, None);
    for power in POWERS {
        assert_eq!(first.take(power).unwrap().refused, None);
    }
    first.take(MASTER).unwrap();
    assert_eq!(first.say("start").unwrap().refused, None);
    let mut second = terminal(&file);
    second.news().unwrap();
    let mut words = "draw";
    let mut said = Vec::new();
    for power in POWERS {
        first.take(power).unwrap();
        let outcome = first.say(words).unwrap();
        assert_eq!(outcome.refused, None, "{power}: {:?}", outcome.said);
        said.extend(outcome.said);
        words = "draw yes";
    }
    let lines = |said: &[Said]| {
        let public = heard_by(said, &Ear::Public);
        let draws = public.into_iter().filter(|it| it.contains(" draw between"));
        draws.collect::<Vec<_>>()
    };
    let told = lines(&said);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[1].starts_with("The game is over: a draw"), "{told:?}");
    assert_eq!(lines(&second.news().unwrap()), told);
    for terminal in [&mut first, &mut second] {
        assert!(lines(&terminal.news().unwrap()).is_empty());
    }
}
