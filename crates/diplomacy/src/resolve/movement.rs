//! Movement phases.

use super::{Judged, Resolution, Submitted, examined, unordered};
use crate::{Code, Judge, Order, Province, ProvinceSet, Scene, Turning, why};

pub(super) fn resolve(scene: &Scene<'_>, orders: &[Submitted]) -> Resolution {
    let board = scene.board;
    let mut judged = examined(scene, orders);
    let ordered: ProvinceSet = judged
        .iter()
        .filter_map(|one| named_unit(scene, one))
        .collect();
    for (province, placed) in scene.position.units() {
        if !ordered.contains(province) {
            let hold = Order::Hold { unit: placed.unit };
            judged.push(unordered(placed.power, Some(hold)));
        }
    }
    let mut judge = Judge::new(board, scene.rules);
    let legal: Vec<Order> = judged.iter().filter_map(|one| one.order).collect();
    let movement = judge.movement(scene.position, &legal);
    let account = why::Account::new(&judge, &movement, scene.position);
    for one in &mut judged {
        let own = named_unit(scene, one);
        if let Some(fault) = &one.fault {
            let gone = own.is_some_and(|unit| movement.dislodged.contains(unit));
            one.codes = one.codes.with(Code::Illegal).with_if(gone, Code::Dislodged);
            one.reason = account.of_fault(&one.text(board), fault, own);
            // The unit holds.
            one.order = own
                .and_then(|unit| scene.position.unit_in(unit))
                .map(|placed| Order::Hold { unit: placed.unit });
        } else if let Some(unit) = own {
            one.codes = movement.codes(unit);
            one.reason = account.of_unit(unit, one.given.is_some());
        }
    }
    let mut next = scene.position.clone();
    judge.apply_movement(&movement, &mut next);
    Resolution {
        phase: scene.position.phase,
        orders: judged,
        dislodged: next.dislodged().to_vec(),
        disbanded: Vec::new(),
        built: Vec::new(),
        turning: Turning::default(),
        next,
        contested: movement.contested,
        by_sea: movement.by_sea,
        rings: movement.rings,
        paradoxes: movement.paradoxes,
    }
}

/// The power's own unit that an order names, whether the order counts or not.
fn named_unit(scene: &Scene<'_>, judged: &Judged) -> Option<Province> {
    let province = match judged.order.and_then(Order::unit) {
        Some(unit) => scene.board.province_of(unit.at),
        None => judged.named?.at.province,
    };
    let placed = scene.position.unit_in(province)?;
    (placed.power == judged.power).then_some(province)
}
