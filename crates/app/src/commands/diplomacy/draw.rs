//! `parlour diplomacy draw`

mod film;

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use parlour_atlas::theme::Theme;
use parlour_atlas::{Chart, Crop, DrawnOrder, Look, Picture, PictureFault, Shown};
use parlour_diplomacy::{Board, Named, PhaseRecord, Position, Province, normal};

use super::lines::Source;

/// The words after `parlour diplomacy draw`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Draw {
    /// A file with a phase record; standard input if it is left out and piped,
    /// otherwise the start position is drawn.
    #[arg(value_name = "RECORD", conflicts_with = "game")]
    record: Option<PathBuf>,
    /// Where to write the picture: FILE.svg or FILE.png; a game as FILE.gif or FILE.png.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Which of several records; with --game, which of several games.
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Draw the orders.
    #[arg(long)]
    orders: bool,
    /// Draw the orders and what became of them; the record must have results.
    #[arg(long)]
    results: bool,
    /// Draw only this power's orders.
    #[arg(long, value_name = "POWER")]
    power: Option<String>,
    /// Show only a province and what is at most N steps away, as PROVINCE or PROVINCE:N.
    #[arg(long, value_name = "PROVINCE:N")]
    crop: Option<String>,
    /// Point out provinces, separated by commas.
    #[arg(long, value_name = "PROVINCES", value_delimiter = ',')]
    highlight: Vec<String>,
    /// Width in pixels; 1200 if it is left out, 800 for a game.
    #[arg(long, value_name = "PIXELS")]
    width: Option<u64>,
    /// light, dark or mono.
    #[arg(long, value_name = "THEME", default_value = "light", value_parser = theme)]
    theme: Theme,
    /// The title, instead of the phase.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Words beside the title.
    #[arg(long, value_name = "TEXT")]
    deadline: Option<String>,
    /// The map whose start position is drawn if there is no record.
    #[arg(long, value_name = "MAP", default_value = "standard")]
    map: String,
    /// A file of phase records, one for each phase: the whole game as a moving picture.
    #[arg(long, value_name = "FILE")]
    game: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  parlour diplomacy draw -o start.svg
  parlour diplomacy draw record.json --results -o phase.png
  parlour diplomacy draw games.jsonl --id g0012-F1904M --orders --power france -o mine.png
  parlour diplomacy draw record.json --crop vie:2 --width 800 --theme dark -o vienna.png
  parlour diplomacy draw --game game.jsonl -o game.gif";

fn theme(name: &str) -> Result<Theme, String> {
    Theme::named(name).ok_or_else(|| {
        let known = Theme::ALL.map(Theme::name).join(", ");
        format!("there is no such theme; there are {known}")
    })
}

/// What is drawn, ready for a picture.
struct Scene {
    position: Position,
    orders: Vec<DrawnOrder>,
    look: Look,
}

impl Scene {
    fn picture<'a>(&'a self, chart: &'a Chart) -> Picture<'a> {
        Picture {
            chart,
            position: &self.position,
            orders: &self.orders,
            look: &self.look,
        }
    }
}

impl Draw {
    /// Draws one picture, or a whole game.
    pub fn run(self) -> Result<ExitCode> {
        let bytes = match &self.game {
            Some(path) => self.film(path)?,
            None => self.still()?,
        };
        fs::write(&self.output, bytes)
            .with_context(|| format!("{} cannot be written", self.output.display()))?;
        Ok(ExitCode::SUCCESS)
    }

    fn still(&self) -> Result<Vec<u8>> {
        let format = self.format(&["svg", "png"])?;
        let record = self.wanted()?;
        let (chart, scene) = if let Some(record) = &record {
            let chart = chart(record.board()?)?;
            (chart, self.scene(chart, record)?)
        } else {
            let board = Board::named(&self.map);
            let board = board.ok_or_else(|| anyhow!("there is no map \"{}\"", self.map))?;
            let record = PhaseRecord::question(board, board.start());
            (chart(board)?, self.scene(chart(board)?, &record)?)
        };
        let picture = scene.picture(chart);
        Ok(if format == "svg" {
            picture.svg()?.into_bytes()
        } else {
            picture.png()?
        })
    }

    /// The ending of the output's name, which must be one of these.
    fn format(&self, known: &[&'static str]) -> Result<&'static str> {
        let ending = self.output.extension().and_then(|ending| ending.to_str());
        let ending = ending.unwrap_or_default();
        let format = known
            .iter()
            .find(|known| known.eq_ignore_ascii_case(ending));
        format.copied().ok_or_else(|| {
            let known = known.join(" or .");
            anyhow!("{}: the name must end in .{known}", self.output.display())
        })
    }

    /// The record to draw: the first, or the one that is asked for.
    fn wanted(&self) -> Result<Option<PhaseRecord>> {
        if self.record.is_none() && io::stdin().is_terminal() {
            return match &self.id {
                Some(id) => bail!("name the file in which \"{id}\" is"),
                None => Ok(None),
            };
        }
        let mut found = None;
        Source::of(self.record.clone()).each(|line| {
            if found.is_some() {
                return Ok(());
            }
            match (&self.id, line.record) {
                (None, Ok(record)) => found = Some(record),
                (None, Err(fault)) => bail!("line {}: {fault}", line.number),
                (Some(id), Ok(record)) if record.id.as_ref() == Some(id) => found = Some(record),
                (Some(_), _) => {}
            }
            Ok(())
        })?;
        match (&found, &self.id, &self.record) {
            (None, Some(id), _) => bail!("there is no record \"{id}\""),
            (None, None, Some(path)) => bail!("{} holds no record", path.display()),
            _ => Ok(found),
        }
    }

    /// What a record shows.
    fn scene(&self, chart: &Chart, record: &PhaseRecord) -> Result<Scene> {
        let board = chart.board();
        let position = record.position(board)?;
        let power =
            match &self.power {
                Some(name) => Some(board.power(name).ok_or_else(|| {
                    anyhow!("\"{name}\" is no power of the map {}", board.name())
                })?),
                None => None,
            };
        let orders = if self.orders || self.results || power.is_some() {
            let shown = Shown {
                power,
                results: self.results,
            };
            DrawnOrder::of_record(board, &position, record, shown)?
        } else {
            Vec::new()
        };
        Ok(Scene {
            position,
            orders,
            look: self.look(board)?,
        })
    }

    fn look(&self, board: &Board) -> Result<Look> {
        let usual = if self.game.is_some() { 800 } else { 1200 };
        let width = self.width.unwrap_or(usual);
        let crop = match &self.crop {
            Some(text) => Some(crop(board, text)?),
            None => None,
        };
        let highlight = self.highlight.iter().map(|text| province(board, text));
        Ok(Look {
            width: u32::try_from(width).map_err(|_| PictureFault::Width(width))?,
            theme: self.theme,
            crop,
            highlight: highlight.collect::<Result<_>>()?,
            title: self.title.clone(),
            note: self.deadline.clone(),
            table: true,
            // The pictures of a film must be of one size.
            key: self.game.is_none(),
        })
    }
}

fn chart(board: &'static Board) -> Result<&'static Chart> {
    let chart = Chart::named(board.name());
    chart.with_context(|| format!("the map \"{}\" cannot be drawn", board.name()))
}

/// Reads `VIE:2`; without a number the neighbours are shown.
fn crop(board: &Board, text: &str) -> Result<Crop> {
    let (name, steps) = text.split_once(':').unwrap_or((text, "1"));
    let radius = steps.trim().parse().map_err(|_| {
        anyhow!("\"{text}\": the number of steps after the colon is 0 to 255, not \"{steps}\"")
    })?;
    Ok(Crop {
        province: province(board, name)?,
        radius,
    })
}

/// Reads a province by its code or any of its names.
fn province(board: &Board, text: &str) -> Result<Province> {
    if let Some(province) = board.province(text.trim()) {
        return Ok(province);
    }
    match board.named_place(&normal(text)) {
        Some(Named::One(province)) => Ok(province),
        Some(_) => bail!(
            "\"{text}\" may be several provinces of the map {}",
            board.name()
        ),
        None => bail!("\"{text}\" is no province of the map {}", board.name()),
    }
}

/// The file's name for messages.
fn shown(path: &Path) -> String {
    path.display().to_string()
}
