//! The entrance: kinds of games, house rules, games that were left, statistics.

use std::rc::Rc;

use parlour_regicide::{Loss, Medal, Outcome, Setup};
use parlour_solo::Day;
use parlour_tui::alone::Keeper;
use parlour_tui::home::Saved;
use parlour_tui::kingslayer::{
    Castellan, HouseRules, Kind, Lessons, Played, StatisticsScreen, Wish, entrance,
};
use parlour_tui::{Colours, Input, Screen};
use ratatui::crossterm::event::KeyCode;

use crate::{click_on, drawn, game, game_of, press, small, stack};

#[test]
fn the_entrance_and_the_statistics() {
    insta::assert_snapshot!(
        "entrance",
        small(&mut stack(entrance(Rc::new(Nobody)), Colours::Full))
    );
    let screen = StatisticsScreen::new(games(), today());
    let mut statistics = stack(screen.kept_by(Rc::new(Nobody)), Colours::Full);
    insta::assert_snapshot!("statistics", small(&mut statistics));
    insta::assert_snapshot!("statistics_40x18", drawn(&mut statistics, 40, 18));
    for _ in 0..50 {
        press(&mut statistics, "j");
    }
    let last = drawn(&mut statistics, 40, 18);
    insta::assert_snapshot!("statistics_40x18_below", last);
    press(&mut statistics, "k");
    assert_ne!(drawn(&mut statistics, 40, 18), last, "one up is one up");
    press(&mut statistics, "g");
    insta::assert_snapshot!("finished_games", small(&mut statistics));
    // The newest is the first; it is the last of those that were told of.
    press(&mut statistics, "1");
    let shown = small(&mut statistics);
    assert!(shown.contains("no replay of 6"), "{shown}");
    stack_back(&mut statistics);
    press(&mut statistics, "qq");
    assert!(statistics.is_empty());
}

/// Games of every kind that is counted apart, the oldest first.
pub(crate) fn games() -> Vec<Played> {
    let outcome = |enemies, medal: Option<Medal>| Outcome {
        loss: medal.is_none().then_some(Loss::CannotMove),
        medal,
        enemies,
        jesters: 1,
    };
    let played = |kind, enemies, medal| Played {
        players: 1,
        kind,
        day: today(),
        outcome: outcome(enemies, medal),
        eased: false,
        hints: 0,
        taken_back: false,
        elsewhere: false,
        moves: 30,
    };
    vec![
        played(Kind::Ordinary, 3, None),
        played(Kind::Daily, 12, Some(Medal::Silver)),
        played(Kind::Ordinary, 5, None),
        played(Kind::Ordinary, 12, Some(Medal::Gold)),
        played(Kind::Practice, 9, None),
        Played {
            eased: true,
            ..played(Kind::Ordinary, 12, Some(Medal::Gold))
        },
        Played {
            hints: 3,
            ..played(Kind::Ordinary, 12, Some(Medal::Silver))
        },
    ]
}

fn stack_back(stack: &mut parlour_tui::Stack) {
    stack.answer(&Input::key(KeyCode::Esc));
}

pub(crate) fn today() -> Day {
    "2031-05-02".parse().unwrap()
}

/// A keeper that keeps nothing.
pub(crate) struct Nobody;

impl Keeper for Nobody {
    fn today(&self) -> Day {
        today()
    }
}

impl Castellan for Nobody {
    fn tables(&self) -> &dyn Keeper {
        self
    }

    fn begin(&self, wish: &Wish) -> Result<Box<dyn Screen>, String> {
        Err(format!(
            "no table for {:?}, jack {}",
            wish.kind, wish.house.health.jack
        ))
    }

    fn export(&self) -> Result<String, String> {
        Err(String::from("no room"))
    }

    fn played(&self) -> Result<Vec<Played>, String> {
        Ok(Vec::new())
    }

    fn replay(&self, played: usize) -> Result<Box<dyn Screen>, String> {
        Err(format!("no replay of {played}"))
    }
}

#[test]
fn the_entrance_passes_house_rules_on_and_tells_what_fails() {
    let mut stack = stack(entrance(Rc::new(Nobody)), Colours::Full);
    // The sixth item is the difficulty: normal, hard.
    press(&mut stack, "61");
    assert!(small(&mut stack).contains("no table for Ordinary, jack 25"));
    stack.answer(&Input::key(KeyCode::Esc));
    press(&mut stack, "2");
    assert!(small(&mut stack).contains("no table for Daily, jack 20"));
}

/// A house with games that were left; it notes what it is asked for.
#[derive(Default)]
struct Inn {
    left: std::cell::RefCell<Vec<Saved>>,
    played: std::cell::RefCell<Vec<Played>>,
    asked: std::cell::RefCell<Vec<String>>,
    rules: std::cell::Cell<HouseRules>,
}

impl Inn {
    fn with(titles: &[&str]) -> Rc<Self> {
        let saved = |title: &&str| Saved {
            title: (*title).to_owned(),
            progress: String::from("J♣ 14/20"),
            about: String::from("Against the Jack of Clubs."),
            damaged: false,
        };
        let inn = Self::default();
        *inn.left.borrow_mut() = titles.iter().map(saved).collect();
        Rc::new(inn)
    }

    fn note(&self, words: impl Into<String>) {
        self.asked.borrow_mut().push(words.into());
    }

    fn asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.borrow_mut())
    }
}

impl Keeper for Inn {
    fn today(&self) -> Day {
        today()
    }

    fn left(&self) -> Result<Vec<Saved>, String> {
        Ok(self.left.borrow().clone())
    }

    fn go_on(&self, left: usize) -> Result<Box<dyn Screen>, String> {
        self.note(format!("go on {left}"));
        Ok(Box::new(game(1, 7, false)))
    }

    fn delete(&self, left: usize) -> Result<(), String> {
        self.note(format!("delete {left}"));
        self.left.borrow_mut().remove(left);
        Ok(())
    }

    fn may_give_up(&self) -> bool {
        true
    }

    fn give_up(&self) -> Result<(), String> {
        self.note("give up");
        Ok(())
    }

    fn leave_untouched(&self) -> Result<(), String> {
        self.note("leave untouched");
        Ok(())
    }

    fn taken_back(&self) {
        self.note("taken back");
    }

    fn hinted(&self) -> Result<(), String> {
        self.note("hinted");
        Ok(())
    }
}

impl Castellan for Inn {
    fn tables(&self) -> &dyn Keeper {
        self
    }

    fn begin(&self, wish: &Wish) -> Result<Box<dyn Screen>, String> {
        self.note(format!("begin, jack {}", wish.house.health.jack));
        Ok(Box::new(game(1, 7, false)))
    }

    fn export(&self) -> Result<String, String> {
        Err(String::from("no room"))
    }

    fn played(&self) -> Result<Vec<Played>, String> {
        Ok(self.played.borrow().clone())
    }

    fn house_rules(&self) -> HouseRules {
        self.rules.get()
    }

    fn keep_house_rules(&self, rules: &HouseRules) {
        self.rules.set(*rules);
    }
}

#[test]
fn games_that_were_left_are_offered_at_the_entrance_and_can_be_deleted() {
    let inn = Inn::with(&[
        "Game, just now",
        "Game, 1 hour ago",
        "third",
        "fourth",
        "fifth",
    ]);
    let mut stack = stack(entrance(inn.clone()).as_first_screen(), Colours::Full);
    let shown = small(&mut stack);
    insta::assert_snapshot!("entrance_with_games", shown);
    assert!(!shown.contains("fourth"), "only the latest: {shown}");
    press(&mut stack, "2");
    assert_eq!(inn.asked(), ["go on 1"]);
    press(&mut stack, "qq");
    // The cursor stays at the second game.
    press(&mut stack, "d");
    insta::assert_snapshot!("delete", small(&mut stack));
    press(&mut stack, "n");
    assert!(inn.asked().is_empty());
    press(&mut stack, "d");
    click_on(&mut stack, "D delete it");
    assert_eq!(inn.asked(), ["delete 1"]);
    let shown = small(&mut stack);
    assert!(!shown.contains("1 hour ago"), "{shown}");
    assert!(shown.contains("fourth") || shown.contains("All of them"));
    press(&mut stack, "q");
    assert!(stack.is_empty());
}

#[test]
fn house_rules_are_remembered() {
    let inn = Inn::with(&[]);
    let mut first = stack(entrance(inn.clone()), Colours::Full);
    // Difficulty, surplus, yield, another first hand.
    press(&mut first, "6789");
    let mut second = stack(entrance(inn.clone()), Colours::Full);
    let shown = small(&mut second);
    assert!(shown.contains("hard"), "{shown}");
    press(&mut second, "1");
    assert_eq!(inn.asked(), ["begin, jack 25"]);
    let rules = inn.rules.get();
    assert!(!rules.surplus_payment && rules.solo_yield && rules.mulligan);
}

#[test]
fn the_tutorial_leads_into_a_game() {
    let inn = Inn::with(&[]);
    let wish = Wish::default();
    let mut stack = stack(Lessons::leading_to(inn.clone(), wish), Colours::Full);
    press(&mut stack, "nnnnn");
    assert!(small(&mut stack).contains("Lesson 6 of 6"));
    press(&mut stack, "ffhh\n");
    assert!(small(&mut stack).contains("Enter: play a game"));
    press(&mut stack, "\n");
    assert_eq!(inn.asked(), ["begin, jack 20"]);
    assert!(small(&mut stack).contains("guards the gate"));
}

#[test]
fn a_game_is_given_up_after_a_question_and_an_unplayed_one_is_not_kept() {
    let inn = Inn::with(&[]);
    let open = || {
        let keeper: Rc<dyn Castellan> = inn.clone();
        let screen = game_of(&Setup::for_players(1), 7, true, Some(keeper));
        stack(screen, Colours::Full)
    };
    let mut stack = open();
    press(&mut stack, "q");
    let shown = small(&mut stack);
    assert!(shown.contains("there is nothing to keep"), "{shown}");
    assert!(!shown.contains("g give up"), "{shown}");
    press(&mut stack, "q");
    assert!(stack.is_empty());
    assert_eq!(inn.asked(), ["leave untouched"]);

    let mut stack = open();
    press(&mut stack, "1\nq");
    assert!(small(&mut stack).contains("can be continued"));
    press(&mut stack, "gn");
    assert!(inn.asked().is_empty());
    press(&mut stack, "u");
    assert_eq!(inn.asked(), ["taken back"]);
    press(&mut stack, "1\nqgg");
    assert!(stack.is_empty());
    assert_eq!(inn.asked(), ["give up"]);

    let mut stack = open();
    press(&mut stack, "1\nqq");
    assert!(stack.is_empty());
    assert!(inn.asked().is_empty(), "it is kept");
}

#[test]
fn the_entrance_says_that_todays_game_is_done() {
    let inn = Inn::with(&[]);
    let silver = Outcome {
        loss: None,
        medal: Some(Medal::Silver),
        enemies: 12,
        jesters: 1,
    };
    let daily = |day: &str| Played {
        players: 1,
        kind: Kind::Daily,
        day: day.parse().unwrap(),
        outcome: silver,
        eased: false,
        hints: 0,
        taken_back: false,
        elsewhere: false,
        moves: 41,
    };
    inn.played.borrow_mut().push(daily("2031-05-01"));
    let shown = small(&mut stack(entrance(inn.clone()), Colours::Full));
    assert!(shown.contains("2031-05-02"), "{shown}");
    inn.played.borrow_mut().push(daily("2031-05-02"));
    let shown = small(&mut stack(entrance(inn), Colours::Full));
    assert!(shown.contains("done: silver"), "{shown}");
}

#[test]
fn a_hint_is_noted_before_it_is_told_and_practice_notes_none() {
    for (practice, noted) in [(false, vec!["hinted"]), (true, vec![])] {
        let inn = Inn::with(&[]);
        let keeper: Rc<dyn Castellan> = inn.clone();
        let screen = game_of(&Setup::for_players(1), 7, practice, Some(keeper));
        let mut stack = stack(screen, Colours::Full);
        assert!(!small(&mut stack).contains("hints"));
        press(&mut stack, "h");
        assert_eq!(inn.asked(), noted);
        let marked = small(&mut stack).contains("Castle · hints");
        assert_eq!(marked, !practice);
    }
}
