//! Boards: those that come with the house, and any other from its file.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use parlour_diplomacy as engine;
use parlour_diplomacy::notation::{self, Style};
use parlour_diplomacy::{BuildSites, ProvinceKind, UnitKind};
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::position::Position;
use super::sheet::{Bases, Sheet, Written};
use crate::errors::{BoardError, NotationError, coded};

/// A map with its powers and its start. Immutable. Boards are equal if their rules are,
/// whatever their pictures.
///
/// >>> from parlour.diplomacy import Board
/// >>> board = Board.standard()
/// >>> board.powers[2], len(board.provinces), board.target
/// ('FRANCE', 75, 18)
/// >>> board.neighbours("F STP/SC")
/// ['BOT', 'FIN', 'LVN']
/// >>> Board.named("atlantis")
/// Traceback (most recent call last):
///     ...
/// parlour.BoardError: there is no map "atlantis"; ...
#[pyclass(frozen, module = "parlour.diplomacy", from_py_object)]
#[derive(Clone)]
pub struct Board {
    pub inner: Arc<Sheet>,
}

/// The bundled boards, shared by everybody who asks for them.
static BUNDLED: LazyLock<Vec<Arc<Sheet>>> = LazyLock::new(|| {
    let boards = engine::Board::bundled();
    let sheet = |board: &engine::Board| Arc::new(Sheet::of(board.clone()));
    boards.iter().map(sheet).collect()
});

/// The bundled board of a name.
pub fn bundled(name: &str) -> PyResult<Arc<Sheet>> {
    let found = BUNDLED.iter().find(|board| board.name() == name).cloned();
    found.ok_or_else(|| {
        let known: Vec<&str> = BUNDLED.iter().map(|board| board.name()).collect();
        let name: String = name.chars().take(40).collect();
        BoardError::new_err(format!(
            "there is no map \"{name}\"; there are {}",
            known.join(", ")
        ))
    })
}

/// A power of a board by its name.
pub fn power_named(board: &engine::Board, name: &str) -> PyResult<engine::Power> {
    board.power(name).ok_or_else(|| {
        let known: Vec<&str> = board
            .powers()
            .map(|power| board.power_name(power))
            .collect();
        let name: String = name.chars().take(40).collect();
        crate::errors::RecordError::new_err(format!(
            "there is no power \"{name}\" on the map {}; there are {}",
            board.name(),
            known.join(", ")
        ))
    })
}

impl Board {
    fn own(sheet: Sheet) -> Self {
        Self {
            inner: Arc::new(sheet),
        }
    }

    fn location(&self, code: &str) -> PyResult<engine::Location> {
        self.inner.location(code.trim()).ok_or_else(|| {
            let code: String = code.chars().take(40).collect();
            BoardError::new_err(format!(
                "there is no province \"{code}\" on the map {}",
                self.inner.name()
            ))
        })
    }

    fn province(&self, code: &str) -> PyResult<engine::Province> {
        Ok(self.inner.province_of(self.location(code)?))
    }

    fn codes(&self, set: impl IntoIterator<Item = engine::Province>) -> Vec<String> {
        let codes = set.into_iter().map(|it| self.inner.code(it).to_owned());
        codes.collect()
    }
}

#[pymethods]
impl Board {
    /// A map that comes with the house.
    #[classmethod]
    fn named(_class: &Bound<'_, PyType>, name: &str) -> PyResult<Self> {
        bundled(name).map(|inner| Self { inner })
    }

    /// The usual map of Europe.
    #[classmethod]
    fn standard(_class: &Bound<'_, PyType>) -> PyResult<Self> {
        bundled("standard").map(|inner| Self { inner })
    }

    /// The names of the maps that come with the house.
    #[staticmethod]
    fn names() -> Vec<String> {
        BUNDLED
            .iter()
            .map(|board| board.name().to_owned())
            .collect()
    }

    /// Reads a board from the text of its file. `bases` are boards of one's own that it
    /// may be built upon, beside those of the house; `picture` is the text of its
    /// picture file, which must fit it.
    ///
    /// >>> import json
    /// >>> from parlour.diplomacy import Board
    /// >>> file = dict(json.loads(Board.standard().dumps()), map="short", target=10)
    /// >>> Board.parse(json.dumps(file))
    /// <Board "short">
    #[classmethod]
    #[pyo3(signature = (text, *, bases = Vec::new(), picture = None))]
    fn parse(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        text: String,
        bases: Vec<Self>,
        picture: Option<String>,
    ) -> PyResult<Self> {
        let bases = Bases::of(&bases);
        py.detach(|| Written::new(text, picture).sheet(&bases))
            .map(Self::own)
    }

    /// Reads a board from its file, from a folder with `board.json` and perhaps
    /// `picture.json`, or from a map file (`.map`) of the PyPI package `diplomacy`.
    #[classmethod]
    #[pyo3(signature = (path, *, bases = Vec::new()))]
    fn load(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        path: PathBuf,
        bases: Vec<Self>,
    ) -> PyResult<Self> {
        let bases = Bases::of(&bases);
        py.detach(|| Written::read(&path)?.sheet(&bases))
            .map(Self::own)
    }

    /// The board's file as JSON text, which `parse` reads again.
    fn dumps(&self) -> PyResult<String> {
        serde_json::to_string(self.inner.file())
            .map_err(|fault| BoardError::new_err(fault.to_string()))
    }

    /// The map's name in records.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    /// The map's name for people.
    #[getter]
    fn title(&self) -> &str {
        self.inner.title()
    }

    /// The powers, in the order of the seats.
    #[getter]
    fn powers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        let board = &self.inner;
        pyo3::types::PyTuple::new(
            py,
            board
                .powers()
                .map(|it| board.power_name(it))
                .collect::<Vec<_>>(),
        )
    }

    /// The codes of all provinces. A province's place in this list is its number
    /// in batches.
    #[getter]
    fn provinces(&self) -> Vec<String> {
        self.codes(self.inner.provinces())
    }

    /// The codes of all locations: the provinces, then the split coasts. A place in
    /// this list is the location's number in batches.
    #[getter]
    fn locations(&self) -> Vec<String> {
        let board = &self.inner;
        board
            .locations()
            .map(|it| board.code(it).to_owned())
            .collect()
    }

    /// The codes of all supply centres.
    #[getter]
    fn centers(&self) -> Vec<String> {
        self.codes(self.inner.centers())
    }

    /// Owning this many centres after Fall wins alone.
    #[getter]
    fn target(&self) -> u32 {
        self.inner.target()
    }

    /// Where powers build: `home` (their free home centres), `owned` (every free centre
    /// that they own) or `anywhere` (that, and every free land without a centre).
    #[getter]
    fn build_sites(&self) -> &'static str {
        match self.inner.build_sites() {
            BuildSites::Home => "home",
            BuildSites::Owned => "owned",
            BuildSites::Anywhere => "anywhere",
        }
    }

    /// The home centres of a power.
    fn homes(&self, power: &str) -> PyResult<Vec<String>> {
        Ok(self.codes(self.inner.homes(power_named(&self.inner, power)?)))
    }

    /// `land`, `coast` or `sea`.
    fn kind(&self, province: &str) -> PyResult<&'static str> {
        Ok(match self.inner.kind(self.province(province)?) {
            ProvinceKind::Land => "land",
            ProvinceKind::Sea => "sea",
            ProvinceKind::Coast => "coast",
        })
    }

    /// The English name of a province.
    fn full_name(&self, province: &str) -> PyResult<String> {
        let province = self.province(province)?;
        Ok(self.inner.full_name(province).to_owned())
    }

    /// Where a unit such as `A VIE` or `F STP/SC` can go in one step.
    fn neighbours(&self, unit: &str) -> PyResult<Vec<String>> {
        let board = &self.inner;
        let unit = board.unit(unit).ok_or_else(|| {
            let unit: String = unit.chars().take(40).collect();
            BoardError::new_err(format!(
                "\"{unit}\" is no unit of this map; units are written A VIE, F STP/SC"
            ))
        })?;
        let mut codes: Vec<String> = board
            .steps(unit)
            .iter()
            .map(|it| board.code(it).to_owned())
            .collect();
        codes.sort();
        Ok(codes)
    }

    /// Where in a province armies and fleets can stand: `["F STP/NC", ...]`.
    fn units_in(&self, province: &str) -> PyResult<Vec<String>> {
        let board = &self.inner;
        let province = self.province(province)?;
        let army = engine::Unit {
            kind: UnitKind::Army,
            at: province.into(),
        };
        let fleets = board.fleet_locations(province).iter();
        let fleets = fleets.map(|at| engine::Unit {
            kind: UnitKind::Fleet,
            at,
        });
        Ok(std::iter::once(army)
            .chain(fleets)
            .filter(|unit| board.fits(*unit))
            .map(|unit| board.unit_text(unit).to_string())
            .collect())
    }

    /// Reads an order in any notation and writes it as records do, without asking
    /// whether it can be played anywhere.
    ///
    /// >>> from parlour.diplomacy import Board
    /// >>> Board.standard().read_order("army vienna moves to budapest")
    /// 'A VIE - BUD'
    /// >>> Board.standard().read_order("( AUS AMY VIE ) MTO BUD")
    /// 'A VIE - BUD'
    fn read_order(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        let read = notation::read_order(&self.inner, text);
        read.map(|order| order.show(&self.inner)).map_err(|fault| {
            coded::<NotationError>(py, fault.to_string(), fault.code(), fault.piece())
        })
    }

    /// The position before the first phase.
    #[getter]
    fn start(&self) -> Position {
        Position::new(self.inner.clone(), self.inner.start().clone())
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner) || self.inner == other.inner
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.name().hash(&mut hasher);
        self.inner.province_count().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<Board {:?}>", self.inner.name())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Option<&str>))> {
        let make = py.import("parlour.diplomacy")?.getattr("_board")?;
        let is_bundled = BUNDLED.iter().any(|board| Arc::ptr_eq(board, &self.inner));
        if is_bundled {
            Ok((make, (self.inner.name().to_owned(), None)))
        } else {
            let picture = self.inner.picture().unwrap_or_default();
            Ok((make, (self.dumps()?, Some(picture))))
        }
    }
}

/// A notation by its name.
pub fn style_named(name: &str) -> PyResult<Style> {
    match name {
        "record" => Ok(Style::Record),
        "chat" => Ok(Style::Chat),
        "english" => Ok(Style::English),
        "daide" => Ok(Style::Daide),
        _ => Err(crate::errors::ParlourError::new_err(format!(
            "there is no notation {name:?}; there are record, chat, english, daide"
        ))),
    }
}
