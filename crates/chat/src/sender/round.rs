//! What one run of the sender remembers: who is being told something, who may be told
//! more, and when.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tokio::time::Instant;

use super::LaneKey;
use super::lane::{Load, Report, Wait};
use crate::desk::{Part, Platform};

/// What is known of a recipient.
#[derive(Default)]
pub struct Lane {
    pub busy: bool,
    pub failures: u32,
    pub not_before: Option<Instant>,
    /// The newest note that was tried.
    pub newest: u64,
    /// Whether the recipient does not want to hear from us. A newer note may be the
    /// answer to words of theirs, so it is tried at once, with all that waits.
    pub silent: bool,
    /// Whether they have said something while it was at work.
    pub spoke: bool,
    /// How many pieces of a parcel have gone, should it be tried again.
    pub pieces: BTreeMap<Part, usize>,
    /// The parcels it is at work with.
    pub in_hand: Vec<Part>,
}

/// Everything one run of the sender remembers.
#[derive(Default)]
pub struct Round {
    pub lanes: BTreeMap<LaneKey, Lane>,
    /// What was read and no lane has begun with.
    pub backlog: BTreeMap<LaneKey, Vec<Load>>,
    /// The parcels that any lane is at work with. A chat that moves while it is written
    /// to has another address from one moment to the next, and what is on its way
    /// there waits in the outbox under that address as well.
    pub in_hand: BTreeSet<Part>,
}

impl Round {
    /// What a lane reports when it stops.
    pub fn take_in(&mut self, key: &LaneKey, report: &Report) {
        let lane = self.lanes.entry(key.clone()).or_default();
        lane.busy = false;
        for part in lane.in_hand.drain(..) {
            self.in_hand.remove(&part);
        }
        if let Some((part, gone)) = report.halfway {
            lane.pieces.insert(part, gone);
        }
        match &report.stopped {
            None => {
                lane.failures = 0;
                lane.not_before = None;
                lane.silent = false;
                lane.spoke = false;
                lane.pieces.clear();
            }
            Some(wait) => {
                if report.arrived > 0 {
                    lane.failures = 0;
                }
                lane.failures += 1;
                lane.silent = matches!(wait, Wait::Silence);
                lane.not_before = Some(Instant::now() + wait.length(lane.failures));
                if std::mem::take(&mut lane.spoke) {
                    self.hear_from(key);
                }
            }
        }
    }

    /// How many lanes of a platform are at work.
    pub fn busy(&self, platform: Platform) -> usize {
        let lanes = self.lanes.iter().filter(|(key, _)| key.0 == platform);
        lanes.filter(|(_, lane)| lane.busy).count()
    }

    /// A note waits: who was silent is tried again for one that is new.
    pub fn notice(&mut self, key: &LaneKey, id: u64) {
        if let Some(lane) = self.lanes.get_mut(key)
            && lane.silent
            && !lane.busy
            && id > lane.newest
        {
            lane.not_before = None;
        }
    }

    /// Who was silent has spoken, and is tried again.
    pub fn hear_from(&mut self, key: &LaneKey) {
        let Some(lane) = self.lanes.get_mut(key) else {
            return;
        };
        if lane.busy {
            lane.spoke = true;
        } else if lane.silent {
            lane.failures = 0;
            lane.not_before = None;
        }
    }

    /// Whether a lane may be set to work.
    pub fn is_free(&self, key: &LaneKey) -> bool {
        self.lanes.get(key).is_none_or(|lane| {
            !lane.busy
                && lane
                    .not_before
                    .is_none_or(|moment| moment <= Instant::now())
        })
    }

    /// How long until a lane may try again.
    pub fn next_try(&self) -> Option<Duration> {
        let moments = self.lanes.values().filter(|lane| !lane.busy);
        let next = moments.filter_map(|lane| lane.not_before).min()?;
        Some(
            next.saturating_duration_since(Instant::now())
                .max(Duration::from_millis(20)),
        )
    }
}
