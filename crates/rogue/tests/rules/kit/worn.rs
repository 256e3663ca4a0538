//! What is worn beside what passes.

use parlour_rogue::kit::equipment;
use parlour_rogue::kit::status::{self, Status};
use parlour_rogue::{Prop, Value};

use super::{delay, game, haste, keys, rules, world_of};

#[test]
fn what_changes_while_something_is_worn_stays_changed() {
    let (mut world, me) = world_of(&["..."]);
    world.spawn("boots", (0, 0)).unwrap();
    let mut game = game(world, rules().with(equipment::rules));
    keys(&mut game, "gia");
    assert_eq!(delay(&game, me), 8);
    game.world.set(me, Prop::DELAY, 16);
    keys(&mut game, ".");
    assert_eq!(delay(&game, me), 16);
    // What the boots gave is taken off again.
    keys(&mut game, "ia");
    assert_eq!(delay(&game, me), 18);
}

#[test]
fn what_is_put_on_while_hasted_does_not_keep_the_haste() {
    let (mut world, me) = world_of(&["..."]);
    world.spawn("boots", (0, 0)).unwrap();
    let rules = rules()
        .with(equipment::rules)
        .with(status::rules([haste()]));
    let mut game = game(world, rules);
    keys(&mut game, "g");
    status::put(&mut game.world, me, &haste(), 3);
    keys(&mut game, "ia");
    assert_eq!(delay(&game, me), 3);
    keys(&mut game, "..");
    assert_eq!(delay(&game, me), 8, "the haste is over, the boots are on");
    keys(&mut game, "ia");
    assert_eq!(delay(&game, me), 10);
}

#[test]
fn haste_lasts_whatever_is_worn() {
    let (mut world, me) = world_of(&["..."]);
    world.spawn("boots", (0, 0)).unwrap();
    let rules = rules()
        .with(equipment::rules)
        .with(status::rules([haste()]));
    let mut game = game(world, rules);
    keys(&mut game, "gia");
    status::put(&mut game.world, me, &haste(), 4);
    keys(&mut game, "..");
    assert_eq!(delay(&game, me), 3);
    // Taken off meanwhile.
    keys(&mut game, "ia");
    assert_eq!(delay(&game, me), 5);
    keys(&mut game, ".");
    assert_eq!(delay(&game, me), 10);
}

#[test]
fn a_status_that_ends_leaves_another_of_the_same_property_alone() {
    for (first, second) in [(2, 5), (5, 2)] {
        let (mut world, me) = world_of(&["..."]);
        let web = Status::new("webbed").sets("delay", 30);
        status::put(&mut world, me, &haste(), first);
        status::put(&mut world, me, &web, second);
        let mut game = game(world, rules().with(status::rules([haste(), web])));
        assert_eq!(delay(&game, me), 30, "the latest counts");
        keys(&mut game, "..");
        let left = if first > second { 5 } else { 30 };
        assert_eq!(delay(&game, me), left);
        keys(&mut game, "...");
        assert_eq!(delay(&game, me), 10);
    }
}

#[test]
fn the_menu_of_the_pack_says_what_is_worn() {
    let (mut world, _) = world_of(&["..."]);
    world.spawn("boots", (0, 0)).unwrap();
    let mut game = game(world, rules().with(equipment::rules));
    keys(&mut game, "gi");
    assert_eq!(game.menu().unwrap().choices[0].label, "light boots");
    keys(&mut game, "ai");
    assert_eq!(game.menu().unwrap().choices[0].label, "light boots (worn)");
}

fn table(entries: &[(&str, Value)]) -> Value {
    let entries = entries.iter();
    Value::Table(
        entries
            .map(|(name, value)| ((*name).into(), value.clone()))
            .collect(),
    )
}

/// What saves of before held: the value beneath, and no layers.
#[test]
fn games_saved_before_there_were_layers_go_on() {
    let (mut world, me) = world_of(&["..."]);
    let boots = world.spawn("boots", (0, 0)).unwrap();
    world.pick_up(me, boots).unwrap();
    let ten = Value::List(vec![Value::Int(10)]);
    let number = Value::Int(boots.0 as i64);
    world.set_named(me, "worn", table(&[("feet", number)]));
    world.set_named(me, "bare", table(&[("delay", ten.clone())]));
    world.set(me, Prop::DELAY, 8);
    let mut worn = game(world, rules().with(equipment::rules));
    keys(&mut worn, ".");
    assert_eq!(delay(&worn, me), 8);
    keys(&mut worn, "ia");
    assert_eq!(delay(&worn, me), 10);

    let (mut world, me) = world_of(&["..."]);
    world.set_named(me, "status", table(&[("hasted", Value::Int(3))]));
    world.set_named(me, "status_before", table(&[("delay", ten)]));
    world.set(me, Prop::DELAY, 5);
    let mut hasted = game(world, rules().with(status::rules([haste()])));
    keys(&mut hasted, "..");
    assert_eq!(delay(&hasted, me), 5);
    keys(&mut hasted, ".");
    assert_eq!(delay(&hasted, me), 10);
}
