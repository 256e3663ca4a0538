//! The answers known so far, and what they allow about each question.

use super::tables::Tables;
use crate::{Board, DislodgedBounce, Province, ProvinceSet, Routes, Rulebook, convoy};

/// Answers by unit; a unit that is in neither set of a pair is undecided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Answers {
    pub(super) move_yes: ProvinceSet,
    pub(super) move_no: ProvinceSet,
    pub(super) support_yes: ProvinceSet,
    pub(super) support_no: ProvinceSet,
    pub(super) path_yes: ProvinceSet,
    pub(super) path_no: ProvinceSet,
    /// Convoying fleets that the paradox rule has taken out.
    pub(super) taken_out: ProvinceSet,
    /// Moves that the paradox rule has made fail.
    pub(super) made_fail: ProvinceSet,
    /// How many rings of moves, and how many convoy paradoxes, were settled by rule.
    pub(super) rings: u8,
    pub(super) paradoxes: u8,
}

/// One question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Path(Province),
    Move(Province),
    Support(Province),
}

/// A lower and an upper bound of a strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: u32,
    pub(super) high: u32,
}

impl Bounds {
    const ZERO: Self = Self { low: 0, high: 0 };
    const ONE: Self = Self { low: 1, high: 1 };

    fn max(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.max(other.high),
        }
    }
}

impl Answers {
    /// The units of which the question is answered with yes, and with no.
    fn known(&mut self, question: Question) -> (&mut ProvinceSet, &mut ProvinceSet, Province) {
        match question {
            Question::Path(unit) => (&mut self.path_yes, &mut self.path_no, unit),
            Question::Move(unit) => (&mut self.move_yes, &mut self.move_no, unit),
            Question::Support(unit) => (&mut self.support_yes, &mut self.support_no, unit),
        }
    }

    pub(super) fn set(&mut self, question: Question, answer: bool) {
        let (yes, no, unit) = self.known(question);
        let known = if answer { yes } else { no };
        known.insert(unit);
    }

    pub(super) fn undecided_moves(&self, tables: &Tables) -> ProvinceSet {
        tables.movers.minus(self.move_yes).minus(self.move_no)
    }

    pub(super) fn undecided_supports(&self, tables: &Tables) -> ProvinceSet {
        tables
            .supporters
            .minus(self.support_yes)
            .minus(self.support_no)
    }

    pub(super) fn undecided_paths(&self, tables: &Tables) -> ProvinceSet {
        tables.movers.minus(self.path_yes).minus(self.path_no)
    }

    /// Whether a question is answered with yes.
    pub(super) fn says(mut self, question: Question) -> bool {
        let (yes, _, unit) = self.known(question);
        yes.contains(unit)
    }

    fn moves(&self, unit: Province) -> Option<bool> {
        if self.move_yes.contains(unit) {
            Some(true)
        } else if self.move_no.contains(unit) {
            Some(false)
        } else {
            None
        }
    }
}

/// What can be concluded from some answers.
#[derive(Clone, Copy)]
pub(super) struct Reasoner<'a> {
    pub(super) board: &'a Board,
    pub(super) rules: Rulebook,
    pub(super) tables: &'a Tables,
}

impl Reasoner<'_> {
    /// The answer that must follow, if one does.
    pub(super) fn answer(&self, answers: &Answers, question: Question) -> Option<bool> {
        match question {
            Question::Path(army) => self.path(answers, army),
            Question::Move(unit) => self.moves(answers, unit),
            Question::Support(unit) => self.support(answers, unit),
        }
    }

    /// Whether a support is given.
    fn support(&self, answers: &Answers, supporter: Province) -> Option<bool> {
        let cutters = self.tables.cutters(supporter, self.rules.cut_from);
        let spared = self.tables.spared(supporter, self.rules.cut_from);
        let driven_out = spared.map_or(Some(false), |attacker| answers.moves(attacker));
        if cutters.meets(answers.path_yes) || driven_out == Some(true) {
            return Some(false);
        }
        let open = !cutters.minus(answers.path_no).is_empty() || driven_out.is_none();
        (!open).then_some(true)
    }

    /// Whether the path of a move by sea is open; others are answered at the
    /// start.
    fn path(&self, answers: &Answers, army: Province) -> Option<bool> {
        let fleets = self.tables.convoys(army);
        let lost = fleets.and(self.lost_fleets(answers, fleets));
        let doubtful = self.doubtful_fleets(answers, fleets).minus(lost);
        match self.rules.routes {
            Routes::AnyOpen => {
                let there = self.tables.aim(army);
                let open = |fleets| convoy::route_exists(self.board, army, there, fleets);
                if open(fleets.minus(lost).minus(doubtful)) {
                    Some(true)
                } else if lost.or(doubtful).is_empty() || !open(fleets.minus(lost)) {
                    Some(false)
                } else {
                    None
                }
            }
            Routes::AllOpen => {
                let required = self.tables.required(self.board, army);
                if required.meets(lost) {
                    Some(false)
                } else if required.meets(doubtful) {
                    None
                } else {
                    Some(true)
                }
            }
        }
    }

    /// Convoying fleets that are dislodged or taken out.
    pub(super) fn lost_fleets(&self, answers: &Answers, fleets: ProvinceSet) -> ProvinceSet {
        let dislodged = |fleet: &Province| self.tables.attackers(*fleet).meets(answers.move_yes);
        fleets
            .iter()
            .filter(dislodged)
            .collect::<ProvinceSet>()
            .or(fleets.and(answers.taken_out))
    }

    /// Convoying fleets that may yet be dislodged.
    pub(super) fn doubtful_fleets(&self, answers: &Answers, fleets: ProvinceSet) -> ProvinceSet {
        let undecided = answers.undecided_moves(self.tables);
        let doubtful = |fleet: &Province| self.tables.attackers(*fleet).meets(undecided);
        fleets.iter().filter(doubtful).collect()
    }

    /// Whether a move succeeds.
    fn moves(&self, answers: &Answers, unit: Province) -> Option<bool> {
        if answers.path_no.contains(unit) || answers.made_fail.contains(unit) {
            return Some(false);
        }
        let there = self.tables.aim(unit);
        if !self.tables.movers.contains(there) {
            return self.moves_if(answers, unit, false);
        }
        if let Some(leaves) = answers.moves(there) {
            return self.moves_if(answers, unit, leaves);
        }
        let staying = self.moves_if(answers, unit, false);
        if staying.is_some() && staying == self.moves_if(answers, unit, true) {
            staying
        } else {
            None
        }
    }

    /// Whether a move succeeds if the unit at its destination leaves or stays.
    fn moves_if(&self, answers: &Answers, unit: Province, leaves: bool) -> Option<bool> {
        let attack = self.attack(answers, unit, leaves);
        let resistance = self.resistance(answers, unit, leaves);
        if attack.low > resistance.high {
            Some(true)
        } else if attack.high <= resistance.low {
            Some(false)
        } else {
            None
        }
    }

    /// Attack strength, if the unit at the destination leaves or stays.
    pub(super) fn attack(&self, answers: &Answers, unit: Province, leaves: bool) -> Bounds {
        let there = self.tables.aim(unit);
        let mut supports = self.tables.supports(unit);
        let met = self.tables.head_to_head(unit).is_some();
        if self.tables.occupied.contains(there) && (met || !leaves) {
            if self.tables.same_power(unit, there) {
                return Bounds::ZERO;
            }
            supports = supports.minus(self.tables.allies(there));
        }
        with_path(answers, unit, supported(answers, supports))
    }

    /// The highest strength that stands against a move.
    fn resistance(&self, answers: &Answers, unit: Province, leaves: bool) -> Bounds {
        let there = self.tables.aim(unit);
        let mut against = if let Some(other) = self.tables.head_to_head(unit) {
            self.defend(answers, other)
        } else if leaves {
            Bounds::ZERO
        } else {
            self.hold(answers, there)
        };
        for rival in self.tables.attackers(there).without(unit) {
            against = against.max(self.prevent(answers, rival, leaves));
        }
        against
    }

    /// Hold strength of a province whose unit, if there is one, does not leave.
    pub(super) fn hold(&self, answers: &Answers, province: Province) -> Bounds {
        if !self.tables.occupied.contains(province) {
            Bounds::ZERO
        } else if self.tables.movers.contains(province) {
            Bounds::ONE
        } else {
            supported(answers, self.tables.supports(province))
        }
    }

    /// Defend strength of a move that is met head to head.
    pub(super) fn defend(&self, answers: &Answers, unit: Province) -> Bounds {
        supported(answers, self.tables.supports(unit))
    }

    /// Prevent strength of a move, if the unit at its destination leaves or stays.
    pub(super) fn prevent(&self, answers: &Answers, unit: Province, leaves: bool) -> Bounds {
        let full = supported(answers, self.tables.supports(unit));
        let mut bounds = with_path(answers, unit, full);
        if leaves && self.tables.opponent(unit).is_some() {
            let beaten = match self.rules.dislodged_bounce {
                DislodgedBounce::UnlessHeadToHead => Some(self.tables.head_to_head(unit).is_some()),
                DislodgedBounce::Never => answers.moves(unit).map(|moved| !moved),
            };
            match beaten {
                Some(true) => bounds = Bounds::ZERO,
                Some(false) => {}
                None => bounds.low = 0,
            }
        }
        bounds
    }
}

/// A strength that is nothing unless the path is open.
fn with_path(answers: &Answers, unit: Province, full: Bounds) -> Bounds {
    if answers.path_yes.contains(unit) {
        full
    } else if answers.path_no.contains(unit) {
        Bounds::ZERO
    } else {
        Bounds {
            low: 0,
            high: full.high,
        }
    }
}

/// One, and one more for every support.
fn supported(answers: &Answers, supports: ProvinceSet) -> Bounds {
    Bounds {
        low: 1 + supports.and(answers.support_yes).len(),
        high: 1 + supports.minus(answers.support_no).len(),
    }
}
