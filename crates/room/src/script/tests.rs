//! A whole game from `new` to a solo, and everything that must hold of it.

use std::collections::BTreeMap;
use std::io::Cursor;

use parlour_diplomacy::Step;
use parlour_diplomacy::bot::Kind;
use parlour_diplomacy::game::{Event, GameOutcome, ResolvedPhase};
use parlour_host::audit::Asker;
use parlour_host::deadline::Deadline;
use parlour_host::log::{Limits, Replay, read_log, verify};
use parlour_host::{Refused, Shown};
use parlour_rules::{Seat, Seed, Turn, Viewer};

use super::*;
use crate::bot::{self, Will};
use crate::sheet::Sheet;

const POWERS: [&str; 7] = [
    "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
];

fn fresh() -> Script {
    Script::new(moment("2031-05-01").unwrap(), 3)
}

fn sight(script: &Script, viewer: Viewer) -> Shown<Diplomacy> {
    let table = script.table().unwrap().unwrap();
    wait(script.host().sight::<Diplomacy>(&table, viewer)).unwrap()
}

/// Plays until somebody has won: Russia is greedy, the others hold and run when
/// they must. Returns the lines that were said.
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
            let kind = match (power, now.view.phase.step) {
                ("Russia", _) => Kind::Greedy,
                (_, Step::Retreat) => Kind::Random,
                _ => Kind::Hold,
            };
            add!(lines, "/as {power}\n");
            for order in bot::choose(&own.view, &[], kind, Seed(7)) {
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
    check_golden(&text);
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
    let phases = resolved(&script);
    assert_eq!(pictures.len(), phases.len());
    assert!(pictures.values().all(|count| *count == 1));
    for ResolvedPhase { phase, .. } in &phases {
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

    // It was won by centres, on a way with retreats and builds.
    let last = &phases.last().unwrap().next;
    assert!(last.centers["RUSSIA"].len() >= 18, "{last:?}");
    let given = |step: Step, kind: &str| {
        let phases = phases.iter().filter(|it| it.phase.step == step);
        let mut orders = phases.flat_map(|it| &it.orders);
        orders.any(|it| it.given && it.order.contains(kind))
    };
    assert!(given(Step::Retreat, " R "), "somebody retreated");
    assert!(given(Step::Adjustment, " B"), "somebody built");

    // The log verifies: every command is decided again.
    let log = wait(script.host().export(&table)).unwrap();
    let log = || read_log(Cursor::new(&log), Limits::default()).unwrap();
    let verdict = verify(script.host().registry(), &log()).unwrap();
    assert!(verdict.is_verified(), "{verdict}");
    assert_eq!(sight(&script, Viewer::Seat(Seat(5))).outcome, over.outcome);

    // Replayed to any phase, the board is as the one before has left it.
    let mut replay = Replay::open(script.host().registry(), log()).unwrap();
    let mut begins: BTreeMap<String, usize> = BTreeMap::new();
    loop {
        if let Turn::Awaiting { stage, .. } = replay.position().turn() {
            begins.entry(stage.to_string()).or_insert(replay.at());
        }
        if !replay.forward().unwrap() {
            break;
        }
    }
    for resolved in phases.iter().rev().skip(1) {
        let place = begins[&resolved.next.phase.to_string()];
        replay.go_to(place).unwrap();
        let view: serde_json::Value = replay.position().view(Viewer::Spectator).read().unwrap();
        assert_eq!(
            view["position"],
            serde_json::to_value(&resolved.next).unwrap()
        );
    }
}

#[test]
fn a_bot_agrees_to_a_draw_unless_it_is_early_strong_or_left_out() {
    let mut script = fresh();
    script.run("new bots=greedy\nstart\n", |_| {}).unwrap();
    let mut view = sight(&script, Viewer::Spectator).view;
    let all: Vec<String> = view.powers.iter().map(|it| it.name.clone()).collect();
    view.phase.year = 1906;
    assert_eq!(
        bot::will(&view, &all, "RUSSIA"),
        Will::Refuses,
        "it is early"
    );
    view.phase.year = 1907;
    assert_eq!(bot::will(&view, &all, "RUSSIA"), Will::Agrees);
    let left_out = bot::will(&view, &all[..5], "RUSSIA");
    assert_eq!(left_out, Will::Refuses, "it is left out");
    view.powers[5].centers = 8;
    assert_eq!(bot::will(&view, &all, "RUSSIA"), Will::Agrees);
    view.powers[5].centers = 9;
    assert_eq!(bot::will(&view, &all, "RUSSIA"), Will::IfHeld, "it may win");
    assert_eq!(bot::will(&view, &all, "TURKEY"), Will::Agrees);
}

#[test]
fn a_forced_phase_is_resolved_by_the_clock_if_its_process_dies() {
    let mut script = fresh();
    let text = "new bots=hold misses=1 grace=6h\nstart\n/as England\n";
    script.run(text, |_| {}).unwrap();
    let table = script.table().unwrap().unwrap();
    // As `force` stores it, before it resolves the phase.
    let clock = Asker::house();
    let stored = script.host().revise(&table, &clock, |revision| {
        let mut sheet = Sheet::read(&revision.record.settings).unwrap();
        let stage = revision.stage().cloned().unwrap();
        sheet.graced = Some(stage.to_string());
        sheet.forced = Some(stage.to_string());
        revision.record.settings = sheet.write();
        revision.deadline = Some(Deadline {
            stage,
            due: revision.now,
            bell: None,
        });
        Ok::<_, Refused>(())
    });
    wait(stored).unwrap();
    script.run("advance 1m\n", |_| {}).unwrap();
    let now = sight(&script, Viewer::Spectator).view;
    assert_eq!(now.phase.to_string(), "F1901M");
    assert!(
        now.powers.iter().all(|it| !it.disorder),
        "nobody has missed it"
    );
}

/// The phases that were resolved, the oldest first.
fn resolved(script: &Script) -> Vec<ResolvedPhase> {
    let table = script.table().unwrap().unwrap();
    let seen = script
        .host()
        .seen::<Diplomacy>(&table, Viewer::Spectator, 0);
    let events = wait(seen).unwrap().into_iter().flat_map(|(_, it)| it);
    let phases = events.filter_map(|event| match event {
        Event::PhaseResolved(resolved) => Some(*resolved),
        _ => None,
    });
    phases.collect()
}

/// The script stands in a file, for whoever wants to run it from outside. With
/// `PARLOUR_WRITE_GOLDEN` in the environment the file is written anew.
fn check_golden(text: &str) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/solo.txt");
    if std::env::var_os("PARLOUR_WRITE_GOLDEN").is_some() {
        std::fs::write(file, text).unwrap();
    }
    let kept = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        kept == text,
        "{file} is not what is played; PARLOUR_WRITE_GOLDEN=1 writes it anew"
    );
}

#[test]
fn the_clock_of_a_script_ends_before_the_calendar_does() {
    for text in ["9000-01-01", "9999-06-01T00:00", "9999-12-31T23:59"] {
        assert_eq!(moment(text), None, "{text}");
    }
    let mut script = Script::new(moment("8999-06-01").unwrap(), 1);
    let text = "new bots=hold map=duel movement=366d\nstart\nadvance 200d\nexpect-refused \
                advance 366d\nadvance 1h";
    let mut all = Vec::new();
    let ended = script.run(text, |said| all.extend(lines(said))).unwrap();
    assert_eq!(ended, Ended::Complete);
    let last = all.last().unwrap();
    assert_eq!(
        last,
        "[public] The clock of a script ends with the year 8999."
    );
}
