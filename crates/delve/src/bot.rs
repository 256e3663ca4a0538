//! Players made of code. They have the view of the seat and nothing else, and
//! answer a list of wishes, best first: the first that is not refused is done.
//!
//! [`Careful`] explores, fights, rests, drinks, flees and brings the amulet back,
//! sometimes. [`Aimless`] does anything.

mod careful;
mod ground;
mod means;
mod run;
mod tally;

use parlour_grid::{Direction, Point};
use parlour_rules::Stream;

use crate::command::Command;
use crate::view::View;

pub use careful::Careful;
pub use run::{Played, play, play_before};
pub use tally::{Sightings, Tally};

/// Somebody who plays.
pub trait Player {
    /// What it would do now, best first.
    fn wishes(&mut self, view: &View) -> Vec<Command>;
}

/// Does anything, without a thought.
#[derive(Clone, Debug)]
pub struct Aimless(pub Stream);

impl Player for Aimless {
    fn wishes(&mut self, view: &View) -> Vec<Command> {
        vec![any_command(view, &mut self.0), Command::Wait]
    }
}

/// Any command at all, more often one that moves the game along.
pub(crate) fn any_command(view: &View, chance: &mut Stream) -> Command {
    let letter = |chance: &mut Stream| {
        let letters: Vec<char> = view.pack.iter().map(|item| item.letter).collect();
        chance.pick(&letters).copied().unwrap_or('q')
    };
    let cell = |chance: &mut Stream| {
        Point::new(
            chance.below(u32::from(view.picture.width) + 2) as i32 - 1,
            chance.below(u32::from(view.picture.height) + 2) as i32 - 1,
        )
    };
    let known = |chance: &mut Stream| {
        let things: Vec<Point> = view.things.iter().map(|thing| thing.at).collect();
        chance.pick(&things).copied()
    };
    let way = |chance: &mut Stream| Direction::ALL[chance.below(8) as usize];
    match chance.below(26) {
        0..=7 => Command::Step(way(chance)),
        8..=12 => Command::Explore,
        13 => Command::Wait,
        14 => Command::Rest,
        15 => {
            let stairs = view.stairs(crate::view::Ground::StairsDown);
            Command::Travel(stairs.unwrap_or_else(|| cell(chance)))
        }
        16 => Command::Descend,
        17 => Command::Ascend,
        18 => Command::PickUp,
        19 => Command::Use(letter(chance)),
        20 => {
            let at = known(chance).unwrap_or_else(|| cell(chance));
            Command::UseAt(letter(chance), at)
        }
        21 => Command::Fire(known(chance).unwrap_or_else(|| cell(chance))),
        22 => Command::Close(way(chance)),
        23 => Command::Search,
        24 => Command::UseOn(letter(chance), letter(chance)),
        _ => match chance.below(8) {
            0 => Command::Drop(letter(chance)),
            _ => Command::Travel(cell(chance)),
        },
    }
}
