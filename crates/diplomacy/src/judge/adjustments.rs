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
    let mut outcome = Adjustments::default();
    let mut done = vec![Ok(()); orders.len()];
    carry_all_out(
        board,
        rule,
        position,
        power,
        orders,
        &mut outcome,
        |number, refusal| done[number] = Err(refusal.told(board, power, orders[number])),
    );
    outcome.orders = done;
    outcome
}

/// The same where nobody asks for reasons: `refused` is called with each order that is
/// too much.
pub fn adjust_quietly(
    board: &Board,
    rule: DisbandDistance,
    position: &mut Position,
    power: Power,
    orders: &[Order],
    mut refused: impl FnMut(Order),
) {
    let outcome = &mut Adjustments::default();
    carry_all_out(
        board,
        rule,
        position,
        power,
        orders,
        outcome,
        |number, _| {
            refused(orders[number]);
        },
    );
}

/// Why an order is too much.
#[derive(Clone, Copy, Debug)]
enum Refusal {
    Repeated,
    NoBuildLeft,
    NoDisbandLeft,
    WrongPhase,
}

impl Refusal {
    fn told(self, board: &Board, power: Power, order: Order) -> Illegal {
        let text = order.unit().map_or_else(
            || board.power_name(power).to_owned(),
            |unit| board.unit_text(unit).to_string(),
        );
        match self {
            Self::Repeated => Illegal::Repeated(text),
            Self::NoBuildLeft => Illegal::NoBuildLeft(text),
            Self::NoDisbandLeft => Illegal::NoDisbandLeft(text),
            Self::WrongPhase => Illegal::WrongPhase("a movement order"),
        }
    }
}

fn carry_all_out(
    board: &Board,
    rule: DisbandDistance,
    position: &mut Position,
    power: Power,
    orders: &[Order],
    outcome: &mut Adjustments,
    mut refuse: impl FnMut(usize, Refusal),
) {
    let due = position.adjustment(board, power);
    let mut left = due.unsigned_abs();
    for waives in [false, true] {
        for (number, order) in orders.iter().enumerate() {
            if matches!(order, Order::Waive) == waives
                && let Err(refusal) =
                    carry_out(board, position, power, *order, due, &mut left, outcome)
            {
                refuse(number, refusal);
            }
        }
    }
    if due > 0 {
        outcome.waived += left;
    } else if left > 0 {
        for unit in civil_disorder(board, rule, position, power, left) {
            position.lift(board.province_of(unit.at));
            outcome.disbanded.push(unit);
            outcome.by_rule += 1;
        }
    }
}

fn carry_out(
    board: &Board,
    position: &mut Position,
    power: Power,
    order: Order,
    due: i32,
    left: &mut u32,
    outcome: &mut Adjustments,
) -> Result<(), Refusal> {
    match order {
        Order::Build { unit } => {
            let province = board.province_of(unit.at);
            if position.unit_in(province).is_some() {
                return Err(Refusal::Repeated);
            }
            if due <= 0 || *left == 0 {
                return Err(Refusal::NoBuildLeft);
            }
            position.place(province, Placed { power, unit });
            outcome.built.push(unit);
        }
        Order::Waive => {
            if due <= 0 || *left == 0 {
                return Err(Refusal::NoBuildLeft);
            }
            outcome.waived += 1;
        }
        Order::Disband { unit } => {
            let province = board.province_of(unit.at);
            if position.unit_in(province).is_none() {
                return Err(Refusal::Repeated);
            }
            if due >= 0 || *left == 0 {
                return Err(Refusal::NoDisbandLeft);
            }
            position.lift(province);
            outcome.disbanded.push(unit);
        }
        _ => return Err(Refusal::WrongPhase),
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
