//! Kingslayer with others: the lobby and what stands above the table, drawn from
//! a party that is made up.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Waker;

use parlour_host::link::{Link, LocalLink};
use parlour_host::table::{Identity, Person};
use parlour_host::{Host, Json, NewTable, Registry, wait};
use parlour_regicide::{Kingslayer, Phrase, Setup};
use parlour_rules::{Seat, Seed};
use parlour_tui::kingslayer::{
    Favour, Finder, FoundTable, Gathering, Guest, Hosting, Inn, Party, Porch, Scout, Together,
    UnfinishedTable,
};
use parlour_tui::{Colours, Desk, Input, Screen, Stack, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;

/// What the screen did to the party, and what the party looks like.
#[derive(Default)]
struct Book {
    gathering: Gathering,
    host: bool,
    done: Vec<String>,
    refusals: Vec<String>,
}

struct Made(Rc<RefCell<Book>>);

impl Party for Made {
    fn hear(&mut self, _: &Waker) {}

    fn gathering(&self) -> Gathering {
        self.0.borrow().gathering.clone()
    }

    fn link(&self) -> Box<dyn Link<Kingslayer>> {
        let mut games = Registry::new();
        games.register::<Kingslayer>();
        let host = Arc::new(Host::in_memory(games));
        let me = Person::new(Identity::local(), "Ann");
        let setup = Json::of(&Setup::for_players(2));
        let mut new = NewTable::new("kingslayer", setup, Seed(3), me.clone());
        let ben = Person::new(Identity::from("ben"), "Ben");
        new.chairs = vec![Some(me.clone()), Some(ben)];
        let id = wait(host.open_table(new)).unwrap();
        Box::new(LocalLink::<Kingslayer>::new(&host, &id, &me.identity).unwrap())
    }

    fn ready(&mut self) {
        self.0.borrow_mut().done.push("ready".into());
    }

    fn say(&mut self, phrase: Phrase) {
        self.0.borrow_mut().done.push(phrase.id().into());
    }

    fn take_back(&mut self) {
        self.0.borrow_mut().done.push("take back".into());
    }

    fn watch(&mut self) {
        self.0.borrow_mut().done.push("watch".into());
    }

    fn refusal(&mut self) -> Option<String> {
        self.0.borrow_mut().refusals.pop()
    }

    fn is_host(&self) -> bool {
        self.0.borrow().host
    }

    fn favour(&mut self, favour: Favour) -> Result<(), String> {
        self.0.borrow_mut().done.push(format!("{favour:?}"));
        match favour {
            Favour::RemoveBot => Err("no bot is at the table".into()),
            _ => Ok(()),
        }
    }
}

fn guest(name: &str, ready: bool, you: bool) -> Guest {
    Guest {
        name: name.into(),
        connected: true,
        bot: name.starts_with("Bot"),
        ready,
        you,
    }
}

fn lobby() -> Gathering {
    Gathering {
        guests: vec![
            guest("Ann", true, true),
            guest("Ben\u{1b}[31m", false, false),
            Guest::default(),
            guest("Bot 1", true, false),
        ],
        lobby: true,
        log: vec![(Some(Seat(1)), "says: Hello!".into())],
        invitation: vec![
            "The others join with".into(),
            "parlour kingslayer join ADDRESS".into(),
            String::new(),
            "192.168.1.20:5555".into(),
        ],
        ..Gathering::default()
    }
}

fn table() -> Gathering {
    Gathering {
        guests: vec![guest("Ann", false, true), guest("Ben", false, false)],
        log: vec![
            (Some(Seat(1)), "plays 7D for 7".into()),
            (None, "the enemy takes 7".into()),
        ],
        ..Gathering::default()
    }
}

struct Stage {
    book: Rc<RefCell<Book>>,
    stack: Stack,
}

impl Stage {
    fn of(gathering: Gathering, host: bool) -> Self {
        let book = Rc::new(RefCell::new(Book {
            gathering,
            host,
            ..Book::default()
        }));
        let screen = Box::new(Together::new(Box::new(Made(Rc::clone(&book)))));
        Self {
            book,
            stack: stack(screen),
        }
    }

    fn press(&mut self, letter: char) -> String {
        self.stack.answer(&Input::letter(letter));
        drawn(&mut self.stack)
    }

    fn done(&self) -> Vec<String> {
        std::mem::take(&mut self.book.borrow_mut().done)
    }
}

fn stack(screen: Box<dyn Screen>) -> Stack {
    Stack::new(screen, Desk::silent(Theme::new(Colours::None)))
}

fn drawn(stack: &mut Stack) -> String {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| stack.draw(frame)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn the_lobby_shows_who_is_in_and_who_is_ready() {
    let mut stage = Stage::of(lobby(), true);
    insta::assert_snapshot!("lobby", drawn(&mut stage.stack));
    stage.press('r');
    stage.press('b');
    assert!(stage.press('x').contains("no bot is at the table"));
    assert_eq!(stage.done(), ["ready", "AddBot", "RemoveBot"]);
    let mut guest = Stage::of(lobby(), false);
    guest.press('b');
    guest.press('x');
    assert!(guest.done().is_empty(), "a guest does no favours");
}

#[test]
fn columns_of_the_lobby_hold_for_wide_and_long_names() {
    let mut gathering = lobby();
    gathering.guests[0].name = "x".repeat(24);
    gathering.guests[1].name = "日本語の名前テスト王様".into();
    let seen = drawn(&mut Stage::of(gathering, true).stack);
    for words in ["x (you) ready", "王様   not ready"] {
        assert!(seen.contains(words), "{words}: {seen}");
    }
    assert!(seen.contains("192.168.1.20:5555"), "{seen}");
}

#[test]
fn phrases_are_offered_and_wishes_only_after_a_jester() {
    let mut stage = Stage::of(lobby(), false);
    let offered = stage.press('t');
    assert!(offered.contains("1 Hello!") && !offered.contains("go next"));
    stage.press('3');
    stage.press('t');
    stage.press('9');
    assert_eq!(stage.done(), ["well_played"]);
}

#[test]
fn above_the_table_it_says_who_is_waited_for() {
    let mut stage = Stage::of(
        Gathering {
            missing: vec![Seat(1)],
            ..table()
        },
        true,
    );
    let seen = drawn(&mut stage.stack);
    assert!(
        seen.contains("Paused") && seen.contains("Waiting for Ben…"),
        "{seen}"
    );
    assert!(seen.contains("Battlefield"), "the table stays in sight");
    stage.press('b');
    assert!(
        stage
            .press('a')
            .contains("A new machine may take the seat of Ben.")
    );
    assert_eq!(stage.done(), ["PutBot(Seat(1))", "Admit(Seat(1))"]);
    let mut guest = Stage::of(
        Gathering {
            missing: vec![Seat(1)],
            ..table()
        },
        false,
    );
    guest.press('b');
    assert!(guest.done().is_empty());
}

#[test]
fn the_table_shows_the_log_and_keeps_the_bot_out() {
    let mut stage = Stage::of(table(), false);
    let seen = drawn(&mut stage.stack);
    assert!(seen.contains("Ben plays 7♦ for 7"), "{seen}");
    assert!(!seen.contains("hint"), "no advice at a table with others");
    assert_eq!(stage.press('h'), seen, "and no key for it");
    stage.book.borrow_mut().refusals.push("slow down".into());
    stage.book.borrow_mut().gathering.trouble = Some("no answer".into());
    let seen = stage.press('1');
    assert!(seen.contains("Connection lost") && seen.contains("no answer"));
    let guests = std::mem::take(&mut stage.book.borrow_mut().gathering.guests);
    let seen = stage.press('1');
    assert!(
        seen.contains("Not connected yet"),
        "nothing was there to lose"
    );
    stage.book.borrow_mut().gathering.guests = guests;
    stage.book.borrow_mut().gathering.trouble = None;
    stage.book.borrow_mut().gathering.closed = Some("every seat is taken".into());
    assert!(stage.press('1').contains("every seat is taken"));
    stage.stack.answer(&Input::key(KeyCode::Esc));
    assert!(stage.stack.is_empty());
}

#[test]
fn after_the_end_everybody_is_asked_for_another_game() {
    let mut stage = Stage::of(
        Gathering {
            over: true,
            ..table()
        },
        false,
    );
    let seen = drawn(&mut stage.stack);
    assert!(seen.contains("n another game"));
    assert!(!seen.contains("back to the lobby"), "that is the host's");
    stage.press('n');
    stage.press('l');
    assert_eq!(stage.done(), ["ready"]);
    stage.book.borrow_mut().gathering.guests[0].ready = true;
    assert!(stage.press('z').contains("Waiting for Ben…"));
}

#[test]
fn at_the_end_the_table_can_be_seen_and_nobody_leaves_by_accident() {
    for host in [true, false] {
        let over = Gathering {
            over: true,
            ..table()
        };
        let mut stage = Stage::of(over, host);
        assert!(drawn(&mut stage.stack).contains("The castle stands"));
        let esc = Input::key(KeyCode::Esc);
        stage.stack.answer(&esc);
        let seen = drawn(&mut stage.stack);
        assert!(
            !seen.contains("The castle stands") && seen.contains("Battlefield"),
            "{seen}"
        );
        stage.stack.answer(&esc);
        assert!(
            drawn(&mut stage.stack).contains("The castle stands"),
            "and back"
        );
        let seen = stage.press('q');
        assert!(seen.contains("Leave?"));
        assert_eq!(seen.contains("everybody is cut off"), host, "{seen}");
        assert!(stage.press('n').contains("The castle stands"), "stayed");
        assert!(stage.done().is_empty(), "the n was an answer");
        stage.press('q');
        stage.press('y');
        assert!(!stage.stack.is_empty(), "y is no answer to this");
        stage.press('q');
        stage.stack.answer(&Input::letter('q'));
        assert!(stage.stack.is_empty());
    }
}

#[test]
fn at_the_end_a_missing_player_does_not_hide_the_result() {
    let over = Gathering {
        over: true,
        missing: vec![Seat(1)],
        ..table()
    };
    let mut stage = Stage::of(over, true);
    let seen = drawn(&mut stage.stack);
    assert!(
        seen.contains("The castle stands") && seen.contains("Waiting for Ben…"),
        "{seen}"
    );
    stage.press('l');
    assert_eq!(stage.done(), ["OpenLobby"]);
}

#[test]
fn the_host_is_asked_before_everybody_is_cut_off() {
    for gathering in [lobby(), table()] {
        let mut stage = Stage::of(gathering, true);
        let seen = stage.press('q');
        assert!(
            seen.contains("Leave?") && seen.contains("everybody is cut off"),
            "{seen}"
        );
        stage.stack.answer(&Input::key(KeyCode::Esc));
        assert!(!drawn(&mut stage.stack).contains("Leave?"));
        assert!(!stage.stack.is_empty());
    }
}

#[test]
fn a_seat_played_elsewhere_is_taken_back_by_a_key() {
    let taken = Gathering {
        taken_over: true,
        ..table()
    };
    let mut stage = Stage::of(taken, false);
    assert!(drawn(&mut stage.stack).contains("now played from another window"));
    stage.press('n');
    assert!(stage.done().is_empty(), "nothing else is done here");
    stage.stack.answer(&Input::key(KeyCode::Enter));
    assert_eq!(stage.done(), ["take back"]);
}

#[test]
fn with_several_missing_the_host_chooses_whom_a_favour_is_for() {
    let mut gathering = table();
    gathering.guests.push(guest("Cleo", false, false));
    gathering.missing = vec![Seat(1), Seat(2)];
    let mut stage = Stage::of(gathering, true);
    let seen = drawn(&mut stage.stack);
    assert!(seen.contains("For whom: ►2 Ben, 3 Cleo"), "{seen}");
    assert!(seen.contains("b a bot plays until Ben is back"));
    let seen = stage.press('3');
    assert!(seen.contains("b a bot plays until Cleo is back"), "{seen}");
    stage.press('1');
    stage.press('b');
    assert_eq!(
        stage.done(),
        ["PutBot(Seat(2))"],
        "the first is not missing"
    );
    let addresses = Gathering {
        invitation: vec!["192.168.1.20:5555".into()],
        ..table()
    };
    let mut stage = Stage::of(addresses, true);
    assert!(stage.press('i').contains("192.168.1.20:5555"));
    assert!(!stage.press('i').contains("192.168.1.20:5555"));
}

/// Whether they left or lost the connection, the log says.
#[test]
fn who_is_not_in_the_lobby_is_away() {
    let mut gathering = lobby();
    gathering.guests[1].connected = false;
    gathering.log.push((Some(Seat(1)), "left".into()));
    let shown = drawn(&mut Stage::of(gathering, false).stack);
    let row = shown.lines().find(|row| row.contains("2  Ben")).unwrap();
    assert!(row.contains("away"), "{shown}");
    assert!(
        shown.contains("left") && !shown.contains("connection lost"),
        "{shown}"
    );
}

#[test]
fn a_hint_goes_when_what_it_says_is_no_longer_so() {
    let mut stage = Stage::of(lobby(), true);
    assert!(stage.press('x').contains("no bot is at the table"));
    stage.book.borrow_mut().gathering.guests[2] = guest("Cleo", false, false);
    stage.stack.woken();
    assert!(!drawn(&mut stage.stack).contains("no bot is at the table"));
}

struct Around;

impl Scout for Around {
    fn found(&self) -> Vec<FoundTable> {
        vec![FoundTable {
            name: "Ann".into(),
            players: "3".into(),
            address: "192.168.1.20:5555".into(),
        }]
    }

    fn trouble(&self) -> Option<String> {
        None
    }

    fn join(&self, address: &str) -> Result<Box<dyn Screen>, String> {
        Err(format!("nobody is at {address}"))
    }
}

#[test]
fn tables_are_found_and_addresses_typed() {
    let mut stack = stack(Box::new(Finder::new(Box::new(Around))));
    insta::assert_snapshot!("finder", drawn(&mut stack));
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(drawn(&mut stack).contains("nobody is at 192.168.1.20:5555"));
    stack.answer(&Input::letter('x'));
    for letter in "box:81".chars() {
        stack.answer(&Input::letter(letter));
    }
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(drawn(&mut stack).contains("nobody is at box:81"));
}

/// An inn whose tables cannot be opened: it says which was wanted.
#[derive(Default)]
struct House {
    unfinished: Option<UnfinishedTable>,
}

impl Inn for House {
    fn usual(&self) -> (String, u16) {
        ("Ann".into(), 5555)
    }

    fn read_name(&self, typed: &str) -> Result<String, String> {
        match typed {
            "Nobody" => Err("Nobody is nobody's name.".into()),
            name => Ok(name.into()),
        }
    }

    fn unfinished(&self, port: u16, _: &str) -> Option<UnfinishedTable> {
        self.unfinished.clone().filter(|_| port == 5555)
    }

    fn host(&self, wish: &Hosting) -> Result<Box<dyn Screen>, String> {
        let Hosting {
            name,
            port,
            players,
            bots,
            new,
        } = wish;
        let how = if *new { "anew" } else { "as it comes" };
        Err(format!(
            "{name} at {port}: {players} players, {bots} bots, {how}"
        ))
    }

    fn join(&self, name: &str) -> Result<Box<dyn Screen>, String> {
        match name {
            "Ann" => Ok(Box::new(Finder::new(Box::new(Around)))),
            name => Err(format!("{name} joins")),
        }
    }
}

#[test]
fn the_porch_hosts_and_joins() {
    let mut stack = stack(Box::new(Porch::new(Box::new(House::default()))));
    insta::assert_snapshot!("porch", drawn(&mut stack));
    for number in ['3', '3', '4', '4', '2'] {
        stack.answer(&Input::letter(number));
    }
    assert!(drawn(&mut stack).contains("Ann at 5555: 4 players, 2 bots, as it comes"));
}

/// "The home screen offers host and join": under any name, at any port.
#[test]
fn at_the_porch_a_name_and_a_port_are_chosen() {
    let mut stack = stack(Box::new(Porch::new(Box::new(House::default()))));
    let mut type_in = |item: char, text: &str| {
        stack.answer(&Input::letter(item));
        for _ in 0..24 {
            stack.answer(&Input::key(KeyCode::Backspace));
        }
        for letter in text.chars() {
            stack.answer(&Input::letter(letter));
        }
        stack.answer(&Input::key(KeyCode::Enter));
        drawn(&mut stack)
    };
    assert!(type_in('5', "70000").contains("from 1 to 65535"));
    assert!(type_in('5', "0").contains("from 1 to 65535"));
    assert!(type_in('6', "Nobody").contains("nobody's name"));
    let shown = type_in('5', "7001");
    assert!(
        shown.contains("7001") && !shown.contains("65535"),
        "{shown}"
    );
    assert!(type_in('6', "Zoe").contains("Zoe"));
    stack.answer(&Input::letter('2'));
    assert!(drawn(&mut stack).contains("Zoe at 7001: 2 players, 0 bots, as it comes"));
    stack.answer(&Input::key(KeyCode::Esc));
    stack.answer(&Input::letter('1'));
    assert!(drawn(&mut stack).contains("Zoe joins"));
}

#[test]
fn the_porch_offers_to_go_on_with_an_unfinished_table_or_to_open_a_new_one() {
    let unfinished = UnfinishedTable {
        players: 3,
        people: vec!["Ann".into(), "Ben".into()],
        begun: true,
        seat: true,
    };
    let at = |unfinished| stack(Box::new(Porch::new(Box::new(House { unfinished }))));
    let mut stack = at(Some(unfinished.clone()));
    insta::assert_snapshot!("porch_unfinished", drawn(&mut stack));
    stack.answer(&Input::letter('2'));
    assert!(drawn(&mut stack).contains("Ann at 5555: 3 players, 0 bots, as it comes"));
    stack.answer(&Input::key(KeyCode::Esc));
    stack.answer(&Input::letter('3'));
    assert!(drawn(&mut stack).contains("Ann at 5555: 2 players, 0 bots, anew"));
    stack.answer(&Input::key(KeyCode::Esc));
    // At another port nothing waits.
    stack.answer(&Input::letter('6'));
    stack.answer(&Input::letter('9'));
    stack.answer(&Input::key(KeyCode::Enter));
    let shown = drawn(&mut stack);
    assert!(
        shown.contains("Host a table") && !shown.contains("Continue"),
        "{shown}"
    );

    // Who has no seat there may host it all the same.
    let seat = false;
    let shown = drawn(&mut at(Some(UnfinishedTable { seat, ..unfinished })));
    assert!(shown.contains("you host and watch"), "{shown}");
}

/// "\"Waiting for NAME…\" comes back after a refused key."
#[test]
fn whom_the_table_waits_for_is_told_with_every_refusal() {
    let mut stage = Stage::of(table(), false);
    for key in ['y', '\n'] {
        let seen = match key {
            '\n' => {
                stage.stack.answer(&Input::key(KeyCode::Enter));
                drawn(&mut stage.stack)
            }
            key => stage.press(key),
        };
        let told = seen.contains("Not your turn. Waiting for") && seen.contains("│Ben…");
        assert!(told, "{seen}");
    }
}

/// "Esc does in a LAN game what the key box says": it clears, and never leaves.
#[test]
fn esc_in_a_game_clears_and_never_leaves() {
    let mut stage = Stage::of(table(), false);
    stage.press('1');
    for _ in 0..3 {
        stage.stack.answer(&Input::key(KeyCode::Esc));
        let seen = drawn(&mut stage.stack);
        assert!(
            !seen.contains("Leave?") && !seen.contains("selected"),
            "{seen}"
        );
    }
}

/// "A pause is told also while a question is open."
#[test]
fn a_pause_is_told_whatever_is_asked_meanwhile() {
    for key in ['q', 't'] {
        let mut stage = Stage::of(table(), false);
        stage.press(key);
        stage.book.borrow_mut().gathering.missing = vec![Seat(1)];
        stage.stack.woken();
        let seen = drawn(&mut stage.stack);
        assert!(seen.contains("Paused: waiting for Ben…"), "{key}: {seen}");
    }
}

/// "A full table offers to watch."
#[test]
fn a_table_without_a_seat_can_be_watched() {
    let full = Gathering {
        closed: Some("every seat at this table is taken".into()),
        may_watch: true,
        ..Gathering::default()
    };
    let mut stage = Stage::of(full, false);
    let seen = drawn(&mut stage.stack);
    assert!(seen.contains("w watches the game"), "{seen}");
    stage.press('w');
    assert_eq!(stage.done(), ["watch"]);
}

/// "A 'play with bots' entry without ports."
#[test]
fn the_porch_plays_with_bots_without_a_port() {
    let mut stack = stack(Box::new(Porch::new(Box::new(House::default()))));
    for _ in 0..6 {
        stack.answer(&Input::key(KeyCode::Down));
    }
    stack.answer(&Input::key(KeyCode::Enter));
    let seen = drawn(&mut stack);
    assert!(seen.contains("Ann at 0: 2 players, 1 bots, anew"), "{seen}");
}
