//! The chat platforms of `parlour serve`: a room before the host, and an adapter
//! for every platform whose token is set.

use std::sync::Arc;

use axum::Router;
use parlour_chat::{Chat, ChatSettings, Desk, House};
use parlour_host::Host;
use parlour_room::Room;

/// The platforms that are set.
pub struct Chats {
    chat: Chat,
    host: Arc<Host>,
}

impl Chats {
    /// Opens them; nothing if no token is set.
    pub fn open(settings: &ChatSettings, room: &Arc<Room>) -> Option<Self> {
        if settings.is_empty() {
            return None;
        }
        let desk: Arc<dyn Desk> = Arc::new(House::new(Arc::clone(room)));
        Some(Self {
            chat: Chat::new(settings, &desk),
            host: Arc::clone(room.host()),
        })
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
