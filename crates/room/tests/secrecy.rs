//! What others have ordered can be seen by nobody before the phase resolves: two
//! games that differ only in a power's pending orders give everybody else the
//! same bytes, in words, pictures and notices.

#![expect(clippy::format_push_string, reason = "texts of tests are short")]

use std::collections::BTreeSet;
use std::sync::Arc;

use parlour_host::journal::MemoryJournal;
use parlour_host::{Host, ManualClock, Registry, SeededEntropy, Time, wait};
use parlour_room::script::{Script, lines, moment};
use parlour_room::{Body, Heard, Room, To, help, local::Ear};
use parlour_rules::Seed;
use proptest::prelude::*;

/// How pictures are compared. PNG is made of nothing but the SVG, and slowly: it is
/// compared for every word that is answered with a picture, once a phase.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pictures {
    Svg,
    Png,
}

/// Everything that is said to anybody but one power until a phase is resolved
/// after the secret orders, pictures as bytes.
fn seen_by_others(open: &str, hidden: &str, secret: &str, pictures: Pictures) -> Vec<Vec<u8>> {
    seen_without(open, hidden, &[secret], pictures)
}

/// The same but for these powers.
fn seen_without(open: &str, hidden: &str, secret: &[&str], pictures: Pictures) -> Vec<Vec<u8>> {
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

const POWERS: [&str; 7] = [
    "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
];

/// Orders that Austria may have noted in the first phase: any of them, none,
/// taken back again.
const AUSTRIAN: [&str; 11] = [
    "",
    "order A Vie-Gal",
    "order A Vie-Gal; A Bud-Ser; F Tri-Alb",
    "order A Vie-Tyr\norder A Vie-Boh",
    "order A Bud-Rum\nclear A Bud",
    "order F Tri-Adr; A Vie-Tri\nclear",
    "order A Vie S A Bud-Gal",
    "order A Vie S A Mun-Boh\nmymap\norders",
    "order nonsense\norder F Lon-NTH",
    "draft A Vie-Gal; A Bud-Ser\ndraft clear A Bud",
    "draft A Vie-Tyr\nsandbox A Mun-Boh\nsandbox on",
];

/// Words that may change the game for others; together with the questions every
/// word of the language, as the powers and the game master may say it meanwhile.
const DEEDS: [&str; 28] = [
    "start",
    "new",
    "join",
    "leave",
    "ready",
    "unready",
    "draw",
    "draw yes",
    "draw y",
    "draw no",
    "draw Austria England",
    "concede",
    "concede yes",
    "pause",
    "resume",
    "extend 12h",
    "deadline movement=48h",
    "deadline 2031-05-04 18:00",
    "force",
    "force yes",
    "replace Austria @ann",
    "replace France @bob",
    "kick France",
    "kick Austria",
    "unlink",
    "tell all hello",
    "tell Germany hello",
    "mute Austria",
];

/// Words that change nothing for others, also such as are refused.
const QUESTIONS: [&str; 60] = [
    "draft",
    "draft A Vie-Gal; A Mun-Ruh",
    "draft give",
    "sandbox",
    "sandbox A Vie-Gal",
    "sandbox resolve",
    "join Austria",
    "join AB1CD",
    "link AB1CD",
    "use AB1CD",
    "order A Vie-Gal",
    "anew A Vie-Gal",
    "touch",
    "touch A Vie",
    "order A Mun-Ruh; F Lon-NTH; A Ven-Tri; A Par-Bur; A Con-Bul; A War-Gal",
    "order A Mun S A Vie-Tyr",
    "order A Ven S A Tri",
    "order F1901M A Vie H",
    "order 🦀",
    "move F Lon-Eng",
    "orders",
    "clear",
    "clear A Vie",
    "clear F Lon",
    "retreat A Vie-Boh",
    "retreat A Bur-Ruh",
    "disband A Vie",
    "build A Vie",
    "build F Stp/nc",
    "waive",
    "waive 2",
    "map",
    "map bud 1",
    "map tyr 9",
    "map nowhere",
    "mymap",
    "status",
    "history",
    "history S1901M",
    "history W1999A",
    "why A Vie",
    "why A Vie S1901M",
    "why",
    "powers",
    "rules",
    "help",
    "help order",
    "help nonsense",
    "help all",
    "export",
    "audit",
    "coach",
    "nonsense",
    "all hold",
    "last",
    "history all",
    "map S1901M",
    "press",
    "press S1901M",
    "unmute Austria",
];

/// What is asked of the door for browsers, and what leads back from it.
const DOOR: [&str; 2] = ["web", "notify"];

/// The words that are answered with a picture or a file, a province by its edge
/// and by its middle, near and far.
const PICTURES: [&str; 8] = [
    "map",
    "map bud 0",
    "map bud 1",
    "map tyr 9",
    "mymap",
    "history S1901M",
    "history F1901M",
    "export",
];

/// Any of them.
fn word(number: usize) -> &'static str {
    DEEDS
        .iter()
        .chain(&QUESTIONS)
        .chain(&DOOR)
        .nth(number)
        .expect("there are as many")
}

const WORDS: usize = DEEDS.len() + QUESTIONS.len() + DOOR.len();

fn seated(settings: &str) -> String {
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

#[test]
fn every_word_of_the_language_is_asked() {
    let asked: BTreeSet<&str> = (0..WORDS)
        .filter_map(|it| word(it).split_whitespace().next())
        .collect();
    let all = help(None).unwrap();
    let forms = all.lines().filter_map(|line| line.strip_prefix("• "));
    let words: Vec<&str> = forms
        .filter_map(|form| form.split([' ', ':']).next())
        .collect();
    assert!(words.len() > 30, "{words:?}");
    for word in words {
        assert!(asked.contains(word), "`{word}` is not asked");
    }
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

/// What Austria says to England is read by these two, and nobody else learns even that
/// something was said, whatever they say or ask meanwhile.
#[test]
fn press_is_seen_by_nobody_but_its_readers() {
    let open = seated("press=open-at-end");
    let all = ["France", "Italy", "gm"];
    let mut sessions: Vec<Vec<&str>> = DEEDS.iter().map(|deed| vec![*deed]).collect();
    sessions.push(QUESTIONS.to_vec());
    for words in sessions {
        let seen = |press: &str| {
            let mut hidden = format!("/as Austria\n{press}\n");
            for who in all {
                hidden += &format!("/as {who}\n{}\nstatus\npress\n", words.join("\n"));
            }
            seen_without(&open, &hidden, &["AUSTRIA", "ENGLAND"], Pictures::Svg)
        };
        let nothing = seen("");
        for press in [
            "tell England attack France",
            "tell England one\ntell England two\npress",
            "mute England\ntell England, Austria: x",
        ] {
            assert!(
                nothing == seen(press),
                "{words:?}: {press:?} is seen by others"
            );
        }
    }
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

    /// Whatever Austria says to some, and however often: everybody else reads the same as
    /// if nothing had been said.
    #[test]
    fn press_is_seen_by_nobody_it_is_not_for(
        opened in any::<bool>(),
        readers in proptest::sample::subsequence(POWERS[1..].to_vec(), 1..=4),
        said in proptest::collection::vec((1..16_usize, "x[ -~äß→]{0,60}"), 1..4),
        before in proptest::collection::vec((1..7_usize, 0..WORDS), 0..3),
        after in proptest::collection::vec((1..8_usize, 0..WORDS), 1..12),
        hours in 0..23_u32,
    ) {
        let rule = if opened { "open-at-end" } else { "full" };
        let mut open = seated(&format!("press={rule} grace=3h remind=50%"));
        for (power, asked) in &before {
            open += &format!("/as {}\n{}\n", POWERS[*power], word(*asked));
        }
        let mut told = String::new();
        for (which, words) in &said {
            let to = readers.iter().enumerate().filter(|(at, _)| (which >> at) & 1 == 1);
            let mut to: Vec<&str> = to.map(|(_, power)| *power).collect();
            if to.is_empty() {
                to.push(readers[0]);
            }
            told += &format!("tell {} {words}\n", to.join(","));
        }
        let hidden = |told: &str| {
            // Something is seen, whatever is asked afterwards.
            let mut text = format!("/as Austria\n{told}press\n/as gm\nstatus\n");
            for (power, asked) in &after {
                let who = POWERS.get(*power).unwrap_or(&"gm");
                text += &format!("/as {who}\n{}\npress\n", word(*asked));
            }
            text + &format!("advance {hours}h\n/as gm\nstatus\npress\n")
        };
        let mut secret = vec![String::from("AUSTRIA")];
        secret.extend(readers.iter().map(|it| it.to_uppercase()));
        let secret: Vec<&str> = secret.iter().map(String::as_str).collect();
        let seen = |told: &str| seen_without(&open, &hidden(told), &secret, Pictures::Svg);
        let nothing = seen("");
        prop_assert!(!nothing.is_empty());
        prop_assert!(nothing == seen(&told), "{open}{}", hidden(&told));
    }

    /// And those it is for do read it.
    #[test]
    fn press_is_read_by_those_it_is_for(
        readers in proptest::sample::subsequence(POWERS[1..].to_vec(), 1..=4),
        words in "x[a-z]{20}",
    ) {
        let told = format!("/as Austria\ntell {} {words}\n", readers.join(","));
        let mut script = Script::new(moment("2031-05-01").unwrap(), 7);
        script.run(&seated("press=full"), |_| {}).unwrap();
        let mut read = BTreeSet::new();
        script.run(&told, |said| {
            if lines(said).join("\n").contains(&words)
                && let Ear::Private(power) = &said.to
            {
                read.insert(power.clone());
            }
        }).unwrap();
        for power in &readers {
            prop_assert!(read.contains(&power.to_uppercase()), "{power}: {read:?}");
        }
        for power in POWERS.iter().skip(1).filter(|it| !readers.contains(it)) {
            prop_assert!(!read.contains(&power.to_uppercase()), "{power}: {read:?}");
        }
    }
}
