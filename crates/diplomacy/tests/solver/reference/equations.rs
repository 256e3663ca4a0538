//! What follows from a full set of answers: one equation for each decision.

use parlour_diplomacy::{CutFrom, DislodgedBounce, Order, Paradox, Power, Routes};

use super::{Decision, Equations};

impl Equations<'_> {
    pub(super) fn index(&self, decision: Decision) -> Option<usize> {
        self.decisions.iter().position(|known| *known == decision)
    }

    pub(super) fn says(&self, answers: &[bool], decision: Decision) -> bool {
        match (self.index(decision), decision) {
            (Some(index), _) => answers[index],
            // A move by land has an open path.
            (None, Decision::Path(_)) => true,
            (None, _) => false,
        }
    }

    fn supports(&self, answers: &[bool], piece: usize, against: Option<Power>) -> u32 {
        let counts = |supporter: &usize| {
            self.supported(*supporter) == Some(piece)
                && Some(self.pieces[*supporter].power) != against
                && self.says(answers, Decision::Support(*supporter))
        };
        (0..self.pieces.len()).filter(counts).count() as u32
    }

    /// The equation of one decision.
    pub(super) fn follows(&self, answers: &[bool], decision: Decision) -> bool {
        match decision {
            Decision::Path(army) => self.path_follows(answers, army),
            Decision::Move(piece) => self.move_follows(answers, piece),
            Decision::Support(piece) => self.support_follows(answers, piece),
        }
    }

    fn path_follows(&self, answers: &[bool], army: usize) -> bool {
        let carriers = self.carriers(army);
        if !self.connects(army, &carriers) {
            return false;
        }
        let lost = |fleet: &usize| {
            let attacked = |other: usize| {
                self.goes_to(other) == Some(self.pieces[*fleet].at)
                    && self.says(answers, Decision::Move(other))
            };
            self.out[*fleet] || (0..self.pieces.len()).any(attacked)
        };
        match self.rules.routes {
            Routes::AnyOpen => {
                let open: Vec<usize> = carriers
                    .iter()
                    .copied()
                    .filter(|fleet| !lost(fleet))
                    .collect();
                self.connects(army, &open)
            }
            Routes::AllOpen => !self.needed(army, &carriers).iter().any(lost),
        }
    }

    /// The fleets without which some set of these fleets would fail.
    pub(super) fn needed(&self, army: usize, fleets: &[usize]) -> Vec<usize> {
        let subsets = 1_u32 << fleets.len();
        let chosen = |mask: u32, without: Option<usize>| -> Vec<usize> {
            let members = fleets.iter().enumerate();
            members
                .filter(|(index, fleet)| mask >> index & 1 != 0 && Some(**fleet) != without)
                .map(|(_, fleet)| *fleet)
                .collect()
        };
        let needed = |fleet: &usize| {
            (0..subsets).any(|mask| {
                self.connects(army, &chosen(mask, None))
                    && !self.connects(army, &chosen(mask, Some(*fleet)))
            })
        };
        fleets.iter().copied().filter(needed).collect()
    }

    fn move_follows(&self, answers: &[bool], piece: usize) -> bool {
        if self.failed[piece] || !self.says(answers, Decision::Path(piece)) {
            return false;
        }
        let there = self.goes_to(piece).expect("a move has a destination");
        let occupant = self.piece_at(there);
        let leaves = occupant.is_some_and(|other| self.says(answers, Decision::Move(other)));
        let met = self.head_to_head(piece);
        let attack = match occupant {
            Some(other) if met.is_some() || !leaves => {
                if self.pieces[other].power == self.pieces[piece].power {
                    0
                } else {
                    1 + self.supports(answers, piece, Some(self.pieces[other].power))
                }
            }
            _ => 1 + self.supports(answers, piece, None),
        };
        let resistance = match (met, occupant) {
            (Some(other), _) => 1 + self.supports(answers, other, None),
            (None, Some(other)) if !leaves => {
                if self.goes_to(other).is_some() {
                    1
                } else {
                    1 + self.supports(answers, other, None)
                }
            }
            _ => 0,
        };
        attack > resistance
            && (0..self.pieces.len())
                .filter(|rival| *rival != piece && self.goes_to(*rival) == Some(there))
                .all(|rival| attack > self.prevent(answers, rival))
    }

    fn prevent(&self, answers: &[bool], piece: usize) -> u32 {
        if !self.says(answers, Decision::Path(piece)) {
            return 0;
        }
        let there = self.goes_to(piece).expect("a move has a destination");
        let opponent = self
            .piece_at(there)
            .filter(|other| self.goes_to(*other) == Some(self.pieces[piece].at));
        let beaten = opponent.is_some_and(|other| {
            self.says(answers, Decision::Move(other))
                && match self.rules.dislodged_bounce {
                    DislodgedBounce::UnlessHeadToHead => self.head_to_head(piece).is_some(),
                    DislodgedBounce::Never => !self.says(answers, Decision::Move(piece)),
                }
        });
        if beaten {
            0
        } else {
            1 + self.supports(answers, piece, None)
        }
    }

    fn support_follows(&self, answers: &[bool], piece: usize) -> bool {
        let cut = |attacker: usize| {
            self.goes_to(attacker) == Some(self.pieces[piece].at)
                && self.pieces[attacker].power != self.pieces[piece].power
                && !self.shielded(piece, attacker)
                && if self.is_spared(piece, attacker) {
                    self.says(answers, Decision::Move(attacker))
                } else {
                    self.says(answers, Decision::Path(attacker))
                }
        };
        !(0..self.pieces.len()).any(cut)
    }

    /// The attack comes from the province the support aims at.
    fn is_spared(&self, supporter: usize, attacker: usize) -> bool {
        Some(self.pieces[attacker].at) == self.aim(supporter)
            && (self.rules.cut_from == CutFrom::Province || !self.sails[attacker])
    }

    /// The rules of 1982 and 2000 for convoyed attacks.
    fn shielded(&self, supporter: usize, attacker: usize) -> bool {
        if !self.sails[attacker] {
            return false;
        }
        let Some(fleet) = self.aim(supporter).and_then(|aim| self.piece_at(aim)) else {
            return false;
        };
        match self.rules.paradox {
            Paradox::Rule1982 => self.convoys(fleet),
            Paradox::Rule2000 => {
                let carriers = self.carriers(attacker);
                let others: Vec<usize> = carriers
                    .iter()
                    .copied()
                    .filter(|other| *other != fleet)
                    .collect();
                matches!(self.pieces[supporter].order, Order::SupportMove { .. })
                    && carriers.contains(&fleet)
                    && !self.connects(attacker, &others)
            }
            _ => false,
        }
    }
}
