//! The search: moves race each other over made-up games.
//!
//! Each made-up game is tried with every move still in the race, so that luck
//! is the same for all. From time to time moves that have fallen too far behind
//! the leader leave the race.

use crate::bot::beliefs::Beliefs;
use crate::bot::habits::Habits;
use crate::command::Command;
use crate::search::{Dice, Move, MoveList, Position};
use crate::state::Step;
use crate::view::View;

/// How the bot is to think.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// What its chance grows from.
    pub seed: u64,
    /// The most games it plays out for one decision.
    pub play_outs: u32,
    /// Solo: play for the gold medal, turning no Jester as long as there is any
    /// other move. Once one has been turned, a win is all that counts.
    pub gold: bool,
    /// Whether moves that have fallen behind are tried again while there is budget
    /// left, until the best is beyond doubt. Otherwise it stops at the first move
    /// that is alone in the lead.
    pub thorough: bool,
}

impl Default for Thinking {
    fn default() -> Self {
        Self {
            seed: 0,
            play_outs: 1_000,
            gold: false,
            thorough: false,
        }
    }
}

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
    /// Every move it weighed, the best first. A single possible move is not
    /// tried at all.
    pub weighed: Vec<Weighed>,
}

/// What a won game counts in the race, and a little more for every Jester saved.
const WIN: i64 = 1_000;
const JESTER: i64 = 10;
/// What a lost game counts for every enemy defeated, the wounds of the last one
/// included; more where wins are too rare to tell moves apart.
const ENEMY: i64 = 4;
const ENEMY_FOR_GOLD: i64 = 20;

/// How often a move must have been tried before it can leave the race, and how
/// many made-up games lie between two looks at the field.
const HEAT: u32 = 16;

/// How many deviations behind the leader a move leaves the race, and, for whom is
/// thorough, behind how many it is not called back any more.
const BEHIND: i64 = 2;
const BEYOND_DOUBT: i64 = 6;

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
    let habits = if thinking.gold && gold_is_open(view.solo_jesters) {
        Habits::for_gold()
    } else {
        Habits::for_players(view.players.len() as u8)
    };
    advise_with(&habits, view, thinking, keep_going)
}

/// The same with other habits, for those who look for better ones.
pub fn advise_with(
    habits: &Habits,
    view: &View,
    thinking: &Thinking,
    keep_going: &mut dyn FnMut() -> bool,
) -> Option<Advice> {
    let beliefs = Beliefs::of(view);
    let mut race = Race::new(beliefs, habits, thinking);
    if race.runners.len() > 1 {
        race.run(view, thinking, keep_going);
    }
    race.advice()
}

/// Whether no Jester has been turned yet.
fn gold_is_open(solo_jesters: u8) -> bool {
    solo_jesters == 2
}

/// A move in the race.
#[derive(Clone, Copy, Debug)]
struct Runner {
    it: Move,
    tries: u32,
    score: i64,
    wins: u32,
    enemies: u32,
}

impl Runner {
    /// Its mean score, in thousandths of a point for the sake of exactness.
    fn mean(&self) -> i64 {
        self.score * 1_000 / i64::from(self.tries.max(1))
    }
}

impl Runner {
    /// The variance of its mean, in thousandths of a point squared.
    fn variance_of_mean(&self) -> i64 {
        let tries = i64::from(self.tries.max(1));
        let mean = (self.score / tries).clamp(0, WIN);
        (mean * (WIN - mean)).max(10_000) * 1_000_000 / tries
    }
}

struct Race<'a> {
    beliefs: Beliefs,
    habits: &'a Habits,
    runners: Vec<Runner>,
    /// Runners from here on have left.
    alive: usize,
    /// Whether Jesters are out of reach.
    gold: bool,
}

impl<'a> Race<'a> {
    fn new(beliefs: Beliefs, habits: &'a Habits, thinking: &Thinking) -> Self {
        let mut list = MoveList::new();
        let mut root = *beliefs.known();
        let mut gold = thinking.gold && gold_is_open(root.solo_jesters);
        if gold {
            root = root.without_jesters();
            root.list_sensible(&mut list);
            // No way to pay or to play: the gold is gone.
            gold = !list.as_slice().is_empty();
        }
        if !gold {
            beliefs.known().list_sensible(&mut list);
        }
        let runner = |it: &Move| Runner {
            it: *it,
            tries: 0,
            score: 0,
            wins: 0,
            enemies: 0,
        };
        let runners: Vec<Runner> = list.as_slice().iter().map(runner).collect();
        Self {
            beliefs,
            habits,
            alive: runners.len(),
            runners,
            gold,
        }
    }

    fn run(&mut self, view: &View, thinking: &Thinking, keep_going: &mut dyn FnMut() -> bool) {
        let mut list = MoveList::new();
        let place = u64::from(view.moves).wrapping_mul(0xd1b5_4a32_d192_ed03);
        let mut games = Dice::new(thinking.seed ^ place);
        let enemy = if self.gold { ENEMY_FOR_GOLD } else { ENEMY };
        let mut left = thinking.play_outs;
        let mut round = 0_u32;
        let mut width = BEHIND;
        while left > 0 && (round == 0 || keep_going()) {
            let mut dice = Dice::new(games.next());
            let mut game = self.beliefs.sample(&mut dice);
            if self.gold {
                game = game.without_jesters();
            }
            for runner in &mut self.runners[..self.alive] {
                if left == 0 {
                    break;
                }
                left -= 1;
                let (mut position, mut luck) = (game, dice);
                position.make(runner.it, &mut luck);
                self.habits.play_out(&mut position, &mut list, &mut luck);
                runner.finish(&position, enemy);
            }
            round += 1;
            if round.is_multiple_of(HEAT) && self.alive > 1 {
                if thinking.thorough {
                    self.keep_those_within(width, self.alive);
                } else {
                    self.drop_stragglers();
                }
                while self.alive == 1 && thinking.thorough && width < BEYOND_DOUBT {
                    width += 1;
                    self.keep_those_within(width, self.runners.len());
                }
                if self.alive == 1 {
                    break;
                }
            }
        }
        if thinking.thorough {
            self.put_the_surest_first();
        }
    }

    /// Of the first `field` runners those stay, or come back, who are at most so
    /// many deviations behind the leader. They may have been tried more or less
    /// often.
    fn keep_those_within(&mut self, width: i64, field: usize) {
        let field = &mut self.runners[..field];
        field.sort_by_key(|runner| (-runner.mean(), runner.it));
        let leader = field[0];
        let close = |runner: &Runner| {
            let behind = leader.mean() - runner.mean();
            let variance = leader.variance_of_mean() + runner.variance_of_mean();
            behind * behind <= width * width * variance
        };
        // Who is close need not stand beside the leader: those tried less often
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
        field.sort_by_key(|runner| (-sure(runner), runner.it));
        self.alive = self.alive.min(1);
    }

    /// Lets those leave whose distance to the leader is more than chance
    /// explains: twice the deviation that independent games would have.
    fn drop_stragglers(&mut self) {
        let field = &mut self.runners[..self.alive];
        field.sort_by_key(|runner| (-runner.mean(), runner.it));
        let leader = field[0];
        let spread = |runner: &Runner| {
            let mean = (runner.score / i64::from(runner.tries.max(1))).clamp(0, WIN);
            (mean * (WIN - mean)).max(10_000)
        };
        let keeps_up = |runner: &Runner| {
            let behind = leader.score - runner.score;
            behind * behind <= 4 * i64::from(runner.tries) * (spread(&leader) + spread(runner))
        };
        self.alive = 1 + field[1..].iter().take_while(|it| keeps_up(it)).count();
    }

    fn advice(mut self) -> Option<Advice> {
        self.runners[..self.alive].sort_by_key(|runner| (-runner.mean(), runner.it));
        let weighed: Vec<Weighed> = self
            .runners
            .iter()
            .map(|runner| Weighed {
                command: runner.it.command(),
                tries: runner.tries,
                wins: runner.wins,
                enemies: runner.enemies,
            })
            .collect();
        let command = weighed.first()?.command.clone();
        Some(Advice { command, weighed })
    }
}

impl Runner {
    fn finish(&mut self, end: &Position, enemy: i64) {
        self.tries += 1;
        self.wins += u32::from(end.is_won());
        self.enemies += u32::from(end.defeated());
        self.score += if end.is_won() {
            WIN + JESTER * i64::from(end.solo_jesters)
        } else {
            let wounds = enemy * i64::from(end.damage) / i64::from(end.enemy_health()).max(1);
            enemy * i64::from(end.defeated()) + wounds
        };
    }
}

impl Position {
    /// Moves worth a thought: all but payments with superfluous cards, and but
    /// a yield where nobody else could move.
    fn list_sensible(&self, list: &mut MoveList) {
        if self.step == Step::Play && self.players == 1 {
            list.clear();
            self.list_plays(list);
            if self.solo_jesters > 0 {
                list.push(Move::FLIP);
            }
        } else if self.step == Step::Suffer {
            list.clear();
            self.list_payments(list, true);
            if self.solo_jesters > 0 {
                list.push(Move::FLIP);
            }
        } else {
            self.list_moves(list);
        }
    }
}

#[cfg(all(test, feature = "cases"))]
mod tests {
    use super::*;
    use crate::cases::Table;

    /// What the bot says within so many looks at the clock, and how often it tried.
    fn thought(text: &str, thorough: bool, looks: u32) -> (Advice, u32) {
        let view = Table::lay(text).view(0);
        let thinking = Thinking {
            play_outs: u32::MAX,
            thorough,
            ..Thinking::default()
        };
        let mut left = looks;
        let mut keep_going = || {
            left = left.saturating_sub(1);
            left > 0
        };
        let advice = advise(&view, &thinking, &mut keep_going).unwrap();
        let tries = advice.weighed.iter().map(|it| it.tries).sum();
        (advice, tries)
    }

    const MIDDLE: &str = "enemy QD; damage 9; hands 3C 8S 10H AC 5D 7S; \
        tavern 2C 4C 6D 9D 2H 4S 6H 8D 10C; discard 2S 3S 7C 9H JC; castle QS KH KC; jesters 1";

    #[test]
    fn who_is_thorough_uses_the_budget_where_moves_are_close() {
        let (short, few) = thought(MIDDLE, false, 3_000);
        let (long, many) = thought(MIDDLE, true, 3_000);
        assert!(many > few, "{many} and {few}");
        assert_eq!(long.weighed.len(), short.weighed.len());
        let again = thought(MIDDLE, true, 3_000);
        assert_eq!((long, many), again, "the same clock gives the same answer");
    }

    #[test]
    fn what_is_beyond_doubt_needs_no_more_time() {
        let text = "enemy KC; damage 30; hands 10D 5D 9S; castle ; jesters 2";
        let (advice, tries) = thought(text, true, 1_000_000);
        assert_eq!(advice.command.to_string(), "play 10D");
        assert!(tries < 100_000, "{tries}");
    }
}
