//! Every scenario of the fixtures passes.

use parlour_rogue::cases;

#[test]
fn every_scenario_passes() {
    let verdicts = cases::check(include_str!("../fixtures/scenarios.jsonl"));
    assert!(verdicts.len() >= 59);
    let failures: Vec<String> = verdicts
        .iter()
        .flat_map(|verdict| {
            verdict
                .failures
                .iter()
                .map(move |failure| format!("{}: {failure}", verdict.id))
        })
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
