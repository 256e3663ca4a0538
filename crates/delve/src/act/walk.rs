//! Steps, doors, exploring, travelling.

use parlour_rogue::kit::{allies, doors, explore};
use parlour_rogue::{Direction, EntityId, EntityRef, Outcome, Point, Step, TileType, travel};

use super::{LONGEST, pack};
use crate::fight;
use crate::scene::{Scene, is_item, number};
use crate::state::State;
use crate::terrain;
use crate::words::Manner;

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
    if let Some(enemy) = scene.enemy_at(to) {
        fight::blow(scene, enemy);
        return Outcome::turn();
    }
    if scene.content.kinds.deep.is_some()
        && let Some(outcome) = instead_of_a_step(scene, way, to)
    {
        return outcome;
    }
    scene.make_noise(5);
    if scene.world.probe(scene.me, way.delta()) == Step::Free {
        scene.world.try_move(scene.me, way.delta());
        fight::open_doors_underfoot(scene.world, scene.content.kinds.door);
        mention_items(scene);
    }
    Outcome::turn()
}

/// What a step comes to where there is no free cell, or somebody holds the player, or
/// a spear reaches whoever is behind it.
fn instead_of_a_step(scene: &mut Scene<'_>, way: Direction, to: Point) -> Option<Outcome> {
    let names = scene.content.names;
    let tile = scene.world.level().tile_type(to);
    if tile == scene.content.kinds.deep.map(|deep| deep.locked) {
        scene.make_noise(8);
        return Some(doors::unlock(scene.world, scene.me, to));
    }
    if let Step::Creature(who) = scene.world.probe(scene.me, way.delta()) {
        return Some(meet(scene, who));
    }
    if fight::manner_of(&names, scene.world, scene.me) == Some(Manner::Reach)
        && scene.world.probe(scene.me, way.delta()) == Step::Free
        && let Some(enemy) = scene.enemy_at(to.step(way))
        && scene.world.player_sees(to.step(way))
    {
        fight::blow(scene, enemy);
        return Some(Outcome::turn());
    }
    if number(scene.world, scene.me, names.held) > 0 {
        scene.make_noise(8);
        if scene.world.chance.fight.below(2) == 0 {
            return Some(Outcome::turn().say("You are held fast."));
        }
        scene.world.set(scene.me, names.held, 0);
        scene.world.say("You tear yourself loose.");
    }
    None
}

/// Changes places with a friend, or breaks its chains.
fn meet(scene: &mut Scene<'_>, who: EntityId) -> Outcome {
    let captive = scene.content.names.captive;
    let chained = scene.world.entity(who).is_some_and(|it| it.is(captive));
    if !chained {
        scene.make_noise(5);
        return change_places(scene, who);
    }
    scene.make_noise(8);
    scene.world.unset(who, captive);
    let name = scene.name(who);
    let turn = scene.world.turns();
    let article = pack::with_article(&name);
    scene.journey.note(turn, format!("freed {article}"));
    Outcome::turn().say(format!("You break its chains. The {name} follows you."))
}

/// Goes where a friend stands, who comes here; before rules 4 without setting off what
/// lies there.
fn change_places(scene: &mut Scene<'_>, who: EntityId) -> Outcome {
    if scene.content.wits().is_of_rules_4() {
        return allies::swap(scene.world, scene.me, who);
    }
    let mine = scene.here();
    let theirs = scene.world.entity(who).map(EntityRef::at);
    let Some(theirs) = theirs.filter(|_| {
        let friend = scene.world.entity(who).is_some_and(allies::is_friend);
        friend && scene.world.is_open_to(Some(who), mine)
    }) else {
        return Outcome::retry();
    };
    scene.world.place(who, mine);
    scene.world.place(scene.me, theirs);
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
    /// Picks up something that lies here.
    PickUp(EntityId),
    /// Goes on.
    Step(Direction),
}

/// The next step towards what is not explored, or an item worth picking up.
/// Only what the player knows is asked.
pub(crate) fn explore_step(state: &State) -> Option<Explore> {
    let world = state.world();
    let underfoot = world.entities_at(state.here());
    if let Some(item) = underfoot.iter().find(|it| is_wanted(state, **it)) {
        // Before rules 4 the first thing was taken, wanted or not.
        let taken = if state.content.wits().is_of_rules_4() {
            Some(item)
        } else {
            underfoot.iter().find(|it| is_item(**it))
        };
        return taken.map(|it| Explore::PickUp(it.id()));
    }
    let way = way_to(state, to_explore(state))?;
    way.first().copied().map(Explore::Step)
}

/// Whether something is left to explore for whoever dares.
pub(super) fn is_more(state: &State) -> bool {
    travel::bold_way_to(state.world(), state.player(), to_explore(state)).is_some()
}

/// Whether exploring goes to a thing.
fn is_wanted(state: &State, it: EntityRef<'_>) -> bool {
    let names = &state.content.names;
    is_item(it)
        && it.is(names.seen)
        && !it.is(names.left_behind)
        && !pack::is_a_choice(names, it)
        && pack::has_room(state, it)
}

/// Where exploring goes: to what is wanted, and to the edge of what is known.
fn to_explore(state: &State) -> impl Fn(Point) -> bool {
    let world = state.world();
    let wanted: Vec<Point> = world
        .entities()
        .filter(|it| is_wanted(state, *it))
        .map(EntityRef::at)
        .collect();
    let level = world.level();
    move |at| wanted.contains(&at) || explore::is_edge(level, at)
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

/// The shortest way over known ground to the nearest cell that is wanted, past fire,
/// gas, deep water and traps that were found.
fn way_to(state: &State, wanted: impl Fn(Point) -> bool) -> Option<Vec<Direction>> {
    let (world, me) = (state.world(), state.player());
    let deep = state.content.kinds.deep.as_ref();
    let willing = |at| deep.is_none_or(|deep| terrain::is_inviting(world, deep, at));
    // Before rules 4 nobody asked whether a friend can stand where the player does.
    let rules_4 = state.content.wits().is_of_rules_4();
    let changes_places =
        |who| state.is_free_friend(who) && (!rules_4 || world.is_open_to(Some(who), state.here()));
    travel::way_by(world, me, wanted, willing, |way| {
        match world.probe(me, way.delta()) {
            Step::Free => true,
            Step::Creature(who) => changes_places(who),
            _ => false,
        }
    })
}

/// Explores until something happens, something is found, or nothing is left.
pub(super) fn explore(state: &mut State) {
    let watch = state.watch();
    for _ in 0..LONGEST {
        match explore_step(state) {
            Some(Explore::PickUp(item)) => {
                state.turn(|scene| pack::pick_up(scene, item));
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
        match state.world().probe(state.player(), step.delta()) {
            Step::Free => {}
            Step::Creature(who) if state.is_free_friend(who) => {}
            _ => return,
        }
        if !is_willing(state, step) {
            return;
        }
        state.turn(|scene| quiet_step(scene, step));
        if state.disturbed(&watch) {
            state.name_newcomers(&watch);
            return;
        }
    }
}

/// Searches for a few turns, unless something happens.
pub(super) fn search(state: &mut State) {
    let watch = state.watch();
    for _ in 0..5 {
        state.turn(|scene| {
            scene.make_noise(2);
            let outcome = doors::search(scene.world, scene.me);
            hang_what_was_found(scene);
            let found = !outcome.message.as_deref().unwrap_or("").contains("nothing");
            if found { outcome } else { Outcome::turn() }
        });
        if state.disturbed(&watch) {
            state.name_newcomers(&watch);
            return;
        }
    }
    if state.world().log().total() == state.journey.said_before {
        state.say("You search and find nothing.");
    }
}

/// Doors of this game open by walking into them.
fn hang_what_was_found(scene: &mut Scene<'_>) {
    let door = scene.content.kinds.door;
    for at in parlour_grid::Rect::around(scene.here(), 2).cells() {
        if scene.world.level().tile_type(at) == Some(TileType::DOOR_CLOSED) {
            scene.world.level_mut().set_type(at, door);
        }
    }
}

/// Whether the next cell of a way is still one to walk on.
fn is_willing(state: &State, way: Direction) -> bool {
    let deep = state.content.kinds.deep.as_ref();
    let next = state.here().step(way);
    deep.is_none_or(|deep| terrain::is_inviting(state.world(), deep, next))
}

/// A step without a word about what lies there.
fn quiet_step(scene: &mut Scene<'_>, way: Direction) -> Outcome {
    scene.make_noise(5);
    if let Step::Creature(who) = scene.world.probe(scene.me, way.delta()) {
        return change_places(scene, who);
    }
    scene.world.try_move(scene.me, way.delta());
    fight::open_doors_underfoot(scene.world, scene.content.kinds.door);
    Outcome::turn()
}
