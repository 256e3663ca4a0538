//! Draws and concessions.

use super::{Draft, MOST_NAMES};
use crate::game::event::{Event, GameOutcome};
use crate::game::refusal::Refusal;
use crate::game::seat_of;
use crate::game::setup::{DrawRule, VoteRule};
use crate::{Place, Power};

impl Draft {
    pub(super) fn propose(&mut self, power: Power, names: &[String]) -> Result<(), Refusal> {
        self.must_be_asked(power)?;
        if self.state.proposal().is_some() {
            return Err(Refusal::DrawIsOpen);
        }
        let survivors: Vec<Power> = self.state.survivors().collect();
        let powers = if names.is_empty() {
            survivors.clone()
        } else {
            let mut powers = Vec::new();
            for name in names.iter().take(MOST_NAMES) {
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
        if powers.len() < self.state.fewest_sharers() {
            return Err(Refusal::TooFewShare);
        }
        self.push(Event::DrawProposed {
            seat: Some(seat_of(power)),
            by: Some(self.name(power)),
            powers: powers.iter().map(|power| self.name(*power)).collect(),
        });
        self.close_vote();
        Ok(())
    }

    pub(super) fn vote(&mut self, power: Power, yes: bool) -> Result<(), Refusal> {
        let proposal = self.state.proposal().ok_or(Refusal::NoDrawProposed)?;
        self.must_be_asked(power)?;
        let before = proposal.votes[power.index()];
        let settled = match self.state.setup().votes {
            VoteRule::Once => before.is_some(),
            VoteRule::UntilResolved => before == Some(yes),
        };
        if settled {
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

    /// Whoever is in civil disorder neither proposes nor votes. To come back by that word
    /// would tell the table whose it was.
    fn must_be_asked(&self, power: Power) -> Result<(), Refusal> {
        if self.state.standing(power).disorder {
            return Err(Refusal::InDisorder(self.name(power)));
        }
        Ok(())
    }

    /// A vote is closed when everybody who is asked has agreed, or has voted and
    /// cannot change it: before that, nothing about it is known.
    pub(super) fn close_vote(&mut self) {
        let Some(proposal) = self.state.proposal() else {
            return;
        };
        // Whoever has given up or was taken away since does not share it.
        let powers: Vec<String> = self
            .state
            .sharers(proposal)
            .map(|power| self.name(power))
            .collect();
        if powers.len() < self.state.fewest_sharers() {
            self.push(Event::DrawFell);
            return;
        }
        let votes: Vec<Option<bool>> = self
            .state
            .survivors()
            .map(|power| proposal.votes[power.index()])
            .collect();
        if votes.iter().any(Option::is_none) {
            return;
        }
        if votes.iter().all(|vote| *vote == Some(true)) {
            self.push(Event::GameEnded(GameOutcome::Draw(powers)));
        } else if self.state.setup().votes == VoteRule::Once {
            self.push(Event::DrawFailed);
        }
    }

    pub(super) fn concede(&mut self, power: Power) {
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
    pub(super) fn end_if_one_is_left(&mut self) {
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
