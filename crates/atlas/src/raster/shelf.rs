//! Where prints lie between pictures, by the text they were made from: the newest
//! that fit, never more than a set number of bytes.

use super::print::Print;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The shelf of this process.
pub static SHELF: Mutex<Shelf> = Mutex::new(Shelf::new(ROOM));

/// Bytes of one of the two boards. A map of 1,200 pixels in one theme takes about
/// 8 MB with all its names, lands and units.
const ROOM: usize = 32 << 20;

/// Two boards: the upper is laid full, then it becomes the lower one, and what lay
/// on the lower one and was not wanted meanwhile is thrown away.
pub struct Shelf {
    upper: BTreeMap<Box<str>, Arc<Print>>,
    lower: BTreeMap<Box<str>, Arc<Print>>,
    /// Bytes on the upper board.
    laid: usize,
    room: usize,
}

impl Shelf {
    /// A shelf whose boards hold so many bytes each.
    pub const fn new(room: usize) -> Self {
        Self {
            upper: BTreeMap::new(),
            lower: BTreeMap::new(),
            laid: 0,
            room,
        }
    }

    /// The print of a text, if it lies here.
    pub fn look_up(&mut self, text: &str) -> Option<Arc<Print>> {
        if let Some(print) = self.upper.get(text) {
            return Some(Arc::clone(print));
        }
        let (text, print) = self.lower.remove_entry(text)?;
        self.put(text, Arc::clone(&print));
        Some(print)
    }

    /// Keeps a print.
    pub fn lay(&mut self, text: String, print: Arc<Print>) {
        self.put(text.into_boxed_str(), print);
    }

    fn put(&mut self, text: Box<str>, print: Arc<Print>) {
        let bytes = text.len() + print.bytes();
        if bytes > self.room {
            return;
        }
        if self.laid + bytes > self.room {
            self.lower = std::mem::take(&mut self.upper);
            self.laid = 0;
        }
        if self.upper.insert(text, print).is_none() {
            self.laid += bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(bytes: usize) -> Arc<Print> {
        Arc::new(Print::Ground(vec![0; bytes]))
    }

    #[test]
    fn what_is_wanted_stays_and_the_rest_goes() {
        let mut shelf = Shelf::new(1_000);
        shelf.lay("wanted".into(), print(300));
        for i in 0..50 {
            shelf.lay(format!("new {i}"), print(300));
            assert!(shelf.look_up("wanted").is_some(), "after {i}");
            assert!(shelf.laid <= 1_000);
            let held: usize = [&shelf.upper, &shelf.lower]
                .into_iter()
                .flatten()
                .map(|(text, print)| text.len() + print.bytes())
                .sum();
            assert!(held <= 2_000, "{held} bytes");
        }
        assert!(shelf.look_up("new 0").is_none());
        shelf.lay("too large".into(), print(1_001));
        assert!(shelf.look_up("too large").is_none());
    }
}
