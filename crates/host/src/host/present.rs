//! An open table, as it is now.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};

use parlour_rules::{Rules, Turn, Viewer};

use super::press::Tally;
use crate::card::{Face, Portrait};
use crate::deadline::Deadline;
use crate::game::{BadEvents, Game, Happened, Position};
use crate::journal::{Amend, Change, Kept, Snapshot, Standing, Torn};
use crate::log::{
    Entry, Era, Hash, Header, NewerRules, Older, OutOfAge, Stored, events_of, older_than, read_end,
};
use crate::shown::{Form, Shown};
use crate::table::{Record, TableId};
use crate::{Json, Time, locked};

/// How many entries are remembered to be told to those who watch.
const REMEMBERED: usize = 64;

/// An open table.
pub(crate) struct Table {
    pub id: TableId,
    pub game: Arc<dyn Game>,
    pub header: Header,
    /// Whoever changes the table holds this from the first look to the last.
    pub road: async_lock::Mutex<()>,
    /// When it was asked for last, in the count of the host.
    pub used: AtomicU64,
    /// About how many bytes it has.
    pub weight: AtomicU64,
    /// Whether another host may have moved it on since it was last asked for.
    pub unsure: AtomicBool,
    /// How much press there is for whom.
    pub press: Mutex<Tally>,
    present: Mutex<Present>,
}

impl Table {
    pub fn new(id: TableId, game: Arc<dyn Game>, header: Header, present: Present) -> Self {
        let table = Self {
            id,
            game,
            header,
            road: async_lock::Mutex::new(()),
            used: AtomicU64::new(0),
            weight: AtomicU64::new(0),
            unsure: AtomicBool::new(false),
            press: Mutex::default(),
            present: Mutex::new(present),
        };
        let state = table.present().position.snapshot();
        table.weigh(&state);
        table
    }

    /// Notes about how many bytes the table has, by the text of its state.
    pub fn weigh(&self, state: &Json) {
        // A state in memory is larger than its text, and what happened lately is
        // remembered beside it.
        let bytes = (4 << 10) + 3 * state.as_str().len();
        self.weight.store(bytes as u64, Ordering::Relaxed);
    }

    /// What a stored entry of this table caused, to be told to viewers.
    pub fn happened(&self, entry: &Entry) -> Result<Arc<dyn Happened>, BadEvents> {
        let rules = entry.rules.unwrap_or(self.header.rules);
        let events = events_of(self.game.as_ref(), rules, entry)?;
        self.game.happened(events.as_str())
    }

    /// The table as it is now. Never held while waiting.
    pub fn present(&self) -> MutexGuard<'_, Present> {
        locked(&self.present)
    }
}

/// What is true of a table now: everything in it is stored.
pub(crate) struct Present {
    pub record: Record,
    pub version: u64,
    pub position: Box<dyn Position>,
    pub turn: Turn<Json>,
    /// What was said of the stage when it began, where that is said once.
    pub portrait: Option<Arc<Portrait>>,
    /// The entries that the position knows.
    pub seq: u64,
    /// The entries that are stored; more only while a table is fetched.
    pub stored_seq: u64,
    pub hash: Hash,
    /// The hash that the next deed continues: of the last one, or of the header.
    pub deed: Hash,
    pub deadline: Option<Deadline>,
    /// By which rules the entries were decided.
    pub era: Era,
    /// The outcome that the log ends with, if it has ended.
    end: Option<Json>,
    pub snapshot: Option<Snapshot>,
    pub torn: Option<Torn>,
    recent: VecDeque<(u64, Arc<dyn Happened>)>,
    watchers: Vec<Waker>,
    /// How often something was said here beside the game, as far as this host knows.
    said: u64,
}

impl Present {
    /// A stored table at its first position.
    pub fn new(position: Box<dyn Position>, era: Era, kept: Kept) -> Self {
        Self {
            record: kept.record,
            version: kept.standing.version,
            turn: position.turn(),
            portrait: None,
            position,
            seq: 0,
            stored_seq: kept.standing.seq,
            hash: kept.hash,
            deed: kept.deed.unwrap_or_else(|| Hash::of_header(&kept.header)),
            deadline: kept.deadline,
            era,
            end: kept.end.as_deref().and_then(read_end).map(|end| end.end),
            snapshot: kept.snapshot,
            torn: kept.torn,
            recent: VecDeque::new(),
            watchers: Vec::new(),
            said: 0,
        }
    }

    /// Begins at a later position instead of the first.
    pub fn begin_at(&mut self, position: Box<dyn Position>, seq: u64, rules: u32) {
        self.era.reach(rules);
        self.turn = position.turn();
        self.position = position;
        self.seq = seq;
    }

    /// The same place, with what is stored by now still to be taken in.
    pub fn follow(&self, kept: Kept) -> Self {
        let mut next = Self::new(self.position.copy(), self.era, kept);
        next.seq = self.seq;
        next.recent.clone_from(&self.recent);
        next
    }

    /// Takes the place of this one; watchers stay, and are woken.
    pub fn replace(&mut self, mut next: Self) {
        next.watchers = std::mem::take(&mut self.watchers);
        next.said = self.said;
        next.torn = self.torn.take().or(next.torn);
        *self = next;
        self.wake();
    }

    pub fn standing(&self) -> Standing {
        Standing {
            seq: self.seq,
            version: self.version,
        }
    }

    /// Moves on by a stored entry. What older rules decided is applied, and not
    /// compared with what the present rules make of it.
    pub fn take_in(&mut self, entry: &Entry, game: &dyn Game) -> Result<(), Unfit> {
        let seq = self.seq + 1;
        if entry.seq != seq {
            let words = format!("expected seq {seq}, found seq {}", entry.seq);
            return Err(Unfit::Damaged(words));
        }
        let rules = self.era.enter(entry, game)?;
        let older = older_than(game, rules);
        let recalled =
            events_of(game, rules, entry).and_then(|events| self.position.recall(events.as_str()));
        let happened = recalled.map_err(|error| match older {
            Some(older) => Unfit::Older(older, error.to_string()),
            None => Unfit::Damaged(error.to_string()),
        })?;
        let print = self.position.fingerprint();
        if older.is_none() && print != entry.fingerprint {
            return Err(Unfit::Damaged(format!(
                "expected fingerprint {}, found fingerprint {print}",
                entry.fingerprint
            )));
        }
        self.turn = self.position.turn();
        self.remember(happened);
        Ok(())
    }

    /// What older rules ended has ended, whatever the present ones would say.
    pub fn stay_ended(&mut self, game: &dyn Game) {
        if let (Some(end), Turn::Awaiting { .. }) = (&self.end, &self.turn)
            && self.era.older(game).is_some()
        {
            self.turn = Turn::Over(end.clone());
        }
    }

    /// Counts an entry and keeps what happened for those who watch.
    pub fn remember(&mut self, happened: Arc<dyn Happened>) {
        self.seq += 1;
        if self.recent.len() == REMEMBERED {
            self.recent.pop_front();
        }
        self.recent.push_back((self.seq, happened));
    }

    /// What happened after an entry; nothing if that is too long ago.
    pub fn since(&self, seq: u64) -> Option<impl Iterator<Item = &(u64, Arc<dyn Happened>)>> {
        let first = self.recent.front().map_or(self.seq, |(first, _)| first - 1);
        (first <= seq).then(|| self.recent.iter().filter(move |(it, _)| *it > seq))
    }

    pub fn to_snapshot(&self, rules: u32) -> Snapshot {
        Snapshot {
            seq: self.seq,
            rules,
            state: self.position.snapshot(),
        }
    }

    /// What a viewer is shown, as JSON.
    pub fn shown_as_json(&self, game: &dyn Game, viewer: Viewer) -> Shown<Json> {
        let view = self.position.view(viewer);
        self.around(game, viewer, view, self.turn.clone())
    }

    /// What a viewer is shown, in the game's own types; nothing if it is another
    /// game's table.
    pub fn shown<G: Rules>(&self, game: &dyn Game, viewer: Viewer) -> Option<Shown<G>> {
        let state = self.state::<G>()?;
        let view = G::view(state, viewer);
        Some(self.around(game, viewer, view, G::turn(state)))
    }

    /// The state, if it is a table of this game.
    pub fn state<G: Rules>(&self) -> Option<&G::State> {
        self.position.state().downcast_ref()
    }

    /// A view with what is known of the table around it.
    fn around<F: Form>(
        &self,
        game: &dyn Game,
        viewer: Viewer,
        view: F::View,
        turn: Turn<F::Outcome>,
    ) -> Shown<F> {
        Shown {
            standing: self.standing(),
            deadline: self.deadline.clone(),
            older: self.era.older(game),
            ..Shown::new(viewer, view, turn, self.record.clone())
        }
    }

    /// A change of the record that tells nobody anything.
    pub fn amend(
        &self,
        id: &TableId,
        (record, face): (Record, Face),
        deadline: Change<Option<Deadline>>,
        deed: Stored,
        time: Time,
    ) -> Amend {
        Amend {
            table: id.clone(),
            version: self.version,
            found_anew: record.keys() != self.record.keys(),
            record,
            face,
            deadline,
            letters: Vec::new(),
            message: None,
            seq: self.seq,
            deed,
            opens: None,
            time,
        }
    }

    /// A change of the record that is stored.
    pub fn amended(&mut self, amended: Amended) {
        let Amended {
            record,
            deadline,
            deed,
        } = amended;
        self.record = record;
        // It may have been of what has changed.
        self.portrait = None;
        self.version += 1;
        self.deed = deed;
        if let Change::Set(deadline) = deadline {
            self.deadline = deadline;
        }
        self.wake();
    }

    /// Something was said beside the game. Who watches may have something to read.
    pub fn heard(&mut self) {
        self.said += 1;
        self.wake();
    }

    /// Tells everybody who watches.
    pub fn wake(&mut self) {
        for waker in self.watchers.drain(..) {
            waker.wake();
        }
    }
}

/// What is true from now on, once a change of the record is stored.
pub(crate) struct Amended {
    pub record: Record,
    pub deadline: Change<Option<Deadline>>,
    pub deed: Hash,
}

/// Why a stored entry cannot be taken in.
pub(crate) enum Unfit {
    /// It makes no sense.
    Damaged(String),
    /// Its rules are not here yet.
    Newer(NewerRules),
    /// It is of older rules, and the present ones cannot apply it.
    Older(Older, String),
}

impl From<OutOfAge> for Unfit {
    fn from(out: OutOfAge) -> Self {
        match out {
            OutOfAge::Newer(newer) => Self::Newer(newer),
            OutOfAge::Younger { .. } => Self::Damaged(out.to_string()),
        }
    }
}

/// Tells when something changes at a table.
pub struct Watch {
    table: Arc<Table>,
    seen: Standing,
    heard: u64,
}

impl Watch {
    pub(crate) fn new(table: Arc<Table>) -> Self {
        let (seen, heard) = {
            let present = table.present();
            (present.standing(), present.said)
        };
        Self { table, seen, heard }
    }

    /// How far the table had come when it was last looked at.
    pub fn seen(&self) -> Standing {
        self.seen
    }

    /// Ready when the table has changed since the last time, or something was said at it.
    pub fn poll_changed(&mut self, context: &mut Context<'_>) -> Poll<Standing> {
        let mut present = self.table.present();
        let (standing, said) = (present.standing(), present.said);
        if standing != self.seen || said != self.heard {
            drop(present);
            self.seen = standing;
            self.heard = said;
            return Poll::Ready(standing);
        }
        let known = present
            .watchers
            .iter()
            .any(|waker| waker.will_wake(context.waker()));
        if !known {
            present.watchers.push(context.waker().clone());
        }
        Poll::Pending
    }

    /// Waits until the table has changed since the last time.
    pub async fn changed(&mut self) -> Standing {
        poll_fn(|context| self.poll_changed(context)).await
    }
}
