//! Points at the end of a game, as exact fractions of the whole.

use crate::{Outcome, Position, Power};

/// A part of the whole: `part` of `whole`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The numerator.
    pub part: u64,
    /// The denominator; never 0.
    pub whole: u64,
}

impl Share {
    /// Nothing.
    pub const NONE: Self = Self { part: 0, whole: 1 };
    /// Everything.
    pub const ALL: Self = Self { part: 1, whole: 1 };

    /// So many of a thousand, rounded down.
    pub fn per_mille(self) -> u64 {
        self.part * 1000 / self.whole.max(1)
    }
}

/// How points are given. Under each, a solo takes everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// A draw is shared equally.
    DrawSize,
    /// Survivors share by the squares of their centres.
    SumOfSquares,
    /// Survivors share by their centres.
    Centers,
    /// The leader, or leaders, take everything.
    Leader,
    /// Only a solo counts.
    WinnerTakesAll,
}

impl Scoring {
    /// All ways.
    pub const ALL: [Self; 5] = [
        Self::DrawSize,
        Self::SumOfSquares,
        Self::Centers,
        Self::Leader,
        Self::WinnerTakesAll,
    ];

    /// The share of a power in the result of a game.
    pub fn share(
        self,
        outcome: &Outcome,
        last: &Position,
        powers: &[Power],
        power: Power,
    ) -> Share {
        self.share_by(outcome, &|power| last.center_count(power), powers, power)
    }

    /// The same, of a game of which no more is known than who owned how much at its end.
    pub fn share_by(
        self,
        outcome: &Outcome,
        centers: &dyn Fn(Power) -> u32,
        powers: &[Power],
        power: Power,
    ) -> Share {
        let sharing = match outcome {
            Outcome::Solo(winner) if *winner == power => return Share::ALL,
            Outcome::Solo(_) => return Share::NONE,
            Outcome::Draw(sharing) => sharing,
        };
        let centers = |power: &Power| u64::from(centers(*power));
        let weigh = |weight: &dyn Fn(&Power) -> u64| {
            let whole: u64 = powers.iter().map(weight).sum();
            if whole == 0 {
                Share::NONE
            } else {
                Share {
                    part: weight(&power),
                    whole,
                }
            }
        };
        match self {
            Self::DrawSize => weigh(&|power| u64::from(sharing.contains(power))),
            Self::SumOfSquares => weigh(&|power| centers(power) * centers(power)),
            Self::Centers => weigh(&centers),
            Self::Leader => {
                let most = powers.iter().map(centers).max().unwrap_or(0);
                weigh(&|power| u64::from(most > 0 && centers(power) == most))
            }
            Self::WinnerTakesAll => Share::NONE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn shares_add_up_to_the_whole_or_to_nothing() {
        let board = Board::standard();
        let powers: Vec<Power> = board.powers().collect();
        let draw = Outcome::Draw(vec![powers[0], powers[5]]);
        let share = |scoring: Scoring, power| scoring.share(&draw, board.start(), &powers, power);
        assert_eq!(share(Scoring::DrawSize, powers[0]).per_mille(), 500);
        assert_eq!(
            share(Scoring::DrawSize, powers[1]),
            Share { part: 0, whole: 2 }
        );
        // Russia has four centres, six powers have three: 16 of 70.
        assert_eq!(
            share(Scoring::SumOfSquares, powers[5]),
            Share {
                part: 16,
                whole: 70
            }
        );
        assert_eq!(share(Scoring::Leader, powers[5]).per_mille(), 1000);
        for scoring in Scoring::ALL {
            let parts: Vec<Share> = powers.iter().map(|power| share(scoring, *power)).collect();
            let sum: u64 = parts.iter().map(|share| share.part).sum();
            assert!(sum == parts[0].whole || sum == 0, "{scoring:?}");
            let solo = Outcome::Solo(powers[2]);
            assert_eq!(
                scoring.share(&solo, board.start(), &powers, powers[2]),
                Share::ALL
            );
        }
    }
}
