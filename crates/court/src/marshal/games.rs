//! The games of a table, one after the other: resumed, begun, followed by the
//! next.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parlour_host::audit::Asker;
use parlour_host::host::Revision;
use parlour_host::journal::MessageId;
use parlour_host::table::{Identity, Origin, Person, Record, TableId};
use parlour_host::{Json, Refused};
use parlour_rules::Seat;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::eyes::Eyes;
use super::known::KnownIds;
use super::log::LogLine;
use super::notes::{Former, Notes};
use super::presence::Elsewhere;
use super::{Input, Marshal};
use crate::opening::{Kept, Opening};
use crate::taking_back::games_under;
use crate::{logbook, seating};

/// How long the seats of a finished game are kept for their tokens while nobody
/// who played it is connected.
pub(super) const KEPT: Duration = Duration::from_mins(10);

/// Further than the count of a game runs beyond the moves that are left of it. Where the
/// game itself is gone, nobody knows how far it was.
const BEYOND: u64 = 100_000;

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
        let (id, notes) = if let Some((id, _, notes)) = kept.resumed {
            (id, notes)
        } else {
            let notes = Notes {
                table: (opening.key)(),
                customs: opening.customs,
                ..Notes::default()
            };
            let new = opening.new_game(opening.first_chairs(), &notes, false);
            let id = opening.host.open_table(new).await?;
            // From here on the host has it open.
            opening.host.record(&id).await?;
            (id, notes)
        };
        // What others have carried out stands in the journal only.
        let shared = opening.replica.is_some();
        let eyes = Eyes::on(&opening.host, &id, &opening.owner)?;
        let watch = opening.host.watch(&id).await?;
        let stored = eyes.record().settings.clone();
        let mut marshal = Self {
            opening,
            id,
            eyes,
            watch,
            told: None,
            inbox,
            told_seq: seq,
            notes,
            stored,
            asking: Asker::house(),
            guests: BTreeMap::new(),
            dropped: BTreeMap::new(),
            absent: BTreeMap::new(),
            elsewhere: Elsewhere::default(),
            kept_until: Instant::now() + KEPT,
            known: KnownIds::default(),
            asks_journal: asks_journal || shared,
            thinking: None,
            thought: None,
            failing: None,
        };
        if marshal.notes.table.is_empty() {
            marshal.notes.table = (marshal.opening.key)();
            marshal.store_notes().await?;
        }
        marshal.know_what_was_taken_back().await?;
        marshal.know_the_customs().await?;
        marshal.forget_who_was_ready().await?;
        if asks_journal {
            marshal.say_what_goes_on();
        }
        if marshal.is_over() && !marshal.opening.shows_finished {
            marshal.clear_away().await?;
        }
        Ok(marshal)
    }

    /// The notes say what is agreed, also where the table is resumed with other wishes.
    async fn know_the_customs(&mut self) -> Result<(), Refused> {
        if self.notes.customs == self.opening.customs {
            return Ok(());
        }
        self.notes.customs = self.opening.customs;
        self.store_notes().await
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
            match host.start(&self.id, self.warrant()).await {
                // Another process saw the same.
                Err(Refused::AlreadyStarted) => return Ok(()),
                started => started?,
            }
            self.tell_host("the game begins");
            self.notes.ready.clear();
            return self.store_notes().await;
        }
        if self.next_game_is_due() {
            self.begin_next_game(None).await?;
        }
        Ok(())
    }

    /// Whether the game is over and every person is ready for the next one. Bots alone do
    /// not go on for ever.
    pub(super) fn next_game_is_due(&self) -> bool {
        let record = self.record();
        let anybody = seating::people(&record).next().is_some();
        let waits = record.started.is_none() || record.paused.is_some();
        let ready = seating::not_ready(&record, &self.notes.ready).is_empty();
        anybody && ready && !waits && self.is_over()
    }

    /// The same people play again. The message is that of who was ready last: it is
    /// stored in one go with the next game.
    pub(super) async fn begin_next_game(
        &mut self,
        message: Option<&MessageId>,
    ) -> Result<(), Refused> {
        let chairs = self.record().chairs.clone();
        self.begin_anew((chairs, true), None, message).await?;
        self.tell_host("the next game begins");
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
        let missed = self.missed(&self.record());
        let mut chairs = self.record().chairs.clone();
        for seat in missed.iter() {
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
        self.notes.admitted.clear();
        let last_game = end.map(|end| logbook::last_game(&end));
        self.begin_anew((chairs, false), last_game, None).await
    }

    /// The next game at this table, which may begin with a line of its log; this one is
    /// found as one that was played, and both are stored in one go. The count goes on.
    async fn begin_anew(
        &mut self,
        (chairs, start): (Vec<Option<Person>>, bool),
        line: Option<String>,
        message: Option<&MessageId>,
    ) -> Result<(), Refused> {
        let seq = self.seq() + 1;
        let mut notes = self.notes.for_next_game(&self.id, seq);
        if let Some(text) = line {
            let player = None;
            notes.write_log(LogLine { seq, player, text });
        }
        let new = self.opening.new_game(chairs, &notes, start);
        let (owner, known) = (self.opening.owner.clone(), self.stored.clone());
        let (past, entries) = (self.opening.past_tags(), self.eyes.standing().seq);
        let leave = move |revision: &mut Revision<'_>| -> Result<(), Refused> {
            known_by(&revision.record, &owner, (&known, entries))?;
            revision.record.tags.clone_from(&past);
            Ok(())
        };
        let (host, before) = (Arc::clone(&self.opening.host), self.id.clone());
        let opened = host.succeed(&before, &self.asking, message, new, leave);
        let id = match opened.await {
            // Another process has begun it.
            Err(Refused::TableExists(id)) => return self.go_over_to(id).await,
            opened => opened?,
        };
        self.go_over_to(id).await?;
        host.put_away(&before);
        Ok(())
    }

    /// All of it goes over to another game before anything can fail.
    async fn go_over_to(&mut self, id: TableId) -> Result<(), Refused> {
        let record = self.opening.host.record(&id).await?;
        let notes = Notes::of(&id, &record)?;
        let watch = self.opening.host.watch(&id).await?;
        self.eyes = Eyes::on(&self.opening.host, &id, &self.opening.owner)?;
        self.watch = watch;
        self.told = None;
        self.stored = record.settings;
        self.notes = notes;
        self.id = id;
        Ok(())
    }

    /// Somebody may have changed the table, or somebody's grace may be over.
    pub(super) async fn look(&mut self) -> Result<(), Refused> {
        self.follow().await?;
        let there = |it: &Self| (it.connected(), it.missed(&it.record()));
        let before = there(self);
        self.arrange().await?;
        if self.told != Some(self.eyes.standing()) || there(self) != before {
            self.tell_everybody(None)?;
        }
        self.let_bot_think().await
    }

    /// Knows what others have stored, and goes over to the game they have begun.
    pub(super) async fn follow(&mut self) -> Result<(), Refused> {
        if self.opening.replica.is_some() {
            self.opening.host.refresh().await?;
        }
        while let Some(left) = self.record().moved_to.clone() {
            let before = self.id.clone();
            self.go_over_to(left).await?;
            self.opening.host.put_away(&before);
        }
        self.know_what_was_taken_back().await?;
        let record = self.record();
        if !record.tags.contains(&self.opening.tag) {
            let games = games_under(&self.opening.host, &self.opening.tag).await?;
            if let Some(game) = games.into_iter().find(|game| *game != self.id) {
                self.go_over_to(game).await?;
            }
        }
        if self.record().settings == self.stored {
            return self.catch_up_log().await;
        }
        self.know_what_is_stored().await
    }

    /// Where moves were taken back, the count goes on over both games, and the log says
    /// what happened: once, whichever process comes first.
    async fn know_what_was_taken_back(&mut self) -> Result<(), Refused> {
        let record = self.record();
        let Some(Origin { table, seq }) = record.forked_from.clone() else {
            return Ok(());
        };
        if self.notes.earlier.contains(&table) {
            return Ok(());
        }
        let host = &self.opening.host;
        let before = match host.record(&table).await {
            Ok(_) => Some(Eyes::on(host, &table, &self.opening.owner)?.standing()),
            // What is left of the game goes on without it.
            Err(Refused::UnknownTable(_)) => None,
            Err(refused) if refused.is_damage() => None,
            Err(refused) => return Err(refused),
        };
        let Some(before) = before else {
            let base = self.notes.base + seq + BEYOND;
            self.notes.take_back(table, seq, base);
            self.catch_up_log().await?;
            return self.store_notes().await;
        };
        let base = self.notes.base + before.seq + before.version;
        self.notes.take_back(table, seq, base);
        self.catch_up_log().await?;
        let text = logbook::taken_back(before.seq - seq);
        self.tell_host(&text);
        // Storing it raises the count by one.
        let seq = self.seq() + 1;
        let player = None;
        self.notes.write_log(LogLine { seq, player, text });
        self.store_notes().await
    }

    pub(super) async fn store_notes(&mut self) -> Result<(), Refused> {
        self.store_notes_on(None).await
    }

    /// The same on a seat's message, whose id then stands in the journal. Notes that
    /// somebody else has changed meanwhile are not written over.
    pub(super) async fn store_notes_on(
        &mut self,
        message: Option<&MessageId>,
    ) -> Result<(), Refused> {
        let (notes, standing) = (self.notes.json(), self.eyes.standing());
        let (owner, known) = (self.opening.owner.clone(), self.stored.clone());
        let next = notes.clone();
        let change = move |revision: &mut Revision<'_>| -> Result<(), Refused> {
            known_by(&revision.record, &owner, (&known, standing.seq))?;
            revision.record.settings = next.clone();
            Ok(())
        };
        let host = &self.opening.host;
        host.revise_on(&self.id, &self.asking, message, change)
            .await?;
        self.stored = notes;
        Ok(())
    }
}

/// Whether a record is its owner's, and its notes are those that were known after so many
/// entries.
fn known_by(
    record: &Record,
    owner: &Identity,
    (notes, entries): (&Json, u64),
) -> Result<(), Refused> {
    if record.owner != *owner {
        return Err(Refused::NotOwner);
    }
    if record.settings != *notes {
        let (named, current) = (entries, entries);
        return Err(Refused::StaleSeq { named, current });
    }
    Ok(())
}
