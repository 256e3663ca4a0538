//! Where lines are tried out: one judge, one view of the field, and everybody's habits
//! (`DumbBot`'s way of moving), kept together so that a phase allocates little.

use parlour_rules::Stream;

use super::Effort;
use super::assign::{Assignment, Ground, Style};
use super::character::Manner;
use super::field::Field;
use super::greedy::grab;
use super::line::passing;
use super::others;
use super::terrain::Terrain;
use crate::{
    Board, Judge, Order, Place, Position, Power, ProvinceSet, Rulebook, Step, adjust,
    judge_retreats, turn,
};

/// What lines are tried out with.
#[derive(Clone, Debug)]
pub(super) struct Lab<'b> {
    pub(super) terrain: Terrain<'b>,
    pub(super) field: Field,
    pub(super) rules: Rulebook,
    /// Moves that were stopped in the movement phase that was carried out last.
    pub(super) stopped: ProvinceSet,
    /// By power: how it moves when lines are played on; who is not told moves by the
    /// values of places.
    pub(super) manners: Vec<Manner>,
    /// By power: by how many centres it may pass every line at its next move.
    pub(super) passing: Vec<u32>,
    judge: Judge<'b>,
    assignment: Assignment,
    orders: Vec<Order>,
}

impl<'b> Lab<'b> {
    pub(super) fn new(board: &'b Board, rules: Rulebook) -> Self {
        Self {
            terrain: Terrain::new(board),
            field: Field::default(),
            rules,
            stopped: ProvinceSet::EMPTY,
            manners: Vec::new(),
            passing: Vec::new(),
            judge: Judge::new(board, rules),
            assignment: Assignment::default(),
            orders: Vec::new(),
        }
    }

    pub(super) fn board(&self) -> &'b Board {
        self.terrain.board
    }

    /// Surveys a position and appraises it for these powers.
    pub(super) fn look(&mut self, position: &Position, powers: impl Iterator<Item = Power>) {
        self.field.survey(&self.terrain, position);
        for power in powers {
            self.field.appraise(&self.terrain, position, power);
        }
    }

    /// Counts by how much everybody may pass the lines in a position that was surveyed.
    pub(super) fn watch_lines(&mut self, position: &Position) {
        let (terrain, field) = (&self.terrain, &self.field);
        let centers = self.board().powers().zip(&field.centers);
        let passing =
            centers.map(|(power, owned)| passing(terrain, &field.units, position, power, *owned));
        self.passing.clear();
        self.passing.extend(passing);
    }

    /// Adds what a power would order by habit. The lab must have looked at the position
    /// for it.
    pub(super) fn habit(
        &mut self,
        position: &Position,
        power: Power,
        style: Style,
        fixed: &[Order],
        luck: &mut Stream,
        list: &mut Vec<Order>,
    ) {
        let (terrain, field) = (&self.terrain, &self.field);
        match position.phase.step {
            Step::Movement => {
                let ground = Ground {
                    terrain,
                    field,
                    power,
                    style,
                };
                self.assignment.movement(&ground, fixed, luck, list);
            }
            Step::Retreat => others::retreats(terrain, field, position, power, list),
            Step::Adjustment => others::winter(terrain, field, position, power, list),
        }
    }

    /// Carries out a phase and turns to the next; the answer is who has won.
    pub(super) fn carry_out(&mut self, position: &mut Position, orders: &[Order]) -> Option<Power> {
        let board = self.board();
        match position.phase.step {
            Step::Movement => {
                let movement = self.judge.movement(position, orders);
                self.stopped = movement.bounced;
                self.judge.apply_movement(&movement, position);
            }
            Step::Retreat => {
                judge_retreats(board, position, orders);
            }
            Step::Adjustment => {
                for power in board.powers() {
                    if position.adjustment(board, power) != 0 {
                        let own = |order: &&Order| owner(board, position, **order) == Some(power);
                        let own: Vec<Order> = orders.iter().filter(own).copied().collect();
                        adjust(board, self.rules.disband, position, power, &own);
                    }
                }
            }
        }
        let turning = turn(board, position);
        turning.solo
    }

    /// Plays one phase by everybody's habits.
    pub(super) fn play_by_habit(
        &mut self,
        position: &mut Position,
        style: Style,
        luck: &mut Stream,
    ) -> Option<Power> {
        let mut orders = std::mem::take(&mut self.orders);
        orders.clear();
        let board = self.board();
        self.field.survey(&self.terrain, position);
        for power in board.powers() {
            if !self.acts(position, power) {
                continue;
            }
            let moves = position.phase.step == Step::Movement;
            let manner = self.manners.get(power.index()).filter(|_| moves);
            let own = &self.field.units[power.index()];
            match manner {
                Some(Manner::Greedy) => grab(board, position, power, own, luck, &mut orders),
                Some(Manner::Hold) => {
                    orders.extend(own.iter().map(|it| Order::Hold { unit: it.1.unit }));
                }
                _ => {
                    self.field.appraise(&self.terrain, position, power);
                    self.habit(position, power, style, &[], luck, &mut orders);
                }
            }
        }
        let solo = self.carry_out(position, &orders);
        self.orders = orders;
        solo
    }

    /// Whether a power has something to order.
    fn acts(&self, position: &Position, power: Power) -> bool {
        match position.phase.step {
            Step::Movement => !self.field.units[power.index()].is_empty(),
            Step::Retreat => position.dislodged().iter().any(|it| it.power == power),
            Step::Adjustment => position.adjustment(self.board(), power) != 0,
        }
    }

    /// Plays by habit until the centres were counted in this year; the answer is who
    /// has won.
    pub(super) fn play_until(
        &mut self,
        position: &mut Position,
        year: u16,
        style: Style,
        luck: &mut Stream,
        effort: &mut Effort<'_>,
    ) -> Option<Power> {
        while position.phase.year < year
            || (position.phase.year == year && position.phase.step != Step::Adjustment)
        {
            let before = position.phase;
            effort.spend();
            let solo = self.play_by_habit(position, style, luck);
            if solo.is_some() || position.phase == before {
                return solo;
            }
        }
        None
    }
}

/// Whose order of a Winter this is.
fn owner(board: &Board, position: &Position, order: Order) -> Option<Power> {
    let at = board.province_of(order.unit()?.at);
    match order {
        Order::Build { .. } => position.owner(at),
        _ => position.unit_in(at).map(|placed| placed.power),
    }
}
