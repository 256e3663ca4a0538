//! What the orders say: who goes where, helps and carries whom, by land or sea.

use parlour_diplomacy::{Fallback, NeighbourConvoy, Order, Province, UnitKind};

use super::Equations;

impl Equations<'_> {
    pub(super) fn goes_to(&self, piece: usize) -> Option<Province> {
        match self.pieces[piece].order {
            Order::Move { to, .. } => Some(self.board.province_of(to)),
            _ => None,
        }
    }

    pub(super) fn piece_at(&self, province: Province) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.at == province)
    }

    /// The piece this one supports, if the orders match.
    pub(super) fn supported(&self, piece: usize) -> Option<usize> {
        match self.pieces[piece].order {
            Order::SupportHold { target, .. } => {
                let helped = self.piece_at(self.board.province_of(target.at))?;
                self.goes_to(helped).is_none().then_some(helped)
            }
            Order::SupportMove { target, to, .. } => {
                let helped = self.piece_at(self.board.province_of(target.at))?;
                let Order::Move { to: goes, .. } = self.pieces[helped].order else {
                    return None;
                };
                let province = self.board.province_of(to);
                let any_coast = self.board.coast_of(to).is_none();
                let fits = goes == to || (any_coast && self.board.province_of(goes) == province);
                fits.then_some(helped)
            }
            _ => None,
        }
    }

    /// The province a support aims at.
    pub(super) fn aim(&self, piece: usize) -> Option<Province> {
        match self.pieces[piece].order {
            Order::SupportHold { target, .. } => Some(self.board.province_of(target.at)),
            Order::SupportMove { to, .. } => Some(self.board.province_of(to)),
            _ => None,
        }
    }

    /// The fleets whose convoy matches this army's move.
    pub(super) fn carriers(&self, army: usize) -> Vec<usize> {
        let there = self.goes_to(army);
        (0..self.pieces.len())
            .filter(|fleet| match self.pieces[*fleet].order {
                Order::Convoy {
                    army: carried, to, ..
                } => {
                    self.board.province_of(carried.at) == self.pieces[army].at
                        && Some(self.board.province_of(to)) == there
                }
                _ => false,
            })
            .collect()
    }

    pub(super) fn convoys(&self, fleet: usize) -> bool {
        (0..self.pieces.len()).any(|army| self.carriers(army).contains(&fleet))
    }

    /// Whether these fleets lead from the army's province to its destination.
    pub(super) fn connects(&self, army: usize, fleets: &[usize]) -> bool {
        let Some(there) = self.goes_to(army) else {
            return false;
        };
        let touches = |one: Province, other: Province| self.board.touching(one).contains(other);
        let mut reached: Vec<usize> = fleets
            .iter()
            .copied()
            .filter(|fleet| touches(self.pieces[*fleet].at, self.pieces[army].at))
            .collect();
        let mut next = 0;
        while next < reached.len() {
            let here = self.pieces[reached[next]].at;
            if touches(here, there) {
                return true;
            }
            for fleet in fleets {
                if touches(here, self.pieces[*fleet].at) && !reached.contains(fleet) {
                    reached.push(*fleet);
                }
            }
            next += 1;
        }
        false
    }

    /// By land or by sea (rule 3 and rule 4).
    pub(super) fn choose_way(&mut self, army: usize) {
        let Order::Move { via, .. } = self.pieces[army].order else {
            return;
        };
        let piece = self.pieces[army];
        if piece.kind == UnitKind::Fleet {
            return;
        }
        let there = self.goes_to(army).expect("a move has a destination");
        if !self.board.army_borders(piece.at).contains(there) {
            self.sails[army] = true;
            return;
        }
        let carriers = self.carriers(army);
        let own = carriers
            .iter()
            .any(|fleet| self.pieces[*fleet].power == piece.power);
        let complete = self.connects(army, &carriers);
        let opposed = self
            .piece_at(there)
            .is_some_and(|other| self.goes_to(other) == Some(piece.at));
        let wants = match self.rules.convoy {
            NeighbourConvoy::Intent => via || own,
            NeighbourConvoy::OwnFleet => own,
            NeighbourConvoy::Explicit => via,
            NeighbourConvoy::Any => complete && opposed,
        };
        if !wants {
            return;
        }
        if complete {
            self.sails[army] = true;
            self.may_walk[army] =
                self.rules.convoy == NeighbourConvoy::Any || self.rules.via == Fallback::LandFull;
        } else if self.rules.via == Fallback::Strict {
            self.sails[army] = true;
        }
    }

    pub(super) fn head_to_head(&self, piece: usize) -> Option<usize> {
        let there = self.goes_to(piece)?;
        let other = self.piece_at(there)?;
        let meets = self.goes_to(other) == Some(self.pieces[piece].at);
        (meets && !self.sails[piece] && !self.sails[other]).then_some(other)
    }
}
