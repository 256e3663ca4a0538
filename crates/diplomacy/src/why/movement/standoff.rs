//! What stopped a move: a unit that stays, a move it meets, a rival; and what
//! stopped the first of a line of units that could not get away.

use super::{Account, Reason, Strengths};
use crate::{Province, ProvinceSet};

/// What stood against a move, with its strength.
#[derive(Clone, Copy)]
pub(super) enum Resistance {
    /// The unit that held its ground.
    Holding(Province),
    /// The unit met head to head.
    Met(Province),
    /// Another move to the same province.
    Rival(Province),
}

impl Account<'_, '_> {
    /// A move that was stopped by strength.
    pub(super) fn of_bounce(
        &self,
        unit: Province,
        strengths: Strengths,
        resistance: Resistance,
        against: u32,
    ) -> Reason {
        let order = self.order(unit);
        let other = resistance.unit();
        // No attack at all on a unit of one's own, but it counts against a rival.
        let attack = match (resistance, strengths.attack) {
            (Resistance::Rival(_), Some(0)) => strengths.prevent,
            (_, attack) => attack,
        };
        let attack = attack.unwrap_or_default();
        let own = self.judge.same_power(unit, other) && !matches!(resistance, Resistance::Rival(_));
        let mut causes = ProvinceSet::only(other).or(self.judge.helpers(other));
        let mut text = if own {
            format!(
                "{order} bounced: {} is of the same power and stays",
                self.unit(other)
            )
        } else {
            self.weighed(&order, attack, resistance, against)
        };
        if resistance.is_stuck(self)
            && let Some((why, more)) = self.end_of_line(unit)
        {
            causes = causes.or(more);
            text = format!("{text}, because {why}");
        }
        let unwilling = self.judge.unwilling(self.movement, unit);
        if !unwilling.is_empty() && !own {
            causes = causes.or(unwilling);
            text = format!(
                "{text}; the support of {} does not count against its own power's unit",
                self.units(unwilling)
            );
        }
        let cut = self.cut_helpers(unit);
        if !cut.is_empty() {
            causes = causes.or(cut);
            let was = if cut.len() == 1 {
                "support of"
            } else {
                "supports of"
            };
            let were = if cut.len() == 1 { "was" } else { "were" };
            text = format!("{text}; the {was} {} {were} cut", self.units(cut));
        }
        Reason {
            strengths,
            causes: self.causes(causes),
            text,
        }
    }

    /// `A X - Y bounced: 1 against 1 of …`
    fn weighed(&self, order: &str, attack: u32, resistance: Resistance, against: u32) -> String {
        let other = resistance.unit();
        let name = match resistance {
            Resistance::Holding(_) => self.unit(other),
            Resistance::Met(_) | Resistance::Rival(_) => self.order(other),
        };
        let helpers = self.judge.helpers(other);
        if resistance.is_stuck(self) {
            format!("{order} bounced: {attack} against {against}, {name} did not get away")
        } else if helpers.is_empty() {
            format!("{order} bounced: {attack} against {against} of {name}")
        } else {
            let were = if helpers.len() == 1 {
                "whose support was not cut"
            } else {
                "whose supports were not cut"
            };
            format!(
                "{order} bounced: {attack} against {against}, {name} was supported by {}, {were}",
                self.units(helpers)
            )
        }
    }

    /// Where units stand in a line behind each other, or in a ring, and none gets
    /// away: what stopped the first of them, and the orders that did.
    fn end_of_line(&self, last: Province) -> Option<(String, ProvinceSet)> {
        let mut first = self.judge.aim(last);
        let mut passed = ProvinceSet::only(last);
        loop {
            if passed.contains(first) {
                return None;
            }
            passed.insert(first);
            match self.resistance(first) {
                Some((stuck, _)) if stuck.is_stuck(self) && !self.fails_alone(first) => {
                    first = stuck.unit();
                }
                found => return Some(self.what_stopped(first, found.map(|(it, _)| it))),
            }
        }
    }

    /// Whether a move fails whatever stands against it.
    fn fails_alone(&self, unit: Province) -> bool {
        self.movement.no_convoy.contains(unit)
            || self.movement.disrupted.contains(unit)
            || self.judge.made_fail().contains(unit)
    }

    fn what_stopped(&self, unit: Province, by: Option<Resistance>) -> (String, ProvinceSet) {
        let order = self.order(unit);
        let causes = ProvinceSet::only(unit);
        if self.movement.no_convoy.contains(unit) {
            return (format!("{order} had no convoy"), causes);
        }
        if self.movement.disrupted.contains(unit) {
            return (format!("the convoy of {order} was broken"), causes);
        }
        let Some(by) = by.filter(|_| !self.judge.made_fail().contains(unit)) else {
            return (format!("{order} belongs to a convoy paradox"), causes);
        };
        let causes = causes.with(by.unit());
        let text = match by {
            Resistance::Holding(other) => format!("{order} was stopped by {}", self.unit(other)),
            Resistance::Met(other) => format!("{order} met {}", self.order(other)),
            Resistance::Rival(other) if self.movement.moved.contains(other) => {
                format!("{order} was stopped by {}", self.order(other))
            }
            Resistance::Rival(other) => {
                format!("{order} and {} stopped each other", self.order(other))
            }
        };
        (text, causes)
    }

    /// What stood most strongly against a move.
    pub(super) fn resistance(&self, unit: Province) -> Option<(Resistance, u32)> {
        let there = self.judge.aim(unit);
        let mut against: Vec<(Resistance, u32)> = Vec::new();
        if let Some(met) = self.judge.met(unit) {
            against.push((Resistance::Met(met), self.judge.defend_strength(met)));
        } else if self.position.unit_in(there).is_some() {
            against.push((Resistance::Holding(there), self.hold_strength(there)));
        }
        for rival in self.judge.attackers(there).without(unit) {
            let prevent = self.judge.prevent_strength(self.movement, rival);
            against.push((Resistance::Rival(rival), prevent));
        }
        against.retain(|(_, strength)| *strength > 0);
        // A unit that did not get away explains less than a rival who would have
        // stopped the move anyway.
        let free = self.judge.prevent_strength(self.movement, unit);
        let first_of_most = |best: (Resistance, u32), next: (Resistance, u32)| {
            let tells_more = best.0.is_stuck(self) && next.1 == best.1 && next.1 >= free;
            if next.1 > best.1 || tells_more {
                next
            } else {
                best
            }
        };
        against.into_iter().reduce(first_of_most)
    }

    /// A unit that stays because attacks that would each have driven it out stopped
    /// each other.
    pub(super) fn of_beleaguered(
        &self,
        attacker: Province,
        held: &str,
        strengths: Strengths,
    ) -> Reason {
        let rivals = self.rivals(attacker);
        let attacks = rivals.with(attacker);
        let attack = self.judge.attack_strength(self.movement, attacker);
        let prevents = rivals
            .iter()
            .map(|rival| self.judge.prevent_strength(self.movement, rival));
        let prevent = prevents.max().unwrap_or_default();
        let helpers = attacks
            .iter()
            .map(|one| self.judge.helpers(one))
            .fold(attacks, ProvinceSet::or);
        Reason {
            strengths,
            causes: self.causes(helpers),
            text: format!(
                "{held}: {} stopped each other, {attack} against {prevent}",
                self.orders(attacks)
            ),
        }
    }

    /// The other moves to the same province that suffice to stop this one.
    pub(super) fn rivals(&self, unit: Province) -> ProvinceSet {
        let attack = self.judge.attack_strength(self.movement, unit);
        let others = self.judge.attackers(self.judge.aim(unit)).without(unit);
        others
            .iter()
            .filter(|rival| self.judge.prevent_strength(self.movement, *rival) >= attack)
            .collect()
    }
}

impl Resistance {
    pub(super) fn unit(self) -> Province {
        match self {
            Self::Holding(unit) | Self::Met(unit) | Self::Rival(unit) => unit,
        }
    }
    /// A unit that wanted to leave and did not get away.
    fn is_stuck(self, account: &Account<'_, '_>) -> bool {
        matches!(self, Self::Holding(unit) if account.is_mover(unit))
    }
}
