//! Every example phase, one named test each.

use libtest_mimic::{Arguments, Failed, Trial};
use parlour_diplomacy::{PhaseRecord, Rulebook, cases};

fn run(record: &PhaseRecord) -> Result<(), Failed> {
    let failures = cases::check(record, Rulebook::default())?;
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n").into())
    }
}

fn main() {
    let records: Vec<PhaseRecord> = include_str!("../fixtures/phases.jsonl")
        .lines()
        .map(|line| PhaseRecord::parse(line).expect("the table is well formed"))
        .collect();
    assert_eq!(records.len(), 205, "every example is tested");
    let trials = records.into_iter().map(|record| {
        let name = record.id.clone().expect("every record has an id");
        Trial::test(name, move || run(&record))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
