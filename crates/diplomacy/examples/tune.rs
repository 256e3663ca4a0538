//! Weights of search, tuned by games of bots against each other:
//! `cargo run --release -p parlour-diplomacy --example tune -- POSITIONS GAMES UNTIL SEED`.
//!
//! It begins with the weights that `data/bot/weights.json` keeps as those before, takes
//! one weight after the other, doubles it, then halves it (one of 0 becomes 300, then
//! 150), and lets three seats with the change play against four without. What counts is
//! how much more these seats get, by squares of centres, than in the same games without
//! any change: some powers are easier than others. A change that gains something, and one
//! and a half times the error of the mean, is kept. At the end three seats with all that was kept play twice as many games against four
//! with none of it, from another seed. Searches have counted positions, so the same
//! command gives the same file on every machine: `data/bot/weights.json`.

use std::error::Error;
use std::io::{self, Write};
use std::time::Duration;

use parlour_diplomacy::Board;
use parlour_diplomacy::bot::Weights;
use parlour_diplomacy::bot::league::{Pairing, Player};
use parlour_rules::Seed;
use serde_json::{Value, json};

/// The weights that are tuned. A centre is the measure of the others; what a stopped
/// move costs is a matter of manners, and a win is worth more than all the rest. What a
/// rival that is ahead counts is left alone too: who minds it less gains while others
/// stop it, and where nobody minds it one power wins most games.
const TUNED: [&str; 5] = ["line", "pull", "threat", "chance", "share"];
/// What is tried instead of a weight: twice and half of it; of one that counts nothing
/// yet, something.
fn trials_of(from: i64) -> [i64; 2] {
    match from {
        0 => [300, 150],
        from => [2 * from, from / 2],
    }
}

/// Seats with the change.
const SEATS: usize = 3;

/// How games are played.
struct League {
    positions: u64,
    games: u64,
    until: u16,
    seed: u64,
}

/// What a change gains by squares of centres, and the error of that, in thousandths.
#[derive(Clone, Copy)]
struct Gain {
    mean: i64,
    error: i64,
}

impl Gain {
    fn of(with: &[i64], without: &[i64]) -> Self {
        let count = with.len().max(2) as i64;
        let gains: Vec<i64> = with.iter().zip(without).map(|(a, b)| a - b).collect();
        let mean = gains.iter().sum::<i64>() / count;
        let squares: i64 = gains.iter().map(|it| (it - mean).pow(2)).sum();
        let error = (squares / (count - 1) / count).isqrt();
        Self { mean, error }
    }
}

impl League {
    fn of(words: &[String]) -> Result<Self, Box<dyn Error>> {
        let [positions, games, until, seed] = words else {
            return Err("say: POSITIONS GAMES UNTIL SEED".into());
        };
        Ok(Self {
            positions: positions.parse()?,
            games: games.parse()?,
            until: until.parse()?,
            seed: seed.parse()?,
        })
    }

    /// What three seats with these weights get against others with those, game by game.
    fn play(&self, changed: Weights, others: Weights) -> Vec<i64> {
        let pairing = Pairing {
            board: Board::standard(),
            first: Player::search(self.positions, changed),
            others: Player::search(self.positions, others),
            seats: SEATS,
            seed: Seed(self.seed),
            until: self.until,
        };
        let games = 0..self.games;
        games
            .map(|number| pairing.play(number, &|| Duration::ZERO).share as i64)
            .collect()
    }

    /// Other games, and more of them.
    fn afterwards(&self) -> Self {
        Self {
            games: 2 * self.games,
            seed: self.seed + 1,
            ..*self
        }
    }
}

/// A weight by its name.
fn number(weights: Weights, name: &str) -> Result<i64, Box<dyn Error>> {
    let value = serde_json::to_value(weights)?;
    value[name].as_i64().ok_or_else(|| name.into())
}

/// The same weights with another number for one of them.
fn with(weights: Weights, name: &str, number: i64) -> Result<Weights, Box<dyn Error>> {
    let mut value = serde_json::to_value(weights)?;
    value[name] = json!(number);
    Ok(serde_json::from_value(value)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let league = League::of(&words)?;
    let before = Weights::before();
    let (mut weights, mut trials) = (before, Vec::new());
    let mut unchanged = league.play(weights, weights);
    for name in TUNED {
        let from = number(weights, name)?;
        for to in trials_of(from) {
            let changed = with(weights, name, to)?;
            let gain = Gain::of(&league.play(changed, weights), &unchanged);
            let kept = gain.mean > 0 && 2 * gain.mean >= 3 * gain.error;
            let trial = json!({
                "weight": name, "from": from, "to": to, "kept": kept,
                "gain": gain.mean, "error": gain.error,
            });
            writeln!(io::stderr(), "{trial}")?;
            trials.push(trial);
            if kept {
                weights = changed;
                unchanged = league.play(weights, weights);
                break;
            }
        }
    }
    let after = league.afterwards();
    let together = Gain::of(&after.play(weights, before), &after.play(before, before));
    if together.mean < 0 {
        weights = before;
    }
    write_file(&words, before, &trials, together, weights)
}

/// Writes the file, a trial a line.
fn write_file(
    words: &[String],
    before: Weights,
    trials: &[Value],
    together: Gain,
    weights: Weights,
) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let line = |it: &Weights| serde_json::to_string(it);
    let about = "What a position is worth to the search of bots, in thousandths of a centre. \
                 Trials: what three seats with a change gained, in thousandths of all squares \
                 of centres, and the error of the mean.";
    let command = "cargo run --release -p parlour-diplomacy --example tune --";
    let together = json!({ "gain": together.mean, "error": together.error });
    writeln!(out, "{{\n  \"about\": {},", json!(about))?;
    writeln!(out, "  \"command\": \"{command} {}\",", words.join(" "))?;
    writeln!(out, "  \"before\": {},", line(&before)?)?;
    let trials: Vec<String> = trials.iter().map(|it| format!("    {it}")).collect();
    writeln!(out, "  \"trials\": [\n{}\n  ],", trials.join(",\n"))?;
    writeln!(out, "  \"together\": {together},")?;
    writeln!(out, "  \"weights\": {}\n}}", line(&weights)?)?;
    Ok(())
}
