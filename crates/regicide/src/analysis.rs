//! A game looked at afterwards: the chance to win after every decision, and the
//! decisions that cost most.
//!
//! Every decision is judged from what its seat could know then, by the measure of
//! the bot: in made-up games that look the same from there, how often does the
//! quick player win after this move? First the bot looks for its own move, then the
//! move that was made and the bot's are tried side by side in fresh games. Where
//! most seems to have been lost, they are tried again in many more games that nobody
//! has chosen anything by, and only what is beyond doubt then is called better.
//!
//! There is no clock: the budget is a number of play-outs, and for the same
//! decisions, budget and seed the answer is the same.
//!
//! ```
//! use parlour_regicide::analysis::{Budget, Decision, analyse};
//! use parlour_regicide::{Command, Kingslayer, Setup};
//! use parlour_rules::{Rules, Seat, Seed, Viewer};
//!
//! let state = Kingslayer::start(&Setup::for_players(1), Seed(7)).unwrap();
//! let view = Kingslayer::view(&state, Viewer::Seat(Seat(0)));
//! let command = Command::Play(vec![view.hand[0]]);
//! let decisions = [Decision { number: 1, view, command }];
//! let budget = Budget { search: 100, games: 50, again: 100, ..Budget::default() };
//! let analysis = analyse(&decisions, &budget, &mut |_| true).unwrap();
//! assert_eq!(analysis.moments.len(), 1);
//! ```

mod telling;
mod words;

use std::cmp::Reverse;

use parlour_rules::Seat;

use crate::bot::{Duel, Thinking, advise, duel};
use crate::card::Card;
use crate::command::Command;
use crate::view::View;

pub use telling::{Told, as_deed, as_wish, percent};
pub use words::why_better;

/// How many costly decisions are told at most.
pub const TOLD: usize = 3;

/// How many of the decisions that seem costly are looked at again.
const LOOKED_AT_AGAIN: usize = 8;

/// What a decision must have cost to be told: more than chance explains, in tenths
/// of a deviation, and so many games of a thousand.
const BEYOND_DOUBT: i64 = 30;
const WORTH_TELLING: i32 = 10;

/// A decision of a game, as it was made.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Its number in the game's file.
    pub number: u64,
    /// What the seat that made it could know.
    pub view: View,
    /// What it did.
    pub command: Command,
}

/// How much an analysis may think, in play-outs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What its chance grows from.
    pub seed: u64,
    /// The most play-outs in which the bot looks for its move, a decision.
    pub search: u32,
    /// Games in which the bot's move and the one that was made are compared.
    pub games: u32,
    /// Games in which they are compared again where most seems to have been lost.
    pub again: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            seed: 0,
            search: 1_500,
            games: 500,
            again: 4_000,
        }
    }
}

/// How far an analysis has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Looks that are done.
    pub done: usize,
    /// Looks in all.
    pub of: usize,
}

/// The chance to win around one decision. Chances are games of a thousand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The decision's number in the game's file.
    pub number: u64,
    /// Who decided.
    pub seat: Seat,
    /// The enemy then.
    pub enemy: Option<Card>,
    /// What was done.
    pub command: Command,
    /// The chance after it.
    pub chance: u16,
    /// The chance after the bot's move.
    pub best: u16,
}

/// A decision that cost much, and what was better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costly {
    /// The decision's number in the game's file.
    pub number: u64,
    /// Who decided.
    pub seat: Seat,
    /// The enemy then.
    pub enemy: Option<Card>,
    /// What was done.
    pub done: Command,
    /// What was better.
    pub better: Command,
    /// How both fared in the same games; the one is what was done.
    pub duel: Duel,
    /// Why, in words.
    pub why: String,
}

/// What came out of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The curve: one moment for each decision, in order.
    pub moments: Vec<Moment>,
    /// The costliest decisions, the worst first.
    pub costly: Vec<Costly>,
}

/// Looks at the decisions of a game. `go_on` is told how far it is after each look,
/// and answers whether to go on; nothing comes of an analysis that was stopped.
///
/// A decision that could not be made from its view has no moment.
pub fn analyse(
    decisions: &[Decision],
    budget: &Budget,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Option<Analysis> {
    let mut progress = Progress {
        done: 0,
        of: decisions.len() + LOOKED_AT_AGAIN.min(decisions.len()),
    };
    let mut looks = Vec::with_capacity(decisions.len());
    for decision in decisions {
        looks.extend(Look::at(decision, budget));
        progress.done += 1;
        if !go_on(progress) {
            return None;
        }
    }
    let mut doubtful: Vec<usize> = (0..looks.len()).collect();
    doubtful.retain(|at| looks[*at].better.is_some());
    doubtful.sort_by_key(|at| Reverse(looks[*at].duel.gain()));
    doubtful.truncate(LOOKED_AT_AGAIN);
    progress.of = decisions.len() + doubtful.len();
    for at in &doubtful {
        looks[*at].look_again(budget);
        progress.done += 1;
        if !go_on(progress) {
            return None;
        }
    }
    doubtful.sort_by_key(|at| Reverse(looks[*at].duel.gain()));
    let costly = doubtful.iter().filter_map(|at| looks[*at].costly());
    Some(Analysis {
        costly: costly.take(TOLD).collect(),
        moments: looks.iter().map(Look::moment).collect(),
    })
}

/// A decision, and how it fared beside the bot's.
struct Look<'a> {
    decision: &'a Decision,
    /// The bot's move, if it is another.
    better: Option<Command>,
    duel: Duel,
}

impl<'a> Look<'a> {
    fn at(decision: &'a Decision, budget: &Budget) -> Option<Self> {
        let thinking = Thinking {
            seed: budget.seed,
            play_outs: budget.search,
            ..Thinking::default()
        };
        let view = &decision.view;
        let best = advise(view, &thinking, &mut || true)?.command;
        let seed = chance_of(budget.seed, decision.number, 1);
        let duel = duel(view, &decision.command, &best, budget.games, seed)?;
        Some(Self {
            decision,
            better: (duel.split > 0).then_some(best),
            duel,
        })
    }

    /// The same in more games, and others.
    fn look_again(&mut self, budget: &Budget) {
        let Some(better) = &self.better else {
            return;
        };
        let Decision {
            number,
            view,
            command,
        } = self.decision;
        let seed = chance_of(budget.seed, *number, 2);
        if let Some(again) = duel(view, command, better, budget.again, seed) {
            self.duel = again;
        }
    }

    fn costly(&self) -> Option<Costly> {
        let better = self.better.clone()?;
        if self.duel.gain() < WORTH_TELLING || !self.duel.is_settled(BEYOND_DOUBT) {
            return None;
        }
        let Decision {
            number,
            view,
            command,
        } = self.decision;
        Some(Costly {
            number: *number,
            seat: view.current,
            enemy: view.enemy.map(|enemy| enemy.card),
            done: command.clone(),
            why: why_better(view, command, &better),
            better,
            duel: self.duel,
        })
    }

    fn moment(&self) -> Moment {
        let Decision {
            number,
            view,
            command,
        } = self.decision;
        Moment {
            number: *number,
            seat: view.current,
            enemy: view.enemy.map(|enemy| enemy.card),
            command: command.clone(),
            chance: self.duel.one_share(),
            best: self.duel.other_share().max(self.duel.one_share()),
        }
    }
}

/// Where the chance of a look grows from: another for every decision and round.
fn chance_of(seed: u64, number: u64, round: u64) -> u64 {
    let place = number.wrapping_mul(4).wrapping_add(round);
    seed ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
