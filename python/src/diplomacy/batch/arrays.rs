//! Positions out of arrays, in the encoding of [`super`]; each is looked at as a
//! position of a record is.

use numpy::ndarray::{ArrayView1, ArrayView2};
use parlour_diplomacy as engine;
use parlour_diplomacy::{
    Dislodged, LocationSet, Phase, Place as _, Placed, Position, Power, Province, Season, Step,
    Unit, UnitKind,
};
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;

/// The arrays that positions are made of.
pub struct Arrays<'a> {
    pub units: ArrayView2<'a, u8>,
    pub owners: ArrayView2<'a, u8>,
    pub phases: ArrayView2<'a, i16>,
    pub dislodged: Option<ArrayView2<'a, u8>>,
    /// Game, where a dislodged unit was, where it may go: a row for each.
    pub retreats: Option<ArrayView2<'a, i32>>,
}

/// What is wrong with a game.
fn fault(game: usize, what: impl AsRef<str>) -> pyo3::PyErr {
    PyValueError::new_err(format!("game {game}: {}", what.as_ref()))
}

impl Arrays<'_> {
    /// The positions, one for each row.
    pub fn positions(&self, board: &engine::Board) -> PyResult<Vec<Position>> {
        self.check_shapes(board)?;
        let games = self.units.nrows();
        let mut positions = Vec::with_capacity(games);
        for game in 0..games {
            let read = self.position(board, game);
            positions.push(read.map_err(|what| fault(game, what))?);
        }
        if let Some(rows) = &self.retreats {
            narrow(board, &mut positions, rows)?;
        }
        Ok(positions)
    }

    fn check_shapes(&self, board: &engine::Board) -> PyResult<()> {
        let games = self.units.nrows();
        let (locations, provinces) = (board.locations().count(), board.province_count());
        let mut wanted = vec![
            ("units", self.units.dim(), (games, locations)),
            ("owners", self.owners.dim(), (games, provinces)),
            ("phases", self.phases.dim(), (games, 3)),
        ];
        if let Some(dislodged) = &self.dislodged {
            wanted.push(("dislodged", dislodged.dim(), (games, locations)));
        }
        if let Some(retreats) = &self.retreats {
            wanted.push(("retreats", retreats.dim(), (retreats.nrows(), 3)));
        }
        for (name, found, wanted) in wanted {
            if found != wanted {
                let text = format!("{name} is of shape {found:?}, not {wanted:?}");
                return Err(PyValueError::new_err(text));
            }
        }
        Ok(())
    }

    fn position(&self, board: &engine::Board, game: usize) -> Result<Position, String> {
        let phase = phase_of(self.phases.row(game))?;
        let mut position = Position::empty(phase, board.province_count());
        for (power, unit) in units_of(board, self.units.row(game))? {
            let province = board.province_of(unit.at);
            if position.unit_in(province).is_some() {
                return Err(format!("two units in {}", board.code(province)));
            }
            position.place(province, Placed { power, unit });
        }
        for (at, owner) in self.owners.row(game).iter().enumerate() {
            let Some(owner) = owner.checked_sub(1) else {
                continue;
            };
            let at = Province::from_index(at);
            if !board.centers().contains(at) {
                return Err(format!("{} is owned, and no centre", board.code(at)));
            }
            if usize::from(owner) >= board.power_count() {
                return Err(format!("there is no power {owner}"));
            }
            position.set_owner(at, Some(Power::from_index(owner.into())));
        }
        let gone = match &self.dislodged {
            Some(dislodged) => units_of(board, dislodged.row(game))?,
            None => Vec::new(),
        };
        if !gone.is_empty() && phase.step != Step::Retreat {
            return Err(format!(
                "units are dislodged in {phase}, which has no retreats"
            ));
        }
        position.set_dislodged(dislodged_of(board, &position, gone)?);
        Ok(position)
    }
}

/// Dislodged units in the order of their provinces. Each may go wherever it can step
/// and nobody stands.
fn dislodged_of(
    board: &engine::Board,
    position: &Position,
    gone: Vec<(Power, Unit)>,
) -> Result<Vec<Dislodged>, String> {
    let mut dislodged: Vec<Dislodged> = Vec::with_capacity(gone.len());
    for (power, unit) in gone {
        let from = board.province_of(unit.at);
        if dislodged
            .iter()
            .any(|it| board.province_of(it.unit.at) == from)
        {
            return Err(format!("two units dislodged from {}", board.code(from)));
        }
        let free = |to: &engine::Location| !position.occupied().contains(board.province_of(*to));
        let mut retreats = LocationSet::EMPTY;
        for to in board.steps(unit).iter().filter(free) {
            retreats.insert(to);
        }
        dislodged.push(Dislodged {
            power,
            unit,
            retreats,
        });
    }
    dislodged.sort_by_key(|it| board.province_of(it.unit.at));
    Ok(dislodged)
}

/// Leaves dislodged units only the ways that are named.
fn narrow(
    board: &engine::Board,
    positions: &mut [Position],
    rows: &ArrayView2<'_, i32>,
) -> PyResult<()> {
    let mut named: Vec<Vec<Dislodged>> = Vec::with_capacity(positions.len());
    for position in &*positions {
        let mut gone = position.dislodged().to_vec();
        for it in &mut gone {
            it.retreats = LocationSet::EMPTY;
        }
        named.push(gone);
    }
    for row in rows.rows() {
        let place = |at: i32| usize::try_from(at).ok();
        let game = place(row[0]).filter(|game| *game < positions.len());
        let game = game.ok_or_else(|| {
            PyValueError::new_err(format!("retreats: there is no game {}", row[0]))
        })?;
        let free = &positions[game];
        let gone = named[game]
            .iter_mut()
            .find(|it| place(row[1]) == Some(it.unit.at.index()));
        let gone = gone.ok_or_else(|| {
            fault(
                game,
                format!("nobody is dislodged from location {}", row[1]),
            )
        })?;
        let own = free.dislodged_from(board, board.province_of(gone.unit.at));
        let to = own.and_then(|own| {
            let ways = own.retreats.iter();
            ways.into_iter()
                .find(|to| place(row[2]) == Some(to.index()))
        });
        let to = to.ok_or_else(|| {
            let unit = board.unit_text(gone.unit);
            fault(
                game,
                format!("{unit} cannot retreat to location {}", row[2]),
            )
        })?;
        gone.retreats.insert(to);
    }
    for (position, gone) in positions.iter_mut().zip(named) {
        position.set_dislodged(gone);
    }
    Ok(())
}

fn units_of(board: &engine::Board, row: ArrayView1<'_, u8>) -> Result<Vec<(Power, Unit)>, String> {
    let mut units = Vec::new();
    for (at, code) in row.iter().enumerate() {
        let Some(code) = code.checked_sub(1) else {
            continue;
        };
        let at = engine::Location::from_index(at);
        let kind = [UnitKind::Army, UnitKind::Fleet][usize::from(code & 1)];
        let unit = Unit { kind, at };
        if usize::from(code / 2) >= board.power_count() {
            return Err(format!("{} holds a unit of no power", board.code(at)));
        }
        if !board.fits(unit) {
            return Err(format!("{} cannot be there", board.unit_text(unit)));
        }
        units.push((Power::from_index((code / 2).into()), unit));
    }
    Ok(units)
}

fn phase_of(row: ArrayView1<'_, i16>) -> Result<Phase, String> {
    let year = u16::try_from(row[0]).ok();
    let year = year.filter(|year| *year <= Phase::LAST_YEAR);
    let named = match (row[1], row[2]) {
        (0, 0) => Some((Season::Spring, Step::Movement)),
        (0, 1) => Some((Season::Spring, Step::Retreat)),
        (1, 0) => Some((Season::Fall, Step::Movement)),
        (1, 1) => Some((Season::Fall, Step::Retreat)),
        (2, 2) => Some((Season::Winter, Step::Adjustment)),
        _ => None,
    };
    match (year, named) {
        (Some(year), Some((season, step))) => Ok(Phase { year, season, step }),
        _ => Err(format!("{:?} is no phase", row.to_vec())),
    }
}
