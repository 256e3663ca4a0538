//! The judge: what becomes of orders.
//!
//! # Movement
//!
//! Every legal order raises yes-or-no questions, and each answer is an equation
//! over other answers:
//!
//! * a **path** (of an army that goes by sea) is open if a chain of fleets that
//!   are ordered to convoy it and are not dislodged leads to the landing;
//! * a **support** is given if it is not cut: by a foreign attack with an open
//!   path that does not come from the province the support aims at, or by
//!   dislodgement;
//! * a **move** succeeds if its path is open and its attack strength is above
//!   the defend strength of a unit it meets head to head, or else above the
//!   hold strength of the destination, and above the prevent strength of every
//!   other move there.
//!
//! [`tables`] gathers who attacks, supports and convoys whom; [`state`] holds
//! the answers known so far, as bit sets, and computes lower and upper bounds
//! of strengths from them; [`solve`] draws conclusions until nothing follows.
//! What is left then are questions that wait for each other in a ring: a ring
//! of moves, which succeeds (rule of the rulebooks), or a convoy paradox, which
//! the paradox rule settles. If such a ring has exactly one consistent answer,
//! that one is taken.
//!
//! # Retreats and adjustments
//!
//! [`retreats`] and [`adjustments`] judge the other two kinds of phases.

mod adjustments;
mod movement;
mod retreats;
mod solve;
mod state;
mod strengths;
mod tables;

use crate::{Board, Order, Position, Rulebook};

pub(crate) use adjustments::removal_distance;
pub use adjustments::{Adjustments, adjust, adjust_quietly, civil_disorder};
pub use movement::{Code, Codes, Movement};
pub use retreats::{Retreats, judge_retreats};

use state::Answers;
use tables::Tables;

/// Judges movement phases on one board under one rulebook. The tables are kept
/// between phases, so judging allocates nothing.
#[derive(Clone, Debug)]
pub struct Judge<'b> {
    board: &'b Board,
    rules: Rulebook,
    tables: Box<Tables>,
    answers: Answers,
}

impl<'b> Judge<'b> {
    /// A judge for a board.
    pub fn new(board: &'b Board, rules: Rulebook) -> Self {
        Self {
            board,
            rules,
            tables: Box::new(Tables::new()),
            answers: Answers::default(),
        }
    }

    /// The board it judges on.
    pub fn board(&self) -> &'b Board {
        self.board
    }

    /// The rule choices it judges by.
    pub fn rules(&self) -> Rulebook {
        self.rules
    }

    /// Judges by other rule choices from now on.
    pub fn set_rules(&mut self, rules: Rulebook) {
        self.rules = rules;
    }

    /// Judges one movement phase. Every order must be legal for the unit's own
    /// power ([`Scene::check`](crate::Scene::check)), at most one for each
    /// unit; units without an order hold.
    pub fn movement(&mut self, position: &Position, orders: &[Order]) -> Movement {
        self.tables.gather(self.board, self.rules, position, orders);
        // An army that may walk when its convoy is broken is first taken to
        // sail; if that fails it walks, and everything is judged again.
        let mut walked = crate::ProvinceSet::EMPTY;
        let mut taken_out = crate::ProvinceSet::EMPTY;
        loop {
            self.answers = solve::solve(self.board, self.rules, &self.tables);
            let stranded = self.answers.path_no.and(self.tables.may_walk);
            if stranded.is_empty() {
                break;
            }
            taken_out = taken_out.or(self.answers.taken_out);
            walked = walked.or(stranded);
            self.tables.walk(stranded);
        }
        for army in walked {
            let fleets = self.tables.convoys(army);
            self.answers.taken_out = self.answers.taken_out.or(taken_out.and(fleets));
        }
        movement::conclude(&self.tables, &self.answers, self.rules)
    }
}
