//! Waiting until something has happened, without asking again and again.

use std::time::Duration;

use tokio::sync::Notify;

/// Looks again after every change; nothing if it is not found within the time.
pub async fn until<T>(
    changed: &Notify,
    within: Duration,
    look: impl Fn() -> Option<T>,
) -> Option<T> {
    let search = async {
        loop {
            let change = changed.notified();
            tokio::pin!(change);
            // Enabled before looking, so that no change in between is missed.
            change.as_mut().enable();
            if let Some(found) = look() {
                return found;
            }
            change.await;
        }
    };
    tokio::time::timeout(within, search).await.ok()
}
