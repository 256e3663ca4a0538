//! Entries taken back when everybody who sits agrees, and tables of one's own that begin
//! as another did. Whether a game lets that happen is its steward's to say.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use parlour_host::host::Undo;
use parlour_host::journal::Standing;
use parlour_host::steward::Steward;
use parlour_host::table::{Record, TableId, UndoAsked};
use parlour_rules::Seat;
use serde::{Deserialize, Serialize};
use tracing::Instrument as _;

use super::Inside;
use super::answer::{Answered, Failure, Understood, json};
use super::links::Empty;
use super::session::Guest;
use super::tables::named;

/// A request to take entries back, as everybody at the table is shown it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "AskedBack"))]
pub(super) struct Asked {
    /// The place to agree to: the same text for as long as it is the same place.
    to: String,
    /// How many entries are taken back, where everybody may count them.
    entries: Option<u64>,
    #[cfg_attr(test, schemars(with = "Vec<u8>"))]
    agreed: Vec<Seat>,
    /// The seats of people who have not agreed yet.
    #[cfg_attr(test, schemars(with = "Vec<u8>"))]
    missing: Vec<Seat>,
}

impl Inside {
    /// What is asked of those who sit at a table, if nothing was played since.
    pub(super) fn undo_asked(
        &self,
        table: &TableId,
        record: &Record,
        seq: u64,
        steward: &dyn Steward,
    ) -> Option<Asked> {
        let UndoAsked { to, agreed, .. } = record.undo_asked(seq)?;
        let chairs = (0..).map(Seat).zip(&record.chairs);
        let people = chairs.filter(|(_, it)| it.as_ref().is_some_and(|it| it.bot.is_none()));
        let missing = people.map(|(seat, _)| seat);
        let place = Standing {
            seq: *to,
            version: 0,
        };
        Some(Asked {
            to: self.seal.close_alike(table, place),
            entries: steward.tells_all().then(|| seq - to),
            agreed: agreed.clone(),
            missing: missing.filter(|seat| !agreed.contains(seat)).collect(),
        })
    }

    /// A table that somebody may at least watch, and who answers for its game. Who may
    /// not learns nothing, not even that there is a table.
    async fn watched(
        &self,
        table: &TableId,
        guest: &Guest,
    ) -> Answered<(Record, Arc<dyn Steward>)> {
        let record = self.host.record(table).await?;
        let viewer = record.viewer(&guest.person.identity);
        viewer.ok_or_else(Failure::not_found)?;
        let steward = Arc::clone(self.steward(&record.game)?);
        Ok((record, steward))
    }

    /// The entries up to a place that was told here.
    fn entries_to(&self, table: &TableId, place: &str, field: &str) -> Answered<u64> {
        let place = self.seal.open(table, place);
        let place = place
            .ok_or_else(|| Failure::bad_request(format!("`{field}` is no place at this table")))?;
        Ok(place.seq)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Back"))]
pub(super) struct Back {
    to: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "CameBack"))]
pub(super) struct Came {
    done: bool,
    #[cfg_attr(test, schemars(with = "String"))]
    table: TableId,
}

/// `POST /api/tables/TABLE/undo`: asks that what came after a place be taken back, or
/// agrees to that. Asked again, it says where play has gone on.
pub(super) async fn undo(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(table): Path<String>,
    told: Understood<Back>,
) -> Answered<Response> {
    let table = named(&table)?;
    let (record, steward) = door.watched(&table, &guest).await?;
    let to = door.entries_to(&table, &told.it.to, "to")?;
    let who = guest.person.identity;
    if let (Some(_), Some(elsewhere)) = (record.seat_of(&who), &record.moved_to) {
        let table = elsewhere.clone();
        return Ok(json(&Came { done: true, table }));
    }
    // A client that goes away leaves nothing half way.
    let (host, asked_at) = (Arc::clone(&door.host), table.clone());
    let asked = async move { steward.undo(&host, &asked_at, &who, to).await };
    let asked = tokio::spawn(asked.in_current_span()).await;
    let came = match asked.map_err(|_| Failure::broken())?? {
        Undo::Asked => Came { done: false, table },
        Undo::Done(table) => Came { done: true, table },
    };
    Ok(json(&came))
}

/// `POST /api/tables/TABLE/undo/refuse`
pub(super) async fn refuse(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(table): Path<String>,
    _: Understood<Empty>,
) -> Answered<Response> {
    let table = named(&table)?;
    door.watched(&table, &guest).await?;
    let who = &guest.person.identity;
    door.host.refuse_undo(&table, who).await?;
    Ok(json(&serde_json::json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Fork"))]
pub(super) struct From {
    at: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Forked"))]
pub(super) struct Forked {
    #[cfg_attr(test, schemars(with = "String"))]
    table: TableId,
}

/// `POST /api/tables/TABLE/forks`
pub(super) async fn fork(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(table): Path<String>,
    told: Understood<From>,
) -> Answered<Response> {
    let table = named(&table)?;
    let (_, steward) = door.watched(&table, &guest).await?;
    let at = door.entries_to(&table, &told.it.at, "at")?;
    door.may_open(&guest).await?;
    let host = Arc::clone(&door.host);
    let forked = async move { steward.fork(&host, &table, &guest.person, at).await };
    let forked = tokio::spawn(forked.in_current_span()).await;
    let table = forked.map_err(|_| Failure::broken())??;
    Ok(json(&Forked { table }))
}
