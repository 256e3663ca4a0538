//! Many games at once over numpy arrays, on all cores.
//!
//! # Encoding
//!
//! Provinces and locations are numbered as `Board.provinces` and `Board.locations`
//! list them, powers as `Board.powers`.
//!
//! | array | shape | dtype | values |
//! | --- | --- | --- | --- |
//! | units | games, locations | uint8 | 0 nobody, else `1 + 2 * power + (1 if fleet)` |
//! | dislodged | games, locations | uint8 | the same, of units that must retreat |
//! | owners | games, provinces | uint8 | 0 nobody, else `1 + power` |
//! | retreats | any, 3 | int32 | game; location a dislodged unit was driven from; location it may go to |
//! | phases | games, 3 | int16 | year; 0 spring, 1 fall, 2 winter; 0 movement, 1 retreats, 2 adjustments |
//! | orders | games, provinces | int64 | the order of the unit in the province, or the build there; 0 none |
//! | results | games, provinces | uint8 | a bit for each code of `RESULT_BITS` |
//!
//! How an order is a number stands in [`codes`].

mod arrays;
pub mod codes;
mod desk;
mod listed;
mod stepped;
mod told;
pub mod vocabulary;

use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use parlour_diplomacy as engine;
use parlour_diplomacy::{BuildSites, Position as Standing, Rulebook as Rules, Scoring, Season};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::board::Board;
use super::position::{Position, scoring_named};
use super::rulebook::Rulebook;
use super::sheet::Sheet;
use crate::errors::BoardError;
use arrays::Arrays;
use desk::Desk;

/// The most games of one batch.
const MOST_GAMES: usize = 1 << 20;
/// Into so many shares for each core a batch is cut, if they are not too small.
const SHARES: usize = 8;
const LEAST_SHARE: usize = 32;
/// So many whole years a game lasts at most, unless the caller says.
const YEARS: u16 = 35;

/// Results, rewards and ends of a step.
type Stepped<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<bool>>,
);
/// The legal orders of all games, and where each province's begin.
type Listed<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray2<i64>>);

/// Many games on one board. Changes as it is stepped.
///
/// >>> import numpy as np
/// >>> from parlour.diplomacy import Batch, Board
/// >>> games = Batch(Board.standard(), 100)
/// >>> games.units.shape, games.owners.dtype
/// ((100, 81), dtype('uint8'))
/// >>> orders = games.random_orders(seed=1)
/// >>> results, rewards, ended = games.step(orders)
/// >>> games[0].phase
/// 'F1901M'
#[pyclass(module = "parlour.diplomacy")]
pub struct Batch {
    board: Arc<Sheet>,
    rules: Rules,
    scoring: Scoring,
    last_year: u16,
    games: Vec<Standing>,
    /// The games that ended in the last step: which, what they came to, and whether
    /// only their years were over.
    finals: Vec<(usize, Standing, bool)>,
}

/// How a batch goes on, whatever its games.
struct Course<'a> {
    rules: Option<&'a Rulebook>,
    last_year: Option<u16>,
    scoring: &'a str,
}

impl Batch {
    /// A batch without games.
    fn without_games(board: Board, course: &Course<'_>) -> PyResult<Self> {
        if board.inner.build_sites() == BuildSites::Anywhere {
            // Who builds in a province that nobody owns, the arrays do not say.
            return Err(BoardError::new_err(format!(
                "powers of the map {} build anywhere, which arrays of orders cannot say; \
                 take its positions one by one",
                board.inner.name()
            )));
        }
        let start = board.inner.start();
        let first = start.phase.year;
        let played = first.saturating_add(u16::from(start.phase.season == Season::Winter));
        let last_year = course.last_year;
        let last_year = last_year.unwrap_or(played.saturating_add(YEARS - 1));
        if last_year < first {
            return Err(PyValueError::new_err(format!(
                "last_year is {last_year}, and the map {} begins in {first}",
                board.inner.name()
            )));
        }
        Ok(Self {
            rules: Rulebook::or_default(course.rules),
            scoring: scoring_named(course.scoring)?,
            last_year,
            games: Vec::new(),
            finals: Vec::new(),
            board: board.inner,
        })
    }

    /// Runs work over all games, on all cores; `rows` is cut in step with them. Whoever
    /// is done with some games takes up the next.
    fn spread<T: Send>(
        &mut self,
        rows: Vec<T>,
        work: impl Fn(&engine::Board, &mut Standing, T, &mut Desk<'_>) + Sync,
    ) {
        let (board, rules) = (&*self.board, self.rules);
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let share = self.games.len().div_ceil(cores * SHARES).max(LEAST_SHARE);
        let mut rows = rows.into_iter();
        let parts = self.games.chunks_mut(share);
        let parts = parts.map(|part| {
            let own: Vec<T> = rows.by_ref().take(part.len()).collect();
            (part, own)
        });
        let parts: Vec<_> = parts.collect();
        let threads = cores.min(parts.len());
        let parts = Mutex::new(parts.into_iter());
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let run = || {
            let mut desk = Desk::new(board, rules);
            while let Some((part, own)) = next() {
                for (game, row) in part.iter_mut().zip(own) {
                    work(board, game, row, &mut desk);
                }
            }
        };
        thread::scope(|scope| {
            // One of them is this: small batches start no thread.
            for _ in 1..threads {
                scope.spawn(run);
            }
            run();
        });
    }

    fn place(&self, index: isize) -> PyResult<usize> {
        let count = self.games.len() as isize;
        let place = if index < 0 { index + count } else { index };
        if (0..count).contains(&place) {
            Ok(place as usize)
        } else {
            Err(PyIndexError::new_err(format!(
                "there is no game {index} of {count}"
            )))
        }
    }
}

#[pymethods]
impl Batch {
    /// So many games from the start of a board. A game that is won, or reaches the
    /// end of `last_year` (its 35th, unless said), ends: its rewards are the shares of
    /// `scoring`, and it begins anew.
    #[new]
    #[pyo3(signature = (board, games, *, rules = None, last_year = None, scoring = "sum-of-squares"))]
    fn new(
        board: Board,
        games: usize,
        rules: Option<&Rulebook>,
        last_year: Option<u16>,
        scoring: &str,
    ) -> PyResult<Self> {
        check_count(games)?;
        let course = Course {
            rules,
            last_year,
            scoring,
        };
        let mut batch = Self::without_games(board, &course)?;
        batch.games = vec![batch.board.start().clone(); games];
        Ok(batch)
    }

    /// The games that arrays describe, in the encoding in which `units`, `owners`,
    /// `phases`, `dislodged` and `retreats` are told. Without `retreats` a dislodged unit
    /// may go wherever it can step and nobody stands. What is no position raises
    /// `ValueError` and says which game it is.
    ///
    /// >>> from parlour.diplomacy import Batch, Board
    /// >>> games = Batch(Board.standard(), 3)
    /// >>> _ = games.step(games.random_orders(seed=1))
    /// >>> twin = Batch.from_arrays(games.board, games.units, games.owners, games.phases)
    /// >>> [twin[n] == games[n] for n in range(3)]
    /// [True, True, True]
    #[classmethod]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each array, and those of a batch"
    )]
    #[pyo3(signature = (board, units, owners, phases, dislodged = None, retreats = None, *, rules = None, last_year = None, scoring = "sum-of-squares"))]
    fn from_arrays(
        _class: &Bound<'_, PyType>,
        board: Board,
        units: PyReadonlyArray2<'_, u8>,
        owners: PyReadonlyArray2<'_, u8>,
        phases: PyReadonlyArray2<'_, i16>,
        dislodged: Option<PyReadonlyArray2<'_, u8>>,
        retreats: Option<PyReadonlyArray2<'_, i32>>,
        rules: Option<&Rulebook>,
        last_year: Option<u16>,
        scoring: &str,
    ) -> PyResult<Self> {
        let course = Course {
            rules,
            last_year,
            scoring,
        };
        let mut batch = Self::without_games(board, &course)?;
        check_count(units.shape()[0])?;
        let arrays = Arrays {
            units: units.as_array(),
            owners: owners.as_array(),
            phases: phases.as_array(),
            dislodged: dislodged.as_ref().map(PyReadonlyArray2::as_array),
            retreats: retreats.as_ref().map(PyReadonlyArray2::as_array),
        };
        batch.games = arrays.positions(&batch.board)?;
        Ok(batch)
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board {
            inner: self.board.clone(),
        }
    }

    /// Who stands where: uint8, (games, locations).
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.of_units(py, false)
    }

    /// Who must retreat from where: uint8, (games, locations).
    #[getter]
    fn dislodged<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.of_units(py, true)
    }

    /// Where dislodged units may go: int32, a row for each way of each unit: the game, the
    /// location it was driven from, the location it may go to.
    #[getter]
    fn retreats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        self.of_retreats(py)
    }

    /// Who owns which centre: uint8, (games, provinces).
    #[getter]
    fn owners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.of_owners(py)
    }

    /// Year, season and step: int16, (games, 3).
    #[getter]
    fn phases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        self.of_phases(py)
    }

    /// How many units each power may build (above 0) or must disband (below 0):
    /// int8, (games, powers).
    #[getter]
    fn builds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        self.of_builds(py)
    }

    /// All legal orders: `codes`, one list after the other, and `offsets` of shape
    /// (games, provinces + 1): the orders of the unit in province p of game g (in
    /// winter: the builds there) are `codes[offsets[g, p]:offsets[g, p + 1]]`.
    fn legal_orders<'py>(&mut self, py: Python<'py>) -> PyResult<Listed<'py>> {
        self.list_orders(py)
    }

    /// A mask over `vocabulary`: bool, (games, orders), True where the order is legal.
    /// `vocabulary` is an ascending array of order numbers, for instance
    /// `order_vocabulary(board)`.
    fn legal_mask<'py>(
        &mut self,
        py: Python<'py>,
        vocabulary: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        self.mask_orders(py, &vocabulary.as_array().to_vec())
    }

    /// A legal order for every unit, drawn evenly from its list: int64,
    /// (games, provinces). The same seed draws the same orders.
    fn random_orders<'py>(
        &mut self,
        py: Python<'py>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        self.draw_orders(py, seed)
    }

    /// Judges one phase of every game and goes on to the next. Answers `results`
    /// (uint8, games by provinces: a bit for each code), `rewards` (float32, games by
    /// powers: shares of the games that ended) and `ended` (bool). An order that is
    /// not legal counts as none and is marked `illegal`. Games that ended begin anew;
    /// `finals` tells what they came to, `truncated` which of them nobody won.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        orders: PyReadonlyArray2<'py, i64>,
    ) -> PyResult<Stepped<'py>> {
        self.step_all(py, &orders)
    }

    /// Which games ended in the last step because their years were over, and not because
    /// a power won: bool, (games,).
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut truncated = vec![false; self.games.len()];
        for (game, _, is_truncated) in &self.finals {
            truncated[*game] = *is_truncated;
        }
        PyArray1::from_vec(py, truncated)
    }

    /// What the games that ended in the last step came to, before they began anew: their
    /// numbers (int64), and a batch of their last positions.
    ///
    /// >>> from parlour.diplomacy import Batch, Board
    /// >>> games = Batch(Board.standard(), 1, last_year=1901)
    /// >>> while not games.step(games.random_orders(seed=3))[2].any():
    /// ...     pass
    /// >>> places, last = games.finals()
    /// >>> places.tolist(), last.owners.shape, games.truncated.tolist()
    /// ([0], (1, 75), [True])
    fn finals<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Self) {
        let places = self.finals.iter().map(|(game, ..)| *game as i64);
        let last = Self {
            board: self.board.clone(),
            rules: self.rules,
            scoring: self.scoring,
            last_year: self.last_year,
            games: self
                .finals
                .iter()
                .map(|(_, game, _)| game.clone())
                .collect(),
            finals: Vec::new(),
        };
        (PyArray1::from_iter(py, places), last)
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Position> {
        let game = self.games[self.place(index)?].clone();
        Ok(Position::new(self.board.clone(), game))
    }

    fn __setitem__(&mut self, index: isize, position: &Position) -> PyResult<()> {
        if *position.board != *self.board {
            return Err(PyValueError::new_err("the position is on another board"));
        }
        let place = self.place(index)?;
        self.games[place] = (*position.inner).clone();
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!(
            "<Batch of {} games on {:?}>",
            self.games.len(),
            self.board.name()
        )
    }
}

fn check_count(games: usize) -> PyResult<()> {
    if games > MOST_GAMES {
        return Err(PyValueError::new_err(format!(
            "a batch holds at most {MOST_GAMES} games, not {games}"
        )));
    }
    Ok(())
}
