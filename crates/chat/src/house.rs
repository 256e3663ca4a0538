//! The desk of a real house: a room before its host.

use std::sync::Arc;
use std::time::Duration;

use parlour_host::journal::JournalError;
use parlour_host::table::Identity;
use parlour_host::{Host, Refused, Time};
use parlour_room as room;
use parlour_room::{Body, Room, To, Window};

use crate::desk::{
    Address, Answer, Button, Desk, Heard, Later, Note, Offers, Parcel, Part, Platform, Trouble,
    What,
};
use crate::touch;

/// A room, as adapters see it.
pub struct House {
    room: Arc<Room>,
}

impl House {
    /// The desk of this room.
    pub fn new(room: Arc<Room>) -> Self {
        Self { room }
    }

    fn host(&self) -> &Host {
        self.room.host()
    }
}

impl Desk for House {
    fn hear(&self, heard: Heard) -> Later<'_, Answer> {
        Box::pin(async move {
            let answer = self
                .room
                .hear(&to_room(heard))
                .await
                .map_err(Trouble::from)?;
            let mut says = Vec::new();
            for body in answer.says {
                says.extend(drawn(body).await);
            }
            Ok(Answer {
                says,
                erase: answer.erase,
                buttons: buttons(answer.buttons),
            })
        })
    }

    fn offers(&self, heard: Heard) -> Later<'_, Result<Offers, String>> {
        Box::pin(async move {
            let offers = self
                .room
                .offers(&to_room(heard))
                .await
                .map_err(Trouble::from)?;
            Ok(offers
                .map_err(|refusal| refusal.words)
                .map(|offers| Offers {
                    title: format!("{}, {}", offers.phase, offers.power),
                    game: offers.code,
                    owed: offers.owed,
                    phase: offers.phase,
                    units: offers.units,
                }))
        })
    }

    fn claim<'a>(&'a self, key: &'a str, holder: &'a str, hold: Duration) -> Later<'a, bool> {
        let hold = millis(hold);
        Box::pin(async move {
            self.host()
                .lease(key, holder, hold)
                .await
                .map_err(Trouble::from)
        })
    }

    fn post(&self, notes: Vec<(String, Note)>) -> Later<'_, ()> {
        Box::pin(async move {
            let notes = notes.into_iter().filter_map(|(key, note)| {
                let note = serde_json::to_string(&note).ok()?;
                Some((key, note))
            });
            self.host()
                .keep_notes(notes.collect())
                .await
                .map_err(Trouble::from)
        })
    }

    fn notes(&self, after: u64, at_most: u32) -> Later<'_, Vec<(u64, Note)>> {
        Box::pin(async move {
            let kept = self
                .host()
                .notes(after, at_most)
                .await
                .map_err(Trouble::from)?;
            let mut notes = Vec::new();
            for (id, text) in kept {
                match serde_json::from_str(&text) {
                    Ok(note) => notes.push((id, note)),
                    Err(error) => {
                        tracing::warn!("a note that cannot be read is dropped: {error}");
                        self.host()
                            .drop_notes(vec![id])
                            .await
                            .map_err(Trouble::from)?;
                    }
                }
            }
            Ok(notes)
        })
    }

    fn discard(&self, ids: Vec<u64>) -> Later<'_, ()> {
        Box::pin(async move { self.host().drop_notes(ids).await.map_err(Trouble::from) })
    }

    fn parcels<'a>(
        &'a self,
        holder: &'a str,
        hold: Duration,
        after: u64,
        at_most: u32,
    ) -> Later<'a, Vec<Parcel>> {
        Box::pin(async move {
            let room = &self.room;
            let parcels = room.parcels(holder, millis(hold), after, at_most).await;
            let mut ours = Vec::new();
            for parcel in parcels.map_err(Trouble::from)? {
                match addressed(&parcel.to) {
                    Some((platform, to)) => ours.push(wrapped(parcel, platform, to)),
                    // Nobody here carries it: whoever plays at this machine looks.
                    None => room.sent(&parcel).await.map_err(Trouble::from)?,
                }
            }
            Ok(ours)
        })
    }

    fn arrived(&self, part: Part) -> Later<'_, ()> {
        Box::pin(async move {
            // Only its numbers matter.
            let parcel = room::Parcel {
                letter: part.letter,
                part: part.part,
                parts: part.parts,
                to: To::Inbox(Identity(String::new())),
                body: Body::Text(String::new()),
                buttons: Vec::new(),
            };
            self.room.sent(&parcel).await.map_err(Trouble::from)
        })
    }

    fn moved<'a>(&'a self, platform: Platform, from: &'a str, to: &'a str) -> Later<'a, ()> {
        let window = |chat: &str| Window {
            platform: platform.name().to_owned(),
            chat: chat.to_owned(),
        };
        let (from, to) = (window(from), window(to));
        Box::pin(async move {
            let moved = self.room.move_window(&from, &to).await;
            moved.map_err(Trouble::from)
        })
    }
}

fn to_room(heard: Heard) -> room::Heard {
    room::Heard {
        platform: heard.platform.name().to_owned(),
        chat: heard.chat,
        spoken: heard.spoken,
        user: Identity(format!("{}:{}", heard.platform, heard.user)),
        name: heard.name,
        text: heard.text,
        message: Some(heard.message),
        inbox_link: heard.inbox_link,
        written: heard.written.map(Time),
        start_greets: heard.platform == Platform::Telegram,
    }
}

/// A message as it is sent; pictures are drawn away from the runtime's threads.
async fn drawn(body: Body) -> Option<What> {
    let make = move || made(body);
    tokio::task::spawn_blocking(make).await.ok().flatten()
}

fn made(body: Body) -> Option<What> {
    match body {
        Body::Text(text) => Some(What::Text(text)),
        Body::File { name, bytes } => Some(What::File { name, bytes }),
        Body::Picture(sketch) => match sketch.png() {
            Ok(bytes) => Some(What::Picture {
                name: sketch.file_name(),
                caption: sketch.caption.clone(),
                bytes,
            }),
            Err(fault) => {
                tracing::error!("a picture cannot be drawn: {fault}");
                None
            }
        },
    }
}

fn buttons(buttons: Vec<room::Button>) -> Vec<Button> {
    // Who may look at their orders may give some, in the same game.
    let by_hand = buttons.iter().find_map(|button| {
        let game = button.words.strip_suffix(" orders")?;
        Some(format!("{game} {}", touch::WORD))
    });
    let mut buttons: Vec<Button> = buttons
        .into_iter()
        .map(|button| Button {
            label: button.label,
            words: button.words,
        })
        .collect();
    buttons.extend(by_hand.map(|words| Button {
        label: String::from("Give orders"),
        words,
    }));
    buttons
}

fn addressed(to: &To) -> Option<(Platform, Address)> {
    let platform = Platform::named(to.platform())?;
    let address = match to {
        To::Inbox(identity) => {
            let user = identity.0.split_once(':')?.1;
            Address::Person(user.to_owned())
        }
        To::Window(window) => Address::Chat(window.chat.clone()),
    };
    Some((platform, address))
}

fn wrapped(parcel: room::Parcel, platform: Platform, to: Address) -> Parcel {
    let body = parcel.body;
    Parcel {
        part: Part {
            letter: parcel.letter,
            part: parcel.part,
            parts: parcel.parts,
        },
        platform,
        to,
        make: Box::new(move || made(body)),
        buttons: buttons(parcel.buttons),
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl From<JournalError> for Trouble {
    fn from(error: JournalError) -> Self {
        Self(error.to_string())
    }
}

impl From<Refused> for Trouble {
    fn from(refused: Refused) -> Self {
        Self(refused.to_string())
    }
}
