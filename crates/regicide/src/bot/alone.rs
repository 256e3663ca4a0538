//! The bot plays a whole game alone, to be compared with.

use parlour_rules::{Actor, Rules, Seed, Turn, Viewer};

use super::{Level, advise};
use crate::game::Kingslayer;
use crate::setup::Setup;
use crate::state::Outcome;

/// The most decisions of a game; none has as many.
const MOST: u64 = 1_000;

/// How a bot of this level fares alone with these cards, from what its seat may know at
/// each decision. The same cards and level give the same answer; nothing if there is
/// no such game.
pub fn play_alone(setup: &Setup, seed: Seed, level: Level) -> Option<Outcome> {
    let mut state = Kingslayer::start(setup, seed).ok()?;
    for number in 0..MOST {
        let seat = match Kingslayer::turn(&state) {
            Turn::Over(outcome) => return Some(outcome),
            Turn::Awaiting { seats, .. } => seats.iter().next()?,
        };
        let view = Kingslayer::view(&state, Viewer::Seat(seat));
        let command = advise(&view, &level.thinking(number), &mut || true)?.command;
        for event in Kingslayer::decide(&state, Actor::Seat(seat), &command).ok()? {
            Kingslayer::apply(&mut state, &event);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_cards_end_the_same_way() {
        let setup = Setup::for_players(1);
        let play = |seed| play_alone(&setup, Seed(seed), Level::Rookie);
        let ends: Vec<_> = (0..20).map(play).collect();
        assert!(ends.iter().all(Option::is_some));
        assert_eq!(ends, (0..20).map(play).collect::<Vec<_>>());
        assert!(ends.iter().flatten().any(Outcome::is_won));
    }
}
