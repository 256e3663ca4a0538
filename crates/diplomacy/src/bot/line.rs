//! Lines that cannot be passed: how near a power is to a win at its next move, whatever
//! it orders, if all the others stand together against it.
//!
//! A centre *holds* if as many defend it as can come. The unit on it defends it, and so
//! does every neighbour that can step there, once for all centres, unless somebody who
//! cannot attack this centre can attack the neighbour and cut its help. What a power
//! owns and what does not hold against it is together what it may own next. As long as
//! that is no win, a line stands: the others need not win a centre, only stay.

use super::terrain::Terrain;
use super::{MEMORY, Past};
use crate::{Board, Place, Placed, Position, Power, Province, ProvinceSet};

/// More centres than so many beyond a line count no more.
const MOST: u32 = 4;

/// By power: the units that stand.
type Units = [Vec<(Province, Placed)>];

/// Whether a power has come to a line that it cannot pass: it owns no more than three
/// years ago, as far as [`MEMORY`] phases go back, and whatever it orders now is no win if
/// all the others stand together. So many phases must be remembered.
pub fn is_held(board: &Board, position: &Position, past: &[Past], power: Power) -> bool {
    let owns = |it: &Position| it.centers_of(power).len();
    let owned = owns(position);
    let Some(before) = past.first().filter(|_| past.len() >= MEMORY) else {
        return false;
    };
    if owned > owns(&before.position) {
        return false;
    }
    let mut units: Vec<Vec<(Province, Placed)>> = vec![Vec::new(); board.power_count()];
    for (at, placed) in position.units() {
        units[placed.power.index()].push((at, placed));
    }
    passing(&Terrain::new(board), &units, position, power, owned) == 0
}

/// How many centres beyond those that do not win a power may own after its next move: 0
/// while a line stands against it, and for whoever owns two thirds of a win or less.
pub(super) fn passing(
    terrain: &Terrain<'_>,
    units: &Units,
    position: &Position,
    power: Power,
    owned: u32,
) -> u32 {
    let target = terrain.board.target();
    let safe = target.saturating_sub(1);
    let coming = units[power.index()].len() as u32;
    if owned <= target * 2 / 3 || owned + coming <= safe {
        return 0;
    }
    let open = open(terrain, units, position, power).min(coming);
    (owned + open).saturating_sub(safe).min(MOST)
}

/// How many foreign centres do not hold against a power.
fn open(terrain: &Terrain<'_>, units: &Units, position: &Position, power: Power) -> u32 {
    let reach = |placed: &Placed| terrain.board.reach(placed.unit);
    let (mut own, mut helpers) = (Vec::new(), Vec::new());
    for (at, placed) in units.iter().flatten() {
        if placed.power == power {
            own.push(reach(placed));
        } else {
            helpers.push((*at, reach(placed)));
        }
    }
    let mut attacked: Vec<(u32, Province)> = Vec::new();
    let mut open = 0;
    for center in &terrain.centers {
        if position.owner(*center) == Some(power) {
            continue;
        }
        let comers = own.iter().filter(|it| it.contains(*center)).count() as u32;
        match position.unit_in(*center) {
            Some(placed) if placed.power == power => open += 1,
            _ if comers == 0 => {}
            Some(_) => attacked.push((comers - 1, *center)),
            None => attacked.push((comers, *center)),
        }
    }
    // Who needs the least help gets it first: so the most hold.
    attacked.sort();
    for (needed, center) in attacked {
        let cut = |at: Province| own.iter().any(|it| it.contains(at) && !it.contains(center));
        let helps = |it: &(Province, ProvinceSet)| it.1.contains(center) && !cut(it.0);
        if (helpers.iter().filter(|it| helps(it)).count() as u32) < needed {
            open += 1;
            continue;
        }
        let mut left = needed;
        helpers.retain(|it| {
            let used = left > 0 && helps(it);
            left -= u32::from(used);
            !used
        });
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;
    use crate::bot::field::Field;

    /// How many of these centres of France do not hold against Turkey, which owns all
    /// the others; and how far it passes if it owned so many.
    fn turkey(turks: &[&str], french: &[&str], foreign: &[&str], owned: u32) -> (u32, u32) {
        let board = Board::standard();
        let [power, foe] = ["TURKEY", "FRANCE"].map(|it| board.power(it).unwrap());
        let mut position = Position::empty(board.first_phase(), board.province_count());
        for (units, power) in [(turks, power), (french, foe)] {
            for text in units {
                let unit = board.unit(text).unwrap();
                position.place(board.province_of(unit.at), Placed { power, unit });
            }
        }
        let foreign: Vec<Province> = foreign
            .iter()
            .map(|it| board.province(it).unwrap())
            .collect();
        for center in board.centers() {
            let whose = if foreign.contains(&center) {
                foe
            } else {
                power
            };
            position.set_owner(center, Some(whose));
        }
        let terrain = Terrain::new(board);
        let mut field = Field::default();
        field.survey(&terrain, &position);
        (
            open(&terrain, &field.units, &position, power),
            passing(&terrain, &field.units, &position, power, owned),
        )
    }

    #[test]
    fn a_centre_holds_if_as_many_defend_it_as_come() {
        let attack = ["A BOH", "A TYR"];
        assert_eq!(turkey(&attack, &["A MUN"], &["MUN"], 17), (1, 1));
        assert_eq!(turkey(&attack, &["A MUN", "A RUH"], &["MUN"], 17), (0, 0));
        // Nobody stands there: two that come need two that bar the way.
        assert_eq!(turkey(&attack, &["A RUH"], &["MUN"], 17), (1, 1));
        assert_eq!(turkey(&attack, &["A RUH", "A BUR"], &["MUN"], 17), (0, 0));
    }

    #[test]
    fn help_that_can_be_cut_from_elsewhere_does_not_count() {
        // Prussia attacks Silesia and does not reach Munich.
        let attack = ["A BOH", "A TYR", "A PRU"];
        let defence = ["A MUN", "A SIL"];
        assert_eq!(turkey(&attack, &defence, &["MUN"], 17).0, 1);
        assert_eq!(turkey(&attack[..2], &defence, &["MUN"], 17).0, 0);
    }

    #[test]
    fn one_neighbour_helps_one_centre() {
        // Ruhr stands behind Munich and Kiel, and both need it.
        let attack = ["A BOH", "A TYR", "F HEL", "F BAL"];
        let defence = ["A MUN", "F KIE", "A RUH", "A BUR"];
        let foreign = ["MUN", "KIE"];
        assert_eq!(turkey(&attack, &defence[..3], &foreign, 17).0, 1);
        assert_eq!(turkey(&attack, &defence, &foreign, 17).0, 0);
    }

    #[test]
    fn a_power_is_held_that_has_not_grown_and_cannot_win() {
        let board = Board::standard();
        let [turkey, france] = ["TURKEY", "FRANCE"].map(|it| board.power(it).unwrap());
        // Turkey owns all but Munich and so many more.
        let position = |less: usize, defence: &[&str]| {
            let mut position = Position::empty(board.first_phase(), board.province_count());
            for (units, power) in [(&["A BOH", "A TYR"][..], turkey), (defence, france)] {
                for text in units {
                    let unit = board.unit(text).unwrap();
                    position.place(board.province_of(unit.at), Placed { power, unit });
                }
            }
            let munich = board.province("MUN").unwrap();
            let others = board.centers().without(munich);
            for (number, center) in others.iter().enumerate() {
                let whose = if number < less { france } else { turkey };
                position.set_owner(center, Some(whose));
            }
            position.set_owner(munich, Some(france));
            position
        };
        let years = |position: Position, phases: usize| -> Vec<Past> {
            let past = Past {
                position,
                orders: Vec::new(),
            };
            vec![past; phases]
        };
        let wall = ["A MUN", "A RUH", "A BUR"];
        // 17 of 18 that win.
        let now = position(16, &wall);
        let held = |now: &Position, past: &[Past]| is_held(board, now, past, turkey);
        assert!(held(&now, &years(now.clone(), MEMORY)));
        assert!(!held(&now, &years(now.clone(), MEMORY - 1)), "too early");
        assert!(!held(&now, &years(position(17, &wall), MEMORY)), "it grows");
        let breach = position(16, &["A MUN"]);
        assert!(!held(&breach, &years(breach.clone(), MEMORY)), "it can win");
    }

    #[test]
    fn a_line_stands_while_what_is_open_is_no_win() {
        let attack = ["A BOH", "A TYR"];
        for (owned, passed) in [(12, 0), (16, 0), (17, 1)] {
            assert_eq!(turkey(&attack, &["A MUN"], &["MUN"], owned), (1, passed));
        }
    }
}
