//! Long polling, by one replica at a time.
//!
//! An update is confirmed by asking for the one after it, and that happens only
//! when it has been heard and its answer is kept. Who dies before leaves it to the
//! next.

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::sleep;
use tracing::Instrument as _;

use super::ear::Ear;
use crate::desk::Trouble;
use crate::sender::Undelivered;

/// How long the poll is held at a time, and how often that is renewed.
const HOLD: Duration = Duration::from_secs(5);
const RENEWED: Duration = Duration::from_millis(1500);
/// The task among the replicas.
const POLL: &str = "telegram:poll";
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
    let holder = ear.post.once.name();
    let holds = ear.post.desk.claim(POLL, holder, HOLD).await;
    if let Ok(holds) = holds {
        ear.api.reception.holds(POLL, holds);
    }
    holds
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
                if hear_all(ear, &updates).await {
                    offset = offset.max(after(&updates));
                } else {
                    sleep(RENEWED).await;
                }
            }
            Err(undelivered) => {
                failures += 1;
                hook_is_gone = false;
                let pause = match undelivered {
                    Undelivered::Later(Some(asked)) => asked,
                    Undelivered::Token => Duration::from_secs(15),
                    Undelivered::Refused(why) | Undelivered::Closed(why) => {
                        tracing::warn!("telegram: {why}");
                        Duration::from_secs(15)
                    }
                    _ => Duration::from_millis(250 * (1 << failures.min(6))),
                };
                sleep(pause).await;
            }
        }
    }
}

/// The updates of a lane in their order, lanes beside each other; whether all were heard.
async fn hear_all(ear: &Ear, updates: &[Value]) -> bool {
    let lanes = lanes(updates).into_iter().map(|updates| async move {
        for update in updates {
            // What is logged on the way carries the number that Telegram gave it, as it
            // carries the id of the request where Telegram brings it.
            let span = tracing::error_span!("update", id = %update["update_id"]);
            if !hear(ear, update).instrument(span).await {
                return false;
            }
        }
        true
    });
    join_all(lanes).await.into_iter().all(|heard| heard)
}

/// Whether an update may be confirmed.
async fn hear(ear: &Ear, update: &Value) -> bool {
    // A fault of ours in one update must not keep the others unheard for ever.
    match AssertUnwindSafe(ear.hear(update)).catch_unwind().await {
        Ok(Ok(())) => true,
        Ok(Err(trouble)) => {
            tracing::warn!("telegram: {trouble}");
            false
        }
        Err(_) => {
            tracing::error!("telegram: an update broke us");
            true
        }
    }
}

/// Updates in lanes: those that share a person or a chat stay in one, in their
/// order, so that an order in private and a `ready` in the group after it do too.
fn lanes(updates: &[Value]) -> Vec<Vec<&Value>> {
    let mut updates: Vec<&Value> = updates.iter().collect();
    updates.sort_by_key(|update| update["update_id"].as_i64());
    let mut lanes: Vec<(BTreeSet<i64>, Vec<&Value>)> = Vec::new();
    for update in updates {
        let mut ids = concerned(update);
        let (together, apart): (Vec<_>, Vec<_>) = lanes
            .into_iter()
            .partition(|(others, _)| !ids.is_disjoint(others));
        let mut lane = Vec::new();
        for (others, before) in together {
            ids.extend(others);
            lane.extend(before);
        }
        lane.push(update);
        lane.sort_by_key(|update| update["update_id"].as_i64());
        lanes = apart;
        lanes.push((ids, lane));
    }
    lanes.into_iter().map(|(_, lane)| lane).collect()
}

/// The people and chats of an update.
fn concerned(update: &Value) -> BTreeSet<i64> {
    let (message, press) = (&update["message"], &update["callback_query"]);
    let edited = &update["edited_message"];
    [
        &edited["from"]["id"],
        &edited["chat"]["id"],
        &message["from"]["id"],
        &message["chat"]["id"],
        &message["migrate_to_chat_id"],
        &message["migrate_from_chat_id"],
        &press["from"]["id"],
        &press["message"]["chat"]["id"],
    ]
    .into_iter()
    .filter_map(Value::as_i64)
    .collect()
}

/// The number that confirms them all.
fn after(updates: &[Value]) -> i64 {
    let ids = updates
        .iter()
        .filter_map(|update| update["update_id"].as_i64());
    ids.max().map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_shares_a_person_or_a_chat_keeps_the_order() {
        let said = |id: i64, from: i64, chat: i64| json!({ "update_id": id, "message": { "from": { "id": from }, "chat": { "id": chat } } });
        let pressed = |id: i64, from: i64, chat: i64| {
            json!({ "update_id": id, "callback_query": {
                "from": { "id": from }, "message": { "chat": { "id": chat } } } })
        };
        let updates = [
            said(5, 3, 3),
            said(1, 1, 1),
            said(2, 2, -9),
            pressed(4, 2, 2),
            said(3, 1, -9),
        ];
        let lanes = lanes(&updates);
        let ids = |lane: &Vec<&Value>| -> Vec<i64> {
            let ids = lane.iter().filter_map(|it| it["update_id"].as_i64());
            ids.collect()
        };
        let ids: Vec<Vec<i64>> = lanes.iter().map(ids).collect();
        assert_eq!(ids, [vec![1, 2, 3, 4], vec![5]]);
    }
}
