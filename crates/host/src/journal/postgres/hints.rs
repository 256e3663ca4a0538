//! Hints between replicas: who has changed a table says so, and who hears it
//! looks. Nothing depends on them: a hint may be lost, and polling finds out.
//!
//! A hint holds the number of its sender and the name of the table, nothing of
//! what was played. It is sent after the change is committed and on its own,
//! because a commit with a notification waits for every other such commit.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::{Notify, mpsc};
use tokio::time::sleep;

use super::lines::Lines;
use crate::journal::Changed;
use crate::locked;
use crate::table::TableId;

/// Hints are gathered for so long before they are sent.
const GATHER: Duration = Duration::from_millis(5);

/// How long the listener waits before it connects again.
const PAUSE: Duration = Duration::from_millis(500);

/// How many tables are remembered for somebody who does not ask.
const REMEMBERED: usize = 1024;

/// What was heard and not asked for yet.
#[derive(Debug, Default)]
pub(super) struct Hints {
    tables: Mutex<(BTreeSet<TableId>, bool)>,
    bell: Notify,
}

impl Hints {
    fn table(&self, table: TableId) {
        let mut heard = locked(&self.tables);
        heard.0.insert(table);
        if heard.0.len() > REMEMBERED {
            *heard = (BTreeSet::new(), true);
        }
        drop(heard);
        self.bell.notify_one();
    }

    fn something_was_lost(&self) {
        locked(&self.tables).1 = true;
        self.bell.notify_one();
    }

    /// Ready when there is something.
    pub async fn next(&self) -> Changed {
        loop {
            {
                let mut heard = locked(&self.tables);
                let (tables, anything) = std::mem::take(&mut *heard);
                if anything {
                    return Changed::Anything;
                }
                if !tables.is_empty() {
                    return Changed::Tables(tables.into_iter().collect());
                }
            }
            self.bell.notified().await;
        }
    }
}

/// Sends hints until nobody gives any.
pub(super) async fn send(
    lines: Arc<Lines>,
    channel: String,
    me: i64,
    mut queue: mpsc::UnboundedReceiver<TableId>,
) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, REMEMBERED).await > 0 {
        let tables: BTreeSet<TableId> = batch.drain(..).collect();
        let words: Vec<String> = tables.iter().map(|it| format!("{me} {it}")).collect();
        let data = (channel.clone(), words);
        let sent = lines.ask(&data, |connection, (channel, words), _| {
            Box::pin(async move {
                sqlx::query("SELECT pg_notify($1, word) FROM unnest($2::text[]) AS word")
                    .bind(channel)
                    .bind(words)
                    .execute(connection)
                    .await?;
                Ok(())
            })
        });
        // A hint that is lost is found by polling.
        let _ = sent.await;
        sleep(GATHER).await;
    }
}

/// Listens for ever, over a connection of its own.
pub(super) async fn listen(options: PgConnectOptions, channel: String, me: i64, heard: Arc<Hints>) {
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .connect_lazy_with(options);
    loop {
        if let Ok(mut listener) = PgListener::connect_with(&pool).await
            && listener.listen(&channel).await.is_ok()
        {
            // What was said before is not heard.
            heard.something_was_lost();
            while let Ok(Some(notification)) = listener.try_recv().await {
                let (from, table) = notification.payload().split_once(' ').unwrap_or_default();
                if from.parse() != Ok(me)
                    && let Ok(table) = table.parse()
                {
                    heard.table(table);
                }
            }
        }
        sleep(PAUSE).await;
    }
}
