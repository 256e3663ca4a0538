//! Retreat phases.

use super::{Judged, Resolution, Submitted, examined, unordered};
use crate::{Code, Codes, Order, Province, ProvinceSet, Scene, Turning, judge_retreats, why};

pub(super) fn resolve(scene: &Scene<'_>, orders: &[Submitted]) -> Resolution {
    let board = scene.board;
    let mut judged = examined(scene, orders);
    let named: ProvinceSet = judged
        .iter()
        .filter_map(|one| dislodged_unit(scene, one))
        .collect();
    for gone in scene.position.dislodged() {
        if !named.contains(board.province_of(gone.unit.at)) {
            let mut one = unordered(gone.power, None);
            one.order = Some(Order::Disband { unit: gone.unit });
            judged.push(one);
        }
    }
    let legal: Vec<Order> = judged
        .iter()
        .filter(|one| one.given.is_some())
        .filter_map(|one| one.order)
        .collect();
    let mut next = scene.position.clone();
    let outcome = judge_retreats(board, &mut next, &legal);
    let account = why::RetreatAccount {
        board,
        orders: &legal,
    };
    for one in &mut judged {
        let unit = dislodged_unit(scene, one);
        if let Some(fault) = &one.fault {
            one.codes = Codes::OK
                .with(Code::Illegal)
                .with_if(unit.is_some(), Code::Disband);
            one.reason = why::retreat_fault(&one.text(board), fault, unit.is_some());
        } else if let (Some(unit), Some(order)) = (unit, one.order) {
            one.codes = outcome.codes(unit);
            one.reason = account.of_order(order, one.codes, one.given.is_some());
        }
    }
    let gone = |province: &Province| {
        let gone = scene.position.dislodged_from(board, *province)?;
        Some((gone.power, gone.unit))
    };
    Resolution {
        phase: scene.position.phase,
        orders: judged,
        dislodged: Vec::new(),
        disbanded: outcome
            .gone()
            .iter()
            .filter_map(|province| gone(&province))
            .collect(),
        built: Vec::new(),
        turning: Turning::default(),
        next,
        contested: ProvinceSet::EMPTY,
        by_sea: ProvinceSet::EMPTY,
        rings: 0,
        paradoxes: 0,
    }
}

/// The power's own dislodged unit that an order names.
fn dislodged_unit(scene: &Scene<'_>, judged: &Judged) -> Option<Province> {
    let province = match judged.order.and_then(Order::unit) {
        Some(unit) => scene.board.province_of(unit.at),
        None => judged.named?.at.province,
    };
    let gone = scene.position.dislodged_from(scene.board, province)?;
    (gone.power == judged.power).then_some(province)
}
