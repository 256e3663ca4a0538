//! What is said and asked while orders are secret: every word of the language.

use std::collections::BTreeSet;

use parlour_room::help;

pub(crate) const POWERS: [&str; 7] = [
    "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
];

/// Orders that Austria may have noted in the first phase: any of them, none,
/// taken back again.
pub(crate) const AUSTRIAN: [&str; 11] = [
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
pub(crate) const DEEDS: [&str; 28] = [
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
pub(crate) const QUESTIONS: [&str; 60] = [
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
pub(crate) const DOOR: [&str; 2] = ["web", "notify"];

/// The words that are answered with a picture or a file, a province by its edge
/// and by its middle, near and far.
pub(crate) const PICTURES: [&str; 8] = [
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
pub(crate) fn word(number: usize) -> &'static str {
    DEEDS
        .iter()
        .chain(&QUESTIONS)
        .chain(&DOOR)
        .nth(number)
        .expect("there are as many")
}

pub(crate) const WORDS: usize = DEEDS.len() + QUESTIONS.len() + DOOR.len();

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
