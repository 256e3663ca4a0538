//! The coach: which phases of a game changed somebody's chance most, and what a search
//! would have ordered there.
//!
//! A power's chance in a position is its mean share, by the squares of centres, after
//! two years that everybody plays by habit. Of all phases and powers those are told in
//! which it fell most, with what a search orders in the same position, and what that
//! would have come to against the orders that others gave.

use parlour_rules::{Seed, Stream};

use super::assign::Style;
use super::lab::Lab;
use super::reason::reason;
use super::{Effort, Kind, MEMORY, Past, Question, advise, remember};
use crate::{Board, Order, Phase, Place, Position, Power, Rulebook, Step, Submitted, resolve};

/// So many lines are played from a position to learn everybody's chance.
const LINES: u64 = 16;
/// And so many years.
const YEARS: u16 = 2;

/// A phase that was played.
#[derive(Clone, Debug)]
pub struct PlayedPhase {
    /// The position that was ordered.
    pub position: Position,
    /// Everybody's orders.
    pub orders: Vec<Submitted>,
}

/// A phase that cost somebody much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// When.
    pub phase: Phase,
    /// Who.
    pub power: Power,
    /// The chance before the phase and after it, in thousandths.
    pub before: u32,
    /// The chance after it.
    pub after: u32,
    /// What a search would have ordered.
    pub better: Vec<Order>,
    /// The chance after these orders, others ordering what they did.
    pub instead: u32,
    /// Why, in words.
    pub reason: String,
}

/// The costliest phases of a game, the costliest first; at most so many.
pub fn coach(
    board: &Board,
    rules: Rulebook,
    phases: &[PlayedPhase],
    seed: Seed,
    kind: Kind,
    most: usize,
) -> Vec<Lesson> {
    let mut lab = Lab::new(board, rules);
    let mut falls = Vec::new();
    for (place, played) in phases.iter().enumerate() {
        if played.position.phase.step != Step::Movement {
            continue;
        }
        let next = resolve(board, rules, &played.position, &played.orders).next;
        let before = chances(&mut lab, &played.position, seed);
        let after = chances(&mut lab, &next, seed);
        for power in board.powers() {
            let (before, after) = (before[power.index()], after[power.index()]);
            if before > after {
                falls.push((before - after, place, power, before, after));
            }
        }
    }
    falls.sort_by_key(|fall| std::cmp::Reverse((fall.0, std::cmp::Reverse(fall.1))));
    let mut lessons = Vec::new();
    for (_, place, power, before, after) in falls.into_iter().take(most * 3) {
        let played = &phases[place];
        let mut past = Vec::new();
        for earlier in &phases[place.saturating_sub(4 * MEMORY)..place] {
            remember(&mut past, Past::of(board, rules, earlier));
        }
        let question = Question {
            board,
            rules,
            position: &played.position,
            power,
            seed,
            past: &past,
        };
        let better = advise(&question, kind, &mut kind.effort()).orders;
        let was = resolve(board, rules, &played.position, &played.orders);
        let mut orders = played.orders.clone();
        orders.retain(|order| order.power != power);
        let texts = better.iter().map(|order| order.show(board).to_string());
        orders.extend(texts.map(|text| Submitted::new(board, power, &text)));
        let would = resolve(board, rules, &played.position, &orders);
        let instead = chances(&mut lab, &would.next, seed)[power.index()];
        if instead > after && lessons.len() < most {
            lessons.push(Lesson {
                phase: played.position.phase,
                power,
                before,
                after,
                instead,
                reason: reason(board, power, &was, &would),
                better,
            });
        }
    }
    lessons
}

/// Everybody's chance in a position, in thousandths.
fn chances(lab: &mut Lab<'_>, position: &Position, seed: Seed) -> Vec<u32> {
    let powers = lab.terrain.powers;
    let mut sums = vec![0_u32; powers];
    let until = position.phase.year.saturating_add(YEARS - 1);
    for line in 0..LINES {
        let mut end = position.clone();
        let mut luck = Stream::new(seed, line);
        let mut effort = Effort::positions(u64::MAX);
        let won = lab.play_until(&mut end, until, Style::DUMB, &mut luck, &mut effort);
        let squares: Vec<u32> = lab
            .board()
            .powers()
            .map(|power| end.center_count(power).pow(2))
            .collect();
        let all: u32 = squares.iter().sum();
        for (at, sum) in sums.iter_mut().enumerate() {
            *sum += match won {
                Some(winner) => u32::from(winner.index() == at) * 1000,
                None => squares[at] * 1000 / all.max(1),
            };
        }
    }
    sums.iter().map(|sum| sum / LINES as u32).collect()
}
