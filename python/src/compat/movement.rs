//! A movement phase between lists of texts and the judge.

use parlour_diplomacy::{
    Code, Location, Place, Placed, Province, ProvinceSet, Scene, Unit, UnitKind,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::Core;
use super::words::{Words, movers};

/// What came of a movement phase.
#[pyclass(frozen, get_all, module = "parlour._parlour")]
pub struct Turned {
    /// By power: the units that stand now.
    units: Vec<Py<PyList>>,
    /// By power: the dislodged units with their retreats.
    retreats: Vec<Py<PyDict>>,
    /// By power: the provinces that its units moved to.
    entered: Vec<Py<PyList>>,
    /// By unit: its result codes.
    result: Py<PyDict>,
    /// By dislodged unit: where its attacker came from.
    dislodged: Py<PyDict>,
    /// By unit: the order that was judged.
    command: Py<PyDict>,
    /// The dislodged units without a retreat.
    popped: Py<PyList>,
}

impl Turned {
    pub fn result(&self, py: Python<'_>) -> Py<PyDict> {
        self.result.clone_ref(py)
    }

    pub fn command(&self, py: Python<'_>) -> Py<PyDict> {
        self.command.clone_ref(py)
    }
}

/// Judges a movement phase: units and orders by power, and what the result codes are
/// called.
pub fn judge<'py>(
    core: &Core,
    py: Python<'py>,
    units: &[Bound<'py, PyList>],
    orders: &[Bound<'py, PyDict>],
    codes: &[Bound<'py, PyAny>],
) -> PyResult<Turned> {
    if codes.len() != Code::ALL.len() || orders.len() != units.len() {
        return Err(PyValueError::new_err(
            "one dict of orders for each power, one name for each code",
        ));
    }
    let board = core.board;
    let (position, standing) = core.standing(units)?;
    let scene = Scene::new(board, &position, core.rules);
    let mut legal = Vec::new();
    let mut void = ProvinceSet::EMPTY;
    let command = PyDict::new(py);
    for (text, _) in standing.iter().flatten() {
        command.set_item(text, pyo3::intern!(py, "H"))?;
    }
    for (power, own) in board.powers().zip(orders) {
        for (head, tail) in own {
            let (head_text, tail_text) = (head.cast::<PyString>()?, tail.cast::<PyString>()?);
            let Some(unit) = core.known(head_text)? else {
                continue;
            };
            let at = board.province_of(unit.at);
            if position.unit_in(at) != Some(Placed { power, unit }) {
                continue;
            }
            let exact = core.tail(unit, tail_text)?;
            let exact = exact.filter(|order| scene.check(power, *order).is_ok());
            let order = exact.or_else(|| {
                let text = format!("{} {}", head_text.to_cow().ok()?, tail_text.to_cow().ok()?);
                core.playable(&scene, power, &text).ok()
            });
            match order {
                Some(order) => {
                    command.set_item(head, tail)?;
                    legal.push(order);
                }
                None => void.insert(at),
            }
        }
    }
    let (movement, next) = core.with_judge(|judge| {
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
    let (movement, dislodgers, unwilling) = movement;
    let words = Words::of(board, &legal, &movement, unwilling);
    let mut goals = vec![Location(0); board.province_count()];
    for (unit, to) in movers(&legal) {
        goals[board.province_of(unit.at).index()] = to;
    }
    let result = PyDict::new(py);
    let dislodged = PyDict::new(py);
    let popped = PyList::empty(py);
    let (mut all_units, mut all_retreats, mut all_entered) = (Vec::new(), Vec::new(), Vec::new());
    for own in standing {
        let (stand, entered, retreats) = (PyList::empty(py), PyList::empty(py), PyDict::new(py));
        let mut moved = Vec::new();
        for (text, unit) in own {
            let at = board.province_of(unit.at);
            let fate = movement.codes(at);
            let told = PyList::empty(py);
            let is_void = void.contains(at) || words.void.contains(at);
            if is_void {
                told.append(&codes[1])?;
            }
            if words.no_convoy.contains(at) {
                told.append(&codes[2])?;
            }
            for (place, code) in Code::ALL.iter().enumerate() {
                let said = match code {
                    Code::Illegal | Code::Void => is_void,
                    Code::NoConvoy => words.no_convoy.contains(at),
                    Code::Disrupted => words.unbroken.contains(at),
                    _ => false,
                };
                if fate.contains(*code) && !said {
                    told.append(&codes[place.max(1)])?;
                }
            }
            result.set_item(&text, told)?;
            if movement.dislodged.contains(at) {
                let attacker = dislodgers.iter().find(|(gone, _)| *gone == at);
                let from = attacker.and_then(|(_, from)| *from);
                let from = from.map(|from| core.codes[from.index()].bind(py));
                dislodged.set_item(&text, from)?;
                let places = next.dislodged_from(board, at).map(|gone| gone.retreats);
                let mut places: Vec<&str> = places
                    .into_iter()
                    .flatten()
                    .map(|to| board.code(to))
                    .collect();
                places.sort_unstable();
                if places.is_empty() {
                    popped.append(&text)?;
                } else {
                    retreats.set_item(&text, places)?;
                }
            } else if movement.moved.contains(at) {
                moved.push((unit, goals[at.index()]));
            } else {
                stand.append(text)?;
            }
        }
        for (unit, to) in moved {
            let province = board.province_of(to);
            let at = if unit.kind == UnitKind::Army {
                province.into()
            } else {
                to
            };
            stand.append(core.text(
                py,
                Unit {
                    kind: unit.kind,
                    at,
                },
            ))?;
            entered.append(core.codes[province.index()].bind(py))?;
        }
        all_units.push(stand.unbind());
        all_retreats.push(retreats.unbind());
        all_entered.push(entered.unbind());
    }
    Ok(Turned {
        units: all_units,
        retreats: all_retreats,
        entered: all_entered,
        result: result.unbind(),
        dislodged: dislodged.unbind(),
        command: command.unbind(),
        popped: popped.unbind(),
    })
}
