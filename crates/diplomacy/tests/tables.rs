//! Tables of phases with a known answer, one named test each: the examples, and
//! small cases for every rule, worked out by hand by two readers of the rules, and for
//! the rules that boards choose (B.1 to B.10 of `docs/diplomacy.md`).

use libtest_mimic::{Arguments, Failed, Trial};
use parlour_diplomacy::{Board, PhaseRecord, Rulebook, cases};

/// A board that uses every rule that boards choose.
const TRIALS: &str = include_str!("../fixtures/trials.json");

/// The tables and how many records each holds.
const TABLES: [(&str, usize); 5] = [
    (include_str!("../fixtures/phases.jsonl"), 205),
    (include_str!("../fixtures/rules.jsonl"), 65),
    (include_str!("../fixtures/worked.jsonl"), 199),
    (include_str!("../fixtures/boards.jsonl"), 17),
    (include_str!("../fixtures/own-boards.jsonl"), 21),
];

fn run(record: &PhaseRecord) -> Result<(), Failed> {
    let failures = cases::check(record, Rulebook::default())?;
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n").into())
    }
}

fn main() {
    Board::add(TRIALS).expect("it has no fault");
    let mut trials = Vec::new();
    for (table, count) in TABLES {
        assert_eq!(table.lines().count(), count, "every record is tested");
        trials.extend(table.lines().map(|line| {
            let record = PhaseRecord::parse(line).expect("the table is well formed");
            let name = record.id.clone().expect("every record has an id");
            Trial::test(name, move || run(&record))
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
