//! A whole game by a player made of code, kept as its log would be.

use parlour_rules::{Actor, Rules, Seat, Seed, Turn, Viewer};

use super::Player;
use crate::command::{Command, Event};
use crate::game::{Delve, Ending};
use crate::refusal::Refusal;
use crate::state::{Setup, State};
use crate::view::View;

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The last state.
    pub state: State,
    /// Every accepted command, with the events it caused.
    pub log: Vec<(Command, Vec<Event>)>,
    /// How it ended; nothing if the patience ran out.
    pub ending: Option<Ending>,
}

/// Plays one game, for at most so many commands.
pub fn play(
    setup: &Setup,
    seed: Seed,
    player: &mut dyn Player,
    most: u32,
) -> Result<Played, Refusal> {
    play_before(setup, seed, player, most, &mut |_, _, _| {})
}

/// The same before somebody who looks on: at the state, what the player sees of it, and
/// what it is about to do.
pub fn play_before(
    setup: &Setup,
    seed: Seed,
    player: &mut dyn Player,
    most: u32,
    watch: &mut dyn FnMut(&State, &View, &Command),
) -> Result<Played, Refusal> {
    let seat = Seat(0);
    let mut state = Delve::start(setup, seed)?;
    let mut log = Vec::new();
    for _ in 0..most {
        if let Turn::Over(ending) = Delve::turn(&state) {
            return Ok(Played {
                state,
                log,
                ending: Some(ending),
            });
        }
        let view = Delve::view(&state, Viewer::Seat(seat));
        let wishes = player.wishes(&view);
        let decided = wishes.into_iter().find_map(|command| {
            let events = Delve::decide(&state, Actor::Seat(seat), &command).ok()?;
            Some((command, events))
        });
        let (command, events) = match decided {
            Some(decided) => decided,
            None => (
                Command::Wait,
                Delve::decide(&state, Actor::Seat(seat), &Command::Wait)?,
            ),
        };
        watch(&state, &view, &command);
        for event in &events {
            Delve::apply(&mut state, event);
        }
        log.push((command, events));
    }
    Ok(Played {
        state,
        log,
        ending: None,
    })
}
