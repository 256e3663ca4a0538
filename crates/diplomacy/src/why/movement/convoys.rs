//! Reasons of convoys: what a fleet did for an army, and why an army stayed.

use super::{Account, Reason, Strengths};
use crate::{NeighbourConvoy, Order, Province, ProvinceSet, convoy};

impl Account<'_, '_> {
    pub(super) fn of_broken_convoy(&self, army: Province) -> Reason {
        let fleets = self.judge.carriers(army);
        let dislodged = fleets.and(self.movement.dislodged);
        let taken_out = fleets.and(self.judge.taken_out()).minus(dislodged);
        let mut causes = fleets.and(dislodged.or(taken_out));
        let mut parts = Vec::new();
        for fleet in dislodged {
            let attacker = self.judge.dislodger(self.movement, fleet);
            if let Some(attacker) = attacker {
                causes.insert(attacker);
                let order = self.order(attacker);
                parts.push(format!("{} was dislodged by {order}", self.unit(fleet)));
            }
        }
        if !taken_out.is_empty() {
            let was = if taken_out.len() == 1 {
                "belongs"
            } else {
                "belong"
            };
            parts.push(format!(
                "{} {was} to a convoy paradox",
                self.units(taken_out)
            ));
        }
        Reason {
            causes: self.causes(causes),
            text: format!(
                "{} stayed: its convoy was broken, {}",
                self.order(army),
                parts.join(", ")
            ),
            ..Reason::default()
        }
    }

    pub(super) fn of_convoy(&self, unit: Province) -> Reason {
        let order = self.order(unit);
        let strengths = Strengths {
            hold: Some(self.hold_strength(unit)),
            ..Strengths::default()
        };
        let army = self.helped_unit(unit);
        let causes = self.causes(ProvinceSet::only(army));
        let text = if self.movement.void.contains(unit) {
            format!("{order} had no effect: {}", self.what_it_did(army))
        } else if self.judge.taken_out().contains(unit) {
            format!("{order} failed: it belongs to a convoy paradox")
        } else if self.movement.dislodged.contains(unit) {
            format!("{order} failed")
        } else if self.movement.no_convoy.contains(army) {
            format!(
                "{order} stood ready, but {} was not carried: no complete convoy route was ordered",
                self.unit(army)
            )
        } else if self.movement.disrupted.contains(army) {
            format!(
                "{order} stood ready, but {} was not carried: its convoy was broken",
                self.unit(army)
            )
        } else if !self.movement.moved.contains(army) {
            format!("{order} stood ready, but {} bounced", self.order(army))
        } else if !self.movement.by_sea.contains(army) {
            format!("{order} was not used: {} went by land", self.unit(army))
        } else if !self.bearers(army).contains(unit) {
            format!(
                "{order} was not used: {} went another way over {}",
                self.unit(army),
                self.units(self.bearers(army))
            )
        } else {
            format!("{order} was carried out")
        };
        Reason {
            strengths,
            causes,
            text,
        }
    }

    /// Why an army that could walk went by sea or did not, where fleets were ordered to
    /// carry it: foreign ones may have meant to kidnap it. (DATC 4.A.3.)
    pub(super) fn way_between_neighbours(&self, army: Province) -> Option<String> {
        let Order::Move { via, .. } = self.judge.order(army) else {
            return None;
        };
        let fleets = self.judge.carriers(army);
        let there = self.judge.aim(army);
        let walks = self.judge.board().army_borders(army).contains(there);
        if fleets.is_empty() || !walks {
            return None;
        }
        let rule = self.judge.rules().convoy;
        let own = fleets.iter().any(|it| self.judge.same_power(it, army));
        let name = self.unit(army);
        if self.movement.by_sea.contains(army) {
            let why = match rule {
                NeighbourConvoy::Any => "any convoy takes it where two units would meet",
                NeighbourConvoy::Intent | NeighbourConvoy::Explicit if via => "it was ordered via",
                _ => "a fleet of its own power was ordered to carry it",
            };
            return Some(format!("{name} was to go by sea: {why}"));
        }
        let wanted = match rule {
            NeighbourConvoy::Intent => via || own,
            NeighbourConvoy::OwnFleet => own,
            NeighbourConvoy::Explicit => via,
            NeighbourConvoy::Any => self.meets_somebody(army),
        };
        let complete = convoy::route_exists(self.judge.board(), army, there, fleets);
        let why = match rule {
            _ if wanted && !complete => "no complete convoy route was ordered",
            _ if wanted => "its convoy was broken",
            NeighbourConvoy::Intent => {
                "its power ordered neither via nor a fleet of its own to carry it"
            }
            NeighbourConvoy::OwnFleet => "its power ordered no fleet of its own to carry it",
            NeighbourConvoy::Explicit => "it was not ordered via",
            NeighbourConvoy::Any => "no unit was to come the other way",
        };
        let fleets = self.units(fleets);
        Some(format!(
            "{name} was to go by land, not over {fleets}: {why}"
        ))
    }

    /// Whether the unit at an army's destination is ordered to where the army stands.
    fn meets_somebody(&self, army: Province) -> bool {
        let there = self.judge.aim(army);
        self.position.unit_in(there).is_some()
            && self.is_mover(there)
            && self.judge.aim(there) == army
    }

    /// The fleets that an army may have sailed over: those on some complete route
    /// of fleets that were ordered to carry it and stayed.
    pub(super) fn bearers(&self, army: Province) -> ProvinceSet {
        let stayed = self.judge.carriers(army).minus(self.movement.disrupted);
        convoy::needed_fleets(self.judge.board(), army, self.judge.aim(army), stayed)
    }
}
