//! The audit after a log: whole, or it is said where it is not.

use std::io::Read as _;

use flate2::read::GzDecoder;
use parlour_host::audit::Act;
use parlour_host::log::{Verdict, verify};
use parlour_host::table::{Identity, Person};
use parlour_host::{Host, Json, Message, NewTable, wait};
use parlour_rules::Seed;

use crate::played::registry;
use crate::read;

/// The export of a table with four entries and four deeds.
fn exported() -> String {
    let host = Host::in_memory(registry());
    let ann = Identity::from("ann");
    let setup = Json::parse(r#"{"players":1,"goal":1000}"#).unwrap();
    let new = NewTable::new("pig", setup, Seed(7), Person::new("ann", "Ann"));
    let table = wait(host.open_table(new)).unwrap();
    for open in [true, false, true] {
        let roll = Message::new(&table, &ann, r#""roll""#);
        wait(host.command_text(roll)).unwrap();
        wait(host.set_open(&table, &ann, open)).unwrap();
    }
    let roll = Message::new(&table, &ann, r#""roll""#);
    wait(host.command_text(roll)).unwrap();
    let archive = wait(host.export(&table)).unwrap();
    let mut text = String::new();
    GzDecoder::new(&archive[..])
        .read_to_string(&mut text)
        .unwrap();
    text
}

/// Header, four entries, the end, four deeds, the seal.
const DEEDS: std::ops::Range<usize> = 6..10;

fn say(lines: &[&str]) -> Verdict {
    let text = lines.join("\n") + "\n";
    verify(&registry(), &read(text.as_bytes())).unwrap()
}

#[test]
fn an_audit_is_read_in_order_and_verified() {
    let text = exported();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 11);
    assert_eq!(say(&lines), Verdict::Verified { entries: 4 });
    let log = read(text.as_bytes());
    let acts = log.acts();
    let order: String = acts
        .iter()
        .map(|act| match act {
            Act::Deed(_) => 'd',
            Act::Given(_) => 'e',
        })
        .collect();
    assert_eq!(order, "dededede");
    // A log without an audit is one of an older version, and as good.
    assert_eq!(say(&lines[..6]), Verdict::Verified { entries: 4 });
}

#[test]
fn the_form_of_a_deed_is_pinned() {
    let text = exported();
    let first = text.lines().nth(DEEDS.start).unwrap();
    let expected = r#"{"version":0,"entries":0,"time":0,"who":"Ann","facts":["opened","#;
    assert!(first.starts_with(expected), "{first}");
    let sat = r#"{"sat":{"seat":0,"came":{"who":"Ann"}}},"started"],"hash":""#;
    assert!(first.contains(sat), "{first}");
}

#[test]
fn an_audit_that_is_cut_off_is_torn() {
    let text = exported();
    let lines: Vec<&str> = text.lines().collect();
    for end in DEEDS.start + 1..=DEEDS.end {
        assert_eq!(say(&lines[..end]), Verdict::Torn { after: 4 }, "{end}");
    }
    let end = text.find(lines[DEEDS.start]).unwrap();
    for cut in end + 1..text.len() - 1 {
        let log = read(&text.as_bytes()[..cut]);
        let verdict = verify(&registry(), &log).unwrap();
        assert!(!verdict.is_verified(), "{cut}");
    }
}

#[test]
fn a_deed_that_is_missing_changed_or_elsewhere_is_named() {
    let text = exported();
    let lines: Vec<&str> = text.lines().collect();
    for place in DEEDS {
        let nth = (place - DEEDS.start) as u64 + 1;
        let mut without = lines.clone();
        without.remove(place);
        assert!(!say(&without).is_verified(), "{place}");
        if place + 1 < DEEDS.end {
            let mut swapped = lines.clone();
            swapped.swap(place, place + 1);
            assert!(!say(&swapped).is_verified(), "{place}");
        }
        let other = lines[place].replacen("Ann", "Eve", 1);
        let mut changed = lines.clone();
        changed[place] = &other;
        let Verdict::Audit(bad) = say(&changed) else {
            panic!("{place}");
        };
        assert_eq!(bad.deed, nth);
        assert!(
            bad.to_string()
                .starts_with(&format!("audit, line {nth}: expected hash ")),
            "{bad}"
        );
    }
    // A whole audit of another log.
    let mut shorter = lines.clone();
    shorter.remove(4);
    assert!(!say(&shorter).is_verified());
    let mut more = lines.clone();
    more.push(lines[DEEDS.start]);
    assert!(
        say(&more)
            .to_string()
            .contains("there is more after the seal")
    );
    let mut early = lines.clone();
    early.insert(DEEDS.start, lines[DEEDS.end]);
    assert!(
        say(&early)
            .to_string()
            .contains("there is more after the end line")
    );
}

#[test]
fn no_byte_of_an_audit_can_be_changed_unnoticed() {
    let text = exported();
    let start = text.find("{\"version\":0").unwrap();
    for place in start..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1;
        let Ok(log) = parlour_host::log::read_log(&bytes[..], parlour_host::log::Limits::default())
        else {
            continue;
        };
        assert!(!verify(&registry(), &log).unwrap().is_verified(), "{place}");
    }
}
