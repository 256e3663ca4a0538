//! What a terminal is brought: the letters of its table while nobody else has sorted
//! them, and what a service has kept of them for it.

use parlour_host::journal::{JournalError, Letter, NewNote};
use parlour_host::table::TableId;

use super::telling::mark;
use super::{Room, unreachable};
use crate::slip::{self, Content, Slip};
use crate::talk::{Body, Parcel};

/// How many queues are looked through at a time for one.
const QUEUES: u32 = 100;

impl Room {
    /// What [`Room::parcels`] gives, of one table alone; and the last letter that was
    /// looked at. Letters of other tables stay as they are.
    pub(crate) async fn parcels_of(
        &self,
        table: &TableId,
        sender: &str,
        hold: u64,
        after: u64,
        at_most: u32,
    ) -> Result<(Vec<Parcel>, u64), JournalError> {
        let mut parcels = Vec::new();
        let mut looked_at = after;
        while parcels.is_empty() {
            let letters = self.host.letters_after(sender, hold, looked_at, at_most);
            let letters = letters.await.map_err(unreachable)?;
            let Some(last) = letters.last() else { break };
            looked_at = last.id;
            for letter in letters.iter().filter(|letter| letter.table == *table) {
                self.wrap(letter, &mut parcels).await?;
            }
        }
        Ok((parcels, looked_at))
    }

    /// The note that keeps a parcel of a letter for a terminal, for whoever sorts letters;
    /// nothing if no terminal shows it, or one has.
    pub async fn kept_for_terminals(
        &self,
        letter: &Letter,
        parcel: &Parcel,
    ) -> Result<Option<NewNote>, JournalError> {
        let Some(slip) = Slip::of(parcel) else {
            return Ok(None);
        };
        let shown = self.host.is_marked(&mark(letter.id, parcel.part)).await;
        if shown.map_err(unreachable)? {
            return Ok(None);
        }
        let Ok(note) = serde_json::to_string(&slip) else {
            return Ok(None);
        };
        Ok(Some(NewNote {
            key: format!("local:{}:{}", letter.id, parcel.part),
            to: slip::queue(&letter.table),
            asked: false,
            voice: Self::voice_of(letter),
            note,
        }))
    }

    /// The slips that wait for the terminals of a table, each with the number of its
    /// note. What cannot be read is dropped.
    pub(crate) async fn slips(&self, table: &TableId) -> Result<Vec<(u64, Slip)>, JournalError> {
        let queue = slip::queue(table);
        let notes = self.host.notes(&queue, u32::MAX).await;
        let mut slips = Vec::new();
        for (id, note) in notes.map_err(unreachable)? {
            match serde_json::from_str(&note) {
                Ok(slip) => slips.push((id, slip)),
                Err(_) => self.forget_slips(vec![id]).await?,
            }
        }
        Ok(slips)
    }

    /// Slips were shown.
    pub(crate) async fn forget_slips(&self, ids: Vec<u64>) -> Result<(), JournalError> {
        self.host.drop_notes(ids).await.map_err(unreachable)
    }

    /// How many slips were dropped because nobody looked, told once.
    pub(crate) async fn dropped_slips(&self, table: &TableId) -> Result<u64, JournalError> {
        let own = slip::queue(table);
        let mut after = String::from(slip::QUEUES);
        loop {
            let queues = self.host.queues(&after, QUEUES).await;
            let queues = queues.map_err(unreachable)?;
            if let Some(queue) = queues.iter().find(|queue| queue.to == own) {
                if queue.dropped > 0 {
                    let told = self.host.forget_dropped(&own, queue.dropped).await;
                    told.map_err(unreachable)?;
                }
                return Ok(queue.dropped);
            }
            match queues.last() {
                Some(last) if last.to.starts_with(slip::QUEUES) => after.clone_from(&last.to),
                _ => return Ok(0),
            }
        }
    }

    /// What a slip shows; nothing if the table is gone.
    pub(crate) async fn body(&self, shows: &Content) -> Result<Option<Body>, JournalError> {
        Ok(match shows {
            Content::Text(text) => Some(Body::Text(text.clone())),
            Content::Drawing(drawing) => {
                let sketch = self.sketch(drawing).await?;
                sketch.map(|sketch| Body::Picture(Box::new(sketch)))
            }
        })
    }
}
