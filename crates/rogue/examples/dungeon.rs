//! Two generated levels with stairs, doors and a rat. `q` ends it.
use parlour_rogue::generate::{self, Cave, Rooms};
use parlour_rogue::{
    Arrival, Chance, Game, KeyMap, Level, Outcome, Registry, Rules, Seed, World, handlers, term,
};

const CONTENT: &str = r#"[entity.player]
char = "@"
act = "player"
[entity.rat]
char = "r"
act = "wander"
blocks_movement = true
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut registry = Registry::basics();
    registry.load("content.toml", CONTENT)?;
    let mut chance = Chance::new(Seed::from_text("hello"));
    let mut upper = Level::new(&registry, 60, 20);
    let mut lower = upper.clone();
    let cellar = generate::rooms(&mut upper, &mut chance.map, &Rooms::default());
    let cave = generate::cave(&mut lower, &mut chance.map, &Cave::default());
    let mut world = World::new(registry, chance, "cellar", upper);
    let below = world.add_level("cave", lower)?;
    let stairs = Arrival::new(world.current(), cellar.end);
    world.join_stairs(stairs, Arrival::new(below, cave.start))?;
    world.spawn("player", cellar.start)?;
    world.spawn("rat", cellar.end)?;
    let rules = Rules::new()
        .keys(KeyMap::standard().with("q", "quit")?)
        .stairs()
        .on_bump_tile(handlers::doors)
        .on_bump(|world, _me, rat| {
            world.remove(rat);
            Outcome::turn().say("Squeak!")
        });
    term::run(Game::new(world, rules)?)?;
    Ok(())
}
