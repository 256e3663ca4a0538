//! The stream of a table: server-sent events, one for each change that this viewer
//! may know.
//!
//! An entry that tells them nothing makes no event, and the id of an event is a
//! sealed place: neither can be counted. Whoever comes back with the last id they
//! have heard is told what came after it, once, and how the table is now.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use parlour_host::Json;
use parlour_host::host::Watch;
use parlour_host::steward::Presence;
use parlour_host::table::{Identity, TableId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use tokio::sync::watch;

use super::Inside;
use super::answer::{Answered, Failure, InAddress};
use super::looking::Found;
use super::session::Guest;
use super::tables::named;

/// How often a silent stream says that it is there.
const BREATH: Duration = Duration::from_secs(15);

/// How often a stream looks by itself whether its table is still there.
const LOOK: Duration = Duration::from_secs(20);

/// How many streams there are at the most, and how many of one person.
const MOST: usize = 20_000;
const MOST_OF_ONE: usize = 32;

/// The streams there are.
#[derive(Default)]
pub(super) struct Streams(Arc<Mutex<BTreeMap<Identity, usize>>>);

/// One of them; it is counted until it is dropped.
struct Counted {
    all: Arc<Mutex<BTreeMap<Identity, usize>>>,
    who: Identity,
}

impl Streams {
    fn one_more(&self, who: &Identity) -> Answered<Counted> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let total: usize = all.values().sum();
        let theirs = all.get(who).copied().unwrap_or_default();
        if total >= MOST || theirs >= MOST_OF_ONE {
            return Err(Failure::too_many(
                "too many streams are open; close some pages",
            ));
        }
        all.insert(who.clone(), theirs + 1);
        Ok(Counted {
            all: Arc::clone(&self.0),
            who: who.clone(),
        })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.who);
            }
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Since {
    since: Option<String>,
}

/// `GET /api/tables/TABLE/stream`
pub(super) async fn follow(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(table): Path<String>,
    InAddress(since): InAddress<Since>,
    headers: HeaderMap,
) -> Answered<Response> {
    let table = named(&table)?;
    let counted = door.streams.one_more(&guest.person.identity)?;
    let heard = headers.get("last-event-id").and_then(|it| it.to_str().ok());
    let heard = heard.or(since.since.as_deref());
    let heard = heard.and_then(|text| door.seal.open(&table, text));
    // Watching begins before the first look: what happens between is not missed.
    let watch = door.host.watch(&table).await?;
    let who = &guest.person.identity;
    let first = door.look(&table, who, heard.map(|it| it.seq)).await?;
    let presence = first.steward.attend(&door.host, &table, who).await;
    let presence = presence.unwrap_or_else(|declined| {
        tracing::warn!("nobody is told who looks at table {table}: {declined}");
        None
    });
    let following = Following {
        closing: door.closing.clone(),
        endings: door.sessions.endings(),
        door,
        guest,
        table,
        watch,
        first: Some(first),
        seen: None,
        shown: None,
        over: false,
        _presence: presence,
        _counted: counted,
    };
    let events = stream::unfold(following, |mut it| async move {
        let event = it.next().await?;
        Some((Ok::<_, Infallible>(event), it))
    });
    let breath = KeepAlive::new().interval(BREATH);
    let unbuffered = [(HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((unbuffered, Sse::new(events).keep_alive(breath)).into_response())
}

/// Somebody who follows a table.
struct Following {
    door: Arc<Inside>,
    guest: Guest,
    table: TableId,
    watch: Watch,
    closing: watch::Receiver<bool>,
    endings: watch::Receiver<u64>,
    /// What they are shown at the beginning.
    first: Option<Found>,
    /// The entries that they know of.
    seen: Option<u64>,
    /// A fingerprint of what they were shown last.
    shown: Option<[u8; 32]>,
    over: bool,
    _presence: Option<Presence>,
    _counted: Counted,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Event"))]
pub(super) struct Happened<'a> {
    /// What the rules told since the last event; nothing where there is none, or too much
    /// has happened since.
    #[cfg_attr(test, schemars(with = "Option<Vec<serde_json::Value>>"))]
    told: Option<&'a [Box<RawValue>]>,
    #[cfg_attr(test, schemars(with = "super::glance::Glance<'a>"))]
    glance: &'a RawValue,
}

impl Following {
    /// The next event; nothing when the stream ends.
    async fn next(&mut self) -> Option<Event> {
        if let Some(first) = self.first.take() {
            return self.event(&first);
        }
        while !self.over {
            if !self.changed().await {
                return None;
            }
            let who = &self.guest.person.identity;
            match self.door.look_on(&self.table, who, self.seen).await {
                Ok(found) => {
                    if let Some(event) = self.event(&found) {
                        return Some(event);
                    }
                }
                Err(failure) if failure.is_not_found() => {
                    self.over = true;
                    return Some(Event::default().event("gone").data("{}"));
                }
                Err(failure) => {
                    let words = failure.words();
                    tracing::warn!("a stream of table {} ends: {words}", self.table);
                    return None;
                }
            }
        }
        None
    }

    /// Waits until there may be something to tell. False if there never will be.
    async fn changed(&mut self) -> bool {
        loop {
            if *self.closing.borrow() {
                return false;
            }
            tokio::select! {
                _ = self.watch.changed() => return true,
                // A table may have been removed, or put away and fetched again, and a
                // session may have been ended by another replica.
                () = tokio::time::sleep(LOOK) => {
                    if !self.door.is_known(&self.guest).await {
                        return false;
                    }
                    if let Ok(watch) = self.door.host.watch(&self.table).await {
                        self.watch = watch;
                    }
                    return true;
                }
                closed = self.closing.changed() => if closed.is_err() { return false },
                _ = self.endings.changed() => if !self.door.is_known(&self.guest).await {
                    return false;
                },
            }
        }
    }

    /// What is told of how the table is now; nothing if that is nothing new.
    fn event(&mut self, found: &Found) -> Option<Event> {
        let now = &found.now;
        self.seen = Some(now.glance.standing.seq);
        let who = &self.guest.person.identity;
        let shown = found.shown(&self.table, who);
        let shown = serde_json::value::to_raw_value(&shown).expect("a table is plain JSON");
        let print: [u8; 32] = Sha256::digest(shown.get()).into();
        let told = now.told.as_ref().map(|entries| {
            let lists = entries.iter().map(Json::read::<Vec<Box<RawValue>>>);
            let lists = lists.map(|it| it.expect("what is told is a list"));
            lists.flatten().collect::<Vec<_>>()
        });
        let nothing_told = told.as_ref().is_some_and(Vec::is_empty);
        if nothing_told && self.shown == Some(print) {
            return None;
        }
        self.shown = Some(print);
        let happened = Happened {
            told: told.as_deref(),
            glance: &shown,
        };
        let text = serde_json::to_string(&happened).expect("an event is plain JSON");
        let id = self.door.sealed(&self.table, now.glance.standing);
        Some(Event::default().event("view").id(id).data(text))
    }
}
