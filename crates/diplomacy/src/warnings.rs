//! What does not fit together in one power's own orders. Orders of other powers
//! are never looked at: a warning betrays nothing.

use crate::{Board, Location, Order, Position, Power, Province, Unit, UnitKind, convoy};

/// Own orders that do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// A support for an own unit that is ordered otherwise.
    #[error("{order} does not fit: {unit} is ordered {other}")]
    SupportMisfit {
        /// The support.
        order: String,
        /// The supported unit.
        unit: String,
        /// What that unit is ordered to do.
        other: String,
    },
    /// A support for an own unit's move that is not ordered.
    #[error("{order} does not fit: {unit} has no such order")]
    SupportWithoutMove {
        /// The support.
        order: String,
        /// The supported unit.
        unit: String,
    },
    /// A convoy of an own army that goes elsewhere.
    #[error("{order} does not fit: {unit} is ordered {other}")]
    ConvoyMisfit {
        /// The convoy.
        order: String,
        /// The army.
        unit: String,
        /// What that army is ordered to do.
        other: String,
    },
    /// A convoy of an own army that has no order.
    #[error("{order} does not fit: {unit} has no such order")]
    ConvoyWithoutMove {
        /// The convoy.
        order: String,
        /// The army.
        unit: String,
    },
    /// An own army goes over sea and no own fleets carry it.
    #[error("{order} needs other powers' fleets: your own do not carry it all the way")]
    NeedsForeignFleets {
        /// The move.
        order: String,
    },
    /// Two own units go to one province.
    #[error("{order} and {other} go to the same province")]
    SameDestination {
        /// One move.
        order: String,
        /// The other.
        other: String,
    },
    /// An own unit stands at the destination and does not leave.
    #[error("{order} will bounce: {unit} stays there")]
    OwnUnitStays {
        /// The move.
        order: String,
        /// The unit that stays.
        unit: String,
    },
}

/// Everything that does not fit together in a power's orders.
pub fn warnings(
    board: &Board,
    position: &Position,
    power: Power,
    orders: &[Order],
) -> Vec<Warning> {
    let own = Own {
        board,
        position,
        power,
        orders,
    };
    let mut found = Vec::new();
    for (index, order) in orders.iter().enumerate() {
        own.look_at(index, *order, &mut found);
    }
    found
}

struct Own<'a> {
    board: &'a Board,
    position: &'a Position,
    power: Power,
    orders: &'a [Order],
}

impl Own<'_> {
    fn look_at(&self, index: usize, order: Order, found: &mut Vec<Warning>) {
        match order {
            Order::SupportHold { target, .. } if self.is_own(target) => {
                if let Some(other @ Order::Move { .. }) = self.order_of(target) {
                    found.push(Warning::SupportMisfit {
                        order: self.text(order),
                        unit: self.unit(target),
                        other: self.text(other),
                    });
                }
            }
            Order::SupportMove { target, to, .. } if self.is_own(target) => {
                match self.order_of(target) {
                    Some(other) if !self.is_helped(other, to) => {
                        found.push(Warning::SupportMisfit {
                            order: self.text(order),
                            unit: self.unit(target),
                            other: self.text(other),
                        });
                    }
                    None => found.push(Warning::SupportWithoutMove {
                        order: self.text(order),
                        unit: self.unit(target),
                    }),
                    Some(_) => {}
                }
            }
            Order::Convoy { army, to, .. } if self.is_own(army) => {
                let there = self.board.province_of(to);
                match self.order_of(army) {
                    Some(other) if !self.goes_to(other, there) => {
                        found.push(Warning::ConvoyMisfit {
                            order: self.text(order),
                            unit: self.unit(army),
                            other: self.text(other),
                        });
                    }
                    None => found.push(Warning::ConvoyWithoutMove {
                        order: self.text(order),
                        unit: self.unit(army),
                    }),
                    Some(_) => {}
                }
            }
            Order::Move { unit, to, .. } => self.look_at_move(index, unit, to, order, found),
            _ => {}
        }
    }

    fn look_at_move(
        &self,
        index: usize,
        unit: Unit,
        to: Location,
        order: Order,
        found: &mut Vec<Warning>,
    ) {
        let (from, there) = (self.board.province_of(unit.at), self.board.province_of(to));
        let walks = self.board.reach(unit).contains(there);
        if unit.kind == UnitKind::Army && !walks {
            let carriers = self.orders.iter().filter_map(|other| match other {
                Order::Convoy {
                    unit: fleet,
                    army,
                    to,
                } => (*army == unit && self.board.province_of(*to) == there)
                    .then(|| self.board.province_of(fleet.at)),
                _ => None,
            });
            if !convoy::route_exists(self.board, from, there, carriers.collect()) {
                found.push(Warning::NeedsForeignFleets {
                    order: self.text(order),
                });
            }
        }
        let twins = self.orders.iter().skip(index + 1);
        for other in twins.filter(|other| self.goes_to(**other, there)) {
            found.push(Warning::SameDestination {
                order: self.text(order),
                other: self.text(*other),
            });
        }
        if let Some(placed) = self.position.unit_in(there)
            && placed.power == self.power
            && let Some(other) = self.order_of(placed.unit)
            && !matches!(other, Order::Move { .. })
        {
            found.push(Warning::OwnUnitStays {
                order: self.text(order),
                unit: self.unit(placed.unit),
            });
        }
    }

    fn is_own(&self, unit: Unit) -> bool {
        let placed = self.position.unit_in(self.board.province_of(unit.at));
        placed.is_some_and(|placed| placed.power == self.power)
    }

    fn order_of(&self, unit: Unit) -> Option<Order> {
        self.orders
            .iter()
            .copied()
            .find(|order| order.unit() == Some(unit))
    }

    fn goes_to(&self, order: Order, there: Province) -> bool {
        matches!(order, Order::Move { to, .. } if self.board.province_of(to) == there)
    }

    /// Whether an order is the move that a support names, on the same coast if
    /// the support names one.
    fn is_helped(&self, order: Order, to: Location) -> bool {
        let there = self.board.province_of(to);
        let any_coast = to == Location::from(there);
        match order {
            Order::Move { to: goes, .. } => {
                goes == to || (any_coast && self.board.province_of(goes) == there)
            }
            _ => false,
        }
    }

    fn unit(&self, unit: Unit) -> String {
        self.board.unit_text(unit).to_string()
    }

    fn text(&self, order: Order) -> String {
        order.show(self.board).to_string()
    }
}
