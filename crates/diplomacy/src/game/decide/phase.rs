//! The end of a phase: judged when nobody is awaited, or by the clock.

use std::collections::BTreeMap;

use super::Draft;
use crate::game::event::{Event, GameOutcome, ResolvedOrder, ResolvedPhase};
use crate::{Board, ByPower, Power, Resolution, Submitted, resolve};

impl Draft {
    pub(super) fn resolve_if_nobody_is_awaited(&mut self) {
        let powers = || self.state.board().powers();
        let owing = powers().filter(|power| self.state.owes_orders(*power));
        let mut any = false;
        for power in owing {
            any = true;
            if !self.state.is_ready(power) {
                return;
            }
        }
        if any && self.state.outcome().is_none() {
            self.resolve();
        }
    }

    pub(super) fn resolve_by_clock(&mut self) {
        let board = self.state.board_ref().clone();
        for power in board.powers() {
            let silent = self.state.owes_orders(power)
                && !self.state.is_ready(power)
                && self.state.orders(power).is_empty();
            if !silent {
                continue;
            }
            let misses = self.state.standing(power).misses.saturating_add(1);
            self.push(Event::NoMoveReceived {
                power: self.name(power),
                misses,
            });
            let allowed = self.state.setup().misses;
            if allowed > 0 && misses >= allowed {
                self.push(Event::DisorderBegan {
                    power: self.name(power),
                });
            }
        }
        self.resolve();
    }

    pub(super) fn resolve(&mut self) {
        let board = self.state.board_ref().clone();
        let mut orders = Vec::new();
        for power in board.powers() {
            if !self.state.orders(power).is_empty() {
                self.come_back(power);
            }
            for order in self.state.orders(power) {
                orders.push(Submitted::of(&board, power, *order));
            }
        }
        let before: Vec<Power> = board
            .powers()
            .filter(|power| self.state.position().is_alive(*power))
            .collect();
        let resolution = resolve(&board, self.state.rules(), self.state.position(), &orders);
        if self.state.proposal().is_some() {
            self.push(Event::DrawFailed);
        }
        self.push(Event::PhaseResolved(Box::new(ResolvedPhase::of(
            &board,
            &resolution,
        ))));
        for phase in &resolution.turning.skipped {
            self.push(Event::PhaseSkipped { phase: *phase });
        }
        for power in before {
            if !self.state.position().is_alive(power) {
                self.push(Event::PowerEliminated {
                    power: self.name(power),
                });
            }
        }
        if let Some(winner) = resolution.turning.solo {
            let winner = self.name(winner);
            self.push(Event::GameEnded(GameOutcome::Solo(winner)));
        } else if resolution.turning.calendar_ended || self.years_are_over() {
            let powers = self.drawing_powers();
            self.push(Event::GameEnded(GameOutcome::Draw(powers)));
        } else {
            self.end_if_one_is_left();
        }
    }

    fn years_are_over(&self) -> bool {
        let last = self.state.setup().last_year;
        last.is_some_and(|last| self.state.position().phase.year > last)
    }

    /// Whoever would share a draw now: the survivors, or all that are left.
    fn drawing_powers(&self) -> Vec<String> {
        let survivors: Vec<String> = self
            .state
            .survivors()
            .map(|power| self.name(power))
            .collect();
        if !survivors.is_empty() {
            return survivors;
        }
        let board = self.state.board();
        let left = board
            .powers()
            .filter(|power| self.state.position().is_alive(*power));
        left.map(|power| self.name(power)).collect()
    }
}

impl ResolvedPhase {
    /// What came of a phase, as it is told.
    pub fn of(board: &Board, resolution: &Resolution) -> Self {
        let name = |power: Power| board.power_name(power).to_owned();
        let mut orders: Vec<(Power, ResolvedOrder)> = resolution
            .orders
            .iter()
            .map(|judged| {
                let order = ResolvedOrder {
                    power: name(judged.power),
                    order: judged.text(board),
                    given: judged.given.is_some(),
                    results: judged.codes.texts(),
                    reason: judged.reason.record(judged.codes),
                };
                (judged.power, order)
            })
            .collect();
        orders.sort_by_key(|(power, _)| *power);
        let mut disbanded: ByPower<Vec<String>> = BTreeMap::new();
        for (power, unit) in &resolution.disbanded {
            disbanded
                .entry(name(*power))
                .or_default()
                .push(board.unit_text(*unit).to_string());
        }
        let captured = resolution.turning.captured.iter();
        let captured = captured.map(|(center, before, after)| {
            (
                board.code(*center).to_owned(),
                before.map(name),
                name(*after),
            )
        });
        Self {
            phase: resolution.phase,
            orders: orders.into_iter().map(|(_, order)| order).collect(),
            disbanded,
            captured: captured.collect(),
            next: resolution.next_record(board),
        }
    }
}
