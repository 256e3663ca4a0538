//! The operations of determinism: the same keys again, with and without saves
//! in between.

use parlour_rules::{Fingerprint, Seed};

use super::form::Op;
use super::observed::Observed;
use super::setup::{Table, script, seed_of};
use crate::demo;
use crate::game::Game;
use crate::notation::Key;

pub(super) fn perform(table: &mut Table, op: Op) -> Result<Observed, String> {
    let own = table.demo.ok_or("replays are of the demo")?;
    match op {
        Op::Replay {
            keys,
            seed: other,
            twice,
        } => {
            let keys = script(&keys)?;
            let seed = other.as_ref().map_or(Ok(own), seed_of)?;
            let now = play(seed, &keys, &[])?;
            // Against the replay before; the first one against the setup's game.
            let before = match &table.replayed {
                Some(before) if !twice => before.clone(),
                _ if twice => play(seed, &keys, &[])?,
                _ => play(own, &keys, &[])?,
            };
            table.replayed = Some(now.clone());
            Ok(compared(&now, &before))
        }
        Op::SplitReplay { keys, cut_at } => {
            let keys = script(&keys)?;
            if cut_at.iter().any(|&cut| cut > keys.len()) {
                return Err("a cut is behind the last key".to_string());
            }
            let (cut, whole) = (play(own, &keys, &cut_at)?, play(own, &keys, &[])?);
            Ok(compared(&cut, &whole))
        }
        _ => Err("that is no operation of replays".to_string()),
    }
}

type Played = (Fingerprint, Vec<String>);

fn compared(now: &Played, before: &Played) -> Observed {
    Observed::new()
        .with("messages", now.1.clone())
        .with("same_hash", before.0 == now.0)
        .with("same_messages", before.1 == now.1)
}

/// Plays the demo, saving and loading before the keys at the cuts.
fn play(seed: Seed, keys: &[Key], cuts: &[usize]) -> Result<Played, String> {
    let mut game = demo::game(seed, demo::Fight::Dice);
    for (number, &key) in keys.iter().enumerate() {
        if cuts.contains(&number) {
            let loaded = Game::load(
                &game.save(),
                demo::registry(),
                demo::rules(demo::Fight::Dice),
            );
            game = loaded.map_err(|error| error.to_string())?;
        }
        game.press(key);
    }
    let messages = game
        .world
        .log()
        .iter()
        .map(|message| message.text.to_string());
    Ok((game.fingerprint(), messages.collect()))
}
