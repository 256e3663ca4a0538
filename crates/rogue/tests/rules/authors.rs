//! What authors stumbled over: clocks of newcomers, items by either rule, rules that lack
//! content, words that were lost.

use parlour_rogue::{
    Aim, Answer, Ending, Entity, Event, Game, Key, Level, Menu, Need, Outcome, Point, Prop,
    Registry, Rules, Seed, World, combat, items,
};

const DICE: &str = r#"
[entity.player]
name = "You"
act = "player"
hp = 10
defense = 5
attack = "10"
damage = "1"

[entity.imp]
name = "imp"
act = "count"
blocks_movement = true
hp = 6
defense = 5
attack = "1"
damage = "1"

[entity.potion]
name = "potion"
use = "heal"
amount = "1d4+2"

[entity.bolt]
name = "bolt"
use = "lightning"
damage = "2d2"

[entity.ball]
name = "ball"
use = "fireball"
damage = 6
radius = 1

[entity.dust]
name = "dust"
use = "confuse"
turns = 2
"#;

fn registry(content: &str) -> Registry {
    let mut registry = Registry::basics();
    registry.load("mine.toml", content).unwrap();
    registry
}

fn world(content: &str, rows: &[&str]) -> World {
    let registry = registry(content);
    let level = Level::from_rows(&registry, rows).unwrap();
    World::new(registry, Seed(1), "here", level)
}

fn rules() -> Rules {
    Rules::new()
        .fight_with_dice()
        .inventory()
        .behaviour("count", |world, me| {
            world.adjust(me, "acted", 1);
            Outcome::turn()
        })
}

fn press(game: &mut Game, keys: &str) {
    game.press_all(parlour_rogue::notation::parse_script(keys).unwrap());
}

fn acted(game: &Game, who: parlour_rogue::EntityId) -> i64 {
    game.world.entity(who).unwrap().count("acted")
}

#[test]
fn whoever_is_spawned_during_play_begins_now() {
    let mut world = world(DICE, &["....."]);
    world.spawn("player", (0, 0)).unwrap();
    let below = Level::from_rows(world.registry(), &["..."]).unwrap();
    let below = world.add_level("below", below).unwrap();
    let mut game = Game::new(world, rules()).unwrap();
    press(&mut game, &".".repeat(1000));
    let imp = game.world.spawn("imp", (4, 0)).unwrap();
    let later = game
        .world
        .spawn_at("imp", (3, 0), game.world.now() + 50)
        .unwrap();
    let kind = game.world.registry().entity("imp").unwrap();
    let added = game.world.add(Entity::new(kind, Point::new(2, 0))).unwrap();
    let frozen = game.world.spawn_on(below, "imp", (0, 0)).unwrap();
    press(&mut game, ".");
    assert_eq!(acted(&game, imp), 1, "once a turn like everybody");
    assert_eq!(acted(&game, later), 0);
    assert_eq!(acted(&game, added), 1);
    press(&mut game, "....");
    assert_eq!(acted(&game, later), 1);
    // A level that was left goes on when it is entered.
    game.world.enter(below);
    let due = game.world.entity(frozen).unwrap().next_action();
    assert!(due >= game.world.now(), "{due}");
}

/// The player with everything in its pack: potion, bolt, ball, dust.
fn with_items(at: (i32, i32)) -> (Game, parlour_rogue::EntityId, parlour_rogue::EntityId) {
    let mut world = world(DICE, &["......", "......"]);
    let me = world.spawn("player", (0, 0)).unwrap();
    let imp = world.spawn("imp", at).unwrap();
    for kind in ["potion", "bolt", "ball", "dust"] {
        let kind = world.registry().entity(kind).unwrap();
        world.give(me, Entity::new(kind, Point::ORIGIN)).unwrap();
    }
    (Game::new(world, rules()).unwrap(), me, imp)
}

#[test]
fn items_work_by_dice() {
    let (mut game, me, imp) = with_items((3, 0));
    press(&mut game, "ia");
    assert_eq!(
        game.world.log().last(),
        Some("You are already at full health.")
    );
    assert_eq!(
        (game.world.pack(me).len(), game.world.turns()),
        (4, 0),
        "it cost nothing"
    );
    game.world.set(me, Prop::HP, 3);
    press(&mut game, "ia");
    let hp = game.world.entity(me).unwrap().count("hp");
    assert!((6..=9).contains(&hp), "1d4+2 were healed: {hp}");
    press(&mut game, "ia");
    let hp = game.world.entity(imp).unwrap().count("hp");
    assert!((2..=4).contains(&hp), "2d2 struck it: {hp}");
    // Confused it stumbles, whatever its behaviour, and then goes on as before.
    let before = acted(&game, imp);
    press(&mut game, "ib<enter>");
    assert!(
        game.world
            .log()
            .iter()
            .any(|said| &*said.text == "The imp begins to stumble about.")
    );
    press(&mut game, "..");
    assert_eq!(acted(&game, imp), before);
    assert_eq!(
        game.world.log().last(),
        Some("The imp is no longer confused!")
    );
    press(&mut game, ".");
    assert_eq!(acted(&game, imp), before + 1);
    // The ball burns it; by dice the dead are gone.
    press(&mut game, "ia<enter>");
    assert!(game.world.entity(imp).is_none());
    assert_eq!(game.world.log().last(), Some("The imp dies."));
    assert!(game.world.pack(me).is_empty());
}

#[test]
fn aiming_goes_by_tab_and_click_and_can_be_left() {
    let (mut game, me, imp) = with_items((3, 1));
    press(&mut game, "ic");
    assert_eq!(
        game.cursor(),
        Some(Point::new(3, 1)),
        "the nearest in sight is aimed at"
    );
    press(&mut game, "<escape>");
    assert!(game.question().is_none() && game.world.pack(me).len() == 4);
    press(&mut game, "ic<@5,0>");
    assert_eq!(game.cursor(), Some(Point::new(5, 0)));
    press(&mut game, "<@5,0>");
    assert_eq!(game.world.log().last(), Some("There is nobody to burn."));
    assert_eq!(game.world.pack(me).len(), 4);
    press(&mut game, "ic<@4,1><enter>");
    assert!(game.world.entity(imp).is_none());
}

#[test]
fn content_that_lacks_what_the_rules_need_is_refused_with_line_and_remedy() {
    let content = "[entity.player]\nact = \"player\"\nhp = 5\ndefense = 1\nattack = \"1\"\ndamage = \"1\"\n\
                   [entity.beast]\nact = \"chase-player\"\n\
                   [entity.bear]\nparent = \"beast\"\nhp = 9\nattack = \"1d20\"\n";
    let world = world(content, &["..."]);
    let error = Game::new(world.clone(), Rules::new().fight_with_dice()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "mine.toml:9: bear: defense is missing: whoever has hp is struck by dice that reach its \
         defense; add for instance defense = 8\n\
         mine.toml:9: bear: damage is missing: it attacks by dice; add for instance damage = \"1d4\"",
        "beast is a pattern for others and let pass"
    );
    let error = Game::new(world.clone(), Rules::new().fight_with_power()).unwrap_err();
    assert_eq!(error.complaints().len(), 2, "{error}");
    let own = Need::of_having("hp", "beasts are weighed").prop("weight", 3);
    let error = Game::new(world, Rules::new().need(own)).unwrap_err();
    assert!(
        error.to_string().ends_with("add for instance weight = 3"),
        "{error}"
    );
}

#[test]
fn faults_are_told_from_the_top_of_a_file_to_its_end() {
    let text = "[tile.lava]\nchar = \"~~\"\n[entity.a]\nhp = \"x\"\n[entity.b]\nparent = \"c\"\n[tile.z]\ncolor = \"puce\"\n";
    let error = Registry::basics().load("faults.toml", text).unwrap_err();
    let lines: Vec<u32> = error.complaints().iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [2, 4, 5, 8], "{error}");
}

#[test]
fn nothing_a_handler_says_is_lost_and_hooks_are_told() {
    let mut world = world(DICE, &["...."]);
    let me = world.spawn("player", (0, 0)).unwrap();
    let imp = world.spawn("imp", (1, 0)).unwrap();
    let rules = rules()
        .on_bump(|world, me, it| combat::melee(world, me, it).say("You cackle."))
        .on_event(|_, event| match event {
            Event::Hit { damage, .. } => Outcome::free().say(format!("({damage})")),
            Event::Died { .. } => Outcome::won().say("You have won."),
            _ => Outcome::free(),
        });
    let mut game = Game::new(world, rules).unwrap();
    press(&mut game, "l");
    let said: Vec<&str> = game.world.log().since(0).collect();
    assert_eq!(
        said,
        ["You hit the imp for 1 damage.", "You cackle.", "(1)"]
    );
    assert_eq!(game.ending(), None);
    game.world.set(imp, Prop::HP, 1);
    press(&mut game, "l");
    assert_eq!(game.ending(), Some(Ending::Won));
    assert!(game.world.entity(me).is_some());
    let loaded = Game::load(&game.save(), game.world.registry().clone(), rules_again()).unwrap();
    assert_eq!(loaded.ending(), Some(Ending::Won));
}

fn rules_again() -> Rules {
    rules()
}

#[test]
fn a_hook_that_answers_itself_comes_to_an_end() {
    let mut world = world(DICE, &["...."]);
    world.spawn("player", (0, 0)).unwrap();
    let rules = rules().on_event(|world, event| {
        if let Event::Said(_) = event {
            world.say("echo");
        }
    });
    let mut game = Game::new(world, rules).unwrap();
    game.world.say("hello");
    press(&mut game, "i");
    assert!(game.world.log().total() < 10_000);
}

#[test]
fn menus_and_aims_are_any_authors() {
    let mut world = world(DICE, &["....", "...."]);
    world.spawn("player", (0, 0)).unwrap();
    let rules = rules()
        .key('z', "cast")
        .on_action("cast", |_, _| {
            let spells = Menu::new("cast", "Cast what?")
                .word("jump", "Jump")
                .word("light", "Light");
            Outcome::ask(spells)
        })
        .on_answer("cast", |world, me, answer| {
            match (answer.word.as_str(), answer.cell) {
                ("jump", None) => Outcome::ask(Aim {
                    topic: "cast".to_string(),
                    title: "Where to?".to_string(),
                    so_far: answer.clone(),
                }),
                ("jump", Some(at)) => {
                    world.place(me, at);
                    Outcome::turn().say("You jump.")
                }
                _ => Outcome::turn().say("There is light."),
            }
        });
    let mut game = Game::new(world, rules).unwrap();
    press(&mut game, "z<down><enter>");
    assert_eq!(game.world.log().last(), Some("There is light."));
    press(&mut game, "za");
    assert!(
        matches!(game.question(), Some(parlour_rogue::Question::Aim(aim)) if aim.so_far == Answer { word: "jump".into(), ..Answer::default() })
    );
    // Saved in the middle of aiming, it goes on where it was.
    let again = Game::load(
        &game.save(),
        game.world.registry().clone(),
        game.rules().clone(),
    );
    game = again.unwrap();
    press(&mut game, "jll<enter>");
    let me = game.world.player().unwrap();
    assert_eq!(game.world.entity(me).unwrap().at(), Point::new(2, 1));
    // A letter beyond the list, and a click, leave a menu open; Escape leaves it.
    press(&mut game, "zq<@1,1>");
    assert!(game.menu().is_some());
    press(&mut game, "<escape>l");
    assert_eq!(game.world.entity(me).unwrap().at(), Point::new(3, 1));
}

#[test]
fn a_click_is_a_step_a_blow_or_a_way() {
    let mut world = world(DICE, &["......", "#.####", "......"]);
    let me = world.spawn("player", (0, 0)).unwrap();
    let mut game = Game::new(world, rules()).unwrap();
    press(&mut game, "<@0,2>");
    assert_eq!(
        game.world.log().last(),
        Some("You know no way there."),
        "it was never seen"
    );
    press(&mut game, "<@5,0>");
    assert_eq!(
        (game.world.entity(me).unwrap().at(), game.world.turns()),
        (Point::new(5, 0), 5)
    );
    // Somebody who comes into sight stops the walk.
    game.world.spawn("imp", (1, 2)).unwrap();
    press(&mut game, "<@0,0>");
    let at = game.world.entity(me).unwrap().at();
    assert!(at.x > 0 && at.x < 5, "{at}");
    assert_eq!(game.mode(), parlour_rogue::Mode::Command);
    assert_eq!(items::USE, "use-item");
    press(&mut game, "q");
    assert_eq!(Key::Cell(Point::new(-1, 3)).to_string(), "@-1,3");
}

/// A hook and a creature ask in one turn: the player is asked both, one after the other,
/// also when a save lies between, and never once the game is over.
#[test]
fn what_hooks_and_creatures_ask_is_asked_one_after_the_other() {
    let asks = |topic: &'static str| {
        Outcome::ask(Menu::new(topic, topic).word("yes", "yes").word("no", "no"))
    };
    let said = |topic: &'static str| {
        move |_: &mut World, _, answer: &Answer| {
            Outcome::free().say(format!("{topic}: {}", answer.word))
        }
    };
    let rules = || {
        rules()
            .behaviour("count", move |world, me| {
                let first = world.adjust(me, "acted", 1) == 1;
                let asked = if first { asks("imp") } else { Outcome::turn() };
                Outcome {
                    time: Outcome::turn().time,
                    ..asked
                }
            })
            .after_turn(move |world, _| match world.turns() {
                1 => asks("turn"),
                _ => Outcome::free(),
            })
            .on_answer("imp", said("imp"))
            .on_answer("turn", said("turn"))
    };
    let mut world = world(DICE, &["....."]);
    world.spawn("player", (0, 0)).unwrap();
    world.spawn("imp", (4, 0)).unwrap();
    let mut game = Game::new(world, rules()).unwrap();
    assert!(game.menu().is_none());
    game.press(Key::Char('.'));
    let title = |game: &Game| game.menu().map(|menu| menu.title.clone());
    assert_eq!(title(&game).as_deref(), Some("turn"));
    let mut game = Game::load(&game.save(), registry(DICE), rules()).unwrap();
    // Escape leaves the one, and the other is asked.
    game.press(Key::Escape);
    assert_eq!(title(&game).as_deref(), Some("imp"));
    game.press(Key::Char('a'));
    assert_eq!(game.world.log().last(), Some("imp: yes"));
    assert_eq!(title(&game), None);
    assert_eq!(game.world.turns(), 1, "questions take no turn");
    // Whose game is over is asked nothing.
    let over = rules().over_when(|_, _| true);
    let mut dead = Game::load(
        &game.save(),
        registry(DICE),
        over.on_event(move |_, _| asks("turn")),
    )
    .unwrap();
    dead.perform(|_, _| Outcome::turn());
    assert_eq!(title(&dead), None);
}
