//! Where the lines for one connection wait until they are written.
//!
//! Nearly always nothing waits and the socket has room: then whoever sends a line
//! writes it at once. Otherwise it waits its turn, and a task of the connection's
//! own writes what is waiting, many lines at a time. A connection that does not
//! take its lines is hung up, so that one slow reader holds nobody up and costs a
//! bounded number of bytes.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

/// How many bytes may wait for one connection.
const MOST_WAITING: usize = 512 * 1024;

/// How many lines are written at a time.
const MOST_AT_ONCE: usize = 64;

/// How long a client may take to take a line.
const SLOWEST_WRITE: Duration = Duration::from_secs(10);

/// What several tasks know of one connection.
#[derive(Debug, Default)]
pub struct ConnectionState {
    welcomed: AtomicBool,
    hung_up: Notify,
}

impl ConnectionState {
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

/// The lines of one connection, between those who send them and its task.
#[derive(Debug, Default)]
struct Pipe {
    queue: Mutex<Queue>,
    /// The task has something to do.
    stirred: Notify,
    standing: Arc<ConnectionState>,
}

#[derive(Debug, Default)]
struct Queue {
    /// Where lines are written, while the connection's task is at work.
    socket: Option<Arc<OwnedWriteHalf>>,
    lines: VecDeque<Box<[u8]>>,
    /// How many bytes all these lines have.
    bytes: usize,
    /// How many bytes of the first one are written.
    begun: usize,
    /// No more lines are taken.
    closed: bool,
}

impl Pipe {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a line; false if there is no room for it, or nothing is taken any more.
    fn put(&self, line: &[u8], last: bool) -> bool {
        let mut queue = self.queue();
        if queue.bytes + line.len() > MOST_WAITING {
            // Nothing may follow the gap.
            queue.closed = true;
        }
        if queue.closed {
            return false;
        }
        queue.closed = last;
        let waits = queue.write_or_keep(line);
        drop(queue);
        if waits || last {
            self.stirred.notify_one();
        }
        true
    }

    fn close(&self) {
        self.queue().closed = true;
        self.stirred.notify_one();
    }
}

/// What is left to write.
enum Left {
    /// Nothing, and more may come.
    Nothing,
    /// Nothing, and nothing will come.
    End,
    /// Lines, the first of them another one than before.
    Lines,
    /// The same line as before, if less of it.
    SameLine,
}

impl Queue {
    /// Writes a line, or what the socket takes of it, unless others wait before it;
    /// what is left waits. True if it is the first to wait.
    fn write_or_keep(&mut self, line: &[u8]) -> bool {
        let first = self.lines.is_empty();
        let mut begun = 0;
        if first && let Some(socket) = &self.socket {
            // If that fails, the task finds it out.
            begun = socket.try_write(line).unwrap_or(0);
            if begun == line.len() {
                return false;
            }
        }
        if first {
            self.begun = begun;
        }
        self.bytes += line.len();
        self.lines.push_back(line.into());
        first
    }

    /// Writes as much as the socket takes at once.
    fn write_waiting(&mut self, socket: &OwnedWriteHalf) -> io::Result<Left> {
        let mut lines: Vec<IoSlice<'_>> = self
            .lines
            .iter()
            .take(MOST_AT_ONCE)
            .map(|line| IoSlice::new(line))
            .collect();
        if lines.is_empty() {
            return Ok(if self.closed {
                Left::End
            } else {
                Left::Nothing
            });
        }
        lines[0].advance(self.begun);
        let written = socket.try_write_vectored(&lines)?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        self.begun += written;
        let mut left = Left::SameLine;
        while let Some(line) = self.lines.pop_front_if(|line| line.len() <= self.begun) {
            self.begun -= line.len();
            self.bytes -= line.len();
            left = Left::Lines;
        }
        Ok(left)
    }
}

/// Takes the lines for a connection.
#[derive(Clone, Debug)]
pub struct Outlet(Arc<Mouth>);

/// The end of a pipe into which lines go; when it is dropped, no more can come.
#[derive(Debug)]
struct Mouth(Arc<Pipe>);

impl Drop for Mouth {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Outlet {
    /// An outlet, and the lines that wait in it.
    pub fn new() -> (Self, Waiting) {
        let pipe = Arc::new(Pipe::default());
        let outlet = Self(Arc::new(Mouth(Arc::clone(&pipe))));
        (outlet, Waiting(pipe))
    }

    /// What is known of the connection.
    pub fn standing(&self) -> &Arc<ConnectionState> {
        &self.0.0.standing
    }

    /// Sends a line; a connection without room for it is hung up.
    pub fn send(&self, line: impl AsRef<[u8]>) -> bool {
        let sent = self.0.0.put(line.as_ref(), false);
        if !sent {
            self.standing().hang_up();
        }
        sent
    }

    /// Sends a line after which nothing is sent, whoever tries to, and hangs up.
    pub fn send_last(&self, line: impl AsRef<[u8]>) {
        self.0.0.put(line.as_ref(), true);
        self.standing().hang_up();
    }
}

/// Lines on their way to the socket.
#[derive(Debug)]
pub struct Waiting(Arc<Pipe>);

impl Waiting {
    /// Writes until the last line, the end of the outlet, or until the client stops
    /// taking. Then the socket is closed for writing.
    pub async fn write(self, socket: OwnedWriteHalf) {
        let Self(pipe) = &self;
        let socket = Arc::new(socket);
        pipe.queue().socket = Some(Arc::clone(&socket));
        let mut until = Instant::now() + SLOWEST_WRITE;
        loop {
            let left = pipe.queue().write_waiting(&socket);
            match left {
                Ok(Left::Nothing) => {
                    pipe.stirred.notified().await;
                    until = Instant::now() + SLOWEST_WRITE;
                }
                Ok(Left::Lines) => until = Instant::now() + SLOWEST_WRITE,
                Ok(Left::SameLine) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let writable = timeout_at(until, socket.writable()).await;
                    if !matches!(writable, Ok(Ok(()))) {
                        return;
                    }
                }
                Ok(Left::End) | Err(_) => return,
            }
        }
    }
}

/// However writing ended, nobody else holds the socket.
impl Drop for Waiting {
    fn drop(&mut self) {
        let mut queue = self.0.queue();
        queue.closed = true;
        queue.socket = None;
        queue.lines.clear();
    }
}

#[cfg(test)]
mod tests;
