//! What others are expected to order.
//!
//! In the first samples every rival orders something else by habit: a dozen sets. Lines
//! that are tried against a sample show what its sets came to for the rivals themselves,
//! and later samples draw a set the more often the more it came to above its rival's
//! mean: regret matching, with the lines that are played anyway. In one of three samples
//! everybody orders something new by habit, so that nobody is foreseen too well.
//!
//! That holds for whom no habit explains. Of whom the past shows how it moves
//! ([`crate::bot::character`]) every sample draws something new in that manner, also in
//! the phases that follow.

use parlour_rules::Stream;

use super::{EXPECTED, Order, Power, Search};
use crate::Place;
use crate::bot::Question;
use crate::bot::character::Manner;
use crate::bot::greedy::greedy;
use crate::bot::simple::hold;

/// So many sets a rival has to choose from.
const SETS: usize = 12;
/// One of so many sets grabs, as the greedy bot does.
const GRABBERS: u32 = 3;
/// In one of so many samples everybody orders something new.
const FRESH: usize = 3;
/// What every set has above the mean, in thousandths of a centre: none is ruled out.
const FLOOR: i64 = 40;
/// And no set more than this.
const MOST_REGRET: i64 = 20_000;

/// A set of orders, and what it came to.
#[derive(Clone, Debug)]
struct Habit {
    orders: Vec<Order>,
    sum: i64,
    tried: i64,
}

/// The sets of everybody else.
#[derive(Clone, Debug, Default)]
pub(super) struct Rivals {
    /// By power; none for our own, and for whoever has nothing to order.
    habits: Vec<Vec<Habit>>,
    /// By sample and power: which set; none if it is new.
    drawn: Vec<Vec<Option<usize>>>,
    /// By sample and power: how it is thought to play in these lines.
    manners: Vec<Vec<Manner>>,
}

impl Rivals {
    /// How everybody is thought to play in the lines of a sample.
    pub(super) fn manners(&self, sample: usize) -> &Vec<Manner> {
        &self.manners[sample]
    }
}

impl Habit {
    fn new(orders: Vec<Order>) -> Self {
        Self {
            orders,
            sum: 0,
            tried: 0,
        }
    }

    /// What it came to on average.
    fn mean(&self) -> i64 {
        self.sum / self.tried.max(1)
    }
}

/// Which of a rival's sets is drawn.
fn draw(habits: &[Habit], luck: &mut Stream) -> usize {
    let tried: i64 = habits.iter().map(|it| it.tried).sum();
    let sum: i64 = habits.iter().map(|it| it.sum).sum();
    let mean = sum / tried.max(1);
    let weight = |it: &Habit| ((it.mean() - mean).clamp(0, MOST_REGRET) + FLOOR) as u32;
    let mut left = luck.below(habits.iter().map(weight).sum());
    let passes = |habit: &Habit| {
        let weight = weight(habit);
        let passed = left >= weight;
        left = left.saturating_sub(weight);
        passed
    };
    habits
        .iter()
        .map(passes)
        .position(|passed| !passed)
        .unwrap_or(0)
}

impl Search<'_, '_> {
    /// Makes sure that there are samples of others' orders up to this one.
    pub(super) fn sample(&mut self, index: usize) {
        if self.samples.len() > index {
            return;
        }
        self.look();
        let board = self.lab.board();
        let others = self.root.must_order(board);
        let others: Vec<Power> = others.filter(|it| *it != self.power).collect();
        self.rivals
            .habits
            .resize(self.lab.terrain.powers, Vec::new());
        while self.samples.len() <= index {
            let number = self.samples.len();
            let mut luck = Stream::new(self.seed, 100_000 + number as u64);
            let mut orders = Vec::new();
            let mut drawn = vec![None; self.lab.terrain.powers];
            let mut manners = vec![Manner::Other; self.lab.terrain.powers];
            for (power, character) in board.powers().zip(&self.characters) {
                if power != self.power {
                    manners[power.index()] = character.draw(&mut luck);
                }
            }
            for power in &others {
                let manner = manners[power.index()];
                if manner != Manner::Other {
                    self.expected(*power, manner, &mut luck, &mut orders);
                    continue;
                }
                let known = self.rivals.habits[power.index()].len();
                if known >= SETS && !number.is_multiple_of(FRESH) {
                    let habits = &self.rivals.habits[power.index()];
                    let at = draw(habits, &mut luck);
                    orders.extend_from_slice(&habits[at].orders);
                    drawn[power.index()] = Some(at);
                    continue;
                }
                let grabs = luck.below(GRABBERS) == 0;
                let habit = if grabs { Manner::Greedy } else { Manner::Dumb };
                let begin = orders.len();
                self.expected(*power, habit, &mut luck, &mut orders);
                if known < SETS {
                    drawn[power.index()] = Some(known);
                    let habit = Habit::new(orders[begin..].to_vec());
                    self.rivals.habits[power.index()].push(habit);
                }
            }
            self.samples.push(orders);
            self.rivals.drawn.push(drawn);
            self.rivals.manners.push(manners);
        }
    }

    /// What a rival orders by habit.
    fn expected(&mut self, power: Power, manner: Manner, luck: &mut Stream, list: &mut Vec<Order>) {
        let question = Question {
            board: self.lab.board(),
            rules: self.lab.rules,
            position: self.root,
            power,
            seed: self.seed,
            past: &[],
        };
        match manner {
            Manner::Greedy => list.extend(greedy(&question, luck)),
            Manner::Hold => list.extend(hold(&question)),
            Manner::Dumb | Manner::Other => {
                let lab = &mut self.lab;
                lab.habit(self.root, power, EXPECTED, &[], luck, list);
            }
        }
    }

    /// Notes what a line came to for the rivals whose sets were drawn. The lab must have
    /// surveyed the position at its end.
    pub(super) fn credit(&mut self, sample: usize, end: &crate::Position, solo: Option<Power>) {
        for (power, drawn) in self.lab.board().powers().zip(&self.rivals.drawn[sample]) {
            if let Some(at) = drawn {
                let value = self.weights.standing(&self.lab, end, power, solo);
                let habit = &mut self.rivals.habits[power.index()][*at];
                habit.sum += i64::from(value);
                habit.tried += 1;
            }
        }
    }
}
