//! The pictures that a process knows, and the charts that were made of them.
//!
//! A board is drawn with the picture of its name, or with any that has its provinces:
//! so a variant needs none of its own. A board that no picture fits is drawn as a
//! schematic one, so there is nothing that cannot be looked at.
//!
//! A game keeps the hash of the picture file that its board was drawn with when it began,
//! and is drawn with that one for as long as it is known. Whoever changes a file of
//! `data/` keeps it as it was in `data/ages/`.

use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, RwLock};

use parlour_diplomacy::Board;
use parlour_rules::Fingerprint;

use super::{Chart, ChartFault};
use crate::geometry::{Geometry, GeometryFault, Survey};

// `BUNDLED` and `OLDER`: the texts of the pictures in `data/` and `data/ages/`, which the
// build script lists.
include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// A picture that a process knows.
#[derive(Debug)]
struct Kept {
    /// The hash of its file.
    hash: Fingerprint,
    survey: Survey,
    /// Whether there is a newer one in its place: only games that began with it show it.
    is_older: bool,
}

impl Kept {
    fn read(text: &str, is_older: bool) -> Result<Self, GeometryFault> {
        Ok(Self {
            hash: Fingerprint::of(&text),
            survey: Survey::read(text)?,
            is_older,
        })
    }
}

static SURVEYS: LazyLock<Vec<Kept>> = LazyLock::new(|| {
    let read = |text: &str, is_older| {
        Kept::read(text, is_older).expect("bundled pictures are well formed")
    };
    let now = BUNDLED.iter().map(|text| read(text, false));
    now.chain(OLDER.iter().map(|text| read(text, true)))
        .collect()
});

/// The pictures that were added, the oldest first.
static ADDED: RwLock<Vec<Arc<Kept>>> = RwLock::new(Vec::new());

/// The charts of bundled boards.
static CHARTS: LazyLock<Vec<OnceLock<Option<Chart>>>> =
    LazyLock::new(|| Board::bundled().iter().map(|_| OnceLock::new()).collect());

/// The hashes of the pictures of bundled boards.
static PICTURES: LazyLock<Vec<OnceLock<Option<Fingerprint>>>> =
    LazyLock::new(|| Board::bundled().iter().map(|_| OnceLock::new()).collect());

/// The charts of other boards, or with other pictures, that were asked for last, the
/// newest last.
static KEPT: Mutex<Vec<(Option<Fingerprint>, Arc<Chart>)>> = Mutex::new(Vec::new());

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
    add(Kept::read(text, false)?);
    Ok(())
}

/// Makes a picture known in whose place there is a newer one: games that began with it
/// are drawn with it, and nothing else is.
pub fn add_older_picture(text: &str) -> Result<(), GeometryFault> {
    add(Kept::read(text, true)?);
    Ok(())
}

fn add(picture: Kept) {
    let mut list = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    list.push(Arc::new(picture));
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.clear();
}

/// The pictures that were added.
fn added() -> Vec<Arc<Kept>> {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// What comes of the first of these pictures that something comes of, those that were
/// added last first.
fn first<T>(added: &[Arc<Kept>], what: impl Fn(&Kept) -> Option<T>) -> Option<T> {
    let added = added.iter().rev().map(|it| &**it);
    added.chain(SURVEYS.iter()).find_map(what)
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
        Self::kept_with(board, None)
    }

    /// The same with the picture that a game began with. Where that one is not known any
    /// more, or none is asked for, with the one that the board is drawn with now.
    pub fn kept_with(board: &Board, picture: Option<Fingerprint>) -> Result<ChartRef, ChartFault> {
        let usual = Self::named(board.name()).filter(|chart| chart.board == *board);
        let picture =
            picture.filter(|hash| usual.is_none() || Self::picture_of(board) != Some(*hash));
        if let Some(chart) = usual.filter(|_| picture.is_none()) {
            return Ok(ChartRef::Bundled(chart));
        }
        let lock = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |(hash, chart): &&(Option<Fingerprint>, Arc<Self>)| {
            *hash == picture && chart.board == *board
        };
        if let Some((_, chart)) = lock().iter().find(same) {
            return Ok(ChartRef::Kept(Arc::clone(chart)));
        }
        // Made without the lock: others may draw meanwhile.
        let own = picture.and_then(|hash| Self::with(board, hash));
        let chart = Arc::new(own.map_or_else(|| Self::of(board), Ok)?);
        let mut kept = lock();
        if kept.len() >= MOST_KEPT {
            kept.remove(0);
        }
        kept.push((picture, Arc::clone(&chart)));
        Ok(ChartRef::Kept(chart))
    }

    /// The chart of a board with the picture of this hash, if it is known and fits.
    fn with(board: &Board, hash: Fingerprint) -> Option<Self> {
        first(&added(), |it| {
            let it = (it.hash == hash && fits(&it.survey, board)).then_some(it)?;
            Self::surveyed(board, &it.survey).ok()
        })
    }

    /// The chart of a board: with the picture of its name, with any that has its
    /// provinces, or schematic.
    pub fn of(board: &Board) -> Result<Self, ChartFault> {
        match Self::found(board) {
            Some((_, chart)) => Ok(chart),
            None => Self::schematic(board),
        }
    }

    /// The hash of the picture file that a board is drawn with now, if it is one.
    pub fn picture_of(board: &Board) -> Option<Fingerprint> {
        if let Some(place) = bundled_place(board) {
            return *PICTURES[place].get_or_init(|| Self::found(board).map(|(hash, _)| hash));
        }
        Self::found(board).map(|(hash, _)| hash)
    }

    fn found(board: &Board) -> Option<(Fingerprint, Self)> {
        // What people add changes nothing about a board that comes along.
        let added = if bundled_place(board).is_some() {
            Vec::new()
        } else {
            added()
        };
        let of = |it: &Kept| {
            let it = (!it.is_older && fits(&it.survey, board)).then_some(it)?;
            Some((it.hash, Self::surveyed(board, &it.survey).ok()?))
        };
        let own = |it: &Kept| (name(&it.survey) == board.name()).then(|| of(it)).flatten();
        first(&added, own).or_else(|| first(&added, of))
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

/// Which of the bundled boards it is.
fn bundled_place(board: &Board) -> Option<usize> {
    let mut boards = Board::bundled().iter();
    boards.position(|it| it.name() == board.name() && it == board)
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
