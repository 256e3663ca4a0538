//! Pictures of positions and of resolved phases.

use std::sync::Arc;

use parlour_atlas::theme::Theme;
use parlour_atlas::{DrawnOrder, Look, Picture, PictureFault};
use parlour_diplomacy as engine;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::position::Position;
use super::sheet::Sheet;
use crate::errors::{NotationError, PictureError, coded};

/// How somebody wants a picture.
pub struct Wishes<'a> {
    pub width: u32,
    pub theme: &'a str,
    pub title: Option<String>,
    pub table: bool,
}

/// A position and the orders on it.
pub struct Drawn {
    board: Arc<Sheet>,
    position: Arc<engine::Position>,
    orders: Vec<DrawnOrder>,
}

impl Drawn {
    /// A position with orders that are not judged yet.
    pub fn pending(
        py: Python<'_>,
        position: &Position,
        orders: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut drawn = Vec::new();
        if let Some(orders) = orders {
            for submitted in position.submitted(orders)? {
                let order = submitted.read.map_err(|fault| {
                    coded::<NotationError>(py, fault.to_string(), fault.code(), fault.piece())
                })?;
                drawn.push(DrawnOrder::pending(submitted.power, order));
            }
        }
        Ok(Self {
            board: position.board.clone(),
            position: position.inner.clone(),
            orders: drawn,
        })
    }

    /// A phase with its orders and their results.
    pub fn resolved(before: &Position, resolution: &engine::Resolution) -> Self {
        Self {
            board: before.board.clone(),
            position: before.inner.clone(),
            orders: DrawnOrder::of_resolution(&before.board, &before.inner, resolution),
        }
    }

    pub fn svg(&self, py: Python<'_>, wishes: Wishes<'_>) -> PyResult<String> {
        self.draw(py, wishes, |picture| picture.svg())
    }

    pub fn png(&self, py: Python<'_>, wishes: Wishes<'_>) -> PyResult<Vec<u8>> {
        self.draw(py, wishes, |picture| picture.png())
    }

    fn draw<T: Send>(
        &self,
        py: Python<'_>,
        wishes: Wishes<'_>,
        make: impl FnOnce(Picture<'_>) -> Result<T, PictureFault> + Send,
    ) -> PyResult<T> {
        let theme = Theme::named(wishes.theme).ok_or_else(|| {
            let known: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
            let text = format!(
                "there is no theme {:?}; there are {}",
                wishes.theme,
                known.join(", ")
            );
            PictureError::new_err(text)
        })?;
        let look = Look {
            width: wishes.width,
            theme,
            title: wishes.title,
            table: wishes.table,
            ..Look::default()
        };
        let picture = Picture {
            chart: self.board.chart()?,
            position: &self.position,
            orders: &self.orders,
            look: &look,
        };
        py.detach(|| make(picture))
            .map_err(|fault| PictureError::new_err(fault.to_string()))
    }
}
