//! The analysis of a game, in a thread of its own that rings the bell.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use parlour_regicide::analysis::{Analysis, Budget, Progress, analyse};

use super::played::PlayedGame;
use crate::Bell;

/// How far a review is.
#[derive(Clone, Debug)]
pub enum Stage {
    /// It is under way.
    Looking(Progress),
    /// This came of it.
    Done(Arc<Analysis>),
    /// Nothing came of it.
    Failed,
}

/// A game that is looked at in the background; whoever drops it stops it.
#[derive(Debug)]
pub struct Review {
    players: u8,
    decisions: usize,
    stage: Arc<Mutex<Stage>>,
}

impl Review {
    /// Begins to look at a game, with so many play-outs.
    pub fn begin(game: PlayedGame, budget: Budget, bell: &Bell) -> Self {
        let decisions = game.decisions.len();
        let start = Stage::Looking(Progress {
            done: 0,
            of: decisions,
        });
        let review = Self {
            players: game.players,
            decisions,
            stage: Arc::new(Mutex::new(start)),
        };
        let (stage, bell) = (Arc::downgrade(&review.stage), bell.clone());
        thread::spawn(move || {
            let mut go_on = |progress| {
                // Nobody waits any longer if the review is dropped.
                let Some(stage) = stage.upgrade() else {
                    return false;
                };
                *lock(&stage) = Stage::Looking(progress);
                bell.ring();
                true
            };
            let analysis = analyse(&game.decisions, &budget, &mut go_on);
            if let Some(stage) = stage.upgrade() {
                *lock(&stage) = match analysis {
                    Some(analysis) if !analysis.moments.is_empty() => {
                        Stage::Done(Arc::new(analysis))
                    }
                    _ => Stage::Failed,
                };
                bell.ring();
            }
        });
        review
    }

    /// How far it is.
    pub fn stage(&self) -> Stage {
        lock(&self.stage).clone()
    }

    /// Whether it is over, well or not.
    pub fn is_over(&self) -> bool {
        !matches!(self.stage(), Stage::Looking(_))
    }

    /// How many decisions there are to tell of.
    pub fn count(&self) -> usize {
        match self.stage() {
            Stage::Done(analysis) => analysis.moments.len(),
            _ => self.decisions,
        }
    }

    /// How many played.
    pub fn players(&self) -> u8 {
        self.players
    }
}

fn lock(stage: &Mutex<Stage>) -> MutexGuard<'_, Stage> {
    stage.lock().unwrap_or_else(PoisonError::into_inner)
}
