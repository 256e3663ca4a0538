//! A whole game from `new` to a solo, and everything that must hold of it.

use std::collections::BTreeMap;
use std::io::Cursor;

use parlour_diplomacy::game::GameOutcome;
use parlour_host::host::Sight;
use parlour_host::log::{Limits, read_log, verify};
use parlour_rules::{Seat, Viewer};

use super::*;
use crate::bot;

const POWERS: [&str; 7] = [
    "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
];

fn fresh() -> Script {
    Script::new(moment("2031-05-01").unwrap(), 3)
}

fn sight(script: &Script, viewer: Viewer) -> Sight<Diplomacy> {
    let table = script.table().unwrap().unwrap();
    wait(script.host().sight::<Diplomacy>(&table, viewer)).unwrap()
}

/// Plays until somebody has won: Russia is greedy, the others hold. Returns the
/// lines that were said.
fn played_to_the_end() -> String {
    let mut script = fresh();
    let mut text = String::from("# Seven powers from the first word to a solo.\nnew\n");
    for power in POWERS {
        add!(text, "/as {power}\n");
    }
    text += "/as gm\nstart\n";
    script.run(&text, |_| {}).unwrap();
    for _ in 0..200 {
        let now = sight(&script, Viewer::Spectator);
        if now.outcome.is_some() {
            return text;
        }
        let mut lines = format!("# {}\n", now.view.phase);
        for seat in now.awaiting.iter() {
            let own = sight(&script, Viewer::Seat(seat));
            let power = POWERS[usize::from(seat.0)];
            let kind = if power == "Russia" { "greedy" } else { "hold" };
            add!(lines, "/as {power}\n");
            for order in bot::choose(&own.view, kind) {
                add!(lines, "order {order}\n");
            }
            lines += "ready\n";
        }
        let ended = script.run(&lines, |_| {}).unwrap();
        assert_eq!(ended, Ended::Complete);
        text += &lines;
    }
    panic!("nobody has won:\n{text}");
}

#[test]
fn seven_powers_play_a_script_to_a_solo() {
    let text = played_to_the_end();
    let mut script = fresh();
    let mut pictures: BTreeMap<String, usize> = BTreeMap::new();
    let mut public = String::new();
    let ended = script.run(&text, |said| {
        if said.to == Ear::Public {
            match &said.body {
                Body::Picture(sketch) => {
                    *pictures.entry(sketch.caption.clone()).or_default() += 1;
                }
                Body::Text(text) => {
                    public.push_str(text);
                    public.push('\n');
                }
                Body::File { .. } => {}
            }
        }
    });
    assert_eq!(ended.unwrap(), Ended::Complete);
    let over = sight(&script, Viewer::Spectator);
    assert_eq!(
        over.outcome,
        Some(GameOutcome::Solo(String::from("RUSSIA")))
    );
    assert!(public.contains("The game is over: Russia wins alone."));

    // One picture for every phase, and every phase can be looked up again.
    let table = script.table().unwrap().unwrap();
    let mut phases = Vec::new();
    let told = wait(
        script
            .host()
            .seen::<Diplomacy>(&table, Viewer::Spectator, 0),
    )
    .unwrap();
    for event in told.into_iter().flat_map(|(_, events)| events) {
        if let parlour_diplomacy::game::Event::PhaseResolved(resolved) = event {
            phases.push(resolved.phase);
        }
    }
    assert_eq!(pictures.len(), phases.len());
    assert!(pictures.values().all(|count| *count == 1));
    for phase in &phases {
        let history = script.line(&format!("history {phase}"), false).unwrap();
        assert_eq!(history.refused, None);
        let Body::Text(words) = &history.said[0].body else {
            panic!("{phase} is told in words");
        };
        assert!(words.starts_with(&phase.words()), "{words}");
    }
    let list = script.line("history", false).unwrap();
    assert!(matches!(&list.said[0].body, Body::Text(it) if it.contains("S1901M:")));
    for line in ["order A Mos H", "ready", "pause", "force", "start"] {
        assert!(
            script.line(line, false).unwrap().refused.is_some(),
            "{line}"
        );
    }

    // The log verifies: every command is decided again.
    let log = wait(script.host().export(&table)).unwrap();
    let log = read_log(Cursor::new(log), Limits::default()).unwrap();
    let verdict = verify(script.host().registry(), &log).unwrap();
    assert!(verdict.is_verified(), "{verdict}");
    assert_eq!(sight(&script, Viewer::Seat(Seat(5))).outcome, over.outcome);

    // For whoever wants to see it as a file.
    if let Some(path) = std::env::var_os("PARLOUR_WRITE_SOLO") {
        std::fs::write(path, &text).unwrap();
    }
}
