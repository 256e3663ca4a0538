//! What others have ordered can be seen by nobody before the phase resolves: two
//! games that differ only in a power's pending orders give everybody else the
//! same bytes, in words, pictures and notices.

#![expect(clippy::format_push_string, reason = "texts of tests are short")]

use parlour_room::script::{Script, lines, moment};
use parlour_room::{Body, local::Ear};
use proptest::prelude::*;

/// Everything that is said to anybody but one power, pictures as bytes.
fn seen_by_others(text: &str, secret: &str) -> Vec<String> {
    let mut script = Script::new(moment("2031-05-01").unwrap(), 7);
    let mut seen = Vec::new();
    script
        .run(text, |said| {
            if said.to == Ear::Private(secret.to_owned()) {
                return;
            }
            seen.extend(lines(said));
            if let Body::Picture(sketch) = &said.body {
                seen.push(sketch.svg().expect("the picture is drawn"));
            }
            if let Body::File { bytes, .. } = &said.body {
                seen.push(String::from_utf8_lossy(bytes).into_owned());
            }
        })
        .unwrap();
    seen
}

const POWERS: [&str; 7] = [
    "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
];

/// Orders that a power may have noted: any of them, none, taken back again.
const AUSTRIAN: [&str; 9] = [
    "",
    "order A Vie-Gal",
    "order A Vie-Gal; A Bud-Ser; F Tri-Alb",
    "order A Vie-Tyr\norder A Vie-Boh",
    "order A Bud-Rum\nclear A Bud",
    "order F Tri-Adr; A Vie-Tri\nclear",
    "order A Vie S A Bud-Gal",
    "order A Vie S A Mun-Boh\nmymap\norders",
    "order nonsense\norder F Lon-NTH",
];

/// What everybody else may ask and do meanwhile.
const ASKED: [&str; 16] = [
    "status",
    "powers",
    "map",
    "map bud 1",
    "history",
    "history S1901M",
    "rules",
    "orders",
    "mymap",
    "why A Vie",
    "export",
    "ready",
    "unready",
    "order A Vie-Gal",
    "draw",
    "help order",
];

fn prefix() -> String {
    let mut text = String::from("new grace=3h remind=50%\n");
    for power in POWERS {
        text += &format!("/as {power}\n");
    }
    text.push_str("/as gm\nstart\n");
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        if std::env::var_os("PARLOUR_TEST_LONG").is_some() { 400 } else { 24 }
    ))]

    #[test]
    fn pending_orders_are_seen_by_nobody_else(
        one in 0..AUSTRIAN.len(),
        other in 0..AUSTRIAN.len(),
        before in proptest::collection::vec((1..7_usize, 0..ASKED.len()), 0..6),
        after in proptest::collection::vec((1..8_usize, 0..ASKED.len()), 1..12),
        hours in 0..23_u32,
    ) {
        let game = |orders: &str| {
            let mut text = prefix();
            for (power, asked) in &before {
                text += &format!("/as {}\n{}\n", POWERS[*power], ASKED[*asked]);
            }
            text += &format!("/as Austria\n{orders}\n");
            for (power, asked) in &after {
                let who = POWERS.get(*power).unwrap_or(&"gm");
                text += &format!("/as {who}\n{}\n", ASKED[*asked]);
            }
            // Past the reminder and into the grace, but not to the resolution.
            text += &format!("advance {hours}h\n/as France\nstatus\nadvance {}h\nstatus\n", 26 - hours);
            text
        };
        prop_assert_eq!(
            seen_by_others(&game(AUSTRIAN[one]), "AUSTRIA"),
            seen_by_others(&game(AUSTRIAN[other]), "AUSTRIA")
        );
    }
}
