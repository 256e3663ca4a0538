//! One phase of every game.

use numpy::{PyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use parlour_diplomacy::{Outcome, Position as Standing, Power};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::{Batch, Stepped};

impl Batch {
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

    /// Judges a phase of every game, pays those that ended and begins them anew.
    pub(super) fn step_all<'py>(
        &mut self,
        py: Python<'py>,
        orders: &PyReadonlyArray2<'py, i64>,
    ) -> PyResult<Stepped<'py>> {
        self.check_shape(orders.shape())?;
        let width = self.board.province_count();
        let powers: Vec<Power> = self.board.powers().collect();
        let codes: Vec<i64> = orders.as_array().iter().copied().collect();
        let mut results = vec![0_u8; codes.len()];
        let mut rewards = vec![0_f32; powers.len() * self.games.len()];
        let mut ended = vec![false; self.games.len()];
        let mut finals: Vec<Option<Box<(Standing, bool)>>> = vec![None; self.games.len()];
        let (scoring, last_year) = (self.scoring, self.last_year);
        py.detach(|| {
            let rows: Vec<_> = codes
                .chunks_exact(width)
                .zip(results.chunks_exact_mut(width))
                .zip(rewards.chunks_exact_mut(powers.len()).zip(&mut ended))
                .zip(&mut finals)
                .collect();
            self.spread(
                rows,
                |board, game, (((codes, results), (rewards, ended)), last), desk| {
                    let outcome = desk.judge(board, game, codes, results, last_year);
                    if let Some(outcome) = outcome {
                        for (power, reward) in powers.iter().zip(rewards) {
                            let share = scoring.share(&outcome, game, &powers, *power);
                            *reward = share.part as f32 / share.whole as f32;
                        }
                        *ended = true;
                        let truncated = !matches!(outcome, Outcome::Solo(_));
                        let came_to = std::mem::replace(game, board.start().clone());
                        *last = Some(Box::new((came_to, truncated)));
                    }
                },
            );
        });
        let ends = finals.into_iter().enumerate();
        self.finals = ends
            .filter_map(|(game, last)| last.map(|last| (game, last.0, last.1)))
            .collect();
        Ok((
            self.table(py, results, width)?,
            self.table(py, rewards, powers.len())?,
            PyArray1::from_vec(py, ended),
        ))
    }
}
