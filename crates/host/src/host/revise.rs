//! Changes of a record that a front words itself: the front knows who may ask
//! for them, the host sees to it that they are stored whole and told afterwards.

use parlour_rules::{Stage, Turn};

use super::Host;
use super::amending::Changed;
use super::present::Present;
use crate::Time;
use crate::audit::Asker;
use crate::deadline::Deadline;
use crate::journal::{Change, MessageId, NewLetter};
use crate::refused::Refused;
use crate::table::{Record, TableId};

/// A record that is being changed, and what else is stored with it.
pub struct Revision<'a> {
    /// The record; whatever is changed here is stored.
    pub record: Record,
    /// The deadline of the present stage; may be changed too.
    pub deadline: Option<Deadline>,
    /// What is told of it. Only tables with letters tell.
    pub letters: Vec<NewLetter>,
    /// What time it is.
    pub now: Time,
    host: &'a Host,
    present: &'a Present,
}

impl Revision<'_> {
    /// A change of this record, as it is stored.
    pub(super) fn make<T, E>(
        host: &Host,
        (record, present, now): (&mut Record, &Present, Time),
        change: &impl Fn(&mut Revision<'_>) -> Result<T, E>,
    ) -> Result<Changed<T>, E> {
        let mut revision = Revision {
            record: record.clone(),
            deadline: present.deadline.clone(),
            letters: Vec::new(),
            now,
            host,
            present,
        };
        let answer = change(&mut revision)?;
        *record = revision.record;
        let deadline = if revision.deadline == present.deadline {
            Change::Keep
        } else {
            Change::Set(revision.deadline)
        };
        Ok((answer, deadline, revision.letters))
    }

    /// The stage; nothing when the game is over.
    pub fn stage(&self) -> Option<&Stage> {
        match &self.present.turn {
            Turn::Awaiting { stage, .. } => Some(stage),
            Turn::Over(_) => None,
        }
    }

    /// The deadline that the timetable gives the present stage if it begins now,
    /// under the record as it is changed so far.
    pub fn fresh_deadline(&self) -> Option<Deadline> {
        self.host.first_deadline(&self.record, &self.present.turn)
    }
}

impl Host {
    /// Changes a record, its deadline, and tells of it, all at once, because somebody
    /// has asked for it: the audit names them. The change
    /// may be asked for several times if others change the table meanwhile; what
    /// it refuses is not stored.
    pub async fn revise<T, E: From<Refused>>(
        &self,
        id: &TableId,
        by: &Asker,
        change: impl Fn(&mut Revision<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.revise_on(id, by, None, change).await
    }

    /// The same on a message with an id of its sender's own: it is heard from now on,
    /// like one that led to an entry. Whether it was heard before is to be asked of the
    /// journal first.
    pub async fn revise_on<T, E: From<Refused>>(
        &self,
        id: &TableId,
        by: &Asker,
        message: Option<&MessageId>,
        change: impl Fn(&mut Revision<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.amend_and_tell_on(id, by, message, |record, present, now| {
            Revision::make(self, (record, present, now), &change)
        })
        .await
    }
}
