//! What search counts how much in a position.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// The file of weights: what hands began with, what `tune` tried, and what was kept.
const TEXT: &str = include_str!("../../data/bot/weights.json");

/// What counts how much, in thousandths of a centre. Those that bots use stand in
/// `data/bot/weights.json`; others are for comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A centre we own.
    pub center: i32,
    /// A thousandth of our share by the squares of centres.
    pub share: i32,
    /// A foreign centre that we reach with more units than stand against us.
    pub chance: i32,
    /// A centre of ours that a rival reaches with more units than we.
    pub threat: i32,
    /// The values of the places where our units stand, by this many.
    pub pull: i32,
    /// A move of ours that was stopped: of orders as good as each other those that
    /// come to pass are given.
    pub stopped: i32,
    /// The square of the centres that a rival has beyond those that put it ahead.
    pub rival: i32,
    /// With so many hundredths of the centres that win a rival is ahead.
    pub ahead: i32,
    /// A centre by which a rival may pass every line that still stands between it and
    /// a win.
    pub line: i32,
    /// A win, and with the other sign a rival's.
    pub solo: i32,
}

#[derive(Deserialize)]
struct File {
    before: Weights,
    weights: Weights,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    serde_json::from_str(TEXT).expect("the bundled weights are of the expected shape")
});

impl Weights {
    /// Those that bots use. They are the same for every board: what is measured is
    /// geometry.
    pub fn bundled() -> Self {
        FILE.weights
    }

    /// Those that tuning began with, set by hand.
    pub fn before() -> Self {
        FILE.before
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn what_games_kept_is_what_bots_count_by() {
        let file: Value = serde_json::from_str(TEXT).unwrap();
        let mut weights = file["before"].clone();
        let trials = file["trials"].as_array().unwrap();
        for trial in trials.iter().filter(|it| it["kept"] == true) {
            let name = trial["weight"].as_str().unwrap();
            assert_eq!(weights[name], trial["from"], "{name}");
            weights[name] = trial["to"].clone();
        }
        assert_eq!(weights, file["weights"]);
    }
}
