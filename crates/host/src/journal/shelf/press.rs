//! Press in memory.

use super::Shelf;
use crate::journal::MessageId;
use crate::press::{MOST, NewPress, Press, Taken};
use crate::table::TableId;

impl Shelf {
    /// What press would come to; changes nothing.
    pub fn check_tell(&self, press: &NewPress) -> Taken {
        let Some(folder) = self.tables.get(&press.table) else {
            return Taken::Behind;
        };
        if let Some(MessageId { who, message }) = &press.message
            && folder.heard_at(who, message).is_some()
        {
            return Taken::Repeated;
        }
        if folder.version != press.version {
            return Taken::Behind;
        }
        let kept = folder.press.len() as u64;
        if kept >= MOST {
            return Taken::Full;
        }
        Taken::Done(kept + 1)
    }

    /// Keeps press that was checked.
    pub fn tell(&mut self, press: NewPress) {
        let Some(folder) = self.tables.get_mut(&press.table) else {
            return;
        };
        let time = press.said.time;
        folder.press.push(press.said);
        if let Some(heard) = press.message {
            folder.hear(heard, press.seq, time);
        }
        self.post(&press.table, press.seq, press.letters, time);
    }

    pub fn press(&self, table: &TableId, from: u64, at_most: u32) -> Vec<Press> {
        let kept = self.tables.get(table).map(|folder| &folder.press);
        let kept = (1..).zip(kept.into_iter().flatten());
        let wanted = kept.skip(from.max(1) as usize - 1).take(at_most as usize);
        wanted
            .map(|(number, said)| Press {
                number,
                said: said.clone(),
            })
            .collect()
    }
}
