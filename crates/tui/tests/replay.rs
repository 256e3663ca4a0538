//! Games of Pig and of Kingslayer, stepped through.

use std::time::Duration;

use parlour_host::game::Said;
use parlour_host::log::{Entry, Header, Limits, LogWriter, Replay, read_log};
use parlour_host::{Json, Registry, Time};
use parlour_regicide::analysis::Budget;
use parlour_regicide::search::{Dice, Position};
use parlour_regicide::{Command, Kingslayer, Setup};
use parlour_rules::tiny::Pig;
use parlour_rules::{Actor, Rules, Seed, Turn};
use parlour_tui::kingslayer::TablePicture;
use parlour_tui::replay::{Picture, ReplayScreen, Words};
use parlour_tui::{Input, Lent, Stack, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.register::<Pig>().register::<Kingslayer>();
    registry
}

/// The file of a game in which everybody holds at six points.
fn file() -> Vec<u8> {
    let setup = Json::parse(r#"{"players":2,"goal":20}"#).unwrap();
    let header = Header::new(Pig::NAME, Pig::VERSION, setup, Seed(7));
    let registry = registry();
    let game = registry.game(Pig::NAME).unwrap();
    let mut position = game.start(&header.setup, header.seed).unwrap().position;
    let mut writer = LogWriter::new(Vec::new(), &header).unwrap();
    for seq in 1.. {
        let (stage, seats) = match position.turn() {
            Turn::Awaiting { stage, seats } => (stage, seats),
            Turn::Over(outcome) => return writer.finish(outcome).unwrap(),
        };
        let by = Actor::Seat(seats.iter().next().unwrap());
        let view = position.view(parlour_rules::Viewer::Spectator);
        let view: serde_json::Value = view.read().unwrap();
        let command = if view["pot"].as_u64().unwrap() >= 6 {
            "\"hold\""
        } else {
            "\"roll\""
        };
        let proposal = position.propose(by, Said::Text(command)).unwrap();
        let entry = Entry {
            seq,
            stage,
            by,
            command: proposal.command,
            events: proposal.events,
            fingerprint: proposal.fingerprint,
            time: Time(1_900_000_000_000 + seq * 1000),
            who: None,
            from: None,
            rules: None,
        };
        writer.entry(&entry).unwrap();
        position = proposal.after;
    }
    unreachable!("somebody wins")
}

/// The file of a game of Kingslayer by chance; alone it begins with a Jester.
fn kingslayer_file(players: u8) -> Vec<u8> {
    kingslayer_file_of(&Setup::for_players(players))
}

fn kingslayer_file_of(setup: &Setup) -> Vec<u8> {
    let players = setup.players;
    let header = Header::new(
        Kingslayer::NAME,
        Kingslayer::VERSION,
        Json::of(setup),
        Seed(7),
    );
    let mut state = Kingslayer::start(setup, Seed(7)).unwrap();
    let mut dice = Dice::new(5);
    let mut writer = LogWriter::new(Vec::new(), &header).unwrap();
    for seq in 1.. {
        let (stage, seats) = match Kingslayer::turn(&state) {
            Turn::Awaiting { stage, seats } => (stage, seats),
            Turn::Over(outcome) => return writer.finish(Json::of(&outcome)).unwrap(),
        };
        let by = Actor::Seat(seats.iter().next().unwrap());
        let command = if seq == 1 && players == 1 {
            Command::Flip
        } else {
            let it = Position::of(&state).sample_move(&mut dice);
            it.unwrap().command()
        };
        let events = Kingslayer::decide(&state, by, &command).unwrap();
        for event in &events {
            Kingslayer::apply(&mut state, event);
        }
        let entry = Entry {
            seq,
            stage,
            by,
            command: Json::of(&command),
            events: Json::of(&events),
            fingerprint: Kingslayer::fingerprint(&state),
            time: Time(1_900_000_000_000 + seq * 1000),
            who: None,
            from: None,
            rules: None,
        };
        writer.entry(&entry).unwrap();
    }
    unreachable!("every game ends")
}

fn opened(file: &[u8]) -> Stack {
    opened_with(file, Box::new(Words))
}

fn opened_with(file: &[u8], picture: Box<dyn Picture>) -> Stack {
    let log = read_log(file, Limits::default()).unwrap();
    let replay = Replay::open(&registry(), log).unwrap();
    let screen = ReplayScreen::new(replay, picture);
    Stack::new(Box::new(screen), Lent::silent(Theme::default()))
}

fn drawn(stack: &mut Stack) -> String {
    drawn_at(stack, 80, 24)
}

fn drawn_at(stack: &mut Stack, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| stack.draw(frame)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn the_start_a_step_and_the_end() {
    let mut stack = opened(&file());
    insta::assert_snapshot!(drawn(&mut stack));
    stack.answer(&Input::key(KeyCode::Right));
    stack.answer(&Input::key(KeyCode::Right));
    insta::assert_snapshot!(drawn(&mut stack));
    stack.answer(&Input::key(KeyCode::End));
    insta::assert_snapshot!(drawn(&mut stack));
}

#[test]
fn back_is_where_it_was() {
    let mut stack = opened(&file());
    let mut screens = vec![drawn(&mut stack)];
    for _ in 0..12 {
        stack.answer(&Input::letter('l'));
        screens.push(drawn(&mut stack));
    }
    while let Some(before) = screens.pop() {
        assert_eq!(drawn(&mut stack), before);
        stack.answer(&Input::letter('h'));
    }
}

#[test]
fn the_mouse_goes_to_an_entry_and_keys_change_the_viewer() {
    let mut stack = opened(&file());
    drawn(&mut stack);
    stack.answer(&Input::click_at(10, 4));
    stack.answer(&Input::letter('v'));
    let shown = drawn(&mut stack);
    assert!(shown.contains("entry 3 of"), "{shown}");
    assert!(shown.contains("as player 1"), "{shown}");
    stack.answer(&Input::letter('v'));
    stack.answer(&Input::letter('v'));
    assert!(drawn(&mut stack).contains("as spectator"));
}

#[test]
fn a_torn_file_is_played_as_far_as_it_goes() {
    let file = file();
    let mut stack = opened(&file[..file.len() - 200]);
    stack.answer(&Input::key(KeyCode::End));
    let shown = drawn(&mut stack);
    assert!(shown.contains("without its end line"), "{shown}");
}

#[test]
fn after_the_last_entry_a_missing_or_changed_end_line_is_told() {
    let text = String::from_utf8(file()).unwrap();
    let end = text.find("{\"end\"").unwrap();
    let changed = text.replacen("\"entries\":", "\"entries\":9", 1);
    for (text, words) in [
        (&text[..end], "without its end line"),
        (changed.as_str(), "an end line that counts"),
    ] {
        let mut stack = opened(text.as_bytes());
        stack.answer(&Input::key(KeyCode::End));
        let shown = drawn(&mut stack);
        assert!(shown.contains("The game is over: winner"), "{shown}");
        assert!(shown.contains(words), "{shown}");
    }
}

#[test]
fn a_changed_entry_stops_the_replay_before_it() {
    let text = String::from_utf8(file()).unwrap();
    let changed = text.replacen("[{\"rolled\":5}]", "[{\"rolled\":4}]", 1);
    assert_ne!(text, changed);
    let mut stack = opened(changed.as_bytes());
    stack.answer(&Input::key(KeyCode::End));
    let shown = drawn(&mut stack);
    assert!(shown.contains("expected hash"), "{shown}");
}

#[test]
fn kingslayer_is_told_in_sentences_to_who_may_know() {
    for players in [1, 3] {
        let file = kingslayer_file(players);
        let mut stack = opened_with(&file, Box::new(TablePicture::default()));
        let begins = drawn(&mut stack);
        if players == 1 {
            assert!(begins.contains("as the player"), "{begins}");
            assert!(begins.contains("Hand: "), "{begins}");
            stack.answer(&Input::key(KeyCode::Right));
            insta::assert_snapshot!("kingslayer_jester", drawn(&mut stack));
        } else {
            assert!(begins.contains("as spectator"), "{begins}");
        }
        let mut last = String::new();
        loop {
            let shown = drawn(&mut stack);
            for raw in ["seat ", "_", "[{", "f turns", "yours"] {
                assert!(!shown.contains(raw), "{raw} in\n{shown}");
            }
            if shown == last {
                break;
            }
            last = shown;
            stack.answer(&Input::key(KeyCode::Right));
        }
        assert!(last.contains("of 12 enemies"), "{last}");
        let name = format!("kingslayer_end_{players}");
        insta::assert_snapshot!(name, last);
    }
}

#[test]
fn what_is_wrong_with_a_file_is_told_below_the_longest_entry() {
    let text = String::from_utf8(kingslayer_file(1)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for kept in 2..lines.len() {
        let torn = lines[..kept].join("\n");
        let mut stack = opened_with(torn.as_bytes(), Box::new(TablePicture::default()));
        stack.answer(&Input::key(KeyCode::End));
        let shown = drawn(&mut stack);
        assert!(shown.contains("without its end line."), "{shown}");
    }
}

#[test]
fn a_game_is_looked_back_on_from_its_replay() {
    let budget = Budget {
        search: 40,
        games: 20,
        again: 100,
        ..Budget::default()
    };
    let picture = TablePicture::thinking(budget);
    let mut stack = opened_with(&kingslayer_file(3), Box::new(picture));
    stack.answer(&Input::key(KeyCode::End));
    let before = drawn(&mut stack);
    assert!(before.contains("a look back"), "{before}");
    stack.answer(&Input::letter('a'));
    for _ in 0..6_000 {
        stack.woken();
        if drawn(&mut stack).contains("costl") {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let shown = drawn(&mut stack);
    assert!(
        shown.contains("50 %") && shown.contains("player "),
        "{shown}"
    );
    assert!(!shown.contains("play on"), "{shown}");
    stack.answer(&Input::letter('q'));
    assert_eq!(
        drawn(&mut stack),
        before,
        "the replay stands where it stood"
    );
}

#[test]
fn a_game_of_which_nothing_is_known_is_not_looked_back_on() {
    let mut stack = opened(&file());
    let before = drawn(&mut stack);
    stack.answer(&Input::letter('a'));
    assert_eq!(drawn(&mut stack), before);
}

#[test]
fn a_practice_game_says_so_at_its_start_and_end() {
    for practice in [true, false] {
        let mut setup = Setup::for_players(1);
        setup.practice = practice;
        let mut stack = opened_with(
            &kingslayer_file_of(&setup),
            Box::new(TablePicture::default()),
        );
        let says = |stack: &mut Stack| drawn(stack).contains("A practice game");
        assert_eq!(says(&mut stack), practice);
        stack.answer(&Input::key(KeyCode::Right));
        assert!(!says(&mut stack));
        stack.answer(&Input::key(KeyCode::End));
        assert_eq!(says(&mut stack), practice);
    }
}

/// "A compact layout from 60x20 down to 40x18 (phones over ssh)": what the list of finished
/// games leads to.
#[test]
fn kingslayer_is_replayed_down_to_a_telephone() {
    for players in [1, 3] {
        let file = kingslayer_file(players);
        for (width, height) in [(40, 18), (60, 20), (80, 24), (120, 40)] {
            let mut stack = opened_with(&file, Box::new(TablePicture::default()));
            let mut last = String::new();
            loop {
                let shown = drawn_at(&mut stack, width, height);
                assert!(!shown.contains("too small"), "{shown}");
                assert!(shown.contains("Table: ") && shown.contains("q "), "{shown}");
                assert!(players > 1 || shown.contains("Hand: "), "{shown}");
                if shown == last {
                    break;
                }
                last = shown;
                stack.answer(&Input::key(KeyCode::Right));
            }
            assert!(last.contains("of 12"), "{last}");
            if width < 80 {
                stack.answer(&Input::key(KeyCode::Home));
                for _ in 0..3 {
                    stack.answer(&Input::key(KeyCode::Right));
                }
                let name = format!("kingslayer_{players}_{width}x{height}");
                insta::assert_snapshot!(name, drawn_at(&mut stack, width, height));
            }
        }
    }
}

/// A picture that says nothing of small terminals needs the usual one.
#[test]
fn what_is_told_in_plain_words_needs_the_usual_room() {
    let mut stack = opened(&file());
    let shown = drawn_at(&mut stack, 60, 20);
    assert!(shown.contains("80"), "{shown}");
}
