//! What statistics count of a table, written on its card, and read from all cards
//! without loading a game.

use parlour_host::card::{Card, Course, Query};
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Host, Json, Refused, Time, wait};
use parlour_rules::Rules;
use serde::{Deserialize, Serialize};

use crate::hints::hints;
use crate::kind::Kind;
use crate::visit::Visit;

/// What statistics count of a table.
#[derive(Serialize, Deserialize)]
pub struct Facts {
    /// The kind of game it was opened as; empty if none was noted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    kind: String,
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
    /// How many hints were given.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hints: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A game that somebody has played to its end.
pub struct Finished<O> {
    /// Its table.
    pub table: TableId,
    /// How many entries its log has.
    pub entries: u64,
    /// What is counted of it.
    pub facts: Facts,
    /// Whether moves were taken back at a table with others.
    pub taken_back: bool,
    /// How it ended.
    pub outcome: O,
}

impl Facts {
    /// The kind of game it was.
    pub fn kind(&self) -> Kind {
        Kind::named(&self.kind)
    }
}

/// The facts of a table, and whether it does not compare with the games of others.
pub fn facts(record: &Record, apart: bool) -> Json {
    Json::of(&Facts {
        kind: Kind::noted(record).map_or_else(String::new, |kind| kind.name().to_owned()),
        created: record.created,
        players: record.chairs.len() as u8,
        plays: record.seat_of(&record.owner).is_some(),
        apart,
        hints: hints(record),
    })
}

/// How many cards are read at once for statistics.
const MANY: u32 = 5_000;

/// What somebody has played to the end of a game, in the order in which it was begun;
/// also what they have played as somebody else, at tables with others.
pub fn played<G: Rules>(
    visit: &Visit,
    also: &[Identity],
) -> Result<Vec<Finished<G::Outcome>>, Refused> {
    let mut played = wait(played_by::<G>(&visit.host, &visit.me.identity))?;
    for other in also {
        played.extend(wait(played_as::<G>(&visit.host, other))?);
    }
    played.sort_by(|one, other| one.table.cmp(&other.table));
    played.dedup_by(|one, other| one.table == other.table);
    played.sort_by_key(|game| game.facts.created);
    Ok(played)
}

/// The same as one identity, for whoever does not wait.
///
/// # Errors
/// If the host does not answer.
pub async fn played_by<G: Rules>(
    host: &Host,
    who: &Identity,
) -> Result<Vec<Finished<G::Outcome>>, Refused> {
    let mut played = played_as::<G>(host, who).await?;
    played.sort_by_key(|game| game.facts.created);
    Ok(played)
}

/// What an identity has played, in no order. With others who had a seat has played,
/// whoever opened the table; its owner may be nobody who plays.
async fn played_as<G: Rules>(
    host: &Host,
    who: &Identity,
) -> Result<Vec<Finished<G::Outcome>>, Refused> {
    let mut query = Query {
        game: Some(G::NAME.to_owned()),
        at_most: MANY,
        ..Query::of(who).course(Course::Closed).without_words()
    };
    let of_card = |card: Card| {
        let face = card.face?;
        // A game that goes on at another table has no outcome.
        let outcome: G::Outcome = serde_json::from_str(face.outcome?.as_str()).ok()?;
        let facts: Facts = serde_json::from_str(face.facts?.as_str()).ok()?;
        Some(Finished {
            table: card.table,
            entries: card.standing.seq,
            facts,
            taken_back: false,
            outcome,
        })
    };
    // A page after the other: what is not counted is let go of at once.
    let mut played = Vec::new();
    loop {
        let page = host.cards(query.clone()).await?;
        for mut game in page.cards.into_iter().filter_map(of_card) {
            let counts = if game.facts.players > 1 {
                with_others(host, who, &mut game).await?
            } else {
                game.facts.plays
            };
            played.extend(counts.then_some(game));
        }
        let Some(next) = page.next else {
            return Ok(played);
        };
        query.after = Some(next);
    }
}

/// Whether somebody had a seat in a game with others. Cards name nobody, so that the
/// record is asked, and what it tells beside that is noted.
async fn with_others<O>(
    host: &Host,
    who: &Identity,
    game: &mut Finished<O>,
) -> Result<bool, Refused> {
    let record = match host.record(&game.table).await {
        Ok(record) => record,
        // Another process has removed it meanwhile.
        Err(Refused::UnknownTable(_)) => return Ok(false),
        Err(refused) if refused.is_damage() => return Ok(false),
        Err(refused) => return Err(refused),
    };
    // Practice says so itself; what else goes on from the middle of a game is that game,
    // with its moves taken back.
    game.taken_back = record.forked_from.is_some() && game.facts.kind() != Kind::Practice;
    Ok(record.seat_of(who).is_some())
}
