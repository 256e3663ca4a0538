//! What came of a movement phase, written out as the package writes it.

use parlour_diplomacy::{Code, Province, ProvinceSet, Scene, Unit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::Core;
use super::before::Before;
use super::holdings::{Orders, known, position};
use super::lists::Named;
use super::words::{Words, movers};

/// What came of a movement phase.
pub struct Told {
    /// By unit: its result codes.
    pub result: Py<PyDict>,
    /// By unit: the order that was judged.
    pub command: Py<PyDict>,
    /// By dislodged unit: where its attacker came from.
    pub dislodged: Py<PyDict>,
    /// The dislodged units without a retreat.
    pub popped: Py<PyList>,
}

/// Judges a phase once more and says what came of it. `codes` is what the result codes
/// are called, in the order of `result_bits`.
pub fn tell<'py>(
    core: &Core,
    py: Python<'py>,
    before: &Before,
    given: &[Orders],
    codes: &Bound<'py, PyList>,
) -> PyResult<Told> {
    let board = core.board;
    let units = before.units();
    let position = position(core, py, &units)?;
    let scene = Scene::new(board, &position, core.rules);
    let (mut legal, mut void) = (Vec::new(), ProvinceSet::EMPTY);
    let mut obeyed: Vec<Vec<Unit>> = Vec::with_capacity(given.len());
    for (power, own) in board.powers().zip(given) {
        let mut obeying = Vec::new();
        own.walk(core, py, &scene, power, |unit, order| match order {
            Some(order) => {
                legal.push(order);
                obeying.push(unit);
            }
            None => void.insert(board.province_of(unit.at)),
        })?;
        obeyed.push(obeying);
    }
    let ((movement, dislodgers, unwilling), next) = core.with_judge(|judge| {
        let movement = judge.movement(&position, &legal);
        let mut next = position.clone();
        judge.apply_movement(&movement, &mut next);
        let dislodgers: Vec<(Province, Option<Province>)> = movement
            .dislodged
            .iter()
            .map(|at| (at, judge.dislodger(&movement, at)))
            .collect();
        let unwilling = movers(&legal)
            .flat_map(|(from, _)| judge.unwilling(&movement, board.province_of(from.at)))
            .collect();
        ((movement, dislodgers, unwilling), next)
    });
    let words = Words::of(board, &legal, &movement, unwilling);
    let command = PyDict::new(py);
    let (result, dislodged) = (PyDict::new(py), PyDict::new(py));
    let popped = PyList::empty(py);
    for entry in units.iter().flat_map(|own| own.iter()) {
        let unit = known(core, py, entry)?;
        let text = unit.text(core, py);
        command.set_item(&text, intern!(py, "H"))?;
        let at = board.province_of(unit.at);
        let fate = movement.codes(at);
        let own = PyList::empty(py);
        let is_void = void.contains(at) || words.void.contains(at);
        if is_void {
            own.append(codes.get_item(1)?)?;
        }
        if words.no_convoy.contains(at) {
            own.append(codes.get_item(2)?)?;
        }
        for (place, code) in Code::ALL.iter().enumerate() {
            let said = match code {
                Code::Illegal | Code::Void => is_void,
                Code::NoConvoy => words.no_convoy.contains(at),
                Code::Disrupted => words.unbroken.contains(at),
                _ => false,
            };
            if fate.contains(*code) && !said {
                own.append(codes.get_item(place.max(1))?)?;
            }
        }
        result.set_item(&text, own)?;
        if movement.dislodged.contains(at) {
            let attacker = dislodgers.iter().find(|(gone, _)| *gone == at);
            let from = attacker.and_then(|(_, from)| *from);
            let from = from.map(|from| core.code(py, from.into()));
            dislodged.set_item(&text, from)?;
            let gone = next.dislodged_from(board, at);
            if gone.is_none_or(|gone| gone.retreats.iter().next().is_none()) {
                popped.append(&text)?;
            }
        }
    }
    for (own, obeying) in given.iter().zip(&obeyed) {
        for (head, tail) in own.dict(core, py)? {
            let unit = Unit::find(core, &head)?;
            if unit.is_some_and(|unit| obeying.contains(&unit)) {
                command.set_item(head, tail)?;
            }
        }
    }
    Ok(Told {
        result: result.unbind(),
        command: command.unbind(),
        dislodged: dislodged.unbind(),
        popped: popped.unbind(),
    })
}
