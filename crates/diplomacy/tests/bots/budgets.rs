//! A search by the clock keeps to its time, on every board, and memory stays small.
//!
//! It takes up to a minute for each board, so it runs with `PARLOUR_TEST_LONG` alone;
//! that no decision judges more positions than it may is counted in `effort.rs`.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "memory is asked of the system, and figures are printed for the documents"
)]

use std::time::Duration;

use cpu_time::ThreadTime;
use parlour_diplomacy::bot::league::Player;
use parlour_diplomacy::bot::{Kind, Past, Question, remember};
use parlour_diplomacy::{Board, Position, Power};

use crate::bed::{carry_out, everybody, question};

/// What a decision may take, in CPU time, and how many are asked for on a board.
const BUDGET: Duration = Duration::from_millis(50);
const DECISIONS: u64 = 1000;

/// Goes on by a phase in which everybody plays at random, or grabs.
fn go_on(board: &Board, position: &mut Position, past: &mut Vec<Past>, seed: u64) {
    let kind = [Kind::Random, Kind::Greedy][(seed % 2) as usize];
    let orders = everybody(board, position, seed, |_| (kind, 0));
    let before = position.clone();
    let goes_on = carry_out(board, position, &orders);
    let orders = orders.into_iter().flat_map(|(_, own)| own).collect();
    remember(
        past,
        Past {
            position: before,
            orders,
        },
    );
    if !goes_on {
        *position = board.start().clone();
        past.clear();
    }
}

/// The most memory that the process has had, as Linux tells it.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.unwrap_or("unknown").trim().to_owned()
}

#[test]
fn a_search_by_the_clock_takes_at_most_half_as_much_again_as_its_budget() {
    if std::env::var_os("PARLOUR_TEST_LONG").is_none() {
        return;
    }
    let player: Player = "search:50ms".parse().unwrap();
    let mut late = Vec::new();
    for board in Board::bundled() {
        let (mut position, mut past) = (board.start().clone(), Vec::new());
        let began = ThreadTime::now();
        let (mut longest, mut asked, mut seed) = (Duration::ZERO, 0, 0);
        while asked < DECISIONS {
            seed += 1;
            let waited: Vec<Power> = position.must_order(board).collect();
            if let Some(power) = waited.get(seed as usize % waited.len().max(1)) {
                let question = Question {
                    past: &past,
                    ..question(board, &position, *power, seed)
                };
                let (_, spent) = player.decide(&question, &|| began.elapsed());
                longest = longest.max(spent);
                asked += 1;
            }
            go_on(board, &mut position, &mut past, seed);
        }
        println!(
            "{}: {asked} decisions, the longest {longest:?}; peak of memory {}",
            board.name(),
            peak()
        );
        if longest > BUDGET * 3 / 2 {
            late.push((board.name().to_owned(), longest));
        }
    }
    assert!(
        late.is_empty(),
        "longer than 1.5 times {BUDGET:?}: {late:?}"
    );
}
