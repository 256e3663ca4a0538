//! What a position is worth to a power, after centres were counted.

use std::sync::LazyLock;

use serde::Deserialize;

use super::Lab;
use crate::{Board, Place, Position, Power};

/// What counts how much. The numbers stand in `data/bot/weights.json`; the commands that
/// compared them, and what these gave, in `docs/diplomacy-bots.md`.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(in crate::bot) struct Weights {
    /// A centre we own.
    pub(in crate::bot) center: i32,
    /// A thousandth of our share by the squares of centres.
    share: i32,
    /// A foreign centre that we reach with more units than stand against us.
    chance: i32,
    /// A centre of ours that a rival reaches with more units than we.
    threat: i32,
    /// The values of the places where our units stand, by this many.
    pull: i32,
    /// A move of ours that was stopped: of orders as good as each other those that
    /// come to pass are given.
    pub(in crate::bot) stopped: i32,
    /// The square of the centres that a rival has beyond two thirds of those that win.
    rival: i32,
    /// A win, and with the other sign a rival's.
    solo: i32,
}

#[derive(Deserialize)]
struct File {
    weights: Weights,
}

/// The file of weights as it stands.
pub(in crate::bot) const WEIGHTS_TEXT: &str = include_str!("../../../data/bot/weights.json");

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let file: File =
        serde_json::from_str(WEIGHTS_TEXT).expect("the bundled weights are of the expected shape");
    file.weights
});

/// What a centre's value comes to for a unit that stands on it, roughly.
const PULL_UNIT: i64 = 50_000;

impl Weights {
    /// The weights for a board. They are the same for every board: what is measured is
    /// geometry.
    pub(in crate::bot) fn of(_board: &Board) -> Self {
        *WEIGHTS
    }

    /// What a position is worth to a power.
    pub(super) fn value(
        &self,
        lab: &mut Lab<'_>,
        position: &Position,
        power: Power,
        solo: Option<Power>,
    ) -> i32 {
        lab.look(position, std::iter::once(power));
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
    /// surveyed the position.
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
        let near = lab.board().target() * 2 / 3;
        for (rival, centers) in field.centers.iter().enumerate() {
            let beyond = centers.saturating_sub(near) as i32;
            if rival != power.index() {
                value -= self.rival * beyond * beyond;
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
