//! Carrying a command out. What is allowed is decided here as well, by the same
//! questions: [`check`] says no, or nothing, and changes nothing.

mod check;
mod pack;
mod spells;
mod uses;
mod walk;

use parlour_rogue::Outcome;

use crate::after;
use crate::command::Command;
use crate::dungeon;
use crate::fight;
use crate::journey::End;
use crate::scene::Scene;
use crate::state::State;

pub(crate) use check::{NEAR, check};
pub(crate) use pack::{count_of, most_charges, price_of, words_for};
pub use pack::{counted, plural, with_article};
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
        Command::PickUp => {
            if let Ok(item) = pack::to_take(state) {
                state.turn(|scene| pack::pick_up(scene, item));
            }
        }
        Command::Drop(letter) => state.turn(|scene| pack::drop_item(scene, letter)),
        Command::Use(letter) => state.turn(|scene| uses::use_item(scene, letter, None)),
        Command::UseAt(letter, at) => state.turn(|scene| uses::use_item(scene, letter, Some(at))),
        Command::UseOn(shard, on) => state.turn(|scene| uses::bind(scene, shard, Some(on))),
        Command::Search => walk::search(state),
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
    let place = scene.journey.place();
    let shaft = scene.content.kinds.deep.and_then(|deep| deep.shaft);
    let tile = scene.world.level().tile_type(scene.here());
    let place = if shaft.is_some() && tile == shaft {
        place.aside()
    } else {
        place.below()
    };
    let Some((_, new)) = dungeon::level_at(scene.content, scene.world, place) else {
        return Outcome::free();
    };
    if !take_stairs(scene) {
        return Outcome::free();
    }
    scene.journey.come_to(place);
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
    if !take_stairs(scene) {
        return Outcome::free();
    }
    scene.journey.come_to(scene.journey.place().above());
    arrive(scene, false);
    Outcome::turn()
}

/// The player goes, and friends who are near go with it; keys stay.
fn take_stairs(scene: &mut Scene<'_>) -> bool {
    let Some(deep) = scene.content.kinds.deep else {
        return scene.world.travel(scene.me).is_ok();
    };
    let names = scene.content.names;
    let here = scene.here();
    let near = scene
        .world
        .within(here, 3, parlour_rogue::Metric::Chebyshev);
    let friends: Vec<_> = near
        .into_iter()
        .filter(|it| it.is(names.friend) && !it.is(names.captive))
        .map(parlour_rogue::EntityRef::id)
        .collect();
    let keys: Vec<_> = scene
        .world
        .pack(scene.me)
        .iter()
        .filter(|item| item.kind == deep.key)
        .filter_map(|item| item.id)
        .collect();
    for key in keys {
        if scene.world.put_down(scene.me, key).is_ok() {
            scene.journey.forget(key);
            scene.world.say("The key stays behind.");
        }
    }
    if scene.world.travel(scene.me).is_err() {
        return false;
    }
    let place = parlour_rogue::Arrival::new(scene.world.current(), scene.here());
    for friend in friends {
        // Where there is no room it stays behind.
        let _ = scene.world.send_to(friend, place);
    }
    true
}

/// Friends grow with every level that is new to them.
fn train(scene: &mut Scene<'_>) {
    let names = scene.content.names;
    let friends: Vec<_> = scene
        .world
        .entities()
        .filter(|it| it.is(names.friend) && !it.is(names.captive))
        .filter_map(|it| Some((it.id(), parlour_rogue::combat::Health::of(it)?.max_hp)))
        .collect();
    for (friend, most) in friends {
        let most = most + 6;
        scene.world.set(friend, parlour_rogue::Prop::MAX_HP, most);
        scene.world.set(friend, parlour_rogue::Prop::HP, most);
        let attack = scene.world.entity(friend);
        let attack = attack.and_then(|it| it.prop(parlour_rogue::Prop::ATTACK)?.as_dice());
        if let Some(attack) = attack {
            let better = crate::scene::plus(attack, 1);
            scene
                .world
                .set(friend, parlour_rogue::Prop::ATTACK, better.to_string());
        }
        let name = scene.name(friend);
        scene.world.say(format!("Your {name} grows with the way."));
    }
}

/// Words on arrival, and pursuers for whoever carries the amulet.
fn arrive(scene: &mut Scene<'_>, new: bool) {
    let place = scene.journey.place();
    let depth = place.depth;
    let name = scene.content.level_name(place).to_string();
    scene.make_noise(5);
    scene
        .world
        .say(format!("You come to level {depth}, {name}."));
    if new {
        let plan = scene.content.plan(place);
        let story = plan.map_or("", |plan| &plan.story);
        scene.world.say(story);
        let turn = scene.world.turns();
        scene.journey.note(turn, format!("came to {name}"));
    }
    if scene.content.kinds.deep.is_some() {
        let theme = dungeon::theme(scene.content, scene.world.seed(), place);
        scene.journey.theme = theme;
        after::let_eyes_settle(scene.content, scene.world, theme);
        if new {
            if let Some(feeling) = scene.content.feelings.get(&theme) {
                scene.world.say(feeling.clone());
            }
            if let Some(branch) = scene.content.branch_at(place) {
                scene.world.say(branch.call.clone());
            }
            train(scene);
        }
    }
    if scene.journey.has_amulet {
        for _ in 0..2 {
            let danger = scene.content.danger(place);
            after::hunter_appears(scene.content, scene.world, (danger, scene.journey.theme), 5);
        }
    }
    fight::open_doors_underfoot(scene.world, scene.content.kinds.door);
}
