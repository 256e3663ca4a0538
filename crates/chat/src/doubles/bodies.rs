//! Bodies as the platforms would send them, read without a socket: for whoever throws
//! bytes at the readers.

use crate::platform::slack::incoming::{Envelope, Press, Slash, is_direct};
use crate::platform::telegram::update::{Message, Update, payload};

/// Reads a body as everything that a platform may send, and all that is asked of it.
pub fn read_body(bytes: &[u8]) {
    if let Some(slash) = Slash::read(bytes) {
        is_direct(&slash.channel);
        assert!(!slash.user.is_empty(), "a command is somebody's");
    }
    if let Some(press) = Press::read(bytes) {
        assert!(!press.user.is_empty(), "a press is somebody's");
    }
    if let Ok(Envelope {
        event: Some(event), ..
    }) = serde_json::from_slice(bytes)
    {
        event.written();
        event.edited_by();
        event.sort();
        if let Some((user, words, _)) = event.words() {
            assert!(!user.is_empty(), "{words:?} are somebody's");
        }
    }
    if let Ok(update) = serde_json::from_slice::<Update>(bytes) {
        let pressed = update.callback_query.map(|callback| {
            callback.from.name();
            callback.message
        });
        let messages = [update.message, update.edited_message, pressed.flatten()];
        messages.iter().flatten().for_each(read_message);
    }
}

fn read_message(message: &Message) {
    message.is_anonymous();
    message.written();
    message.moved();
    for bot in [None, Some("parlour_bot")] {
        if let Some(words) = message.words(bot) {
            payload(&words);
        }
    }
}
