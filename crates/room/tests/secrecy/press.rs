//! What is said to some is read by them, and by nobody else.

use std::collections::BTreeSet;

use parlour_room::local::Ear;
use parlour_room::script::{Script, lines, moment};
use proptest::prelude::*;

use crate::words::{DEEDS, POWERS, QUESTIONS, WORDS, word};
use crate::{Pictures, seated, seen_without};

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        if std::env::var_os("PARLOUR_TEST_LONG").is_some() { 400 } else { 16 }
    ))]

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
