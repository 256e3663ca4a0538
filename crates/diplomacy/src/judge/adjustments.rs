//! Winter: builds, disbands, and the removals of powers that do not choose.

use crate::{
    Board, DisbandDistance, Illegal, Order, Placed, Position, Power, ProvinceSet, Unit, UnitKind,
};

/// The outcome of one power's adjustment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adjustments {
    /// For each order: done, or why not.
    pub orders: Vec<Result<(), Illegal>>,
    /// The units built.
    pub built: Vec<Unit>,
    /// The units disbanded, those removed by rule last.
    pub disbanded: Vec<Unit>,
    /// How many of the disbanded units were removed by rule.
    pub by_rule: u32,
    /// How many builds were not used.
    pub waived: u32,
}

/// Carries out one power's orders, which must be legal one by one. They are
/// taken in turn; what is too much is refused (DATC 4.D.4-4.D.6). Waives come
/// after all builds, wherever they stand: they never take an ordered build
/// away. Missing removals are chosen by the civil-disorder rule.
pub fn adjust(
    board: &Board,
    rule: DisbandDistance,
    position: &mut Position,
    power: Power,
    orders: &[Order],
) -> Adjustments {
    let due = position.adjustment(board, power);
    let mut outcome = Adjustments::default();
    let mut left = due.unsigned_abs();
    let mut done = vec![Ok(()); orders.len()];
    for waives in [false, true] {
        for (order, done) in orders.iter().zip(&mut done) {
            if matches!(order, Order::Waive) == waives {
                *done = carry_out(board, position, power, *order, due, &mut left, &mut outcome);
            }
        }
    }
    outcome.orders = done;
    if due > 0 {
        outcome.waived += left;
    } else if left > 0 {
        for unit in civil_disorder(board, rule, position, power, left) {
            position.lift(board.province_of(unit.at));
            outcome.disbanded.push(unit);
            outcome.by_rule += 1;
        }
    }
    outcome
}

fn carry_out(
    board: &Board,
    position: &mut Position,
    power: Power,
    order: Order,
    due: i32,
    left: &mut u32,
    outcome: &mut Adjustments,
) -> Result<(), Illegal> {
    let text = |unit: Unit| board.unit_text(unit).to_string();
    match order {
        Order::Build { unit } => {
            let province = board.province_of(unit.at);
            if position.unit_in(province).is_some() {
                return Err(Illegal::Repeated(text(unit)));
            }
            if due <= 0 || *left == 0 {
                return Err(Illegal::NoBuildLeft(text(unit)));
            }
            position.place(province, Placed { power, unit });
            outcome.built.push(unit);
        }
        Order::Waive => {
            if due <= 0 || *left == 0 {
                return Err(Illegal::NoBuildLeft(board.power_name(power).to_owned()));
            }
            outcome.waived += 1;
        }
        Order::Disband { unit } => {
            let province = board.province_of(unit.at);
            if position.unit_in(province).is_none() {
                return Err(Illegal::Repeated(text(unit)));
            }
            if due >= 0 || *left == 0 {
                return Err(Illegal::NoDisbandLeft(text(unit)));
            }
            position.lift(province);
            outcome.disbanded.push(unit);
        }
        _ => return Err(Illegal::WrongPhase("a movement order")),
    }
    *left -= 1;
    Ok(())
}

/// The units a power loses when it does not choose: the farthest first, fleets
/// before armies, then by the English names of the provinces (DATC 4.D.8).
pub fn civil_disorder(
    board: &Board,
    rule: DisbandDistance,
    position: &Position,
    power: Power,
    count: u32,
) -> Vec<Unit> {
    let mut units: Vec<Unit> = position
        .units()
        .filter(|(_, placed)| placed.power == power)
        .map(|(_, placed)| placed.unit)
        .collect();
    units.sort_by_key(|unit| {
        let distance = removal_distance(board, rule, position, power, *unit);
        let army = unit.kind == UnitKind::Army;
        let rank = board.name_rank(board.province_of(unit.at));
        (std::cmp::Reverse(distance), army, rank)
    });
    units.truncate(count as usize);
    units
}

/// How far a unit is from the centres that count; 255 if none can be reached.
pub(crate) fn removal_distance(
    board: &Board,
    rule: DisbandDistance,
    position: &Position,
    power: Power,
    unit: Unit,
) -> u8 {
    match (rule, unit.kind) {
        (DisbandDistance::Owned, _) => {
            land_and_sea_distance(board, unit, position.centers_of(power))
        }
        (DisbandDistance::Home, UnitKind::Army) => {
            land_and_sea_distance(board, unit, board.homes(power))
        }
        (DisbandDistance::Home, UnitKind::Fleet) => {
            sailing_distance(board, unit, board.homes(power))
        }
    }
}

/// Steps to the nearest goal, if every border may be crossed.
fn land_and_sea_distance(board: &Board, unit: Unit, goals: ProvinceSet) -> u8 {
    let from = board.province_of(unit.at);
    let distances = goals.iter().map(|goal| board.distance(from, goal));
    distances.min().unwrap_or(u8::MAX)
}

/// Steps to the nearest goal along the borders of fleets, by whichever coast.
fn sailing_distance(board: &Board, fleet: Unit, goals: ProvinceSet) -> u8 {
    let mut seen = crate::LocationSet::only(fleet.at);
    let mut front = seen;
    let mut steps = 0;
    while !front.is_empty() {
        let provinces: ProvinceSet = front.iter().map(|at| board.province_of(at)).collect();
        if provinces.meets(goals) {
            return steps;
        }
        let mut next = crate::LocationSet::EMPTY;
        for at in front {
            next = next.or(board.fleet_borders(at));
        }
        front = next.minus(seen);
        seen = seen.or(front);
        steps += 1;
    }
    u8::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_without_centres_loses_units_by_kind_and_name() {
        let board = Board::standard();
        let mut position = Position::empty("W1901A".parse().unwrap(), board.province_count());
        let power = board.power("ITALY").unwrap();
        for text in ["A ROM", "F TUN", "A APU"] {
            let unit = board.unit(text).unwrap();
            let province = board.province_of(unit.at);
            position.place(province, Placed { power, unit });
        }
        let outcome = adjust(board, DisbandDistance::Owned, &mut position, power, &[]);
        let texts: Vec<String> = outcome
            .disbanded
            .iter()
            .map(|unit| board.unit_text(*unit).to_string())
            .collect();
        assert_eq!(texts, ["F TUN", "A APU", "A ROM"]);
        assert_eq!(position.unit_count(power), 0);
    }
}
