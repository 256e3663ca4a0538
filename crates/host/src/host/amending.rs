//! Changes what is known of a table, and not its game: chairs, pauses, deadlines.

use super::figures::Task;
use super::present::{Amended, Present};
use super::{Host, Table};
use crate::Time;
use crate::audit::{Asker, Before, Deed, Warrant, facts};
use crate::deadline::Deadline;
use crate::journal::{Amend, Change, MessageId, NewLetter, NewLog};
use crate::log::{Hash, Stored};
use crate::refused::Refused;
use crate::table::{Record, TableId};

/// The answer to a change of a record, the deadline, and what is told of it.
pub(super) type Changed<T> = (T, Change<Option<Deadline>>, Vec<NewLetter>);

impl Host {
    /// Changes a record, again if another host came first. The change sees the
    /// present table, and says what becomes of the deadline.
    pub(super) async fn amend<T>(
        &self,
        id: &TableId,
        by: &Asker,
        change: impl Fn(&mut Record, &Present, Time) -> Result<(T, Change<Option<Deadline>>), Refused>,
    ) -> Result<T, Refused> {
        self.amend_on(id, by, None, change).await
    }

    /// The same on a message, which is heard with it.
    pub(super) async fn amend_on<T>(
        &self,
        id: &TableId,
        by: &Asker,
        message: Option<&MessageId>,
        change: impl Fn(&mut Record, &Present, Time) -> Result<(T, Change<Option<Deadline>>), Refused>,
    ) -> Result<T, Refused> {
        self.amend_and_tell_on(id, by, message, |record, present, now| {
            let (answer, deadline) = change(record, present, now)?;
            Ok((answer, deadline, Vec::new()))
        })
        .await
    }

    /// The same on the word of the owner, and of nobody else.
    pub(super) async fn arrange<T>(
        &self,
        id: &TableId,
        by: impl Into<Warrant>,
        change: impl Fn(&mut Record, &Present, Time) -> Result<(T, Change<Option<Deadline>>), Refused>,
    ) -> Result<T, Refused> {
        let Warrant { right, asker } = by.into();
        self.amend(id, &asker, |record, present, now| {
            if record.owner != right {
                return Err(Refused::NotOwner);
            }
            change(record, present, now)
        })
        .await
    }

    /// The same as [`Host::amend`], with letters.
    pub(super) async fn amend_and_tell<T, E: From<Refused>>(
        &self,
        id: &TableId,
        by: &Asker,
        change: impl Fn(&mut Record, &Present, Time) -> Result<Changed<T>, E>,
    ) -> Result<T, E> {
        self.amend_and_tell_on(id, by, None, change).await
    }

    pub(super) async fn amend_and_tell_on<T, E: From<Refused>>(
        &self,
        id: &TableId,
        by: &Asker,
        message: Option<&MessageId>,
        change: impl Fn(&mut Record, &Present, Time) -> Result<Changed<T>, E>,
    ) -> Result<T, E> {
        self.amend_and_open(id, by, (message, None), change).await
    }

    /// The same with a table that is begun in the same go; if there is one of its name,
    /// nothing is changed.
    pub(super) async fn amend_and_open<T, E: From<Refused>>(
        &self,
        id: &TableId,
        by: &Asker,
        (message, opens): (Option<&MessageId>, Option<&NewLog>),
        change: impl Fn(&mut Record, &Present, Time) -> Result<Changed<T>, E>,
    ) -> Result<T, E> {
        let table = self.table(id).await?;
        let _turn = table.road.lock().await;
        self.amend_held(&table, by, (message, opens), change).await
    }

    /// The same by who holds the road already, and does more on it than this.
    pub(super) async fn amend_held<T, E: From<Refused>>(
        &self,
        table: &Table,
        by: &Asker,
        (message, opens): (Option<&MessageId>, Option<&NewLog>),
        change: impl Fn(&mut Record, &Present, Time) -> Result<Changed<T>, E>,
    ) -> Result<T, E> {
        loop {
            let now = self.clock.now();
            let changed = {
                let present = table.present();
                let mut record = present.record.clone();
                change(&mut record, &present, now).map(|(answer, deadline, letters)| {
                    let letters = if record.letters { letters } else { Vec::new() };
                    let face = self
                        .registry
                        .face(&record, &*present.position, &present.turn);
                    let deed = self.deed(&present, &record, &deadline, by, now);
                    let amend = Amend {
                        letters,
                        message: message.cloned(),
                        opens: opens.cloned().map(Box::new),
                        ..present.amend(&table.id, (record, face), deadline, deed, now)
                    };
                    (answer, amend)
                })
            };
            let (answer, amend) = match changed {
                Ok(changed) => changed,
                Err(refused) => {
                    if !self.is_behind(table).await? {
                        return Err(refused);
                    }
                    Box::pin(self.catch_up(table)).await?;
                    continue;
                }
            };
            let amended = Amended {
                record: amend.record.clone(),
                deadline: amend.deadline.clone(),
                deed: amend.deed.hash,
            };
            let stored = self.timed(Task::Amend, self.journal.amend(amend)).await;
            if stored.map_err(Refused::from)? {
                table.present().amended(amended);
                self.bell.ring();
                return Ok(answer);
            }
            if let Some(new) = opens
                && let Some(taken) = self.is_taken(&new.id).await?
            {
                return Err(taken.into());
            }
            Box::pin(self.catch_up(table)).await?;
        }
    }

    /// The line of the audit for a change: every change of a record comes by here.
    fn deed(
        &self,
        present: &Present,
        record: &Record,
        deadline: &Change<Option<Deadline>>,
        by: &Asker,
        now: Time,
    ) -> Stored {
        let before = Before {
            record: &present.record,
            deadline: present.deadline.as_ref(),
        };
        let deed = Deed {
            version: present.version + 1,
            entries: present.seq,
            time: now,
            who: by.name([&present.record, record]),
            from: by.who.as_ref().and_then(|who| self.registry.shown(who)),
            place: by.place.clone(),
            said: by.said.clone(),
            facts: facts(&self.registry, Some(before), record, deadline),
        };
        Stored::deed(&deed, present.deed)
    }

    /// The first line of the audit of a table that is opened.
    pub(super) fn first_deed(
        &self,
        record: &Record,
        deadline: Option<&Deadline>,
        by: &Asker,
        (entries, header): (u64, Hash),
    ) -> Stored {
        let deadline = Change::Set(deadline.cloned());
        let deed = Deed {
            version: 0,
            entries,
            time: record.created,
            who: by.name([record, record]),
            from: by.who.as_ref().and_then(|who| self.registry.shown(who)),
            place: by.place.clone(),
            said: by.said.clone(),
            facts: facts(&self.registry, None, record, &deadline),
        };
        Stored::deed(&deed, header)
    }
}
