//! What a position is worth to a power, after centres were counted.

use super::{Lab, Weights};
use crate::{Place, Position, Power};

/// What a centre's value comes to for a unit that stands on it, roughly.
const PULL_UNIT: i64 = 50_000;

impl Weights {
    /// What a position is worth to a power.
    pub(super) fn value(
        &self,
        lab: &mut Lab<'_>,
        position: &Position,
        power: Power,
        solo: Option<Power>,
    ) -> i32 {
        lab.look(position, std::iter::once(power));
        if self.line != 0 {
            lab.watch_lines(position);
        }
        let standing = self.standing(lab, position, power, solo);
        let (terrain, field) = (&lab.terrain, &lab.field);
        let units = &field.units[power.index()];
        let pull: i64 = units
            .iter()
            .map(|(_, placed)| i64::from(field.value(terrain, power, placed.unit)))
            .sum();
        standing + (pull * i64::from(self.pull) / PULL_UNIT / 100) as i32
    }

    /// What it is worth without the places where units stand. The lab must have
    /// surveyed the position and watched its lines.
    pub(super) fn standing(
        &self,
        lab: &Lab<'_>,
        position: &Position,
        power: Power,
        solo: Option<Power>,
    ) -> i32 {
        let (terrain, field) = (&lab.terrain, &lab.field);
        let own = field.centers[power.index()] as i32;
        let squares: i32 = field.centers.iter().map(|it| (it * it) as i32).sum();
        let mut value = self.center * own + self.share * (own * own * 1000 / squares.max(1));
        match solo {
            Some(winner) if winner == power => value += self.solo,
            Some(_) => value -= self.solo,
            None => {}
        }
        let ahead = lab.board().target() * self.ahead.unsigned_abs() / 100;
        for (rival, centers) in field.centers.iter().enumerate() {
            let beyond = centers.saturating_sub(ahead) as i32;
            if rival != power.index() {
                value -= self.rival * beyond * beyond;
                let passing = lab.passing.get(rival).copied();
                value -= self.line * passing.unwrap_or(0) as i32;
            }
        }
        for center in &terrain.centers {
            let ours = i32::from(field.strength(terrain, power, *center));
            let theirs = i32::from(field.competition(power, *center));
            let stands = position.unit_in(*center).map(|it| it.power);
            if position.owner(*center) == Some(power) {
                let guard = i32::from(stands == Some(power));
                if theirs > ours + guard {
                    value -= self.threat;
                }
            } else {
                let guard = i32::from(stands.is_some_and(|it| it != power));
                if ours > theirs + guard {
                    value += self.chance;
                }
            }
        }
        value
    }
}
