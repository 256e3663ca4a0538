//! Changes what is known of a table, and not its game: chairs, pauses, deadlines.

use super::Host;
use super::present::Present;
use crate::Time;
use crate::deadline::Deadline;
use crate::journal::{Change, Heard, NewLetter};
use crate::refused::Refused;
use crate::table::{Identity, Record, TableId};

/// The answer to a change of a record, the deadline, and what is told of it.
type Amended<T> = (T, Change<Option<Deadline>>, Vec<NewLetter>);

impl Host {
    /// Changes a record, again if another host came first. The change sees the
    /// present table, and says what becomes of the deadline.
    pub(super) async fn amend<T>(
        &self,
        id: &TableId,
        change: impl Fn(&mut Record, &Present, Time) -> Result<(T, Change<Option<Deadline>>), Refused>,
    ) -> Result<T, Refused> {
        self.amend_on(id, None, change).await
    }

    /// The same on a message, which is heard with it.
    pub(super) async fn amend_on<T>(
        &self,
        id: &TableId,
        message: Option<&Heard>,
        change: impl Fn(&mut Record, &Present, Time) -> Result<(T, Change<Option<Deadline>>), Refused>,
    ) -> Result<T, Refused> {
        self.amend_and_tell_on(id, message, |record, present, now| {
            let (answer, deadline) = change(record, present, now)?;
            Ok((answer, deadline, Vec::new()))
        })
        .await
    }

    /// The same on the word of the owner, and of nobody else.
    pub(super) async fn arrange<T>(
        &self,
        id: &TableId,
        by: &Identity,
        change: impl Fn(&mut Record, &Present, Time) -> Result<(T, Change<Option<Deadline>>), Refused>,
    ) -> Result<T, Refused> {
        self.amend(id, |record, present, now| {
            if record.owner != *by {
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
        change: impl Fn(&mut Record, &Present, Time) -> Result<Amended<T>, E>,
    ) -> Result<T, E> {
        self.amend_and_tell_on(id, None, change).await
    }

    pub(super) async fn amend_and_tell_on<T, E: From<Refused>>(
        &self,
        id: &TableId,
        message: Option<&Heard>,
        change: impl Fn(&mut Record, &Present, Time) -> Result<Amended<T>, E>,
    ) -> Result<T, E> {
        let table = self.table(id).await?;
        let _turn = table.road.lock().await;
        loop {
            let now = self.clock.now();
            let changed = {
                let present = table.present();
                let mut record = present.record.clone();
                change(&mut record, &present, now).map(|(answer, deadline, letters)| {
                    let letters = if record.letters { letters } else { Vec::new() };
                    let message = message.cloned();
                    let face = self
                        .registry
                        .face(&record, &*present.position, &present.turn);
                    let recorded = (record, face);
                    let amend = present.amend(id, recorded, deadline, letters, message, now);
                    (answer, amend)
                })
            };
            let (answer, amend) = match changed {
                Ok(changed) => changed,
                Err(refused) => {
                    if !self.is_behind(&table).await? {
                        return Err(refused);
                    }
                    self.catch_up(&table).await?;
                    continue;
                }
            };
            let (record, deadline) = (amend.record.clone(), amend.deadline.clone());
            let stored = self.journal.amend(amend).await;
            if stored.map_err(Refused::from)? {
                table.present().amended(record, deadline);
                self.news.stir();
                return Ok(answer);
            }
            self.catch_up(&table).await?;
        }
    }
}
