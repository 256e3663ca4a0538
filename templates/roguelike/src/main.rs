//! A small game to begin with: see `content.toml` for what there is.

use std::error::Error;
use std::path::Path;

use parlour_rogue::generate::{self, Accretion};
use parlour_rogue::ui::{Layout, Panel, Tone};
use parlour_rogue::{
    Arrival, Chance, EntityId, Event, Game, Level, Outcome, Prop, Registry, Rules, Seed, World,
    handlers, term,
};

/// The lamp, a component of our own: content gives the player `oil`, a turn burns
/// some, and without any it sees the cells around and no more.
fn burn(world: &mut World, me: EntityId) -> Outcome {
    let dry = world.entity(me).is_none_or(|me| me.count("oil") <= 0);
    if dry || world.adjust(me, "oil", -1) > 0 {
        return Outcome::free();
    }
    world.set(me, Prop::VIEW_RADIUS, 1);
    Outcome::free().say("Your lamp goes out.")
}

/// Searching takes two and a half turns and feeds the lamp.
fn search(world: &mut World, me: EntityId) -> Outcome {
    world.adjust(me, "oil", 5);
    world.set(me, Prop::VIEW_RADIUS, 8);
    Outcome::ticks(25).say("You search the shelves and find a drop of oil.")
}

/// A word after every hard blow, and the end when the crown is taken.
fn react(world: &mut World, event: &Event) -> Outcome {
    let Some(me) = world.player() else {
        return Outcome::free();
    };
    match event {
        Event::Hit { who, damage, .. } if *who == me && *damage > 4 => {
            Outcome::free().say("That hurt!")
        }
        Event::Removed { .. } if world.carries(me, "crown") => {
            Outcome::won().say("The crown is yours!")
        }
        _ => Outcome::free(),
    }
}

/// What happens.
pub fn rules() -> Rules {
    Rules::new()
        .key('s', "search")
        .key('S', term::SAVE)
        .key('q', "quit")
        .fight_with_dice()
        .inventory()
        .stairs()
        .on_bump_tile(handlers::doors)
        .on_action("search", search)
        .after_turn(burn)
        .on_event(react)
        .look_at_the_known()
        .pass_through(term::SAVE)
}

/// Two levels of rooms, with somebody or something in each.
pub fn game(seed: Seed) -> Result<Game, Box<dyn Error>> {
    let (mut registry, mut chance) = (Registry::basics(), Chance::new(seed));
    registry.load("content.toml", include_str!("content.toml"))?;
    let mut upper = Level::new(&registry, 50, 18);
    let mut lower = Level::new(&registry, 50, 18);
    let first = generate::accretion(&mut upper, &mut chance.map, &Accretion::default());
    let second = generate::accretion(&mut lower, &mut chance.map, &Accretion::default());
    let mut world = World::new(registry, chance, "cellar", upper);
    let vault = world.add_level("vault", lower)?;
    let cellar = Arrival::new(world.current(), first.end);
    world.join_stairs(cellar, Arrival::new(vault, second.start))?;
    world.spawn("player", first.start)?;
    for (level, layout) in [(cellar.level, first), (vault, second)] {
        let kinds = ["rat", "potion", "goblin", "potion"].into_iter().cycle();
        for (room, kind) in layout.rooms.iter().skip(1).step_by(2).zip(kinds) {
            world.spawn_on(level, kind, room.centre())?;
        }
        if level == vault {
            world.spawn_on(vault, "crown", layout.end)?;
            world.spawn_on(vault, "ogre", layout.end)?;
        }
    }
    Ok(Game::new(world, rules())?)
}

/// What stands beside the map.
fn side(game: &Game, panel: &mut Panel) {
    let world = &game.world;
    if let Some(me) = world.player().and_then(|me| world.entity(me)) {
        panel.title(world.level_name(world.current()));
        panel.bar("hp ", me.count("hp"), 20, Tone::Bad);
        panel.bar("oil", me.count("oil"), 60, Tone::Warning);
    }
    panel.gap();
    panel.text(
        Tone::Faint,
        "g take, i use, d drop, s search, S save, ? keys",
    );
}

/// The map with a panel and a log.
pub fn layout() -> Layout {
    Layout::new().log(4).right(24, side)
}

fn main() -> Result<(), Box<dyn Error>> {
    term::play_saved(game(Seed(7))?, Path::new("my-game.save"), layout())?;
    Ok(())
}
