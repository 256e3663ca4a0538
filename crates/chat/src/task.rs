//! Tasks that go on when whoever began them has left, under the id of the request that
//! they belong to.

use tokio::task::JoinHandle;
use tracing::Instrument as _;

/// Begins a task; what it logs carries what the caller's lines carry.
pub fn spawn<F>(work: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    tokio::spawn(work.in_current_span())
}
