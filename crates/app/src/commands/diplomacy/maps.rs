//! `parlour diplomacy maps`: the boards that there are, and those that people add.

mod reading;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use parlour_atlas::theme::Theme;
use parlour_atlas::{Look, Picture};
use parlour_diplomacy::{Board, PhaseRecord};

use crate::boards::{Checked, Written};
use crate::place::Place;

/// The words after `parlour diplomacy maps`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = AFTER_HELP)]
pub struct Maps {
    /// Print the first phase of this map as a record, ready for orders.
    #[arg(value_name = "MAP")]
    map: Option<String>,
    /// Instead print its provinces with their names in this language, for instance de.
    #[arg(long, value_name = "LANGUAGE", requires = "map")]
    language: Option<String>,
    /// Look for faults in the data file of a map.
    #[arg(long, value_name = "FILE", conflicts_with = "map")]
    lint: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check a board and keep it: it is played by its name from then on.
    Add {
        /// A folder with board.json and perhaps picture.json, or a board's file.
        #[arg(value_name = "FOLDER")]
        from: PathBuf,
    },
    /// Draw a board as it begins.
    Preview {
        /// A folder, a board's file, or the name of a map.
        #[arg(value_name = "FOLDER|MAP")]
        from: PathBuf,
        /// Where to write the picture: FILE.png or FILE.svg.
        #[arg(short, long, value_name = "FILE", default_value = "preview.png")]
        output: PathBuf,
        /// Width in pixels.
        #[arg(long, value_name = "PIXELS", default_value_t = 1600)]
        width: u32,
        /// light, dark or mono.
        #[arg(long, value_name = "THEME", default_value = "light", value_parser = super::draw::theme)]
        theme: Theme,
    },
    /// Read a board in the .map form of the Python package `diplomacy`.
    Read {
        /// The file; others that it names lie beside it.
        #[arg(value_name = "FILE.map")]
        from: PathBuf,
        /// Make this folder with board.json in it; without it the file is printed.
        #[arg(short, long, value_name = "FOLDER")]
        output: Option<PathBuf>,
        /// Instead say whether it is the same board as this map, whatever their names.
        #[arg(long, value_name = "MAP", conflicts_with = "output")]
        same: Option<String>,
    },
    /// Look for faults in a board and its picture.
    Lint {
        /// A folder with board.json and perhaps picture.json, or a board's file.
        #[arg(value_name = "FOLDER")]
        from: PathBuf,
    },
}

const AFTER_HELP: &str = "\
A board is a folder with board.json (the rules) and perhaps picture.json (the drawing; without
one the board is drawn as cells and lines). docs/make-a-map.md makes one step by step.
Boards that were added lie in the folder `boards` of the program's data.";

impl Maps {
    /// Lists the maps, prints one, or works on a board of somebody's own.
    pub fn run(self) -> Result<ExitCode> {
        let mut out = io::stdout().lock();
        match self.command {
            Some(Command::Add { from }) => return add(&mut out, &from),
            Some(Command::Lint { from }) => return lint(&mut out, &from),
            Some(Command::Read { from, output, same }) => {
                return reading::read(&mut out, &from, output.as_deref(), same.as_deref());
            }
            Some(Command::Preview {
                from,
                output,
                width,
                theme,
            }) => {
                preview(&from, &output, width, theme)?;
                return Ok(ExitCode::SUCCESS);
            }
            None => {}
        }
        if let Some(path) = &self.lint {
            return lint(&mut out, path);
        }
        if let Some(name) = &self.map {
            let Some(board) = Board::named(name) else {
                bail!("there is no map \"{name}\"; see `parlour diplomacy maps`");
            };
            if let Some(language) = &self.language {
                super::draw::speaks(board, language)?;
                for province in board.provinces() {
                    let name = board.name_in(province, language);
                    writeln!(out, "{} {name}", board.code(province))?;
                }
                return Ok(ExitCode::SUCCESS);
            }
            let record = PhaseRecord::question(board, board.start());
            writeln!(out, "{}", serde_json::to_string(&record)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        for board in Board::all() {
            writeln!(
                out,
                "{:21} {} ({} powers, {} provinces, {} of {} centres win)",
                board.name(),
                board.title(),
                board.powers().count(),
                board.province_count(),
                board.target(),
                board.centers().len(),
            )?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// So many faults of a board are printed, and so much of each.
const MOST_TOLD: usize = 100;
const LONGEST_TOLD: usize = 300;

/// Checks a board and prints what is wrong with it, a fault a line.
fn checked(
    out: &mut impl Write,
    from: &Path,
    check: impl Fn(&Written) -> Result<Checked, Vec<String>>,
) -> Result<Option<(Written, Checked)>> {
    let written = Written::read(from)?;
    match check(&written) {
        Ok(checked) => Ok(Some((written, checked))),
        Err(faults) => {
            for fault in faults.iter().take(MOST_TOLD) {
                let fault: String = fault.chars().take(LONGEST_TOLD).collect();
                writeln!(out, "{}", parlour_tui::plain::printable(&fault))?;
            }
            let more = faults.len().saturating_sub(MOST_TOLD);
            if more > 0 {
                writeln!(out, "and {more} faults more")?;
            }
            Ok(None)
        }
    }
}

/// The same, and what its file says without effect.
fn checked_closely(
    out: &mut impl Write,
    from: &Path,
    check: impl Fn(&Written) -> Result<Checked, Vec<String>>,
) -> Result<Option<(Written, Checked)>> {
    checked(out, from, |written| {
        let (found, mut slips) = (check(written), written.slips());
        match found {
            Ok(checked) if slips.is_empty() => Ok(checked),
            Ok(_) => Err(slips),
            Err(faults) => {
                slips.splice(0..0, faults);
                Err(slips)
            }
        }
    })
}

fn lint(out: &mut impl Write, from: &Path) -> Result<ExitCode> {
    let Some((_, checked)) = checked_closely(out, from, Written::check)? else {
        return Ok(ExitCode::FAILURE);
    };
    writeln!(out, "{}: no faults", checked.board.name())?;
    Ok(ExitCode::SUCCESS)
}

fn add(out: &mut impl Write, from: &Path) -> Result<ExitCode> {
    let Some((written, checked)) = checked_closely(out, from, Written::check_own)? else {
        writeln!(out, "Nothing was added.")?;
        return Ok(ExitCode::FAILURE);
    };
    let name = checked.board.name();
    let boards = Place::find()?.boards();
    let place = written.keep(name, &boards);
    place.with_context(|| format!("{} cannot be written", boards.display()))?;
    let drawn = match (checked.pictured, checked.chart.kind()) {
        (true, _) => "with its picture",
        (false, parlour_atlas::geometry::Kind::Map) => "drawn on a map that has its provinces",
        (false, parlour_atlas::geometry::Kind::Schematic) => "drawn as cells and lines",
    };
    writeln!(out, "{name} is added, {drawn}. Play it with map={name}.")?;
    Ok(ExitCode::SUCCESS)
}

fn preview(from: &Path, output: &Path, width: u32, theme: Theme) -> Result<()> {
    let known = from.to_str().and_then(Board::named);
    let chart = if let Some(board) = known.filter(|_| !from.exists()) {
        parlour_atlas::Chart::of(board)?
    } else {
        let mut faults = Vec::new();
        let Some((_, checked)) = checked(&mut faults, from, Written::check)? else {
            bail!("{}", String::from_utf8_lossy(&faults).trim_end());
        };
        checked.chart
    };
    let look = Look {
        width,
        theme,
        title: Some(chart.board().title().to_owned()),
        ..Look::default()
    };
    let picture = Picture {
        chart: &chart,
        position: chart.board().start(),
        orders: &[],
        look: &look,
    };
    let bytes = match output.extension().and_then(|it| it.to_str()) {
        Some("svg") => picture.svg()?.into_bytes(),
        Some("png") => picture.png()?,
        _ => bail!("{}: the name must end in .png or .svg", output.display()),
    };
    fs::write(output, bytes).with_context(|| format!("{} cannot be written", output.display()))
}
