//! What follows a year's last move: centres change hands, and who must build or disband.

use parlour_diplomacy::{Location, Place, Unit, UnitKind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::Core;
use super::holdings::{Held, hold, kept, known, units};
use super::lists::{Entry, List};

/// Gives every centre with a unit on it to that unit's power. Answers who lost which,
/// how many each has now, and whether somebody must build or disband. While nobody has
/// a centre, everybody has their homes.
pub fn capture<'py>(
    core: &Bound<'py, Core>,
    powers: &Bound<'py, PyList>,
    build_any: bool,
) -> PyResult<(Bound<'py, PyDict>, Vec<usize>, bool)> {
    let (py, own_core) = (core.py(), core);
    let core = core.get();
    let board = core.board;
    let mut held = hold(core, powers)?;
    let lists = |held: &Held<'_>| -> PyResult<Vec<List<Location>>> {
        held.iter().map(|own| own.centers.list(core, py)).collect()
    };
    let mut centers = lists(&held)?;
    if centers.iter().all(|own| own.is_empty()) {
        for own in &mut held {
            let homes = own.homes.list(core, py)?;
            own.settle_on(own_core);
            own.centers = kept(homes.to_vec());
        }
        centers = lists(&held)?;
    }
    let mut holders = vec![usize::MAX; board.province_count()];
    let mut owners = holders.clone();
    for (number, own) in units(core, py, &held)?.iter().enumerate() {
        for entry in own.iter() {
            let unit = known(core, py, entry)?;
            holders[board.province_of(unit.at).index()] = number;
        }
        for at in centers[number].iter().filter_map(Entry::known) {
            owners[board.province_of(at).index()] = number;
        }
    }
    let lost = PyDict::new(py);
    let mut gained: Vec<Vec<Entry<Location>>> = vec![Vec::new(); held.len()];
    let mut given_up = vec![false; held.len()];
    for at in board.centers() {
        let (holder, owner) = (holders[at.index()], owners[at.index()]);
        if holder == usize::MAX || holder == owner {
            continue;
        }
        if owner != usize::MAX {
            given_up[owner] = true;
            lost.set_item(core.code(py, at.into()), powers.get_item(owner)?)?;
        }
        gained[holder].push(Entry::Known(at.into()));
    }
    let mut counts = Vec::with_capacity(held.len());
    for (number, own) in held.iter_mut().enumerate() {
        if gained[number].is_empty() && !given_up[number] {
            counts.push(centers[number].len());
            continue;
        }
        let keeps = |center: &&Entry<Location>| {
            center.known().is_none_or(|at| {
                let holder = holders[board.province_of(at).index()];
                holder == usize::MAX || holder == number
            })
        };
        let mut now: Vec<_> = centers[number].iter().filter(keeps).cloned().collect();
        now.append(&mut gained[number]);
        counts.push(now.len());
        own.settle_on(own_core);
        own.centers = kept(now);
    }
    let all = due(core, py, &held, build_any)?;
    let somebody = all.iter().any(|(due, free)| *due < 0 || !free.is_empty());
    Ok((lost, counts, somebody))
}

/// By power: how many units it is short of its centres (below 0: has too many), and
/// where it may build.
pub fn due(
    core: &Core,
    py: Python<'_>,
    held: &Held<'_>,
    build_any: bool,
) -> PyResult<Vec<(isize, Vec<Location>)>> {
    let board = core.board;
    let units = units(core, py, held)?;
    let mut standing = vec![false; board.province_count()];
    for entry in units.iter().flat_map(|own| own.iter()) {
        standing[board.province_of(known(core, py, entry)?.at).index()] = true;
    }
    let mut all = Vec::with_capacity(held.len());
    for (own, units) in held.iter().zip(&units) {
        let centers = own.centers.list(core, py)?;
        let due = centers.len() as isize - units.len() as isize;
        let mut free = Vec::new();
        if due > 0 {
            let sites = if build_any {
                centers.clone()
            } else {
                own.homes.list(core, py)?
            };
            free.extend(sites.iter().filter_map(Entry::known).filter(|site| {
                let is_own = centers.iter().any(|center| center.known() == Some(*site));
                is_own && !standing[board.province_of(*site).index()]
            }));
        }
        all.push((due, free));
    }
    Ok(all)
}

/// By power: where it has something to order in a movement phase, or in winter.
pub fn orderable<'py>(
    core: &Core,
    powers: &Bound<'py, PyList>,
    winter: bool,
    build_any: bool,
) -> PyResult<Vec<Vec<Bound<'py, PyString>>>> {
    let (py, board) = (powers.py(), core.board);
    let held = hold(core, powers)?;
    let stand = units(core, py, &held)?;
    let sites = if winter {
        due(core, py, &held, build_any)?
    } else {
        vec![(-1, Vec::new()); held.len()]
    };
    let mut all = Vec::with_capacity(held.len());
    for (own, (due, free)) in stand.iter().zip(sites) {
        let mut places = free;
        if due < 0 {
            for entry in own.iter() {
                places.push(board.province_of(known(core, py, entry)?.at).into());
            }
        }
        places.sort_unstable_by_key(|at| board.code(*at));
        let code = |at: &Location| core.code(py, *at).clone();
        all.push(places.iter().map(code).collect());
    }
    Ok(all)
}

/// All builds and disbands that are legal, by location, coasts and their provinces both.
pub fn possible<'py>(
    core: &Core,
    powers: &Bound<'py, PyList>,
    build_any: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let (py, board) = (powers.py(), core.board);
    let held = hold(core, powers)?;
    let mut lists: Vec<Vec<Bound<'py, PyString>>> = vec![Vec::new(); core.codes.len()];
    let add = |lists: &mut [Vec<_>], unit: Unit, verb: &str| {
        let text = PyString::new(py, &format!("{} {verb}", board.unit_text(unit)));
        let province = Location::from(board.province_of(unit.at));
        if province != unit.at {
            lists[province.index()].push(text.clone());
        }
        lists[unit.at.index()].push(text);
    };
    for (own, (due, free)) in held.iter().zip(due(core, py, &held, build_any)?) {
        if due < 0 {
            for entry in own.units.list(core, py)?.iter() {
                add(&mut lists, known(core, py, entry)?, "D");
            }
        }
        for site in free {
            let province = board.province_of(site);
            for at in board
                .locations()
                .filter(|at| board.province_of(*at) == province)
            {
                for kind in [UnitKind::Army, UnitKind::Fleet] {
                    let unit = Unit { kind, at };
                    if board.fits(unit) {
                        add(&mut lists, unit, "B");
                    }
                }
                lists[at.index()].push(PyString::intern(py, "WAIVE"));
            }
        }
    }
    let all = PyDict::new(py);
    for (code, list) in core.codes.iter().zip(lists) {
        all.set_item(code, PyList::new(py, list)?)?;
    }
    Ok(all)
}
