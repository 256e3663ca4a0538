//! Where the lines for one connection wait until they are written.
//!
//! A connection that does not take its lines is hung up, so that one slow reader
//! holds nobody up and costs a bounded number of bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

/// How many bytes may wait for one connection.
const MOST_WAITING: usize = 512 * 1024;

/// How long a client may take to take what it is sent.
const SLOWEST_WRITE: Duration = Duration::from_secs(10);

/// What several tasks know of one connection.
#[derive(Debug, Default)]
pub struct Standing {
    welcomed: AtomicBool,
    waiting: AtomicUsize,
    hung_up: Notify,
}

impl Standing {
    /// The handshake was accepted.
    pub fn welcome(&self) {
        self.welcomed.store(true, Ordering::Release);
    }

    /// Whether the handshake was accepted.
    pub fn is_welcomed(&self) -> bool {
        self.welcomed.load(Ordering::Acquire)
    }

    /// Closes the connection, after what is waiting was sent.
    pub fn hang_up(&self) {
        self.hung_up.notify_one();
    }

    /// Ready when the connection is to be closed.
    pub async fn until_hung_up(&self) {
        self.hung_up.notified().await;
    }
}

/// Takes the lines for a connection.
#[derive(Clone, Debug)]
pub struct Outlet {
    lines: mpsc::UnboundedSender<Arc<str>>,
    standing: Arc<Standing>,
}

impl Outlet {
    /// An outlet, and the lines that wait in it.
    pub fn new() -> (Self, Waiting) {
        let (sender, lines) = mpsc::unbounded_channel();
        let standing = Arc::new(Standing::default());
        let outlet = Self {
            lines: sender,
            standing: Arc::clone(&standing),
        };
        (outlet, Waiting { lines, standing })
    }

    /// What is known of the connection.
    pub fn standing(&self) -> &Arc<Standing> {
        &self.standing
    }

    /// Sends a line; a connection without room for it is hung up.
    pub fn send(&self, line: impl Into<Arc<str>>) -> bool {
        let line = line.into();
        let waiting = &self.standing.waiting;
        let before = waiting.fetch_add(line.len(), Ordering::Relaxed);
        let sent = before + line.len() <= MOST_WAITING && self.lines.send(line).is_ok();
        if !sent {
            self.standing.hang_up();
        }
        sent
    }
}

/// Lines on their way to the socket.
#[derive(Debug)]
pub struct Waiting {
    lines: mpsc::UnboundedReceiver<Arc<str>>,
    standing: Arc<Standing>,
}

impl Waiting {
    /// Writes until the outlet is gone or the client stops taking.
    pub async fn write(mut self, mut writer: OwnedWriteHalf) {
        while let Some(line) = self.lines.recv().await {
            let written = timeout(SLOWEST_WRITE, writer.write_all(line.as_bytes())).await;
            if !matches!(written, Ok(Ok(()))) {
                return;
            }
            self.standing
                .waiting
                .fetch_sub(line.len(), Ordering::Relaxed);
        }
        let _ = timeout(SLOWEST_WRITE, writer.shutdown()).await;
    }
}
