//! N1, N2, and thousands of random keys: no panic, no stall, no drift.

use super::*;
use parlour_rogue::generate::{self, Bsp, Cave, Drunkard, Maze, Rooms};
use parlour_rogue::recording::Recorder;
use parlour_rogue::{Arrival, Chance, Prop, Stream, TileType, Trigger, combat, demo, handlers};

/// A generated world of two levels with all kinds of creatures.
fn generated(seed: u64) -> (World, Rules) {
    let mut registry = demo::registry();
    registry
        .load(
            "more.toml",
            "[entity.bat]\nact = \"wander\"\ndelay = 5\nhp = 2\ndefense = 5\nblocks_movement = true\n\
             [entity.slug]\nact = \"wander\"\ndelay = 35\n\
             [entity.eel]\nparent = \"goblin\"\ncan_swim = true\n\
             [entity.boulder]\nblocks_movement = true\npushable = true\n",
        )
        .unwrap();
    let mut chance = Chance::new(Seed(seed));
    let make = |chance: &mut Stream, kind: u64| {
        let mut level = Level::new(&registry, 30 + (seed % 20) as u32, 20 + (seed % 9) as u32);
        let layout = match kind % 5 {
            0 => generate::rooms(&mut level, chance, &Rooms::default()),
            1 => generate::bsp(&mut level, chance, &Bsp::default()),
            2 => generate::cave(&mut level, chance, &Cave::default()),
            3 => generate::drunkard(&mut level, chance, &Drunkard::default()),
            _ => generate::maze(&mut level, chance, &Maze { loops: 30 }),
        };
        (level, layout)
    };
    let (mut upper, first) = make(&mut chance.map, seed);
    let (mut lower, second) = make(&mut chance.map, seed / 5);
    upper.set_type(first.end, TileType::STAIRS_DOWN);
    lower.set_type(second.start, TileType::STAIRS_UP);
    let mut world = World::new(registry, Seed(seed), "upper", upper);
    world.chance = chance;
    let below = world.add_level("lower", lower).unwrap();
    let top = world.current();
    let (down, up) = (
        Arrival {
            level: top,
            at: first.end,
        },
        Arrival {
            level: below,
            at: second.start,
        },
    );
    world
        .add_pair(
            down,
            up,
            if seed.is_multiple_of(2) {
                Trigger::Key
            } else {
                Trigger::Step
            },
        )
        .unwrap();
    world.spawn("player", first.start).unwrap();
    for level in [top, below] {
        let floor: Vec<Point> = {
            let level = world.get_level(level).unwrap();
            level
                .size()
                .cells()
                .filter(|&cell| level.is_walkable(cell))
                .collect()
        };
        for kind in ["goblin", "bat", "slug", "eel", "boulder", "bat"] {
            let cell = *world.chance.map.pick(&floor).unwrap();
            world.spawn_on(level, kind, cell).unwrap();
        }
    }
    let rules =
        demo::rules(demo::Fight::Dice).on_bump(handlers::first_of(handlers::push, combat::melee));
    (world, rules)
}

fn random_keys(seed: u64, count: usize) -> Vec<Key> {
    let mut chance = Stream::new(Seed(seed), 77);
    let often: Vec<Key> = keys("hjklyubn.").collect();
    let seldom: Vec<Key> = keys("xf><lt>S?<enter><escape><C-h><C-l><up><tab>").collect();
    (0..count)
        .map(|_| {
            let kind = if chance.below(6) == 0 {
                &seldom
            } else {
                &often
            };
            *chance.pick(kind).unwrap()
        })
        .collect()
}

#[test]
fn random_keys_on_generated_worlds_never_panic_stall_or_drift() {
    for seed in 0..rounds(1000) {
        let (world, rules) = generated(seed);
        let registry = world.registry().clone();
        let keys_map = rules.clone();
        let mut map = KeyMap::standard();
        for (key, action) in [
            ("f", "ranged-attack"),
            (">", "descend"),
            ("<", "ascend"),
            ("S", "save"),
        ] {
            map.bind(key.parse().unwrap(), action);
        }
        let rules = keys_map.keys(map);
        let mut recorder = Recorder::new(Game::new(world, rules.clone()).unwrap(), 50);
        let mut moved = 0;
        for key in random_keys(seed, 150) {
            moved += recorder.press(key).len();
            // A bounded number of turns of others between two of the player's.
            assert!(recorder.game().world.events().len() < 2_000, "seed {seed}");
        }
        assert!(moved > 0, "seed {seed}");
        let (game, recording) = recorder.finish();
        let again = recording
            .replay(&registry, &rules)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(again.fingerprint(), game.fingerprint(), "seed {seed}");
        assert_eq!(messages(&again.world), messages(&game.world), "seed {seed}");
    }
}

fn played(seed: u64, script: &[Key], cuts: &[usize]) -> Game {
    let mut game = demo::game(Seed(seed), demo::Fight::Dice);
    for (number, &key) in script.iter().enumerate() {
        if cuts.contains(&number) {
            game = Game::load(
                &game.save(),
                demo::registry(),
                demo::rules(demo::Fight::Dice),
            )
            .unwrap();
        }
        game.press(key);
    }
    game
}

#[test]
fn n1_the_same_seed_and_keys_give_the_same_state_and_log() {
    let script: Vec<Key> = keys("llllljjjjj..hhkkyubnxl").collect();
    let (one, other) = (played(12_345, &script, &[]), played(12_345, &script, &[]));
    assert_eq!(one.fingerprint(), other.fingerprint());
    assert_eq!(messages(&one.world), messages(&other.world));
    assert_ne!(
        played(54_321, &script, &[]).fingerprint(),
        one.fingerprint()
    );
}

#[test]
fn n1_the_state_is_the_same_in_debug_and_release_and_on_every_machine() {
    // Whoever builds this, with whatever options: the numbers are these.
    let script: Vec<Key> = random_keys(5, 400)
        .into_iter()
        .filter(|&key| key != Key::Escape)
        .collect();
    let game = played(777, &script, &[]);
    let (world, rules) = generated(42);
    let mut other = Game::new(world, rules).unwrap();
    other.press_all(
        random_keys(9, 300)
            .into_iter()
            .filter(|&key| key != Key::Escape),
    );
    let found = [
        game.fingerprint().to_string(),
        other.fingerprint().to_string(),
    ];
    assert_eq!(found, PINNED);
}

const PINNED: [&str; 2] = ["c64d6d485302283e", "7cb7b793b6a89778"];

/// The benchmark replays the same keys in release and demands the same hash.
#[test]
fn n1_a_hundred_thousand_keys_have_one_hash_everywhere() {
    let mut chance = Stream::new(Seed(5), 0);
    let letters = ['h', 'j', 'k', 'l', 'y', 'u', 'b', 'n', '.'];
    let mut game = demo::game(Seed(7), demo::Fight::Dice);
    let player = game.world.player().unwrap();
    game.world.set(player, Prop::HP, 1_000_000);
    for _ in 0..100_000 {
        game.press(Key::Char(*chance.pick(&letters).unwrap()));
    }
    assert_eq!(game.fingerprint().to_string(), REPLAYED);
}

const REPLAYED: &str = "a9d8252af3c3c556";

#[test]
fn n2_saving_anywhere_and_going_on_equals_not_stopping() {
    for seed in 0..rounds(200) {
        let script: Vec<Key> = random_keys(seed, 60)
            .into_iter()
            .filter(|&key| key != Key::Escape)
            .collect();
        let whole = played(seed, &script, &[]);
        let every: Vec<usize> = (0..script.len()).collect();
        for cuts in [&every[..], &[1, 7, 13], &[script.len() / 2]] {
            let cut = played(seed, &script, cuts);
            assert_eq!(cut.fingerprint(), whole.fingerprint(), "seed {seed}");
            assert_eq!(messages(&cut.world), messages(&whole.world), "seed {seed}");
        }
    }
}

#[test]
fn streams_of_chance_do_not_disturb_each_other() {
    let (mut quiet, mut loud) = (Chance::new(Seed(8)), Chance::new(Seed(8)));
    for _ in 0..1000 {
        loud.show.word();
        loud.map.word();
    }
    for _ in 0..100 {
        assert_eq!(quiet.fight.word(), loud.fight.word());
        assert_eq!(quiet.mind.word(), loud.mind.word());
    }
    let resumed = Chance::resume(loud.drawn());
    assert_eq!(resumed.drawn(), loud.drawn());
}
