//! Friends, and what the dead leave.

use parlour_rogue::kit::allies;
use parlour_rogue::kit::traps::{self, Traps};
use parlour_rogue::{
    Arrival, EntityId, EntityRef, Event, Level, Metric, Outcome, Point, Prop, Seed, World, combat,
    handlers, items,
};

use super::{game, keys, place, registry, rules, world_of};

#[test]
fn a_friend_goes_for_the_nearest_enemy_it_sees() {
    let (mut world, _) = world_of(&["..........", "##########", ".........."]);
    let dog = world.spawn("dog", (1, 0)).unwrap();
    allies::befriend(&mut world, dog);
    // One is nearer, behind the wall.
    world.spawn("rat", (1, 2)).unwrap();
    let seen = world.spawn("rat", (6, 0)).unwrap();
    let rules = rules()
        .fight_with_dice()
        .with(allies::rules)
        .behaviour("wait", |world, me| {
            let friend = world.entity(me).is_some_and(allies::is_friend);
            if friend {
                allies::follower(combat::melee)(world, me)
            } else {
                Outcome::turn()
            }
        });
    let mut game = game(world, rules);
    keys(&mut game, "......");
    assert!(game.world.entity(seen).is_none());
}

#[test]
fn changing_places_springs_traps() {
    let (mut world, me) = world_of(&["...."]);
    let dog = world.spawn("dog", (1, 0)).unwrap();
    allies::befriend(&mut world, dog);
    traps::set(&mut world, Point::new(1, 0), "dart");
    let dart = Traps::new().kind("dart", |world: &mut World, who| {
        combat::wound(world, who, 3, None);
    });
    let bump = handlers::first_of(allies::swap, combat::melee);
    let mut game = game(world, rules().with(dart.rules()).on_bump(bump));
    keys(&mut game, "l");
    assert_eq!(place(&game, me), Point::new(1, 0));
    assert_eq!(game.world.entity(me).unwrap().int(Prop::HP), Some(17));
}

#[test]
fn friends_who_are_near_follow_over_stairs() {
    let registry = registry();
    let level = || Level::from_rows(&registry, &["........"]).unwrap();
    let mut world = World::new(registry.clone(), Seed(1), "upper", level());
    let lower = world.add_level("lower", level()).unwrap();
    let upper = world.current();
    let ends = [upper, lower].map(|level| Arrival::new(level, Point::new(2, 0)));
    world.join_stairs(ends[0], ends[1]).unwrap();
    world.spawn("player", (2, 0)).unwrap();
    let near = world.spawn("dog", (4, 0)).unwrap();
    let far = world.spawn("dog", (7, 0)).unwrap();
    let told_to_stay = world.spawn("dog", (1, 0)).unwrap();
    for dog in [near, far, told_to_stay] {
        allies::befriend(&mut world, dog);
    }
    world.set_named(told_to_stay, allies::STAYS, true);
    let stranger = world.spawn("rat", (3, 0)).unwrap();
    let mut game = game(world, rules().stairs().with(allies::rules));
    keys(&mut game, ">");
    assert_eq!(game.world.current(), lower);
    assert_eq!(game.world.level_of(near), Some(lower));
    for who in [far, told_to_stay, stranger] {
        assert_eq!(game.world.level_of(who), Some(upper));
    }
}

#[test]
fn what_the_dead_carried_lies_where_they_fell() {
    let (mut world, me) = world_of(&["..."]);
    let rat = world.spawn("rat", (1, 0)).unwrap();
    let coin = world.spawn("coin", (2, 0)).unwrap();
    world.pick_up(rat, coin).unwrap();
    world.set(me, Prop::ATTACK, "20");
    world.set(me, Prop::DAMAGE, "9");
    let rules = rules().fight_with_dice().before_death(items::drop_loot);
    let mut game = game(world, rules);
    keys(&mut game, "l");
    assert!(game.world.entity(rat).is_none());
    assert_eq!(place(&game, coin), Point::new(1, 0));
}

/// Hurts everybody beside whoever dies, as a keg of powder would.
fn burst(world: &mut World, who: EntityId) {
    let at = world.entity(who).unwrap().at();
    let near = world.within(at, 1, Metric::Chebyshev).into_iter();
    let others: Vec<EntityId> = near.map(EntityRef::id).filter(|it| *it != who).collect();
    for other in others {
        combat::wound(world, other, 9, Some(who));
    }
}

#[test]
fn whoever_bursts_dies_once_though_its_neighbour_bursts_as_well() {
    for fixed in [false, true] {
        let (mut world, _) = world_of(&["......"]);
        let rats = [(3, 0), (4, 0)].map(|at| world.spawn("rat", at).unwrap());
        let coin = world.spawn("coin", (5, 0)).unwrap();
        world.pick_up(rats[0], coin).unwrap();
        for rat in rats.into_iter().filter(|_| fixed) {
            world.set(rat, Prop::POWER, 1);
        }
        let rules = rules().before_death(burst).before_death(items::drop_loot);
        let mut game = game(world, rules);
        game.perform(|world, _| {
            assert!(combat::wound(world, rats[0], 9, None));
            assert!(rats.iter().all(|rat| !world.is_leaving(*rat)));
            Outcome::free()
        });
        let died = game.world.events().iter();
        let died = died.filter_map(|event| match event {
            Event::Died { who, .. } => Some(*who),
            _ => None,
        });
        // The neighbour is gone first: it died of the burst.
        assert_eq!(died.collect::<Vec<_>>(), [rats[1], rats[0]], "{fixed}");
        let ends = if fixed { " is dead!" } else { " dies." };
        let told = game.world.log().iter();
        assert_eq!(told.filter(|it| it.text.ends_with(ends)).count(), 2);
        assert_eq!(place(&game, coin), Point::new(3, 0));
    }
}
