//! A board with the picture it is drawn on, and how both are read from files.

use std::fs::File;
use std::io::Read as _;
use std::ops::Deref;
use std::path::Path;
use std::sync::OnceLock;

use parlour_atlas::geometry::{LONGEST_FILE as LONGEST_PICTURE, Survey};
use parlour_atlas::{Chart, agreement};
use parlour_diplomacy as engine;
use parlour_diplomacy::{LONGEST_BOARD, read_map_file};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::errors::{BoardError, PictureError};

use super::board::Board;

/// A board, and its chart once somebody has asked for a picture.
pub struct Sheet {
    board: engine::Board,
    /// The text of a picture of its own.
    picture: Option<String>,
    chart: OnceLock<Chart>,
}

impl Sheet {
    pub fn of(board: engine::Board) -> Self {
        Self {
            board,
            picture: None,
            chart: OnceLock::new(),
        }
    }

    /// A board with a picture that must agree with its rules.
    fn pictured(board: engine::Board, picture: String) -> PyResult<Self> {
        let refused = |fault: String| PictureError::new_err(fault);
        let survey = Survey::read(&picture).map_err(|fault| refused(fault.to_string()))?;
        let chart = Chart::surveyed(&board, &survey).map_err(|fault| refused(fault.to_string()))?;
        let wrong = agreement::differences(&chart);
        if !wrong.is_empty() {
            return Err(refused(wrong.join("; ")));
        }
        Ok(Self {
            board,
            picture: Some(picture),
            chart: OnceLock::from(chart),
        })
    }

    /// The text of a picture of its own.
    pub fn picture(&self) -> Option<&str> {
        self.picture.as_deref()
    }

    /// What it is drawn on: its own picture, one that fits, or cells. Made once.
    pub fn chart(&self) -> PyResult<&Chart> {
        if let Some(chart) = self.chart.get() {
            return Ok(chart);
        }
        if let Some(chart) = Chart::named(self.board.name())
            && chart.board() == &self.board
        {
            return Ok(chart);
        }
        let chart =
            Chart::of(&self.board).map_err(|fault| PictureError::new_err(fault.to_string()))?;
        Ok(self.chart.get_or_init(|| chart))
    }
}

impl Deref for Sheet {
    type Target = engine::Board;

    fn deref(&self) -> &engine::Board {
        &self.board
    }
}

impl PartialEq for Sheet {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

/// Boards that others are built upon, by their names, as their files.
pub struct Bases(Vec<(String, String)>);

impl Bases {
    pub fn of(boards: &[Board]) -> Self {
        let written = |board: &Board| {
            let file = serde_json::to_string(board.inner.file()).ok()?;
            Some((board.inner.name().to_owned(), file))
        };
        Self(boards.iter().filter_map(written).collect())
    }

    fn named(&self, name: &str) -> Option<String> {
        let found = self.0.iter().find(|(known, _)| known == name)?;
        Some(found.1.clone())
    }
}

/// A board as it is written down.
pub struct Written {
    text: String,
    picture: Option<String>,
}

impl Written {
    pub fn new(text: String, picture: Option<String>) -> Self {
        Self { text, picture }
    }

    /// Reads a file, a folder with `board.json` and perhaps `picture.json`, or a map
    /// file of the package.
    pub fn read(path: &Path) -> PyResult<Self> {
        if path.is_dir() {
            let beside = path.join("picture.json");
            let picture = beside.exists().then(|| text(&beside, LONGEST_PICTURE));
            return Ok(Self {
                text: text(&path.join("board.json"), LONGEST_BOARD)?,
                picture: picture.transpose()?,
            });
        }
        let own = text(path, LONGEST_BOARD)?;
        let text = match path.extension() {
            Some(ending) if ending.eq_ignore_ascii_case("map") => of_package(path, &own)?,
            _ => own,
        };
        Ok(Self {
            text,
            picture: None,
        })
    }

    /// The board that is written there.
    pub fn sheet(self, bases: &Bases) -> PyResult<Sheet> {
        let board = engine::Board::parse_among(&self.text, |name| bases.named(name))
            .map_err(|fault| BoardError::new_err(fault.to_string()))?;
        match self.picture {
            Some(picture) => Sheet::pictured(board, picture),
            None => Ok(Sheet::of(board)),
        }
    }
}

/// A map file of the package as a board's file.
fn of_package(path: &Path, own: &str) -> PyResult<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(""));
    // Only files beside this one: a map names no places of the machine.
    let beside = |name: &str| {
        let plain = !name.contains(['/', '\\']) && !name.contains("..");
        plain
            .then(|| text(&folder.join(name), LONGEST_BOARD).ok())
            .flatten()
    };
    let file = read_map_file(&name, own, &beside);
    let file = file.map_err(|fault| BoardError::new_err(fault.to_string()))?;
    serde_json::to_string(&file).map_err(|fault| BoardError::new_err(fault.to_string()))
}

/// The text of a file, of which no more is read than a text of its kind can hold.
fn text(path: &Path, most: usize) -> PyResult<String> {
    let shown = path.display();
    let failed = |fault| PyOSError::new_err(format!("{shown}: {fault}"));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(most as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() > most {
        let text = format!("{shown}: longer than {most} bytes, the most that is read");
        return Err(BoardError::new_err(text));
    }
    String::from_utf8(bytes).map_err(|_| BoardError::new_err(format!("{shown}: not UTF-8 text")))
}
