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
        played.extend(wait(played_as::<G>(&visit.host, other, true))?);
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
    let mut played = played_as::<G>(host, who, false).await?;
    played.sort_by_key(|game| game.facts.created);
    Ok(played)
}

/// What an identity has played, in no order. Who did not open the table has played if
/// they had a seat.
async fn played_as<G: Rules>(
    host: &Host,
    who: &Identity,
    seated: bool,
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
        (facts.plays || seated).then_some(Finished {
            table: card.table,
            entries: card.standing.seq,
            facts,
            outcome,
        })
    };
    // A page after the other: what is not counted is let go of at once.
    let mut played = Vec::new();
    loop {
        let page = host.cards(query.clone()).await?;
        played.extend(page.cards.into_iter().filter_map(of_card));
        let Some(next) = page.next else {
            return Ok(played);
        };
        query.after = Some(next);
    }
}
