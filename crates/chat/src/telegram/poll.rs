//! Long polling, by one replica at a time.
//!
//! An update is confirmed by asking for the one after it, and that happens only
//! when it has been heard and its answer is kept. Who dies before leaves it to the
//! next.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::ear::Ear;
use crate::desk::Trouble;
use crate::sender::Undelivered;

/// How long the poll is held at a time, and how often that is renewed.
const HOLD: Duration = Duration::from_secs(5);
const RENEWED: Duration = Duration::from_millis(1500);
/// How long Telegram waits for something to happen, in seconds.
const WAITS: u64 = 25;

/// Polls until it is dropped.
pub async fn run(ear: &Ear) {
    loop {
        match holds(ear).await {
            Ok(true) => {
                tokio::select! {
                    () = poll(ear) => {}
                    () = until_lost(ear) => {}
                }
            }
            Ok(false) => sleep(RENEWED).await,
            Err(trouble) => {
                tracing::warn!("telegram: {trouble}");
                sleep(RENEWED).await;
            }
        }
    }
}

async fn holds(ear: &Ear) -> Result<bool, Trouble> {
    let holder = ear.once.name();
    ear.desk.claim("telegram:poll", holder, HOLD).await
}

async fn until_lost(ear: &Ear) {
    loop {
        sleep(RENEWED).await;
        match holds(ear).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(trouble) => tracing::warn!("telegram: {trouble}"),
        }
    }
}

async fn poll(ear: &Ear) {
    let mut offset = 0;
    let mut failures = 0;
    let mut hook_is_gone = false;
    loop {
        if !hook_is_gone {
            // A webhook of an earlier time would keep the updates from us.
            hook_is_gone = ear.api.call("deleteWebhook", &json!({})).await.is_ok();
        }
        match ear.api.updates(offset, WAITS).await {
            Ok(updates) => {
                failures = 0;
                match hear_all(ear, &updates).await {
                    Ok(()) => offset = offset.max(after(&updates)),
                    Err(trouble) => {
                        tracing::warn!("telegram: {trouble}");
                        sleep(RENEWED).await;
                    }
                }
            }
            Err(undelivered) => {
                failures += 1;
                hook_is_gone = false;
                let pause = match undelivered {
                    Undelivered::Later(Some(asked)) => asked,
                    _ => Duration::from_millis(250 * (1 << failures.min(6))),
                };
                sleep(pause).await;
            }
        }
    }
}

/// Each chat's updates in their order, chats beside each other.
async fn hear_all(ear: &Ear, updates: &[Value]) -> Result<(), Trouble> {
    let mut updates: Vec<&Value> = updates.iter().collect();
    updates.sort_by_key(|update| update["update_id"].as_i64());
    let mut chats: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for update in updates {
        let message = &update["message"]["chat"]["id"];
        let pressed = &update["callback_query"]["message"]["chat"]["id"];
        chats
            .entry(format!("{message} {pressed}"))
            .or_default()
            .push(update);
    }
    let lanes = chats.values().map(|updates| async move {
        for update in updates {
            ear.hear(update).await?;
        }
        Ok(())
    });
    join_all(lanes).await.into_iter().collect()
}

/// The number that confirms them all.
fn after(updates: &[Value]) -> i64 {
    let ids = updates
        .iter()
        .filter_map(|update| update["update_id"].as_i64());
    ids.max().map_or(0, |last| last + 1)
}
