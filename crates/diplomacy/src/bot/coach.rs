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
use super::{Effort, Kind, Question, advise};
use crate::{
    Board, Order, Phase, Place, Position, Power, Resolution, Rulebook, Step, Submitted, resolve,
};

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
        let question = Question {
            board,
            rules,
            position: &played.position,
            power,
            seed,
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

/// What the better orders would have changed on the board.
fn reason(board: &Board, power: Power, was: &Resolution, would: &Resolution) -> String {
    let stands = |resolution: &Resolution, at| {
        let unit = resolution.next.unit_in(at);
        unit.is_some_and(|it| it.power == power)
    };
    let mut gained = Vec::new();
    let mut kept = Vec::new();
    for center in board.centers() {
        let own = was.next.owner(center) == Some(power);
        if stands(would, center) && !stands(was, center) {
            if own {
                kept.push(board.full_name(center));
            } else {
                gained.push(board.full_name(center));
            }
        }
    }
    let lost = |resolution: &Resolution| {
        let dislodged = resolution.dislodged.iter();
        dislodged.filter(|it| it.power == power).count()
    };
    let mut parts = Vec::new();
    if !gained.is_empty() {
        parts.push(format!("enters {}", gained.join(", ")));
    }
    if !kept.is_empty() {
        parts.push(format!("guards {}", kept.join(", ")));
    }
    match (lost(was), lost(would)) {
        (before, after) if before > after => {
            let units = if before - after == 1 { "unit" } else { "units" };
            parts.push(format!(
                "saves {} {units} from being driven out",
                before - after
            ));
        }
        _ => {}
    }
    if parts.is_empty() {
        return String::from("stands better for the next phases");
    }
    parts.join(", ")
}
