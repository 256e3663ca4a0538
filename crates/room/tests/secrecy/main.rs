//! What others have ordered can be seen by nobody before the phase resolves: two
//! games that differ only in a power's pending orders give everybody else the
//! same bytes, in words, pictures and notices.

#![expect(clippy::format_push_string, reason = "texts of tests are short")]

mod press;
mod words;

use std::sync::Arc;

use parlour_host::journal::MemoryJournal;
use parlour_host::{Host, ManualClock, Registry, SeededEntropy, Time, wait};
use parlour_room::script::{Script, lines, moment};
use parlour_room::{Body, Heard, Room, To, local::Ear};
use parlour_rules::Seed;
use proptest::prelude::*;

use words::{AUSTRIAN, DEEDS, DOOR, PICTURES, POWERS, QUESTIONS, WORDS, word};

/// How pictures are compared. PNG is made of nothing but the SVG, and slowly: it is
/// compared for every word that is answered with a picture, once a phase.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pictures {
    Svg,
    Png,
}

/// Everything that is said to anybody but one power until a phase is resolved
/// after the secret orders, pictures as bytes.
pub(crate) fn seen_by_others(
    open: &str,
    hidden: &str,
    secret: &str,
    pictures: Pictures,
) -> Vec<Vec<u8>> {
    seen_without(open, hidden, &[secret], pictures)
}

/// The same but for these powers.
pub(crate) fn seen_without(
    open: &str,
    hidden: &str,
    secret: &[&str],
    pictures: Pictures,
) -> Vec<Vec<u8>> {
    let is_secret =
        |to: &Ear| matches!(to, Ear::Private(power) if secret.contains(&power.as_str()));
    let mut script = Script::new(moment("2031-05-01").unwrap(), 7);
    script.run(open, |_| {}).unwrap();
    let mut seen = Vec::new();
    let mut resolved = false;
    script
        .run(hidden, |said| {
            if resolved || is_secret(&said.to) {
                return;
            }
            if let Body::Text(text) = &said.body {
                let first = text.lines().next().unwrap_or_default();
                let told = text.contains(" is resolved") && !text.contains(" is resolved yet");
                resolved = told || (said.to == Ear::Public && first.ends_with("):"));
                if resolved {
                    return;
                }
            }
            seen.extend(lines(said).into_iter().map(String::into_bytes));
            match &said.body {
                Body::Picture(sketch) if pictures == Pictures::Png => {
                    seen.push(sketch.png().expect("the picture is drawn"));
                }
                Body::Picture(sketch) => {
                    seen.push(sketch.svg().expect("the picture is drawn").into_bytes());
                }
                Body::File { bytes, .. } => seen.push(bytes.clone()),
                Body::Text(_) => {}
            }
        })
        .unwrap();
    seen
}

pub(crate) fn seated(settings: &str) -> String {
    let mut text = format!("new {settings}\n");
    for power in POWERS {
        text += &format!("/as {power}\n");
    }
    text.push_str("/as gm\nstart\n");
    text
}

/// Germany stands in Burgundy and is thrown out of it: F1901R.
fn dislodged() -> String {
    seated("")
        + "/as Germany\norder A Mun-Bur\n/as gm\nforce\n/as France\norder A Par-Bur; A Mar S A \
           Par-Bur\n/as gm\nforce\n"
}

/// Austria has taken two centres and may build: W1901A.
fn winter() -> String {
    seated("")
        + "/as Austria\norder A Bud-Ser; F Tri-Alb; A Vie-Tri\n/as gm\nforce\n/as Austria\n\
           order F Alb-Gre; A Ser S F Alb-Gre\n/as Italy\norder A Rom-Apu\n/as gm\nforce\n"
}

/// One phase: what leads to it, whose secret it is, and what that may be.
fn check_phase(open: &str, phase: &str, secret: &str, pending: &[&str]) {
    let all = ["France", "Italy", "gm"];
    let deeds = DEEDS
        .iter()
        .map(|deed| (Pictures::Svg, &all[..], vec![*deed]));
    let mut sessions: Vec<(Pictures, &[&str], Vec<&str>)> = deeds.collect();
    sessions.push((Pictures::Svg, &all, QUESTIONS.to_vec()));
    sessions.push((Pictures::Svg, &all, DOOR.to_vec()));
    sessions.push((Pictures::Png, &["gm", "Italy"], PICTURES.to_vec()));
    for (pictures, speakers, words) in sessions {
        let seen = |orders: &str| {
            let mut hidden = format!("/as {secret}\n{orders}\n");
            for who in speakers {
                hidden += &format!("/as {who}\n{}\nstatus\n", words.join("\n"));
            }
            seen_by_others(open, &hidden, &secret.to_uppercase(), pictures)
        };
        let nothing = seen(pending[0]);
        assert!(nothing.len() >= words.len());
        for orders in &pending[1..] {
            let something = seen(orders);
            let mut both = nothing.iter().zip(&something);
            if let Some((one, other)) = both.find(|(one, other)| one != other) {
                panic!(
                    "{phase}, {words:?}: with {orders:?} of {secret} somebody else reads\n{}\n\
                     instead of\n{}",
                    String::from_utf8_lossy(other),
                    String::from_utf8_lossy(one)
                );
            }
            assert_eq!(nothing.len(), something.len(), "{phase}, {words:?}");
        }
    }
}

#[test]
fn no_word_shows_pending_moves() {
    let open = seated("grace=3h remind=50%");
    let pending = ["", AUSTRIAN[2], AUSTRIAN[7]];
    check_phase(&open, "S1901M", "Austria", &pending);
}

#[test]
fn no_word_shows_pending_retreats() {
    let pending = [
        "",
        "retreat A Bur-Ruh",
        "retreat A Bur-Bel\nclear\ndisband A Bur",
    ];
    check_phase(&dislodged(), "F1901R", "Germany", &pending);
}

#[test]
fn no_word_shows_pending_builds() {
    let pending = ["", "build A Bud; A Vie", "waive 2\norders"];
    check_phase(&winter(), "W1901A", "Austria", &pending);
}

#[test]
fn the_phases_compared_are_those_meant() {
    for (open, phase, owes) in [
        (dislodged(), "F1901R", "Germany must retreat A Bur"),
        (winter(), "W1901A", "Austria may build 2 units"),
    ] {
        let mut script = Script::new(moment("2031-05-01").unwrap(), 7);
        script.run(&open, |_| {}).unwrap();
        let mut text = String::new();
        script
            .run("/as gm\nstatus\n", |said| text += &lines(said).join("\n"))
            .unwrap();
        assert!(text.contains(phase) && text.contains(owes), "{text}");
    }
}

/// A picture of a resolved phase is drawn when it is sent, which may be after the
/// orders of the next phase have come in.
#[test]
fn what_waits_in_the_outbox_shows_nothing_of_orders_that_came_meanwhile() {
    let carried = |secret: &[&str]| -> Vec<(To, Vec<u8>)> {
        let mut games = Registry::new();
        Room::prepare(&mut games);
        let entropy = Arc::new(SeededEntropy::new(Seed(7)));
        let clock = Arc::new(ManualClock::at(Time(1_900_000_000_000)));
        let journal = Arc::new(MemoryJournal::new());
        let host = Host::new(games, journal, clock, entropy.clone());
        let room = Room::new(Arc::new(host), entropy);
        let who = |power: &str| format!("chat:{power}").as_str().into();
        let aloud = |power: &str, text: &str| {
            let answer = wait(room.hear(&Heard::aloud("chat", "club", who(power), power, text)));
            assert_eq!(answer.unwrap().refused, None, "{text}");
        };
        let alone = |power: &str, text: &str| {
            let answer = wait(room.hear(&Heard::in_private("chat", who(power), power, text)));
            assert_eq!(answer.unwrap().refused, None, "{text}");
        };
        aloud("Austria", "new");
        for power in POWERS {
            aloud(power, &format!("join {power}"));
        }
        aloud("Austria", "start");
        alone("Austria", "order A Vie-Gal; A Bud-Ser; F Tri-Alb");
        aloud("Austria", "force");
        for text in secret {
            alone("Austria", text);
        }
        let parcels = wait(room.parcels("sender", 60_000, 0, 1000)).unwrap();
        let others = parcels
            .into_iter()
            .filter(|it| it.to != To::Inbox(who("Austria")));
        others
            .map(|parcel| match parcel.body {
                Body::Text(text) => (parcel.to, text.into_bytes()),
                Body::Picture(sketch) => (parcel.to, sketch.png().expect("it is drawn")),
                Body::File { bytes, .. } => (parcel.to, bytes),
            })
            .collect()
    };
    let nothing = carried(&[]);
    let pictures = nothing.iter().filter(|(_, it)| it.starts_with(b"\x89PNG"));
    assert_eq!(pictures.count(), 2, "what was ordered, and the board");
    assert!(nothing == carried(&["order A Ser-Bul; A Gal-War", "orders", "mymap"]));
    assert!(nothing == carried(&["order A Ser-Gre", "clear"]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        if std::env::var_os("PARLOUR_TEST_LONG").is_some() { 400 } else { 16 }
    ))]

    #[test]
    fn pending_orders_are_seen_by_nobody_else(
        one in 0..AUSTRIAN.len(),
        other in 0..AUSTRIAN.len(),
        before in proptest::collection::vec((1..7_usize, 0..WORDS), 0..6),
        after in proptest::collection::vec((1..8_usize, 0..WORDS), 1..12),
        hours in 0..23_u32,
    ) {
        let mut open = seated("grace=3h remind=50%");
        for (power, asked) in &before {
            open += &format!("/as {}\n{}\n", POWERS[*power], word(*asked));
        }
        let hidden = |orders: &str| {
            let mut text = format!("/as Austria\n{orders}\n");
            for (power, asked) in &after {
                let who = POWERS.get(*power).unwrap_or(&"gm");
                text += &format!("/as {who}\n{}\n", word(*asked));
            }
            // Past the reminder and into the grace, but not to the resolution.
            text + &format!("advance {hours}h\n/as France\nstatus\nadvance {}h\nstatus\n", 26 - hours)
        };
        let seen = |orders: &str| seen_by_others(&open, &hidden(orders), "AUSTRIA", Pictures::Svg);
        prop_assert!(
            seen(AUSTRIAN[one]) == seen(AUSTRIAN[other]),
            "{open}{} or {:?}", hidden(AUSTRIAN[one]), AUSTRIAN[other]
        );
    }
}
