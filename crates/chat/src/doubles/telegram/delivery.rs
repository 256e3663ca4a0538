//! Updates by webhook: pushed one after another, again until they are taken.

use std::sync::Arc;
use std::time::Duration;

use super::Shared;

/// Runs until its task is stopped.
pub async fn run(shared: Arc<Shared>) {
    loop {
        let next = {
            let world = shared.world();
            let hook = world.webhook.clone();
            hook.zip(world.updates.front().cloned())
        };
        let Some(((url, secret), update)) = next else {
            // Polled as well as rung, so that a missed ring only costs a moment.
            let _ =
                tokio::time::timeout(Duration::from_millis(50), shared.changed.notified()).await;
            continue;
        };
        let mut request = shared
            .client
            .post(&url)
            .header("content-type", "application/json")
            .body(update.to_string());
        if let Some(secret) = secret {
            request = request.header("X-Telegram-Bot-Api-Secret-Token", secret);
        }
        let taken = request
            .send()
            .await
            .is_ok_and(|answer| answer.status().is_success());
        if taken {
            shared.world().updates.pop_front();
            shared.changed.notify_waiters();
        } else {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}
