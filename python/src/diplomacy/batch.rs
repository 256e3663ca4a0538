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
//! | phases | games, 3 | int16 | year; 0 spring, 1 fall, 2 winter; 0 movement, 1 retreats, 2 adjustments |
//! | orders | games, provinces | int64 | the order of the unit in the province, or the build there; 0 none |
//! | results | games, provinces | uint8 | a bit for each code of `RESULT_BITS` |
//!
//! An order is one number:
//!
//! | bits | meaning |
//! | --- | --- |
//! | 0-3 | 1 hold, 2 move, 3 support to hold, 4 support to move, 5 convoy, 6 retreat, 7 disband, 8 build |
//! | 4 | the ordered unit is a fleet |
//! | 5 | the move goes VIA convoy |
//! | 6 | the unit that is helped or carried is a fleet |
//! | 8-19 | location of the ordered unit |
//! | 20-31 | location of the unit that is helped or carried |
//! | 32-43 | location it goes to, or the helped or carried unit does |

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use parlour_diplomacy as engine;
use parlour_diplomacy::{
    Code, Codes, Judge, LegalOrders, Location, Order, Outcome, Place, Position as Standing, Power,
    Province, Rulebook as Rules, Scene, Scoring, Season, Step, Unit, UnitKind, adjust,
    judge_retreats, turn,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use super::board::Board;
use super::position::{Position, scoring_named};
use super::rulebook::Rulebook;

/// The most games of one batch.
const MOST_GAMES: usize = 1 << 20;

/// Results, rewards and ends of a step.
type Stepped<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<bool>>,
);
/// The legal orders of all games, and where each province's begin.
type Listed<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray2<i64>>);

/// The number that stands for an order; 0 for a waive, which is no order.
pub fn encode(order: Order) -> i64 {
    let unit =
        |unit: Unit| i64::from(unit.kind == UnitKind::Fleet) << 4 | (unit.at.index() as i64) << 8;
    let other =
        |unit: Unit| i64::from(unit.kind == UnitKind::Fleet) << 6 | (unit.at.index() as i64) << 20;
    let goal = |to: Location| (to.index() as i64) << 32;
    match order {
        Order::Hold { unit: own } => 1 | unit(own),
        Order::Move { unit: own, to, via } => 2 | unit(own) | i64::from(via) << 5 | goal(to),
        Order::SupportHold { unit: own, target } => 3 | unit(own) | other(target),
        Order::SupportMove {
            unit: own,
            target,
            to,
        } => 4 | unit(own) | other(target) | goal(to),
        Order::Convoy {
            unit: own,
            army,
            to,
        } => 5 | unit(own) | other(army) | goal(to),
        Order::Retreat { unit: own, to } => 6 | unit(own) | goal(to),
        Order::Disband { unit: own } => 7 | unit(own),
        Order::Build { unit: own } => 8 | unit(own),
        Order::Waive => 0,
    }
}

/// The order that a number stands for, on a board of so many locations.
pub fn decode(code: i64, locations: usize) -> Option<Order> {
    let fleet = |bit: u32| {
        if code >> bit & 1 == 0 {
            UnitKind::Army
        } else {
            UnitKind::Fleet
        }
    };
    let at = |bit: u32| {
        let index = (code >> bit & 0xfff) as usize;
        (index < locations).then(|| Location::from_index(index))
    };
    let unit = Unit {
        kind: fleet(4),
        at: at(8)?,
    };
    let target = Unit {
        kind: fleet(6),
        at: at(20)?,
    };
    let to = at(32)?;
    let order = match code & 0xf {
        1 => Order::Hold { unit },
        2 => Order::Move {
            unit,
            to,
            via: code >> 5 & 1 != 0,
        },
        3 => Order::SupportHold { unit, target },
        4 => Order::SupportMove { unit, target, to },
        5 => Order::Convoy {
            unit,
            army: target,
            to,
        },
        6 => Order::Retreat { unit, to },
        7 => Order::Disband { unit },
        8 => Order::Build { unit },
        _ => return None,
    };
    // Bits that mean nothing for the order must not be there.
    (encode(order) == code).then_some(order)
}

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
    board: Arc<engine::Board>,
    rules: Rules,
    scoring: Scoring,
    last_year: u16,
    games: Vec<Standing>,
}

impl Batch {
    /// Runs work over all games, on all cores; `rows` is cut in step with them.
    fn spread<T: Send>(
        &mut self,
        rows: Vec<T>,
        work: impl Fn(&engine::Board, &mut Standing, T, &mut Desk<'_>) + Sync,
    ) {
        let (board, rules) = (&*self.board, self.rules);
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let share = self.games.len().div_ceil(cores).max(32);
        let mut rows = rows.into_iter();
        thread::scope(|scope| {
            let mut games = self.games.chunks_mut(share).peekable();
            while let Some(part) = games.next() {
                let own: Vec<T> = rows.by_ref().take(part.len()).collect();
                let work = &work;
                let run = move || {
                    let mut desk = Desk::new(board, rules);
                    for (game, row) in part.iter_mut().zip(own) {
                        work(board, game, row, &mut desk);
                    }
                };
                // The last share is done here: small batches start no thread.
                if games.peek().is_some() {
                    scope.spawn(run);
                } else {
                    run();
                }
            }
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

    fn table<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        flat: Vec<T>,
        width: usize,
    ) -> PyResult<Bound<'py, PyArray2<T>>> {
        PyArray1::from_vec(py, flat).reshape([self.games.len(), width])
    }

    fn of_units<'py>(
        &self,
        py: Python<'py>,
        dislodged: bool,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let width = self.board.locations().count();
        let mut flat = vec![0_u8; width * self.games.len()];
        let code = |power: Power, unit: Unit| {
            1 + 2 * power.index() as u8 + u8::from(unit.kind == UnitKind::Fleet)
        };
        for (game, row) in self.games.iter().zip(flat.chunks_exact_mut(width)) {
            if dislodged {
                for gone in game.dislodged() {
                    row[gone.unit.at.index()] = code(gone.power, gone.unit);
                }
            } else {
                for (_, placed) in game.units() {
                    row[placed.unit.at.index()] = code(placed.power, placed.unit);
                }
            }
        }
        self.table(py, flat, width)
    }

    /// Whether an array has a row for each game and a column for each province.
    fn check_shape(&self, shape: &[usize]) -> PyResult<()> {
        let wanted = [self.games.len(), self.board.province_count()];
        if shape == wanted {
            Ok(())
        } else {
            Err(PyValueError::new_err(format!(
                "orders are of shape {wanted:?} (games, provinces), not {shape:?}"
            )))
        }
    }
}

#[pymethods]
impl Batch {
    /// So many games from the start of a board. A game that is won, or reaches the
    /// end of `last_year`, ends: its rewards are the shares of `scoring`, and it
    /// begins anew.
    #[new]
    #[pyo3(signature = (board, games, *, rules = None, last_year = 1935, scoring = "sum-of-squares"))]
    fn new(
        board: Board,
        games: usize,
        rules: Option<&Rulebook>,
        last_year: u16,
        scoring: &str,
    ) -> PyResult<Self> {
        if games > MOST_GAMES {
            return Err(PyValueError::new_err(format!(
                "a batch holds at most {MOST_GAMES} games, not {games}"
            )));
        }
        let start = board.inner.start().clone();
        Ok(Self {
            rules: Rulebook::or_default(rules),
            scoring: scoring_named(scoring)?,
            last_year,
            games: vec![start; games],
            board: board.inner,
        })
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

    /// Who owns which centre: uint8, (games, provinces).
    #[getter]
    fn owners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let width = self.board.province_count();
        let owner = |game: &Standing, at: Province| {
            game.owner(at).map_or(0, |power| 1 + power.index() as u8)
        };
        let flat = self
            .games
            .iter()
            .flat_map(|game| self.board.provinces().map(move |at| owner(game, at)));
        self.table(py, flat.collect(), width)
    }

    /// Year, season and step: int16, (games, 3).
    #[getter]
    fn phases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let flat = self.games.iter().flat_map(|game| {
            let season = match game.phase.season {
                Season::Spring => 0,
                Season::Fall => 1,
                Season::Winter => 2,
            };
            [game.phase.year as i16, season, step_code(game.phase.step)]
        });
        self.table(py, flat.collect(), 3)
    }

    /// How many units each power may build (above 0) or must disband (below 0):
    /// int8, (games, powers).
    #[getter]
    fn builds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let board = &*self.board;
        let width = board.powers().count();
        let flat = self.games.iter().flat_map(|game| {
            board.powers().map(move |power| match game.phase.step {
                Step::Adjustment => game.adjustment(board, power) as i8,
                _ => 0,
            })
        });
        self.table(py, flat.collect(), width)
    }

    /// All legal orders: `codes`, one list after the other, and `offsets` of shape
    /// (games, provinces + 1): the orders of the unit in province p of game g (in
    /// winter: the builds there) are `codes[offsets[g, p]:offsets[g, p + 1]]`.
    fn legal_orders<'py>(&mut self, py: Python<'py>) -> PyResult<Listed<'py>> {
        let width = self.board.province_count() + 1;
        let mut offsets = vec![0_i64; width * self.games.len()];
        let mut lists: Vec<Vec<i64>> = vec![Vec::new(); self.games.len()];
        py.detach(|| {
            let rows: Vec<_> = offsets
                .chunks_exact_mut(width)
                .zip(lists.iter_mut())
                .collect();
            self.spread(rows, |board, game, (offsets, codes), desk| {
                desk.list(board, game);
                for (at, offset) in offsets.iter_mut().enumerate() {
                    *offset = codes.len() as i64;
                    if at + 1 < width {
                        desk.of_province(board, game, Province::from_index(at), |order| {
                            codes.push(encode(order));
                        });
                    }
                }
            });
        });
        let mut before = 0;
        for (row, list) in offsets.chunks_exact_mut(width).zip(&lists) {
            for offset in row {
                *offset += before;
            }
            before += list.len() as i64;
        }
        let codes = PyArray1::from_vec(py, lists.concat());
        Ok((codes, self.table(py, offsets, width)?))
    }

    /// A mask over `vocabulary`: bool, (games, orders), True where the order is legal.
    /// `vocabulary` is an ascending array of order numbers, for instance
    /// `order_vocabulary(board)`.
    fn legal_mask<'py>(
        &mut self,
        py: Python<'py>,
        vocabulary: numpy::PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let vocabulary: Vec<i64> = vocabulary.as_array().to_vec();
        if !vocabulary.is_sorted() {
            return Err(PyValueError::new_err("a vocabulary is ascending"));
        }
        let width = vocabulary.len();
        let whole = width
            .checked_mul(self.games.len())
            .filter(|cells| *cells <= 1 << 32);
        let whole = whole.ok_or_else(|| {
            PyValueError::new_err("the mask would have more than 2^32 cells; ask for fewer games")
        })?;
        let mut flat = vec![false; whole];
        if width > 0 {
            py.detach(|| {
                let rows: Vec<_> = flat.chunks_exact_mut(width).collect();
                self.spread(rows, |board, game, row, desk| {
                    desk.list(board, game);
                    for at in board.provinces() {
                        desk.of_province(board, game, at, |order| {
                            if let Ok(place) = vocabulary.binary_search(&encode(order)) {
                                row[place] = true;
                            }
                        });
                    }
                });
            });
        }
        self.table(py, flat, width)
    }

    /// A legal order for every unit, drawn evenly from its list: int64,
    /// (games, provinces). The same seed draws the same orders.
    fn random_orders<'py>(
        &mut self,
        py: Python<'py>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let width = self.board.province_count();
        let mut flat = vec![0_i64; width * self.games.len()];
        py.detach(|| {
            let rows: Vec<_> = flat.chunks_exact_mut(width).enumerate().collect();
            self.spread(rows, |board, game, (number, row), desk| {
                let mut dice = Dice(seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                desk.list(board, game);
                let mut codes = Vec::new();
                for (at, chosen) in row.iter_mut().enumerate() {
                    codes.clear();
                    desk.of_province(board, game, Province::from_index(at), |order| {
                        codes.push(encode(order));
                    });
                    if !codes.is_empty() {
                        *chosen = codes[dice.below(codes.len())];
                    }
                }
            });
        });
        self.table(py, flat, width)
    }

    /// Judges one phase of every game and goes on to the next. Answers `results`
    /// (uint8, games by provinces: a bit for each code), `rewards` (float32, games by
    /// powers: shares of the games that ended) and `ended` (bool). An order that is
    /// not legal counts as none and is marked `illegal`. Games that ended begin anew.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        orders: PyReadonlyArray2<'py, i64>,
    ) -> PyResult<Stepped<'py>> {
        self.check_shape(orders.shape())?;
        let width = self.board.province_count();
        let powers: Vec<Power> = self.board.powers().collect();
        let codes: Vec<i64> = orders.as_array().iter().copied().collect();
        let mut results = vec![0_u8; codes.len()];
        let mut rewards = vec![0_f32; powers.len() * self.games.len()];
        let mut ended = vec![false; self.games.len()];
        let (scoring, last_year) = (self.scoring, self.last_year);
        py.detach(|| {
            let rows: Vec<_> = codes
                .chunks_exact(width)
                .zip(results.chunks_exact_mut(width))
                .zip(rewards.chunks_exact_mut(powers.len()).zip(&mut ended))
                .collect();
            self.spread(
                rows,
                |board, game, ((codes, results), (rewards, ended)), desk| {
                    let outcome = desk.judge(board, game, codes, results, last_year);
                    if let Some(outcome) = outcome {
                        for (power, reward) in powers.iter().zip(rewards) {
                            let share = scoring.share(&outcome, game, &powers, *power);
                            *reward = share.part as f32 / share.whole as f32;
                        }
                        *ended = true;
                        game.clone_from(board.start());
                    }
                },
            );
        });
        Ok((
            self.table(py, results, width)?,
            self.table(py, rewards, powers.len())?,
            PyArray1::from_vec(py, ended),
        ))
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

fn step_code(step: Step) -> i16 {
    match step {
        Step::Movement => 0,
        Step::Retreat => 1,
        Step::Adjustment => 2,
    }
}

/// What one thread judges with; kept between games.
struct Desk<'b> {
    judge: Judge<'b>,
    rules: Rules,
    legal: Box<LegalOrders>,
    list: Vec<Order>,
    orders: Vec<Order>,
}

impl<'b> Desk<'b> {
    fn new(board: &'b engine::Board, rules: Rules) -> Self {
        Self {
            judge: Judge::new(board, rules),
            rules,
            legal: Box::default(),
            list: Vec::new(),
            orders: Vec::new(),
        }
    }

    /// Prepares the lists of a game.
    fn list(&mut self, board: &engine::Board, game: &Standing) {
        self.legal.gather(&Scene::new(board, game, self.rules));
    }

    /// The legal orders of the unit in a province, or the builds there.
    fn of_province(
        &mut self,
        board: &engine::Board,
        game: &Standing,
        at: Province,
        mut each: impl FnMut(Order),
    ) {
        let scene = Scene::new(board, game, self.rules);
        self.list.clear();
        self.legal.of_unit(&scene, at, &mut self.list);
        self.list.iter().copied().for_each(&mut each);
        if game.phase.step != Step::Adjustment {
            return;
        }
        let Some(owner) = game.owner(at) else { return };
        if game.adjustment(board, owner) <= 0 || !game.open_sites(board, owner).contains(at) {
            return;
        }
        let army = Unit {
            kind: UnitKind::Army,
            at: at.into(),
        };
        let fleets = board.fleet_locations(at).iter().map(|at| Unit {
            kind: UnitKind::Fleet,
            at,
        });
        for unit in std::iter::once(army)
            .chain(fleets)
            .filter(|unit| board.fits(*unit))
        {
            each(Order::Build { unit });
        }
    }

    /// Judges a phase; the outcome if the game is over.
    fn judge(
        &mut self,
        board: &engine::Board,
        game: &mut Standing,
        codes: &[i64],
        results: &mut [u8],
        last_year: u16,
    ) -> Option<Outcome> {
        let locations = board.locations().count();
        self.orders.clear();
        let scene = Scene::new(board, game, self.rules);
        for (at, code) in codes.iter().enumerate() {
            if *code == 0 {
                continue;
            }
            let at = Province::from_index(at);
            let order = decode(*code, locations).filter(|order| {
                let here = order
                    .unit()
                    .is_some_and(|unit| board.province_of(unit.at) == at);
                let power = match scene.position.phase.step {
                    Step::Movement => scene.position.unit_in(at).map(|placed| placed.power),
                    Step::Retreat => scene
                        .position
                        .dislodged_from(board, at)
                        .map(|gone| gone.power),
                    Step::Adjustment => match order {
                        Order::Build { .. } => scene.position.owner(at),
                        _ => scene.position.unit_in(at).map(|placed| placed.power),
                    },
                };
                here && power.is_some_and(|power| scene.check(power, *order).is_ok())
            });
            match order {
                Some(order) => self.orders.push(order),
                None => results[at.index()] = bits(Codes::OK.with(Code::Illegal)),
            }
        }
        match game.phase.step {
            Step::Movement => {
                let movement = self.judge.movement(game, &self.orders);
                for at in game.occupied() {
                    results[at.index()] |= bits(movement.codes(at));
                }
                self.judge.apply_movement(&movement, game);
            }
            Step::Retreat => {
                let gone: Vec<Province> = game
                    .dislodged()
                    .iter()
                    .map(|gone| board.province_of(gone.unit.at))
                    .collect();
                let retreats = judge_retreats(board, game, &self.orders);
                for at in gone {
                    results[at.index()] |= bits(retreats.codes(at));
                }
            }
            Step::Adjustment => {
                for power in board.powers() {
                    let own = |order: &&Order| {
                        let at = order.unit().map(|unit| board.province_of(unit.at));
                        at.is_some_and(|at| match order {
                            Order::Build { .. } => game.owner(at) == Some(power),
                            _ => game.unit_in(at).is_some_and(|placed| placed.power == power),
                        })
                    };
                    let own: Vec<Order> = self.orders.iter().filter(own).copied().collect();
                    let adjusted = adjust(board, self.rules.disband, game, power, &own);
                    for (order, done) in own.iter().zip(&adjusted.orders) {
                        if let (Err(_), Some(unit)) = (done, order.unit()) {
                            let at = board.province_of(unit.at).index();
                            results[at] |= bits(Codes::OK.with(Code::Illegal));
                        }
                    }
                }
            }
        }
        let turning = turn(board, game);
        if let Some(power) = turning.solo {
            return Some(Outcome::Solo(power));
        }
        let over = turning.calendar_ended || game.phase.year > last_year;
        over.then(|| {
            Outcome::Draw(
                board
                    .powers()
                    .filter(|power| game.is_alive(*power))
                    .collect(),
            )
        })
    }
}

/// A bit for each code, in the order of `Code::ALL`.
fn bits(codes: Codes) -> u8 {
    let raised = Code::ALL
        .iter()
        .enumerate()
        .filter(|(_, code)| codes.contains(**code));
    raised.fold(0, |bits, (place, _)| bits | 1 << place)
}

/// A small generator of even numbers for random orders.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * bound as u128) >> 64) as usize
    }
}

/// The order that a number stands for, as text.
#[pyfunction]
pub fn order_text(board: &Board, code: i64) -> PyResult<String> {
    let order = decode(code, board.inner.locations().count());
    let order =
        order.ok_or_else(|| PyValueError::new_err(format!("{code} stands for no order")))?;
    Ok(order.show(&board.inner).to_string())
}

/// The number that stands for an order, given as text of the notation of records.
#[pyfunction]
pub fn order_code(py: Python<'_>, position: &Position, power: &str, text: &str) -> PyResult<i64> {
    position.encoded(py, power, text)
}

/// The codes that the bits of results stand for, bit 0 first.
#[pyfunction]
pub fn result_bits() -> Vec<&'static str> {
    Code::ALL.iter().map(|code| code.text()).collect()
}

/// Every order that can be legal on a board in some position, as ascending numbers:
/// what masks are made over.
#[pyfunction]
pub fn order_vocabulary<'py>(py: Python<'py>, board: &Board) -> Bound<'py, PyArray1<i64>> {
    let board = &*board.inner;
    let codes = py.detach(|| {
        let mut codes: Vec<i64> = vocabulary(board).into_iter().map(encode).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    });
    PyArray1::from_vec(py, codes)
}

fn vocabulary(board: &engine::Board) -> Vec<Order> {
    let kinds = [UnitKind::Army, UnitKind::Fleet];
    let places = board
        .locations()
        .flat_map(|at| kinds.map(|kind| Unit { kind, at }));
    let units: Vec<Unit> = places.filter(|unit| board.fits(*unit)).collect();
    let coast = board.coastal();
    let mut orders = Vec::new();
    for &unit in &units {
        let here = board.province_of(unit.at);
        orders.push(Order::Hold { unit });
        orders.push(Order::Disband { unit });
        if board.centers().contains(here) {
            orders.push(Order::Build { unit });
        }
        for to in board.steps(unit) {
            orders.push(Order::Move {
                unit,
                to,
                via: false,
            });
            orders.push(Order::Retreat { unit, to });
        }
        let sails = unit.kind == UnitKind::Army && coast.contains(here);
        if sails {
            for to in coast.without(here) {
                orders.push(Order::Move {
                    unit,
                    to: to.into(),
                    via: true,
                });
            }
        }
        for &target in &units {
            let there = board.province_of(target.at);
            if there == here {
                continue;
            }
            if board.reach(unit).contains(there) {
                orders.push(Order::SupportHold { unit, target });
            }
            let landed = target.kind == UnitKind::Army && coast.contains(there);
            for to in board.reach(unit).without(there) {
                let walks = board.reach(target).contains(to);
                if walks || landed && coast.contains(to) {
                    orders.push(Order::SupportMove {
                        unit,
                        target,
                        to: to.into(),
                    });
                }
                if walks && target.kind == UnitKind::Fleet && board.has_split_coast(to) {
                    for to in board.fleet_locations(to).and(board.steps(target)) {
                        orders.push(Order::SupportMove { unit, target, to });
                    }
                }
            }
            if landed && unit.kind == UnitKind::Fleet && board.seas().contains(here) {
                for to in coast.without(there) {
                    orders.push(Order::Convoy {
                        unit,
                        army: target,
                        to: to.into(),
                    });
                }
            }
        }
    }
    orders
}
