//! `parlour diplomacy draw`

mod film;
mod pages;

use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use parlour_atlas::theme::Theme;
use parlour_atlas::{Chart, ChartRef, Crop, DrawnOrder, Look, OrdersShown, Picture, PictureFault};
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
    /// Where to write the picture: FILE.svg or FILE.png; a game as FILE.gif or FILE.png,
    /// or phase by phase into FOLDER/, or into files named with {phase}.
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
    /// The map whose start position is drawn if there is no record.
    #[arg(long, value_name = "MAP", default_value = "standard")]
    map: String,
    /// A file of phase records, one for each phase: the whole game as a moving
    /// picture, with all orders and results.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["orders", "results", "power"])]
    game: Option<PathBuf>,
    #[command(flatten)]
    looks: Looks,
}

/// How the picture looks.
#[derive(Debug, Args)]
struct Looks {
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
    /// The language of full names, for instance de; English if it is left out.
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// The title, instead of the phase.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Words beside the title.
    #[arg(long, value_name = "TEXT")]
    deadline: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  parlour diplomacy draw -o start.svg
  parlour diplomacy draw record.json --results -o phase.png
  parlour diplomacy draw games.jsonl --id g0012-F1904M --orders --power france -o mine.png
  parlour diplomacy draw record.json --crop vie:2 --width 800 --theme dark -o vienna.png
  parlour diplomacy draw --game game.jsonl -o game.gif
  parlour diplomacy draw --game game.jsonl -o pictures/
  parlour diplomacy draw --game game.jsonl -o 'pictures/game-{phase}.svg'";

/// The theme of this name.
pub(super) fn theme(name: &str) -> Result<Theme, String> {
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
    fn new(
        chart: &Chart,
        record: &PhaseRecord,
        shown: Option<OrdersShown>,
        look: Look,
    ) -> Result<Self> {
        let board = chart.board();
        let position = record.position(board)?;
        let orders = match shown {
            Some(shown) => DrawnOrder::of_record(board, &position, record, shown)?,
            None => Vec::new(),
        };
        Ok(Self {
            position,
            orders,
            look,
        })
    }

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
        if let Some(path) = self.game.as_deref().filter(|_| self.wants_pages()) {
            self.pages(path)?;
            return Ok(ExitCode::SUCCESS);
        }
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
        let record = match self.wanted()? {
            Some(record) => record,
            None => start(&self.map)?,
        };
        let chart = chart(record.board()?)?;
        let look = self.looks.look(chart.board(), 1200)?;
        let scene = Scene::new(&chart, &record, self.shown(chart.board())?, look)?;
        let picture = scene.picture(&chart);
        Ok(if format == "svg" {
            picture.svg()?.into_bytes()
        } else {
            picture.png()?
        })
    }

    /// Which orders are drawn, if any.
    fn shown(&self, board: &Board) -> Result<Option<OrdersShown>> {
        let power =
            match &self.power {
                Some(name) => Some(board.power(name).ok_or_else(|| {
                    anyhow!("\"{name}\" is no power of the map {}", board.name())
                })?),
                None => None,
            };
        let any = self.orders || self.results || power.is_some();
        Ok(any.then_some(OrdersShown {
            power,
            results: self.results,
        }))
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
}

/// Whether provinces have names in this language.
pub(super) fn speaks(board: &Board, language: &str) -> Result<()> {
    let known = board.languages();
    if language == "en" || known.contains(&language) {
        return Ok(());
    }
    bail!(
        "the map {} has no names in \"{language}\"; it has en {}",
        board.name(),
        known.join(" ")
    );
}

impl Looks {
    fn look(&self, board: &Board, usual_width: u64) -> Result<Look> {
        let width = self.width.unwrap_or(usual_width);
        let crop = match &self.crop {
            Some(text) => Some(crop(board, text)?),
            None => None,
        };
        if let Some(language) = &self.language {
            speaks(board, language)?;
        }
        let highlight = self.highlight.iter().map(|text| province(board, text));
        Ok(Look {
            width: u32::try_from(width).map_err(|_| PictureFault::Width(width))?,
            theme: self.theme,
            crop,
            highlight: highlight.collect::<Result<_>>()?,
            title: self.title.clone(),
            language: self.language.clone(),
            note: self.deadline.clone(),
            ..Look::default()
        })
    }
}

/// The start of a map as a record.
fn start(map: &str) -> Result<PhaseRecord> {
    let board = Board::named(map).ok_or_else(|| anyhow!("there is no map \"{map}\""))?;
    Ok(PhaseRecord::question(board, board.start()))
}

fn chart(board: &Board) -> Result<ChartRef> {
    Chart::kept(board).with_context(|| format!("the map \"{}\" cannot be drawn", board.name()))
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
