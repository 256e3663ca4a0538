//! Where the units of written orders stand, where they go, and by which way.

use super::Canvas;
use super::path::Trail;
use crate::geometry::Point;
use crate::theme::{Rgb, Theme};
use parlour_diplomacy::{
    Board, Location, OrderText, PlaceText, Power, Province, ProvinceSet, Step, Unit, UnitKind,
    UnitText,
};

impl Canvas<'_> {
    fn board(&self) -> &Board {
        self.chart.board()
    }

    pub(super) fn radius(&self) -> f64 {
        f64::from(self.sizes.unit)
    }

    pub(super) fn in_retreats(&self) -> bool {
        self.picture.position.phase.step == Step::Retreat
    }

    pub(super) fn colour(&self, power: Power) -> Rgb {
        if self.theme == Theme::Mono {
            return self.paper.line;
        }
        self.theme.token(self.chart.ink(power))
    }

    /// Where an ordered unit stands. The province decides, not what was written.
    pub(super) fn stand(&self, unit: UnitText) -> Point {
        match self.picture.position.unit_in(unit.at.province) {
            Some(placed) => self.chart.standing(placed.unit),
            None => self.chart.spot(self.location(unit.at)),
        }
    }

    pub(super) fn exile_of(&self, unit: UnitText) -> Point {
        match self
            .picture
            .position
            .dislodged_from(self.board(), unit.at.province)
        {
            Some(exile) => self.chart.exile(exile.unit),
            None => self.chart.place(unit.at.province).dislodged,
        }
    }

    fn location(&self, place: PlaceText) -> Location {
        let coast = place
            .coast
            .and_then(|coast| self.board().coast(place.province, coast));
        coast.unwrap_or_else(|| place.province.into())
    }

    /// Where a unit is going; a fleet without a written coast goes to the only
    /// one it can reach.
    pub(super) fn destination(&self, unit: UnitText, to: PlaceText) -> Point {
        let (board, position) = (self.board(), self.picture.position);
        let mut at = self.location(to);
        if to.coast.is_none() && board.has_split_coast(to.province) {
            let placed = if self.in_retreats() {
                position
                    .dislodged_from(board, unit.at.province)
                    .map(|d| d.unit)
            } else {
                position.unit_in(unit.at.province).map(|p| p.unit)
            };
            if let Some(fleet) = placed.filter(|unit| unit.kind == UnitKind::Fleet) {
                let coasts = board
                    .fleet_borders(fleet.at)
                    .and(board.fleet_locations(to.province));
                if coasts.len() == 1 {
                    at = coasts.first().unwrap_or(at);
                }
            }
        }
        self.chart.spot(at)
    }

    /// How much an arrow stops short of its destination.
    pub(super) fn short_of(&self, to: PlaceText) -> f64 {
        if self.picture.position.unit_in(to.province).is_some() {
            self.radius() + 10.0
        } else {
            f64::from(self.thick(34))
        }
    }

    /// A new unit's place, if the text names one.
    pub(super) fn built(&self, unit: UnitText) -> Option<(Point, Unit)> {
        let kind = unit.kind?;
        let at = match kind {
            UnitKind::Army => unit.at.province.into(),
            UnitKind::Fleet => self.location(unit.at),
        };
        Some((self.chart.spot(at), Unit { kind, at }))
    }

    /// The whole line of a move, from place to place: direct, or through the
    /// fleets that were ordered to convoy it.
    pub(super) fn way(&self, unit: UnitText, to: PlaceText) -> Trail {
        let (from, goal) = (self.stand(unit), self.destination(unit, to));
        match self.fleets_for(unit, to) {
            Some(fleets) => {
                let mut stops = vec![from];
                stops.extend(fleets);
                stops.push(goal);
                Trail::through(&stops)
            }
            None => Trail::bent(from, goal),
        }
    }

    /// Whether this very move is among the drawn orders.
    pub(super) fn shows_move(&self, unit: UnitText, to: PlaceText) -> bool {
        self.picture.orders.iter().any(|drawn| match drawn.order {
            OrderText::Move {
                unit: mover,
                to: goal,
                ..
            } => mover.at.province == unit.at.province && goal.province == to.province,
            _ => false,
        })
    }

    /// The places of the fleets on the shortest ordered convoy route.
    pub(super) fn fleets_for(&self, unit: UnitText, to: PlaceText) -> Option<Vec<Point>> {
        let board = self.board();
        let (start, goal) = (unit.at.province, to.province);
        let ordered: ProvinceSet = self
            .picture
            .orders
            .iter()
            .filter_map(|drawn| match drawn.order {
                OrderText::Convoy {
                    unit: fleet,
                    army,
                    to,
                } => (army.at.province == start
                    && to.province == goal
                    && board.seas().contains(fleet.at.province))
                .then_some(fleet.at.province),
                _ => None,
            })
            .collect();
        let route = shortest(board, ordered, start, goal)?;
        let place = |province: Province| self.chart.place(province).unit;
        Some(route.into_iter().map(place).collect())
    }
}

/// The shortest chain of these seas from one shore to another.
fn shortest(
    board: &Board,
    seas: ProvinceSet,
    start: Province,
    goal: Province,
) -> Option<Vec<Province>> {
    let mut chains: Vec<Vec<Province>> = seas
        .and(board.touching(start))
        .iter()
        .map(|sea| vec![sea])
        .collect();
    let mut seen: ProvinceSet = chains.iter().map(|chain| chain[0]).collect();
    let mut next = 0;
    while next < chains.len() {
        let chain = chains[next].clone();
        next += 1;
        let last = *chain.last()?;
        if board.touching(last).contains(goal) {
            return Some(chain);
        }
        for sea in seas.and(board.touching(last)).minus(seen) {
            seen.insert(sea);
            let mut longer = chain.clone();
            longer.push(sea);
            chains.push(longer);
        }
    }
    None
}
