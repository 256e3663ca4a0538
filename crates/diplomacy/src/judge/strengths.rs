//! What decided a phase, for whoever explains it. Every question here is
//! answered only after [`Judge::movement`].

use super::Judge;
use super::state::Reasoner;
use crate::{Movement, Order, Province, ProvinceSet};

impl Judge<'_> {
    fn reasoner(&self) -> Reasoner<'_> {
        Reasoner {
            board: self.board,
            rules: self.rules,
            tables: &self.tables,
        }
    }

    /// The order that was judged for the unit in this province.
    pub fn order(&self, unit: Province) -> Order {
        self.tables.order(unit)
    }

    /// Where a move goes, or the province a support aims at.
    pub fn aim(&self, unit: Province) -> Province {
        self.tables.aim(unit)
    }

    /// The units that moved or tried to move to this province.
    pub fn attackers(&self, province: Province) -> ProvinceSet {
        self.tables.attackers(province)
    }

    /// The units whose matching support was not cut.
    pub fn helpers(&self, unit: Province) -> ProvinceSet {
        self.tables.supports(unit).and(self.answers.support_yes)
    }

    /// The helpers that do not count towards dislodging the unit at the move's
    /// destination, because it belongs to their own power.
    pub fn unwilling(&self, movement: &Movement, unit: Province) -> ProvinceSet {
        let there = self.tables.aim(unit);
        let leaves = movement.moved.contains(there) && self.tables.head_to_head(unit).is_none();
        if leaves || !self.tables.occupied.contains(there) {
            ProvinceSet::EMPTY
        } else {
            self.helpers(unit).and(self.tables.allies(there))
        }
    }

    /// The fleets that are ordered to carry this army.
    pub fn carriers(&self, army: Province) -> ProvinceSet {
        self.tables.convoys(army)
    }

    /// The unit a move met head to head.
    pub fn met(&self, unit: Province) -> Option<Province> {
        self.tables.head_to_head(unit)
    }

    /// The attacks that cut this support.
    pub fn cutters(&self, supporter: Province) -> ProvinceSet {
        let open = self.answers.path_yes;
        let cutters = self
            .tables
            .cutters(supporter, self.rules.cut_from)
            .and(open);
        let spared = self.tables.spared(supporter, self.rules.cut_from);
        let driver = spared.filter(|attacker| self.answers.move_yes.contains(*attacker));
        driver.map_or(cutters, |attacker| cutters.with(attacker))
    }

    /// The convoying fleets that the paradox rule took out.
    pub fn taken_out(&self) -> ProvinceSet {
        self.answers.taken_out
    }

    /// The moves that the paradox rule made fail.
    pub fn made_fail(&self) -> ProvinceSet {
        self.answers.made_fail
    }

    /// Whether the unit supports another whose order it matches.
    pub fn is_supporting(&self, unit: Province) -> bool {
        self.tables.supporters.contains(unit)
    }

    /// The moves whose path was not open.
    pub fn pathless(&self) -> ProvinceSet {
        self.answers.path_no
    }

    /// Whether both units belong to one power.
    pub fn same_power(&self, one: Province, other: Province) -> bool {
        self.tables.same_power(one, other)
    }

    fn leaves(&self, movement: &Movement, unit: Province) -> bool {
        movement.moved.contains(self.tables.aim(unit))
    }

    /// The attack strength of a move.
    pub fn attack_strength(&self, movement: &Movement, unit: Province) -> u32 {
        let leaves = self.leaves(movement, unit);
        self.reasoner().attack(&self.answers, unit, leaves).low
    }

    /// The prevent strength of a move.
    pub fn prevent_strength(&self, movement: &Movement, unit: Province) -> u32 {
        let leaves = self.leaves(movement, unit);
        self.reasoner().prevent(&self.answers, unit, leaves).low
    }

    /// The defend strength of a move that was met head to head.
    pub fn defend_strength(&self, unit: Province) -> u32 {
        self.reasoner().defend(&self.answers, unit).low
    }

    /// The hold strength of a province; nothing if its unit left.
    pub fn hold_strength(&self, movement: &Movement, province: Province) -> u32 {
        if movement.moved.contains(province) {
            0
        } else {
            self.reasoner().hold(&self.answers, province).low
        }
    }
}
