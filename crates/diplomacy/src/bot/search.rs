//! Search: what our orders come to against what others are likely to order.
//!
//! Others are expected to move by habit (`DumbBot`'s way, with its chance), or now and
//! then to grab what they can, and to do more often what serves them ([`rivals`]); a
//! *sample* is one set of orders for all of them. Our candidates begin as orders by
//! habit, convoys included, and are bred from the best. Each is tried against the same
//! samples in the same order: the phase is judged, some phases more are played by
//! everybody's habits, and the position after the count of centres is appraised
//! ([`leaf`]). Candidates that do badly against the first samples are dropped; the
//! others are tried on, the promising ones more often. The best mean is ordered.

mod breed;
mod leaf;
mod rivals;

use parlour_rules::{Seed, Stream};

use super::assign::Style;
use super::character::{self, Character};
use super::lab::Lab;
use super::others;
use super::{Advice, Effort, Question, Weights};
use crate::{Order, Place, Position, Power, ProvinceSet, Season, Step};

use rivals::Rivals;

/// How others are expected to move.
const EXPECTED: Style = Style::DUMB;
/// How everybody moves after the first phase.
const AFTERWARDS: Style = Style {
    alternative: 20,
    difference: 500,
    noise: 0,
};
/// At most so many candidates are kept, and so many samples of others' orders.
const MOST_CANDIDATES: usize = 40;
const MOST_SAMPLES: usize = 160;
/// A new candidate is tried against so many samples before it is kept.
const TRIAL: usize = 6;
/// And so many bred in vain settle it.
const MOST_IN_VAIN: u32 = 200;
/// After so many rounds without anything to try the search is over.
const MOST_IDLE: u32 = 60;

struct Candidate {
    orders: Vec<Order>,
    /// What it came to against the first samples.
    results: Vec<i32>,
    sum: i64,
}

impl Candidate {
    fn mean(&self) -> i64 {
        self.sum / (self.results.len().max(1) as i64)
    }

    /// The mean against the first few samples alone.
    fn mean_of(&self, count: usize) -> i64 {
        let count = count.min(self.results.len());
        let sum: i64 = self.results[..count].iter().map(|it| i64::from(*it)).sum();
        sum / (count.max(1) as i64)
    }

    /// The mean, and more the less is known.
    fn promise(&self, spread: i64) -> i64 {
        self.mean() + spread / (self.results.len().max(1).isqrt() as i64)
    }
}

/// One decision.
struct Search<'a, 'b> {
    lab: Lab<'b>,
    root: &'a Position,
    power: Power,
    /// Where our units stand, in a movement phase.
    own: ProvinceSet,
    seed: Seed,
    until: u16,
    luck: Stream,
    characters: Vec<Character>,
    rivals: Rivals,
    samples: Vec<Vec<Order>>,
    pool: Vec<Candidate>,
    weights: Weights,
}

/// What search orders.
pub(super) fn search(question: &Question<'_>, weights: Weights, effort: &mut Effort<'_>) -> Advice {
    let seed = question.own_seed();
    let position = question.position;
    let mut lab = Lab::new(question.board, question.rules);
    let mut search = Search {
        characters: character::learn(&mut lab, question),
        lab,
        root: position,
        power: question.power,
        own: match position.phase.step {
            Step::Movement => position.occupied_by(question.power),
            _ => ProvinceSet::EMPTY,
        },
        seed,
        until: horizon(position),
        luck: Stream::new(seed, 1),
        rivals: Rivals::default(),
        samples: Vec::new(),
        pool: Vec::new(),
        weights,
    };
    search.look();
    match position.phase.step {
        Step::Movement => search.movement(effort),
        Step::Retreat => {
            let sets = search.retreat_sets();
            search.compare(sets, effort);
        }
        Step::Adjustment => {
            let sets = search.winter_sets();
            search.compare(sets, effort);
        }
    }
    search.answer(effort)
}

/// The year to whose count of centres lines are played: there are at least two
/// movement phases until then.
fn horizon(position: &Position) -> u16 {
    let phase = position.phase;
    match (phase.season, phase.step) {
        (Season::Spring, _) => phase.year,
        _ => phase.year + 1,
    }
}

impl Search<'_, '_> {
    fn look(&mut self) {
        let board = self.lab.board();
        self.lab.look(self.root, board.powers());
    }

    fn movement(&mut self, effort: &mut Effort<'_>) {
        self.begin();
        // Whatever the effort, the first candidate is tried; others that are not are
        // never ordered.
        for index in 0..self.pool.len() {
            if index == 0 || !effort.is_over() {
                self.try_on(index, effort);
            }
        }
        // Small powers have few orders: who finds nothing new for a while is done.
        let (mut round, mut idle, mut in_vain) = (0_u32, 0_u32, 0_u32);
        let mut leader = self.best();
        while !effort.is_over() && idle < MOST_IDLE && !self.is_settled(in_vain) {
            round += 1;
            let judged = effort.judged();
            let next = self.most_promising();
            if let Some(index) = next
                && !round.is_multiple_of(3)
            {
                self.try_on(index, effort);
            } else if let Some(orders) = self.offspring() {
                self.audition(orders, effort);
                in_vain += 1;
            }
            let best = self.best();
            if best != leader {
                (leader, in_vain) = (best, 0);
            }
            let found = effort.judged() > judged;
            idle = if found { 0 } else { idle + 1 };
        }
    }

    /// Whether more would hardly change anything: the best was tried against every
    /// sample, and many others that were bred since did not pass it.
    fn is_settled(&self, in_vain: u32) -> bool {
        let known = |best: usize| self.pool[best].results.len() >= MOST_SAMPLES;
        in_vain >= MOST_IN_VAIN && self.best().is_some_and(known)
    }

    /// Tries every set of orders in turn, and drops the worse half now and then.
    fn compare(&mut self, sets: Vec<Vec<Order>>, effort: &mut Effort<'_>) {
        for orders in sets {
            self.admit(orders);
        }
        let mut left = self.pool.len();
        for round in 1..=MOST_SAMPLES {
            for index in 0..left {
                self.try_on(index, effort);
                if effort.is_over() {
                    return;
                }
            }
            if round.is_power_of_two() && round >= 8 && left > 2 {
                self.pool[..left].sort_by_key(|it| std::cmp::Reverse(it.mean()));
                left = left.div_ceil(2);
                self.pool.truncate(left);
            }
            if left < 2 {
                return;
            }
        }
    }

    /// The candidate to be tried next; none if everything was tried against all.
    fn most_promising(&self) -> Option<usize> {
        let spread = i64::from(self.weights.center);
        let open = self.pool.iter().enumerate();
        let open = open.filter(|(_, it)| it.results.len() < MOST_SAMPLES);
        open.max_by_key(|(_, it)| it.promise(spread))
            .map(|(index, _)| index)
    }

    /// Adds a candidate unless it is there already.
    fn admit(&mut self, orders: Vec<Order>) -> Option<usize> {
        if self.pool.iter().any(|it| it.orders == orders) {
            return None;
        }
        self.pool.push(Candidate {
            orders,
            results: Vec::new(),
            sum: 0,
        });
        Some(self.pool.len() - 1)
    }

    /// Tries a new candidate against the first samples; it stays if it keeps up.
    fn audition(&mut self, orders: Vec<Order>, effort: &mut Effort<'_>) {
        let Some(index) = self.admit(orders) else {
            return;
        };
        let best = self.best().filter(|best| *best != index);
        for tried in 1..=TRIAL {
            self.try_on(index, effort);
            let margin = i64::from(self.weights.center) / (tried as i64 + 1);
            let behind = best.is_some_and(|best| {
                self.pool[index].mean() + margin < self.pool[best].mean_of(tried)
            });
            if behind || effort.is_over() {
                self.pool.pop();
                return;
            }
        }
        if self.pool.len() > MOST_CANDIDATES {
            let worst = (0..self.pool.len()).min_by_key(|at| self.pool[*at].mean());
            if let Some(worst) = worst {
                self.pool.swap_remove(worst);
            }
        }
    }

    /// The candidate that did best, among those that were tried often enough.
    fn best(&self) -> Option<usize> {
        let most = self.pool.iter().map(|it| it.results.len()).max()?;
        let known = |it: &Candidate| it.results.len() * 2 >= most;
        let pool = self.pool.iter().enumerate().filter(|(_, it)| known(it));
        pool.max_by_key(|(at, it)| (it.mean(), std::cmp::Reverse(*at)))
            .map(|(index, _)| index)
    }

    /// Tries a candidate against the next sample.
    fn try_on(&mut self, index: usize, effort: &mut Effort<'_>) {
        let sample = self.pool[index].results.len();
        self.sample(sample);
        let mut orders = self.samples[sample].clone();
        orders.extend_from_slice(&self.pool[index].orders);
        let mut position = self.root.clone();
        self.lab.manners.clone_from(self.rivals.manners(sample));
        effort.spend();
        let mut luck = Stream::new(self.seed, 1000 + sample as u64);
        let mut solo = self.lab.carry_out(&mut position, &orders);
        let stopped = self.lab.stopped.and(self.own).len();
        if solo.is_none() {
            let lab = &mut self.lab;
            solo = lab.play_until(&mut position, self.until, AFTERWARDS, &mut luck, effort);
        }
        let worth = &self.weights;
        let value = worth.value(&mut self.lab, &position, self.power, solo)
            - worth.stopped * stopped as i32;
        self.credit(sample, &position, solo);
        let candidate = &mut self.pool[index];
        candidate.results.push(value);
        candidate.sum += i64::from(value);
    }

    /// All ways to retreat that are worth comparing.
    fn retreat_sets(&mut self) -> Vec<Vec<Order>> {
        let mut sets = vec![Vec::new()];
        let gone: Vec<_> = self.root.dislodged().to_vec();
        for gone in gone.iter().filter(|it| it.power == self.power) {
            let unit = gone.unit;
            let mut ways: Vec<Order> = gone
                .retreats
                .iter()
                .map(|to| Order::Retreat { unit, to })
                .collect();
            ways.push(Order::Disband { unit });
            sets = combined(&sets, &ways);
        }
        sets
    }

    /// Ways to build or disband that are worth comparing: by habit, and others drawn
    /// by chance.
    fn winter_sets(&mut self) -> Vec<Vec<Order>> {
        let board = self.lab.board();
        let due = self.root.adjustment(board, self.power);
        let mut habit = Vec::new();
        let terrain = &self.lab.terrain;
        others::winter(terrain, &self.lab.field, self.root, self.power, &mut habit);
        let mut sets = vec![habit];
        let mut choices: Vec<Order> = if due > 0 {
            let sites = others::sites(terrain, self.root, self.power).into_iter();
            sites.map(|unit| Order::Build { unit }).collect()
        } else {
            let own = self.lab.field.units[self.power.index()].iter();
            own.map(|(_, it)| Order::Disband { unit: it.unit })
                .collect()
        };
        for _ in 0..48 {
            self.luck.shuffle(&mut choices);
            let mut set: Vec<Order> = Vec::new();
            for order in &choices {
                let at = |it: &Order| it.unit().map(|unit| board.province_of(unit.at));
                if set.len() < due.unsigned_abs() as usize
                    && set.iter().all(|it| at(it) != at(order))
                {
                    set.push(*order);
                }
            }
            set.sort();
            if sets.len() < 16 && !sets.contains(&set) {
                sets.push(set);
            }
        }
        sets
    }

    fn answer(mut self, effort: &Effort<'_>) -> Advice {
        let Some(best) = self.best() else {
            return Advice::default();
        };
        let best = self.pool.swap_remove(best);
        Advice {
            estimate: Some(best.mean()),
            judged: effort.judged(),
            expected: self.samples.into_iter().next().unwrap_or_default(),
            tried: best.results.len() as u32,
            orders: best.orders,
        }
    }
}

/// Every set with every way added, but not more than can be compared.
fn combined(sets: &[Vec<Order>], ways: &[Order]) -> Vec<Vec<Order>> {
    let mut all = Vec::new();
    for set in sets {
        for way in ways {
            let mut set = set.clone();
            set.push(*way);
            all.push(set);
        }
    }
    all.truncate(64);
    all
}
