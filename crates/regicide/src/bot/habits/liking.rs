//! How much the quick player likes each move, for whoever wants to know its second
//! choice too.

use std::cmp::Reverse;

use super::{Frame, Habits};
use crate::search::{Kind, Move, Position};
use crate::state::Step;

impl Habits {
    /// How much it likes a move of this position; only the order means something.
    pub(crate) fn liking(&self, q: &Position, it: Move) -> i32 {
        let frame = Frame::of(q);
        match it.kind() {
            Kind::Play => self.score_play(q, &frame, it.cards()),
            Kind::Yield => self.score_yield(q, &frame),
            Kind::Next => self.score_next(q, it.seat()),
            Kind::Pay => -self.purse(q, &frame).cost(it.cards()),
            // Whoever can pay does.
            Kind::Flip if q.step == Step::Suffer => i32::MIN,
            Kind::Flip => self.score_flip(q),
        }
    }

    /// Puts moves in the order in which it likes them, on the whole over some
    /// games that look alike.
    pub(crate) fn put_in_order(&self, games: &[Position], moves: &mut [Move]) {
        moves.sort_by_cached_key(|it| {
            let likings = games.iter().map(|q| i64::from(self.liking(q, *it)));
            Reverse(likings.sum::<i64>())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Dice, MoveList};
    use crate::setup::House;

    /// Liking and choosing are written apart, for the sake of speed.
    #[test]
    fn what_it_likes_best_is_what_it_does() {
        let (mut dice, mut list, mut seen) = (Dice::new(5), MoveList::new(), 0);
        for game in 0..400_u64 {
            let players = 1 + (game % 4) as u8;
            let habits = match game % 5 {
                4 => Habits::for_gold(),
                _ => Habits::for_players(players),
            };
            let mut q = Position::deal(players, &House::default(), &mut dice);
            while q.step() != Step::Over {
                q.list_sensible(&mut list);
                let mut moves = list.as_slice().to_vec();
                habits.put_in_order(&[q], &mut moves);
                let chosen = habits.choose(&q, &mut list);
                let liking = |it| habits.liking(&q, it);
                assert_eq!(liking(moves[0]), liking(chosen), "{moves:?} {chosen:?}");
                seen += 1;
                let other = moves[dice.next() as usize % moves.len().min(3)];
                q.make(
                    if dice.next().is_multiple_of(2) {
                        chosen
                    } else {
                        other
                    },
                    &mut dice,
                );
            }
        }
        assert!(seen > 8_000, "{seen}");
    }
}
