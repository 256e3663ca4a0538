//! The search: moves race each other over made-up games.
//!
//! Each made-up game is tried with every move still in the race, so that luck
//! is the same for all. From time to time moves that have fallen too far behind
//! the leader leave the race. The move that the quick player would make starts
//! with a lead, and who starts at all is decided by how much it likes each move.

mod runner;

use self::runner::{Runner, Worth};
use crate::bot::beliefs::Beliefs;
use crate::bot::habits::Habits;
use crate::bot::thinking::Thinking;
use crate::command::Command;
use crate::search::{Dice, MoveList, Position};
use crate::state::State;
use crate::view::View;

/// A move and how its play-outs went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// The move.
    pub command: Command,
    /// Games played out.
    pub tries: u32,
    /// Games won.
    pub wins: u32,
    /// Enemies defeated in all of them together.
    pub enemies: u32,
}

/// What the bot would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move it would make.
    pub command: Command,
    /// Every move it thought of, the best first. A single possible move is not
    /// tried at all, and neither are moves that the budget is too small for.
    pub weighed: Vec<Weighed>,
}

/// How many play-outs there must be for each move that starts: with fewer, chance
/// would choose between them.
const PLAY_OUTS_EACH: u32 = 24;

/// How many moves a play-out is reckoned at: whoever has made so many times the
/// play-outs stops, so that no decision takes much longer than others.
const MOVES_EACH: u64 = 64;

/// How many made-up games lie between two looks at the field.
const HEAT: u32 = 8;

/// How many deviations behind the leader a move leaves the race, and, for whom is
/// thorough, behind how many it is not called back any more.
const BEHIND: i64 = 2;
const BEYOND_DOUBT: i64 = 6;

/// In how many made-up games the quick player looks at the moves beforehand.
const LOOKS: usize = 8;

/// What the bot would do from this view; nothing if it is not its turn.
///
/// `keep_going` is asked before every made-up game after the first.
pub fn advise(
    view: &View,
    thinking: &Thinking,
    keep_going: &mut dyn FnMut() -> bool,
) -> Option<Advice> {
    if !view.is_yours() {
        return None;
    }
    let habits = habits_for(view.players.len() as u8, view.solo_jesters, thinking);
    advise_with(&habits, view, thinking, keep_going)
}

/// The same with other habits, for those who look for better ones.
pub fn advise_with(
    habits: &Habits,
    view: &View,
    thinking: &Thinking,
    keep_going: &mut dyn FnMut() -> bool,
) -> Option<Advice> {
    let place = u64::from(view.moves);
    Race::new(Beliefs::of(view), habits, thinking, place).run(keep_going)
}

/// What the bot would do if all cards lay open: a measure of how much can be won at
/// all, for comparison. No bot at a table sees a state.
pub fn advise_open(state: &State, thinking: &Thinking) -> Option<Advice> {
    if state.outcome.is_some() {
        return None;
    }
    let habits = habits_for(state.players(), state.solo_jesters, thinking);
    let place = u64::from(state.moves);
    Race::new(Beliefs::open(state), &habits, thinking, place).run(&mut || true)
}

fn habits_for(players: u8, solo_jesters: u8, thinking: &Thinking) -> Habits {
    if thinking.gold && gold_is_open(solo_jesters) {
        Habits::for_gold()
    } else {
        Habits::for_players(players)
    }
}

/// Whether no Jester has been turned yet.
fn gold_is_open(solo_jesters: u8) -> bool {
    solo_jesters == 2
}

struct Race<'a> {
    beliefs: Beliefs,
    habits: &'a Habits,
    thinking: &'a Thinking,
    /// What the made-up games grow from.
    seed: u64,
    /// Moves in the order the quick player likes them, until they have run.
    runners: Vec<Runner>,
    /// How many of the first of them start.
    field: usize,
    /// Runners from here on have left, or never started.
    alive: usize,
    /// Whether Jesters are out of reach.
    gold: bool,
}

impl<'a> Race<'a> {
    fn new(beliefs: Beliefs, habits: &'a Habits, thinking: &'a Thinking, place: u64) -> Self {
        let mut list = MoveList::new();
        let mut gold = thinking.gold && gold_is_open(beliefs.known().solo_jesters);
        if gold {
            beliefs.known().without_jesters().list_sensible(&mut list);
            // No way to pay or to play: the gold is gone.
            gold = !list.as_slice().is_empty();
        }
        if !gold {
            beliefs.known().list_sensible(&mut list);
        }
        let mut race = Self {
            beliefs,
            habits,
            thinking,
            seed: thinking.seed ^ place.wrapping_mul(0xd1b5_4a32_d192_ed03),
            runners: Vec::new(),
            field: 0,
            alive: 0,
            gold,
        };
        race.line_up(&list);
        race
    }

    /// Puts the moves in the order in which the quick player likes them.
    fn line_up(&mut self, list: &MoveList) {
        let mut dice = Dice::new(self.seed ^ 0x9e37_79b9_7f4a_7c15);
        let games: Vec<Position> = (0..LOOKS).map(|_| self.made_up(&mut dice)).collect();
        let mut moves = list.as_slice().to_vec();
        self.habits.put_in_order(&games, &mut moves);
        let worth = Worth::of(self.gold);
        let runner = |(place, it)| Runner::at(place, it, &worth);
        self.runners = moves.into_iter().enumerate().map(runner).collect();
        let room = (self.thinking.play_outs / PLAY_OUTS_EACH) as usize;
        self.field = room.max(1).min(self.runners.len());
        self.alive = self.field;
    }

    fn made_up(&self, dice: &mut Dice) -> Position {
        let game = self.beliefs.sample(dice);
        if self.gold {
            game.without_jesters()
        } else {
            game
        }
    }

    fn run(mut self, keep_going: &mut dyn FnMut() -> bool) -> Option<Advice> {
        if self.field > 1 {
            self.try_moves(keep_going);
        }
        self.advice()
    }

    fn try_moves(&mut self, keep_going: &mut dyn FnMut() -> bool) {
        let mut list = MoveList::new();
        let mut games = Dice::new(self.seed);
        let worth = Worth::of(self.gold);
        let thorough = self.thinking.thorough;
        let mut left = self.thinking.play_outs;
        let mut moves_left = u64::from(left) * MOVES_EACH;
        let mut round = 0_u32;
        let mut width = BEHIND;
        while left > 0 && moves_left > 0 && (round == 0 || keep_going()) {
            let mut dice = Dice::new(games.next());
            let game = self.made_up(&mut dice);
            for runner in &mut self.runners[..self.alive] {
                if left == 0 {
                    break;
                }
                left -= 1;
                let (mut position, mut luck) = (game, dice);
                position.make(runner.it, &mut luck);
                let moves = self.habits.play_out(&mut position, &mut list, &mut luck);
                moves_left = moves_left.saturating_sub(u64::from(moves));
                runner.finish(&position, &worth);
            }
            round += 1;
            if round.is_multiple_of(HEAT) && self.alive > 1 {
                if thorough {
                    self.keep_those_within(width, self.alive);
                } else {
                    self.drop_stragglers();
                }
                while self.alive == 1 && thorough && width < BEYOND_DOUBT {
                    width += 1;
                    self.keep_those_within(width, self.field);
                }
                if self.alive == 1 {
                    break;
                }
            }
        }
        if thorough {
            self.put_the_surest_first();
        }
    }

    /// Of the first `field` runners those stay, or come back, who are at most so
    /// many deviations behind the leader. They may have been tried more or less
    /// often.
    fn keep_those_within(&mut self, width: i64, field: usize) {
        let field = &mut self.runners[..field];
        field.sort_by_key(|runner| (-runner.mean(), runner.place));
        let leader = *field
            .iter()
            .max_by_key(|it| it.bare_mean())
            .unwrap_or(&field[0]);
        let close = |runner: &Runner| {
            let behind = (leader.bare_mean() - runner.mean()).max(0);
            let variance = leader.variance_of_mean() + runner.variance_of_mean();
            behind * behind <= width * width * variance
        };
        // Whoever is close need not stand beside the leader: those tried less often
        // have wider bounds.
        let (close, far): (Vec<Runner>, Vec<Runner>) = field.iter().partition(|it| close(it));
        self.alive = close.len();
        for (place, runner) in field.iter_mut().zip(close.into_iter().chain(far)) {
            *place = runner;
        }
    }

    /// A move that was tried a few times only must not win by luck: each counts
    /// for what it is worth less its deviation.
    fn put_the_surest_first(&mut self) {
        let sure = |runner: &Runner| runner.mean() - runner.variance_of_mean().isqrt();
        let field = &mut self.runners[..self.alive];
        field.sort_by_key(|runner| (-sure(runner), runner.place));
        self.alive = self.alive.min(1);
    }

    /// Lets those leave whose distance to the leader is more than chance
    /// explains, by the deviation that independent games would have.
    fn drop_stragglers(&mut self) {
        let field = &mut self.runners[..self.alive];
        field.sort_by_key(|runner| (-runner.mean(), runner.place));
        let leader = *field.iter().max_by_key(|it| it.score).unwrap_or(&field[0]);
        let keeps_up = |runner: &Runner| {
            let behind = (leader.score - runner.standing()).max(0);
            let spread = leader.spread() + runner.spread();
            behind * behind <= BEHIND * BEHIND * i64::from(runner.tries) * spread
        };
        self.alive = 1 + field[1..].iter().take_while(|it| keeps_up(it)).count();
    }

    fn advice(mut self) -> Option<Advice> {
        self.runners[..self.alive].sort_by_key(|runner| (-runner.mean(), runner.place));
        let weighed: Vec<Weighed> = self.runners.iter().map(Runner::weighed).collect();
        let command = weighed.first()?.command.clone();
        Some(Advice { command, weighed })
    }
}

#[cfg(all(test, feature = "cases"))]
mod tests;
