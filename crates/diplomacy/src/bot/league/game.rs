//! One game of bots, from the start to a solo or the last year.

use std::time::Duration;

use parlour_rules::{Fingerprint, Seed, Stream};
use serde::{Deserialize, Serialize};

use super::{Clock, Pairing};
use crate::bot::{Past, Question, remember};
use crate::{
    Board, Judge, Movement, Order, Position, Power, Province, Rulebook, Step, adjust,
    judge_retreats, turn,
};

/// What came of one game, as it is kept.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Played {
    /// Which games it belongs to.
    pub key: String,
    /// Its number, from 0.
    pub game: u64,
    /// The powers of the first side.
    pub seats: Vec<String>,
    /// Who won alone.
    pub winner: Option<String>,
    /// Whether that is one of the first side.
    pub first_won: bool,
    /// The last year that was played.
    pub year: u16,
    /// Every power's centres at the end, in the order of the board.
    pub centers: Vec<u32>,
    /// Centres of the first side.
    pub own_centers: u32,
    /// What the first side's seats got together, in thousandths, by squares.
    pub share: u64,
    /// CPU time of the first side's decisions, in microseconds, and how many these were.
    pub cpu_us: u64,
    /// How many decisions that is.
    pub decisions: u64,
    /// The longest of them, in microseconds.
    pub longest_us: u64,
    /// How the first side moved.
    pub deeds: Deeds,
}

/// How units were ordered in movement phases.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// Moves.
    pub moves: u64,
    /// Moves that were stopped by others' units.
    pub bounced: u64,
    /// Moves that were stopped by nothing but the power's own orders.
    pub own_bounced: u64,
    /// Supports, and how many of them matched an order.
    pub supports: u64,
    /// Supports that matched an order.
    pub supports_met: u64,
    /// Armies that were sent by sea.
    pub convoys: u64,
    /// Of these, how many without a complete route.
    pub convoys_missing: u64,
}

pub(super) fn play(pairing: &Pairing<'_>, number: u64, clock: Clock<'_>) -> Played {
    let board = pairing.board;
    let rules = Rulebook::default();
    let seed = Seed(Fingerprint::of(&(pairing.seed, number)).0);
    let first = first_side(pairing, number, seed);
    let mut judge = Judge::new(board, rules);
    let mut position = board.start().clone();
    let mut winner = None;
    let mut past = Vec::new();
    let mut played = Played {
        key: pairing.key(),
        game: number,
        ..Played::default()
    };
    while winner.is_none() && position.phase.year <= pairing.until {
        played.year = position.phase.year;
        let mut orders: Vec<(Power, Vec<Order>)> = Vec::new();
        let waited: Vec<Power> = position.must_order(board).collect();
        for power in waited {
            let question = Question {
                board,
                rules,
                position: &position,
                power,
                seed,
                past: &past,
            };
            let ours = first.contains(&power);
            let player = if ours { pairing.first } else { pairing.others };
            let (advice, spent) = player.decide(&question, clock);
            if ours {
                played.note(spent);
            }
            orders.push((power, advice.orders));
        }
        let deeds = &mut played.deeds;
        let before = position.clone();
        carry_out(&mut judge, &mut position, &orders, |position, movement| {
            for (power, own) in orders.iter().filter(|(power, _)| first.contains(power)) {
                deeds.count(board, position, movement, *power, own);
            }
        });
        let orders = orders.into_iter().flat_map(|(_, own)| own).collect();
        let seen = Past {
            position: before,
            orders,
        };
        remember(&mut past, seen);
        let turning = turn(board, &mut position);
        winner = turning.solo;
        if turning.calendar_ended {
            break;
        }
    }
    played.close(board, &position, &first, winner);
    played
}

/// The powers of the first side: one seat goes round, several are drawn.
fn first_side(pairing: &Pairing<'_>, number: u64, seed: Seed) -> Vec<Power> {
    let mut powers: Vec<Power> = pairing.board.powers().collect();
    if pairing.seats == 1 {
        let at = number % powers.len() as u64;
        return vec![powers[at as usize]];
    }
    Stream::new(seed, u64::MAX).shuffle(&mut powers);
    powers.truncate(pairing.seats);
    powers.sort();
    powers
}

fn carry_out(
    judge: &mut Judge<'_>,
    position: &mut Position,
    orders: &[(Power, Vec<Order>)],
    mut count: impl FnMut(&Position, &Movement),
) {
    let board = judge.board();
    let all: Vec<Order> = orders
        .iter()
        .flat_map(|(_, own)| own.iter().copied())
        .collect();
    match position.phase.step {
        Step::Movement => {
            let movement = judge.movement(position, &all);
            count(position, &movement);
            judge.apply_movement(&movement, position);
        }
        Step::Retreat => {
            judge_retreats(board, position, &all);
        }
        Step::Adjustment => {
            for (power, own) in orders {
                adjust(board, judge.rules().disband, position, *power, own);
            }
        }
    }
}

impl Played {
    fn note(&mut self, spent: Duration) {
        let spent = u64::try_from(spent.as_micros()).unwrap_or(u64::MAX);
        self.cpu_us += spent;
        self.longest_us = self.longest_us.max(spent);
        self.decisions += 1;
    }

    fn close(&mut self, board: &Board, last: &Position, first: &[Power], winner: Option<Power>) {
        let name = |power: &Power| board.power_name(*power).to_owned();
        self.seats = first.iter().map(name).collect();
        self.winner = winner.as_ref().map(name);
        self.first_won = winner.is_some_and(|it| first.contains(&it));
        self.centers = board.powers().map(|it| last.center_count(it)).collect();
        self.own_centers = first.iter().map(|it| last.center_count(*it)).sum();
        let squares: u64 = self.centers.iter().map(|it| u64::from(it * it)).sum();
        let own = first
            .iter()
            .map(|it| u64::from(last.center_count(*it).pow(2)));
        self.share = match winner {
            Some(_) if self.first_won => 1000,
            Some(_) => 0,
            None => own.sum::<u64>() * 1000 / squares.max(1),
        };
    }
}

impl Deeds {
    fn count(
        &mut self,
        board: &Board,
        position: &Position,
        movement: &Movement,
        power: Power,
        own: &[Order],
    ) {
        for order in own {
            let Some(unit) = order.unit() else {
                continue;
            };
            let from = board.province_of(unit.at);
            match *order {
                Order::Move { to, via, .. } => {
                    self.moves += 1;
                    self.convoys += u64::from(via);
                    self.convoys_missing += u64::from(movement.no_convoy.contains(from));
                    if movement.bounced.contains(from) {
                        let there = board.province_of(to);
                        if stopped_by_own(board, position, power, own, from, there) {
                            self.own_bounced += 1;
                        } else {
                            self.bounced += 1;
                        }
                    }
                }
                Order::SupportHold { .. } | Order::SupportMove { .. } => {
                    self.supports += 1;
                    self.supports_met += u64::from(!movement.void.contains(from));
                }
                _ => {}
            }
        }
    }
}

/// Whether a power's own orders stand against a move: another of its units stays there
/// or goes there too.
fn stopped_by_own(
    board: &Board,
    position: &Position,
    power: Power,
    own: &[Order],
    from: Province,
    there: Province,
) -> bool {
    let ordered = |province: Province| {
        let mut orders = own.iter();
        orders.find(|it| {
            it.unit()
                .is_some_and(|it| board.province_of(it.at) == province)
        })
    };
    let stays = position.unit_in(there).is_some_and(|it| it.power == power)
        && !matches!(ordered(there), Some(Order::Move { .. }));
    let goes_too = own.iter().any(|it| {
        matches!(*it, Order::Move { unit, to, .. }
            if board.province_of(unit.at) != from && board.province_of(to) == there)
    });
    stays || goes_too
}
