//! The pictures that a process knows, and the charts that were made of them.
//!
//! A board is drawn with the picture of its name, or with any that has its provinces:
//! so a variant needs none of its own. A board that no picture fits is drawn as a
//! schematic one, so there is nothing that cannot be looked at.

use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, RwLock};

use parlour_diplomacy::Board;

use super::{Chart, ChartFault};
use crate::geometry::{Geometry, GeometryFault, Survey};

// `BUNDLED`: the texts of the pictures in `data/`, which the build script lists.
include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

static SURVEYS: LazyLock<Vec<Survey>> = LazyLock::new(|| {
    let read = |text: &&str| Survey::read(text).expect("bundled pictures are well formed");
    BUNDLED.iter().map(read).collect()
});

/// The pictures that were added, the oldest first.
static ADDED: RwLock<Vec<Arc<Survey>>> = RwLock::new(Vec::new());

/// The charts of bundled boards.
static CHARTS: LazyLock<Vec<OnceLock<Option<Chart>>>> =
    LazyLock::new(|| Board::bundled().iter().map(|_| OnceLock::new()).collect());

/// The charts of other boards that were asked for last, the newest last.
static KEPT: Mutex<Vec<Arc<Chart>>> = Mutex::new(Vec::new());

/// How many charts of other boards are kept.
const MOST_KEPT: usize = 32;

/// A chart that is kept, or that lives as long as the process.
#[derive(Clone)]
pub enum ChartRef {
    /// Of a bundled board.
    Bundled(&'static Chart),
    /// Of another.
    Kept(Arc<Chart>),
}

impl std::fmt::Debug for ChartRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ChartRef").field(&self.board.name()).finish()
    }
}

impl std::ops::Deref for ChartRef {
    type Target = Chart;

    fn deref(&self) -> &Chart {
        match self {
            Self::Bundled(chart) => chart,
            Self::Kept(chart) => chart,
        }
    }
}

/// Makes the picture of a board that was added known to this process.
pub fn add_picture(text: &str) -> Result<(), GeometryFault> {
    let survey = Arc::new(Survey::read(text)?);
    let mut list = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    list.push(survey);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.clear();
    Ok(())
}

impl Chart {
    /// The usual map of Europe.
    pub fn standard() -> &'static Self {
        Self::named("standard").expect("the standard map comes with its geometry")
    }

    /// A map that comes with the engine.
    pub fn named(name: &str) -> Option<&'static Self> {
        let place = Board::bundled().iter().position(|it| it.name() == name)?;
        let chart = || Self::of(&Board::bundled()[place]).ok();
        CHARTS[place].get_or_init(chart).as_ref()
    }

    /// The chart of any board, made once for as long as it is in use.
    pub fn kept(board: &Board) -> Result<ChartRef, ChartFault> {
        if let Some(chart) = Self::named(board.name()).filter(|chart| chart.board == *board) {
            return Ok(ChartRef::Bundled(chart));
        }
        let lock = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chart) = lock().iter().find(|chart| chart.board == *board) {
            return Ok(ChartRef::Kept(Arc::clone(chart)));
        }
        // Made without the lock: others may draw meanwhile.
        let chart = Arc::new(Self::of(board)?);
        let mut kept = lock();
        if kept.len() >= MOST_KEPT {
            kept.remove(0);
        }
        kept.push(Arc::clone(&chart));
        Ok(ChartRef::Kept(chart))
    }

    /// The chart of a board: with the picture of its name, with any that has its
    /// provinces, or schematic.
    pub fn of(board: &Board) -> Result<Self, ChartFault> {
        let added = ADDED.read().unwrap_or_else(PoisonError::into_inner).clone();
        let known = || added.iter().rev().map(|it| &**it).chain(SURVEYS.iter());
        let own = known().filter(|survey| name(survey) == board.name());
        for survey in own.chain(known()) {
            if fits(survey, board)
                && let Ok(chart) = Self::surveyed(board, survey)
            {
                return Ok(chart);
            }
        }
        Self::schematic(board)
    }

    /// The chart of a board with this picture.
    pub fn surveyed(board: &Board, survey: &Survey) -> Result<Self, ChartFault> {
        let geometry = match survey {
            Survey::Map(geometry) => Geometry::clone(geometry),
            Survey::Schematic(schematic) => schematic.geometry(board),
        };
        Self::new(board.clone(), geometry)
    }
}

fn name(survey: &Survey) -> &str {
    match survey {
        Survey::Map(geometry) => &geometry.map,
        Survey::Schematic(schematic) => &schematic.map,
    }
}

/// Whether a picture has the provinces of a board and no others. Schematic ones fit
/// whatever they name.
fn fits(survey: &Survey, board: &Board) -> bool {
    let has = |known: &dyn Fn(&str) -> bool| board.provinces().all(|it| known(board.code(it)));
    match survey {
        Survey::Map(geometry) => {
            geometry.places.len() == board.province_count()
                && has(&|code| geometry.places.contains_key(code))
        }
        Survey::Schematic(schematic) => {
            name(survey) == board.name()
                || schematic.schematic.len() == board.province_count()
                    && has(&|code| schematic.schematic.contains_key(code))
        }
    }
}
