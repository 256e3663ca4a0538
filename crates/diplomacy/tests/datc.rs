//! Every record of the DATC table, one named test each.
//!
//! A record without rule choices must hold under every single change of a
//! choice; that is part of its test.

use std::collections::BTreeMap;

use libtest_mimic::{Arguments, Failed, Trial};
use parlour_diplomacy::{PhaseRecord, Rulebook, cases};

/// Every choice and its values, the default left out.
const CHANGES: &[(&str, &[&str])] = &[
    ("paradox", &["1982", "2000", "all-hold"]),
    ("convoy", &["any", "own-fleet", "explicit"]),
    ("via", &["land-fallback", "land-fallback-full"]),
    ("disband", &["home"]),
    ("routes", &["all-open"]),
    ("cut_from", &["sea"]),
    ("dislodged_bounce", &["never"]),
    ("convoy_retreat", &["forbidden"]),
    ("text", &["strict"]),
];

fn run(record: &PhaseRecord) -> Result<(), Failed> {
    let mut failures = cases::check(record, Rulebook::default())?;
    if record.rules.is_none() {
        for (key, values) in CHANGES {
            for value in *values {
                let mut changed = record.clone();
                changed.rules = Some(BTreeMap::from([((*key).into(), (*value).into())]));
                let found = cases::check(&changed, Rulebook::default())?;
                let under = found
                    .into_iter()
                    .map(|failure| format!("{key}={value}: {failure}"));
                failures.extend(under);
            }
        }
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n").into())
    }
}

fn main() {
    let records: Vec<PhaseRecord> = include_str!("../fixtures/datc.jsonl")
        .lines()
        .map(|line| PhaseRecord::parse(line).expect("the table is well formed"))
        .collect();
    assert_eq!(records.len(), 313, "every record of the table is tested");
    let trials = records.into_iter().map(|record| {
        let name = record.id.clone().expect("every record has an id");
        Trial::test(name, move || run(&record))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
