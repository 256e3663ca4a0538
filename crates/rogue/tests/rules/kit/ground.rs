//! Traps, gas, fire, water and vaults beside each other.

use parlour_rogue::generate::{self, Rooms};
use parlour_rogue::kit::{terrain, traps, vaults};
use parlour_rogue::{Chance, Level, Point, Seed, TileType};

use super::{game, keys, look, registry, rules, world_of};

#[test]
fn a_found_trap_and_marks_of_the_author_look_the_same_when_gas_has_passed() {
    let (mut world, _) = world_of(&["........", "........"]);
    let (trap, rug) = (Point::new(3, 0), Point::new(4, 0));
    traps::set(&mut world, trap, "dart");
    traps::reveal(&mut world, trap);
    world.mark(rug, "color", "red");
    world.mark(rug, "background", "#400000");
    terrain::release(&mut world, trap, 40);
    terrain::release(&mut world, rug, 40);
    let mut game = game(world, rules().with(terrain::rules));
    for _ in 0..60 {
        keys(&mut game, ".");
    }
    assert!(game.world.marked(terrain::GAS).is_empty());
    assert_eq!(look(&game, trap, "char").as_deref(), Some("^"));
    assert_eq!(look(&game, trap, "color").as_deref(), Some("red"));
    assert_eq!(look(&game, trap, "background"), None);
    assert_eq!(look(&game, rug, "color").as_deref(), Some("red"));
    assert_eq!(look(&game, rug, "background").as_deref(), Some("#400000"));
}

#[test]
fn what_burns_looks_like_fire_in_the_midst_of_gas() {
    let (mut world, _) = world_of(&["........", "........"]);
    let at = Point::new(6, 1);
    world.mark(at, "color", "red");
    terrain::ignite(&mut world, at);
    terrain::release(&mut world, at, 400);
    let mut game = game(world, rules().with(terrain::rules));
    keys(&mut game, ".");
    assert!(game.world.ground(at, terrain::FIRE).is_some());
    assert_eq!(look(&game, at, "char").as_deref(), Some("^"));
    assert_eq!(look(&game, at, "background").as_deref(), Some("#601000"));
    for _ in 0..80 {
        keys(&mut game, ".");
    }
    assert_eq!(look(&game, at, "color").as_deref(), Some("red"));
    assert_eq!(look(&game, at, "background"), None);
}

#[test]
fn the_key_of_a_vault_lies_on_no_stairs() {
    let mut locked = 0;
    for seed in 0..40 {
        let registry = registry();
        let mut chance = Chance::new(Seed(seed));
        let mut level = Level::new(&registry, 60, 30);
        let layout = generate::rooms(&mut level, &mut chance.map, &Rooms::default());
        let vault = vaults::lock_one(&registry, &mut level, &layout, &mut chance.map);
        let Some(vault) = vault else { continue };
        locked += 1;
        assert_ne!(vault.key, layout.start);
        assert_ne!(vault.key, layout.end);
        assert_eq!(level.tile_type(vault.key), Some(TileType::FLOOR));
    }
    assert!(locked > 10);
}

#[test]
fn deep_water_leaves_what_holds_fast_and_fire_leaves_what_a_tile_says() {
    let (mut world, me) = world_of(&["....", "...."]);
    let coin = world.spawn("coin", (0, 0)).unwrap();
    world.set_named(coin, "fast_in_water", true);
    world.pick_up(me, coin).unwrap();
    let (here, there) = (Point::new(0, 0), Point::new(3, 1));
    world.turn_into(here, "deep-water");
    world.turn_into(there, "grass");
    world.mark(there, "leaves", "deep-water");
    terrain::ignite(&mut world, there);
    let mut game = game(world, rules().with(terrain::rules));
    for _ in 0..40 {
        keys(&mut game, ".");
    }
    assert_eq!(game.world.pack(me).len(), 1);
    let water = game.world.registry().tile("deep-water");
    assert_eq!(game.world.level().tile_type(there), water);
}
