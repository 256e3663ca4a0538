//! What a command would cause.

use std::collections::BTreeMap;

use parlour_rules::{Actor, Seat};

use super::event::{Event, GameOutcome, ResolvedOrder, ResolvedPhase};
use super::refusal::{Refusal, RefusedOrder};
use super::setup::DrawRule;
use super::state::GameState;
use super::{Command, power_of, seat_of};
use crate::notation::{self, LONGEST_ORDER};
use crate::{
    Board, ByPower, Checked, Order, OrderText, Place, Power, Province, Resolution, Scene, Step,
    Submitted, check, resolve,
};

/// The most orders one command may hold.
const MOST_ORDERS: usize = 128;

pub(super) fn decide(
    state: &GameState,
    by: Actor,
    command: &Command,
) -> Result<Vec<Event>, Refusal> {
    if state.outcome().is_some() {
        return Err(Refusal::GameOver);
    }
    let mut draft = Draft {
        state: state.clone(),
        events: Vec::new(),
    };
    match by {
        Actor::Clock => draft.clock(command)?,
        Actor::Seat(seat) => draft.seat(seat, command)?,
    }
    Ok(draft.events)
}

/// Events as they come, and the state after them.
struct Draft {
    state: GameState,
    events: Vec<Event>,
}

impl Draft {
    fn push(&mut self, event: Event) {
        self.state.apply(&event);
        self.events.push(event);
    }

    fn name(&self, power: Power) -> String {
        self.state.board().power_name(power).to_owned()
    }

    fn clock(&mut self, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::Resolve => self.resolve_by_clock(),
            Command::Abandon(name) => {
                let power = self.named(name)?;
                if self.state.standing(power).disorder {
                    return Err(Refusal::NothingToResume(self.name(power)));
                }
                self.push(Event::DisorderBegan {
                    power: self.name(power),
                });
                self.resolve_if_nobody_is_awaited();
            }
            Command::Resume(name) => {
                let power = self.named(name)?;
                if !self.state.standing(power).disorder {
                    return Err(Refusal::NothingToResume(self.name(power)));
                }
                self.push(Event::DisorderEnded {
                    power: self.name(power),
                });
            }
            _ => return Err(Refusal::NotTheClock),
        }
        Ok(())
    }

    fn named(&self, name: &str) -> Result<Power, Refusal> {
        let known = self.state.board().power(name);
        let power = known.ok_or_else(|| Refusal::NoSuchPower(name.chars().take(40).collect()))?;
        self.must_play(power)?;
        Ok(power)
    }

    fn must_play(&self, power: Power) -> Result<(), Refusal> {
        if self.state.standing(power).conceded {
            Err(Refusal::HasConceded(self.name(power)))
        } else if self.state.position().is_alive(power) {
            Ok(())
        } else {
            Err(Refusal::Eliminated(self.name(power)))
        }
    }

    fn seat(&mut self, seat: Seat, command: &Command) -> Result<(), Refusal> {
        let power = power_of(&self.state, seat).ok_or(Refusal::NoSuchSeat)?;
        self.must_play(power)?;
        match command {
            Command::Order(texts) => self.order(power, texts)?,
            Command::Withdraw(place) => self.withdraw(power, place)?,
            Command::Clear => self.clear(power)?,
            Command::Ready => {
                self.must_have_orders_to_give(power)?;
                if self.state.is_ready(power) {
                    return Err(Refusal::AlreadyReady(self.name(power)));
                }
                self.come_back(power);
                self.push(Event::Readied {
                    power: self.name(power),
                });
                self.resolve_if_nobody_is_awaited();
            }
            // Whoever is not waited for is waited for again.
            Command::Unready if self.state.standing(power).disorder => self.come_back(power),
            Command::Unready => {
                if !self.state.is_ready(power) {
                    return Err(Refusal::NotReady(self.name(power)));
                }
                self.push(Event::Unreadied {
                    power: self.name(power),
                });
            }
            Command::ProposeDraw(names) => self.propose(power, names)?,
            Command::Vote(yes) => self.vote(power, *yes)?,
            Command::Concede => self.concede(power),
            Command::Resolve | Command::Abandon(_) | Command::Resume(_) => {
                return Err(Refusal::OnlyTheClock);
            }
        }
        Ok(())
    }

    fn must_have_orders_to_give(&self, power: Power) -> Result<(), Refusal> {
        if self.state.must_order(power) {
            Ok(())
        } else {
            Err(Refusal::NothingToOrder(self.name(power)))
        }
    }

    /// A power in civil disorder is played again. Its orders alone do not tell the
    /// table so before they are carried out: whether it has any is its secret.
    fn come_back(&mut self, power: Power) {
        if self.state.standing(power).disorder {
            self.push(Event::DisorderEnded {
                power: self.name(power),
            });
        }
    }

    /// Changing an order takes readiness away.
    fn unready(&mut self, power: Power) {
        if self.state.is_ready(power) {
            self.push(Event::Unreadied {
                power: self.name(power),
            });
        }
    }

    fn order(&mut self, power: Power, texts: &[String]) -> Result<(), Refusal> {
        self.must_have_orders_to_give(power)?;
        if texts.is_empty() || texts.len() > MOST_ORDERS {
            return Err(Refusal::NoOrders);
        }
        let checked = self.read_orders(power, texts)?;
        self.refuse_excess(power, &checked)?;
        self.unready(power);
        let board = self.state.board_ref().clone();
        for one in checked {
            let replaced = replaced_by(&board, self.state.orders(power), one.order);
            self.push(Event::OrderNoted {
                seat: seat_of(power),
                power: self.name(power),
                order: one.order.show(&board).to_string(),
                replaces: replaced.map(|order| order.show(&board).to_string()),
                remarks: one.remarks.iter().map(ToString::to_string).collect(),
            });
        }
        Ok(())
    }

    /// All orders, or every fault among them.
    fn read_orders(&self, power: Power, texts: &[String]) -> Result<Vec<Checked>, Refusal> {
        let board = self.state.board();
        let scene = Scene::new(board, self.state.position(), self.state.rules());
        let mut refused = Vec::new();
        let mut checked: Vec<Checked> = Vec::new();
        for text in texts {
            let fault = |code, fault: String| RefusedOrder {
                text: text.chars().take(LONGEST_ORDER).collect(),
                code,
                fault,
            };
            match notation::read_headed_order(board, text) {
                Err(error) => refused.push(fault(error.code(), error.to_string())),
                Ok((Some(head), _)) if head != power => {
                    let words = format!("you are {}", board.power_name(power));
                    refused.push(fault("not_your_power", words));
                }
                Ok((_, read)) => match check(&scene, power, read) {
                    Err(error) => refused.push(fault(error.code(), error.to_string())),
                    Ok(one) => {
                        let twice = checked.iter().any(|other| {
                            unit_key(board, other.order).is_some()
                                && unit_key(board, other.order) == unit_key(board, one.order)
                        });
                        if twice {
                            let words = "there is another order for this unit".to_owned();
                            refused.push(fault("two_orders", words));
                        }
                        checked.push(one);
                    }
                },
            }
        }
        if refused.is_empty() {
            Ok(checked)
        } else {
            Err(Refusal::OrdersRefused(refused))
        }
    }

    /// In Winter there are only so many builds or disbands.
    fn refuse_excess(&self, power: Power, checked: &[Checked]) -> Result<(), Refusal> {
        let position = self.state.position();
        if position.phase.step != Step::Adjustment {
            return Ok(());
        }
        let board = self.state.board();
        let mut all: Vec<Order> = self.state.orders(power).to_vec();
        for one in checked {
            if let Some(old) = replaced_by(board, &all, one.order) {
                let place = all.iter().position(|order| *order == old);
                all.remove(place.expect("the replaced order is in the list"));
            }
            all.push(one.order);
        }
        let due = position.adjustment(board, power);
        if all.len() as u32 > due.unsigned_abs() {
            return Err(Refusal::TooMany {
                power: self.name(power),
                due: due.unsigned_abs(),
                what: if due > 0 { "builds" } else { "disbands" },
                ordered: all.len() as u32,
            });
        }
        Ok(())
    }

    fn withdraw(&mut self, power: Power, place: &str) -> Result<(), Refusal> {
        let board = self.state.board_ref().clone();
        let shown: String = place.chars().take(40).collect();
        let meant = if place.trim().eq_ignore_ascii_case("waive") {
            None
        } else {
            let unit = notation::read_unit(&board, place);
            Some(unit.map_err(|fault| {
                Refusal::OrdersRefused(vec![RefusedOrder {
                    text: shown.clone(),
                    code: fault.code(),
                    fault: fault.to_string(),
                }])
            })?)
        };
        let meant = meant.map(|unit| unit.at.province);
        let order = self.state.orders(power).iter().rev();
        let order = order
            .copied()
            .find(|order| unit_key(&board, *order) == meant);
        let order = order.ok_or(Refusal::NoOrderFor(shown))?;
        self.unready(power);
        self.push(Event::OrderWithdrawn {
            seat: seat_of(power),
            power: self.name(power),
            order: order.show(&board).to_string(),
        });
        Ok(())
    }

    fn clear(&mut self, power: Power) -> Result<(), Refusal> {
        let orders = self.state.orders(power).to_vec();
        if orders.is_empty() {
            return Err(Refusal::NoOrderFor(self.name(power)));
        }
        self.unready(power);
        let board = self.state.board_ref().clone();
        for order in orders {
            self.push(Event::OrderWithdrawn {
                seat: seat_of(power),
                power: self.name(power),
                order: order.show(&board).to_string(),
            });
        }
        Ok(())
    }

    // The end of a phase.

    fn resolve_if_nobody_is_awaited(&mut self) {
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

    fn resolve_by_clock(&mut self) {
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

    fn resolve(&mut self) {
        let board = self.state.board_ref().clone();
        let mut orders = Vec::new();
        for power in board.powers() {
            if !self.state.orders(power).is_empty() {
                self.come_back(power);
            }
            for order in self.state.orders(power) {
                orders.push(Submitted {
                    power,
                    text: order.show(&board).to_string(),
                    read: Ok(OrderText::of(&board, *order)),
                });
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
        self.push(Event::PhaseResolved(Box::new(resolved_phase(
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
        } else if self.years_are_over() {
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

    // Draws and concessions.

    fn propose(&mut self, power: Power, names: &[String]) -> Result<(), Refusal> {
        if self.state.proposal().is_some() {
            return Err(Refusal::DrawIsOpen);
        }
        let survivors: Vec<Power> = self.state.survivors().collect();
        let powers = if names.is_empty() {
            survivors.clone()
        } else {
            let mut powers = Vec::new();
            for name in names.iter().take(MOST_ORDERS) {
                let named = self.named(name)?;
                if !survivors.contains(&named) {
                    return Err(Refusal::CannotShare(self.name(named)));
                }
                if !powers.contains(&named) {
                    powers.push(named);
                }
            }
            powers.sort();
            powers
        };
        if self.state.draws() == DrawRule::Dias
            && let Some(left_out) = survivors.iter().find(|power| !powers.contains(power))
        {
            return Err(Refusal::LeavesOut(self.name(*left_out)));
        }
        self.push(Event::DrawProposed {
            seat: Some(seat_of(power)),
            by: Some(self.name(power)),
            powers: powers.iter().map(|power| self.name(*power)).collect(),
        });
        self.close_vote();
        Ok(())
    }

    fn vote(&mut self, power: Power, yes: bool) -> Result<(), Refusal> {
        let proposal = self.state.proposal().ok_or(Refusal::NoDrawProposed)?;
        if proposal.votes[power.index()].is_some() {
            return Err(Refusal::HasVoted(self.name(power)));
        }
        self.push(Event::DrawVoted {
            seat: seat_of(power),
            power: self.name(power),
            yes,
        });
        self.close_vote();
        Ok(())
    }

    /// A vote is closed when everybody who is asked has voted: before that,
    /// nothing about it is known.
    fn close_vote(&mut self) {
        let Some(proposal) = self.state.proposal() else {
            return;
        };
        let votes: Vec<Option<bool>> = self
            .state
            .survivors()
            .map(|power| proposal.votes[power.index()])
            .collect();
        if votes.iter().any(Option::is_none) {
            return;
        }
        if votes.iter().all(|vote| *vote == Some(true)) {
            let powers = proposal
                .powers
                .iter()
                .map(|power| self.name(*power))
                .collect();
            self.push(Event::GameEnded(GameOutcome::Draw(powers)));
        } else {
            self.push(Event::DrawFailed);
        }
    }

    fn concede(&mut self, power: Power) {
        self.push(Event::Conceded {
            power: self.name(power),
        });
        self.end_if_one_is_left();
        if self.state.outcome().is_none() {
            self.close_vote();
        }
        if self.state.outcome().is_none() {
            self.resolve_if_nobody_is_awaited();
        }
    }

    /// If all others have conceded, the last one has won.
    fn end_if_one_is_left(&mut self) {
        let state = &self.state;
        let left: Vec<Power> = state
            .board()
            .powers()
            .filter(|power| !state.standing(*power).conceded && state.position().is_alive(*power))
            .collect();
        let conceded = state
            .board()
            .powers()
            .any(|power| state.standing(power).conceded);
        if let ([winner], true) = (&*left, conceded) {
            let winner = self.name(*winner);
            self.push(Event::GameEnded(GameOutcome::Solo(winner)));
        }
    }
}

/// The province of the unit an order is for; none for a waived build.
fn unit_key(board: &Board, order: Order) -> Option<Province> {
    order.unit().map(|unit| board.province_of(unit.at))
}

/// The noted order that a new one takes the place of.
fn replaced_by(board: &Board, noted: &[Order], order: Order) -> Option<Order> {
    let key = unit_key(board, order)?;
    noted
        .iter()
        .copied()
        .find(|other| unit_key(board, *other) == Some(key))
}

fn resolved_phase(board: &Board, resolution: &Resolution) -> ResolvedPhase {
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
    ResolvedPhase {
        phase: resolution.phase,
        orders: orders.into_iter().map(|(_, order)| order).collect(),
        disbanded,
        captured: captured.collect(),
        next: resolution.next_record(board),
    }
}
