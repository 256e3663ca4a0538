//! A movement phase in one go: what the powers have is judged and replaced.

use parlour_diplomacy::{Location, Place, Unit, UnitKind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList};

use super::Core;
use super::before::Before;
use super::holdings::{Holdings, Orders, hold, kept, known};
use super::judged::Judged;
use super::lists::{Entry, Field};
use super::played::Played;
use super::words::movers;

/// Judges a movement phase of a game and puts what follows into its powers.
pub fn play<'py>(
    core: &Bound<'py, Core>,
    powers: &Bound<'py, PyList>,
    codes: Bound<'py, PyList>,
) -> PyResult<Played> {
    let (py, own_core) = (core.py(), core);
    let core = core.get();
    let board = core.board;
    let mut held = hold(core, powers)?;
    let before = Before::of(own_core, &held)?;
    let units = before.units();
    let judged = Judged::of(core, py, &units, held.iter().map(|own| &own.orders))?;
    let movement = &judged.movement;
    let mut goals = vec![Location(0); board.province_count()];
    for (unit, to) in movers(&judged.legal) {
        goals[board.province_of(unit.at).index()] = to;
    }
    let mut retreating = false;
    let mut entered = vec![false; board.province_count()];
    let mut given = Vec::with_capacity(held.len());
    let mut came: Vec<Vec<Entry<Location>>> = Vec::with_capacity(held.len());
    for (own, units) in held.iter_mut().zip(&units) {
        let mut stand = Vec::with_capacity(units.len() + 1);
        let (mut moved, mut own_came) = (Vec::new(), Vec::new());
        let mut retreats = None;
        for entry in units.iter() {
            let unit = known(core, py, entry)?;
            let at = board.province_of(unit.at);
            if movement.moved.contains(at) {
                let unit = landed(core, unit, goals[at.index()]);
                let at = board.province_of(unit.at);
                moved.push(Entry::Known(unit));
                entered[at.index()] = true;
                own_came.push(Entry::Known(at.into()));
            } else if movement.dislodged.contains(at) {
                let places = judged.gone_from(at).map_or(&[][..], |gone| &gone.retreats);
                if !places.is_empty() {
                    retreating = true;
                    let places = places.iter().map(|to| core.code(py, *to));
                    let places = PyList::new(py, places.collect::<Vec<_>>())?;
                    retreats
                        .get_or_insert_with(|| PyDict::new(py))
                        .set_item(core.text(py, unit), places)?;
                }
            } else {
                stand.push(entry.clone());
            }
        }
        stand.append(&mut moved);
        came.push(own_came);
        own.settle_on(own_core);
        own.units = kept(stand);
        own.retreats = retreats.map(|retreats| retreats.into_any().unbind());
        own.civil_disorder = None;
        given.push(std::mem::take(&mut own.orders).apart(py)?);
    }
    for (own, mut came) in held.iter_mut().zip(came) {
        let influence = own.influence.list(core, py)?;
        let stays = |entry: &Entry<Location>| {
            let at = entry.known().map(|at| board.province_of(at).index());
            at.is_none_or(|at| !entered[at])
        };
        own.influence = if came.is_empty() && influence.iter().all(stays) {
            Field::Kept(influence)
        } else {
            let mut left = Vec::with_capacity(influence.len() + came.len());
            left.extend(influence.iter().filter(|entry| stays(entry)).cloned());
            left.append(&mut came);
            kept(left)
        };
    }
    let before = Py::new(py, before)?;
    let core = own_core.clone().unbind();
    Played::of(py, core, before, given, codes.unbind(), retreating, judged)
}

/// The unit at its new place; an army loses any coast.
fn landed(core: &Core, unit: Unit, to: Location) -> Unit {
    let at = if unit.kind == UnitKind::Army {
        core.board.province_of(to).into()
    } else {
        to
    };
    Unit {
        kind: unit.kind,
        at,
    }
}

/// Begins the phase that a game has come to: nothing is ordered, and who has nothing
/// to order in retreats (`R`) and adjustments (`A`) is not waited for.
pub fn begin(core: &Core, powers: &Bound<'_, PyList>, kind: &str, build_any: bool) -> PyResult<()> {
    let py = powers.py();
    let mut held = hold(core, powers)?;
    for own in &mut held {
        own.orders = Orders::default();
        (own.adjust, own.order_is_set) = (None, None);
        (own.wait, own.vote) = (None, None);
    }
    if !matches!(kind, "R" | "A") {
        return Ok(());
    }
    let due = match kind {
        "A" => super::winter::due(core, py, &held, build_any)?,
        _ => vec![(0, Vec::new()); held.len()],
    };
    for (own, (due, free)) in held.iter_mut().zip(due) {
        let retreats = own.has_retreats(py)?;
        let has_orders = retreats && kind == "R" || due < 0 || !free.is_empty();
        let is_eliminated = !retreats
            && own.units.list(core, py)?.is_empty()
            && own.centers.list(core, py)?.is_empty();
        if !has_orders && !is_eliminated {
            done(own, py);
        }
    }
    Ok(())
}

/// Nothing more is waited for.
fn done(own: &mut Holdings, py: Python<'_>) {
    own.order_is_set = Some(PyInt::new(py, 1).into_any().unbind());
    let no = pyo3::types::PyBool::new(py, false).to_owned();
    own.wait = Some(no.into_any().unbind());
}
