//! Press.

use rusqlite::{Connection, params};

use super::read::{heard_at, number};
use super::write::{put_letters, run};
use crate::journal::rows::{int, said, said_text};
use crate::journal::{JournalError, MessageId};
use crate::press::{MOST, NewPress, Press, Taken};
use crate::table::TableId;

type Result<T> = std::result::Result<T, JournalError>;

pub(super) fn tell(writer: &Connection, press: &NewPress) -> Result<Taken> {
    let Some(number) = number(writer, &press.table)? else {
        return Ok(Taken::Behind);
    };
    if let Some(MessageId { who, message }) = &press.message
        && heard_at(writer, number, who, message)?.is_some()
    {
        return Ok(Taken::Repeated);
    }
    let one = |sql: &str, values: &[&dyn rusqlite::ToSql]| -> Result<i64> {
        let mut select = writer.prepare_cached(sql)?;
        Ok(select.query_row(values, |row| row.get(0))?)
    };
    let version = one("SELECT version FROM tables WHERE number = ?1", &[&number])?;
    if version != int(press.version) {
        return Ok(Taken::Behind);
    }
    let table = press.table.as_str();
    let last = "SELECT coalesce(max(nth), 0) FROM press WHERE table_id = ?1";
    let nth = one(last, &[&table])? + 1;
    if nth > int(MOST) {
        return Ok(Taken::Full);
    }
    let sql = "INSERT INTO press (table_id, nth, said) VALUES (?1, ?2, ?3)";
    run(writer, sql, (table, nth, said_text(&press.said)))?;
    let (seq, time) = (int(press.seq), int(press.said.time.0));
    if let Some(MessageId { who, message }) = &press.message {
        let sql = "INSERT INTO heard (number, who, message, seq, time)
                   VALUES (?1, ?2, ?3, ?4, ?5)";
        run(writer, sql, params![number, who.0, message, seq, time])?;
    }
    put_letters(writer, table, (seq, time), &press.letters)?;
    Ok(Taken::Done(nth as u64))
}

pub(super) fn read(
    reader: &Connection,
    table: &TableId,
    from: u64,
    at_most: u32,
) -> Result<Vec<Press>> {
    let mut select = reader.prepare_cached(
        "SELECT nth, said FROM press WHERE table_id = ?1 AND nth >= ?2 ORDER BY nth LIMIT ?3",
    )?;
    let mut rows = select.query((table.as_str(), int(from), at_most))?;
    let mut press = Vec::new();
    while let Some(row) = rows.next()? {
        press.push(said(table, row.get(0)?, &row.get::<_, String>(1)?)?);
    }
    Ok(press)
}
