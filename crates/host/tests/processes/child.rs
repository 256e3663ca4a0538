//! What the children do.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parlour_host::journal::{FileJournal, Journal, MessageId, NewLetter, SqliteJournal};
use parlour_host::press::Said;
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{
    Host, Json, Message, NewTable, Refused, Registry, SystemClock, SystemEntropy, Time, wait,
};
use parlour_rules::tiny::{Bids, BidsSetup, Pig, PigSetup};
use parlour_rules::{Seat, Seed, Viewer};

pub(crate) const ROLE: &str = "PARLOUR_TEST_CHILD_ROLE";
pub(crate) const STORE: &str = "PARLOUR_TEST_CHILD_STORE";
pub(crate) const FOLDER: &str = "PARLOUR_TEST_CHILD_FOLDER";
pub(crate) const PLAYER: &str = "PARLOUR_TEST_CHILD_PLAYER";
pub(crate) const NEXT: &str = "PARLOUR_TEST_CHILD_NEXT";
pub(crate) const TABLE: &str = "table";
pub(crate) const CROWD_MESSAGES: u64 = 60;

/// Which journal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Store {
    Files,
    Sqlite,
    #[cfg(feature = "postgres")]
    Postgres,
}

impl Store {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Sqlite => "sqlite",
            #[cfg(feature = "postgres")]
            Self::Postgres => "postgres",
        }
    }
}

pub(crate) fn host(store: Store, folder: &Path) -> Host {
    let journal: Arc<dyn Journal> = match store {
        Store::Files => Arc::new(FileJournal::open(folder).unwrap()),
        Store::Sqlite => Arc::new(SqliteJournal::open(folder.join("parlour.db")).unwrap()),
        #[cfg(feature = "postgres")]
        Store::Postgres => {
            let (url, schema) = (crate::server::url().unwrap(), crate::server::schema(folder));
            let journal = parlour_host::journal::PostgresJournal::open_schema(&url, &schema);
            Arc::new(journal.unwrap())
        }
    };
    let mut games = Registry::new();
    games.register::<Pig>().register::<Bids>();
    Host::new(
        games,
        journal,
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
    )
}

/// Not a test of its own: plays if the environment says so.
#[test]
fn plays_when_it_is_told_to() {
    let Some(role) = std::env::var_os(ROLE) else {
        return;
    };
    let text = |name| std::env::var(name).unwrap();
    let store = match text(STORE).as_str() {
        "files" => Store::Files,
        #[cfg(feature = "postgres")]
        "postgres" => Store::Postgres,
        _ => Store::Sqlite,
    };
    let host = host(store, &PathBuf::from(text(FOLDER)));
    if role == "open" {
        return;
    }
    if role == "solo" {
        solo(&host, &text(PLAYER), text(NEXT).parse().unwrap());
    } else {
        let table = TABLE.parse().unwrap();
        crowd(&host, &table, &text(PLAYER), acknowledge);
    }
}

/// Says what was accepted, at once and whole.
fn acknowledge(message: u64, seq: u64) {
    let line = format!("ack {message} {seq}.\n");
    let mut output = std::io::stdout().lock();
    output.write_all(line.as_bytes()).unwrap();
    output.flush().unwrap();
}

/// Plays alone until it is killed. Now and then the record changes too.
fn solo(host: &Host, player: &str, first: u64) -> ! {
    let setup = PigSetup {
        players: 1,
        goal: u32::MAX,
    };
    let person = Person::new(player, player);
    let mut new = NewTable::new("pig", Json::of(&setup), Seed(7), person);
    new.id = Some(TABLE.parse().unwrap());
    new.letters = true;
    match wait(host.open_table(new)) {
        Ok(_) | Err(Refused::TableExists(_)) => {}
        Err(refused) => panic!("{refused}"),
    }
    let (table, player): (TableId, _) = (TABLE.parse().unwrap(), Identity::from(player));
    for message in first.. {
        mutter(host, &table, &player, message);
        let mut roll = Message::new(&table, &player, "\"roll\"");
        roll.id = Some(message.to_string());
        let accepted = wait(host.command_text(roll)).unwrap();
        acknowledge(message, accepted.seq);
        if message.is_multiple_of(7) {
            wait(host.describe(&table, &player, |it| it.title = message.to_string())).unwrap();
        }
    }
    unreachable!("the messages do not come to an end")
}

/// Says something beside the game, once however often it is tried.
fn mutter(host: &Host, table: &TableId, player: &Identity, message: u64) {
    let heard = MessageId {
        who: player.clone(),
        message: format!("press {message}"),
    };
    let told = host.tell(table, Some(heard), |around| {
        let said = Said {
            // An hour after the one before: nobody is heard as fast as this one speaks.
            time: Time(message * 3_600_000),
            stage: around.stage.map(ToString::to_string),
            from: Seat(0),
            to: Vec::new(),
            readers: Vec::new(),
            words: message.to_string(),
        };
        let letter = NewLetter {
            to: Viewer::Seat(Seat(0)),
            told: Json::of(&[message]),
        };
        Ok::<_, Refused>((said, vec![letter]))
    });
    wait(told).unwrap();
}

pub(crate) fn open_bids(host: &Host) -> TableId {
    let setup = BidsSetup {
        players: 2,
        rounds: 1000,
        coins: 100,
    };
    let mut new = NewTable::new("bids", Json::of(&setup), Seed(7), Person::new("ann", "Ann"));
    new.id = Some(TABLE.parse().unwrap());
    new.chairs.push(Some(Person::new("bob", "Bob")));
    wait(host.open_table(new)).unwrap()
}

/// Bids so many times, against whoever else does.
pub(crate) fn crowd(
    host: &Host,
    table: &TableId,
    player: &str,
    mut acknowledge: impl FnMut(u64, u64),
) -> Vec<u64> {
    let player = Identity::from(player);
    let mut seqs = Vec::new();
    for message in 1..=CROWD_MESSAGES {
        let mut bid = Message::new(table, &player, "{\"bid\":0}");
        bid.id = Some(message.to_string());
        let accepted = wait(host.command_text(bid)).unwrap();
        assert!(!accepted.repeated);
        acknowledge(message, accepted.seq);
        seqs.push(accepted.seq);
    }
    seqs
}
