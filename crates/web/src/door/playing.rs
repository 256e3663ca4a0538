//! What somebody does at a table: commands of the rules, words of the table, and
//! questions about what they see.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use parlour_host::host::Giver;
use parlour_host::journal::Standing;
use parlour_host::steward::Word;
use parlour_host::{Json, Message};
use parlour_rules::{Seat, Stage};
use serde::{Deserialize, Serialize};
use tracing::Instrument as _;

use super::Inside;
use super::answer::{Answered, Failure, Understood, json, packed};
use super::session::Guest;
use super::tables::named;

/// The most letters of an id that a client gives to a command.
const LONGEST_ID: usize = 64;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Command"))]
pub(super) struct Commanded {
    #[cfg_attr(test, schemars(with = "String"))]
    stage: Stage,
    /// One's own, another for each wish: the same one again is the same command.
    id: String,
    /// The game's own.
    #[cfg_attr(test, schemars(with = "serde_json::Value"))]
    command: Json,
    /// The place that it depends on, where it depends on one.
    seen: Option<String>,
    #[cfg_attr(test, schemars(with = "Option<u8>"))]
    seat: Option<Seat>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Accepted"))]
pub(super) struct Accepted {
    seq: String,
    repeated: bool,
}

/// `POST /api/tables/TABLE/commands`
pub(super) async fn command(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(table): Path<String>,
    told: Understood<Commanded>,
) -> Answered<Response> {
    let table = named(&table)?;
    let Commanded {
        stage,
        id,
        command,
        seen,
        seat,
    } = told.it;
    check_id(&id)?;
    door.may_act(&guest)?;
    let seen = match seen {
        None => None,
        Some(text) => {
            let place = door.seal.open(&table, &text);
            Some(
                place
                    .ok_or_else(|| Failure::bad_request("`seen` is no place at this table"))?
                    .seq,
            )
        }
    };
    // Who may not even watch learns nothing, not even that there is a table.
    let who = guest.person.identity;
    let record = door.host.record(&table).await?;
    record.viewer(&who).ok_or_else(Failure::not_found)?;
    let steward = Arc::clone(door.steward(&record.game)?);
    let message = Message {
        table: table.clone(),
        from: match seat {
            Some(seat) => Giver::At(who, seat),
            None => Giver::Person(who),
        },
        command: command.into_text(),
        stage: Some(stage),
        seen,
        version: None,
        id: Some(id),
    };
    // A client that goes away leaves no command half way.
    let host = Arc::clone(&door.host);
    let carried = async move { steward.carry(&host, message).await };
    let carried = tokio::spawn(carried.in_current_span()).await;
    let accepted = carried.map_err(|_| Failure::broken())??;
    let place = Standing {
        seq: accepted.seq,
        version: 0,
    };
    Ok(json(&Accepted {
        seq: door.sealed(&table, place),
        repeated: accepted.repeated,
    }))
}

fn check_id(id: &str) -> Answered<()> {
    let fits = (1..=LONGEST_ID).contains(&id.len()) && id.chars().all(|it| it.is_ascii_graphic());
    if !fits {
        let words = format!("an id has 1 to {LONGEST_ID} letters and digits");
        return Err(Failure::bad_request(words));
    }
    Ok(())
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Word"))]
pub(super) struct Worded {
    id: String,
    #[serde(flatten)]
    said: serde_json::Map<String, serde_json::Value>,
}

/// `POST /api/tables/TABLE/words`
pub(super) async fn word(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(table): Path<String>,
    told: Understood<Worded>,
) -> Answered<Response> {
    let table = named(&table)?;
    check_id(&told.it.id)?;
    door.may_act(&guest)?;
    let glance = door.host.look(&table, &guest.person.identity).await?;
    let steward = Arc::clone(door.steward(&glance.record.game)?);
    let word = Word {
        id: told.it.id,
        said: Json::of(&told.it.said),
    };
    let host = Arc::clone(&door.host);
    let heard = async move {
        let answer = steward.hear(&host, &table, &guest.person, &word);
        answer.await
    };
    let heard = tokio::spawn(heard.in_current_span());
    let answer = heard.await.map_err(|_| Failure::broken())??;
    Ok(json(&answer))
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Question"))]
pub(super) struct Asked {
    #[expect(
        dead_code,
        reason = "every question says what it asks; the game reads it"
    )]
    ask: String,
}

/// `POST /api/tables/TABLE/ask`
pub(super) async fn ask(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(table): Path<String>,
    headers: HeaderMap,
    told: Understood<Asked>,
) -> Answered<Response> {
    let table = named(&table)?;
    let who = &guest.person.identity;
    let found = door.look(&table, who, None).await?;
    let (steward, glance) = (found.steward, found.now.glance);
    let question = Json::parse(&told.text);
    let question = question.map_err(|error| Failure::bad_request(error.to_string()))?;
    let noted = steward.asked(&door.host, &table, &guest.person, &question);
    noted.await?;
    let gathered = steward.gather(&door.host, &table, &guest.person, &question);
    let question = gathered.await?;
    let _turn = door.thinking.acquire().await;
    let thought = tokio::task::spawn_blocking(move || steward.ask(&glance.view, &question));
    let answer = thought.await.map_err(|_| Failure::broken())??;
    Ok(packed(&answer, &headers))
}

/// `POST /api/games/GAME/ask`
pub(super) async fn inquire(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(game): Path<String>,
    headers: HeaderMap,
    told: Understood<Asked>,
) -> Answered<Response> {
    let steward = Arc::clone(door.steward(&game)?);
    let question = Json::parse(&told.text);
    let question = question.map_err(|error| Failure::bad_request(error.to_string()))?;
    let _turn = door.thinking.acquire().await;
    let answer = steward.inquire(&door.host, &guest.person, &question);
    let answer = answer.await?;
    Ok(packed(&answer, &headers))
}
