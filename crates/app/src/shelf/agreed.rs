//! What is noted with a table beside the rules: the kind of game it is. And what
//! statistics count of it.

use parlour_host::card::{Card, Course, Query};
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Host, Json, Refused, Time, wait};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::tables::Visit;

#[derive(Serialize, Deserialize)]
struct Agreed {
    kind: String,
}

/// The settings of a table of this kind.
pub fn settings(kind: &str) -> Json {
    let kind = kind.to_owned();
    Json::of(&Agreed { kind })
}

/// The kind a table was opened as; empty if none was noted.
pub fn kind(record: &Record) -> String {
    let agreed = record.settings.read::<Agreed>();
    agreed.map_or_else(|_| String::new(), |agreed| agreed.kind)
}

/// What statistics count of a table, written on its card.
#[derive(Serialize, Deserialize)]
pub struct Facts {
    /// The kind of game it was opened as.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// When it was opened.
    pub created: Time,
    /// How many play.
    pub players: u8,
    /// Whether who opened it plays.
    pub plays: bool,
    /// Whether it does not compare with the games of others: easier rules, content of
    /// one's own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
}

/// The facts of a table.
pub fn facts(record: &Record, apart: bool) -> Json {
    Json::of(&Facts {
        kind: kind(record),
        created: record.created,
        players: record.chairs.len() as u8,
        plays: record.seat_of(&record.owner).is_some(),
        apart,
    })
}

/// Somebody's game of a day, by the tag of that day's games.
pub async fn daily(host: &Host, who: &Identity, tag: &str) -> Result<Option<TableId>, Refused> {
    let query = Query {
        tag: Some(tag.to_owned()),
        ..Query::of(who).with_records()
    };
    let is_theirs = |card: &Card| {
        let record = card.record.as_ref();
        record.is_some_and(|it| it.seat_of(who).is_some())
    };
    let cards = host.all_cards(query).await?;
    Ok(cards.into_iter().find(is_theirs).map(|card| card.table))
}

/// How many cards are read at once for statistics.
const MANY: u32 = 5_000;

/// What this person has played to the end of a game, in the order in which it was
/// begun.
pub fn played<O: DeserializeOwned>(visit: &Visit, game: &str) -> Result<Vec<(Facts, O)>, Refused> {
    let query = Query {
        game: Some(game.to_owned()),
        at_most: MANY,
        ..Query::of(&visit.me.identity).course(Course::Closed)
    };
    let of_card = |card: Card| {
        let face = card.face?;
        // A game that goes on at another table has no outcome.
        let outcome: O = serde_json::from_str(face.outcome?.as_str()).ok()?;
        let facts: Facts = serde_json::from_str(face.facts?.as_str()).ok()?;
        facts.plays.then_some((facts, outcome))
    };
    let cards = wait(visit.host.all_cards(query))?;
    let mut played: Vec<(Facts, O)> = cards.into_iter().filter_map(of_card).collect();
    played.sort_by_key(|(facts, _)| facts.created);
    Ok(played)
}
