//! Retreats, builds and disbands by the values of places.

use super::field::Field;
use super::terrain::Terrain;
use crate::{Order, Place, Position, Power, ProvinceSet, Unit, UnitKind};

/// Adds a power's retreats: each to the best place that none of ours takes.
pub(super) fn retreats(
    terrain: &Terrain<'_>,
    field: &Field,
    position: &Position,
    power: Power,
    list: &mut Vec<Order>,
) {
    let mut taken = ProvinceSet::EMPTY;
    let own = position.dislodged().iter().filter(|it| it.power == power);
    for gone in own {
        let unit = gone.unit;
        let free = gone.retreats.iter();
        let free = free.filter(|to| !taken.contains(terrain.board.province_of(*to)));
        let best = free.max_by_key(|to| (field.pull(terrain, power, unit.kind, *to), *to));
        list.push(match best {
            Some(to) => {
                taken.insert(terrain.board.province_of(to));
                Order::Retreat { unit, to }
            }
            None => Order::Disband { unit },
        });
    }
}

/// Adds a power's builds in the best places, or disbands in the worst.
pub(super) fn winter(
    terrain: &Terrain<'_>,
    field: &Field,
    position: &Position,
    power: Power,
    list: &mut Vec<Order>,
) {
    let due = position.adjustment(terrain.board, power);
    let value = |unit: Unit| field.value(terrain, power, unit);
    if due < 0 {
        let own = &field.units[power.index()];
        let mut units: Vec<Unit> = own.iter().map(|(_, placed)| placed.unit).collect();
        units.sort_by_key(|unit| (value(*unit), *unit));
        units.truncate(due.unsigned_abs() as usize);
        list.extend(units.into_iter().map(|unit| Order::Disband { unit }));
    } else if due > 0 {
        let mut sites = sites(terrain, position, power);
        sites.sort_by_key(|unit| (std::cmp::Reverse(value(*unit)), *unit));
        let mut taken = ProvinceSet::EMPTY;
        for unit in sites {
            let there = terrain.board.province_of(unit.at);
            if taken.len() < due as u32 && !taken.contains(there) {
                taken.insert(there);
                list.push(Order::Build { unit });
            }
        }
    }
}

/// Every unit a power could build now.
pub(super) fn sites(terrain: &Terrain<'_>, position: &Position, power: Power) -> Vec<Unit> {
    let board = terrain.board;
    let mut sites = Vec::new();
    for site in position.open_sites(board, power) {
        let army = Unit {
            kind: UnitKind::Army,
            at: site.into(),
        };
        sites.push(army);
        let fleets = board.fleet_locations(site).iter();
        let fleets = fleets.map(|at| Unit {
            kind: UnitKind::Fleet,
            at,
        });
        sites.extend(fleets.filter(|unit| board.fits(*unit)));
    }
    sites.retain(|unit| board.fits(*unit));
    sites
}
