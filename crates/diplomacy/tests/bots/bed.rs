//! Positions in which bots are asked, and what comes of their orders.

use parlour_diplomacy::bot::{Effort, Kind, Question, advise};
use parlour_diplomacy::{
    Board, Judge, Order, Position, Power, Rulebook, Scene, Step, adjust, judge_retreats, turn,
};
use parlour_rules::Seed;

/// The full size with `PARLOUR_TEST_LONG`, otherwise a part of it.
pub(crate) fn size(full: u64, part: u64) -> u64 {
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        full
    } else {
        part
    }
}

pub(crate) fn question<'a>(
    board: &'a Board,
    position: &'a Position,
    power: Power,
    seed: u64,
) -> Question<'a> {
    Question {
        board,
        rules: Rulebook::default(),
        position,
        power,
        seed: Seed(seed),
        past: &[],
    }
}

/// Everybody's orders, power by power.
pub(crate) fn everybody(
    board: &Board,
    position: &Position,
    seed: u64,
    kind: impl Fn(Power) -> (Kind, u64),
) -> Vec<(Power, Vec<Order>)> {
    let powers: Vec<Power> = position.must_order(board).collect();
    let orders = powers.into_iter().map(|power| {
        let (kind, effort) = kind(power);
        let question = question(board, position, power, seed);
        let advice = advise(&question, kind, &mut Effort::positions(effort));
        (power, advice.orders)
    });
    orders.collect()
}

/// Carries orders out, after a look whether each is legal; false when somebody has won.
pub(crate) fn carry_out(
    board: &Board,
    position: &mut Position,
    orders: &[(Power, Vec<Order>)],
) -> bool {
    let rules = Rulebook::default();
    let scene = Scene::new(board, position, rules);
    for (power, own) in orders {
        for order in own {
            let legal = scene.check(*power, *order);
            assert_eq!(legal, Ok(()), "{} in {}", order.show(board), position.phase);
        }
    }
    let all: Vec<Order> = orders.iter().flat_map(|(_, own)| own.clone()).collect();
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
            for (power, own) in orders {
                let done = adjust(board, rules.disband, position, *power, own);
                assert!(done.orders.iter().all(Result::is_ok), "{own:?}");
                assert_eq!(done.by_rule, 0, "every disband is chosen");
            }
        }
    }
    turn(board, position).solo.is_none()
}
