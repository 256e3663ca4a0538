//! Two moves of one decision, tried in the same made-up games.
//!
//! Nothing is chosen here, so nothing is favoured: what comes out says how much
//! one move is better than the other, as far as the quick player can tell.

use crate::bot::beliefs::Beliefs;
use crate::bot::habits::Habits;
use crate::command::Command;
use crate::search::{Dice, Move, MoveList};
use crate::view::View;

/// How two moves fared in the same made-up games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Duel {
    /// Games each of them was tried in.
    pub games: u32,
    /// Games won after the one.
    pub one: u32,
    /// Games won after the other.
    pub other: u32,
    /// Games that were won after one of them only.
    pub split: u32,
}

impl Duel {
    /// How many more of a thousand games the other wins.
    pub fn gain(&self) -> i32 {
        let more = i64::from(self.other) - i64::from(self.one);
        (more * 1_000 / i64::from(self.games.max(1))) as i32
    }

    /// Whether the other is better by more than so many tenths of a deviation.
    pub fn is_settled(&self, tenths: i64) -> bool {
        let more = i64::from(self.other) - i64::from(self.one);
        more > 0 && more * more * 100 > tenths * tenths * i64::from(self.split)
    }

    /// Games won after the one, of a thousand.
    pub fn one_share(&self) -> u16 {
        share(self.one, self.games)
    }

    /// Games won after the other, of a thousand.
    pub fn other_share(&self) -> u16 {
        share(self.other, self.games)
    }
}

/// So many of so many, of a thousand.
pub(crate) fn share(part: u32, whole: u32) -> u16 {
    (u64::from(part) * 1_000 / u64::from(whole.max(1))) as u16
}

/// Tries two moves in so many made-up games each; nothing if one of them cannot be
/// made from this view. The seed decides which games are made up.
pub fn duel(view: &View, one: &Command, other: &Command, games: u32, seed: u64) -> Option<Duel> {
    let beliefs = Beliefs::of(view);
    let one = beliefs.known().find_move(one)?;
    let other = beliefs.known().find_move(other)?;
    let habits = Habits::for_players(view.players.len() as u8);
    let mut list = MoveList::new();
    let mut seeds = Dice::new(seed);
    let mut duel = Duel {
        games,
        ..Duel::default()
    };
    for _ in 0..games {
        let mut dice = Dice::new(seeds.next());
        let game = beliefs.sample(&mut dice);
        let mut wins = |it: Move| {
            let (mut position, mut luck) = (game, dice);
            position.make(it, &mut luck);
            habits.play_out(&mut position, &mut list, &mut luck);
            position.is_won()
        };
        let first = wins(one);
        let second = if one == other { first } else { wins(other) };
        duel.one += u32::from(first);
        duel.other += u32::from(second);
        duel.split += u32::from(first != second);
    }
    Some(duel)
}
