//! Positions as arrays, in the encoding of [`super`].

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use parlour_diplomacy::{
    Place as _, Position as Standing, Power, Province, Season, Step, Unit, UnitKind,
};
use pyo3::prelude::*;

use super::Batch;

impl Batch {
    /// An array with a row for each game.
    pub(super) fn table<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        flat: Vec<T>,
        width: usize,
    ) -> PyResult<Bound<'py, PyArray2<T>>> {
        PyArray1::from_vec(py, flat).reshape([self.games.len(), width])
    }

    /// The units that stand, or those that must retreat.
    pub(super) fn of_units<'py>(
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

    /// Where dislodged units may go, a row for each way.
    pub(super) fn of_retreats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let mut flat = Vec::new();
        for (number, game) in self.games.iter().enumerate() {
            for gone in game.dislodged() {
                for to in gone.retreats {
                    flat.extend([
                        number as i32,
                        gone.unit.at.index() as i32,
                        to.index() as i32,
                    ]);
                }
            }
        }
        let rows = flat.len() / 3;
        PyArray1::from_vec(py, flat).reshape([rows, 3])
    }

    /// Who owns which centre.
    pub(super) fn of_owners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
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

    /// Year, season and step.
    pub(super) fn of_phases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
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

    /// What each power may build, or must disband.
    pub(super) fn of_builds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
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
}

fn step_code(step: Step) -> i16 {
    match step {
        Step::Movement => 0,
        Step::Retreat => 1,
        Step::Adjustment => 2,
    }
}
