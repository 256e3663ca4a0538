//! What can be ordered at all: possible on this board with these units.
//!
//! An order that fails here is *illegal*: it is ignored, the unit holds and can
//! be supported in place (DATC 4.E.1). Whether the orders of other units match
//! is not asked here; a legal order that matches nothing is *void*.

use crate::{
    Board, Fallback, Illegal, Location, NeighbourConvoy, Order, Placed, Position, Power, Province,
    ProvinceSet, Rulebook, Step, TextReading, Unit, UnitKind, convoy,
};

/// A position with what legality asks of it, gathered once for many orders.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The board.
    pub board: &'a Board,
    /// The position.
    pub position: &'a Position,
    /// The rule choices.
    pub rules: Rulebook,
    /// The provinces with a fleet that can convoy, whoever owns it.
    pub fleets: ProvinceSet,
}

impl<'a> Scene<'a> {
    /// Gathers what legality asks of a position.
    pub fn new(board: &'a Board, position: &'a Position, rules: Rulebook) -> Self {
        Self {
            board,
            position,
            rules,
            fleets: board.convoying_fleets(position),
        }
    }

    /// Whether an order is possible here for this power.
    pub fn check(&self, power: Power, order: Order) -> Result<(), Illegal> {
        let step = self.position.phase.step;
        match (step, order) {
            (
                Step::Movement,
                Order::Hold { .. }
                | Order::Move { .. }
                | Order::SupportHold { .. }
                | Order::SupportMove { .. }
                | Order::Convoy { .. },
            ) => self.check_movement(power, order),
            (Step::Retreat, Order::Retreat { unit, to }) => {
                let dislodged = self.own_dislodged(power, unit)?;
                if dislodged.retreats.contains(to) {
                    Ok(())
                } else {
                    Err(Illegal::RetreatClosed(self.unit(unit), self.code(to)))
                }
            }
            (Step::Retreat, Order::Disband { unit }) => self.own_dislodged(power, unit).map(drop),
            (Step::Adjustment, Order::Build { unit }) => self.check_build(power, unit),
            (Step::Adjustment, Order::Disband { unit }) => {
                self.own_unit(power, unit)?;
                if self.position.adjustment(self.board, power) < 0 {
                    Ok(())
                } else {
                    Err(Illegal::NoDisbandLeft(self.unit(unit)))
                }
            }
            (Step::Adjustment, Order::Waive) => {
                if self.position.adjustment(self.board, power) > 0 {
                    Ok(())
                } else {
                    Err(Illegal::NoBuildLeft(
                        self.board.power_name(power).to_owned(),
                    ))
                }
            }
            _ => Err(Illegal::WrongPhase(order.word())),
        }
    }

    fn check_movement(&self, power: Power, order: Order) -> Result<(), Illegal> {
        let unit = order.unit().expect("every movement order has a unit");
        self.own_unit(power, unit)?;
        if let Order::SupportHold { target, .. }
        | Order::SupportMove { target, .. }
        | Order::Convoy { army: target, .. } = order
        {
            self.standing(target)?;
        }
        self.check_reach(unit, order)
    }

    /// Whether a movement order is possible here, if its units stand where it says.
    pub(crate) fn check_reach(&self, unit: Unit, order: Order) -> Result<(), Illegal> {
        match order {
            Order::Move { to, via, .. } => self.check_move(unit, to, via),
            Order::SupportHold { target, .. } => self.check_support_hold(unit, target),
            Order::SupportMove { target, to, .. } => self.check_support_move(unit, target, to),
            Order::Convoy { army, to, .. } => self.check_convoy(unit, army, to),
            _ => Ok(()),
        }
    }

    fn check_move(&self, unit: Unit, to: Location, via: bool) -> Result<(), Illegal> {
        let (from, target) = (self.board.province_of(unit.at), self.board.province_of(to));
        if from == target {
            return Err(Illegal::AlreadyThere(self.unit(unit), self.code(to)));
        }
        if via && unit.kind == UnitKind::Fleet {
            return Err(Illegal::FleetsAreNotConvoyed(self.unit(unit)));
        }
        let walks = self.board.steps(unit).contains(to);
        if walks && !(via && self.via_binds()) {
            return Ok(());
        }
        if unit.kind == UnitKind::Fleet {
            return Err(self.out_of_reach(unit, to));
        }
        if !self.board.coastal().contains(from) || !self.board.coastal().contains(target) {
            return Err(self.out_of_reach(unit, to));
        }
        if convoy::route_exists(self.board, from, target, self.fleets) {
            Ok(())
        } else {
            Err(Illegal::NoRoute(self.unit(unit), self.code(to)))
        }
    }

    /// Whether VIA to a neighbour keeps an army from walking when nothing can
    /// carry it.
    fn via_binds(&self) -> bool {
        let means_sea = matches!(
            self.rules.convoy,
            NeighbourConvoy::Intent | NeighbourConvoy::Explicit
        );
        means_sea && self.rules.via == Fallback::Strict
    }

    fn check_support_hold(&self, unit: Unit, target: Unit) -> Result<(), Illegal> {
        let there = self.board.province_of(target.at);
        if there == self.board.province_of(unit.at) {
            return Err(Illegal::SupportsItself(self.unit(unit)));
        }
        if self.board.reach(unit).contains(there) {
            Ok(())
        } else {
            Err(Illegal::SupporterOutOfReach(
                self.unit(unit),
                self.code(there.into()),
            ))
        }
    }

    fn check_support_move(&self, unit: Unit, target: Unit, to: Location) -> Result<(), Illegal> {
        let own = self.board.province_of(unit.at);
        let from = self.board.province_of(target.at);
        let there = self.board.province_of(to);
        if own == from {
            return Err(Illegal::SupportsItself(self.unit(unit)));
        }
        if own == there {
            return Err(Illegal::SupportsAttackOnItself(self.unit(unit)));
        }
        if from == there {
            return Err(Illegal::AlreadyThere(self.unit(target), self.code(to)));
        }
        if !self.board.reach(unit).contains(there) {
            return Err(Illegal::SupporterOutOfReach(self.unit(unit), self.code(to)));
        }
        let bare = to == Location::from(there);
        let fleet = target.kind == UnitKind::Fleet;
        if bare && fleet && self.is_strict() && self.board.has_split_coast(there) {
            return Err(self.coast_missing(there));
        }
        let walks = if bare {
            self.board.reach(target).contains(there)
        } else {
            self.board.steps(target).contains(to)
        };
        if walks {
            return Ok(());
        }
        if !self.may_sail(target, from, there) {
            return Err(Illegal::SupportedOutOfReach(
                self.unit(target),
                self.code(to),
            ));
        }
        // The supporter is not one of the fleets that carry the army.
        let others = self.fleets.without(own);
        if convoy::route_exists(self.board, from, there, others) {
            Ok(())
        } else if convoy::route_exists(self.board, from, there, self.fleets) {
            Err(Illegal::NeededAsConvoy(self.unit(target), self.code(to)))
        } else {
            Err(Illegal::SupportedOutOfReach(
                self.unit(target),
                self.code(to),
            ))
        }
    }

    fn check_convoy(&self, unit: Unit, army: Unit, to: Location) -> Result<(), Illegal> {
        let sea = self.board.province_of(unit.at);
        if unit.kind != UnitKind::Fleet || !self.fleets.contains(sea) {
            return Err(Illegal::NotAtSea(self.unit(unit)));
        }
        if army.kind == UnitKind::Fleet {
            return Err(Illegal::FleetsAreNotConvoyed(self.unit(army)));
        }
        let (from, there) = (self.board.province_of(army.at), self.board.province_of(to));
        if from == there {
            return Err(Illegal::AlreadyThere(self.unit(army), self.code(to)));
        }
        let needed = self.may_sail(army, from, there)
            && convoy::is_needed(self.board, sea, from, there, self.fleets);
        if needed {
            Ok(())
        } else {
            Err(Illegal::ConvoyNotNeeded(
                self.code(from.into()),
                self.code(to),
                self.unit(unit),
            ))
        }
    }

    /// Whether a convoy between the two is conceivable for the unit.
    fn may_sail(&self, unit: Unit, from: Province, to: Province) -> bool {
        unit.kind == UnitKind::Army
            && self.board.coastal().contains(from)
            && self.board.coastal().contains(to)
    }

    fn check_build(&self, power: Power, unit: Unit) -> Result<(), Illegal> {
        let province = self.board.province_of(unit.at);
        let refuse = |why| Err(Illegal::CannotBuild(self.unit(unit), why));
        if self.position.adjustment(self.board, power) <= 0 {
            return Err(Illegal::NoBuildLeft(self.unit(unit)));
        }
        if !self.board.fits(unit) {
            return refuse("such a unit cannot stand there");
        }
        let sites = self.board.build_sites();
        let home = self.board.homes(power).contains(province);
        if sites == crate::BuildSites::Home && !home {
            return refuse("it is not a home centre");
        }
        let center = self.board.centers().contains(province);
        if !center && (sites != crate::BuildSites::Anywhere || self.board.seas().contains(province))
        {
            return refuse("it is not a supply centre");
        }
        if center && self.position.owner(province) != Some(power) {
            return refuse("the centre is not owned");
        }
        if self.position.unit_in(province).is_some() {
            return refuse("the province is occupied");
        }
        Ok(())
    }

    /// The unit that stands in the province of `unit`, which must be that unit.
    fn standing(&self, unit: Unit) -> Result<Placed, Illegal> {
        let province = self.board.province_of(unit.at);
        let placed = self.position.unit_in(province);
        placed
            .filter(|placed| placed.unit == unit)
            .ok_or_else(|| Illegal::NoUnitThere(self.code(unit.at)))
    }

    fn own_unit(&self, power: Power, unit: Unit) -> Result<(), Illegal> {
        if self.standing(unit)?.power == power {
            Ok(())
        } else {
            Err(Illegal::NotYourUnit(self.unit(unit)))
        }
    }

    fn own_dislodged(&self, power: Power, unit: Unit) -> Result<crate::Dislodged, Illegal> {
        let found = self
            .position
            .dislodged()
            .iter()
            .find(|other| other.unit == unit);
        match found {
            None => Err(Illegal::NotDislodged(self.unit(unit))),
            Some(dislodged) if dislodged.power != power => {
                Err(Illegal::NotYourUnit(self.unit(unit)))
            }
            Some(dislodged) => Ok(*dislodged),
        }
    }

    /// Whether every word of an order must be right.
    pub(crate) fn is_strict(&self) -> bool {
        self.rules.text == TextReading::Strict
    }

    pub(crate) fn coast_missing(&self, province: Province) -> Illegal {
        let coasts = self.board.fleet_locations(province);
        let coasts: Vec<&str> = coasts.iter().map(|at| self.board.code(at)).collect();
        Illegal::CoastMissing(self.code(province.into()), coasts.join(", "))
    }

    fn out_of_reach(&self, unit: Unit, to: Location) -> Illegal {
        Illegal::OutOfReach(self.unit(unit), self.code(to))
    }

    fn unit(&self, unit: Unit) -> String {
        self.board.unit_text(unit).to_string()
    }

    fn code(&self, at: Location) -> String {
        self.board.code(at).to_owned()
    }
}
