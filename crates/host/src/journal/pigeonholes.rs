//! Notes in memory, by recipient.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::post::{LONGEST_QUEUE, NewNote, Queue, REMEMBERED};
use crate::Time;

/// One for each recipient.
#[derive(Debug, Default)]
pub(super) struct Pigeonholes {
    holes: BTreeMap<String, BTreeMap<u64, Note>>,
    /// Where each key is.
    keys: BTreeMap<String, (String, u64)>,
    dropped: BTreeMap<String, u64>,
    /// Since when nothing waits for those of whom notes were dropped.
    quiet: BTreeMap<String, Time>,
    last: u64,
}

#[derive(Debug)]
struct Note {
    key: String,
    voice: Option<String>,
    asked: bool,
    text: String,
    time: Time,
}

impl Pigeonholes {
    pub fn keep(&mut self, notes: Vec<NewNote>, time: Time) {
        for new in notes {
            if self.keys.contains_key(&new.key) {
                continue;
            }
            self.last += 1;
            self.keys
                .insert(new.key.clone(), (new.to.clone(), self.last));
            let note = Note {
                key: new.key,
                voice: new.voice,
                asked: new.asked,
                text: new.note,
                time,
            };
            let hole = self.holes.entry(new.to.clone()).or_default();
            hole.insert(self.last, note);
            if hole.len() > LONGEST_QUEUE as usize {
                let least = least(hole);
                self.fall_out(&new.to, &[least]);
            }
        }
    }

    pub fn queues(&self, after: &str, at_most: u32) -> Vec<Queue> {
        let later = self.holes.iter().filter(|(to, _)| to.as_str() > after);
        let queue = |(to, hole): (&String, &BTreeMap<u64, Note>)| {
            let asked = hole.iter().filter(|(_, note)| note.asked);
            Queue {
                to: to.clone(),
                notes: hole.len() as u64,
                oldest: hole.keys().next().copied().unwrap_or(0),
                since: hole
                    .values()
                    .map(|note| note.time)
                    .min()
                    .unwrap_or_default(),
                asked: asked.map(|(id, _)| *id).max().unwrap_or(0),
                dropped: self.dropped.get(to).copied().unwrap_or(0),
            }
        };
        later.take(at_most as usize).map(queue).collect()
    }

    pub fn notes(&self, to: &str, at_most: u32) -> Vec<(u64, String)> {
        let notes = self.holes.get(to).into_iter().flatten();
        let notes = notes.take(at_most as usize);
        notes.map(|(id, note)| (*id, note.text.clone())).collect()
    }

    pub fn discard(&mut self, ids: &[u64]) {
        let held = self.keys.values().filter(|(_, id)| ids.contains(id));
        let held: Vec<(String, u64)> = held.cloned().collect();
        for (to, id) in held {
            self.take_out(&to, id);
        }
    }

    pub fn forget_dropped(&mut self, to: &str, number: u64) {
        if let Some(dropped) = self.dropped.get_mut(to) {
            *dropped = dropped.saturating_sub(number);
            if *dropped == 0 {
                self.dropped.remove(to);
            }
        }
    }

    pub fn drop_old(&mut self, before: Time) -> u64 {
        let (holes, dropped) = (&self.holes, &self.dropped);
        self.quiet
            .retain(|to, _| dropped.contains_key(to) && !holes.contains_key(to));
        let old = self.holes.iter().map(|(to, hole)| {
            let old = hole.iter().filter(|(_, note)| note.time < before);
            (to.clone(), old.map(|(id, _)| *id).collect())
        });
        let old: Vec<(String, Vec<u64>)> = old.collect();
        let mut number = 0;
        for (to, ids) in old {
            self.fall_out(&to, &ids);
            number += ids.len() as u64;
        }
        self.forget_quiet(before);
        number
    }

    /// Forgets how many notes were dropped of those for whom nothing has waited for long.
    fn forget_quiet(&mut self, before: Time) {
        let (holes, quiet) = (&self.holes, &mut self.quiet);
        self.dropped.retain(|to, _| {
            if holes.contains_key(to) {
                return true;
            }
            let since = *quiet.entry(to.clone()).or_insert(before);
            since.after(REMEMBERED) > before
        });
    }

    fn fall_out(&mut self, to: &str, ids: &[u64]) {
        for id in ids {
            self.take_out(to, *id);
        }
        if !ids.is_empty() {
            *self.dropped.entry(to.to_owned()).or_default() += ids.len() as u64;
        }
    }

    fn take_out(&mut self, to: &str, id: u64) {
        let Some(hole) = self.holes.get_mut(to) else {
            return;
        };
        if let Some(note) = hole.remove(&id) {
            self.keys.remove(&note.key);
        }
        if hole.is_empty() {
            self.holes.remove(to);
        }
    }
}

/// What falls out of a full queue first: of the voices that give way, the oldest of the one
/// that has most there; where none gives way, the oldest.
fn least(hole: &BTreeMap<u64, Note>) -> u64 {
    let mut voices: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
    for (id, note) in hole.iter().rev() {
        if let Some(voice) = &note.voice {
            let (number, oldest) = voices.entry(voice).or_default();
            *number += 1;
            *oldest = *id;
        }
    }
    // Of two that have as much, the one whose oldest has waited longer.
    let loudest = voices
        .values()
        .max_by_key(|(number, oldest)| (*number, Reverse(*oldest)));
    let oldest = hole.keys().next().copied();
    loudest.map_or(oldest.unwrap_or(0), |(_, oldest)| *oldest)
}
