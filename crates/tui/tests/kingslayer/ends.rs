//! A game to its end and after it, and one that goes on.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use parlour_host::link::LocalLink;
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{Host, Json, NewTable, wait};
use parlour_regicide::{Command, Difficulty, Kingslayer, Medal, Outcome, Seen, Setup};
use parlour_rules::{Actor, Rules, Seat, Seed, Viewer};
use parlour_solo::Day;
use parlour_tui::alone::Keeper;
use parlour_tui::kingslayer::{Castellan, GameScreen, HouseRules, Kind, Manner, Played, Wish};
use parlour_tui::{Colours, Screen, Stack};

use crate::{game_in, game_of, host, manner, press, small, solo, stack, wide};

/// A simple player at the keys: the first card alone, or the first cards that
/// cover; a Jester when nothing else helps.
pub(crate) fn play_to_the_end(stack: &mut Stack) {
    for _ in 0..400 {
        let shown = wide(stack);
        if shown.contains("enemies defeated") {
            return;
        }
        if shown.contains("You have no card") || shown.contains("You cannot pay") {
            press(stack, "ff");
        } else if shown.contains("It strikes: pay") {
            for key in ["1", "2", "3", "4", "5", "6", "7", "8"] {
                press(stack, key);
                if wide(stack).contains("Enter: pay") {
                    break;
                }
            }
            press(stack, "\n");
        } else {
            press(stack, "1\n");
        }
    }
    panic!("no end:\n{}", wide(stack));
}

#[test]
fn a_whole_game_is_played_by_keys() {
    let mut stack = solo();
    play_to_the_end(&mut stack);
    insta::assert_snapshot!("the_end", small(&mut stack));
    press(&mut stack, " ");
    let shown = small(&mut stack);
    assert!(!shown.contains("enemies defeated"), "{shown}");
    assert!(shown.contains("The game is over."), "{shown}");
    press(&mut stack, "h\n ");
    let shown = small(&mut stack);
    assert!(shown.contains("enemies defeated"), "{shown}");
    assert!(!shown.contains("not your turn"), "{shown}");
    press(&mut stack, "q");
    assert!(stack.is_empty());
}

/// A keeper that says what it is asked for.
struct Writer;

impl Keeper for Writer {
    fn today(&self) -> Day {
        "2031-05-02".parse().unwrap()
    }

    fn seed(&self) -> Option<String> {
        Some(String::from("18446744073709551615"))
    }
}

impl Castellan for Writer {
    fn tables(&self) -> &dyn Keeper {
        self
    }

    fn begin(&self, wish: &Wish) -> Result<Box<dyn Screen>, String> {
        Err(format!("{:?}, jack {}", wish.kind, wish.house.health.jack))
    }

    fn export(&self) -> Result<String, String> {
        Ok(format!("/{}/game.jsonl.gz", "long-folder/".repeat(9)))
    }

    fn bots_end(&self) -> Option<Outcome> {
        Some(Outcome {
            loss: None,
            medal: Some(Medal::Silver),
            enemies: 12,
            jesters: 1,
        })
    }

    fn played(&self) -> Result<Vec<Played>, String> {
        Ok(Vec::new())
    }

    fn house_rules(&self) -> HouseRules {
        HouseRules {
            difficulty: Difficulty::Easy,
            ..HouseRules::default()
        }
    }
}

#[test]
fn after_the_daily_game_a_new_one_has_ones_own_house_rules() {
    let manner = Manner {
        kind: Kind::Daily,
        day: "2031-05-02".parse().ok(),
        ..manner(false)
    };
    let table = Setup::for_players(1);
    let screen = game_in(&table, 7, manner, Some(Rc::new(Writer)));
    let mut stack = stack(screen, Colours::Full);
    assert!(small(&mut stack).contains("Castle · daily"));
    play_to_the_end(&mut stack);
    insta::assert_snapshot!("the_end_of_the_day", small(&mut stack));
    press(&mut stack, "n");
    let shown = small(&mut stack);
    assert!(shown.contains("Ordinary, jack 15"), "{shown}");
}

#[test]
fn after_the_end_a_replay_is_written_and_a_new_game_keeps_the_house_rules() {
    let mut setup = Setup::for_players(1);
    setup.house.health.jack = 25;
    let screen = game_of(&setup, 7, false, Some(Rc::new(Writer)));
    let mut stack = stack(screen, Colours::Full);
    press(&mut stack, "e");
    assert!(!small(&mut stack).contains("Written"), "only after the end");
    assert!(!small(&mut stack).contains("--seed"), "only after the end");
    play_to_the_end(&mut stack);
    let shown = small(&mut stack);
    assert!(shown.contains("--seed 18446744073709551615"), "{shown}");
    press(&mut stack, "e");
    insta::assert_snapshot!("exported", small(&mut stack));
    press(&mut stack, "n");
    let shown = small(&mut stack);
    assert!(shown.contains("Ordinary, jack 25"), "{shown}");
}

#[test]
fn the_log_begins_with_what_was_told_before() {
    let state = Kingslayer::start(&Setup::for_players(1), Seed(7)).unwrap();
    let view = Kingslayer::view(&state, Viewer::Seat(Seat(0)));
    let play = Command::Play(vec![view.hand[0]]);
    let events = Kingslayer::decide(&state, Actor::Seat(Seat(0)), &play).unwrap();
    let told = |event| Kingslayer::observe(event, Viewer::Seat(Seat(0)));
    let past: Vec<Seen> = events.iter().filter_map(told).collect();
    let host = host();
    let me = Person::new(Identity::local(), "Ada");
    let new = NewTable::new(
        "kingslayer",
        Json::of(&Setup::for_players(1)),
        Seed(7),
        me.clone(),
    );
    let id = wait(host.open_table(new)).unwrap();
    let link = LocalLink::<Kingslayer>::new(&host, &id, &me.identity).unwrap();
    let manner = Manner {
        past: vec![past],
        ..manner(false)
    };
    let screen = GameScreen::new(Box::new(link), manner, None);
    let shown = wide(&mut stack(screen, Colours::Full));
    assert!(
        shown.contains("The Jack of Clubs guards the gate"),
        "{shown}"
    );
    assert!(shown.contains("You play 4♦ for 4"), "{shown}");
    assert!(
        shown.contains("You draw 1: 5♠"),
        "the cards that came: {shown}"
    );
    assert!(shown.contains("The enemy strikes for 10"), "{shown}");
}

#[test]
fn the_clock_goes_on_where_it_stood() {
    let host = host();
    let me = Person::new(Identity::local(), "Ada");
    let setup = Json::of(&Setup::for_players(1));
    let new = NewTable::new("kingslayer", setup, Seed(7), me.clone());
    let id = wait(host.open_table(new)).unwrap();
    let link = LocalLink::<Kingslayer>::new(&host, &id, &me.identity).unwrap();
    let manner = Manner {
        played: Duration::from_secs(754),
        ..manner(false)
    };
    let screen = GameScreen::new(Box::new(link), manner, None);
    assert!(small(&mut stack(screen, Colours::Full)).contains("12:34"));
}

/// Both windows of one person at one table.
fn two_windows(host: &Arc<Host>) -> (TableId, Stack, Stack) {
    let me = Person::new(Identity::local(), "Ada");
    let setup = Json::of(&Setup::for_players(1));
    let new = NewTable::new("kingslayer", setup, Seed(7), me.clone());
    let id = wait(host.open_table(new)).unwrap();
    let window = || {
        let link = LocalLink::<Kingslayer>::new(host, &id, &me.identity).unwrap();
        let screen = GameScreen::new(Box::new(link), manner(false), Some(Rc::new(Writer)));
        stack(screen, Colours::Full)
    };
    let (first, second) = (window(), window());
    (id, first, second)
}

#[test]
fn a_second_window_says_that_the_game_has_moved_on_and_goes_on_from_there() {
    let (_, mut first, mut second) = two_windows(&host());
    press(&mut second, "2");
    press(&mut first, "1\n");
    assert!(wide(&mut first).contains("It strikes: pay 10"));
    press(&mut second, "\n");
    let shown = wide(&mut second);
    assert!(
        shown.contains("The game has moved on in another window."),
        "{shown}"
    );
    assert_eq!(shown.matches("You play").count(), 1, "{shown}");
    press(&mut second, "1");
    let shown = wide(&mut second);
    assert!(!shown.contains("another window"), "{shown}");
    assert!(shown.contains("10: "), "what a payment lacks: {shown}");
}

#[test]
fn a_game_that_another_window_has_deleted_is_told_as_that() {
    let host = host();
    let (id, _, mut second) = two_windows(&host);
    wait(host.remove(&id, &Identity::local())).unwrap();
    press(&mut second, "1\n");
    let shown = wide(&mut second);
    assert!(
        shown.contains("deleted or taken back in another window"),
        "{shown}"
    );
    press(&mut second, "qq");
    assert!(second.is_empty());
}
