//! Steps, doors, exploring, travelling.

use std::collections::VecDeque;

use parlour_grid::path::Steps;
use parlour_rogue::{Direction, EntityRef, Outcome, Point, Step};

use super::{LONGEST, pack};
use crate::fight;
use crate::scene::{Scene, is_enemy, is_item, number};
use crate::state::State;

/// One step, one blow, or a stumble.
pub(super) fn step(scene: &mut Scene<'_>, way: Direction) -> Outcome {
    let way = if number(scene.world, scene.me, scene.content.names.confused) > 0
        && scene.world.chance.mind.below(2) == 0
    {
        let eighth = scene.world.chance.mind.below(8) as usize;
        Direction::ALL[eighth]
    } else {
        way
    };
    let to = scene.here().step(way);
    let enemy = scene
        .world
        .entities_at(to)
        .into_iter()
        .find(|it| is_enemy(*it))
        .map(EntityRef::id);
    if let Some(enemy) = enemy {
        fight::strike(scene, enemy, false);
        return Outcome::turn();
    }
    scene.make_noise(5);
    if scene.world.probe(scene.me, way.delta()) == Step::Free {
        scene.world.try_move(scene.me, way.delta());
        fight::open_doors_underfoot(scene.world, scene.content.kinds.door);
        mention_items(scene);
    }
    Outcome::turn()
}

fn mention_items(scene: &mut Scene<'_>) {
    let here = scene.world.entities_at(scene.here());
    let items: Vec<String> = here
        .into_iter()
        .filter(|it| is_item(*it))
        .map(|item| pack::words_for(scene.world, &scene.content.names, &item.to_entity()))
        .collect();
    if !items.is_empty() {
        scene
            .world
            .say(format!("You see {} here.", items.join(", ")));
    }
}

pub(super) fn close(scene: &mut Scene<'_>, way: Direction) -> Outcome {
    let at = scene.here().step(way);
    scene.make_noise(5);
    let door = scene.content.kinds.door;
    scene.world.level_mut().set_type(at, door);
    Outcome::turn().say("You close the door.")
}

/// What exploring does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Explore {
    /// Picks up what lies here.
    PickUp,
    /// Goes on.
    Step(Direction),
}

/// The next step towards what is not explored, or an item worth picking up.
/// Only what the player knows is asked.
pub(crate) fn explore_step(state: &State) -> Option<Explore> {
    let world = state.world();
    let names = &state.content.names;
    let (level, here) = (world.level(), state.here());
    let wanted: Vec<Point> = world
        .entities()
        .filter(|it| {
            is_item(*it)
                && it.is(names.seen)
                && !it.is(names.left_behind)
                && pack::has_room(state, *it)
        })
        .map(EntityRef::at)
        .collect();
    if wanted.contains(&here) {
        return Some(Explore::PickUp);
    }
    let edge = |at: Point| {
        let around = Direction::ALL.into_iter().map(|way| at.step(way));
        wanted.contains(&at)
            || around
                .filter(|&beside| level.contains(beside))
                .any(|beside| !level.explored().contains(beside))
    };
    let way = way_to(state, edge)?;
    way.first().copied().map(Explore::Step)
}

/// Whether somebody stands on a cell beside the player's.
pub(super) fn somebody_beside(state: &State) -> bool {
    let mut ways = Direction::ALL.into_iter();
    ways.any(|way| {
        let step = state.world().probe(state.player(), way.delta());
        matches!(step, Step::Creature(_))
    })
}

/// The way to a known cell.
pub(crate) fn travel_way(state: &State, at: Point) -> Option<Vec<Direction>> {
    if state.world().level().explored().contains(at) {
        way_to(state, |cell| cell == at)
    } else {
        None
    }
}

/// The shortest way over known ground to the nearest cell that is wanted, other
/// than here. Straight steps come before diagonal ones; the search spreads no
/// further than it has to.
fn way_to(state: &State, wanted: impl Fn(Point) -> bool) -> Option<Vec<Direction>> {
    const UNSEEN: u8 = u8::MAX;
    let (world, here) = (state.world(), state.here());
    let level = world.level();
    let size = level.size();
    // From which direction each cell was first reached.
    let mut reached = vec![UNSEEN; size.area() as usize];
    let mut queue = VecDeque::new();
    *reached.get_mut(size.id(here)? as usize)? = 0;
    queue.push_back(here);
    while let Some(at) = queue.pop_front() {
        if at != here && wanted(at) {
            let mut way = Vec::new();
            let mut back = at;
            while back != here {
                let step = Direction::ALL[usize::from(reached[size.id(back)? as usize])];
                way.push(step);
                back = back.step(step.opposite());
            }
            way.reverse();
            return Some(way);
        }
        for &way in Steps::Eight.directions() {
            let next = at.step(way);
            let Some(place) = size.id(next).map(|id| id as usize) else {
                continue;
            };
            let known = level.explored().contains(next) && level.is_walkable(next);
            if reached[place] != UNSEEN || !known {
                continue;
            }
            // Somebody beside is in the way; farther off they may move.
            if at == here && world.probe(state.player(), way.delta()) != Step::Free {
                continue;
            }
            reached[place] = way as u8;
            queue.push_back(next);
        }
    }
    None
}

/// Explores until something happens, something is found, or nothing is left.
pub(super) fn explore(state: &mut State) {
    let watch = state.watch();
    for _ in 0..LONGEST {
        match explore_step(state) {
            Some(Explore::PickUp) => {
                state.turn(pack::pick_up);
                return;
            }
            Some(Explore::Step(way)) => state.turn(|scene| quiet_step(scene, way)),
            None => {
                state.say(if somebody_beside(state) {
                    "Somebody is in the way."
                } else {
                    "There is nothing left to explore here."
                });
                return;
            }
        }
        if state.disturbed(&watch) {
            state.name_newcomers(&watch);
            return;
        }
    }
}

/// Walks to a known cell unless something happens.
pub(super) fn travel(state: &mut State, at: Point) {
    let watch = state.watch();
    let Some(way) = travel_way(state, at) else {
        return;
    };
    for step in way.into_iter().take(LONGEST as usize) {
        if state.world().probe(state.player(), step.delta()) != Step::Free {
            return;
        }
        state.turn(|scene| quiet_step(scene, step));
        if state.disturbed(&watch) {
            state.name_newcomers(&watch);
            return;
        }
    }
}

/// A step without a word about what lies there.
fn quiet_step(scene: &mut Scene<'_>, way: Direction) -> Outcome {
    scene.make_noise(5);
    scene.world.try_move(scene.me, way.delta());
    fight::open_doors_underfoot(scene.world, scene.content.kinds.door);
    Outcome::turn()
}

#[cfg(test)]
mod tests {
    use parlour_rules::{Actor, Rules, Seat, Seed};

    use crate::{Command, Delve, Refusal, Setup};

    /// In the third dungeon somebody sleeps in a corridor.
    #[test]
    fn exploring_says_that_somebody_is_in_the_way() {
        let mut state = Delve::start(&Setup::default(), Seed(3)).unwrap();
        let me = Actor::Seat(Seat(0));
        let refusal = loop {
            match Delve::decide(&state, me, &Command::Explore) {
                Ok(events) => events.iter().for_each(|it| Delve::apply(&mut state, it)),
                Err(refusal) => break refusal,
            }
        };
        assert_eq!(refusal, Refusal::InTheWay);
    }
}
