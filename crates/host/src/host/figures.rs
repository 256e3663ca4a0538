//! The figures that a service shows of itself: what it has done since it began, how long
//! that took, and what it holds.

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;

use super::Host;
use crate::locked;
use crate::spread::{Lengths, Spread};

/// What a host has done since it began.
#[derive(Default)]
pub(super) struct Counters {
    pub accepted: AtomicU64,
    pub repeated: AtomicU64,
    pub refused: AtomicU64,
    pub unreachable: AtomicU64,
    pub struck: AtomicU64,
    pub stuck: AtomicU64,
    pub delivered: AtomicU64,
    pub aged_letters: AtomicU64,
    pub aged_notes: AtomicU64,
    /// Stages that came to an end, by game.
    pub resolved: Mutex<BTreeMap<&'static str, u64>>,
    /// How late deadlines were struck.
    pub late: Spread,
    /// How long the journal took, by what it was asked.
    stored: [Spread; Task::ALL.len()],
}

pub(super) fn count(counter: &AtomicU64, more: u64) {
    counter.fetch_add(more, Ordering::Relaxed);
}

/// What a journal is asked for whose time is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The next entry is stored.
    Append,
    /// A record is changed.
    Amend,
    /// A table is begun.
    Create,
    /// A table is fetched.
    Load,
    /// Deadlines are claimed.
    Claim,
    /// It is tried whether anything can be stored.
    Try,
}

impl Task {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Append,
        Self::Amend,
        Self::Create,
        Self::Load,
        Self::Claim,
        Self::Try,
    ];

    /// Its name in figures.
    pub fn name(self) -> &'static str {
        match self {
            Self::Append => "append",
            Self::Amend => "amend",
            Self::Create => "create",
            Self::Load => "load",
            Self::Claim => "claim",
            Self::Try => "try",
        }
    }
}

/// What a host has done since it began, and what it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Commands that were accepted.
    pub accepted: u64,
    /// Messages that were heard before, and changed nothing.
    pub repeated: u64,
    /// Commands that were refused.
    pub refused: u64,
    /// Commands that could not be stored.
    pub unreachable: u64,
    /// Deadlines that struck here.
    pub struck: u64,
    /// Tables whose deadline could not be struck, each counted once until it could.
    pub stuck: u64,
    /// How late they were struck.
    pub late: Lengths,
    /// Stages that came to an end here, by game: whoever ended them.
    pub resolved: Vec<(&'static str, u64)>,
    /// How long the journal took.
    pub stored: Vec<(Task, Lengths)>,
    /// Letters that were crossed off here.
    pub delivered: u64,
    /// Letters that were dropped here because nobody sorted them for too long.
    pub aged_letters: u64,
    /// Notes that were dropped here because they had waited for too long.
    pub aged_notes: u64,
    /// Tables that are open at this moment.
    pub open: u64,
    /// About how many bytes they have.
    pub open_bytes: u64,
}

impl Host {
    /// What this host has done, and what it holds.
    pub fn figures(&self) -> Figures {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let counters = &self.counters;
        let resolved = locked(&counters.resolved).clone();
        let stored = Task::ALL.into_iter().zip(&counters.stored);
        let held = locked(&self.open);
        Figures {
            accepted: of(&counters.accepted),
            repeated: of(&counters.repeated),
            refused: of(&counters.refused),
            unreachable: of(&counters.unreachable),
            struck: of(&counters.struck),
            stuck: of(&counters.stuck),
            late: counters.late.lengths(),
            resolved: resolved.into_iter().collect(),
            stored: stored.map(|(task, it)| (task, it.lengths())).collect(),
            delivered: of(&counters.delivered),
            aged_letters: of(&counters.aged_letters),
            aged_notes: of(&counters.aged_notes),
            open: held.len() as u64,
            open_bytes: held.bytes(),
        }
    }

    /// Waits for the journal, and takes the time. For one that answers at once no clock
    /// is asked: it has taken no time.
    pub(super) async fn timed<T>(&self, task: Task, answer: impl Future<Output = T>) -> T {
        let mut answer = pin!(answer);
        let begun = poll_fn(|context| {
            Poll::Ready(match answer.as_mut().poll(context) {
                Poll::Ready(answer) => Ok(answer),
                Poll::Pending => Err(self.clock.micros()),
            })
        });
        let (answer, took) = match begun.await {
            Ok(answer) => (answer, 0),
            Err(begun) => {
                let answer = answer.await;
                (answer, self.clock.micros().saturating_sub(begun))
            }
        };
        self.counters.stored[task as usize].count(took);
        answer
    }
}
