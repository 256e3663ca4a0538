//! Random small boards and generated convoy paradoxes.

use parlour_diplomacy::{
    Board, Order, Phase, Placed, Position, Power, Province, ProvinceKind, Rulebook, Unit, UnitKind,
    legal_orders_of_unit,
};
use parlour_rules::{Seed, Stream};

/// A position and legal orders, at most one for each unit.
pub struct Scenario {
    pub position: Position,
    pub orders: Vec<Order>,
}

pub fn stream(seed: u64, place: u64) -> Stream {
    Stream::new(Seed(seed), place)
}

fn empty(board: &Board) -> Position {
    let phase: Phase = "S1901M".parse().expect("a phase");
    Position::empty(phase, board.province_count())
}

fn add_unit(
    board: &Board,
    position: &mut Position,
    at: Province,
    power: Power,
    stream: &mut Stream,
) {
    let kind = match board.kind(at) {
        ProvinceKind::Land => UnitKind::Army,
        ProvinceKind::Coast if stream.below(2) == 0 => UnitKind::Army,
        ProvinceKind::Coast | ProvinceKind::Sea => UnitKind::Fleet,
    };
    add_kind(board, position, at, power, kind, stream);
}

fn add_kind(
    board: &Board,
    position: &mut Position,
    at: Province,
    power: Power,
    kind: UnitKind,
    stream: &mut Stream,
) {
    if position.unit_in(at).is_some() {
        return;
    }
    let places: Vec<_> = board.fleet_locations(at).iter().collect();
    let location = match kind {
        UnitKind::Army => at.into(),
        UnitKind::Fleet => *stream.pick(&places).expect("a coast"),
    };
    let unit = Unit { kind, at: location };
    if board.fits(unit) {
        position.place(at, Placed { power, unit });
    }
}

/// A few units close together, with orders that meddle with each other.
pub fn small_board(board: &Board, rules: Rulebook, stream: &mut Stream) -> Scenario {
    let mut position = empty(board);
    let provinces: Vec<Province> = board.provinces().collect();
    let center = *stream.pick(&provinces).expect("a province");
    let near: Vec<Province> = provinces
        .iter()
        .copied()
        .filter(|province| board.distance(center, *province) <= 2)
        .collect();
    let units = 3 + stream.below(6);
    let powers = (2 + stream.below(2)).min(board.power_count() as u32);
    for _ in 0..units {
        let at = *stream.pick(&near).expect("a province");
        let power = Power(stream.below(powers) as u8);
        add_unit(board, &mut position, at, power, stream);
    }
    let orders = meddling_orders(board, &position, rules, stream);
    Scenario { position, orders }
}

/// Many units on and around two neighbouring seas.
pub fn crowded_sea(board: &Board, rules: Rulebook, stream: &mut Stream) -> Scenario {
    let mut position = empty(board);
    let seas: Vec<Province> = board.seas().iter().collect();
    let sea = *stream.pick(&seas).expect("a sea");
    let mut near = board.touching(sea).with(sea);
    let beside: Vec<Province> = board.touching(sea).and(board.seas()).iter().collect();
    if let Some(other) = stream.pick(&beside) {
        near = near.or(board.touching(*other));
    }
    let near: Vec<Province> = near.iter().collect();
    let powers = (2 + stream.below(3)).min(board.power_count() as u32);
    for _ in 0..6 + stream.below(7) {
        let at = *stream.pick(&near).expect("a province");
        let power = Power(stream.below(powers) as u8);
        add_unit(board, &mut position, at, power, stream);
    }
    let orders = meddling_orders(board, &position, rules, stream);
    Scenario { position, orders }
}

/// Moves first; supports and convoys then mostly fit them.
fn meddling_orders(
    board: &Board,
    position: &Position,
    rules: Rulebook,
    stream: &mut Stream,
) -> Vec<Order> {
    let mut units: Vec<Province> = position.occupied().iter().collect();
    stream.shuffle(&mut units);
    let mut orders: Vec<Order> = Vec::new();
    let movers = (units.len() as u32).div_ceil(2);
    for (index, unit) in units.iter().enumerate() {
        let legal = legal_orders_of_unit(board, position, rules, *unit);
        let fitting: Vec<Order> = legal
            .iter()
            .copied()
            .filter(|order| match order {
                Order::Move { .. } => (index as u32) < movers,
                Order::SupportMove { target, to, .. }
                | Order::Convoy {
                    army: target, to, ..
                } => orders.iter().any(|other| {
                    matches!(other, Order::Move { unit, to: goes, .. }
                            if unit == target
                                && board.province_of(*goes) == board.province_of(*to))
                }),
                Order::SupportHold { target, .. } => !orders
                    .iter()
                    .any(|other| matches!(other, Order::Move { unit, .. } if unit == target)),
                _ => false,
            })
            .collect();
        let list = if fitting.is_empty() || stream.below(8) == 0 {
            &legal
        } else {
            &fitting
        };
        orders.extend(stream.pick(list).copied());
    }
    orders
}

/// Convoys whose armies attack units that help or hinder convoying fleets: one
/// knot, or several that hang together, and some noise.
pub fn convoy_knot(board: &Board, rules: Rulebook, stream: &mut Stream) -> Option<Scenario> {
    let mut position = empty(board);
    let mut orders = Vec::new();
    let seas: Vec<Province> = board.seas().iter().collect();
    let knots = 1 + stream.below(3);
    let mut chosen: Vec<Province> = Vec::new();
    while (chosen.len() as u32) < knots {
        let sea = *stream.pick(&seas)?;
        if !chosen.contains(&sea) {
            chosen.push(sea);
        }
    }
    // Each convoy lands on a supporter beside the next sea.
    for (index, sea) in chosen.iter().enumerate() {
        let next = chosen[(index + 1) % chosen.len()];
        tie(board, &mut position, *sea, next, &mut orders, stream)?;
    }
    for _ in 0..stream.below(3) {
        let sea = *stream.pick(&chosen)?;
        let near: Vec<Province> = board.touching(sea).iter().collect();
        let at = *stream.pick(&near)?;
        let power = Power(stream.below(4) as u8);
        if position.unit_in(at).is_none() {
            add_unit(board, &mut position, at, power, stream);
            let legal = legal_orders_of_unit(board, &position, rules, at);
            orders.extend(stream.pick(&legal).copied());
        }
    }
    let scene = parlour_diplomacy::Scene::new(board, &position, rules);
    let mut ordered = Vec::new();
    orders.retain(|order| {
        let unit = order.unit().expect("a unit");
        // Knots may share a unit; its first order counts.
        if ordered.contains(&unit) {
            return false;
        }
        ordered.push(unit);
        let placed = position.unit_in(board.province_of(unit.at));
        placed.is_some_and(|placed| scene.check(placed.power, *order).is_ok())
    });
    Some(Scenario { position, orders })
}

/// A fleet at `sea` that carries an army onto a unit beside `next`, and that
/// unit helps an attack on `next`, or helps the fleet there.
fn tie(
    board: &Board,
    position: &mut Position,
    sea: Province,
    next: Province,
    orders: &mut Vec<Order>,
    stream: &mut Stream,
) -> Option<()> {
    let shore: Vec<Province> = board.touching(sea).and(board.coastal()).iter().collect();
    let free = |position: &Position, list: Vec<Province>| -> Vec<Province> {
        list.into_iter()
            .filter(|at| position.unit_in(*at).is_none())
            .collect()
    };
    let landings: Vec<Province> = shore
        .iter()
        .copied()
        .filter(|at| board.touching(*at).contains(next))
        .collect();
    let (own, other, third) = (
        Power(stream.below(2) as u8),
        Power(2 + stream.below(2) as u8),
        Power(stream.below(4) as u8),
    );
    add_kind(board, position, sea, own, UnitKind::Fleet, stream);
    add_kind(board, position, next, own, UnitKind::Fleet, stream);
    let landing = *stream.pick(&free(position, landings))?;
    add_kind(board, position, landing, other, UnitKind::Fleet, stream);
    let start = *stream.pick(&free(position, shore))?;
    add_kind(board, position, start, own, UnitKind::Army, stream);
    let around: Vec<Province> = board.touching(next).iter().collect();
    let origin = *stream.pick(&free(position, around.clone()))?;
    let attacking = if stream.below(4) == 0 { third } else { other };
    add_kind(board, position, origin, attacking, UnitKind::Fleet, stream);
    let unit = |position: &Position, at: Province| position.unit_in(at).map(|placed| placed.unit);
    let (carrier, army) = (unit(position, sea)?, unit(position, start)?);
    let (helper, attacker) = (unit(position, landing)?, unit(position, origin)?);
    let target = unit(position, next)?;
    orders.push(Order::Convoy {
        unit: carrier,
        army,
        to: landing.into(),
    });
    orders.push(Order::Move {
        unit: army,
        to: landing.into(),
        via: stream.below(2) == 0,
    });
    orders.push(Order::Move {
        unit: attacker,
        to: next.into(),
        via: false,
    });
    if stream.below(3) == 0 {
        orders.push(Order::SupportHold {
            unit: helper,
            target,
        });
        let second = *stream.pick(&free(position, around))?;
        add_kind(board, position, second, attacking, UnitKind::Fleet, stream);
        if let Some(unit) = unit(position, second) {
            orders.push(Order::SupportMove {
                unit,
                target: attacker,
                to: next.into(),
            });
        }
    } else {
        orders.push(Order::SupportMove {
            unit: helper,
            target: attacker,
            to: next.into(),
        });
    }
    Some(())
}
