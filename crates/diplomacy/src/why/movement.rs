//! Reasons in movement phases.

mod convoys;
mod standoff;

use super::{Reason, Strengths, listed};
use crate::resolve::OrderFault;
use crate::{Judge, Movement, Order, Position, Province, ProvinceSet};

/// What is told about one judged movement phase.
pub(crate) struct Account<'j, 'b> {
    judge: &'j Judge<'b>,
    movement: &'j Movement,
    position: &'j Position,
}

impl<'j, 'b> Account<'j, 'b> {
    pub(crate) fn new(
        judge: &'j Judge<'b>,
        movement: &'j Movement,
        position: &'j Position,
    ) -> Self {
        Self {
            judge,
            movement,
            position,
        }
    }

    /// Why a unit's legal order had its result.
    pub(crate) fn of_unit(&self, unit: Province, ordered: bool) -> Reason {
        let mut reason = match self.judge.order(unit) {
            Order::Move { .. } => self.of_move(unit),
            Order::SupportHold { .. } | Order::SupportMove { .. } => self.of_support(unit),
            Order::Convoy { .. } => self.of_convoy(unit),
            _ => self.of_hold(unit, ordered),
        };
        if let Some(way) = self.way_between_neighbours(unit) {
            reason.text = format!("{}; {way}", reason.text);
        }
        let told = matches!(self.judge.order(unit), Order::Hold { .. });
        if self.movement.dislodged.contains(unit) && !told {
            self.tell_dislodgement(unit, &mut reason);
        }
        reason
    }

    /// Why an order did not count. `unit` is the power's own unit that it names:
    /// it holds.
    pub(crate) fn of_fault(
        &self,
        text: &str,
        fault: &OrderFault,
        unit: Option<Province>,
    ) -> Reason {
        let mut reason = Reason {
            text: format!("{text} did not count: {fault}"),
            ..Reason::default()
        };
        if let Some(unit) = unit {
            reason.strengths.hold = Some(self.hold_strength(unit));
            if self.movement.dislodged.contains(unit) {
                self.tell_dislodgement(unit, &mut reason);
            }
        }
        reason
    }

    fn of_hold(&self, unit: Province, ordered: bool) -> Reason {
        let name = self.unit(unit);
        let hold = self.hold_strength(unit);
        let strengths = Strengths {
            hold: Some(hold),
            ..Strengths::default()
        };
        let idle = if ordered { "" } else { " had no order and" };
        if self.movement.dislodged.contains(unit) {
            let mut reason = Reason {
                strengths,
                ..Reason::default()
            };
            self.tell_dislodgement(unit, &mut reason);
            if !ordered {
                reason.text = format!("{}; it had no order", reason.text);
            }
            return reason;
        }
        match self.strongest_attack(unit) {
            None => Reason {
                strengths,
                text: format!("{name}{idle} held"),
                ..Reason::default()
            },
            Some(attacker)
                if self.judge.attack_strength(self.movement, attacker) > hold
                    && !self.rivals(attacker).is_empty() =>
            {
                self.of_beleaguered(attacker, &format!("{name}{idle} held"), strengths)
            }
            Some(attacker) => {
                let attack = self.judge.attack_strength(self.movement, attacker);
                let helpers = self.helped(unit);
                let order = self.order(attacker);
                Reason {
                    strengths,
                    causes: self.causes(ProvinceSet::only(attacker).or(self.judge.helpers(unit))),
                    text: format!(
                        "{name}{idle} held with {hold} against {attack} of {order}{helpers}"
                    ),
                }
            }
        }
    }

    /// ` and was dislodged by A VEN - TRI, 2 against 1`, with its cause.
    fn tell_dislodgement(&self, unit: Province, reason: &mut Reason) {
        let Some(attacker) = self.judge.dislodger(self.movement, unit) else {
            return;
        };
        let attack = self.judge.attack_strength(self.movement, attacker);
        let hold = match self.judge.met(unit) {
            Some(met) if met == attacker => self.judge.defend_strength(unit),
            _ => self.hold_strength(unit),
        };
        let by = format!(
            "was dislodged by {}, {attack} against {hold}",
            self.order(attacker)
        );
        reason.text = if reason.text.is_empty() {
            format!("{} {by}{}", self.unit(unit), self.helped(attacker))
        } else {
            format!("{}, and {} {by}", reason.text, self.unit(unit))
        };
        if self.judge.retreats(self.movement, unit).is_empty() {
            reason.text.push_str("; destroyed: nowhere to go");
        }
        reason.strengths.hold.get_or_insert(hold);
        let causes = self.causes(ProvinceSet::only(attacker).or(self.judge.helpers(attacker)));
        for cause in causes {
            if !reason.causes.contains(&cause) {
                reason.causes.push(cause);
            }
        }
    }

    fn of_move(&self, unit: Province) -> Reason {
        if self.movement.no_convoy.contains(unit) {
            return Reason {
                causes: self.causes(self.judge.carriers(unit)),
                text: format!(
                    "{} stayed: no complete convoy route was ordered",
                    self.order(unit)
                ),
                ..Reason::default()
            };
        }
        if self.movement.disrupted.contains(unit) {
            return self.of_broken_convoy(unit);
        }
        let attack = self.judge.attack_strength(self.movement, unit);
        let met = self.judge.met(unit);
        let strengths = Strengths {
            attack: Some(attack),
            prevent: Some(self.judge.prevent_strength(self.movement, unit)),
            defend: met.map(|_| self.judge.defend_strength(unit)),
            hold: None,
        };
        let order = self.order(unit);
        let resistance = self.resistance(unit);
        let moved = self.movement.moved.contains(unit);
        if self.judge.made_fail().contains(unit) {
            return Reason {
                strengths,
                causes: Vec::new(),
                text: format!(
                    "{order} failed: it belongs to a convoy paradox, in which all moves fail"
                ),
            };
        }
        let Some((resistance, against)) = resistance else {
            let mut carriers = self.judge.carriers(unit);
            let how = if self.movement.by_sea.contains(unit) {
                carriers = self.bearers(unit);
                format!(" by sea over {}", self.units(carriers))
            } else {
                String::new()
            };
            return Reason {
                strengths,
                causes: self.causes(carriers),
                text: format!("{order} succeeded unopposed{how}"),
            };
        };
        if moved {
            let mut causes = self.judge.helpers(unit);
            causes.insert(resistance.unit());
            return Reason {
                strengths,
                causes: self.causes(causes),
                text: format!(
                    "{order} succeeded: {attack} against {against}{}",
                    self.helped(unit)
                ),
            };
        }
        self.of_bounce(unit, strengths, resistance, against)
    }

    fn of_support(&self, unit: Province) -> Reason {
        let order = self.order(unit);
        let hold = self.hold_strength(unit);
        let strengths = Strengths {
            hold: Some(hold),
            ..Strengths::default()
        };
        if self.movement.void.contains(unit) {
            let helped = self.helped_unit(unit);
            return Reason {
                strengths,
                causes: self.causes(ProvinceSet::only(helped)),
                text: format!("{order} had no effect: {}", self.what_it_did(helped)),
            };
        }
        if self.movement.cut.contains(unit) {
            let cutters = self.judge.cutters(unit);
            return Reason {
                strengths,
                causes: self.causes(cutters),
                text: format!("{order} was cut by {}", self.orders(cutters)),
            };
        }
        let helped = self.helped_unit(unit);
        let wasted =
            self.judge.unwilling(self.movement, helped).contains(unit) && self.is_mover(helped);
        let note = if wasted {
            let target = self.judge.aim(helped);
            format!(
                ", but does not count towards dislodging {}, which is of the same power",
                self.unit(target)
            )
        } else {
            String::new()
        };
        Reason {
            strengths,
            causes: self.causes(ProvinceSet::only(helped)),
            text: format!("{order} was given{note}"),
        }
    }

    /// The unit that a support or convoy names.
    fn helped_unit(&self, unit: Province) -> Province {
        let board = self.judge.board();
        match self.judge.order(unit) {
            Order::SupportHold { target, .. } | Order::SupportMove { target, .. } => {
                board.province_of(target.at)
            }
            Order::Convoy { army, .. } => board.province_of(army.at),
            _ => unit,
        }
    }

    /// The order of a unit that another order did not match.
    fn what_it_did(&self, unit: Province) -> String {
        match self.judge.order(unit) {
            Order::Hold { .. } => format!("{} did not move", self.unit(unit)),
            _ => format!("{} was ordered {}", self.unit(unit), self.order(unit)),
        }
    }

    fn is_mover(&self, unit: Province) -> bool {
        matches!(self.judge.order(unit), Order::Move { .. })
    }

    fn hold_strength(&self, unit: Province) -> u32 {
        self.judge.hold_strength(self.movement, unit)
    }

    /// The strongest attack on a unit that stayed.
    fn strongest_attack(&self, unit: Province) -> Option<Province> {
        let strength = |attacker: &Province| self.judge.attack_strength(self.movement, *attacker);
        let attackers = self.judge.attackers(unit).iter();
        attackers
            .filter(|attacker| strength(attacker) > 0)
            .max_by_key(strength)
    }

    /// The supporters of a unit that were cut.
    fn cut_helpers(&self, unit: Province) -> ProvinceSet {
        let helps = |supporter: &Province| {
            !self.movement.void.contains(*supporter) && self.helped_unit(*supporter) == unit
        };
        self.movement.cut.iter().filter(helps).collect()
    }

    /// `, supported by A VIE and A TYR`
    fn helped(&self, unit: Province) -> String {
        let helpers = self.judge.helpers(unit);
        if helpers.is_empty() {
            String::new()
        } else {
            format!(", supported by {}", self.units(helpers))
        }
    }

    fn unit(&self, unit: Province) -> String {
        let placed = self.position.unit_in(unit);
        placed.map_or_else(
            || self.judge.board().code(unit).to_owned(),
            |placed| self.judge.board().unit_text(placed.unit).to_string(),
        )
    }

    fn units(&self, units: ProvinceSet) -> String {
        let names: Vec<String> = units.iter().map(|unit| self.unit(unit)).collect();
        listed(&names)
    }

    fn order(&self, unit: Province) -> String {
        self.judge.order(unit).show(self.judge.board()).to_string()
    }

    fn orders(&self, units: ProvinceSet) -> String {
        listed(&self.causes(units))
    }

    fn causes(&self, units: ProvinceSet) -> Vec<String> {
        units.iter().map(|unit| self.order(unit)).collect()
    }
}
