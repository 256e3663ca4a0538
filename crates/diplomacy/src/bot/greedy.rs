//! The greedy bot: one ply, every unit goes where it gains most, others support it.

use parlour_rules::Stream;

use super::Question;
use super::simple::{adjust, by_unit, legal, place};
use crate::{Order, Province, ProvinceSet, Step};

pub(super) fn greedy(question: &Question<'_>, luck: &mut Stream) -> Vec<Order> {
    let legal = legal(question);
    let greed = Greed {
        question,
        prizes: prizes(question),
    };
    if question.position.phase.step == Step::Adjustment {
        // Build near the front; take away what is furthest from foreign centres.
        let due = question.position.adjustment(question.board, question.power);
        return adjust(question, &legal, |order| {
            let distance = greed.distance(place(question.board, order));
            if due > 0 { distance } else { 100 - distance }
        });
    }
    greed.moves(&legal, luck)
}

/// Centres that are not ours yet.
fn prizes(question: &Question<'_>) -> ProvinceSet {
    let own = question.position.centers_of(question.power);
    question.board.centers().minus(own)
}

struct Greed<'a> {
    question: &'a Question<'a>,
    prizes: ProvinceSet,
}

impl Greed<'_> {
    fn moves(&self, legal: &[Order], luck: &mut Stream) -> Vec<Order> {
        let units = by_unit(legal);
        // Those that stand next to a prize choose first.
        let mut turn: Vec<usize> = (0..units.len()).collect();
        turn.sort_by_key(|index| self.distance(place(self.question.board, units[*index][0])));
        let mut chosen: Vec<Option<Order>> = vec![None; units.len()];
        let mut goals = ProvinceSet::EMPTY;
        for index in turn {
            let ways = units[index].iter().map(|order| {
                let worth = self.worth(*order, goals, &chosen);
                (worth, luck.below(1000), *order)
            });
            if let Some((_, _, order)) = ways.max_by_key(|(worth, chance, _)| (*worth, *chance)) {
                if let Some(there) = self.goal(order) {
                    goals.insert(there);
                }
                chosen[index] = Some(order);
            }
        }
        chosen.into_iter().flatten().collect()
    }

    /// How good an order looks, given what was chosen so far. Convoys and moves by sea
    /// are not looked at: nobody carries them.
    fn worth(&self, order: Order, goals: ProvinceSet, chosen: &[Option<Order>]) -> i32 {
        let board = self.question.board;
        let from = place(board, order);
        match order {
            Order::Move { via: true, .. } => -60,
            Order::Move { to, .. } | Order::Retreat { to, .. } => {
                self.worth_of_going(from, board.province_of(to), goals)
            }
            Order::SupportMove { target, to, .. } => {
                let there = board.province_of(to);
                let supported = chosen
                    .iter()
                    .flatten()
                    .any(|other| other.unit() == Some(target) && self.goal(*other) == Some(there));
                let contested = self.question.position.unit_in(there).is_some();
                match (supported, contested) {
                    (true, true) => 65,
                    (true, false) => 35,
                    _ => -50,
                }
            }
            Order::SupportHold { target, .. } => {
                let stays = chosen
                    .iter()
                    .flatten()
                    .any(|other| other.unit() == Some(target) && self.goal(*other).is_none());
                if stays { 5 } else { -50 }
            }
            Order::Hold { .. } if self.prizes.contains(from) => 90,
            Order::Hold { .. } => 0,
            Order::Disband { .. } => -100,
            _ => -50,
        }
    }

    fn worth_of_going(&self, from: Province, there: Province, goals: ProvinceSet) -> i32 {
        let stands = self.question.position.unit_in(there);
        let own = stands.is_some_and(|it| it.power == self.question.power);
        if goals.contains(there) || own || self.prizes.contains(from) {
            return -20;
        }
        if self.prizes.contains(there) {
            return if stands.is_some() { 60 } else { 80 };
        }
        40 - 8 * self.distance(there)
    }

    fn distance(&self, from: Province) -> i32 {
        let board = self.question.board;
        let steps = self.prizes.iter().map(|there| board.distance(from, there));
        i32::from(steps.min().unwrap_or(50).min(50))
    }

    fn goal(&self, order: Order) -> Option<Province> {
        match order {
            Order::Move { to, .. } | Order::Retreat { to, .. } => {
                Some(self.question.board.province_of(to))
            }
            _ => None,
        }
    }
}
