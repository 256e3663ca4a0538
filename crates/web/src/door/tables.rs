//! Tables: listed, opened, seen, and what was told at them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use parlour_host::card::{self as cards, Course};
use parlour_host::journal::Standing;
use parlour_host::table::TableId;
use parlour_host::{Json, Time};
use parlour_rules::{Seat, Stage};
use serde::{Deserialize, Serialize};

use super::Inside;
use super::answer::{Answered, Failure, InAddress, Understood, json};
use super::glance::{Chair, Glance, chairs};
use super::session::Guest;

/// How many tables are listed at once, and how many such pages are looked through for
/// the first that is shown.
const PAGE: u32 = 50;
const LOOKED_THROUGH: u32 = 20;

/// How many tables of one person go on at a time before they may open no more, where
/// strangers come in.
const MOST_OPEN: u32 = 200;

/// How many entries of a log are read at once.
const ENTRIES: u32 = 500;

/// The table that a path names.
pub(super) fn named(table: &str) -> Answered<TableId> {
    table.parse().map_err(|_| Failure::not_found())
}

#[derive(Deserialize)]
pub(super) struct Wanted {
    game: Option<String>,
    unfinished: Option<String>,
    open: Option<String>,
    after: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "TableCard"))]
pub(super) struct Row<'a> {
    #[cfg_attr(test, schemars(with = "String"))]
    table: &'a TableId,
    game: &'a str,
    title: &'a str,
    kind: Option<String>,
    words: Option<String>,
    /// Whether play has begun.
    started: bool,
    over: bool,
    #[cfg_attr(test, schemars(with = "serde_json::Value"))]
    outcome: Option<&'a Json>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    stage: Option<&'a Stage>,
    #[cfg_attr(test, schemars(with = "Vec<u8>"))]
    waits_for: Vec<Seat>,
    /// When what it waits for is due, in milliseconds since 1970.
    #[cfg_attr(test, schemars(with = "Option<u64>"))]
    deadline: Option<Time>,
    seats: Vec<Chair<'a>>,
    /// What somebody may join as, of a game under way.
    free: &'a [String],
    #[cfg_attr(test, schemars(with = "Option<u8>"))]
    my_seat: Option<Seat>,
    #[cfg_attr(test, schemars(with = "u64"))]
    last: Time,
    #[cfg_attr(test, schemars(with = "u64"))]
    created: Time,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Tables"))]
pub(super) struct Listed<'a> {
    tables: Vec<Row<'a>>,
    next: Option<String>,
}

/// `GET /api/tables`: the tables of whoever asks, the one played last first.
pub(super) async fn list(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    InAddress(wanted): InAddress<Wanted>,
) -> Answered<Response> {
    let who = &guest.person.identity;
    let is_set = |it: &Option<String>| matches!(it.as_deref(), Some("1" | "true"));
    if is_set(&wanted.open) {
        return door.listed(&guest, wanted.game.as_deref()).await;
    }
    let unfinished = is_set(&wanted.unfinished);
    let after = match &wanted.after {
        Some(text) => {
            let place = door.seal.open_cursor(who, text);
            let words = "`after` is no place in the list of your tables";
            Some(place.ok_or_else(|| Failure::bad_request(words))?)
        }
        None => None,
    };
    let mut query = cards::Query {
        game: wanted.game,
        course: unfinished.then_some(Course::Open),
        after,
        at_most: PAGE,
        ..cards::Query::of(who).with_records()
    };
    // Of a page full of tables that are not shown here, nothing is said.
    let mut found = door.host.cards(query.clone()).await?;
    let mut looked_through = 1;
    let tables = loop {
        let mut tables = Vec::new();
        for card in &found.cards {
            tables.extend(door.card(card, &guest).await?);
        }
        if !tables.is_empty() || found.next.is_none() || looked_through == LOOKED_THROUGH {
            break tables;
        }
        query.after = found.next;
        found = door.host.cards(query.clone()).await?;
        looked_through += 1;
    };
    let sealed = |next| door.seal.close_cursor(door.entropy.as_ref(), who, next);
    let next = found.next.as_ref().map(sealed);
    Ok(json(&Listed { tables, next }))
}

impl Inside {
    /// The tables that anybody may find and join.
    async fn listed(&self, guest: &Guest, game: Option<&str>) -> Answered<Response> {
        let mut found = Vec::new();
        for (name, steward) in &self.stewards {
            if game.is_none_or(|game| game == *name) {
                found.extend(steward.listed(&self.host).await?);
            }
        }
        found.truncate(PAGE as usize);
        let mut cards = Vec::new();
        for it in found {
            let card = self.host.card(&it.table).await?;
            cards.extend(card.map(|card| (card, it.free)));
        }
        let mut tables = Vec::new();
        for (card, free) in &cards {
            let shown = self.card(card, guest).await?;
            tables.extend(shown.map(|shown| Row { free, ..shown }));
        }
        Ok(json(&Listed { tables, next: None }))
    }

    /// A card as its person is shown it; nothing of a game that is not played here, of
    /// a table that cannot be read, or of one at which play has gone on elsewhere.
    async fn card<'a>(&self, card: &'a cards::Card, guest: &Guest) -> Answered<Option<Row<'a>>> {
        let (Some(record), Some(face)) = (&card.record, &card.face) else {
            return Ok(None);
        };
        let steward = self.stewards.get(record.game.as_str());
        let Some(steward) = steward.filter(|_| record.moved_to.is_none()) else {
            return Ok(None);
        };
        if face.trouble.is_some() {
            return Ok(None);
        }
        let who = &guest.person.identity;
        let words = if face.short.is_empty() {
            let glance = self.host.look(&card.table, who).await;
            glance.ok().and_then(|it| steward.words(&it.view))
        } else {
            Some(face.short.clone())
        };
        let hidden = steward.hides_names(record, face.outcome.is_some());
        // When something happens may be a secret too.
        let told = record.chairs.len() == 1 || card.closed || steward.tells_all();
        Ok(Some(Row {
            table: &card.table,
            game: &record.game,
            title: &record.title,
            kind: steward.kind(record),
            words,
            started: record.started.is_some(),
            over: face.outcome.is_some(),
            outcome: face.outcome.as_ref(),
            stage: face.stage.as_ref(),
            waits_for: face.awaiting.iter().collect(),
            deadline: card.due.filter(|_| !card.closed),
            seats: chairs(record, who, hidden),
            free: &[],
            my_seat: record.seat_of(who),
            last: if told { card.time } else { record.created },
            created: record.created,
        }))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Opening"))]
pub(super) struct Opening {
    game: String,
    #[cfg_attr(test, schemars(with = "serde_json::Value"))]
    wish: Json,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Opened"))]
pub(super) struct Opened {
    #[cfg_attr(test, schemars(with = "String"))]
    table: TableId,
}

/// `POST /api/tables`
pub(super) async fn open(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    told: Understood<Opening>,
) -> Answered<Response> {
    let steward = door.steward(&told.it.game)?;
    door.may_open(&guest).await?;
    let table = steward
        .open(&door.host, &guest.person, &told.it.wish)
        .await?;
    Ok(json(&Opened { table }))
}

impl Inside {
    /// Whether somebody may open one more table: at their own machine always.
    pub(super) async fn may_open(&self, guest: &Guest) -> Answered<()> {
        if self.addresses.is_loopback() {
            return Ok(());
        }
        let query = cards::Query {
            at_most: MOST_OPEN,
            ..cards::Query::of(&guest.person.identity).course(Course::Open)
        };
        let theirs = self.host.cards(query).await?.cards.len();
        if theirs < MOST_OPEN as usize {
            return self.pace.table(&guest.person.identity);
        }
        let words = format!(
            "{MOST_OPEN} of your tables go on; finish some first, or give some up: the first page \
             lists them"
        );
        let status = StatusCode::TOO_MANY_REQUESTS;
        Err(Failure::new(status, "too_many_tables", words))
    }
}

impl Inside {
    /// Counts what somebody says or does at a table: at their own machine nothing.
    pub(super) fn may_act(&self, guest: &Guest) -> Answered<()> {
        if self.addresses.is_loopback() {
            return Ok(());
        }
        self.pace.deed(&guest.person.identity)
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Seen"))]
pub(super) struct Answer<'a> {
    standing: String,
    glance: Glance<'a>,
}

/// `GET /api/tables/TABLE`
pub(super) async fn show(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(table): Path<String>,
) -> Answered<Response> {
    let table = named(&table)?;
    let who = &guest.person.identity;
    let found = door.look(&table, who, None).await?;
    Ok(json(&Answer {
        standing: door.sealed(&table, found.now.glance.standing),
        glance: found.shown(&table, who),
    }))
}

impl Inside {
    /// A place at a table, for those who may not count.
    pub(super) fn sealed(&self, table: &TableId, place: Standing) -> String {
        self.seal.close(self.entropy.as_ref(), table, place)
    }
}

#[derive(Deserialize)]
pub(super) struct Span {
    after: Option<String>,
    last: Option<u32>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "LogEntry"))]
pub(super) struct Entry {
    /// Up to where one was told then.
    place: String,
    #[cfg_attr(test, schemars(with = "Vec<serde_json::Value>"))]
    told: Json,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Log"))]
pub(super) struct Log {
    /// The place before the first of them.
    from: String,
    entries: Vec<Entry>,
    next: String,
    more: bool,
}

/// `GET /api/tables/TABLE/log`
pub(super) async fn log(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(table): Path<String>,
    InAddress(span): InAddress<Span>,
) -> Answered<Response> {
    let table = named(&table)?;
    let who = &guest.person.identity;
    let now = door.look(&table, who, None).await?.now.glance.standing;
    let after = match (&span.after, span.last) {
        (Some(after), _) => {
            let place = door.seal.open(&table, after);
            place
                .ok_or_else(|| Failure::bad_request("`after` is no place in this log"))?
                .seq
        }
        (None, Some(last)) => now.seq.saturating_sub(u64::from(last.min(ENTRIES))),
        (None, None) => 0,
    };
    let read = u64::from(ENTRIES).min(now.seq.saturating_sub(after));
    let past = door.host.history(&table, who, after, read as u32).await?;
    let next = Standing {
        seq: after + read,
        version: now.version,
    };
    let version = now.version;
    let from = Standing {
        seq: after,
        version,
    };
    let entry = |(seq, told)| Entry {
        place: door.sealed(&table, Standing { seq, version }),
        told,
    };
    Ok(json(&Log {
        from: door.sealed(&table, from),
        entries: past.into_iter().map(entry).collect(),
        more: next.seq < now.seq,
        next: door.sealed(&table, next),
    }))
}
