//! What wakes a table that is read aloud: lines that are typed, and news.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::task::Wake;
use std::thread;

use super::super::next_line;

/// What wakes the table.
pub(super) enum Woken {
    /// Something happened.
    News,
    /// Somebody has typed a line.
    Line(String),
    /// No more lines come.
    End,
}

/// Wakes it once for all news that come before it looks.
pub(super) struct Bell {
    sender: Sender<Woken>,
    rung: AtomicBool,
}

impl Bell {
    /// One that wakes this.
    pub(super) fn new(sender: Sender<Woken>) -> Arc<Self> {
        Arc::new(Self {
            sender,
            rung: AtomicBool::new(false),
        })
    }

    /// From here on it rings again.
    pub(super) fn lift(&self) {
        self.rung.store(false, Ordering::SeqCst);
    }
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        if !self.rung.swap(true, Ordering::SeqCst) {
            // Nobody listens any longer if the table is left.
            let _ = self.sender.send(Woken::News);
        }
    }
}

/// Reads a line whenever the one before has been answered; the answer is how that is
/// told.
pub(super) fn read_in_the_background(
    mut lines: impl BufRead + Send + 'static,
    sender: Sender<Woken>,
) -> Sender<()> {
    let (permit, permitted) = channel();
    thread::spawn(move || {
        loop {
            let read = next_line(&mut lines).ok().flatten();
            let last = read.is_none();
            let woken = read.map_or(Woken::End, Woken::Line);
            if sender.send(woken).is_err() || last || permitted.recv().is_err() {
                return;
            }
        }
    });
    permit
}
