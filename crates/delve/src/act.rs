//! Carrying a command out. What is allowed is decided here as well, by the same
//! questions: [`check`] says no, or nothing, and changes nothing.

mod check;
mod pack;
mod uses;
mod walk;

use parlour_rogue::Outcome;

use crate::command::Command;
use crate::dungeon;
use crate::fight;
use crate::journey::End;
use crate::scene::Scene;
use crate::state::State;

pub(crate) use check::check;
pub use pack::with_article;
pub(crate) use pack::{count_of, words_for};
pub(crate) use walk::explore_step;

/// The most turns of one command that goes on by itself.
const LONGEST: u32 = 300;

/// Carries out a command that [`check`] allows.
pub(crate) fn perform(state: &mut State, command: &Command) {
    match *command {
        Command::Step(way) => state.turn(|scene| walk::step(scene, way)),
        Command::Wait => state.turn(|scene| {
            scene.make_noise(2);
            Outcome::turn()
        }),
        Command::Rest => rest(state),
        Command::Explore => walk::explore(state),
        Command::Travel(at) => walk::travel(state, at),
        Command::Descend => state.turn(descend),
        Command::Ascend => state.turn(ascend),
        Command::PickUp => state.turn(pack::pick_up),
        Command::Drop(letter) => state.turn(|scene| pack::drop_item(scene, letter)),
        Command::Use(letter) => state.turn(|scene| uses::use_item(scene, letter, None)),
        Command::UseAt(letter, at) => state.turn(|scene| uses::use_item(scene, letter, Some(at))),
        Command::Fire(at) => state.turn(|scene| uses::fire(scene, at)),
        Command::Close(way) => state.turn(|scene| walk::close(scene, way)),
    }
}

/// Rests until healed, or until something happens.
fn rest(state: &mut State) {
    let watch = state.watch();
    for _ in 0..LONGEST {
        state.turn(|scene| {
            scene.make_noise(2);
            Outcome::turn()
        });
        if state.disturbed(&watch) || !check::needs_rest(state) {
            state.name_newcomers(&watch);
            return;
        }
    }
}

fn descend(scene: &mut Scene<'_>) -> Outcome {
    let depth = scene.journey.depth + 1;
    let Some((_, new)) = dungeon::level_at(scene.content, scene.world, depth) else {
        return Outcome::free();
    };
    if scene.world.travel(scene.me).is_err() {
        return Outcome::free();
    }
    scene.journey.depth = depth;
    scene.journey.deepest = scene.journey.deepest.max(depth);
    arrive(scene, new);
    Outcome::turn()
}

fn ascend(scene: &mut Scene<'_>) -> Outcome {
    scene.make_noise(5);
    if scene.journey.depth == 1 {
        let turn = scene.world.turns();
        scene
            .world
            .say("You step out into the light, the amulet in your hand. You have won!");
        scene.journey.note(turn, "came out into the light");
        scene.journey.end = Some(End::Won);
        return Outcome::turn();
    }
    if scene.world.travel(scene.me).is_err() {
        return Outcome::free();
    }
    scene.journey.depth -= 1;
    arrive(scene, false);
    Outcome::turn()
}

/// Words on arrival, and pursuers for whoever carries the amulet.
fn arrive(scene: &mut Scene<'_>, new: bool) {
    let depth = scene.journey.depth;
    let name = scene.content.level_name(depth).to_string();
    scene.make_noise(5);
    scene
        .world
        .say(format!("You come to level {depth}, {name}."));
    if new {
        let plan = &scene.content.levels[usize::from(depth) - 1];
        scene.world.say(plan.story.clone());
        let turn = scene.world.turns();
        scene.journey.note(turn, format!("came to {name}"));
    }
    if scene.journey.has_amulet {
        for _ in 0..2 {
            crate::after::hunter_appears(scene.content, scene.world, depth, 5);
        }
    }
    fight::open_doors_underfoot(scene.world, scene.content.kinds.door);
}
