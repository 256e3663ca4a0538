//! Legal orders of many games: as lists, as masks, and drawn.

use numpy::{PyArray1, PyArray2};
use parlour_diplomacy::{Place as _, Province};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::codes::encode;
use super::{Batch, Listed};
use crate::room::unlit;

/// The most cells of a mask.
const MOST_MASKED: usize = 1 << 30;

impl Batch {
    /// The legal orders of all games, and where each province's begin.
    pub(super) fn list_orders<'py>(&mut self, py: Python<'py>) -> PyResult<Listed<'py>> {
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

    /// Which orders of a vocabulary are legal.
    pub(super) fn mask_orders<'py>(
        &mut self,
        py: Python<'py>,
        vocabulary: &[i64],
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        if !vocabulary.is_sorted() {
            return Err(PyValueError::new_err("a vocabulary is ascending"));
        }
        let width = vocabulary.len();
        let whole = width
            .checked_mul(self.games.len())
            .filter(|cells| *cells <= MOST_MASKED);
        let whole = whole.ok_or_else(|| {
            PyValueError::new_err("the mask would have more than 2^30 cells; ask for fewer games")
        })?;
        let mut flat = unlit(whole)?;
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

    /// A legal order for every unit.
    pub(super) fn draw_orders<'py>(
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
