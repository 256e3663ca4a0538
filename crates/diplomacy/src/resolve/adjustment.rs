//! Adjustment phases.

use super::{Resolution, Submitted, examined, unordered};
use crate::judge::removal_distance;
use crate::{Code, Codes, Order, ProvinceSet, Scene, Turning, adjust, why};

pub(super) fn resolve(scene: &Scene<'_>, orders: &[Submitted]) -> Resolution {
    let board = scene.board;
    let mut judged = examined(scene, orders);
    let mut next = scene.position.clone();
    let mut disbanded = Vec::new();
    let mut built = Vec::new();
    for power in board.powers() {
        let own: Vec<usize> = (0..judged.len())
            .filter(|index| judged[*index].power == power && judged[*index].order.is_some())
            .collect();
        let legal: Vec<Order> = own
            .iter()
            .filter_map(|index| judged[*index].order)
            .collect();
        let outcome = adjust(board, scene.rules.disband, &mut next, power, &legal);
        for (index, done) in own.into_iter().zip(outcome.orders) {
            if let Err(fault) = done {
                judged[index].fault = Some(fault.into());
            }
        }
        let by_rule = outcome.disbanded.len() - outcome.by_rule as usize;
        for unit in &outcome.disbanded[by_rule..] {
            let mut one = unordered(power, Some(Order::Disband { unit: *unit }));
            one.codes = Codes::OK.with(Code::Disband);
            let rule = scene.rules.disband;
            let distance = removal_distance(board, rule, scene.position, power, *unit);
            one.reason = why::removed_by_rule(board, rule, *unit, distance);
            judged.push(one);
        }
        disbanded.extend(outcome.disbanded.into_iter().map(|unit| (power, unit)));
        built.extend(outcome.built.into_iter().map(|unit| (power, unit)));
    }
    for one in judged.iter_mut().filter(|one| one.given.is_some()) {
        if let Some(fault) = &one.fault {
            one.codes = Codes::OK.with(Code::Illegal);
            one.reason = why::adjustment_fault(&one.text(board), fault);
        } else if let Some(order) = one.order {
            one.reason = why::adjustment_done(board, order);
        }
    }
    Resolution {
        phase: scene.position.phase,
        orders: judged,
        dislodged: Vec::new(),
        disbanded,
        built,
        turning: Turning::default(),
        next,
        contested: ProvinceSet::EMPTY,
        by_sea: ProvinceSet::EMPTY,
        rings: 0,
        paradoxes: 0,
    }
}
