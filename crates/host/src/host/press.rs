//! Keeps what players say to each other, and shows it to those who may read it.

mod tally;

use parlour_rules::{Seat, Turn};

use super::Host;
use super::present::Table;
use crate::journal::MessageId;
use crate::journal::NewLetter;
use crate::locked;
use crate::press::{Around, LONGEST_WORDS, NewPress, Press, Said, Taken};
use crate::refused::Refused;
use crate::table::{Identity, TableId};

pub(super) use tally::Tally;

/// How much is read at once.
const BATCH: u32 = 500;

impl Host {
    /// Keeps press and tells of it, all at once. It is worded, again if the record has
    /// changed meanwhile, by whoever sits where at that moment; what is refused then is
    /// not kept, nor is more than one who speaks may say. The answer is its number; nothing
    /// if the message was heard before.
    pub async fn tell<E: From<Refused>>(
        &self,
        id: &TableId,
        message: Option<MessageId>,
        word: impl Fn(Around<'_>) -> Result<(Said, Vec<NewLetter>), E>,
    ) -> Result<Option<u64>, E> {
        let table = self.table(id).await?;
        let _turn = table.road.lock().await;
        if self.is_behind(&table).await? {
            self.catch_up(&table).await?;
        }
        loop {
            let press = {
                let present = table.present();
                let stage = match &present.turn {
                    Turn::Awaiting { stage, .. } => Some(stage),
                    Turn::Over(_) => None,
                };
                let (said, letters) = word(Around {
                    record: &present.record,
                    stage,
                    now: self.clock.now(),
                })?;
                let letters = if present.record.letters {
                    letters
                } else {
                    Vec::new()
                };
                NewPress {
                    table: id.clone(),
                    version: present.standing().version,
                    said,
                    letters,
                    message: message.clone(),
                    seq: present.seq,
                }
            };
            if press.said.words.len() > LONGEST_WORDS {
                let found = press.said.words.len();
                return Err(Refused::PressTooLong {
                    longest: LONGEST_WORDS,
                    found,
                }
                .into());
            }
            if let Err(refused) = self.paces(&table, &press.said).await {
                let repeated = match &message {
                    Some(it) => self.has_heard(id, &it.who, &it.message).await,
                    None => Ok(false),
                };
                if repeated.map_err(Refused::from)? {
                    return Ok(None);
                }
                return Err(refused.into());
            }
            let told = self.journal.tell(press).await;
            match told.map_err(Refused::from)? {
                Taken::Done(number) => {
                    table.present().heard();
                    self.bell.ring();
                    return Ok(Some(number));
                }
                Taken::Repeated => return Ok(None),
                Taken::Full => return Err(Refused::PressFull.into()),
                Taken::Behind => self.catch_up(&table).await?,
            }
        }
    }

    /// Hands over the press of a table that somebody may read, one after the other in the
    /// order in which it was said: what was said to everybody, by them and to them; nobody
    /// in particular reads what was said to everybody. All of it is read if it is open by
    /// now, which is for the caller to know.
    ///
    /// There may be very much of it. No more than a page is in memory at a time, but for
    /// what the caller keeps.
    pub async fn press(
        &self,
        id: &TableId,
        reader: Option<&Identity>,
        open: bool,
        mut heed: impl FnMut(Press) + Send,
    ) -> Result<(), Refused> {
        let mut from = 1;
        loop {
            let page = self.journal.press(id, from, BATCH).await?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            from = last.number + 1;
            let heard = page.into_iter();
            heard
                .filter(|press| open || press.said.is_for(reader))
                .for_each(&mut heed);
        }
    }

    /// How much of a table's press somebody may read, as [`Host::press`] would give it,
    /// without what was said by these seats. Only what has come since somebody last asked
    /// is read for it.
    pub async fn press_count(
        &self,
        id: &TableId,
        reader: Option<&Identity>,
        open: bool,
        without: &[Seat],
    ) -> Result<u64, Refused> {
        let table = self.table(id).await?;
        self.count_press(&table).await?;
        Ok(locked(&table.press).of(reader, open, without))
    }

    /// Counts what has come since somebody last looked.
    async fn count_press(&self, table: &Table) -> Result<(), Refused> {
        loop {
            let from = locked(&table.press).next();
            let page = self.journal.press(&table.id, from, BATCH).await?;
            locked(&table.press).count(&page);
            if page.len() < BATCH as usize {
                return Ok(());
            }
        }
    }

    /// Whether somebody may say something more now. Several hosts may each let one pass
    /// that the others have not counted yet.
    async fn paces(&self, table: &Table, said: &Said) -> Result<(), Refused> {
        self.count_press(table).await?;
        locked(&table.press).paces(said)
    }
}
