//! Keeps the tables of one game for somebody who plays it alone.

use std::cell::RefCell;
use std::marker::PhantomData;

use parlour_host::table::{Identity, TableId};
use parlour_host::{Refused, wait};
use parlour_rules::{Rules, Seed};
use serde::Deserialize;

use crate::calendar::Day;
use crate::daily::is_of_today;
use crate::facts::{Finished, played};
use crate::hints::hinted;
use crate::left::Saved;
use crate::opening::{Wish, open};
use crate::practice::practise;
use crate::visit::{NotDone, Visit};

/// The tables of one game, and the one that somebody sits at, if they do.
pub struct Keeper<G> {
    visit: Visit,
    table: RefCell<Option<TableId>>,
    /// The tables in the last answer of [`Keeper::left`].
    left: RefCell<Vec<TableId>>,
    /// The tables in the last answer of [`Keeper::played`].
    played: RefCell<Vec<TableId>>,
    /// As whom else this person has played on this machine.
    also: Vec<Identity>,
    game: PhantomData<fn() -> G>,
}

impl<G: Rules> Keeper<G> {
    /// The keeper of a visit, at a table or before any.
    pub fn new(visit: &Visit, table: Option<TableId>) -> Self {
        Self {
            visit: visit.clone(),
            table: RefCell::new(table),
            left: RefCell::default(),
            played: RefCell::default(),
            also: Vec::new(),
            game: PhantomData,
        }
    }

    /// The same for somebody who has also played as these: at tables with others that
    /// are kept here.
    #[must_use]
    pub fn known_as(self, also: Vec<Identity>) -> Self {
        Self { also, ..self }
    }

    /// Whom it is for, and where.
    pub fn visit(&self) -> &Visit {
        &self.visit
    }

    /// Opens a table, or finds today's.
    ///
    /// # Errors
    /// Why there is none.
    pub fn open(&self, wish: &Wish<'_, G>) -> Result<TableId, Refused> {
        wait(open(&self.visit.host, &self.visit.me, wish))
    }

    /// The table that somebody sits at.
    ///
    /// # Errors
    /// If they sit at none.
    pub fn table(&self) -> Result<TableId, NotDone> {
        self.table.borrow().clone().ok_or(NotDone::Gone)
    }

    /// Today.
    pub fn today(&self) -> Day {
        Day::of(self.visit.host.now())
    }

    /// All games that were finished here, the oldest first.
    ///
    /// # Errors
    /// If the host does not answer.
    pub fn played(&self) -> Result<Vec<Finished<G::Outcome>>, Refused> {
        let played = played::<G>(&self.visit, &self.also)?;
        *self.played.borrow_mut() = played.iter().map(|game| game.table.clone()).collect();
        Ok(played)
    }

    /// The log of the game of this number in the last answer of [`Keeper::played`],
    /// compressed.
    ///
    /// # Errors
    /// If it cannot be read, or may not be yet.
    pub fn log(&self, played: usize) -> Result<Vec<u8>, NotDone> {
        self.log_of(&self.finished(played)?)
    }

    /// A table for practice that goes on after so many entries of the game of this
    /// number in the last answer of [`Keeper::played`].
    ///
    /// # Errors
    /// Why there is none.
    pub fn practise(&self, played: usize, entries: u64) -> Result<TableId, NotDone> {
        let (host, me) = (&self.visit.host, &self.visit.me);
        let table = self.finished(played)?;
        wait(practise(host, &table, me, &self.also, entries))
    }

    fn finished(&self, played: usize) -> Result<TableId, NotDone> {
        let finished = self.played.borrow().get(played).cloned();
        finished.ok_or(NotDone::Gone)
    }

    fn log_of(&self, table: &TableId) -> Result<Vec<u8>, NotDone> {
        let host = &self.visit.host;
        if is_of_today(&wait(host.record(table))?, host.now()) {
            return Err(NotDone::Tomorrow);
        }
        Ok(wait(host.export(table))?)
    }

    /// Notes that a hint is given at the table.
    ///
    /// # Errors
    /// Why it is not noted; then it is not to be given.
    pub fn hinted(&self) -> Result<(), NotDone> {
        let table = self.table()?;
        Ok(wait(hinted(
            &self.visit.host,
            &table,
            &self.visit.me.identity,
        ))?)
    }

    /// Games that were left, the last played first.
    ///
    /// # Errors
    /// If the host does not answer.
    pub fn left(&self) -> Result<Vec<Saved>, Refused> {
        let now = self.visit.host.now();
        let left = self.visit.left_of(G::NAME)?;
        *self.left.borrow_mut() = left.iter().map(|left| left.id().clone()).collect();
        Ok(left.iter().map(|left| left.card(now)).collect())
    }

    /// The table of this number in the last answer of [`Keeper::left`].
    ///
    /// # Errors
    /// If there is none.
    pub fn listed(&self, left: usize) -> Result<TableId, NotDone> {
        self.left.borrow().get(left).cloned().ok_or(NotDone::Gone)
    }

    /// Deletes the table of this number in the last answer of [`Keeper::left`].
    ///
    /// # Errors
    /// Why not.
    pub fn delete(&self, left: usize) -> Result<(), NotDone> {
        self.visit.delete(&self.listed(left)?)
    }

    /// What everything at the table followed from. Nobody is told while it is played,
    /// or what is hidden could be looked into; nor that of the daily game until its day
    /// is over, since others may have it before them.
    ///
    /// # Errors
    /// If the table cannot be read.
    pub fn seed(&self) -> Result<Option<Seed>, NotDone> {
        #[derive(Deserialize)]
        struct Start {
            seed: Seed,
        }
        let (id, host) = (self.table()?, &self.visit.host);
        let glance = wait(host.look(&id, &self.visit.me.identity))?;
        if glance.outcome.is_none() || is_of_today(&glance.record, host.now()) {
            return Ok(None);
        }
        let kept = wait(host.journal().load(&id)).map_err(Refused::from)?;
        let kept = kept.ok_or(NotDone::Gone)?;
        let start = serde_json::from_str::<Start>(&kept.header);
        Ok(start.ok().map(|start| start.seed))
    }

    /// The log of the table, compressed.
    ///
    /// # Errors
    /// If the table cannot be read, or may not be yet.
    pub fn export(&self) -> Result<Vec<u8>, NotDone> {
        self.log_of(&self.table()?)
    }

    /// What the table of a game that is over began with. It is not to be told: see
    /// [`Keeper::seed`].
    ///
    /// # Errors
    /// If the table cannot be read, or its game is not over.
    pub fn beginning(&self) -> Result<(G::Setup, Seed), NotDone> {
        #[derive(Deserialize)]
        struct Start<S> {
            setup: S,
            seed: Seed,
        }
        let (id, host) = (self.table()?, &self.visit.host);
        let glance = wait(host.look(&id, &self.visit.me.identity))?;
        if glance.outcome.is_none() {
            return Err(NotDone::NotOver);
        }
        let kept = wait(host.journal().load(&id)).map_err(Refused::from)?;
        let kept = kept.ok_or(NotDone::Gone)?;
        let start = serde_json::from_str::<Start<G::Setup>>(&kept.header);
        let start = start.map_err(|_| NotDone::Gone)?;
        Ok((start.setup, start.seed))
    }

    /// The log of the table once its game is over, compressed: to look back on it here,
    /// not to be handed on, since it holds the seed.
    ///
    /// # Errors
    /// If the table cannot be read, or its game is not over.
    pub fn own_log(&self) -> Result<Vec<u8>, NotDone> {
        let (id, host) = (self.table()?, &self.visit.host);
        let glance = wait(host.look(&id, &self.visit.me.identity))?;
        if glance.outcome.is_none() {
            return Err(NotDone::NotOver);
        }
        Ok(wait(host.export(&id))?)
    }

    /// A table for practice that goes on after so many entries of the table.
    ///
    /// # Errors
    /// Why there is none.
    pub fn practise_here(&self, entries: u64) -> Result<TableId, NotDone> {
        let (host, me) = (&self.visit.host, &self.visit.me);
        wait(practise(host, &self.table()?, me, &self.also, entries))
    }

    /// Whether the table may be deleted before its end.
    pub fn may_give_up(&self) -> bool {
        let host = &self.visit.host;
        let record = self.table().ok().and_then(|id| wait(host.record(&id)).ok());
        record.is_some_and(|record| !is_of_today(&record, host.now()))
    }

    /// Deletes the table.
    ///
    /// # Errors
    /// Why not.
    pub fn give_up(&self) -> Result<(), NotDone> {
        self.visit.delete(&self.table()?)
    }

    /// Deletes the table, unless something has been played at it, in whatever window.
    ///
    /// # Errors
    /// Why not.
    pub fn leave_untouched(&self) -> Result<(), NotDone> {
        self.visit.delete_untouched(&self.table()?)
    }

    /// A move was taken back: play goes on at another table; the one before is of no
    /// more use.
    pub fn taken_back(&self) {
        let host = &self.visit.host;
        let mut table = self.table.borrow_mut();
        while let Some(id) = table.clone() {
            let record = wait(host.record(&id));
            let Some(next) = record.ok().and_then(|record| record.moved_to) else {
                return;
            };
            if let Err(refused) = wait(host.remove(&id, &self.visit.me.identity)) {
                tracing::warn!("table {id} is not removed: {refused}");
            }
            *table = Some(next);
        }
    }
}
