//! Kingslayer's screens, drawn and played through a host in memory.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use parlour_host::link::LocalLink;
use parlour_host::table::{Identity, Person};
use parlour_host::{Host, Json, NewTable, Registry, wait};
use parlour_regicide::{Command, Kingslayer, Loss, Medal, Outcome, Seen, Setup};
use parlour_rules::{Actor, Rules, Seat, Seed, Viewer};
use parlour_tui::home::Saved;
use parlour_tui::kingslayer::{
    Entrance, GameScreen, HandOrder, HouseRules, Keeper, Kind, Lessons, Manner, Played,
    StatisticsScreen, Think, Wish,
};
use parlour_tui::{Colours, Desk, Input, Remember, Screen, Stack, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Modifier};

fn host() -> Arc<Host> {
    let mut games = Registry::new();
    games.register::<Kingslayer>();
    Arc::new(Host::in_memory(games))
}

fn manner(practice: bool) -> Manner {
    Manner {
        practice,
        clock_stands: true,
        think: Think {
            play_outs: 300,
            time: Duration::from_mins(1),
        },
        ..Manner::default()
    }
}

fn game(players: u8, seed: u64, practice: bool) -> GameScreen {
    game_of(&Setup::for_players(players), seed, practice, None)
}

fn game_of(setup: &Setup, seed: u64, practice: bool, keeper: Option<Rc<dyn Keeper>>) -> GameScreen {
    let host = host();
    let me = Person::new(Identity::local(), "Ada");
    let players = setup.players;
    let setup = Json::of(setup);
    let mut new = NewTable::new("kingslayer", setup, Seed(seed), me.clone());
    let others = ["Bo", "Cid", "Dora"];
    new.chairs = (0..players)
        .map(|seat| {
            let name = others.get(usize::from(seat).wrapping_sub(1));
            let other = name.map(|name| Person::new(Identity((*name).to_owned()), name));
            Some(other.unwrap_or_else(|| me.clone()))
        })
        .collect();
    let id = wait(host.open_table(new)).unwrap();
    let link = LocalLink::<Kingslayer>::new(&host, &id, &me.identity).unwrap();
    GameScreen::new(Box::new(link), manner(practice), keeper)
}

fn stack(screen: impl Screen + 'static, colours: Colours) -> Stack {
    Stack::new(Box::new(screen), Desk::silent(Theme::new(colours)))
}

fn solo() -> Stack {
    stack(game(1, 7, false), Colours::Full)
}

fn terminal(stack: &mut Stack, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| stack.draw(frame)).unwrap();
    terminal
}

fn drawn(stack: &mut Stack, width: u16, height: u16) -> String {
    terminal(stack, width, height).backend().to_string()
}

/// Wide enough that few words are broken.
fn wide(stack: &mut Stack) -> String {
    drawn(stack, 200, 50)
}

fn small(stack: &mut Stack) -> String {
    drawn(stack, 80, 24)
}

fn press(stack: &mut Stack, keys: &str) {
    for key in keys.chars() {
        match key {
            '\n' => stack.answer(&Input::key(KeyCode::Enter)),
            key => stack.answer(&Input::letter(key)),
        }
    }
}

const SIZES: [(u16, u16); 3] = [(80, 24), (100, 30), (160, 50)];

#[test]
fn a_new_game_at_every_size() {
    for (width, height) in SIZES {
        let name = format!("new_game_{width}x{height}");
        insta::assert_snapshot!(name, drawn(&mut solo(), width, height));
    }
}

#[test]
fn a_selection_and_its_preview_at_every_size() {
    for (width, height) in SIZES {
        let mut stack = solo();
        press(&mut stack, "s1");
        let name = format!("selected_{width}x{height}");
        insta::assert_snapshot!(name, drawn(&mut stack, width, height));
    }
}

/// The screen as text, and below it the styles of every row that has any: from
/// which column to which, and what.
fn with_styles(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let area = buffer.area;
    let mut lines = vec![terminal.backend().to_string().trim_end().to_owned()];
    for y in 0..area.height {
        let mut runs: Vec<(u16, u16, String)> = Vec::new();
        for x in 0..area.width {
            let cell = &buffer[(x, y)];
            let mut style = Vec::new();
            if cell.fg != Color::Reset {
                style.push(format!("{}", cell.fg));
            }
            if cell.bg != Color::Reset {
                style.push(format!("on {}", cell.bg));
            }
            if !cell.modifier.is_empty() {
                style.push(format!("{:?}", cell.modifier).to_lowercase());
            }
            let style = style.join(" ");
            match runs.last_mut() {
                Some((_, to, last)) if *last == style => *to = x,
                _ => runs.push((x, x, style)),
            }
        }
        runs.retain(|(_, _, style)| !style.is_empty());
        let runs: Vec<String> = runs
            .iter()
            .map(|(from, to, style)| format!("{from}-{to} {style}"))
            .collect();
        if !runs.is_empty() {
            lines.push(format!("{y:2}: {}", runs.join(", ")));
        }
    }
    lines.join("\n")
}

#[test]
fn colours_and_no_colours_at_every_size() {
    for (width, height) in SIZES {
        for (colours, name) in [(Colours::Full, "coloured"), (Colours::None, "colourless")] {
            let mut stack = stack(game(1, 7, false), colours);
            press(&mut stack, "s1\n125");
            let terminal = terminal(&mut stack, width, height);
            let name = format!("{name}_{width}x{height}");
            insta::assert_snapshot!(name, with_styles(&terminal));
        }
    }
}

#[test]
fn four_people_at_every_size() {
    for (width, height) in SIZES {
        let mut stack = stack(game(4, 3, false), Colours::Full);
        let name = format!("four_people_{width}x{height}");
        insta::assert_snapshot!(name, drawn(&mut stack, width, height));
    }
}

#[test]
fn paying_after_a_play() {
    let mut stack = solo();
    press(&mut stack, "s1\n");
    press(&mut stack, "12");
    insta::assert_snapshot!(small(&mut stack));
}

#[test]
fn leaving_is_asked_and_turning_a_jester_too() {
    let mut stack = solo();
    press(&mut stack, "q");
    insta::assert_snapshot!("leave", small(&mut stack));
    press(&mut stack, "n");
    assert!(!small(&mut stack).contains("Leave?"));
    press(&mut stack, "f\nff");
    assert!(
        !wide(&mut stack).contains("A Jester is turned"),
        "only y costs the hand"
    );
    press(&mut stack, "f");
    insta::assert_snapshot!("jester", small(&mut stack));
    press(&mut stack, "y");
    assert!(wide(&mut stack).contains("A Jester is turned"));
    press(&mut stack, "qy");
    assert!(stack.is_empty());
}

#[test]
fn the_entrance_and_the_statistics() {
    insta::assert_snapshot!(
        "entrance",
        small(&mut stack(Entrance::new(Rc::new(Nobody)), Colours::Full))
    );
    let outcome = |enemies, medal: Option<Medal>| Outcome {
        loss: medal.is_none().then_some(Loss::CannotMove),
        medal,
        enemies,
        jesters: 1,
    };
    let played = |kind, enemies, medal| Played {
        players: 1,
        kind,
        day: String::from("2031-05-02"),
        outcome: outcome(enemies, medal),
        eased: false,
    };
    let games = [
        played(Kind::Ordinary, 3, None),
        played(Kind::Daily, 12, Some(Medal::Silver)),
        played(Kind::Ordinary, 5, None),
        played(Kind::Ordinary, 12, Some(Medal::Gold)),
        played(Kind::Practice, 9, None),
        Played {
            eased: true,
            ..played(Kind::Ordinary, 12, Some(Medal::Gold))
        },
    ];
    let mut statistics = stack(StatisticsScreen::new(&games), Colours::Full);
    insta::assert_snapshot!("statistics", small(&mut statistics));
    press(&mut statistics, "q");
    assert!(statistics.is_empty());
}

/// A keeper that keeps nothing.
struct Nobody;

impl Keeper for Nobody {
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

    fn today(&self) -> String {
        String::from("2031-05-02")
    }
}

#[test]
fn the_entrance_passes_house_rules_on_and_tells_what_fails() {
    let mut stack = stack(Entrance::new(Rc::new(Nobody)), Colours::Full);
    // The sixth item is the difficulty: normal, hard.
    press(&mut stack, "61");
    assert!(small(&mut stack).contains("no table for Ordinary, jack 25"));
    stack.answer(&Input::key(KeyCode::Esc));
    press(&mut stack, "2");
    assert!(small(&mut stack).contains("no table for Daily, jack 20"));
}

#[test]
fn the_tutorial_is_played_through() {
    let mut stack = stack(Lessons::new(), Colours::Full);
    insta::assert_snapshot!("lesson", small(&mut stack));
    press(&mut stack, "1\n");
    assert!(
        wide(&mut stack).contains("the lesson below asks for something else"),
        "{}",
        wide(&mut stack)
    );
    for (lesson, keys) in [
        "13\n1\n", "1\n13\n", "12\n12\n", "12\n", "2\n1\n", "fy123\n",
    ]
    .iter()
    .enumerate()
    {
        let shown = wide(&mut stack);
        assert!(
            shown.contains(&format!("Lesson {} of 6", lesson + 1)),
            "{shown}"
        );
        press(&mut stack, keys);
        let shown = wide(&mut stack);
        assert!(shown.contains("Well done"), "{shown}");
        press(&mut stack, "\n");
    }
    assert!(stack.is_empty());
}

/// What stands in a picture of the screen, in one line: words that were broken are
/// whole again.
fn in_one_line(stack: &mut Stack) -> String {
    let shown = wide(stack);
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_hint_in_a_lesson_is_what_the_lesson_asks_for() {
    let mut stack = stack(Lessons::new(), Colours::Full);
    press(&mut stack, "h");
    assert!(small(&mut stack).contains("Hint: play 10♠."));
    press(&mut stack, "h\nh");
    let shown = small(&mut stack);
    assert!(shown.contains("Hint: play 5♣."), "{shown}");
    press(&mut stack, "h\n");
    assert!(small(&mut stack).contains("Well done"));
}

#[test]
fn a_lesson_names_no_place_in_a_hand_that_may_be_sorted() {
    let mut stack = stack(Lessons::new(), Colours::Full);
    press(&mut stack, "s");
    let shown = in_one_line(&mut stack);
    assert!(shown.contains("Press the number on the 10♠"), "{shown}");
    assert!(
        !shown.contains("PgUp"),
        "the lesson stands where rules would"
    );
    assert!(!shown.contains("00:00"), "lessons have no clock");
    press(&mut stack, "4\n");
    assert!(small(&mut stack).contains("Shield"), "10♠ was played");
}

/// Clicks on the first place where these words stand.
fn click_on(stack: &mut Stack, words: &str) {
    let shown = small(stack);
    let mut rows = shown.lines().enumerate();
    let (row, before) = rows
        .find_map(|(row, line)| line.split_once(words).map(|(before, _)| (row, before)))
        .unwrap_or_else(|| panic!("{words} in\n{shown}"));
    // Each line of the picture begins with a quotation mark.
    let column = before.chars().count() - 1;
    stack.answer(&Input::click_at(column as u16, row as u16));
}

#[test]
fn a_game_is_played_by_the_mouse_alone() {
    let mut stack = solo();
    click_on(&mut stack, "s sort");
    assert!(small(&mut stack).contains("by suit"));
    click_on(&mut stack, "f turns one");
    click_on(&mut stack, "n keep it");
    assert!(!small(&mut stack).contains("Turn a Jester?"));
    click_on(&mut stack, "f turn Jester");
    click_on(&mut stack, "y turn it");
    assert!(wide(&mut stack).contains("A Jester is turned"));
    small(&mut stack);
    stack.answer(&Input::click_at(6, 13));
    assert!(small(&mut stack).contains("selected"));
    click_on(&mut stack, "Enter play");
    assert!(!small(&mut stack).contains("selected"), "it was played");
    click_on(&mut stack, "F1 help");
    assert!(small(&mut stack).contains("any key back"));
    stack.answer(&Input::key(KeyCode::Esc));
    click_on(&mut stack, "h hint");
    assert!(small(&mut stack).contains("Hint"));
    click_on(&mut stack, "q leave");
    // Beside the box: nothing is meant, least of all the key that lies there.
    stack.answer(&Input::click_at(20, 21));
    assert!(!small(&mut stack).contains("Leave?"));
    click_on(&mut stack, "q leave");
    click_on(&mut stack, "y leave");
    assert!(stack.is_empty());
}

#[test]
fn what_is_said_counts_the_cards_that_are_there() {
    let mut stack = solo();
    press(&mut stack, "\n");
    assert!(small(&mut stack).contains("Select cards first: 1 to 8."));
    press(&mut stack, "s1\n\n");
    let shown = in_one_line(&mut stack);
    assert!(shown.contains("Select cards worth 10: 1 to 7."), "{shown}");
    press(&mut stack, "1\n");
    assert!(in_one_line(&mut stack).contains("and the enemy's attack needs 10 (R8.2)"));
}

#[test]
fn a_payment_that_the_house_refuses_has_no_button() {
    let mut setup = Setup::for_players(1);
    setup.house.surplus_payment = false;
    let mut stack = stack(game_of(&setup, 7, false, None), Colours::Full);
    press(&mut stack, "s1\n");
    for key in "1234567".chars() {
        press(&mut stack, &key.to_string());
        let shown = small(&mut stack);
        let needless = shown.contains("Not needed: ");
        assert!(
            !(needless && shown.contains("Enter: pay")),
            "no button: {shown}"
        );
        if needless {
            assert!(in_one_line(&mut stack).contains("This house takes no surplus. (R8.2)"));
            press(&mut stack, "\n");
            assert!(in_one_line(&mut stack).contains("This house allows no surplus"));
            return;
        }
    }
    panic!("seven cards are more than needed");
}

/// Every line of what a play would do is there, whatever else is said.
#[test]
fn a_hint_leaves_the_preview_as_it_is() {
    let mut stack = solo();
    press(&mut stack, "s1");
    let preview = |stack: &mut Stack| {
        let shown = small(stack);
        let rows = shown.lines().skip(3).take(4);
        let inside = |row: &str| row.chars().skip(28).take(30).collect::<String>();
        rows.map(inside).collect::<Vec<_>>()
    };
    let before = preview(&mut stack);
    assert!(before[3].contains("Then pay"), "{before:?}");
    press(&mut stack, "h");
    for _ in 0..6_000 {
        stack.woken();
        if wide(&mut stack).contains("tries") {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let shown = small(&mut stack);
    assert!(shown.contains("Hint: h selects it"), "{shown}");
    assert_eq!(preview(&mut stack), before);
    stack.answer(&Input::key(KeyCode::Esc));
    assert!(small(&mut stack).contains("Rules"), "the hint is put away");
}

#[test]
fn a_refused_play_says_which_rule_forbids_it() {
    let mut stack = solo();
    press(&mut stack, "s12345678\n");
    let shown = wide(&mut stack);
    assert!(shown.contains("(R4."), "{shown}");
    assert!(shown.contains("This cannot be played."), "{shown}");
}

/// R1.5: "Contents of the discard: face up, top visible".
#[test]
fn the_top_of_the_discard_pile_is_seen() {
    let mut stack = stack_of_practice();
    let pile = |stack: &mut Stack| {
        let shown = wide(stack);
        let (_, after) = shown.split_once("Discard ").expect("the pile is counted");
        let words: Vec<&str> = after.split_whitespace().take(3).collect();
        words.join(" ")
    };
    assert_eq!(pile(&mut stack), "0 Castle 11");
    press(&mut stack, "1\n");
    let shown = wide(&mut stack);
    assert!(shown.contains("It strikes: pay"), "{shown}");
    // The whole hand is paid; its last card lies on top.
    press(&mut stack, "1234567\n");
    let after = pile(&mut stack);
    let card = after.strip_prefix("7 top ").expect(&after);
    let log = wide(&mut stack);
    assert!(log.contains(card), "{card} was paid:\n{log}");
    press(&mut stack, "u");
    assert_eq!(pile(&mut stack), "0 Castle 11", "it is taken back");
}

#[test]
fn moves_are_taken_back_in_practice_only() {
    let mut stack = solo();
    press(&mut stack, "s1\nu");
    assert!(wide(&mut stack).contains("in practice games only"));
    let mut stack = stack_of_practice();
    press(&mut stack, "u");
    assert!(wide(&mut stack).contains("nothing to take back"));
    let before = wide(&mut stack);
    press(&mut stack, "s1\n");
    assert!(!wide(&mut stack).contains("8 of 8"));
    press(&mut stack, "u");
    let after = wide(&mut stack);
    assert!(
        after.contains("8 of 8") && after.contains("taken back"),
        "{before}{after}"
    );
}

fn stack_of_practice() -> Stack {
    stack(game(1, 7, true), Colours::Full)
}

#[test]
fn a_hint_comes_and_can_be_selected() {
    let mut stack = solo();
    press(&mut stack, "h");
    for _ in 0..6_000 {
        stack.woken();
        if wide(&mut stack).contains("tries") {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let shown = wide(&mut stack);
    assert!(shown.contains("It won"), "{shown}");
    press(&mut stack, "h");
    assert!(
        wide(&mut stack).contains("selected"),
        "{}",
        wide(&mut stack)
    );
}

/// The cells of the hand that are drawn inverted.
fn inverted(buffer: &Buffer) -> usize {
    let cells = buffer.content().iter();
    cells
        .filter(|cell| cell.modifier.contains(Modifier::REVERSED))
        .count()
}

#[test]
fn a_card_is_selected_by_a_click_and_drawn_inverted() {
    let mut stack = solo();
    let before = terminal(&mut stack, 80, 24);
    assert_eq!(inverted(before.backend().buffer()), 0);
    stack.answer(&Input::click_at(6, 13));
    let after = terminal(&mut stack, 80, 24);
    assert_eq!(inverted(after.backend().buffer()), 9 * 5);
    stack.answer(&Input::click_at(6, 13));
    let again = terminal(&mut stack, 80, 24);
    assert_eq!(inverted(again.backend().buffer()), 0);
}

/// The colours in which each suit's sign is drawn, in the order ♣ ♦ ♥ ♠.
fn suit_colours(colours: Colours, four: bool) -> Vec<Option<Color>> {
    let mut stack = stack(game(1, 7, false), colours);
    if four {
        press(&mut stack, "c");
    }
    let terminal = terminal(&mut stack, 100, 30);
    let buffer = terminal.backend().buffer();
    ["♣", "♦", "♥", "♠"]
        .map(|sign| {
            let cell = buffer.content().iter().find(|cell| cell.symbol() == sign);
            cell.map(|cell| cell.fg)
        })
        .to_vec()
}

#[test]
fn suits_have_two_colours_or_four_or_none() {
    let two = suit_colours(Colours::Full, false);
    assert_eq!((two[1], two[0]), (two[2], two[3]));
    assert_ne!(two[0], two[1]);
    let mut four = suit_colours(Colours::Full, true);
    four.dedup();
    assert_eq!(four.len(), 4);
    let none = suit_colours(Colours::None, true);
    assert!(none.iter().all(|colour| *colour == Some(Color::Reset)));
    let text = |colours| drawn(&mut stack(game(1, 7, false), colours), 100, 30);
    assert_eq!(
        text(Colours::None),
        text(Colours::Full),
        "only colours differ"
    );
}

#[test]
fn every_size_is_drawn_and_a_small_one_says_so() {
    let mut stack = solo();
    for width in (20..200).step_by(13) {
        for height in (5..70).step_by(7) {
            let shown = drawn(&mut stack, width, height);
            if width < 80 || height < 24 {
                assert!(!shown.contains("Castle"));
            } else {
                for title in [
                    "Castle",
                    "Battlefield",
                    "Game log",
                    "Your hand",
                    "Keys",
                    "Rules",
                ] {
                    assert!(shown.contains(title), "{title} at {width}x{height}");
                }
            }
        }
    }
}

/// A simple player at the keys: the first card alone, or the first cards that
/// cover; a Jester when nothing else helps.
fn play_to_the_end(stack: &mut Stack) {
    for _ in 0..400 {
        let shown = wide(stack);
        if shown.contains("enemies defeated") {
            return;
        }
        if shown.contains("You have no card") || shown.contains("You cannot pay") {
            press(stack, "fy");
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

#[test]
fn after_the_end_a_replay_is_written_and_a_new_game_keeps_the_house_rules() {
    /// Says what it is asked for.
    struct Writer;

    impl Keeper for Writer {
        fn begin(&self, wish: &Wish) -> Result<Box<dyn Screen>, String> {
            Err(format!("{:?}, jack {}", wish.kind, wish.house.health.jack))
        }

        fn export(&self) -> Result<String, String> {
            Ok(format!("/{}/game.jsonl.gz", "long-folder/".repeat(9)))
        }

        fn seed(&self) -> Option<String> {
            Some(String::from("18446744073709551615"))
        }

        fn played(&self) -> Result<Vec<Played>, String> {
            Ok(Vec::new())
        }

        fn today(&self) -> String {
            String::new()
        }
    }

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

/// A house with games that were left; it notes what it is asked for.
#[derive(Default)]
struct Inn {
    left: std::cell::RefCell<Vec<Saved>>,
    asked: std::cell::RefCell<Vec<String>>,
    rules: std::cell::Cell<HouseRules>,
}

impl Inn {
    fn with(titles: &[&str]) -> Rc<Self> {
        let saved = |title: &&str| Saved {
            title: (*title).to_owned(),
            progress: String::from("J♣ 14/20"),
            about: String::from("Against the Jack of Clubs."),
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
    fn begin(&self, wish: &Wish) -> Result<Box<dyn Screen>, String> {
        self.note(format!("begin, jack {}", wish.house.health.jack));
        Ok(Box::new(game(1, 7, false)))
    }

    fn export(&self) -> Result<String, String> {
        Err(String::from("no room"))
    }

    fn played(&self) -> Result<Vec<Played>, String> {
        Ok(Vec::new())
    }

    fn today(&self) -> String {
        String::from("2031-05-02")
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

    fn taken_back(&self) {
        self.note("taken back");
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
    let inn = Inn::with(&["Game, just now", "Game, 1 hour ago", "third", "fourth"]);
    let mut stack = stack(Entrance::new(inn.clone()).as_first_screen(), Colours::Full);
    let shown = small(&mut stack);
    insta::assert_snapshot!("entrance_with_games", shown);
    assert!(!shown.contains("fourth"), "only the latest: {shown}");
    press(&mut stack, "2");
    assert_eq!(inn.asked(), ["go on 1"]);
    press(&mut stack, "qy");
    // The cursor stays at the second game.
    press(&mut stack, "d");
    insta::assert_snapshot!("delete", small(&mut stack));
    press(&mut stack, "n");
    assert!(inn.asked().is_empty());
    press(&mut stack, "d");
    click_on(&mut stack, "y delete it");
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
    let mut first = stack(Entrance::new(inn.clone()), Colours::Full);
    // Difficulty, surplus, yield.
    press(&mut first, "678");
    let mut second = stack(Entrance::new(inn.clone()), Colours::Full);
    let shown = small(&mut second);
    assert!(shown.contains("hard"), "{shown}");
    press(&mut second, "1");
    assert_eq!(inn.asked(), ["begin, jack 25"]);
    let rules = inn.rules.get();
    assert!(!rules.surplus_payment && rules.solo_yield);
}

#[test]
fn the_tutorial_leads_into_a_game() {
    let inn = Inn::with(&[]);
    let wish = Wish::default();
    let mut stack = stack(Lessons::leading_to(inn.clone(), wish), Colours::Full);
    press(&mut stack, "nnnnn");
    assert!(small(&mut stack).contains("Lesson 6 of 6"));
    press(&mut stack, "fyhh\n");
    assert!(small(&mut stack).contains("Enter: play a game"));
    press(&mut stack, "\n");
    assert_eq!(inn.asked(), ["begin, jack 20"]);
    assert!(small(&mut stack).contains("guards the gate"));
}

#[test]
fn a_game_is_given_up_after_a_question_and_an_unplayed_one_is_not_kept() {
    let inn = Inn::with(&[]);
    let open = || {
        let keeper: Rc<dyn Keeper> = inn.clone();
        let screen = game_of(&Setup::for_players(1), 7, true, Some(keeper));
        stack(screen, Colours::Full)
    };
    let mut stack = open();
    press(&mut stack, "q");
    let shown = small(&mut stack);
    assert!(shown.contains("there is nothing to keep"), "{shown}");
    assert!(!shown.contains("g give up"), "{shown}");
    press(&mut stack, "y");
    assert!(stack.is_empty());
    assert_eq!(inn.asked(), ["give up"]);

    let mut stack = open();
    press(&mut stack, "1\nq");
    assert!(small(&mut stack).contains("can be continued"));
    press(&mut stack, "gn");
    assert!(inn.asked().is_empty());
    press(&mut stack, "u");
    assert_eq!(inn.asked(), ["taken back"]);
    press(&mut stack, "1\nqgy");
    assert!(stack.is_empty());
    assert_eq!(inn.asked(), ["give up"]);

    let mut stack = open();
    press(&mut stack, "1\nqy");
    assert!(stack.is_empty());
    assert!(inn.asked().is_empty(), "it is kept");
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

/// With house rules and practice there are more keys than usual; all of them are
/// there in full.
#[test]
fn all_keys_fit_the_smallest_screen() {
    let mut setup = Setup::for_players(1);
    setup.house.solo_yield = true;
    let mut stack = stack(game_of(&setup, 7, true, None), Colours::Full);
    let shown = small(&mut stack);
    for key in [
        "1-8 ←→ select",
        "Enter play",
        "f turn Jester",
        "y yield",
        "h hint",
        "s sort",
        "u take back",
        "PgUp/Dn rules",
        "F1 help",
        "q leave",
    ] {
        assert!(shown.contains(key), "{key} in\n{shown}");
    }
}

#[test]
fn the_key_to_yield_is_shown_where_the_house_allows_it() {
    let keys = |solo_yield| {
        let mut setup = Setup::for_players(1);
        setup.house.solo_yield = solo_yield;
        let mut stack = stack(game_of(&setup, 7, false, None), Colours::Full);
        let shown = small(&mut stack);
        press(&mut stack, "y");
        if solo_yield {
            let asked = small(&mut stack);
            assert!(asked.contains("the enemy strikes for 10"), "{asked}");
            press(&mut stack, "ny");
            assert!(small(&mut stack).contains("Yield?"), "asked again");
            press(&mut stack, "y");
        }
        (shown.contains("y yield"), wide(&mut stack))
    };
    let (shown, after) = keys(false);
    assert!(!shown && after.contains("(R9.4)"), "{after}");
    let (shown, after) = keys(true);
    assert!(shown && after.contains("It strikes"), "{after}");
}

#[test]
fn four_colours_and_the_order_of_the_hand_are_remembered() {
    let kept = Rc::new(std::cell::RefCell::new(Vec::new()));
    let mut desk = Desk::silent(Theme::new(Colours::Full));
    desk.hand_order = HandOrder::Suit;
    let keep = Rc::clone(&kept);
    desk.remember = Some(Remember(Rc::new(move |four, order| {
        keep.borrow_mut().push((four, order));
    })));
    let mut stack = Stack::new(Box::new(game(1, 7, false)), desk);
    assert!(small(&mut stack).contains("by suit"), "as it was left");
    press(&mut stack, "cs");
    assert!(small(&mut stack).contains("by value"));
    press(&mut stack, "sc");
    assert_eq!(
        *kept.borrow(),
        [
            (true, HandOrder::Suit),
            (true, HandOrder::Value),
            (true, HandOrder::Dealt),
            (false, HandOrder::Dealt),
        ]
    );
}
