//! The decision equations by the letter, and all their fixed points by trial.
//!
//! Nothing here is shared with the judge: units are a list, every strength is
//! counted by walking that list, and every question that waits for others is
//! answered by trying all answers. It is slow and meant to be read: first what
//! the orders say ([`written`]), then the equations ([`equations`]), then their
//! fixed points ([`trial`]).

mod equations;
mod trial;
mod written;

use parlour_diplomacy::{Board, Order, Position, Power, Province, Rulebook, UnitKind};

/// A unit and its order; units without one hold.
#[derive(Clone, Copy, Debug)]
struct Piece {
    at: Province,
    power: Power,
    kind: UnitKind,
    order: Order,
}

/// A yes-or-no question about one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Path(usize),
    Move(usize),
    Support(usize),
}

/// What came of a phase, by the province in which each unit started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub moved: Vec<Province>,
    pub dislodged: Vec<Province>,
    pub given: Vec<Province>,
    pub pathless: Vec<Province>,
}

/// What was found out about the equations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Fixed points of all equations together, if they could be counted.
    pub fixed_points: Option<u32>,
    /// Rings of moves that were settled by rule.
    pub rings: u32,
    /// Convoy paradoxes that were settled by rule.
    pub paradoxes: u32,
    /// Rings without a convoy that have no fixed point: none are known.
    pub unsolvable: u32,
}

/// The most questions whose answers are tried together.
const MOST_TRIED: usize = 18;

/// The equations of one phase.
pub struct Equations<'a> {
    board: &'a Board,
    rules: Rulebook,
    pieces: Vec<Piece>,
    decisions: Vec<Decision>,
    /// By piece: goes by sea.
    sails: Vec<bool>,
    /// By piece: goes by sea, but walks if that fails.
    may_walk: Vec<bool>,
    /// By piece: a convoying fleet taken out by the paradox rule.
    out: Vec<bool>,
    /// By piece: a move made to fail by the paradox rule.
    failed: Vec<bool>,
}

impl<'a> Equations<'a> {
    pub fn new(board: &'a Board, position: &Position, orders: &[Order], rules: Rulebook) -> Self {
        let pieces: Vec<Piece> = position
            .units()
            .map(|(at, placed)| {
                let own = |order: &&Order| order.unit() == Some(placed.unit);
                let order = orders.iter().find(own).copied();
                Piece {
                    at,
                    power: placed.power,
                    kind: placed.unit.kind,
                    order: order.unwrap_or(Order::Hold { unit: placed.unit }),
                }
            })
            .collect();
        let count = pieces.len();
        let mut equations = Self {
            board,
            rules,
            pieces,
            decisions: Vec::new(),
            sails: vec![false; count],
            may_walk: vec![false; count],
            out: vec![false; count],
            failed: vec![false; count],
        };
        for army in 0..count {
            equations.choose_way(army);
        }
        equations.list_decisions();
        equations
    }

    fn list_decisions(&mut self) {
        self.decisions.clear();
        for piece in 0..self.pieces.len() {
            if self.goes_to(piece).is_some() {
                if self.sails[piece] {
                    self.decisions.push(Decision::Path(piece));
                }
                self.decisions.push(Decision::Move(piece));
            } else if self.supported(piece).is_some() {
                self.decisions.push(Decision::Support(piece));
            }
        }
    }

    /// The outcome of the phase.
    ///
    /// Armies that may walk are first taken to sail; those whose convoy fails
    /// walk, and everything is judged again.
    pub fn solve(&mut self) -> (Outcome, Findings) {
        let mut findings = Findings::default();
        loop {
            let counted = self.count_fixed_points();
            findings.fixed_points = counted.as_ref().map(|(count, _)| *count);
            let answers = self.solve_once(&mut findings);
            if let Some((1, only)) = counted {
                assert_eq!(answers, only, "the only fixed point is the answer");
            }
            let stranded: Vec<usize> = (0..self.pieces.len())
                .filter(|army| self.may_walk[*army] && !self.says(&answers, Decision::Path(*army)))
                .collect();
            if stranded.is_empty() {
                return (self.outcome(&answers), findings);
            }
            for army in stranded {
                self.sails[army] = false;
                self.may_walk[army] = false;
            }
            self.out.fill(false);
            self.failed.fill(false);
            self.list_decisions();
        }
    }

    fn outcome(&self, answers: &[bool]) -> Outcome {
        let all = || 0..self.pieces.len();
        let places = |pieces: Vec<usize>| -> Vec<Province> {
            pieces
                .into_iter()
                .map(|piece| self.pieces[piece].at)
                .collect()
        };
        let moved = |piece: &usize| self.says(answers, Decision::Move(*piece));
        let dislodged = |piece: &usize| {
            !moved(piece)
                && all().any(|other| {
                    moved(&other) && self.goes_to(other) == Some(self.pieces[*piece].at)
                })
        };
        Outcome {
            moved: places(all().filter(moved).collect()),
            dislodged: places(all().filter(dislodged).collect()),
            given: places(
                all()
                    .filter(|piece| self.says(answers, Decision::Support(*piece)))
                    .collect(),
            ),
            pathless: places(
                all()
                    .filter(|piece| {
                        self.goes_to(*piece).is_some()
                            && !self.says(answers, Decision::Path(*piece))
                    })
                    .collect(),
            ),
        }
    }
}
