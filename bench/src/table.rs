//! The table for people.

use std::io::{self, Write};

use crate::measure::Row;

/// Prints a scene, the fastest first, with how each stands to the fastest peer.
pub fn print(out: &mut impl Write, scene: &str, rows: &[Row]) -> io::Result<()> {
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by(|a, b| b.per_second.total_cmp(&a.per_second));
    let peer = sorted.iter().copied().find(|row| row.is_peer);
    let width = rows
        .iter()
        .map(|row| row.contender.chars().count())
        .max()
        .unwrap_or(0)
        .max(9);
    let columns: Vec<&str> = rows
        .first()
        .map(|row| row.extras.iter().map(|(column, _)| *column).collect())
        .unwrap_or_default();
    write!(
        out,
        "{scene}\n  {:width$} {:>12} {:>8}",
        "contender", "per second", "ratio"
    )?;
    for column in &columns {
        write!(out, " {column:>9}")?;
    }
    writeln!(out)?;
    for row in sorted {
        let ratio = peer.map_or(String::new(), |peer| {
            format!("{:.2}", row.per_second / peer.per_second)
        });
        write!(
            out,
            "  {:width$} {:>12.0} {ratio:>8}",
            row.contender, row.per_second
        )?;
        for column in &columns {
            let value = row.extras.iter().find(|(name, _)| name == column);
            let value = value.map_or(String::new(), |(_, value)| format!("{value:.4}"));
            write!(out, " {value:>9}")?;
        }
        writeln!(out)?;
    }
    if let Some(peer) = peer {
        writeln!(out, "  ratios to {}", peer.contender)?;
    }
    writeln!(out)
}
