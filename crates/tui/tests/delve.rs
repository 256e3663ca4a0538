//! Delve's screens, drawn and played through a host in memory.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};

use parlour_delve::{Carried, Command, ContentFile, Delve, Difficulty, End, Ending, FILES, Setup};
use parlour_host::link::{Link, LocalLink, News, Ticket};
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{Host, Json, NewTable, Registry, wait};
use parlour_rules::{Seed, Viewer};
use parlour_solo::Day;
use parlour_tui::alone::Keeper;
use parlour_tui::delve::{
    Action, DaysScreen, DelveScreen, Keys, Kind, Manner, Other, Score, ScoresScreen, Warden,
    Wishes, entrance,
};
use parlour_tui::home::Saved;
use parlour_tui::{Colours, Desk, Input, Screen, Stack, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::{Color, Modifier};

fn game(seed: u64, manner: Manner) -> DelveScreen {
    DelveScreen::new(Box::new(link(seed)), manner, None)
}

fn link(seed: u64) -> LocalLink<Delve> {
    link_to(seed, &Setup::default())
}

fn link_to(seed: u64, setup: &Setup) -> LocalLink<Delve> {
    let mut games = Registry::new();
    games.register::<Delve>();
    let host = Arc::new(Host::in_memory(games));
    let me = Person::new(Identity::local(), "Ada");
    let new = NewTable::new("delve", Json::of(setup), Seed(seed), me.clone());
    let id = wait(host.open_table(new)).unwrap();
    LocalLink::<Delve>::new(&host, &id, &me.identity).unwrap()
}

/// The ordinary manner, without animations: what is drawn is what is.
fn with_hints() -> Manner {
    Manner {
        wishes: Wishes {
            still: true,
            ..Wishes::default()
        },
        ..Manner::default()
    }
}

fn stack(screen: impl Screen + 'static, colours: Colours) -> Stack {
    Stack::new(Box::new(screen), Desk::silent(Theme::new(colours)))
}

fn begun() -> Stack {
    stack(game(7, with_hints()), Colours::Full)
}

fn terminal(stack: &mut Stack, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| stack.draw(frame)).unwrap();
    terminal
}

fn small(stack: &mut Stack) -> String {
    terminal(stack, 80, 24).backend().to_string()
}

fn type_keys(stack: &mut Stack, keys: &str) {
    for key in keys.chars() {
        stack.answer(&Input::letter(key));
    }
}

fn hover(column: u16, row: u16) -> Input {
    Input::Mouse(MouseEvent {
        kind: MouseEventKind::Moved,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    })
}

#[test]
fn a_level_fits_the_smallest_terminal_with_log_and_hint() {
    let mut stack = begun();
    insta::assert_snapshot!("first_moment", small(&mut stack));
    type_keys(&mut stack, "oo");
    insta::assert_snapshot!("after_exploring", small(&mut stack));
}

/// Both windows of one person at one table.
fn two_windows() -> (Arc<Host>, TableId, Stack, Stack) {
    let mut games = Registry::new();
    games.register::<Delve>();
    let host = Arc::new(Host::in_memory(games));
    let me = Person::new(Identity::local(), "Ada");
    let new = NewTable::new("delve", Json::of(&Setup::default()), Seed(7), me.clone());
    let id = wait(host.open_table(new)).unwrap();
    let window = || {
        let link = LocalLink::<Delve>::new(&host, &id, &me.identity).unwrap();
        let screen = DelveScreen::new(Box::new(link.alone()), practice(), None);
        stack(screen, Colours::Full)
    };
    let (first, second) = (window(), window());
    (host, id, first, second)
}

fn practice() -> Manner {
    Manner {
        practice: true,
        ..with_hints()
    }
}

#[test]
fn a_second_window_says_that_the_game_has_moved_on_and_goes_on_from_there() {
    let (host, id, mut first, mut second) = two_windows();
    let entries = || {
        wait(host.look(&id, &Identity::local()))
            .unwrap()
            .standing
            .seq
    };
    type_keys(&mut first, "oo.");
    let there = small(&mut first);
    let moved = entries();
    assert!(moved > 1, "{there}");
    // The key was meant for the first moment.
    type_keys(&mut second, ".");
    let shown = small(&mut second);
    assert!(
        shown.contains("The game has moved on in another window."),
        "{shown}"
    );
    assert_eq!(entries(), moved, "nothing was done");
    let map = |text: &str| text.lines().take(20).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(map(&shown), map(&there));
    // The next one is meant for what is shown.
    type_keys(&mut second, ".");
    assert_eq!(entries(), moved + 1);
    assert!(!small(&mut second).contains("another window"));
}

#[test]
fn a_game_that_another_window_has_taken_back_is_told_as_that() {
    let (host, id, mut first, mut second) = two_windows();
    type_keys(&mut first, "oo");
    let control = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
    first.answer(&Input::Key(control));
    let tables = wait(host.tables()).unwrap();
    assert!(tables.len() == 1 && tables[0] != id, "{tables:?}");
    type_keys(&mut second, ".");
    let shown = small(&mut second);
    let told = ["moved on in another window", "taken back in another window"];
    assert!(told.iter().any(|words| shown.contains(words)), "{shown}");
}

/// What is said of a game of older rules is longer than a line, and its reason stands
/// at the end.
#[test]
fn a_word_that_is_longer_than_a_line_is_shown_whole() {
    let words = "This game was played under older rules (1, these are 2) and can only be read: \
                 the creatures that it was begun with are not kept any more, and nobody \
                 can say what they would have done from here on.";
    let screen = game(7, with_hints()).saying(Some(String::from(words)));
    let shown = small(&mut stack(screen, Colours::Full));
    let lines = shown.lines().map(|line| line.trim_matches(['"', ' ']));
    let shown = lines.collect::<Vec<_>>().join(" ");
    assert!(shown.contains(words), "{shown}");
}

#[test]
fn a_large_terminal_has_a_longer_log_and_the_company() {
    let mut stack = begun();
    type_keys(&mut stack, "ooo");
    let wide = terminal(&mut stack, 120, 40).backend().to_string();
    insta::assert_snapshot!("large", wide);
}

#[test]
fn popups_open_by_letters_and_escape_closes_them() {
    let mut stack = begun();
    for (key, name, title) in [
        ('i', "pack", "Your pack"),
        ('@', "sheet", "You"),
        ('m', "log", "All that was said"),
        ('v', "overview", "What you know"),
        ('?', "keys", "Keys"),
    ] {
        type_keys(&mut stack, &key.to_string());
        let text = small(&mut stack);
        assert!(text.contains(title), "{text}");
        insta::assert_snapshot!(format!("popup_{name}"), text);
        stack.answer(&Input::key(KeyCode::Esc));
        let text = small(&mut stack);
        assert!(!text.contains(&format!(" {title} ─")), "{text}");
        assert!(!stack.is_empty());
    }
}

/// A game whose first potions are aimed at somebody.
fn begun_with_something_to_aim() -> Stack {
    let (name, text) = FILES
        .iter()
        .find(|(name, _)| *name == "items.toml")
        .unwrap();
    let heals = "use = \"heal\"\namount = 18";
    assert!(
        text.contains(heals),
        "the potion of healing has another form"
    );
    let mut setup = Setup::default();
    setup.content.push(ContentFile {
        name: (*name).to_owned(),
        text: text.replace(heals, "use = \"slow\"\nturns = 25"),
    });
    let screen = DelveScreen::new(Box::new(link_to(7, &setup)), with_hints(), None);
    stack(screen, Colours::Full)
}

/// The trap: a right click does not cancel.
#[test]
fn trap_a_right_click_cancels_targeting_and_popups() {
    let mut stack = begun_with_something_to_aim();
    let right = Input::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Right),
        column: 5,
        row: 5,
        modifiers: KeyModifiers::NONE,
    });
    for (key, words) in [("ab", "Aim:"), ("x", "Esc back"), ("i", "Your pack")] {
        type_keys(&mut stack, key);
        let text = small(&mut stack);
        assert!(text.contains(words), "{text}");
        stack.answer(&right);
        let text = small(&mut stack);
        assert!(!text.contains(words) && text.contains("turn 0"), "{text}");
    }
}

#[test]
fn k23_letters_choose_and_refusals_cost_nothing() {
    let mut stack = begun();
    // A potion at full health is refused, with the reason, and kept.
    type_keys(&mut stack, "ab");
    let text = small(&mut stack);
    assert!(text.contains("You are already at full health."), "{text}");
    assert!(text.contains("turn 0"), "{text}");
    type_keys(&mut stack, "i");
    assert!(small(&mut stack).contains("2 potions of healing"));
    stack.answer(&Input::key(KeyCode::Esc));
    // Dropping is a turn.
    type_keys(&mut stack, "da");
    let text = small(&mut stack);
    assert!(
        text.contains("You drop a dagger.") && text.contains("turn 1"),
        "{text}"
    );
}

#[test]
fn look_names_what_is_there_and_enter_walks_there() {
    let mut stack = begun();
    type_keys(&mut stack, "x");
    let text = small(&mut stack);
    assert!(text.contains("You see you on the stairs up."), "{text}");
    type_keys(&mut stack, "l");
    let text = small(&mut stack);
    assert!(text.contains("You see floor."), "{text}");
    stack.answer(&Input::key(KeyCode::Enter));
    let text = small(&mut stack);
    assert!(text.contains("turn 1"), "{text}");
}

#[test]
fn k21_names_under_the_mouse_are_told_where_something_is_known() {
    let mut stack = begun();
    let shown = terminal(&mut stack, 80, 24);
    let buffer = shown.backend().buffer();
    let (mut player, mut dark) = (None, None);
    for row in 1..20 {
        for column in 2..78 {
            match buffer[(column, row)].symbol() {
                "@" => player = Some((column, row)),
                " " => dark = Some((column, row)),
                _ => {}
            }
        }
    }
    let (column, row) = player.unwrap();
    stack.answer(&hover(column, row));
    assert!(small(&mut stack).contains("you, stairs up"));
    let (column, row) = dark.unwrap();
    stack.answer(&hover(column, row));
    assert!(!small(&mut stack).contains("you, stairs up"));
}

#[test]
fn keys_are_changed_on_the_screen() {
    let mut stack = begun();
    type_keys(&mut stack, "?");
    // The ninth action is exploring.
    for _ in 0..8 {
        stack.answer(&Input::key(KeyCode::Down));
    }
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(small(&mut stack).contains("press the new key"));
    type_keys(&mut stack, "e");
    stack.answer(&Input::key(KeyCode::Esc));
    // The hint names the new key, and it works.
    let text = small(&mut stack);
    assert!(text.contains("Press e to explore"), "{text}");
    type_keys(&mut stack, "e");
    assert!(!small(&mut stack).contains("turn 0 "));
}

#[test]
fn hints_can_be_turned_off() {
    let mut stack = begun();
    assert!(small(&mut stack).contains("Press o to explore"));
    type_keys(&mut stack, "H");
    let text = small(&mut stack);
    assert!(text.contains("Hints are off."), "{text}");
    type_keys(&mut stack, "..");
    assert!(!small(&mut stack).contains("Press o to explore"));
}

#[test]
fn practice_takes_back_and_others_do_not() {
    let undo = Input::Key(KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL));
    let manner = Manner {
        practice: true,
        ..with_hints()
    };
    let mut practice = stack(game(7, manner), Colours::Full);
    let before = small(&mut practice);
    type_keys(&mut practice, ".");
    practice.answer(&undo);
    assert_eq!(small(&mut practice), before);
    let mut earnest = begun();
    type_keys(&mut earnest, ".");
    earnest.answer(&undo);
    let text = small(&mut earnest);
    assert!(text.contains("Only a practice game"), "{text}");
}

/// What is seen has colour, what is remembered is faint; without colours none
/// has one, and the characters alone tell everything.
#[test]
fn fog_is_drawn_by_style_and_themes_are_kept() {
    for colours in Colours::ALL {
        let mut stack = stack(game(7, with_hints()), colours);
        type_keys(&mut stack, "ooo");
        let shown = terminal(&mut stack, 80, 24);
        let buffer = shown.backend().buffer();
        let cells: Vec<_> = buffer.content().iter().skip(80).take(80 * 19).collect();
        let player = cells.iter().find(|cell| cell.symbol() == "@").unwrap();
        let faint = |cell: &&&ratatui::buffer::Cell| match colours {
            Colours::Full => cell.fg == Color::DarkGray,
            Colours::ColourBlind => cell.fg == Color::Indexed(246),
            Colours::None => cell.modifier.contains(Modifier::DIM),
        };
        assert!(!faint(&player));
        assert!(
            cells
                .iter()
                .any(|cell| cell.symbol() == "." && faint(&cell))
        );
        if colours == Colours::None {
            assert!(cells.iter().all(|cell| cell.fg == Color::Reset));
        }
    }
}

/// The bot plays until it is over, and the recap tells how it ended.
#[test]
fn the_demo_plays_by_itself_and_ends_with_a_recap() {
    let manner = Manner {
        demo: true,
        ..Manner::default()
    };
    let mut stack = stack(game(3, manner), Colours::Full);
    assert!(stack.every().is_some());
    // News of the last command ring the bell; the next one waits for its time.
    let first = small(&mut stack);
    for _ in 0..100 {
        stack.woken();
    }
    assert_eq!(small(&mut stack), first, "bells do not hurry the demo");
    for _ in 0..30_000 {
        if stack.every().is_none() {
            break;
        }
        stack.due();
    }
    assert!(stack.every().is_none(), "the demo comes to an end");
    let text = small(&mut stack);
    assert!(
        text.contains("The end") && text.contains("points"),
        "{text}"
    );
    insta::assert_snapshot!("recap", text);
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(stack.is_empty());
}

#[test]
fn the_help_key_shows_the_keys_as_they_are() {
    let mut stack = begun();
    stack.answer(&Input::key(KeyCode::F(1)));
    let text = small(&mut stack);
    assert!(text.contains("Keys, 1 of"), "{text}");
    stack.answer(&Input::key(KeyCode::Esc));
    assert!(!small(&mut stack).contains("Keys, 1 of"));
    assert!(!stack.is_empty());
}

#[test]
fn nothing_wakes_an_idle_game() {
    assert_eq!(begun().every(), None);
}

/// Blows are shown moment by moment: while they are, the screen asks to be woken,
/// any key ends them, and afterwards it rests again. Who wants none has none.
#[test]
fn blows_flash_over_the_map_and_any_key_ends_them() {
    let moving = Manner::default();
    for (manner, flashes) in [(moving, true), (with_hints(), false)] {
        let mut stack = stack(game(7, manner), Colours::Full);
        let mut shown = false;
        // Exploring and striking meets somebody sooner or later.
        for _ in 0..60 {
            type_keys(&mut stack, "o");
            for key in "hjklyubn".chars() {
                type_keys(&mut stack, &key.to_string());
                if stack.every().is_some() {
                    shown = true;
                    let before = small(&mut stack);
                    for _ in 0..100 {
                        stack.due();
                    }
                    assert_eq!(stack.every(), None, "it comes to an end by itself");
                    assert_ne!(small(&mut stack), before);
                }
            }
        }
        assert_eq!(shown, flashes);
        type_keys(&mut stack, "?");
        assert_eq!(stack.every(), None, "a key ends what is shown");
    }
}

/// Whoever walks about without sense dies soon; then there is a line to share, and `r`
/// steps through the last turns.
#[test]
fn the_recap_has_a_line_to_share_and_the_last_turns() {
    for (manner, dungeon) in [
        (with_hints(), "Delve, seed 1: "),
        (practice(), "Delve, seed 1, practice: "),
    ] {
        let shelf = Rc::new(Shelf::default());
        let mut stack = lost(manner, &shelf);
        let text = small(&mut stack);
        assert!(text.contains("To share:"), "{text}");
        assert!(text.contains(dungeon), "{text}");
        assert!(text.contains("r: the last ten turns"), "{text}");
        type_keys(&mut stack, "r");
        assert_eq!(*shelf.asked.borrow(), ["last turns"]);
    }
}

/// A game that is played without sense until it is over.
fn lost(manner: Manner, shelf: &Rc<Shelf>) -> Stack {
    let screen = DelveScreen::new(Box::new(link(1)), manner, Some(shelf.clone()));
    let mut stack = stack(screen, Colours::Full);
    let mut keys = "ohjklo>yubn".chars().cycle();
    for _ in 0..5_000 {
        if small(&mut stack).contains("The end") {
            break;
        }
        let key = keys.next().unwrap();
        type_keys(&mut stack, &key.to_string());
    }
    stack
}

#[test]
fn the_keeper_follows_when_something_is_taken_back() {
    let shelf = Rc::new(Shelf::default());
    let screen = DelveScreen::new(Box::new(link(7)), practice(), Some(shelf.clone()));
    let mut stack = stack(screen, Colours::Full);
    type_keys(&mut stack, "oo");
    assert!(shelf.asked.borrow().is_empty());
    let control = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
    stack.answer(&Input::Key(control));
    assert_eq!(*shelf.asked.borrow(), ["taken back"]);
}

#[test]
fn leaving_closes_the_screen_alone() {
    let mut stack = begun();
    type_keys(&mut stack, "q");
    assert!(stack.is_empty());
}

#[derive(Default)]
struct Shelf {
    kept: RefCell<Wishes>,
    begun: RefCell<Vec<Kind>>,
    left: RefCell<Vec<Saved>>,
    asked: RefCell<Vec<String>>,
}

impl Keeper for Shelf {
    fn today(&self) -> Day {
        "2031-05-02".parse().unwrap()
    }

    fn left(&self) -> Result<Vec<Saved>, String> {
        Ok(self.left.borrow().clone())
    }

    fn go_on(&self, left: usize) -> Result<Box<dyn Screen>, String> {
        self.asked.borrow_mut().push(format!("go on {left}"));
        Ok(Box::new(game(1, with_hints())))
    }

    fn delete(&self, left: usize) -> Result<(), String> {
        self.asked.borrow_mut().push(format!("delete {left}"));
        self.left.borrow_mut().remove(left);
        Ok(())
    }

    fn taken_back(&self) {
        self.asked.borrow_mut().push(String::from("taken back"));
    }
}

impl Warden for Shelf {
    fn tables(&self) -> &dyn Keeper {
        self
    }

    fn begin(&self, kind: Kind) -> Result<Box<dyn Screen>, String> {
        self.begun.borrow_mut().push(kind);
        Ok(Box::new(game(1, with_hints())))
    }

    fn begin_other(&self, other: &Other) -> Result<Box<dyn Screen>, String> {
        self.asked.borrow_mut().push(format!("{other:?}"));
        Ok(Box::new(game(1, with_hints())))
    }

    fn dungeon(&self) -> Option<String> {
        Some("seed 1".into())
    }

    fn last_turns(&self) -> Result<Box<dyn Screen>, String> {
        self.asked.borrow_mut().push(String::from("last turns"));
        Ok(Box::new(game(1, with_hints())))
    }

    fn demo(&self) -> Result<Box<dyn Screen>, String> {
        self.asked.borrow_mut().push(String::from("demo"));
        Ok(Box::new(game(1, with_hints())))
    }

    fn scores(&self) -> Result<Vec<Score>, String> {
        Ok(vec![
            score(300, End::Slain { by: "rat".into() }),
            score(5_000, End::Won),
        ])
    }

    fn wishes(&self) -> Result<Wishes, String> {
        Ok(self.kept.borrow().clone())
    }

    fn keep(&self, wishes: &Wishes) -> Result<(), String> {
        *self.kept.borrow_mut() = wishes.clone();
        Ok(())
    }
}

fn score(points: u64, end: End) -> Score {
    Score {
        day: "2031-05-02".into(),
        daily: points > 1_000,
        own_content: false,
        ending: Ending {
            end,
            score: points,
            deepest: 3,
            depth: 3,
            turns: 900,
            rank: 2,
            mode: String::new(),
        },
    }
}

#[test]
fn the_entrance_begins_every_kind_and_keeps_wishes() {
    let shelf = Rc::new(Shelf::default());
    let mut stack = stack(entrance(shelf.clone()), Colours::Full);
    insta::assert_snapshot!("entrance", small(&mut stack));
    let down = |stack: &mut Stack, rows: usize| {
        for _ in 0..rows {
            stack.answer(&Input::key(KeyCode::Down));
        }
    };
    for _ in 0..5 {
        stack.answer(&Input::key(KeyCode::Enter));
        stack.answer(&Input::letter('q'));
        down(&mut stack, 1);
    }
    let begun = [Kind::Ordinary, Kind::Daily, Kind::Practice];
    assert_eq!(*shelf.begun.borrow(), begun);
    assert_eq!(*shelf.asked.borrow(), ["Short", "Weekly"]);
    shelf.asked.borrow_mut().clear();
    // A dungeon by its name, which is typed; Esc and an empty name begin nothing.
    for word in ["", "deep well"] {
        stack.answer(&Input::key(KeyCode::Enter));
        type_keys(&mut stack, word);
        stack.answer(&Input::key(KeyCode::Enter));
    }
    assert_eq!(*shelf.asked.borrow(), ["Named(\"deep well\")"]);
    type_keys(&mut stack, "q");
    stack.answer(&Input::key(KeyCode::Enter));
    type_keys(&mut stack, "q");
    assert!(small(&mut stack).contains("q_"), "what is typed is seen");
    stack.answer(&Input::key(KeyCode::Esc));
    assert_eq!(shelf.asked.borrow().len(), 1);
    down(&mut stack, 1);
    stack.answer(&Input::key(KeyCode::Enter));
    assert_eq!(shelf.asked.borrow()[1], "demo");
    type_keys(&mut stack, "q");
    down(&mut stack, 3);
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(!shelf.kept.borrow().hints);
    assert!(small(&mut stack).contains("off"));
    down(&mut stack, 1);
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(shelf.kept.borrow().still);
    down(&mut stack, 1);
    stack.answer(&Input::key(KeyCode::Enter));
    assert_eq!(shelf.kept.borrow().difficulty, Difficulty::Grim);
    assert!(small(&mut stack).contains("grim"));
}

#[test]
fn the_challenge_of_the_week_says_what_is_different() {
    let mut stack = stack(entrance(Rc::new(Shelf::default())), Colours::Full);
    for _ in 0..4 {
        stack.answer(&Input::key(KeyCode::Down));
    }
    let text = small(&mut stack);
    assert!(text.contains("> Weekly challenge"), "{text}");
    assert!(text.contains("The challenge of 2031-W18"), "{text}");
}

/// The days one has played, the latest first; other games are not among them.
#[test]
fn ones_own_days_are_listed() {
    let scores = (1..=4).map(|day| Score {
        day: format!("2031-05-0{day}"),
        daily: day != 3,
        ..score(day * 700, End::Slain { by: "rat".into() })
    });
    let mut stack = stack(DaysScreen::new(scores.collect()), Colours::Full);
    let text = small(&mut stack);
    let line = |words: &str| text.lines().position(|line| line.contains(words));
    assert!(line("2031-05-04") < line("2031-05-02"), "{text}");
    assert!(line("2031-05-02") < line("2031-05-01"), "{text}");
    assert!(
        line("2031-05-04").is_some() && line("2031-05-03").is_none(),
        "{text}"
    );
    assert!(text.contains("  2800  slain by a rat on level 3"), "{text}");
}

#[test]
fn more_days_than_there_is_room_for_scroll() {
    let scores = (1..=30).map(|day| Score {
        day: format!("2031-05-{day:02}"),
        ..score(2_000 + day, End::Won)
    });
    let mut stack = stack(DaysScreen::new(scores.collect()), Colours::Full);
    let seen = |stack: &mut Stack, day: &str| small(stack).contains(day);
    assert!(small(&mut stack).contains("scroll"));
    assert!(seen(&mut stack, "2031-05-30") && !seen(&mut stack, "2031-05-01"));
    for _ in 0..40 {
        stack.answer(&Input::key(KeyCode::Down));
    }
    assert!(!seen(&mut stack, "2031-05-30") && seen(&mut stack, "2031-05-01"));
    stack.answer(&Input::key(KeyCode::Up));
    assert!(!seen(&mut stack, "2031-05-01"));
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(stack.is_empty());
}

#[test]
fn scores_are_listed_by_points() {
    let scores = vec![
        score(300, End::Slain { by: "rat".into() }),
        score(5_000, End::Won),
    ];
    let mut stack = stack(ScoresScreen::new(scores), Colours::Full);
    insta::assert_snapshot!("scores", small(&mut stack));
}

/// Points from another dungeon do not compare, however many there are.
#[test]
fn games_with_content_of_ones_own_stand_apart_from_the_scores() {
    let mut scores: Vec<Score> = (1..=40).map(|points| score(points, End::Won)).collect();
    scores.push(Score {
        own_content: true,
        ..score(99_999, End::Won)
    });
    let mut short = score(88_888, End::Won);
    short.ending.mode = "short, grim".into();
    scores.push(short);
    let mut stack = stack(ScoresScreen::new(scores), Colours::Full);
    let text = small(&mut stack);
    let line = |words: &str| text.lines().position(|line| line.contains(words));
    let apart = line("Apart, because their points do not compare:");
    assert!(
        line("  1.     40") < apart && apart < line("  1.  99999"),
        "{text}"
    );
    assert!(apart.is_some() && line("99999").is_some(), "{text}");
    assert!(line("(short, grim)") > line("(own content)"), "{text}");
}

/// What was left stands above what can be begun, each told apart; the damaged
/// can only be deleted.
#[test]
fn the_entrance_offers_to_continue() {
    let saved = |title: &str, progress: &str| Saved {
        title: title.into(),
        progress: progress.into(),
        about: format!("About {title}."),
        damaged: progress == "cannot be read",
    };
    let shelf = Rc::new(Shelf::default());
    *shelf.left.borrow_mut() = vec![
        saved("Game, just now", "level 3, turn 812"),
        saved("Practice, 2 hours ago", "level 1, turn 40"),
        saved("Delve", "cannot be read"),
    ];
    let mut stack = stack(entrance(shelf.clone()), Colours::Full);
    insta::assert_snapshot!("entrance_continue", small(&mut stack));
    stack.answer(&Input::key(KeyCode::Down));
    stack.answer(&Input::key(KeyCode::Enter));
    stack.answer(&Input::letter('q'));
    stack.answer(&Input::key(KeyCode::Down));
    let text = small(&mut stack);
    assert!(
        text.contains("d deletes it.") && !text.contains("Enter goes on"),
        "{text}"
    );
    stack.answer(&Input::letter('d'));
    assert!(small(&mut stack).contains("Delete?"));
    stack.answer(&Input::letter('y'));
    let text = small(&mut stack);
    assert!(
        text.contains("Continue (2)") && !text.contains("cannot be read"),
        "{text}"
    );
    assert_eq!(*shelf.asked.borrow(), ["go on 1", "delete 2"]);
    // Many are listed when somebody asks for them.
    let many = (1..=9).map(|number| saved(&format!("Game {number}"), "level 1, turn 1"));
    *shelf.left.borrow_mut() = many.collect();
    let mut stack = self::stack(entrance(shelf), Colours::Full);
    let text = small(&mut stack);
    assert!(
        text.contains("Continue (9)") && !text.contains("Game 3"),
        "{text}"
    );
    assert!(text.contains("Back"), "{text}");
    type_keys(&mut stack, "3");
    assert!(small(&mut stack).contains("Game 9"));
}

/// A link whose player carries one thing for every letter.
struct Laden(LocalLink<Delve>);

impl Link<Delve> for Laden {
    fn send(&mut self, command: &Command) -> Ticket {
        self.0.send(command)
    }

    fn undo(&mut self, to: u64) -> Ticket {
        self.0.undo(to)
    }

    fn viewer(&self) -> Viewer {
        self.0.viewer()
    }

    fn poll_news(&mut self, context: &mut Context<'_>) -> Poll<Option<News<Delve>>> {
        let mut news = std::task::ready!(self.0.poll_news(context));
        if let Some(News::Shown(shown)) = &mut news {
            let one = shown.view.pack[0].clone();
            let thing = |letter: char| Carried {
                letter,
                name: format!("thing {letter}"),
                ..one.clone()
            };
            shown.view.pack = ('a'..='z').map(thing).collect();
        }
        Poll::Ready(news)
    }
}

#[test]
fn all_of_a_full_pack_can_be_seen_on_the_smallest_terminal() {
    let (link, manner) = (link(7), with_hints());
    let screen = DelveScreen::new(Box::new(Laden(link)), manner, None);
    let mut stack = stack(screen, Colours::Full);
    small(&mut stack);
    type_keys(&mut stack, "i");
    let text = small(&mut stack);
    assert!(text.contains("Your pack, 1 to 20 of 26"), "{text}");
    assert!(
        text.contains("thing a") && !text.contains("thing z"),
        "{text}"
    );
    stack.answer(&Input::key(KeyCode::PageDown));
    let text = small(&mut stack);
    assert!(text.contains("Your pack, 7 to 26 of 26"), "{text}");
    assert!(
        text.contains("thing g") && text.contains("thing z"),
        "{text}"
    );
    stack.answer(&Input::key(KeyCode::Up));
    assert!(small(&mut stack).contains("6 to 25 of 26"));
    // On a large one there is nothing to scroll.
    let large = terminal(&mut stack, 120, 40).backend().to_string();
    assert!(
        large.contains("thing a") && large.contains("thing z"),
        "{large}"
    );
}

/// Every action has a key, and the help lists it.
#[test]
fn the_help_lists_every_key() {
    let keys = Keys::default();
    assert!(
        keys.list()
            .all(|(_, key, what)| !key.is_empty() && !what.is_empty())
    );
    assert_eq!(keys.key(Action::Explore), "o");
    let mut stack = begun();
    type_keys(&mut stack, "?");
    let tall = terminal(&mut stack, 100, 50).backend().to_string();
    for (_, key, what) in keys.list() {
        assert!(
            tall.contains(key) && tall.contains(what),
            "{key} {what}\n{tall}"
        );
    }
}
