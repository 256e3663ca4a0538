//! The example for newcomers, played on paper.

use parlour_rogue::recording::Recorder;
use parlour_rogue::ui::{Front, Input, Mouse, Paper, Press, Screen, Surface};
use parlour_rogue::{Ending, Game, Key, Point, Seed, travel};

use crate::script::Habits;

#[allow(
    dead_code,
    clippy::disallowed_macros,
    reason = "its main needs a terminal"
)]
#[path = "../../examples/newcomer.rs"]
mod example;

fn begin() -> Game {
    example::game(Seed(7)).unwrap()
}

fn screen(game: &Game) -> Screen {
    Front::new(example::layout(), game).draw(game, (80, 24))
}

const HABITS: Habits = Habits {
    drink_below: 10,
    rest_below: 0,
};

#[test]
fn it_is_won_by_a_script_and_the_recording_plays_again() {
    let won = |seed: &u64| {
        let mut game = example::game(Seed(*seed)).unwrap();
        HABITS.play(&mut game);
        game.ending() == Some(Ending::Won)
    };
    let seed = (1..40).find(won).expect("one of forty cellars is won");
    let mut recorder = Recorder::new(example::game(Seed(seed)).unwrap(), 50);
    while recorder.game().ending().is_none() {
        let key = HABITS.next_key(recorder.game());
        recorder.press(key);
    }
    let game = recorder.game();
    assert_eq!(game.ending(), Some(Ending::Won));
    assert_eq!(game.world.log().last(), Some("The crown is yours!"));
    let (game, recording) = recorder.finish();
    let fresh = begin();
    let bytes = recording.to_bytes();
    let read = parlour_rogue::recording::Recording::from_bytes(&bytes).unwrap();
    let again = read.replay(fresh.world.registry(), fresh.rules()).unwrap();
    assert_eq!(again.fingerprint(), game.fingerprint());
}

#[test]
fn the_lamp_goes_out_whenever_it_is_dry_and_burns_again_with_oil() {
    let mut game = begin();
    let me = game.world.player().unwrap();
    let oil = |game: &Game| game.world.entity(me).unwrap().count("oil");
    let sees = |game: &Game| game.world.entity(me).unwrap().count("view_radius");
    game.world.set_named(me, "oil", 2);
    game.press_all("...".chars().map(Key::Char));
    assert_eq!((oil(&game), sees(&game)), (0, 1));
    game.press(Key::Char('s'));
    assert_eq!((oil(&game), sees(&game)), (4, 8));
    game.press_all("......".chars().map(Key::Char));
    assert_eq!((oil(&game), sees(&game)), (0, 1));
}

#[test]
fn the_screen_has_map_panel_and_log() {
    let game = begin();
    let rows = screen(&game).rows();
    assert!(
        rows[0].ends_with("cellar                  "),
        "{}",
        screen(&game)
    );
    assert!(rows[1].contains("hp  ████"), "{}", screen(&game));
    assert!(rows.iter().any(|row| row.contains('@')));
    // A narrow screen has the map alone.
    let narrow = Front::new(example::layout(), &game).draw(&game, (40, 20));
    assert!(!narrow.rows()[0].contains("cellar"));
    assert!(narrow.rows().iter().any(|row| row.contains('@')));
}

#[test]
fn searching_takes_twenty_five_ticks_and_the_lamp_burns_down() {
    let mut game = begin();
    let before = game.world.now();
    game.press(Key::Char('s'));
    assert_eq!(game.world.now() - before, 25);
    let me = game.world.player().unwrap();
    assert_eq!(game.world.entity(me).unwrap().count("oil"), 64);
    for _ in 0..64 {
        game.world.set_named(me, "hp", 20);
        game.press(Key::Char('.'));
    }
    assert!(
        game.world
            .log()
            .iter()
            .any(|said| &*said.text == "Your lamp goes out.")
    );
}

#[test]
fn a_menu_opens_is_clicked_and_saved_in_the_middle() {
    let mut game = begin();
    let me = game.world.player().unwrap();
    let potion = game.world.registry().entity("potion").unwrap();
    game.world
        .give(me, parlour_rogue::Entity::new(potion, Point::ORIGIN))
        .unwrap();
    game.world.set_named(me, "hp", 3);
    game.press(Key::Char('i'));
    let menu = screen(&game);
    let text = menu.to_string();
    assert!(
        text.contains("Use what?") && text.contains("a) red potion"),
        "{text}"
    );
    // A save holds the open menu.
    let loaded = Game::load(
        &game.save(),
        game.world.registry().clone(),
        example::rules(),
    )
    .unwrap();
    assert_eq!(loaded.menu(), game.menu());
    assert_eq!(loaded.fingerprint(), game.fingerprint());
    // A click on its line drinks.
    let row = menu
        .rows()
        .iter()
        .position(|row| row.contains("a) red"))
        .unwrap();
    let column = menu.rows()[row]
        .chars()
        .position(|char| char == 'a')
        .unwrap();
    let mut front = Front::new(example::layout(), &game);
    let at = Point::new(column as i32 + 1, row as i32);
    let press = Press::Main;
    front.mouse(&mut game, Mouse { at, press }, &menu);
    assert_eq!(game.menu(), None);
    assert!(
        game.world
            .log()
            .iter()
            .any(|said| &*said.text == "You feel better.")
    );
    assert!(game.world.entity(me).unwrap().count("hp") > 3);
    assert!(game.world.pack(me).is_empty());
}

#[test]
fn the_mouse_looks_and_a_click_walks_there() {
    let mut game = begin();
    let mut front = Front::new(example::layout(), &game);
    let shown = front.draw(&game, (80, 24));
    let me = game.world.player().unwrap();
    let here = game.world.entity(me).unwrap().at();
    let at = shown.place_of(here).unwrap();
    front.mouse(
        &mut game,
        Mouse {
            at,
            press: Press::Moved,
        },
        &shown,
    );
    assert!(front.draw(&game, (80, 24)).to_string().contains("\nYou"));
    // Somewhere seen, a few steps away.
    let goal = game
        .world
        .level()
        .size()
        .cells()
        .find(|&cell| {
            let known = game.world.level().explored().contains(cell);
            known
                && cell.chebyshev(here) == 2
                && game.world.level().is_walkable(cell)
                && travel::way_to(&game.world, me, |other| other == cell)
                    .is_some_and(|way| way.len() == 2)
        })
        .unwrap();
    let at = shown.place_of(goal).unwrap();
    front.mouse(
        &mut game,
        Mouse {
            at,
            press: Press::Main,
        },
        &shown,
    );
    assert_eq!(game.world.entity(me).unwrap().at(), goal);
    assert_eq!(front.keys(), [Key::Cell(goal)]);
    assert_eq!(game.world.turns(), 2);
}

#[test]
fn the_page_of_keys_opens_and_any_key_closes_it() {
    let mut game = begin();
    let mut paper = Paper::new(80, 24)
        .script("?")
        .unwrap()
        .resized(60, 20)
        .script("lq")
        .unwrap();
    let ending = parlour_rogue::ui::run(&mut game, &mut paper, example::layout(), |_, _| {
        parlour_rogue::ui::Flow::GoOn
    });
    assert_eq!(ending, Some(Ending::Quit));
    let help = paper.shown[1].to_string();
    for line in ["g          pick up", "S          save", "right"] {
        assert!(help.contains(line), "{help}");
    }
    assert_eq!((paper.shown[2].width(), paper.shown[2].height()), (60, 20));
    assert_eq!(
        game.world.turns(),
        0,
        "the key that closed the page did nothing else"
    );
    assert_eq!(paper.input(), None::<Input>);
}

/// The template is this game under another name: what is compiled and played here is
/// what a newcomer copies.
#[test]
fn the_template_is_the_same_game() {
    let after_head = |text: &'static str| {
        let body = text
            .lines()
            .skip_while(|line| line.starts_with("//!") || line.starts_with('#'));
        body.collect::<Vec<_>>().join("\n")
    };
    let own = after_head(include_str!("../../examples/newcomer.rs"))
        .replace("newcomer.toml", "content.toml")
        .replace("newcomer.save", "my-game.save");
    let copied = after_head(include_str!("../../../../templates/roguelike/src/main.rs"));
    assert_eq!(copied, own, "templates/roguelike/src/main.rs");
    let own = after_head(include_str!("../../examples/newcomer.toml"));
    let copied = after_head(include_str!(
        "../../../../templates/roguelike/src/content.toml"
    ));
    assert_eq!(copied, own, "templates/roguelike/src/content.toml");
}
