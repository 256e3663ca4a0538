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

/// A line on its way.
#[derive(Debug)]
struct Waits {
    line: Arc<str>,
    /// Nothing is written after it.
    last: bool,
}

/// Takes the lines for a connection.
#[derive(Clone, Debug)]
pub struct Outlet {
    lines: mpsc::UnboundedSender<Waits>,
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
        let sent = self.put(line.into(), false);
        if !sent {
            self.standing.hang_up();
        }
        sent
    }

    /// Sends a line after which nothing is sent, whoever tries to, and hangs up.
    pub fn send_last(&self, line: impl Into<Arc<str>>) {
        self.put(line.into(), true);
        self.standing.hang_up();
    }

    fn put(&self, line: Arc<str>, last: bool) -> bool {
        let waiting = &self.standing.waiting;
        let before = waiting.fetch_add(line.len(), Ordering::Relaxed);
        before + line.len() <= MOST_WAITING && self.lines.send(Waits { line, last }).is_ok()
    }
}

/// Lines on their way to the socket.
#[derive(Debug)]
pub struct Waiting {
    lines: mpsc::UnboundedReceiver<Waits>,
    standing: Arc<Standing>,
}

impl Waiting {
    /// Writes until the last line, the end of the outlet, or until the client stops
    /// taking.
    pub async fn write(mut self, mut writer: OwnedWriteHalf) {
        while let Some(Waits { line, last }) = self.lines.recv().await {
            let written = timeout(SLOWEST_WRITE, writer.write_all(line.as_bytes())).await;
            if !matches!(written, Ok(Ok(()))) {
                return;
            }
            self.standing
                .waiting
                .fetch_sub(line.len(), Ordering::Relaxed);
            if last {
                break;
            }
        }
        let _ = timeout(SLOWEST_WRITE, writer.shutdown()).await;
    }
}
