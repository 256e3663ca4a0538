//! Movement orders: taken in words, and listed.

use parlour_diplomacy::{LegalOrders, Location, Order, Place, Power, Scene};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::Core;
use super::holdings::{Orders, hold, position, units};

/// An order of a text that can be played, or what is wrong with it.
type Read = Result<Order, String>;

/// Reads orders of a power on the present position.
fn read_all(
    core: &Core,
    powers: &Bound<'_, PyList>,
    power: usize,
    texts: &[Bound<'_, PyString>],
) -> PyResult<Vec<Read>> {
    let py = powers.py();
    let held = hold(core, powers)?;
    if power >= held.len() {
        return Err(PyValueError::new_err("there is no such power"));
    }
    let position = position(core, py, &units(core, py, &held)?)?;
    let scene = Scene::new(core.board, &position, core.rules);
    let power = Power::from_index(power);
    let mut all = Vec::with_capacity(texts.len());
    for text in texts {
        let listed = core.listed().orders.get(&(text.as_ptr() as usize)).copied();
        let order = listed.filter(|order| scene.check(power, *order).is_ok());
        all.push(match order {
            Some(order) => Ok(order),
            None => core.playable(&scene, power, &text.to_cow()?),
        });
    }
    Ok(all)
}

/// Takes orders of a power; what was refused, with its reason.
pub fn order(
    core: &Bound<'_, Core>,
    powers: &Bound<'_, PyList>,
    power: usize,
    texts: &[Bound<'_, PyString>],
    replace: bool,
) -> PyResult<Vec<String>> {
    let (py, own_core) = (core.py(), core);
    let core = core.get();
    let read = read_all(core, powers, power, texts)?;
    let mut held = hold(core, powers)?;
    let own = &mut held[power];
    own.settle_on(own_core);
    let mut refused = Vec::new();
    for (text, read) in texts.iter().zip(read) {
        let order = match read {
            Ok(order) => order,
            Err(fault) => {
                refused.push(format!("{text}: {fault}"));
                continue;
            }
        };
        let unit = order.unit().expect("a movement order names its unit");
        let is_taken = match &mut own.orders {
            Orders::Kept(orders) => {
                let old = orders.iter_mut().find(|old| old.unit() == Some(unit));
                match old {
                    Some(_) if !replace => false,
                    Some(old) => {
                        *old = order;
                        true
                    }
                    None => {
                        orders.push(order);
                        true
                    }
                }
            }
            Orders::Shown(shown) => {
                let (head, tail) = core.words(py, order)?;
                let shown = shown.bind(py).cast::<PyDict>()?;
                let is_free = replace || !shown.contains(&head)?;
                if is_free {
                    shown.set_item(head, tail)?;
                }
                is_free
            }
        };
        if is_taken {
            own.civil_disorder = None;
        } else {
            let unit = core.text(py, unit);
            refused.push(format!("{text}: {unit} is ordered twice"));
        }
    }
    Ok(refused)
}

/// Orders of a power as they would be judged.
pub fn read<'py>(
    core: &Core,
    powers: &Bound<'py, PyList>,
    power: usize,
    texts: &[Bound<'_, PyString>],
) -> PyResult<Vec<(Option<Bound<'py, PyString>>, Bound<'py, PyString>)>> {
    let py = powers.py();
    let told = |read: Read| {
        Ok(match read {
            Ok(order) => {
                let (unit, tail) = core.words(py, order)?;
                (Some(unit), tail)
            }
            Err(fault) => (None, PyString::new(py, &fault)),
        })
    };
    let read = read_all(core, powers, power, texts)?;
    read.into_iter().map(told).collect()
}

/// All legal orders of a movement phase, by location.
pub fn possible<'py>(core: &Core, powers: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyDict>> {
    let py = powers.py();
    let board = core.board;
    let position = position(core, py, &units(core, py, &hold(core, powers)?)?)?;
    let scene = Scene::new(board, &position, core.rules);
    let mut lists = LegalOrders::default();
    lists.gather(&scene);
    let all = PyDict::new(py);
    for code in &core.codes {
        all.set_item(code, PyList::empty(py))?;
    }
    let mut orders = Vec::new();
    for (at, placed) in position.units() {
        orders.clear();
        lists.of_unit(&scene, at, &mut orders);
        let texts: Vec<_> = orders.iter().map(|order| core.shown(py, *order)).collect();
        let list = PyList::new(py, &texts)?;
        let province = Location::from(at);
        if placed.unit.at != province {
            all.set_item(core.code(py, placed.unit.at), PyList::new(py, &texts)?)?;
        }
        all.set_item(core.code(py, province), list)?;
    }
    Ok(all)
}
