//! What can be ordered at all: possible on this board with these units.
//!
//! An order that fails here is *illegal*: it is ignored, the unit holds and can
//! be supported in place (DATC 4.E.1). Whether the orders of other units match
//! is not asked here; a legal order that matches nothing is *void*.

use crate::{
    Board, Fallback, Location, NeighbourConvoy, Order, Placed, Position, Power, Province,
    ProvinceSet, Rulebook, Step, TextReading, Unit, UnitKind, convoy,
};

/// Why an order is impossible. Places are named by their codes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// Nobody stands there.
    #[error("there is no unit in {0}")]
    NoUnitThere(String),
    /// The unit belongs to somebody else.
    #[error("{0} is not yours to order")]
    NotYourUnit(String),
    /// Army written for fleet, or fleet for army, and every word must be right.
    #[error("there is no {0}; it is {1}")]
    WrongKind(String, String),
    /// The unit stands on another coast, and every word must be right.
    #[error("there is no {0}; it is {1}")]
    WrongCoast(String, String),
    /// The unit belongs to another power than was written, and every word must
    /// be right.
    #[error("{0} is not of {1}; it belongs to {2}")]
    WrongOwner(String, String, String),
    /// The order does not belong to this phase.
    #[error("{0} cannot be ordered in this phase")]
    WrongPhase(&'static str),
    /// A move to where the unit already stands.
    #[error("{0} already stands in {1}")]
    AlreadyThere(String, String),
    /// No border, and no convoy is conceivable.
    #[error("{0} cannot reach {1}")]
    OutOfReach(String, String),
    /// Only armies go by convoy.
    #[error("{0} is a fleet, and fleets are not convoyed")]
    FleetsAreNotConvoyed(String),
    /// No chain of fleets connects the two provinces.
    #[error("no fleets on the board could carry {0} to {1}")]
    NoRoute(String, String),
    /// The destination has several coasts, and it is not clear which is meant.
    #[error("{0} has more than one coast; name one of {1}")]
    CoastMissing(String, String),
    /// The destination has no such coast.
    #[error("there is no {0}")]
    NoSuchCoast(String),
    /// An army has no coast, and every word must be right.
    #[error("{0} is an army and cannot name the coast of {1}")]
    ArmyNamesCoast(String, String),
    /// A unit supports itself.
    #[error("{0} cannot support itself")]
    SupportsItself(String),
    /// A support into the province of the supporter.
    #[error("{0} cannot support a move into its own province")]
    SupportsAttackOnItself(String),
    /// The supporter could not go there itself.
    #[error("{0} cannot go to {1}, so it cannot support there")]
    SupporterOutOfReach(String, String),
    /// The supported unit could not make that move.
    #[error("{0} cannot go to {1}, so the move cannot be supported")]
    SupportedOutOfReach(String, String),
    /// The army would need the supporting fleet itself.
    #[error("{0} could reach {1} only with this fleet's convoy, so the fleet cannot support it")]
    NeededAsConvoy(String, String),
    /// A convoy by an army, or by a fleet that is not at sea.
    #[error("{0} cannot convoy; only a fleet at sea can")]
    NotAtSea(String),
    /// A convoy that no route needs.
    #[error("no convoy from {0} to {1} needs {2}")]
    ConvoyNotNeeded(String, String, String),
    /// A retreat of a unit that was not dislodged.
    #[error("{0} was not dislodged")]
    NotDislodged(String),
    /// A retreat to a place that is closed or out of reach.
    #[error("{0} cannot retreat to {1}")]
    RetreatClosed(String, String),
    /// Such a unit cannot be built there.
    #[error("{0} cannot be built: {1}")]
    CannotBuild(String, &'static str),
    /// The power has no build left.
    #[error("there is no build left for {0}")]
    NoBuildLeft(String),
    /// The power has no disband left.
    #[error("there is no disband left for {0}")]
    NoDisbandLeft(String),
    /// The unit is disbanded or built already.
    #[error("{0} was ordered before")]
    Repeated(String),
    /// Two orders for one unit.
    #[error("{0} has more than one order; none of them counts")]
    TwoOrders(String),
}

impl Illegal {
    /// The stable short name, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoUnitThere(_) => "no_unit_there",
            Self::NotYourUnit(_) => "not_your_unit",
            Self::WrongKind(..) => "wrong_kind",
            Self::WrongCoast(..) => "wrong_coast",
            Self::WrongOwner(..) => "wrong_owner",
            Self::WrongPhase(_) => "wrong_phase",
            Self::AlreadyThere(..) => "already_there",
            Self::OutOfReach(..) => "out_of_reach",
            Self::FleetsAreNotConvoyed(_) => "fleets_are_not_convoyed",
            Self::NoRoute(..) => "no_route",
            Self::CoastMissing(..) => "coast_missing",
            Self::NoSuchCoast(_) => "no_such_coast",
            Self::ArmyNamesCoast(..) => "army_names_coast",
            Self::SupportsItself(_) => "supports_itself",
            Self::SupportsAttackOnItself(_) => "supports_attack_on_itself",
            Self::SupporterOutOfReach(..) => "supporter_out_of_reach",
            Self::SupportedOutOfReach(..) => "supported_out_of_reach",
            Self::NeededAsConvoy(..) => "needed_as_convoy",
            Self::NotAtSea(_) => "not_at_sea",
            Self::ConvoyNotNeeded(..) => "convoy_not_needed",
            Self::NotDislodged(_) => "not_dislodged",
            Self::RetreatClosed(..) => "retreat_closed",
            Self::CannotBuild(..) => "cannot_build",
            Self::NoBuildLeft(_) => "no_build_left",
            Self::NoDisbandLeft(_) => "no_disband_left",
            Self::Repeated(_) => "repeated",
            Self::TwoOrders(_) => "two_orders",
        }
    }

    /// The offending piece: the unit or place that cannot be as it is asked for.
    pub fn piece(&self) -> &str {
        match self {
            Self::NoUnitThere(piece)
            | Self::NotYourUnit(piece)
            | Self::WrongKind(piece, _)
            | Self::WrongCoast(piece, _)
            | Self::WrongOwner(piece, ..)
            | Self::AlreadyThere(_, piece)
            | Self::OutOfReach(_, piece)
            | Self::FleetsAreNotConvoyed(piece)
            | Self::NoRoute(_, piece)
            | Self::CoastMissing(piece, _)
            | Self::NoSuchCoast(piece)
            | Self::ArmyNamesCoast(_, piece)
            | Self::SupportsItself(piece)
            | Self::SupportsAttackOnItself(piece)
            | Self::SupporterOutOfReach(_, piece)
            | Self::SupportedOutOfReach(_, piece)
            | Self::NeededAsConvoy(_, piece)
            | Self::NotAtSea(piece)
            | Self::ConvoyNotNeeded(_, _, piece)
            | Self::NotDislodged(piece)
            | Self::RetreatClosed(_, piece)
            | Self::CannotBuild(piece, _)
            | Self::NoBuildLeft(piece)
            | Self::NoDisbandLeft(piece)
            | Self::Repeated(piece)
            | Self::TwoOrders(piece) => piece,
            Self::WrongPhase(piece) => piece,
        }
    }
}

/// A position with what legality asks of it, gathered once for many orders.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The board.
    pub board: &'a Board,
    /// The position.
    pub position: &'a Position,
    /// The rule choices.
    pub rules: Rulebook,
    /// The sea provinces with a fleet, whoever owns it.
    pub fleets: ProvinceSet,
}

impl<'a> Scene<'a> {
    /// Gathers what legality asks of a position.
    pub fn new(board: &'a Board, position: &'a Position, rules: Rulebook) -> Self {
        Self {
            board,
            position,
            rules,
            fleets: position.occupied().and(board.seas()),
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
            _ => Err(Illegal::WrongPhase(order_word(order))),
        }
    }

    fn check_movement(&self, power: Power, order: Order) -> Result<(), Illegal> {
        let unit = order.unit().expect("every movement order has a unit");
        self.own_unit(power, unit)?;
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
        self.standing(target)?;
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
        self.standing(target)?;
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
        if unit.kind != UnitKind::Fleet || !self.board.seas().contains(sea) {
            return Err(Illegal::NotAtSea(self.unit(unit)));
        }
        let placed = self.standing(army)?;
        if placed.unit.kind == UnitKind::Fleet {
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
        let home = self.board.homes(power).contains(province);
        if self.board.build_sites() == crate::BuildSites::Home && !home {
            return refuse("it is not a home centre");
        }
        if self.position.owner(province) != Some(power) {
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

/// What an order is called when it comes in the wrong phase.
fn order_word(order: Order) -> &'static str {
    match order {
        Order::Hold { .. } => "a hold",
        Order::Move { .. } => "a move",
        Order::SupportHold { .. } | Order::SupportMove { .. } => "a support",
        Order::Convoy { .. } => "a convoy",
        Order::Retreat { .. } => "a retreat",
        Order::Disband { .. } => "a disband",
        Order::Build { .. } => "a build",
        Order::Waive => "a waived build",
    }
}
