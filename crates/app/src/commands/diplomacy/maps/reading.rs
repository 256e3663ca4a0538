//! `parlour diplomacy maps read`: boards in the `.map` form of the package `diplomacy`.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use parlour_diplomacy::{Board, BoardFile, LONGEST_BOARD, board_differences, lint, read_map_file};

/// Reads a map of the package and prints it, keeps it, or compares it.
pub fn read(
    out: &mut impl Write,
    from: &Path,
    output: Option<&Path>,
    same: Option<&str>,
) -> Result<ExitCode> {
    let board = board_file(from)?;
    if let Some(name) = same {
        return compare(out, &board, name);
    }
    let text = serde_json::to_string_pretty(&board)? + "\n";
    let Some(folder) = output else {
        out.write_all(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    };
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let path = folder.join("board.json");
    if path.exists() {
        bail!("{} is there already", path.display());
    }
    fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))?;
    let faults = lint(&board);
    for fault in &faults {
        let fault = fault.to_string();
        writeln!(out, "{}", parlour_tui::plain::printable(&fault))?;
    }
    let (provinces, shown) = (board.provinces.len(), path.display());
    writeln!(
        out,
        "{shown}: {provinces} provinces, {} faults",
        faults.len()
    )?;
    Ok(ExitCode::SUCCESS)
}

fn compare(out: &mut impl Write, board: &BoardFile, name: &str) -> Result<ExitCode> {
    let Some(known) = Board::named(name) else {
        bail!("there is no map \"{name}\"; see `parlour diplomacy maps`");
    };
    let different = board_differences(board, known.file());
    for line in &different {
        writeln!(out, "{}", parlour_tui::plain::printable(line))?;
    }
    if different.is_empty() {
        writeln!(out, "{name}: the same board")?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::FAILURE)
}

fn board_file(from: &Path) -> Result<BoardFile> {
    let text = text_of(from)?;
    let name = from.file_name().unwrap_or_default().to_string_lossy();
    let folder = from.parent().unwrap_or(Path::new(""));
    // Only files beside this one: a map names no places of the machine.
    let beside = |name: &str| {
        let plain = !name.contains(['/', '\\']) && !name.contains("..");
        plain.then(|| text_of(&folder.join(name)).ok()).flatten()
    };
    Ok(read_map_file(&name, &text, &beside)?)
}

fn text_of(path: &Path) -> Result<String> {
    let shown = path.display();
    let file = fs::File::open(path).with_context(|| format!("{shown} cannot be opened"))?;
    let mut bytes = Vec::new();
    file.take(LONGEST_BOARD as u64 + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("{shown} cannot be read"))?;
    if bytes.len() > LONGEST_BOARD {
        bail!("{shown} is longer than any board");
    }
    String::from_utf8(bytes).with_context(|| format!("{shown} is not text"))
}
