//! What a command would cause. Orders, the end of a phase, and draws have a
//! file each.

mod draws;
mod orders;
mod phase;

pub use orders::read_orders;
pub(crate) use orders::replaced;

use parlour_rules::{Actor, Seat};

use super::event::Event;
use super::refusal::Refusal;
use super::state::GameState;
use super::{Command, power_of};
use crate::Power;

/// The most orders, or powers, that one command may name.
const MOST_NAMES: usize = 128;

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
            Command::ResolveEarly => self.resolve(),
            Command::Abandon(name) => {
                let power = self.named(name)?;
                if self.state.standing(power).disorder {
                    return Err(Refusal::NothingToResume(self.name(power)));
                }
                self.push(Event::DisorderBegan {
                    power: self.name(power),
                });
                // Nobody waits for its vote either.
                self.close_vote();
                if self.state.outcome().is_none() {
                    self.resolve_if_nobody_is_awaited();
                }
            }
            Command::Resume(name) => {
                let power = self.on_the_board(name)?;
                let standing = self.state.standing(power);
                if !standing.disorder && !standing.conceded {
                    return Err(Refusal::NothingToResume(self.name(power)));
                }
                self.push(Event::DisorderEnded {
                    power: self.name(power),
                });
            }
            Command::HandOver(name) => {
                let power = self.on_the_board(name)?;
                if self.state.standing(power).conceded {
                    self.push(Event::DisorderEnded {
                        power: self.name(power),
                    });
                }
                self.come_back(power);
                self.push(Event::HandedOver {
                    power: self.name(power),
                });
            }
            _ => return Err(Refusal::NotTheClock),
        }
        Ok(())
    }

    fn named(&self, name: &str) -> Result<Power, Refusal> {
        let power = self.on_the_board(name)?;
        self.must_play(power)?;
        Ok(power)
    }

    /// A power that has something left, whether it has conceded or not.
    fn on_the_board(&self, name: &str) -> Result<Power, Refusal> {
        let known = self.state.board().power(name);
        let power = known.ok_or_else(|| Refusal::NoSuchPower(name.chars().take(40).collect()))?;
        if self.state.position().is_alive(power) {
            Ok(power)
        } else {
            Err(Refusal::Eliminated(self.name(power)))
        }
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
            Command::OrderAnew(texts) => self.order_anew(power, texts)?,
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
            Command::Resolve
            | Command::ResolveEarly
            | Command::Abandon(_)
            | Command::Resume(_)
            | Command::HandOver(_) => return Err(Refusal::OnlyTheClock),
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
}
