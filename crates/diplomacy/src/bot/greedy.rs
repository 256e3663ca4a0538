//! The greedy bot: one ply, every unit goes where it gains most, others support it.

use parlour_rules::Stream;

use super::Question;
use super::simple::{adjust, by_unit, legal, place};
use crate::{Board, Order, Placed, Position, Power, Province, ProvinceSet, Step};

pub(super) fn greedy(question: &Question<'_>, luck: &mut Stream) -> Vec<Order> {
    let (board, position, power) = (question.board, question.position, question.power);
    if position.phase.step == Step::Movement {
        let own: Vec<_> = position.units().filter(|it| it.1.power == power).collect();
        let mut orders = Vec::new();
        grab(board, position, power, &own, luck, &mut orders);
        return orders;
    }
    let legal = legal(question);
    let greed = Greed::new(board, position, power);
    if position.phase.step == Step::Retreat {
        return greed.retreats(&legal, luck);
    }
    // Build near the front; take away what is furthest from foreign centres.
    let due = position.adjustment(board, power);
    adjust(question, &legal, |order| {
        let distance = greed.distance(place(board, order));
        if due > 0 { distance } else { 100 - distance }
    })
}

/// Adds the moves of a power's units. Convoys and moves by sea are not looked at:
/// nobody carries them.
pub(super) fn grab(
    board: &Board,
    position: &Position,
    power: Power,
    own: &[(Province, Placed)],
    luck: &mut Stream,
    list: &mut Vec<Order>,
) {
    let greed = Greed::new(board, position, power);
    let begin = list.len();
    // Those that stand next to a prize choose first.
    let mut turn: Vec<(i32, Province, Placed)> = own
        .iter()
        .map(|(from, placed)| (greed.distance(*from), *from, *placed))
        .collect();
    turn.sort_by_key(|(distance, _, _)| *distance);
    let mut goals = ProvinceSet::EMPTY;
    for (_, from, placed) in turn {
        let unit = placed.unit;
        let content = greed.prizes.contains(from);
        let mut choice = Choice::new(Order::Hold { unit }, if content { 90 } else { 0 });
        for to in board.steps(unit) {
            let worth = greed.worth_of_going(from, board.province_of(to), goals);
            let via = false;
            choice.consider(Order::Move { unit, to, via }, worth, luck);
        }
        let reach = board.reach(unit);
        for other in &list[begin..] {
            let Some(target) = other.unit() else {
                continue;
            };
            if let Order::Move { to, .. } = *other {
                let there = board.province_of(to);
                if reach.contains(there) {
                    let contested = position.unit_in(there).is_some();
                    let worth = if contested { 65 } else { 35 };
                    choice.consider(Order::SupportMove { unit, target, to }, worth, luck);
                }
            } else if reach.contains(board.province_of(target.at)) {
                choice.consider(Order::SupportHold { unit, target }, 5, luck);
            }
        }
        if let Order::Move { to, .. } = choice.order {
            goals.insert(board.province_of(to));
        }
        list.push(choice.order);
    }
}

/// The best of what was considered; of several that are as good each is as likely.
struct Choice {
    order: Order,
    worth: i32,
    equals: u32,
}

impl Choice {
    fn new(order: Order, worth: i32) -> Self {
        Self {
            order,
            worth,
            equals: 1,
        }
    }

    fn consider(&mut self, order: Order, worth: i32, luck: &mut Stream) {
        if worth > self.worth {
            *self = Self::new(order, worth);
        } else if worth == self.worth {
            self.equals += 1;
            if luck.below(self.equals) == 0 {
                self.order = order;
            }
        }
    }
}

struct Greed<'a> {
    board: &'a Board,
    position: &'a Position,
    power: Power,
    /// Centres that are not ours yet.
    prizes: ProvinceSet,
}

impl<'a> Greed<'a> {
    fn new(board: &'a Board, position: &'a Position, power: Power) -> Self {
        Self {
            board,
            position,
            power,
            prizes: board.centers().minus(position.centers_of(power)),
        }
    }

    fn retreats(&self, legal: &[Order], luck: &mut Stream) -> Vec<Order> {
        let mut goals = ProvinceSet::EMPTY;
        let mut chosen = Vec::new();
        let mut units = by_unit(legal);
        units.sort_by_key(|own| self.distance(place(self.board, own[0])));
        for own in units {
            let mut choice: Option<Choice> = None;
            for order in own {
                let worth = match order {
                    Order::Retreat { to, .. } => {
                        let from = place(self.board, order);
                        self.worth_of_going(from, self.board.province_of(to), goals)
                    }
                    _ => -100,
                };
                match &mut choice {
                    Some(choice) => choice.consider(order, worth, luck),
                    None => choice = Some(Choice::new(order, worth)),
                }
            }
            if let Some(choice) = choice {
                if let Order::Retreat { to, .. } = choice.order {
                    goals.insert(self.board.province_of(to));
                }
                chosen.push(choice.order);
            }
        }
        chosen
    }

    fn worth_of_going(&self, from: Province, there: Province, goals: ProvinceSet) -> i32 {
        let stands = self.position.unit_in(there);
        let own = stands.is_some_and(|it| it.power == self.power);
        if goals.contains(there) || own || self.prizes.contains(from) {
            return -20;
        }
        if self.prizes.contains(there) {
            return if stands.is_some() { 60 } else { 80 };
        }
        40 - 8 * self.distance(there)
    }

    fn distance(&self, from: Province) -> i32 {
        let mut near = self.board.nearest_centers(from).iter();
        let nearest = near.find(|there| self.prizes.contains(**there));
        nearest.map_or(50, |there| {
            i32::from(self.board.distance(from, *there)).min(50)
        })
    }
}
