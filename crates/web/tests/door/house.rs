//! A house with two small games, and doors into it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use parlour_host::host::Undo;
use parlour_host::journal::MemoryJournal;
use parlour_host::steward::{Declined, Offer, Reply, Steward, Word};
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{Host, Json, NewTable, Registry, SystemClock, SystemEntropy};
use parlour_rules::Seed;
use parlour_rules::tiny::Pig;
use parlour_web::door::{Door, DoorPlan};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::client::Browser;
use crate::whispers::Whispers;

/// Answers for a small game: the wish is its setup.
pub(crate) struct Plain(pub &'static str);

impl Steward for Plain {
    fn offer(&self) -> Offer {
        Offer {
            game: self.0,
            title: self.0.to_uppercase(),
            about: String::from("A small game."),
            alone: false,
            players: (1, 4),
            offers: None,
        }
    }

    fn open<'a>(
        &'a self,
        host: &'a Arc<Host>,
        by: &'a Person,
        wish: &'a Json,
    ) -> Reply<'a, TableId> {
        let new = NewTable::new(self.0, wish.clone(), Seed(7), by.clone());
        Box::pin(async move { Ok(host.open_table(new).await?) })
    }

    fn ask(&self, view: &Json, question: &Json) -> Result<Json, Declined> {
        assert!(!question.as_str().contains("panic"), "a fault on purpose");
        Ok(view.clone())
    }

    fn inquire<'a>(
        &'a self,
        _: &'a Arc<Host>,
        by: &'a Person,
        question: &'a Json,
    ) -> Reply<'a, Json> {
        Box::pin(async move { Ok(Json::of(&(&by.name, question))) })
    }

    fn undo<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        by: &'a Identity,
        to: u64,
    ) -> Reply<'a, Undo> {
        Box::pin(async move { Ok(host.undo(table, by, to).await?) })
    }

    fn fork<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        by: &'a Person,
        at: u64,
    ) -> Reply<'a, TableId> {
        Box::pin(async move { Ok(host.fork(table, by, at).await?) })
    }

    fn hear<'a>(
        &'a self,
        _: &'a Arc<Host>,
        _: &'a TableId,
        by: &'a Person,
        word: &'a Word,
    ) -> Reply<'a, Json> {
        Box::pin(async move {
            if word.said.as_str().contains("no") {
                let words = String::from("not at this table");
                return Err(Declined::Table { code: "no", words });
            }
            Ok(Json::of(&(&by.name, &word.id)))
        })
    }
}

/// The games of the house.
pub(crate) fn games() -> Registry {
    let mut games = Registry::new();
    games.register::<Pig>().register::<Whispers>();
    games
}

pub(crate) fn host() -> Arc<Host> {
    Arc::new(Host::new(
        games(),
        Arc::new(MemoryJournal::new()),
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
    ))
}

/// A door that is open.
pub(crate) struct Opened {
    pub address: SocketAddr,
    pub link: String,
    pub door: Door,
    pub close: watch::Sender<bool>,
}

/// A door for one person.
pub(crate) async fn door(host: &Arc<Host>, person: &str) -> Opened {
    door_with(host, person, None).await
}

/// The same in a house with programs for browsers.
pub(crate) async fn door_with(host: &Arc<Host>, person: &str, programs: Option<PathBuf>) -> Opened {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (close, closing) = watch::channel(false);
    let plan = DoorPlan {
        origins: vec![format!("http://{address}").parse().unwrap()],
        here: Some(Person::new(person, person)),
        pages: None,
        programs,
        closing: closing.clone(),
    };
    let stewards: Vec<Arc<dyn Steward>> = vec![Arc::new(Plain("pig")), Arc::new(Plain("whispers"))];
    let door = Door::open(Arc::clone(host), stewards, Arc::new(SystemEntropy), plan);
    let door = door.await.unwrap();
    let link = door.here().unwrap();
    let mut closing = closing;
    tokio::spawn(parlour_web::serve(listener, door.routes(), async move {
        let _ = closing.wait_for(|it| *it).await;
    }));
    Opened {
        address,
        link,
        door,
        close,
    }
}

/// A browser of somebody who has come in.
pub(crate) async fn browser(opened: &Opened) -> Browser {
    let mut browser = Browser::new(opened.address);
    assert_eq!(browser.claim(&opened.link).await.status, 200);
    browser
}

/// A table of Whispers for two.
pub(crate) async fn whispers(host: &Host) -> TableId {
    let setup = Json::parse(r#"{"players":2}"#).unwrap();
    let mut new = NewTable::new("whispers", setup, Seed(1), Person::new("ann", "ann"));
    new.chairs = vec![
        Some(Person::new("ann", "ann")),
        Some(Person::new("bob", "bob")),
    ];
    host.open_table(new).await.unwrap()
}
