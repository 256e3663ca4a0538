//! A journal that can be made to fail for a while, as a full disk does.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use parlour_host::journal::passing::{Asked, Between};
use parlour_host::journal::{Answer, JournalError};
use parlour_host::table::TableId;

/// While it is broken, nothing is stored.
pub struct Faulty {
    pub broken: Arc<AtomicBool>,
    /// How much more is stored before one thing is not; below zero: nothing fails.
    pub until_fault: Arc<AtomicI64>,
    /// Tables that cannot be read.
    pub unreadable: Arc<Mutex<Vec<TableId>>>,
}

impl Faulty {
    fn fails(&self) -> bool {
        let fault = self.until_fault.fetch_sub(1, Ordering::SeqCst) == 0;
        fault || self.broken.load(Ordering::SeqCst)
    }

    fn fault(&self, asked: Asked<'_>) -> Option<JournalError> {
        let mut unreadable = self.unreadable.lock().unwrap();
        match asked {
            Asked::Create | Asked::Append | Asked::Amend => self
                .fails()
                .then(|| JournalError::Unreachable(String::from("the disk is full"))),
            Asked::Load(table) => unreadable.contains(table).then(|| JournalError::Damaged {
                place: table.to_string(),
                what: String::from("a hole"),
            }),
            Asked::Remove(table) => {
                unreadable.retain(|it| it != table);
                None
            }
            Asked::ChangePasses(_) | Asked::Other => None,
        }
    }
}

impl Between for Faulty {
    fn answer<'a, T: Send + 'a>(
        &'a self,
        asked: Asked<'_>,
        ask: impl FnOnce() -> Answer<'a, T> + Send + 'a,
    ) -> Answer<'a, T> {
        match self.fault(asked) {
            Some(fault) => Box::pin(std::future::ready(Err(fault))),
            None => ask(),
        }
    }
}
