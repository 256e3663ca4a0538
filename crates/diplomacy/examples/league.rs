//! Games of bots from the command line, without the whole program:
//! `cargo run --release -p parlour-diplomacy --example league -- FIRST OTHERS SEATS GAMES
//! SEED [UNTIL]`. It builds in a minute; `parlour diplomacy league` can do more.

use std::io::{self, Write};

use cpu_time::ThreadTime;
use parlour_diplomacy::Board;
use parlour_diplomacy::bot::league::{Pairing, Tally};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [first, others, seats, games, seed, rest @ ..] = &words[..] else {
        return Err("say: FIRST OTHERS SEATS GAMES SEED [UNTIL]".into());
    };
    let pairing = Pairing {
        board: Board::standard(),
        first: first.parse()?,
        others: others.parse()?,
        seats: seats.parse()?,
        seed: seed.parse()?,
        until: rest.first().map_or(Ok(1935), |it| it.parse())?,
    };
    let began = ThreadTime::now();
    let games: u64 = games.parse()?;
    let mut out = io::stdout().lock();
    let mut played = Vec::new();
    for number in 0..games {
        let game = pairing.play(number, &|| began.elapsed());
        let ended = game.winner.as_deref().unwrap_or("nobody");
        let seats = game.seats.join(" ");
        writeln!(out, "{number}: {seats}; {ended} in {}", game.year)?;
        played.push(game);
    }
    Tally::of(&pairing, &played).print(&mut out, &pairing)?;
    Ok(())
}
