//! How tables stand, listed and written.

use std::fmt::Write as _;

use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, PgConnection, Row as _};

use super::text;
use super::trouble::Trouble;
use crate::card::{Course, Face, Page, Query, TROUBLED, end_of_now};
use crate::journal::Standing;
use crate::journal::rows::{CardRow, Listed, card, face_text, int, paged};
use crate::table::TableId;

/// A page of cards, newest first.
pub(super) async fn list(connection: &mut PgConnection, query: &Query) -> Result<Page, Trouble> {
    let mut found = Vec::new();
    for course in [Course::Open, Course::Closed] {
        if query.course.is_none_or(|it| it == course) {
            found.extend(of_course(connection, query, course).await?);
        }
    }
    if query.course.is_none() {
        found.sort_by(|one, other| (other.time, &other.place).cmp(&(one.time, &one.place)));
    }
    Ok(paged(found, query))
}

/// One more than are asked for, so that the caller knows whether there are more.
async fn of_course(
    connection: &mut PgConnection,
    query: &Query,
    course: Course,
) -> Result<Vec<Listed<String>>, Trouble> {
    let keys: Vec<String> = query.keys().iter().map(|key| text(key)).collect();
    let (from, by, id) = match keys.len() {
        0 => ("tables t", "t", "t.id"),
        _ => (
            "keys k JOIN tables t ON t.id = k.table_id AND k.key = $4",
            "k",
            "k.table_id",
        ),
    };
    let mut only = String::new();
    for place in 5..4 + keys.len() {
        let _ = write!(
            only,
            " AND EXISTS (SELECT 1 FROM keys x WHERE x.key = ${place} AND x.table_id = t.id)"
        );
    }
    if query.table.is_some() {
        let _ = write!(only, " AND t.id = ${}", 4 + keys.len());
    }
    if query.faceless {
        let now = end_of_now();
        let _ = write!(
            only,
            " AND (t.face IS NULL OR right(t.face, {}) <> '{now}')",
            now.len()
        );
    }
    // The closed ones lie in the order in which they are listed; of the others there
    // are few enough to be sorted.
    let (time, which) = match course {
        Course::Open => (String::from("t.changed"), format!("{by}.closed = 0")),
        Course::Closed => (format!("{by}.closed"), format!("{by}.closed > 0")),
    };
    let record = if query.records { "t.record" } else { "NULL" };
    let sql = format!(
        "SELECT t.id, t.seq, t.version, {time}, t.closed, t.face, {record},
             coalesce(t.ends, t.due)
         FROM {from}
         WHERE {which} AND ({time}, {id}) < ($1, $2){only}
         ORDER BY {time} DESC, {id} DESC LIMIT $3"
    );
    let (before, place) = query.before();
    let mut asked = sqlx::query(AssertSqlSafe(sql))
        .bind(int(before.0))
        .bind(place)
        .bind(i64::from(query.at_most) + 1);
    for key in keys {
        asked = asked.bind(key);
    }
    if let Some(table) = &query.table {
        asked = asked.bind(table.as_str());
    }
    let rows = asked.fetch_all(connection).await?;
    let cards: Result<_, sqlx::Error> = rows.iter().map(|row| listed(row, query)).collect();
    Ok(cards?)
}

/// A card, read from the row without a copy of its texts.
fn listed(row: &PgRow, query: &Query) -> Result<Listed<String>, sqlx::Error> {
    let (id, time) = (row.try_get(0)?, row.try_get(3)?);
    let found = CardRow {
        id,
        seq: row.try_get(1)?,
        version: row.try_get(2)?,
        time,
        closed: row.try_get(4)?,
        face: row.try_get(5)?,
        record: row.try_get(6)?,
        due: row.try_get(7)?,
    };
    Ok(Listed {
        time,
        place: id.to_owned(),
        card: card(&found, query),
    })
}

const PUT: &str = "
    WITH changed AS (
        UPDATE tables
        SET face = $4, closed = CASE WHEN $5 AND closed = 0 THEN greatest(changed, 1) ELSE closed END
        WHERE id = $1 AND seq = $2 AND version = $3
        RETURNING id, closed
    ), keyed AS (
        UPDATE keys SET closed = changed.closed FROM changed
        WHERE keys.table_id = changed.id AND keys.closed <> changed.closed AND keys.key <> $6
    ), troubled AS (
        INSERT INTO keys (key, table_id, closed) SELECT $6, id, closed FROM changed WHERE $7
        ON CONFLICT DO NOTHING
    ), mended AS (
        DELETE FROM keys USING changed
        WHERE keys.table_id = changed.id AND keys.key = $6 AND NOT $7
    )
    SELECT count(*) FROM changed";

/// Gives a table another face, if it is where the caller thinks.
pub(super) async fn put(
    connection: &mut PgConnection,
    table: &TableId,
    standing: Standing,
    face: &Face,
) -> Result<bool, Trouble> {
    let changed: i64 = sqlx::query_scalar(PUT)
        .bind(table.as_str())
        .bind(int(standing.seq))
        .bind(int(standing.version))
        .bind(face_text(face))
        .bind(face.closed)
        .bind(TROUBLED)
        .bind(face.trouble.is_some())
        .fetch_one(connection)
        .await?;
    Ok(changed > 0)
}
