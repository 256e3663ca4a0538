//! The recorded playthrough still happens.

use std::fmt::Write;

use super::refusals::as_json;
use super::walk::begin;
use super::{Check, Fault, Sampler};
use crate::{Actor, Rules, Seat, SeatSet, Seed, Stream, Turn, Viewer};

/// A playthrough as text: per command the stage, the actor, the command, its
/// events or refusal and the fingerprint after; then the last view and the turn.
///
/// Keep it as a file beside the game's tests and compare with [`check_golden`].
/// It changes only when the rules change, and then [`Rules::VERSION`] is raised.
pub fn golden_playthrough<G: Rules>(
    sampler: &impl Sampler<G>,
    seed: Seed,
    steps: u32,
) -> Result<String, Fault> {
    let mut chance = Stream::new(seed, 0);
    let (game, mut state) = begin(sampler, 0, Check::Golden, &mut chance)?;
    let mut text = format!(
        "game {} rules {}\nsetup {}\nseed {}\nstart {}\n",
        G::NAME,
        G::VERSION,
        as_json(&game.setup),
        game.seed,
        G::fingerprint(&state)
    );
    for _ in 0..steps {
        let Turn::Awaiting { stage, seats } = G::turn(&state) else {
            break;
        };
        let by = next_actor(seats, game.seats, &mut chance);
        let Some(command) = sampler.command(&state, by, &mut chance) else {
            continue;
        };
        let said = format!("{stage} {} {}", as_json(&by), as_json(&command));
        let line = match G::decide(&state, by, &command) {
            Err(refusal) => writeln!(text, "{said} refused: {refusal}"),
            Ok(events) => {
                for event in &events {
                    G::apply(&mut state, event);
                }
                let print = G::fingerprint(&state);
                writeln!(text, "{said} -> {} {print}", as_json(&events))
            }
        };
        line.expect("text grows");
    }
    let view = as_json(&G::view(&state, Viewer::Spectator));
    let end = match G::turn(&state) {
        Turn::Over(outcome) => format!("over {}", as_json(&outcome)),
        Turn::Awaiting { stage, .. } => format!("awaiting {stage}"),
    };
    writeln!(text, "spectator {view}\n{end}").expect("text grows");
    Ok(text)
}

/// Plays again and names the first line that is not as recorded.
pub fn check_golden<G: Rules>(
    sampler: &impl Sampler<G>,
    seed: Seed,
    steps: u32,
    golden: &str,
) -> Result<(), Fault> {
    let played = golden_playthrough(sampler, seed, steps)?;
    let mut lines = (1_u32..).zip(played.lines());
    let mut recorded = golden.lines();
    loop {
        let (found, expected) = (lines.next(), recorded.next());
        let number = match (found, expected) {
            (None, None) => return Ok(()),
            (Some((_, found)), Some(expected)) if found == expected => continue,
            (Some((number, _)), _) => number,
            (None, Some(_)) => played.lines().count() as u32 + 1,
        };
        let show = |line: Option<&str>| line.unwrap_or("the end of the text").to_owned();
        return Err(Fault {
            check: Check::Golden,
            game: G::NAME,
            round: 0,
            entries: number.saturating_sub(5),
            what: format!(
                "line {number}: expected {}, found {}",
                show(expected),
                show(found.map(|(_, line)| line))
            ),
        });
    }
}

/// Awaited seats mostly; every eighth command is the clock's or anybody's.
fn next_actor(awaited: SeatSet, seats: u8, chance: &mut Stream) -> Actor {
    let nth = |set: SeatSet, chance: &mut Stream| {
        let number = chance.below(set.len());
        set.iter().nth(number as usize).map(Actor::Seat)
    };
    let everyone: SeatSet = (0..seats).map(Seat).collect();
    match chance.below(16) {
        0 => Some(Actor::Clock),
        1 => nth(everyone, chance),
        _ => nth(awaited, chance),
    }
    .unwrap_or(Actor::Clock)
}
