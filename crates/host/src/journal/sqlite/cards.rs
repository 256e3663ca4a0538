//! How tables stand, listed and written.

use std::fmt::Write as _;

use rusqlite::{Connection, Row, params_from_iter, types::Value};

use super::read::number;
use crate::card::{Course, Face, Page, Query, TROUBLED, end_of_now};
use crate::journal::rows::{CardRow, Listed, card, face_text, int, paged};
use crate::journal::{JournalError, Standing};
use crate::table::TableId;

type Result<T> = std::result::Result<T, JournalError>;

/// A page of cards, newest first.
pub(super) fn list(reader: &Connection, query: &Query) -> Result<Page> {
    let mut found = Vec::new();
    for course in [Course::Open, Course::Closed] {
        if query.course.is_none_or(|it| it == course) {
            found.extend(of_course(reader, query, course)?);
        }
    }
    if query.course.is_none() {
        found.sort_by_key(|it| std::cmp::Reverse((it.time, it.place)));
    }
    Ok(paged(found, query))
}

/// One more than are asked for, so that the caller knows whether there are more.
fn of_course(reader: &Connection, query: &Query, course: Course) -> Result<Vec<Listed<i64>>> {
    let (time, place) = query.before();
    let mut values = vec![
        Value::from(int(time.0)),
        // What is no number of ours comes before all of them.
        Value::from(place.parse::<i64>().unwrap_or(0)),
        Value::from(i64::from(query.at_most) + 1),
    ];
    let keys = query.keys();
    let mut from = String::from("tables t");
    let mut only = String::new();
    for (nth, key) in keys.into_iter().enumerate() {
        values.push(Value::from(key));
        let place = values.len();
        if nth == 0 {
            from = format!("keys k JOIN tables t ON t.number = k.number AND k.key = ?{place}");
        } else {
            let _ = write!(
                only,
                " AND EXISTS (SELECT 1 FROM keys x WHERE x.key = ?{place} AND x.number = t.number)"
            );
        }
    }
    if let Some(table) = &query.table {
        values.push(Value::from(table.as_str().to_owned()));
        let _ = write!(only, " AND t.id = ?{}", values.len());
    }
    // The closed ones lie in the order in which they are listed; of the others there
    // are few enough to be sorted.
    let by = if from.starts_with("keys") { "k" } else { "t" };
    let (time, which) = match course {
        Course::Open => (String::from("t.changed"), format!("{by}.closed = 0")),
        Course::Closed => (format!("{by}.closed"), format!("{by}.closed > 0")),
    };
    if query.faceless {
        let now = end_of_now();
        let _ = write!(
            only,
            " AND (t.face IS NULL OR substr(t.face, -{}) <> '{now}')",
            now.len()
        );
    }
    let (record, records) = if query.records {
        ("r.record", " JOIN records r ON r.number = t.number")
    } else {
        ("NULL", "")
    };
    let sql = format!(
        "SELECT t.id, t.seq, t.version, {time}, t.closed, t.face, {record}, t.number,
             coalesce(t.ends, t.due)
         FROM {from}{records}
         WHERE {which} AND ({time}, {by}.number) < (?1, ?2){only}
         ORDER BY {time} DESC, {by}.number DESC LIMIT ?3"
    );
    let mut select = reader.prepare_cached(&sql)?;
    let rows = select.query_map(params_from_iter(values), |row| listed(row, query))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// A card with the number of its table, read from the row without a copy of its texts.
fn listed(row: &Row<'_>, query: &Query) -> rusqlite::Result<Listed<i64>> {
    let text = |at| Ok::<_, rusqlite::Error>(row.get_ref(at)?.as_str_or_null()?);
    let time = row.get(3)?;
    let found = CardRow {
        id: row.get_ref(0)?.as_str()?,
        seq: row.get(1)?,
        version: row.get(2)?,
        time,
        closed: row.get(4)?,
        face: text(5)?,
        record: text(6)?,
        due: row.get(8)?,
    };
    Ok(Listed {
        time,
        place: row.get(7)?,
        card: card(&found, query),
    })
}

/// Gives a table another face, if it is where the caller thinks.
pub(super) fn put(
    writer: &Connection,
    table: &TableId,
    standing: Standing,
    face: &Face,
) -> Result<bool> {
    let Some(number) = number(writer, table)? else {
        return Ok(false);
    };
    let sql = "UPDATE tables SET face = ?4,
                   closed = CASE WHEN ?5 AND closed = 0 THEN max(changed, 1) ELSE closed END
               WHERE number = ?1 AND seq = ?2 AND version = ?3";
    let (seq, version) = (int(standing.seq), int(standing.version));
    let changed = writer.prepare_cached(sql)?.execute((
        number,
        seq,
        version,
        face_text(face),
        face.closed,
    ))?;
    if changed == 0 {
        return Ok(false);
    }
    if face.closed {
        close_keys(writer, number)?;
    }
    let troubled = match face.trouble {
        Some(_) => {
            "INSERT INTO keys (key, number, closed)
             SELECT ?1, number, closed FROM tables WHERE number = ?2
             ON CONFLICT DO NOTHING"
        }
        None => "DELETE FROM keys WHERE key = ?1 AND number = ?2",
    };
    writer
        .prepare_cached(troubled)?
        .execute((TROUBLED, number))?;
    Ok(true)
}

/// The words under which a table is found tell that it is closed.
pub(super) fn close_keys(writer: &Connection, number: i64) -> Result<()> {
    let sql = "UPDATE keys SET closed = (SELECT closed FROM tables WHERE number = ?1)
               WHERE number = ?1 AND closed = 0";
    writer.prepare_cached(sql)?.execute([number])?;
    Ok(())
}
