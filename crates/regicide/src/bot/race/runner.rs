//! A move in the race, and what its games count.

use super::Weighed;
use crate::search::{Move, Position};

/// What a won game counts in the race, and a little more for every Jester saved.
const WIN: i64 = 1_000;
const JESTER: i64 = 10;

/// What counts in a race besides wins.
pub(super) struct Worth {
    /// A lost game, for every enemy defeated, the wounds of the last one included.
    enemy: i64,
    /// The lead of the quick player's choice: another move must have won so much
    /// more in the same games. It means much while few games are played and little
    /// after many.
    lead: i64,
}

impl Worth {
    /// Where wins are rare, enemies must tell moves apart, and a few wins more say
    /// much.
    pub(super) fn of(gold: bool) -> Self {
        if gold {
            Self {
                enemy: 20,
                lead: 3 * WIN / 2,
            }
        } else {
            Self {
                enemy: 4,
                lead: 5 * WIN,
            }
        }
    }
}

/// A move in the race.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runner {
    pub(super) it: Move,
    /// How many moves the quick player likes better.
    pub(super) place: usize,
    pub(super) tries: u32,
    /// What its games counted together.
    pub(super) score: i64,
    /// What it has besides. It keeps a move in the race, but knocks none out.
    lead: i64,
    wins: u32,
    enemies: u32,
}

impl Runner {
    /// A move at the start of the race.
    pub(super) fn at(place: usize, it: Move, worth: &Worth) -> Self {
        Self {
            it,
            place,
            tries: 0,
            score: 0,
            lead: if place == 0 { worth.lead } else { 0 },
            wins: 0,
            enemies: 0,
        }
    }

    /// Its score, the lead included.
    pub(super) fn standing(&self) -> i64 {
        self.score + self.lead
    }

    /// Its mean standing, in thousandths of a point for the sake of exactness.
    pub(super) fn mean(&self) -> i64 {
        self.standing() * 1_000 / i64::from(self.tries.max(1))
    }

    /// The same without the lead.
    pub(super) fn bare_mean(&self) -> i64 {
        self.score * 1_000 / i64::from(self.tries.max(1))
    }

    /// The variance of one of its games, in points squared.
    pub(super) fn spread(&self) -> i64 {
        let mean = (self.score / i64::from(self.tries.max(1))).clamp(0, WIN);
        (mean * (WIN - mean)).max(10_000)
    }

    /// The variance of its mean, in thousandths of a point squared.
    pub(super) fn variance_of_mean(&self) -> i64 {
        self.spread() * 1_000_000 / i64::from(self.tries.max(1))
    }

    /// Notes a game that was played out.
    pub(super) fn finish(&mut self, end: &Position, worth: &Worth) {
        self.tries += 1;
        self.wins += u32::from(end.is_won());
        self.enemies += u32::from(end.defeated());
        self.score += if end.is_won() {
            WIN + JESTER * i64::from(end.solo_jesters)
        } else {
            let enemy = worth.enemy;
            let wounds = enemy * i64::from(end.damage) / i64::from(end.enemy_health()).max(1);
            enemy * i64::from(end.defeated()) + wounds
        };
    }

    /// The move and how it fared.
    pub(super) fn weighed(&self) -> Weighed {
        Weighed {
            command: self.it.command(),
            tries: self.tries,
            wins: self.wins,
            enemies: self.enemies,
        }
    }
}
