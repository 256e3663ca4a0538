//! Who is there. A guest who is lost is not missed at once: phones lock, pages are
//! loaded anew. Only when the table's grace is over it pauses and waits for them.
//!
//! Where several processes have the table open, presence is a lease: the process with
//! a seat's guest holds the lease of the seat, and the others ask for it in vain. When
//! a process dies, its leases end, and its guests are missed by the rest.

use std::time::Duration;

use parlour_host::Refused;
use parlour_host::table::{Identity, Record, TableId};
use parlour_rules::{Seat, SeatSet};
use tokio::time::Instant;

use super::log::LogLine;
use super::{Here, Marshal};
use crate::seating;

/// For how long a lease is held, and after how long it is held anew.
const HOLD: Duration = Duration::from_secs(30);
const RENEW: Duration = Duration::from_secs(10);

/// How long who looks is waited for at least.
const GRACE_OF_PAGES: Duration = Duration::from_secs(20);

/// Somebody who has a seat and is not there.
pub(super) struct Absence {
    who: Identity,
    /// When their grace is over.
    until: Instant,
    /// Whether it is: then they are missed.
    over: bool,
    /// Whether they were here before: then their lease is kept for them meanwhile, and
    /// when their grace is over, that is told.
    was_here: bool,
}

/// Who is elsewhere, by leases of the journal.
#[derive(Default)]
pub(super) struct Elsewhere {
    seats: SeatSet,
    /// When the leases are looked at again.
    again: Option<Instant>,
    /// For what they were looked at last: only a move changes nothing of it.
    seen: Option<Circumstances>,
}

/// What leases depend on: the game and the version of its record, who is here, and who
/// is to come back.
type Circumstances = (TableId, u64, SeatSet, SeatSet);

impl Marshal {
    /// The seats whose guests are there, here or elsewhere.
    pub(super) fn connected(&self) -> SeatSet {
        let here = self.guests.values().filter_map(|it| it.seat);
        here.chain(self.elsewhere.seats.iter()).collect()
    }

    /// The seats whose people the table waits for before anything else.
    pub(super) fn missed(&self, record: &Record) -> SeatSet {
        let is_missed = |seat: &Seat| match self.absent.get(seat) {
            Some(absence) if Some(&absence.who) == sitter(record, *seat) => absence.over,
            _ => self.opening.grace.is_zero(),
        };
        let away = seating::away(record, self.connected());
        away.iter().filter(is_missed).collect()
    }

    /// How long the table waits for a guest who is lost. Pages come and go: who looks
    /// is waited for also where a broken connection is told at once.
    pub(super) fn grace_of(&self, here: &Here) -> Duration {
        match here.looks {
            Some(_) => self.opening.grace.max(GRACE_OF_PAGES),
            None => self.opening.grace,
        }
    }

    /// A guest is gone from a seat, and nobody else is at it.
    pub(super) fn is_absent(&mut self, seat: Seat, grace: Duration) {
        let record = self.record();
        if let Some(who) = sitter(&record, seat) {
            let absence = Absence {
                who: who.clone(),
                until: Instant::now() + grace,
                over: grace.is_zero(),
                was_here: true,
            };
            self.absent.insert(seat, absence);
        }
    }

    /// Takes note of whoever is absent now, and tells of those whose grace is over.
    pub(super) async fn look_around(&mut self) -> Result<(), Refused> {
        self.know_seats_of_those_who_look();
        self.hold_leases().await?;
        let record = self.record();
        let away = seating::away(&record, self.connected());
        self.absent.retain(|seat, absence| {
            away.contains(*seat) && Some(&absence.who) == sitter(&record, *seat)
        });
        let (now, grace) = (Instant::now(), self.opening.grace);
        for seat in away.iter() {
            // Where the table waits for them already, it goes on to do so.
            let over = record.paused.is_some() && self.notes.missed.contains(&seat);
            if let Some(who) = sitter(&record, seat) {
                self.absent.entry(seat).or_insert_with(|| Absence {
                    who: who.clone(),
                    until: now + grace,
                    over: over || grace.is_zero(),
                    was_here: false,
                });
            }
        }
        let mut lost = Vec::new();
        for (seat, absence) in &mut self.absent {
            if !absence.over && absence.until <= now {
                absence.over = true;
                lost.extend(absence.was_here.then_some(*seat));
            }
        }
        for seat in lost {
            self.tell_host_of_gap(seat);
            if record.started.is_none() {
                self.notes.write_log(LogLine {
                    seq: self.seq() + 1,
                    player: Some(seat),
                    text: String::from("lost the connection"),
                });
                self.store_notes().await?;
            }
        }
        Ok(())
    }

    /// When there is something to do although nobody asks for anything.
    pub(super) fn next_look(&self) -> Option<Instant> {
        let graces = self.absent.values().filter(|it| !it.over);
        let graces = graces.map(|it| it.until);
        graces.chain(self.elsewhere.again).min()
    }

    fn lease_of(&self, what: &str) -> String {
        format!("court:{}:{what}", self.notes.table)
    }

    /// Holds the leases of the seats whose guests are here, and of those who are to
    /// come back within their grace; finds out whose guests are elsewhere.
    async fn hold_leases(&mut self) -> Result<(), Refused> {
        let Some(replica) = self.opening.replica.clone() else {
            return Ok(());
        };
        let host = self.opening.host.clone();
        let record = self.record();
        let here: SeatSet = self.guests.values().filter_map(|it| it.seat).collect();
        let now = Instant::now();
        let absent = self.absent.keys().copied().collect();
        let version = self.eyes.standing().version;
        let seen = Some((self.id.clone(), version, here, absent));
        if seen == self.elsewhere.seen && self.elsewhere.again.is_some_and(|again| now < again) {
            return Ok(());
        }
        let mut elsewhere = SeatSet::EMPTY;
        for seat in seating::people(&record) {
            let task = self.lease_of(&seat.0.to_string());
            let hold = match self.absent.get(&seat) {
                _ if here.contains(seat) => HOLD,
                Some(absence) if absence.was_here => absence.until.saturating_duration_since(now),
                // Only to ask whether somebody else has it.
                _ => Duration::ZERO,
            };
            let ours = host.lease(&task, &replica, hold.as_millis() as u64).await?;
            if !ours && !here.contains(seat) {
                elsewhere = elsewhere.with(seat);
            }
        }
        self.elsewhere.seats = elsewhere;
        self.elsewhere.seen = seen;
        let anybody = seating::people(&record).next().is_some();
        self.elsewhere.again = anybody.then(|| now + RENEW);
        Ok(())
    }

    /// Whether a bot of this table may think here: of several processes one lets it.
    pub(super) async fn may_think(&mut self) -> Result<bool, Refused> {
        let Some(replica) = &self.opening.replica else {
            return Ok(true);
        };
        let (host, task) = (&self.opening.host, self.lease_of("bot"));
        let ours = host.lease(&task, replica, HOLD.as_millis() as u64).await?;
        if !ours && self.elsewhere.again.is_none() {
            self.elsewhere.again = Some(Instant::now() + RENEW);
        }
        Ok(ours)
    }
}

fn sitter(record: &Record, seat: Seat) -> Option<&Identity> {
    let chair = record.chairs.get(usize::from(seat.0))?.as_ref();
    chair.map(|person| &person.identity)
}
