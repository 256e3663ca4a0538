//! The games of a table, one after the other: resumed, begun, followed by the
//! next.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parlour_host::Refused;
use parlour_host::host::Description;
use parlour_host::journal::Heard;
use parlour_host::table::Person;
use parlour_rules::Seat;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::eyes::Eyes;
use super::known::KnownIds;
use super::log::LogLine;
use super::notes::{Former, Notes};
use super::{Input, Marshal};
use crate::opening::{Kept, Opening};
use crate::{logbook, seating};

/// How long the seats of a finished game are kept for their tokens while nobody
/// who played it is connected.
pub(super) const KEPT: Duration = Duration::from_mins(10);

impl Marshal {
    /// Resumes the game that was kept, or opens a new one.
    pub async fn open(
        opening: Opening,
        kept: Kept,
        inbox: mpsc::WeakSender<Input>,
        seq: Arc<AtomicU64>,
    ) -> Result<Self, Refused> {
        for id in &kept.left {
            opening.untag(id).await?;
        }
        for id in &kept.untouched {
            opening.host.remove(id, &opening.owner).await?;
        }
        for id in &kept.damaged {
            opening.host.clear_away(id, &opening.owner).await?;
        }
        let asks_journal = kept.resumed.is_some();
        let (id, notes) = if let Some((id, record)) = kept.resumed {
            (id, Notes::of(&record))
        } else {
            let notes = Notes {
                table: (opening.key)(),
                ..Notes::default()
            };
            let new = opening.new_game(opening.first_chairs(), &notes, false);
            let id = opening.host.open_table(new).await?;
            // From here on the host has it open.
            opening.host.record(&id).await?;
            (id, notes)
        };
        let eyes = Eyes::on(&opening.host, &id)?;
        let mut marshal = Self {
            opening,
            id,
            eyes,
            inbox,
            told_seq: seq,
            notes,
            guests: BTreeMap::new(),
            dropped: BTreeMap::new(),
            admitted: BTreeSet::new(),
            kept_until: Instant::now() + KEPT,
            known: KnownIds::default(),
            asks_journal,
            thinking: None,
            thought: None,
            failing: None,
        };
        if marshal.notes.table.is_empty() {
            marshal.notes.table = (marshal.opening.key)();
            marshal.store_notes().await?;
        }
        marshal.forget_who_was_ready().await?;
        if asks_journal {
            marshal.say_what_goes_on();
        }
        if marshal.is_over() && !marshal.opening.shows_finished {
            marshal.clear_away().await?;
        }
        Ok(marshal)
    }

    /// Tells the person at the host which table is resumed.
    fn say_what_goes_on(&self) {
        let record = self.record();
        let names = record.chairs.iter().flatten();
        let names: Vec<&str> = names.map(|person| person.name.as_str()).collect();
        let what = match (record.started.is_some(), self.is_over()) {
            (false, _) if names.is_empty() => return,
            (false, _) => "a lobby with",
            (true, false) => "the game of",
            (true, true) => "after the game of",
        };
        self.tell_host(&format!("goes on: {what} {}", names.join(", ")));
    }

    /// Who was ready for a game that runs is not ready for the next one, should
    /// the process have died between its start and this.
    pub(super) async fn forget_who_was_ready(&mut self) -> Result<(), Refused> {
        let runs = self.record().started.is_some() && !self.is_over();
        if runs && !self.notes.ready.is_empty() {
            self.notes.ready.clear();
            self.store_notes().await?;
        }
        Ok(())
    }

    /// Begins when every seat is taken and every person is ready.
    pub(super) async fn start_if_ready(&mut self) -> Result<(), Refused> {
        let host = &self.opening.host;
        let record = self.record();
        if record.paused.is_some() || !seating::not_ready(&record, &self.notes.ready).is_empty() {
            return Ok(());
        }
        if record.started.is_none() {
            host.start(&self.id, &self.opening.owner).await?;
            self.tell_host("the game begins");
            self.notes.ready.clear();
            return self.store_notes().await;
        }
        // Bots alone do not go on for ever.
        let anybody = seating::people(&record).next().is_some();
        if anybody && self.is_over() {
            let chairs = record.chairs.clone();
            self.begin_anew(chairs, true).await?;
            self.tell_host("the next game begins");
        }
        Ok(())
    }

    pub(super) fn is_over(&self) -> bool {
        self.eyes.view().outcome.is_some()
    }

    /// A game that is over and left by everybody makes room for newcomers.
    pub(super) async fn clear_away(&mut self) -> Result<(), Refused> {
        let chairs = self.opening.first_chairs();
        for former in &mut self.notes.former {
            // These bots play in nobody's place.
            former.bot = false;
        }
        self.open_lobby(chairs).await
    }

    /// After the end, a lobby in the place of the next game: whoever is there keeps
    /// their seat, and so do bots.
    pub(super) async fn go_to_the_lobby(&mut self) -> Result<(), Refused> {
        let away = seating::away(&self.record(), self.connected());
        let mut chairs = self.record().chairs.clone();
        for seat in away.iter() {
            chairs[usize::from(seat.0)] = None;
        }
        self.open_lobby(chairs).await
    }

    /// A lobby with these chairs. Who sits there no more may come back by token, as
    /// long as a chair is free.
    async fn open_lobby(&mut self, chairs: Vec<Option<Person>>) -> Result<(), Refused> {
        let end = self.eyes.view().outcome;
        self.tell_host("a new lobby is open");
        for (seat, chair) in (0_u8..).map(Seat).zip(&self.record().chairs) {
            let person = chair.as_ref().filter(|person| person.bot.is_none());
            let stays = chairs.get(usize::from(seat.0)) == Some(chair);
            if let Some(person) = person.filter(|_| !stays) {
                self.notes.remember(Former {
                    who: person.identity.clone(),
                    name: person.name.clone(),
                    seat,
                    bot: false,
                });
            }
        }
        self.admitted.clear();
        self.begin_anew(chairs, false).await?;
        let Some(end) = end else { return Ok(()) };
        let text = logbook::last_game(&end);
        let seq = self.seq() + 1;
        let player = None;
        self.notes.write_log(LogLine { seq, player, text });
        self.store_notes().await
    }

    /// The next game at this table; the count goes on.
    async fn begin_anew(
        &mut self,
        chairs: Vec<Option<Person>>,
        start: bool,
    ) -> Result<(), Refused> {
        let notes = self.notes.for_next_game(&self.id, self.seq() + 1);
        let new = self.opening.new_game(chairs, &notes, start);
        let id = self.opening.host.open_table(new).await?;
        self.opening.host.record(&id).await?;
        // All of it goes over to the new game before anything can fail.
        self.eyes = Eyes::on(&self.opening.host, &id)?;
        let before = std::mem::replace(&mut self.id, id);
        self.notes = notes;
        self.opening.untag(&before).await?;
        self.opening.host.put_away(&before);
        Ok(())
    }

    pub(super) async fn store_notes(&self) -> Result<(), Refused> {
        self.store_notes_on(None).await
    }

    /// The same on a seat's message, whose id then stands in the journal.
    pub(super) async fn store_notes_on(&self, message: Option<&Heard>) -> Result<(), Refused> {
        let notes = self.notes.json();
        let change = |it: &mut Description| it.settings = notes.clone();
        let host = &self.opening.host;
        host.describe_on(&self.id, &self.opening.owner, message, change)
            .await
    }
}
