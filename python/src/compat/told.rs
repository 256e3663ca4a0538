//! What came of a movement phase, written out as the package writes it.

use parlour_diplomacy::{Code, Unit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::Core;
use super::holdings::{Orders, known};
use super::judged::Judged;
use super::lists::{List, Named};
use super::words::Words;

/// Walks the units of all powers.
fn each_unit(
    core: &Core,
    py: Python<'_>,
    units: &[List<Unit>],
    mut step: impl FnMut(Unit) -> PyResult<()>,
) -> PyResult<()> {
    for entry in units.iter().flat_map(|own| own.iter()) {
        step(known(core, py, entry)?)?;
    }
    Ok(())
}

/// By unit: its result codes. `codes` is what they are called, in the order of
/// `result_bits`.
pub fn result<'py>(
    core: &Core,
    py: Python<'py>,
    units: &[List<Unit>],
    judged: &Judged,
    codes: &Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyDict>> {
    let board = core.board;
    let words = Words::of(board, judged);
    let result = PyDict::new(py);
    each_unit(core, py, units, |unit| {
        let at = board.province_of(unit.at);
        let fate = judged.movement.codes(at);
        let own = PyList::empty(py);
        let is_void = judged.void.contains(at) || words.void.contains(at);
        let is_stranded = words.no_convoy.contains(at);
        if is_void {
            own.append(codes.get_item(1)?)?;
        }
        if is_stranded {
            own.append(codes.get_item(2)?)?;
        }
        for code in fate.iter() {
            let said = match code {
                Code::Illegal | Code::Void => is_void,
                Code::NoConvoy => is_stranded,
                Code::Disrupted => words.unbroken.contains(at),
                _ => false,
            };
            if !said {
                let place = Code::ALL.iter().position(|it| *it == code);
                own.append(codes.get_item(place.unwrap_or_default().max(1))?)?;
            }
        }
        result.set_item(unit.text(core, py), own)
    })?;
    Ok(result)
}

/// By unit: the order that was judged.
pub fn command<'py>(
    core: &Core,
    py: Python<'py>,
    units: &[List<Unit>],
    given: &[Orders],
    judged: &Judged,
) -> PyResult<Bound<'py, PyDict>> {
    let command = PyDict::new(py);
    each_unit(core, py, units, |unit| {
        command.set_item(unit.text(core, py), intern!(py, "H"))
    })?;
    for (power, own) in core.board.powers().zip(given) {
        for (head, tail) in own.dict(core, py)? {
            let unit = Unit::find(core, &head)?;
            if unit.is_some_and(|unit| judged.is_obeyed(power, unit)) {
                command.set_item(head, tail)?;
            }
        }
    }
    Ok(command)
}

/// By dislodged unit: where its attacker came from.
pub fn dislodged<'py>(
    core: &Core,
    py: Python<'py>,
    units: &[List<Unit>],
    judged: &Judged,
) -> PyResult<Bound<'py, PyDict>> {
    let dislodged = PyDict::new(py);
    each_unit(core, py, units, |unit| {
        let gone = judged.gone_from(core.board.province_of(unit.at));
        gone.map_or(Ok(()), |gone| {
            let from = gone.attacker.map(|from| core.code(py, from.into()));
            dislodged.set_item(unit.text(core, py), from)
        })
    })?;
    Ok(dislodged)
}

/// The dislodged units without a retreat.
pub fn popped<'py>(
    core: &Core,
    py: Python<'py>,
    units: &[List<Unit>],
    judged: &Judged,
) -> PyResult<Bound<'py, PyList>> {
    let popped = PyList::empty(py);
    each_unit(core, py, units, |unit| {
        let gone = judged.gone_from(core.board.province_of(unit.at));
        match gone.filter(|gone| gone.retreats.is_empty()) {
            Some(_) => popped.append(unit.text(core, py)),
            None => Ok(()),
        }
    })?;
    Ok(popped)
}
