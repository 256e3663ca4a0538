//! A search by the clock keeps to its time, on every board, and memory stays small.
//!
//! It needs a quiet minute for each board, so it runs with `PARLOUR_TEST_LONG` alone;
//! that no decision judges more positions than it may is counted in `bots.rs`.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "memory is asked of the system, and figures are printed for the documents"
)]

use std::time::Duration;

use cpu_time::ThreadTime;
use parlour_diplomacy::bot::league::Player;
use parlour_diplomacy::bot::{Effort, Kind, Past, Question, advise, remember};
use parlour_diplomacy::{
    Board, Judge, Order, Position, Power, Rulebook, Step, adjust, judge_retreats, turn,
};
use parlour_rules::Seed;

/// What a decision may take, in CPU time, and how many are asked for on a board.
const BUDGET: Duration = Duration::from_millis(100);
const DECISIONS: u64 = 100;

/// Goes on by a phase in which everybody plays at random, or grabs.
fn go_on(board: &Board, position: &mut Position, past: &mut Vec<Past>, seed: u64) {
    let rules = Rulebook::default();
    let kind = [Kind::Random, Kind::Greedy][(seed % 2) as usize];
    let mut orders: Vec<(Power, Vec<Order>)> = Vec::new();
    for power in position.must_order(board) {
        let question = Question {
            board,
            rules,
            position,
            power,
            seed: Seed(seed),
            past: &[],
        };
        let advice = advise(&question, kind, &mut Effort::positions(0));
        orders.push((power, advice.orders));
    }
    let all: Vec<Order> = orders.iter().flat_map(|(_, own)| own.clone()).collect();
    let before = position.clone();
    match position.phase.step {
        Step::Movement => {
            let mut judge = Judge::new(board, rules);
            let movement = judge.movement(position, &all);
            judge.apply_movement(&movement, position);
        }
        Step::Retreat => {
            judge_retreats(board, position, &all);
        }
        Step::Adjustment => {
            for (power, own) in &orders {
                adjust(board, rules.disband, position, *power, own);
            }
        }
    }
    let seen = Past {
        position: before,
        orders: all,
    };
    remember(past, seen);
    if turn(board, position).solo.is_some() {
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
    let player: Player = "search:100ms".parse().unwrap();
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
                    board,
                    rules: Rulebook::default(),
                    position: &position,
                    power: *power,
                    seed: Seed(seed),
                    past: &past,
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
