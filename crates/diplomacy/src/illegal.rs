//! Why an order is impossible, in words and as a code for programs.

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
