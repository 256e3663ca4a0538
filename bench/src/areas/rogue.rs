//! The roguelike framework: actor turns, sight, saves, caves, replays; beside the loops of
//! others (`rogue/peers.rs`).
//!
//! Targets, on a machine where the plain loop does 3.6 million turns a second:
//! wanderers 1.5 million, chasers 300,000 a second; sight under 6 microseconds
//! whatever the map's size; save and load under 60 milliseconds each and 400 kB;
//! replay 20,000 player turns a second.

mod peers;

use anyhow::{Context, Result};
use parlour_rogue::generate::{self, Cave};
use parlour_rogue::grid::path::PathRules;
use parlour_rogue::{
    Chance, Dice as RolledDice, EntityId, EntityRef, Game, Key, Level, Outcome, Point, Prop,
    Registry, Rules, Seed, Stream, World, demo,
};

use crate::measure::{Bench, Contender, OURS};
use peers::{DownhillLoop, PlainLoop, RelativeLoop, SystemsLoop};

const CONTENT: &str = r#"
[entity.wanderer]
act = "wander"
blocks_movement = true

[entity.hunter]
act = "hunt-player"
blocks_movement = true
attack = "1"
damage = "1"

[entity.searcher]
act = "search"
blocks_movement = true

[entity.player]
blocks_movement = true
hp = 1000000
defense = 1000
"#;

/// Turns in one question: long enough that asking costs nothing.
const TURNS: u32 = 1000;

pub fn run(bench: &mut Bench) -> Result<()> {
    wanderers(bench)?;
    chasers(bench)?;
    sight(bench, "sight-80", 80, 50)?;
    sight(bench, "sight-1000", 1000, 1000)?;
    saves(bench)?;
    caves(bench)?;
    replay(bench)?;
    dice(bench)
}

fn registry() -> Result<Registry> {
    let mut registry = Registry::basics();
    registry.load("bench.toml", CONTENT)?;
    Ok(registry)
}

fn cave(registry: &Registry, width: u32, height: u32) -> (Level, Vec<Point>) {
    let mut level = Level::new(registry, width, height);
    let mut chance = Chance::new(Seed(9));
    generate::cave(&mut level, &mut chance.map, &Cave::default());
    let cells = level.size().cells();
    let floor = cells.filter(|&cell| level.is_walkable(cell)).collect();
    (level, floor)
}

/// 10,000 wanderers on an open map of 1000 x 1000.
fn crowd(registry: Registry, level: Level) -> Result<World> {
    let cells: Vec<Point> = level
        .size()
        .cells()
        .filter(|&cell| level.is_walkable(cell))
        .collect();
    let mut world = World::new(registry, Seed(1), "map", level);
    for _ in 0..10_000 {
        let cell = *world.chance.map.pick(&cells).context("a map has floor")?;
        world.spawn("wanderer", cell)?;
    }
    Ok(world)
}

fn wanderers(bench: &mut Bench) -> Result<()> {
    let registry = registry()?;
    let level = Level::new(&registry, 1000, 1000);
    let mut game = Game::at_rest(crowd(registry, level)?, rules())?;
    let parlour = Contender::new(OURS, |_| game.run(1));
    let (mut plain, mut systems) = (PlainLoop::new(), SystemsLoop::new());
    let mut relative = RelativeLoop::new();
    let peers = vec![
        parlour,
        Contender::new("plain loop", |_| plain.turn()),
        Contender::new("systems, as with bracket-lib", |_| systems.turn()),
        Contender::new("scheduler, as of rot.js", |_| relative.turn()),
    ];
    bench.scene("wanderers", 100_000, peers)
}

/// The shipped behaviours and one that searches its own path at every turn.
fn rules() -> Rules {
    Rules::new().behaviour("search", |world, me| {
        let at = |who| world.entity(who).map(EntityRef::at);
        let (here, there) = (at(me), world.player().and_then(at));
        let (Some(here), Some(there)) = (here, there) else {
            return Outcome::turn();
        };
        match world.first_step(me, there, &PathRules::counting_steps()) {
            Some(next) => world.try_move(me, next - here),
            None => Outcome::turn(),
        }
    })
}

/// 1,000 creatures after a player who appears elsewhere after every thousand
/// turns: those who share one map of distances beside those who each search.
fn chasers(bench: &mut Bench) -> Result<()> {
    let registry = registry()?;
    let (level, floor) = cave(&registry, 200, 200);
    let make = |kind: &str| -> Result<(Game, EntityId)> {
        let mut world = World::new(registry.clone(), Seed(1), "cave", level.clone());
        let player = world.spawn("player", floor[0])?;
        for _ in 0..1000 {
            let cell = *world.chance.map.pick(&floor).context("a cave has floor")?;
            world.spawn(kind, cell)?;
        }
        Ok((Game::at_rest(world, rules())?, player))
    };
    // A search a turn is slow: few questions, or a pass would never end.
    let questions = 4 * TURNS as usize;
    let mut contenders = Vec::new();
    let floor = &floor;
    for (name, kind) in [(OURS, "hunter"), ("A* each", "searcher")] {
        let (mut game, player) = make(kind)?;
        contenders.push(Contender::new(name, move |question| {
            if question % TURNS as usize == 0 {
                let place = question * 7919 % floor.len();
                game.world.place(player, floor[place]);
            }
            game.run(1)
        }));
    }
    let mut downhill = DownhillLoop::new((200, 200), floor, 1000);
    let mut goal = floor[0];
    contenders.push(Contender::new("bracket-pathfinding", move |question| {
        if question % TURNS as usize == 0 {
            goal = floor[question * 7919 % floor.len()];
        }
        downhill.turn(goal)
    }));
    bench.scene("chasers", questions, contenders)
}

fn sight(bench: &mut Bench, scene: &str, width: u32, height: u32) -> Result<()> {
    let registry = registry()?;
    let (level, floor) = cave(&registry, width, height);
    let mut world = World::new(registry, Seed(1), "cave", level);
    let mut chance = Stream::new(Seed(2), 0);
    let origins: Vec<Point> = (0..1000)
        .filter_map(|_| chance.pick(&floor).copied())
        .collect();
    let parlour = Contender::new(OURS, |question| {
        u64::from(world.field_of_view(origins[question], Some(10)).count())
    });
    bench.scene(scene, origins.len(), vec![parlour])
}

fn saves(bench: &mut Bench) -> Result<()> {
    let registry = registry()?;
    let (level, _) = cave(&registry, 1000, 1000);
    let mut world = crowd(registry.clone(), level)?;
    let ids: Vec<EntityId> = world.entities().map(EntityRef::id).collect();
    for (number, &id) in ids.iter().enumerate() {
        world.set(id, Prop::HP, number as i64 % 20);
    }
    let bytes = world.save();
    let size = bytes.len() as f64;
    let save = Contender::new(OURS, |_| world.save().len() as u64).with("bytes", size);
    bench.scene("save", 1, vec![save])?;
    let load = Contender::new(OURS, |_| {
        let loaded = World::load(&bytes, registry.clone());
        loaded.map_or(0, |world| world.next_id().0)
    });
    bench.scene("load", 1, vec![load.with("bytes", size)])
}

fn caves(bench: &mut Bench) -> Result<()> {
    let registry = registry()?;
    let parlour = Contender::new(OURS, |question| {
        let mut level = Level::new(&registry, 1000, 1000);
        let mut chance = Chance::new(Seed(question as u64));
        let layout = generate::cave(&mut level, &mut chance.map, &Cave::default());
        layout.start.x as u64
    });
    bench.scene("cave", 1, vec![parlour])
}

/// 100,000 keys on the demo. What comes of them is the same on every machine.
fn replay(bench: &mut Bench) -> Result<()> {
    let mut chance = Stream::new(Seed(5), 0);
    let letters = ['h', 'j', 'k', 'l', 'y', 'u', 'b', 'n', '.'];
    let keys: Vec<Key> = (0..100_000)
        .filter_map(|_| chance.pick(&letters).copied())
        .map(Key::Char)
        .collect();
    let fresh = || {
        let mut game = demo::game(Seed(7), demo::Fight::Dice);
        if let Some(player) = game.world.player() {
            game.world.set(player, Prop::HP, 1_000_000);
        }
        game
    };
    let mut once = fresh();
    once.press_all(keys.iter().copied());
    anyhow::ensure!(
        once.fingerprint().to_string() == "a9d8252af3c3c556",
        "the replay drifted: {}",
        once.fingerprint()
    );
    let mut game = fresh();
    let parlour = Contender::new(OURS, |question| {
        if question == 0 {
            game = fresh();
        }
        game.press(keys[question]).len() as u64
    });
    bench.scene("replay", keys.len(), vec![parlour])
}

fn dice(bench: &mut Bench) -> Result<()> {
    let dice: RolledDice = "2d6+3".parse()?;
    let mut chance = Stream::new(Seed(3), 0);
    let parlour = Contender::new(OURS, |_| dice.roll(&mut chance) as u64);
    bench.scene("dice", 100_000, vec![parlour])
}
