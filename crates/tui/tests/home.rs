//! The screens of the frame, drawn from a made-up house.

use std::cell::RefCell;
use std::rc::Rc;

use parlour_tui::home::{Game, Home, House, Saved};
use parlour_tui::notice::Notice;
use parlour_tui::settings::Settings;
use parlour_tui::{Colours, Input, Lent, Screen, Stack, Theme};
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};
use ratatui::{Frame, Terminal};

/// A house with two games, some saved ones, and a memory of what was asked.
#[derive(Clone, Default)]
struct Doll {
    saved: Rc<RefCell<Vec<Saved>>>,
    settings: Rc<RefCell<Settings>>,
    asked: Rc<RefCell<Vec<String>>>,
    broken: bool,
    broken_tables: bool,
}

impl House for Doll {
    fn games(&self) -> Vec<Game> {
        let game = |title: &str, players: &str, about: &str| Game {
            title: title.into(),
            players: players.into(),
            about: about.into(),
        };
        vec![
            game(
                "Kingslayer",
                "1-4 players",
                "Work together against twelve royal enemies.\n\nNobody may say what they hold.",
            ),
            game(
                "Pig",
                "2 players",
                "Roll as often as you dare; a one loses it all.",
            ),
        ]
    }

    fn saved(&self) -> Result<Vec<Saved>, String> {
        if self.broken {
            Err("games.db: not a database".into())
        } else {
            Ok(self.saved.borrow().clone())
        }
    }

    fn begin(&mut self, game: usize) -> Result<Box<dyn Screen>, String> {
        self.asked.borrow_mut().push(format!("begin {game}"));
        self.saved.borrow_mut().push(saved("Pig, table 3"));
        Ok(Box::new(Notice::new("Pig", "A table.")))
    }

    fn go_on(&mut self, saved: usize) -> Result<Box<dyn Screen>, String> {
        self.asked.borrow_mut().push(format!("go on {saved}"));
        Err("table 7 was written by a newer Parlour".into())
    }

    fn delete(&mut self, saved: usize) -> Result<(), String> {
        if self.broken_tables {
            return Err("it is played elsewhere".into());
        }
        self.saved.borrow_mut().remove(saved);
        Ok(())
    }

    fn settings(&self) -> Settings {
        self.settings.borrow().clone()
    }

    fn keep(&mut self, settings: &Settings) -> Result<(), String> {
        if self.broken {
            return Err("settings.toml: read-only".into());
        }
        *self.settings.borrow_mut() = settings.clone();
        Ok(())
    }

    fn colours_forced_by(&self) -> Option<&'static str> {
        self.broken.then_some("NO_COLOR")
    }
}

fn saved(title: &str) -> Saved {
    Saved {
        title: title.into(),
        progress: "turn 14".into(),
        about: "Begun yesterday.\nYou sit at seat 0.".into(),
        damaged: false,
    }
}

fn stack(house: &Doll) -> Stack {
    Stack::new(
        Box::new(Home::new(house.clone())),
        Lent::silent(Theme::default()),
    )
}

fn drawn(stack: &mut Stack, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame: &mut Frame| stack.draw(frame))
        .unwrap();
    terminal
}

fn press(stack: &mut Stack, keys: &[KeyCode]) {
    for key in keys {
        stack.answer(&Input::key(*key));
    }
}

fn text(terminal: &Terminal<TestBackend>) -> String {
    terminal.backend().to_string()
}

#[test]
fn home_at_the_smallest_size() {
    let house = Doll::default();
    house
        .saved
        .borrow_mut()
        .push(saved("Kingslayer, two players"));
    let mut stack = stack(&house);
    insta::assert_snapshot!(drawn(&mut stack, 80, 24).backend());
}

#[test]
fn home_on_a_large_terminal() {
    insta::assert_snapshot!(drawn(&mut stack(&Doll::default()), 120, 30).backend());
}

#[test]
fn a_game_that_cannot_be_read_is_told_wherever_it_stands() {
    let house = Doll::default();
    let mut broken = saved("Delve");
    broken.progress = "cannot be read".into();
    broken.about = "It cannot be read: entry 3 is missing.".into();
    broken.damaged = true;
    house.saved.borrow_mut().push(broken.clone());
    let mut one = stack(&house);
    press(&mut one, &[KeyCode::Down, KeyCode::Down]);
    insta::assert_snapshot!(drawn(&mut one, 80, 24).backend());
    // Among many, the row for those that are not listed tells of it.
    let mut many: Vec<Saved> = (1..=9)
        .map(|number| saved(&format!("Pig {number}")))
        .collect();
    many.push(broken);
    *house.saved.borrow_mut() = many;
    let shown = text(&drawn(&mut stack(&house), 80, 24));
    let row = shown.lines().find(|line| line.contains("All of them"));
    assert!(row.unwrap().contains("1 cannot be read"), "{shown}");
}

#[test]
fn many_saved_games_scroll() {
    let house = Doll::default();
    house
        .saved
        .borrow_mut()
        .extend((1..=40).map(|number| saved(&format!("Pig, table {number}"))));
    let mut stack = stack(&house);
    // At first only the latest, so that the way out is seen.
    let shown = text(&drawn(&mut stack, 80, 24));
    assert!(shown.contains("Continue (40)"), "{shown}");
    assert!(
        shown.contains("Quit") && !shown.contains("table 7"),
        "{shown}"
    );
    press(&mut stack, &[KeyCode::Char('9')]);
    press(&mut stack, &[KeyCode::PageDown, KeyCode::PageDown]);
    insta::assert_snapshot!(drawn(&mut stack, 80, 24).backend());
}

#[test]
fn a_saved_game_is_deleted_after_a_question() {
    let house = Doll::default();
    house
        .saved
        .borrow_mut()
        .extend((1..=3).map(|number| saved(&format!("Pig, table {number}"))));
    let mut stack = stack(&house);
    // On a game that could be begun there is nothing to delete.
    press(&mut stack, &[KeyCode::Char('d')]);
    assert!(text(&drawn(&mut stack, 80, 24)).contains("Continue (3)"));
    press(&mut stack, &[KeyCode::Down, KeyCode::Down, KeyCode::Down]);
    press(&mut stack, &[KeyCode::Char('d')]);
    let asked = text(&drawn(&mut stack, 80, 24));
    assert!(asked.contains("Pig, table 2: turn 14"), "{asked}");
    press(&mut stack, &[KeyCode::Enter]);
    // A key that is held down is no answer.
    press(&mut stack, &[KeyCode::Char('d'), KeyCode::Char('d')]);
    assert_eq!(house.saved.borrow().len(), 3, "only D deletes");
    press(&mut stack, &[KeyCode::Delete, KeyCode::Char('D')]);
    let left = text(&drawn(&mut stack, 80, 24));
    assert!(left.contains("Continue (2)"), "{left}");
    assert!(!left.contains("table 2"), "{left}");

    let mut kept = Doll {
        broken_tables: true,
        ..Doll::default()
    };
    kept.saved = Rc::clone(&house.saved);
    let mut stack = self::stack(&kept);
    press(&mut stack, &[KeyCode::Down, KeyCode::Down]);
    press(&mut stack, &[KeyCode::Char('d'), KeyCode::Char('D')]);
    let shown = text(&drawn(&mut stack, 80, 24));
    assert!(shown.contains("it is played elsewhere"), "{shown}");
}

#[test]
fn a_terminal_that_is_too_small_says_so() {
    let mut stack = stack(&Doll::default());
    insta::assert_snapshot!(drawn(&mut stack, 39, 18).backend());
    insta::assert_snapshot!(drawn(&mut stack, 40, 10).backend());
    let narrow = text(&drawn(&mut stack, 20, 8));
    let words = narrow.replace('"', " ");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Parlour needs 40 x 18."), "{narrow}");
    assert!(words.contains("press q to quit."), "{narrow}");
    // Not even room for the words: no panic.
    drawn(&mut stack, 1, 1);
    drawn(&mut stack, 3, 2);
    // What cannot be seen is not done, but leaving works.
    press(&mut stack, &[KeyCode::Enter]);
    assert!(text(&drawn(&mut stack, 80, 24)).contains("Kingslayer"));
    drawn(&mut stack, 39, 18);
    press(&mut stack, &[KeyCode::Char('q')]);
    assert!(stack.is_empty());
}

#[test]
fn settings_screen() {
    let mut stack = stack(&Doll::default());
    press(&mut stack, &[KeyCode::Char('3')]);
    insta::assert_snapshot!(drawn(&mut stack, 80, 24).backend());
}

#[test]
fn help_screen() {
    let mut stack = stack(&Doll::default());
    press(&mut stack, &[KeyCode::F(1)]);
    insta::assert_snapshot!(drawn(&mut stack, 80, 24).backend());
    press(&mut stack, &[KeyCode::Char('x')]);
    assert!(text(&drawn(&mut stack, 80, 24)).contains("Kingslayer"));
}

#[test]
fn the_cursor_is_seen_without_colours_too() {
    let terminal = drawn(&mut stack(&Doll::default()), 80, 24);
    let buffer = terminal.backend().buffer();
    // Row 3 holds the first game: border, gap, heading, game.
    assert!(buffer[(2, 3)].modifier.contains(Modifier::REVERSED));
    assert_eq!(buffer[(2, 3)].symbol(), ">");
    assert!(!buffer[(2, 4)].modifier.contains(Modifier::REVERSED));
}

#[test]
fn without_colours_nothing_on_the_screen_has_one() {
    let house = Doll::default();
    let lent = Lent::silent(Theme::new(Colours::None));
    let mut stack = Stack::new(Box::new(Home::new(house)), lent);
    let terminal = drawn(&mut stack, 80, 24);
    for cell in terminal.backend().buffer().content() {
        assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
    }
}

#[test]
fn a_game_begins_and_the_list_is_looked_at_again() {
    let house = Doll::default();
    let mut stack = stack(&house);
    press(&mut stack, &[KeyCode::Down, KeyCode::Enter]);
    assert_eq!(*house.asked.borrow(), ["begin 1"]);
    assert!(text(&drawn(&mut stack, 80, 24)).contains("A table."));
    press(&mut stack, &[KeyCode::Esc]);
    assert!(text(&drawn(&mut stack, 80, 24)).contains("Pig, table 3"));
}

#[test]
fn a_game_that_cannot_go_on_says_why() {
    let house = Doll::default();
    house.saved.borrow_mut().push(saved("Pig, table 7"));
    let mut stack = stack(&house);
    press(&mut stack, &[KeyCode::Char('3')]);
    assert_eq!(*house.asked.borrow(), ["go on 0"]);
    assert!(text(&drawn(&mut stack, 80, 24)).contains("written by a newer Parlour"));
}

#[test]
fn the_mouse_opens_what_it_clicks() {
    let house = Doll::default();
    let mut stack = stack(&house);
    drawn(&mut stack, 80, 24);
    stack.answer(&Input::click_at(10, 4));
    assert_eq!(*house.asked.borrow(), ["begin 1"]);
}

#[test]
fn settings_are_kept_at_once_and_colours_change_at_once() {
    let house = Doll::default();
    let mut stack = stack(&house);
    press(
        &mut stack,
        &[KeyCode::Char('3'), KeyCode::Char('2'), KeyCode::Char('2')],
    );
    assert_eq!(house.settings.borrow().colours, Colours::None);
    let terminal = drawn(&mut stack, 80, 24);
    assert!(
        terminal
            .backend()
            .buffer()
            .content()
            .iter()
            .all(|cell| cell.fg == Color::Reset)
    );
    press(&mut stack, &[KeyCode::Char('3')]);
    assert!(!house.settings.borrow().mouse);
}

#[test]
fn a_name_is_typed_and_kept() {
    let house = Doll::default();
    let mut stack = stack(&house);
    press(&mut stack, &[KeyCode::Char('3'), KeyCode::Enter]);
    press(&mut stack, &[KeyCode::Backspace; 6]);
    press(&mut stack, &[KeyCode::Char('q'), KeyCode::Char('2')]);
    stack.answer(&Input::Paste("王\n".repeat(50)));
    press(&mut stack, &[KeyCode::Enter]);
    assert_eq!(
        house.settings.borrow().name,
        format!("q2{}", "王".repeat(18))
    );
}

#[test]
fn settings_that_cannot_be_kept_say_why() {
    let house = Doll {
        broken: true,
        ..Doll::default()
    };
    let mut stack = stack(&house);
    assert!(text(&drawn(&mut stack, 80, 24)).contains("games.db: not a database"));
    press(&mut stack, &[KeyCode::Char('3'), KeyCode::Char('2')]);
    let shown = text(&drawn(&mut stack, 80, 24));
    assert!(
        shown.contains("Not kept: settings.toml: read-only"),
        "{shown}"
    );
    assert!(shown.contains("switched off by NO_COLOR"), "{shown}");
}

#[test]
fn ctrl_c_leaves_from_anywhere() {
    let mut stack = stack(&Doll::default());
    press(&mut stack, &[KeyCode::Char('3'), KeyCode::Enter]);
    stack.answer(&Input::Key(KeyEvent::new(
        KeyCode::Char('c'),
        KeyModifiers::CONTROL,
    )));
    assert!(stack.is_empty());
}
