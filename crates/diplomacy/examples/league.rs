//! Games of bots from the command line, without the whole program:
//! `cargo run --release -p parlour-diplomacy --example league -- FIRST OTHERS SEATS GAMES
//! SEED [UNTIL [WEIGHTS [OTHERS_WEIGHTS]]]`. It builds in a minute; `parlour diplomacy
//! league` can do more.
//!
//! FIRST and OTHERS are kinds, or a number: a search of so many positions. GAMES is how
//! many, or `FROM..TO` for a piece of them. WEIGHTS is a file like
//! `data/bot/weights.json`, for both sides unless the others have one of their own.

#![expect(
    clippy::disallowed_methods,
    reason = "files of weights are read here, not by the rules"
)]

use std::error::Error;
use std::io::{self, Write};

use cpu_time::ThreadTime;
use parlour_diplomacy::Board;
use parlour_diplomacy::bot::Weights;
use parlour_diplomacy::bot::league::{Pairing, Player, Tally};

/// The weights that a file holds.
fn weights(path: &str) -> Result<Weights, Box<dyn Error>> {
    let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    Ok(serde_json::from_value(file["weights"].clone())?)
}

/// A side of the league.
fn player(word: &str) -> Result<Player, Box<dyn Error>> {
    match word.parse() {
        Ok(positions) => Ok(Player::search(positions, Weights::bundled())),
        Err(_) => Ok(word.parse()?),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [first, others, seats, games, seed, rest @ ..] = &words[..] else {
        return Err("say: FIRST OTHERS SEATS GAMES SEED [UNTIL [WEIGHTS [OTHERS_WEIGHTS]]]".into());
    };
    let mut pairing = Pairing {
        board: Board::standard(),
        first: player(first)?,
        others: player(others)?,
        seats: seats.parse()?,
        seed: seed.parse()?,
        until: rest.first().map_or(Ok(1935), |it| it.parse())?,
    };
    if let Some(path) = rest.get(1) {
        pairing.first = pairing.first.with(weights(path)?);
        pairing.others = pairing.others.with(weights(rest.get(2).unwrap_or(path))?);
    }
    let began = ThreadTime::now();
    let (from, to) = games.split_once("..").unwrap_or(("0", games));
    let (from, to): (u64, u64) = (from.parse()?, to.parse()?);
    let mut out = io::stdout().lock();
    let mut played = Vec::new();
    for number in from..to {
        let game = pairing.play(number, &|| began.elapsed());
        let ended = game.winner.as_deref().unwrap_or("nobody");
        let seats = game.seats.join(" ");
        writeln!(out, "{number}: {seats}; {ended} in {}", game.year)?;
        played.push(game);
    }
    Tally::of(&pairing, &played).print(&mut out, &pairing)?;
    Ok(())
}
