//! The chat platforms of `parlour serve`: a room before the host, and an adapter
//! for every platform whose token is set.

use std::fs::File;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::Router;
use parlour_chat::desk::Platform;
use parlour_chat::{Asking, Chat, ChatSettings, Desk, House, PassedOver, RateLimit, Reception};
use parlour_host::{Host, private};
use parlour_room::Room;

use crate::service::Database;

/// How much one person may say, and how many games they may open.
const WORDS_A_MINUTE: NonZeroU32 = NonZeroU32::new(240).expect("not zero");
const GAMES_AN_HOUR: NonZeroU32 = NonZeroU32::new(20).expect("not zero");

/// The platforms that are set.
pub struct Chats {
    chat: Chat,
    host: Arc<Host>,
    /// The lock of a process that is alone with its database, kept while it lives.
    _alone: Option<File>,
}

impl Chats {
    /// Opens them; nothing if no token is set.
    pub fn open(settings: &ChatSettings, room: &Arc<Room>, database: &Database) -> Option<Self> {
        if settings.is_empty() {
            return None;
        }
        let pace = RateLimit::new(WORDS_A_MINUTE, GAMES_AN_HOUR);
        let desk: Arc<dyn Desk> = Arc::new(House::new(Arc::clone(room)).at(pace));
        let alone = alone_with(database);
        // Whoever is alone goes on at once where the last one stopped or died.
        let name = alone.as_ref().map(|_| "alone");
        Some(Self {
            chat: Chat::named(settings, &desk, name),
            host: Arc::clone(room.host()),
            _alone: alone,
        })
    }

    /// What the platforms brought that was none of ours.
    pub fn passed_over(&self) -> PassedOver {
        self.chat.passed_over().clone()
    }

    /// How the platforms receive us.
    pub fn reception(&self) -> Reception {
        self.chat.reception().clone()
    }

    /// Asks a platform who we are, each time it is called.
    pub fn asking(&self, platform: Platform) -> impl Fn() -> Asking + Send + Sync + use<> {
        self.chat.asking(platform)
    }

    /// The endpoints.
    pub fn routes(&self) -> Router {
        self.chat.router()
    }

    /// Listens and sends until it is dropped.
    pub async fn run(&self) {
        tokio::join!(self.chat.run(), self.wake());
    }

    /// Wakes the sender whenever something has changed.
    async fn wake(&self) {
        let mut seen = self.host.news();
        loop {
            seen = self.host.more_news(seen).await;
            self.chat.sender().wake();
        }
    }
}

/// A lock beside a SQLite file: the system takes it from a process that dies, so
/// whoever gets it knows that no other one carries messages for this file.
fn alone_with(database: &Database) -> Option<File> {
    let Database::Sqlite(path) = database else {
        return None;
    };
    let mut beside = path.clone().into_os_string();
    beside.push(".lock");
    let file = private::append(beside.as_ref());
    file.ok().filter(|file| file.try_lock().is_ok())
}
