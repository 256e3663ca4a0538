//! Kingslayer with others, drawn from a party that is made up.

#[path = "../support/styles.rs"]
mod styles;

mod aloud;
mod inviting;
mod porch;
mod small;
mod table;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Waker;

use parlour_court::Control;
use parlour_host::link::{Link, LocalLink};
use parlour_host::table::{Identity, Person};
use parlour_host::{Host, Json, NewTable, Registry, wait};
use parlour_regicide::{Kingslayer, Phrase, Setup};
use parlour_rules::{Seat, Seed};
use parlour_tui::kingslayer::{BrowserLink, Gathering, Guest, Invitation, Party, Together};
use parlour_tui::{Colours, Input, Lent, Screen, Stack, Theme};
use qrcode::{Color, EcLevel, QrCode};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// What the screen did to the party, and what the party looks like.
#[derive(Default)]
struct Book {
    gathering: Gathering,
    host: bool,
    done: Vec<String>,
    refusals: Vec<String>,
    /// Whether the person at the screen begins.
    first: bool,
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
        let first = self.0.borrow().first.then_some(Seat(0));
        let setup = Json::of(&Setup {
            first,
            ..Setup::for_players(2)
        });
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

    fn hinted(&mut self) {
        self.0.borrow_mut().done.push("hint".into());
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

    fn export(&mut self) -> Result<String, String> {
        if self.is_host() {
            Ok(String::from("/replays/game.jsonl.gz"))
        } else {
            Err(String::from("Only the host of the table has the replay."))
        }
    }

    fn is_host(&self) -> bool {
        self.0.borrow().host
    }

    fn favour(&mut self, favour: Control) -> Result<(), String> {
        self.0.borrow_mut().done.push(format!("{favour:?}"));
        match favour {
            Control::RemoveBot => Err("no bot is at the table".into()),
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
        invitation: Invitation {
            words: vec![
                "The others join with".into(),
                "parlour kingslayer join ADDRESS".into(),
                String::new(),
                "192.168.1.20:5555".into(),
            ],
            browsers: None,
        },
        ..Gathering::default()
    }
}

/// A lobby to which browsers may come too.
fn open_lobby() -> Gathering {
    let link = format!("http://192.168.100.200:7275/join#{}", "Pq4-".repeat(11));
    let link = link[..link.len() - 1].to_owned();
    let code = QrCode::with_error_correction_level(&link, EcLevel::L).unwrap();
    let row = |row: &[Color]| row.iter().map(|it| it.select('1', '0')).collect();
    let squares = code.to_colors().chunks(code.width()).map(row).collect();
    let mut lobby = lobby();
    lobby.invitation.browsers = Some(BrowserLink { link, squares });
    lobby
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
    /// The screen alone, of a party that nobody asks what was done.
    fn screen(gathering: Gathering, host: bool) -> Together {
        let book = Book {
            gathering,
            host,
            ..Book::default()
        };
        Together::new(Box::new(Made(Rc::new(RefCell::new(book)))))
    }

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

    /// The same where the person at the screen begins.
    fn beginning(gathering: Gathering, host: bool) -> Self {
        let mut stage = Self::of(Gathering::default(), host);
        stage.book.borrow_mut().first = true;
        stage.book.borrow_mut().gathering = gathering;
        stage.stack.woken();
        stage
    }

    fn press(&mut self, letter: char) -> String {
        self.stack.answer(&Input::letter(letter));
        drawn(&mut self.stack)
    }

    fn press_at(&mut self, letter: char, (width, height): (u16, u16)) -> String {
        self.stack.answer(&Input::letter(letter));
        drawn_at(&mut self.stack, width, height)
    }

    fn done(&self) -> Vec<String> {
        std::mem::take(&mut self.book.borrow_mut().done)
    }
}

fn stack(screen: Box<dyn Screen>) -> Stack {
    Stack::new(screen, Lent::silent(Theme::new(Colours::None)))
}

fn drawn(stack: &mut Stack) -> String {
    drawn_at(stack, 80, 24)
}

fn drawn_at(stack: &mut Stack, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| stack.draw(frame)).unwrap();
    terminal.backend().to_string()
}
