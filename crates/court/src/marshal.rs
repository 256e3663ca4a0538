//! The marshal of one table, a task: whatever happens to the table happens in order.
//!
//! The task owns who is connected; the game, the chairs and the pause are the host's,
//! and what else is to last stands in the notes, which the host keeps in the table's
//! record. The table's `seq` is made of the host's two counters (entries, changes of
//! the record), so it rises with every stored change, survives restarts, and goes on
//! over the next game.

mod asking;
mod bots;
mod control;
mod eyes;
mod failing;
mod games;
mod known;
mod lobby;
mod log;
mod moves;
mod notes;
mod presence;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parlour_host::audit::Asker;
use parlour_host::host::Watch;
use parlour_host::journal::Standing;
use parlour_host::table::{Identity, Person, Record, TableId};
use parlour_host::{Json, Refused};
use parlour_regicide::{Seen, View};
use parlour_rules::Seat;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::action::Asked;
use crate::ear::{Ear, Moment, Scene, Told};
use crate::guest::{Arrival, GuestId, Parting, Wish};
use crate::logbook;
use crate::opening::Opening;
use crate::refusal::Refusal;
use crate::table::{Control, ControlRefused};
use crate::word::{Heard, Unheard, Word};
use bots::{Position, Thought};
use failing::Failing;
use known::KnownIds;
use presence::{Absence, Elsewhere};

pub(crate) use eyes::Eyes;
pub use lobby::others_play;
pub(crate) use lobby::seat_of;
pub use log::{Log, LogLine};
pub(crate) use notes::Notes;

/// Everything that can wake a table's task.
pub(crate) enum Input {
    /// Somebody comes; the answer is whether they are let in.
    Arrive(GuestId, Arc<dyn Ear>, Arrival, oneshot::Sender<bool>),
    /// Somebody does something.
    Act(GuestId, Asked),
    /// Something cannot even be asked; the answer names the seq.
    Refuse(Arc<dyn Ear>, Refusal, Option<String>),
    /// A guest is gone, in this manner.
    Part(GuestId, Parting),
    /// Somebody says a word of the table's own plane.
    Word(
        Person,
        Word,
        Option<String>,
        oneshot::Sender<Result<Heard, Unheard>>,
    ),
    /// The person at the host.
    Control(Control, oneshot::Sender<Result<(), ControlRefused>>),
    /// A bot has thought about a position.
    BotThought(Thought),
    /// Somebody else has changed the table, or it is time to look around.
    Look,
}

/// A guest who is connected.
struct Here {
    ear: Arc<dyn Ear>,
    seat: Option<Seat>,
    /// Who it is, if their seat is whichever they have.
    looks: Option<Identity>,
}

pub(crate) struct Marshal {
    opening: Opening,
    id: TableId,
    eyes: Eyes,
    /// Wakes when the present game changes, whoever changes it.
    watch: Watch,
    /// How far the present game had come when everybody was told last.
    told: Option<Standing>,
    inbox: mpsc::WeakSender<Input>,
    /// How far the table has come, for answers that do not pass through here.
    told_seq: Arc<AtomicU64>,
    notes: Notes,
    /// The notes as they are stored, as far as it is known here.
    stored: Json,
    /// Who asks for what is done just now: the audit names them.
    asking: Asker,
    guests: BTreeMap<GuestId, Here>,
    /// Guests that were dropped, for being slow say, until word comes that they are
    /// gone, and the seats they had, each with its grace.
    dropped: BTreeMap<GuestId, Option<(Seat, Duration)>>,
    /// Who has a seat and is not here.
    absent: BTreeMap<Seat, Absence>,
    elsewhere: Elsewhere,
    /// Until when the seats of a finished game are kept while none of its players
    /// is here.
    kept_until: Instant,
    /// The ids of what was done since the table was opened here.
    known: KnownIds,
    /// Whether there may be older ones, in the journal only.
    asks_journal: bool,
    /// The position about which a bot is thinking.
    thinking: Option<Position>,
    /// What a bot has decided while the table waited for somebody.
    thought: Option<Thought>,
    /// Whether nothing can be stored.
    failing: Option<Failing>,
}

impl Marshal {
    /// Runs until nobody can speak to it any more.
    pub async fn run(mut self, mut inbox: mpsc::Receiver<Input>) {
        if let Err(refused) = self.settle().await {
            self.fails(&refused).await;
        }
        while let Some(input) = self.next_input(&mut inbox).await {
            self.take(input).await;
        }
    }

    /// Does what somebody wants. What cannot be stored is undone, and who wanted it
    /// is sent away.
    async fn take(&mut self, input: Input) {
        // Whoever watches, leaves or is refused needs no journal.
        let needs_journal = match &input {
            Input::Arrive(_, _, arrival, _) => !matches!(arrival.wish, Wish::Watch),
            Input::Act(..)
            | Input::Word(..)
            | Input::Control(..)
            | Input::BotThought(_)
            | Input::Look => true,
            Input::Refuse(..) | Input::Part(..) => false,
        };
        // What was left undone is nobody's who asks now, nor of whoever asked last.
        self.asking = Asker::house();
        if needs_journal && !self.goes_on().await {
            return self.turn_away(input);
        }
        // What others did comes first.
        if needs_journal
            && self.told != Some(self.eyes.standing())
            && let Err(refused) = self.follow().await
        {
            self.fails(&refused).await;
            return self.turn_away(input);
        }
        self.asking = self.who_asks(&input);
        let from = match &input {
            Input::Arrive(guest, ear, ..) => Some((*guest, Some(Arc::clone(ear)))),
            Input::Act(guest, _) => Some((*guest, None)),
            _ => None,
        };
        let done = match input {
            Input::Arrive(guest, ear, arrival, answer) => {
                self.arrive(guest, ear, arrival, answer).await
            }
            Input::Act(guest, asked) => self.act(guest, asked).await,
            Input::Refuse(ear, refusal, re) => {
                self.refuse(ear.as_ref(), &refusal, re.as_deref());
                Ok(())
            }
            Input::Part(guest, parting) => self.part(guest, parting).await,
            Input::Control(control, answer) => {
                let done = self.control(control).await;
                let (result, done) = match done {
                    Ok(result) => (result, Ok(())),
                    Err(refused) => (Err(ControlRefused::Host(refused.to_string())), Err(refused)),
                };
                // The screen may have closed meanwhile.
                let _ = answer.send(result);
                done
            }
            Input::Word(by, word, id, answer) => {
                let heard = self.word(&by, word, id).await;
                let (heard, done) = match heard {
                    Ok(heard) => (heard.map_err(Unheard::Refused), Ok(())),
                    Err(refused) => (Err(Unheard::Lost), Err(refused)),
                };
                // Who asked may be gone meanwhile.
                let _ = answer.send(heard);
                done
            }
            Input::BotThought(thought) => self.bot_thought(thought).await,
            Input::Look => self.look().await,
        };
        if let Err(refused) = done {
            self.fails(&refused).await;
            match from {
                Some((guest, Some(newcomer))) => {
                    newcomer.send_away();
                    self.drop_guest(guest);
                }
                Some((guest, None)) => self.send_away(guest),
                None => {}
            }
        }
    }

    /// Brings pause and start in line with who is there, then tells everybody
    /// and lets a bot think if it is to move.
    async fn settle(&mut self) -> Result<(), Refused> {
        self.arrange().await?;
        self.tell_everybody(None)?;
        self.let_bot_think().await
    }

    async fn arrange(&mut self) -> Result<(), Refused> {
        self.catch_up_log().await?;
        self.look_around().await?;
        self.pause_or_resume().await?;
        self.start_if_ready().await
    }

    async fn pause_or_resume(&mut self) -> Result<(), Refused> {
        let record = self.record();
        let missed: BTreeSet<Seat> = self.missed(&record).iter().collect();
        let paused = record.paused.is_some();
        if !missed.is_empty() && (!paused || self.notes.missed != missed) {
            // First the log, for whoever reads it after a restart: from its lines
            // on, the count runs differently.
            self.notes.missed.clone_from(&missed);
            self.store_notes().await?;
        }
        let (host, by) = (&self.opening.host, self.warrant());
        let done = match (missed.is_empty(), paused) {
            (false, false) => host.pause(&self.id, by).await,
            (true, true) => host.resume(&self.id, by).await,
            _ => Ok(()),
        };
        match done {
            // Another process saw the same.
            Err(Refused::Paused | Refused::NotPaused) => Ok(()),
            done => done,
        }
    }

    /// Tells the person at the host what happens here.
    fn tell_host(&self, words: &str) {
        (self.opening.tell)(self.opening.number, words);
    }

    /// What the host knows of the present game.
    fn record(&self) -> Arc<Record> {
        self.eyes.record()
    }

    /// How far the table has come.
    fn seq(&self) -> u64 {
        let standing = self.eyes.standing();
        self.notes.base + standing.seq + standing.version
    }

    /// Shows each guest the table as they may know it. `ack` is for one of them.
    fn tell_everybody(&mut self, ack: Option<(GuestId, &str)>) -> Result<(), Refused> {
        self.told = Some(self.eyes.standing());
        // Where fronts find it.
        self.told_seq.store(self.seq(), Ordering::Relaxed);
        self.eyes.open_seats()?;
        let (view, record) = (self.eyes.view(), self.record());
        let scene = self.scene(&view, &record);
        let mut slow = Vec::new();
        for (guest, here) in &self.guests {
            let id = ack.filter(|(to, _)| to == guest).map(|(_, id)| id);
            let moment = Moment::new(&scene, &self.eyes, here.seat, id);
            if !here.ear.hear(&Told::Shown(moment)) {
                slow.push(*guest);
            }
        }
        for guest in slow {
            self.drop_guest(guest);
        }
        Ok(())
    }

    fn tell(&mut self, guest: GuestId, ack: Option<&str>) -> Result<(), Refused> {
        self.eyes.open_seats()?;
        let Some(here) = self.guests.get(&guest) else {
            return Ok(());
        };
        let (view, record) = (self.eyes.view(), self.record());
        let scene = self.scene(&view, &record);
        let moment = Moment::new(&scene, &self.eyes, here.seat, ack);
        if !here.ear.hear(&Told::Shown(moment)) {
            self.drop_guest(guest);
        }
        Ok(())
    }

    /// A guest takes no more, or is sent away. Their front reports them gone.
    fn drop_guest(&mut self, guest: GuestId) {
        let Some(here) = self.guests.remove(&guest) else {
            return;
        };
        let grace = self.grace_of(&here);
        self.dropped
            .insert(guest, here.seat.map(|seat| (seat, grace)));
        if let Some(seat) = here.seat.filter(|_| grace.is_zero()) {
            self.tell_host_of_gap(seat);
        }
    }

    /// What all are told alike.
    fn scene<'a>(&'a self, view: &'a View, record: &'a Record) -> Scene<'a> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Scene {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            seq: self.seq(),
            table: &self.notes.table,
            game: &self.id,
            view,
            record,
            here: self.connected(),
            missed: self.missed(record),
            ready: &self.notes.ready,
            hints: self.notes.hints,
            log: &self.notes.log,
        }
    }

    /// Who sits at a seat.
    fn identity_of(&self, seat: Seat) -> Identity {
        let record = self.record();
        let chair = record.chairs.get(usize::from(seat.0));
        let person = chair.and_then(Option::as_ref);
        person.map_or_else(
            || Identity::from("nobody"),
            |person| person.identity.clone(),
        )
    }

    /// Writes into the log what happened since the last time. It is called before
    /// the record changes, so that each line gets the seq it was told with.
    async fn catch_up_log(&mut self) -> Result<(), Refused> {
        let Standing { seq: newest, .. } = self.eyes.standing();
        let logged = self.notes.logged;
        if newest == logged {
            return Ok(());
        }
        let later = self.seq() - newest;
        let record = self.record();
        let name = |seat: Seat| {
            let chair = record.chairs.get(usize::from(seat.0));
            let person = chair.and_then(Option::as_ref);
            person.map_or_else(|| seat.to_string(), |person| person.name.clone())
        };
        let mut write = |entry: u64, seen: &[Seen]| {
            for (player, text) in seen.iter().filter_map(|seen| logbook::line(seen, &name)) {
                let seq = later + entry;
                self.notes.write_log(LogLine { seq, player, text });
            }
        };
        if let Some(told) = self.eyes.told(logged + 1..=newest) {
            for (entry, seen) in &told {
                write(*entry, seen);
            }
        } else {
            let (host, watcher) = (&self.opening.host, &self.opening.owner);
            let mut after = logged;
            while after < newest {
                let told = host.history(&self.id, watcher, after, 256).await?;
                for (entry, told) in &told {
                    let seen: Vec<Seen> = told.read().expect("the game's own words");
                    write(*entry, &seen);
                }
                after += 256;
            }
        }
        self.notes.logged = newest;
        // Not again when the log is only read once more.
        if let Some(end) = self.eyes.view().outcome
            && self.failing.is_none()
        {
            self.tell_host(&logbook::end(&end));
        }
        Ok(())
    }

    /// Refuses with the present seq.
    fn refuse(&self, ear: &dyn Ear, refusal: &Refusal, re: Option<&str>) {
        let seq = self.seq();
        ear.hear(&Told::Refused { refusal, seq, re });
    }
}
