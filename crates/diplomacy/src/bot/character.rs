//! Who plays how: what rivals ordered before tells by which habit they move.
//!
//! Everybody's orders are public once a phase is resolved. For each of the last few
//! movement phases it is asked how likely each habit would have given the orders that a
//! rival gave, unit by unit; what explains them well is expected of it from then on.
//! After each phase a little doubt comes back, so what is long past counts less. Who
//! does what no habit explains is expected to do what serves it (`search/rivals.rs`),
//! and so is everybody when nothing is known. All of it is integers: the same past
//! gives the same answer on every machine.

use parlour_rules::Stream;

use super::Question;
use super::assign::Style;
use super::greedy::grab;
use super::lab::Lab;
use crate::{Order, Place, Power, Step};

/// So many movement phases are remembered.
pub const MEMORY: usize = 6;
/// So often each habit is tried in a phase that is past, on a board of seven; less often
/// where more powers play.
const DRAWS: u32 = 10;
const LEAST_DRAWS: u32 = 3;
/// Out of so many a likelihood is told.
const WHOLE: u64 = 1000;
/// How likely a unit does what a habit would never have ordered, and how much is added
/// if it always would have.
const FLOOR: u64 = 30;
const RISE: u64 = 900;
/// How likely somebody without a known habit orders what it did.
const OTHERWISE: u64 = 200;
/// After each phase one part in so many is doubt.
const DOUBT: u64 = 12;
/// All weights of a character together, roughly.
const SUM: u64 = 1 << 20;

/// A way to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// By the values of places.
    Dumb,
    /// It grabs what is near.
    Greedy,
    /// It stays.
    Hold,
    /// What serves it, as far as one can tell.
    Other,
}

const MANNERS: [Manner; 4] = [Manner::Dumb, Manner::Greedy, Manner::Hold, Manner::Other];
/// What is thought of somebody who has ordered once, before that is looked at.
const BEFORE: [u64; 4] = [SUM / 4, SUM / 4, SUM / 16, SUM * 7 / 16];

/// How likely somebody moves in each manner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Character([u64; 4]);

impl Character {
    /// Nothing is known.
    pub(super) const UNKNOWN: Self = Self([0, 0, 0, SUM]);

    /// One manner, the likelier the more often.
    pub(super) fn draw(&self, luck: &mut Stream) -> Manner {
        let sum: u64 = self.0.iter().sum();
        let mut left = u64::from(luck.below(sum as u32));
        for (manner, weight) in MANNERS.into_iter().zip(self.0) {
            if left < weight {
                return manner;
            }
            left -= weight;
        }
        Manner::Other
    }

    /// Weighs the manners by how likely each is to have ordered what was seen of one
    /// unit.
    fn weigh(&mut self, likely: [u64; 4]) {
        for (weight, likely) in self.0.iter_mut().zip(likely) {
            *weight = (*weight * likely / WHOLE).max(1);
        }
        let sum: u64 = self.0.iter().sum();
        for weight in &mut self.0 {
            *weight = (*weight * SUM / sum).max(1);
        }
    }

    /// Lets some doubt come back.
    fn doubt(&mut self) {
        for (weight, before) in self.0.iter_mut().zip(BEFORE) {
            *weight = (*weight * (DOUBT - 1) + before) / DOUBT;
        }
    }
}

/// Everybody's character, as the past of a question shows it.
pub(super) fn learn(lab: &mut Lab<'_>, question: &Question<'_>) -> Vec<Character> {
    let board = question.board;
    let mut characters = vec![Character::UNKNOWN; lab.terrain.powers];
    let draws = (DRAWS * 7 / characters.len().max(7) as u32).max(LEAST_DRAWS);
    let past = question.past.iter();
    let past = past.filter(|it| it.position.phase.step == Step::Movement);
    let skipped = past.clone().count().saturating_sub(MEMORY);
    let mut given: Vec<Option<Order>> = vec![None; lab.terrain.provinces];
    let mut counts = vec![[0_u32; 2]; lab.terrain.provinces];
    let mut tried = Vec::new();
    for (place, seen) in past.skip(skipped).enumerate() {
        lab.look(&seen.position, board.powers());
        given.fill(None);
        for order in &seen.orders {
            if let Some(unit) = order.unit() {
                given[board.province_of(unit.at).index()] = Some(*order);
            }
        }
        for power in board.powers().filter(|it| *it != question.power) {
            let units = lab.field.units[power.index()].clone();
            if units.is_empty() {
                continue;
            }
            let mut luck = Stream::new(question.seed, own_place(place, power));
            counts.fill([0; 2]);
            for draw in 0..2 * draws {
                let habit = (draw % 2) as usize;
                tried.clear();
                let (seen, list) = (&seen.position, &mut tried);
                if habit == 0 {
                    lab.habit(seen, power, Style::DUMB, &[], &mut luck, list);
                } else {
                    grab(board, seen, power, &units, &mut luck, list);
                }
                for order in &tried {
                    let at = order.unit().map(|unit| board.province_of(unit.at).index());
                    if let Some(at) = at
                        && given[at].unwrap_or_else(|| held(*order)) == *order
                    {
                        counts[at][habit] += 1;
                    }
                }
            }
            let character = &mut characters[power.index()];
            if place == 0 {
                character.0 = BEFORE;
            }
            for (at, _) in units {
                let stays = matches!(given[at.index()], None | Some(Order::Hold { .. }));
                let likely = |count: u32| FLOOR + RISE * u64::from(count) / u64::from(draws);
                let [dumb, greedy] = counts[at.index()].map(likely);
                let hold = FLOOR + if stays { RISE } else { 0 };
                character.weigh([dumb, greedy, hold, OTHERWISE]);
            }
            character.doubt();
        }
    }
    characters
}

/// What a unit does that is ordered nothing.
fn held(order: Order) -> Order {
    order.unit().map_or(order, |unit| Order::Hold { unit })
}

/// Where the draws of a past phase and power are taken from.
fn own_place(phase: usize, power: Power) -> u64 {
    50_000 + 100 * phase as u64 + power.index() as u64
}

#[cfg(test)]
mod tests {
    use parlour_rules::Seed;

    use super::*;
    use crate::bot::{Kind, Past, advise, remember};
    use crate::{Board, Judge, Rulebook, turn};

    /// What Austria thinks of Turkey after some phases in which everybody else played
    /// like this.
    fn thought(kind: Kind, phases: usize) -> [u64; 4] {
        let board = Board::standard();
        let rules = Rulebook::default();
        let [austria, turkey] = ["AUSTRIA", "TURKEY"].map(|it| board.power(it).unwrap());
        let mut judge = Judge::new(board, rules);
        let mut position = board.start().clone();
        let mut past = Vec::new();
        let mut characters = Vec::new();
        for played in 0..=phases {
            let ask = |position, past, power| Question {
                board,
                rules,
                position,
                power,
                seed: Seed(7),
                past,
            };
            if played == phases {
                let mut lab = Lab::new(board, rules);
                characters = learn(&mut lab, &ask(&position, &past, austria));
                break;
            }
            let mut orders = Vec::new();
            for power in position.must_order(board) {
                let question = ask(&position, &past, power);
                orders.extend(advise(&question, kind, &mut kind.effort()).orders);
            }
            let before = position.clone();
            let movement = judge.movement(&position, &orders);
            judge.apply_movement(&movement, &mut position);
            let seen = Past {
                position: before,
                orders,
            };
            remember(&mut past, seen);
            turn(board, &mut position);
            // Only movement phases are played: who was driven out is forgotten.
            while position.phase.step != Step::Movement {
                crate::judge_retreats(board, &mut position, &[]);
                turn(board, &mut position);
            }
        }
        characters[turkey.index()].0
    }

    #[test]
    fn who_knows_nothing_thinks_nothing() {
        assert_eq!(thought(Kind::Dumb, 0), Character::UNKNOWN.0);
    }

    #[test]
    fn habits_are_known_after_a_few_phases() {
        for (kind, place) in [(Kind::Dumb, 0), (Kind::Greedy, 1), (Kind::Hold, 2)] {
            let weights = thought(kind, 4);
            let sum: u64 = weights.iter().sum();
            assert!(weights[place] * 2 > sum, "{kind}: {weights:?}");
        }
    }
}
