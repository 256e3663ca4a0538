//! What one run of the sender remembers: who is being told something, who may be told
//! more, and when.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tokio::time::Instant;

use super::lane::{Report, Wait};
use crate::desk::{Platform, Queue, Recipient};

/// What is known of a recipient who is being told something, or could not be.
#[derive(Default)]
pub struct Lane {
    pub busy: bool,
    failures: u32,
    not_before: Option<Instant>,
    /// The newest note that they asked for and that was tried.
    asked: u64,
    /// Whether the recipient does not want to hear from us. Something newer that they
    /// have asked for is tried at once, with all that waits.
    silent: bool,
    /// Whether they have said something while it was at work.
    spoke: bool,
}

/// Everything one run of the sender remembers. What is to be sent is not among it.
#[derive(Default)]
pub struct Round {
    lanes: BTreeMap<Recipient, Lane>,
    /// Who waits and has no lane at work yet, who has waited longest last.
    backlog: Vec<Queue>,
}

impl Round {
    /// Who waits, as it was read now. Those who rest wait on; of those for whom nothing
    /// waits any more nothing is remembered.
    pub fn list(&mut self, queues: Vec<Queue>) {
        let waiting: BTreeSet<&Recipient> = queues.iter().map(|queue| &queue.to).collect();
        self.lanes
            .retain(|to, lane| lane.busy || waiting.contains(to));
        for queue in &queues {
            self.notice(queue);
        }
        self.backlog = queues;
        self.backlog.retain(|queue| {
            let Some(lane) = self.lanes.get_mut(&queue.to) else {
                return true;
            };
            let free = lane.is_free();
            if free {
                // Its rest is over: it waits for a place from now on, not for a moment.
                lane.not_before = None;
            }
            free
        });
        self.backlog.sort_by_key(|queue| u64::MAX - queue.oldest);
    }

    /// Whether somebody does not want to hear from us.
    pub fn is_silent(&self, to: &Recipient) -> bool {
        self.lanes.get(to).is_some_and(|lane| lane.silent)
    }

    /// Whether somebody on a platform waits for a lane.
    pub fn has_waiting(&self, platform: Platform) -> bool {
        self.backlog
            .iter()
            .any(|queue| queue.to.platform == platform)
    }

    /// Takes those out who may be told something now, at most so many of a platform
    /// at the same time.
    pub fn begin(&mut self, at_most: usize) -> Vec<Queue> {
        let mut busy: BTreeMap<Platform, usize> = BTreeMap::new();
        for (to, lane) in &self.lanes {
            *busy.entry(to.platform).or_default() += usize::from(lane.busy);
        }
        let mut begun = Vec::new();
        let mut waiting = Vec::new();
        for queue in std::mem::take(&mut self.backlog).into_iter().rev() {
            // A platform that hangs leaves the other its lanes.
            let busy = busy.entry(queue.to.platform).or_default();
            if *busy >= at_most {
                waiting.push(queue);
                continue;
            }
            let lane = self.lanes.entry(queue.to.clone()).or_default();
            if lane.is_free() {
                *busy += 1;
                lane.busy = true;
                lane.asked = lane.asked.max(queue.asked);
                begun.push(queue);
            }
        }
        waiting.reverse();
        self.backlog = waiting;
        begun
    }

    /// What a lane reports when it stops.
    pub fn take_in(&mut self, to: &Recipient, report: &Report) {
        let Some(wait) = &report.stopped else {
            self.lanes.remove(to);
            return;
        };
        let lane = self.lanes.entry(to.clone()).or_default();
        lane.busy = false;
        if report.arrived > 0 {
            lane.failures = 0;
        }
        lane.failures += 1;
        lane.silent = matches!(wait, Wait::Silence);
        lane.not_before = Some(Instant::now() + wait.length(lane.failures));
        if std::mem::take(&mut lane.spoke) {
            self.hear_from(to);
        }
    }

    /// Whoever was silent is tried again for something that they have asked for since.
    fn notice(&mut self, queue: &Queue) {
        if let Some(lane) = self.lanes.get_mut(&queue.to)
            && lane.silent
            && !lane.busy
            && queue.asked > lane.asked
        {
            lane.not_before = None;
        }
    }

    /// Whoever was silent has spoken, and is tried again.
    pub fn hear_from(&mut self, to: &Recipient) {
        let Some(lane) = self.lanes.get_mut(to) else {
            return;
        };
        if lane.busy {
            lane.spoke = true;
        } else if lane.silent {
            lane.failures = 0;
            lane.not_before = None;
        }
    }

    /// How long until a lane that rests may try again.
    pub fn next_try(&self) -> Option<Duration> {
        let moments = self.lanes.values().filter(|lane| !lane.busy);
        let next = moments.filter_map(|lane| lane.not_before).min()?;
        Some(
            next.saturating_duration_since(Instant::now())
                .max(Duration::from_millis(20)),
        )
    }
}

impl Lane {
    /// Whether it may be set to work.
    fn is_free(&self) -> bool {
        let rests = self.not_before.is_some_and(|until| until > Instant::now());
        !self.busy && !rests
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(name: &str) -> Queue {
        Queue {
            to: Recipient {
                platform: Platform::Slack,
                name: name.to_owned(),
            },
            notes: 1,
            since: 0,
            oldest: 1,
            asked: 0,
            dropped: 0,
        }
    }

    fn refused(wait: Wait) -> Report {
        Report {
            arrived: 0,
            stopped: Some(wait),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_nothing_waiting_any_more_is_forgotten() {
        let mut round = Round::default();
        round.list(vec![queue("U1")]);
        assert_eq!(round.begin(32).len(), 1);
        round.take_in(&queue("U1").to, &refused(Wait::Silence));
        assert!(round.is_silent(&queue("U1").to));
        tokio::time::advance(Duration::from_hours(1)).await;
        // What waited has become too old meanwhile.
        round.list(Vec::new());
        assert_eq!(round.next_try(), None);
        assert!(!round.is_silent(&queue("U1").to));
        // Whoever is being told something just now is remembered.
        round.list(vec![queue("U2")]);
        round.begin(32);
        round.list(Vec::new());
        assert!(round.lanes[&queue("U2").to].busy);
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_for_a_place_is_not_looked_for_meanwhile() {
        let mut round = Round::default();
        let both = || vec![queue("U1"), queue("U2")];
        round.list(both());
        assert_eq!(round.begin(2).len(), 2);
        let pause = Some(Duration::from_secs(1));
        round.take_in(&queue("U1").to, &refused(Wait::Pause(pause)));
        assert!(round.next_try() > pause);
        tokio::time::advance(Duration::from_secs(2)).await;
        round.list(both());
        // The one place is taken by the other.
        assert!(round.begin(1).is_empty());
        assert_eq!(round.next_try(), None);
        round.take_in(&queue("U2").to, &Report::default());
        assert_eq!(round.begin(1), [queue("U1")]);
    }
}
