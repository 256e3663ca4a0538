//! The desk of a real house: a room before its host.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlour_host::journal::{self, JournalError, Letter, NewNote, Reader};
use parlour_host::table::Identity;
use parlour_host::{Host, Refused, Time};
use parlour_room as room;
use parlour_room::{Body, Room, To, Window};

use crate::desk::{
    Address, Answer, Desk, Drawing, Later, Note, Opened, Platform, Queue, Recipient, Sorted,
    Spoken, Trouble, Utterance, What,
};
use crate::pace::RateLimit;
use crate::sender::now;

/// Of how many readers letters are sorted at a time, and how many of each.
const READERS: u32 = 32;
const EACH: u32 = 32;
/// How many queues are listed at a time.
const QUEUES: u32 = 1000;

/// What somebody hears who is banned.
const BANNED: &str = "Whoever keeps this house does not want to hear from here any more.";

/// A room, as adapters see it.
pub struct House {
    room: Arc<Room>,
    /// The reader whose letters were opened last.
    turn: Mutex<Option<Reader>>,
    /// How much one person may say, if there is an end to it.
    pace: Option<RateLimit>,
}

impl House {
    /// The desk of this room.
    pub fn new(room: Arc<Room>) -> Self {
        Self {
            room,
            turn: Mutex::default(),
            pace: None,
        }
    }

    /// The same, where one person may say so much.
    #[must_use]
    pub fn at(mut self, pace: RateLimit) -> Self {
        self.pace = Some(pace);
        self
    }

    /// Some letters of the readers whose turn it is.
    async fn next_letters(&self) -> Result<Vec<Letter>, Trouble> {
        let turn = || self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let after = turn().take();
        let begun = after.is_some();
        let mut letters = self.host().letters_each(after, READERS, EACH).await;
        if begun && letters.as_ref().is_ok_and(Vec::is_empty) {
            letters = self.host().letters_each(None, READERS, EACH).await;
        }
        let letters = letters.map_err(Trouble::from)?;
        *turn() = letters.last().map(|letter| Reader {
            table: letter.table.clone(),
            viewer: letter.to,
        });
        Ok(letters)
    }

    fn host(&self) -> &Host {
        self.room.host()
    }

    /// Whether a person is not heard here any more, or the group they speak in.
    async fn is_banned(&self, who: &str, platform: Platform, chat: Option<&str>) -> bool {
        let group = chat.map(|chat| Identity(format!("{platform}:{chat}")));
        self.host().is_banned(&Identity::from(who)).await
            || match group {
                Some(group) => self.host().is_banned(&group).await,
                None => false,
            }
    }
}

impl Desk for House {
    fn hear(&self, heard: Utterance) -> Later<'_, Answer> {
        Box::pin(async move {
            let before = heard.platform.typed_with(heard.spoken);
            let who = format!("{}:{}", heard.platform, heard.user);
            if self
                .is_banned(&who, heard.platform, heard.chat.as_deref())
                .await
            {
                return Ok(Answer::text(BANNED));
            }
            let pace = self.pace.as_ref();
            if let Some(Err(words)) = pace.map(|pace| pace.count(&who, &heard.text)) {
                return Ok(Answer::text(words));
            }
            let answer = self
                .room
                .hear(&to_room(heard))
                .await
                .map_err(Trouble::from)?;
            let mut says = Vec::new();
            for body in answer.says {
                says.extend(drawn(as_typed(body, before)).await);
            }
            Ok(Answer {
                says,
                erase: answer.erase,
                buttons: answer.buttons,
                aloud: answer.aloud,
                facts: answer.facts,
            })
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

    fn mark<'a>(&'a self, key: &'a str, hold: Duration) -> Later<'a, ()> {
        let hold = millis(hold);
        Box::pin(async move { self.host().mark(key, hold).await.map_err(Trouble::from) })
    }

    fn is_marked<'a>(&'a self, key: &'a str) -> Later<'a, bool> {
        Box::pin(async move { self.host().is_marked(key).await.map_err(Trouble::from) })
    }

    fn post(&self, notes: Vec<(String, Note)>) -> Later<'_, ()> {
        let notes = kept(notes, (true, None));
        Box::pin(async move { self.host().keep_notes(notes).await.map_err(Trouble::from) })
    }

    fn letters(&self) -> Later<'_, Vec<Opened>> {
        Box::pin(async move {
            let mut letters = self.next_letters().await?;
            // As they came: one reader may be told what another letter says too.
            letters.sort_by_key(|letter| letter.id);
            let mut opened = Vec::new();
            for letter in letters {
                let parcels = self.room.open(&letter).await.map_err(Trouble::from)?;
                let mut for_terminals = Vec::new();
                for parcel in &parcels {
                    let kept = self.room.kept_for_terminals(&letter, parcel).await;
                    for_terminals.extend(kept.map_err(Trouble::from)?);
                }
                opened.push(Opened {
                    letter: letter.id,
                    voice: Room::voice_of(&letter),
                    notes: parcels.into_iter().filter_map(wrapped).collect(),
                    for_terminals,
                });
            }
            Ok(opened)
        })
    }

    fn sort(&self, sorted: Vec<Sorted>) -> Later<'_, ()> {
        let sorted = sorted.into_iter().map(|sorted| {
            let mut notes = kept(sorted.notes, (false, sorted.voice));
            notes.extend(sorted.for_terminals);
            journal::Sorted {
                letter: sorted.letter,
                notes,
            }
        });
        let sorted = sorted.collect();
        Box::pin(async move {
            self.host()
                .sort_letters(sorted)
                .await
                .map_err(Trouble::from)
        })
    }

    fn queues(&self) -> Later<'_, Vec<Queue>> {
        Box::pin(async move {
            let mut queues = Vec::new();
            let mut after = String::new();
            loop {
                let page = self.host().queues(&after, QUEUES).await;
                let page = page.map_err(Trouble::from)?;
                let full = page.len() as u32 == QUEUES;
                for queue in page {
                    after.clone_from(&queue.to);
                    queues.extend(Recipient::named(&queue.to).map(|to| Queue {
                        to,
                        notes: queue.notes,
                        since: queue.since.0,
                        oldest: queue.oldest,
                        asked: queue.asked,
                        dropped: queue.dropped,
                    }));
                }
                if !full {
                    return Ok(queues);
                }
            }
        })
    }

    fn notes<'a>(&'a self, to: &'a Recipient, at_most: u32) -> Later<'a, Vec<(u64, Note)>> {
        Box::pin(async move {
            let kept = self.host().notes(&to.to_string(), at_most).await;
            let mut notes = Vec::new();
            for (id, text) in kept.map_err(Trouble::from)? {
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

    fn told_of_dropped<'a>(&'a self, to: &'a Recipient, number: u64) -> Later<'a, ()> {
        Box::pin(async move {
            let told = self.host().forget_dropped(&to.to_string(), number).await;
            told.map_err(Trouble::from)
        })
    }

    fn draw(&self, drawing: Drawing) -> Later<'_, Option<What>> {
        Box::pin(async move {
            let sketch = self.room.sketch(&drawing).await.map_err(Trouble::from)?;
            match sketch {
                Some(sketch) => Ok(drawn(Body::Picture(Box::new(sketch))).await),
                None => Ok(None),
            }
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

fn to_room(heard: Utterance) -> room::Heard {
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
        start_greets: heard.platform.start_greets(),
        has_buttons: true,
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

/// Where a parcel goes, and what; nothing if no platform of ours carries it: terminals
/// look for theirs, and browsers see their tables.
fn wrapped(parcel: room::Parcel) -> Option<Note> {
    let platform = Platform::named(parcel.to.platform())?;
    let to = match parcel.to {
        To::Inbox(identity) => {
            let user = identity.0.split_once(':')?.1;
            Address::Person(user.to_owned())
        }
        To::Window(window) => Address::Chat(window.chat),
    };
    let spoken = match to {
        Address::Person(_) => Spoken::Alone,
        _ => Spoken::Aloud,
    };
    let what = match as_typed(parcel.body, platform.typed_with(spoken)) {
        Body::Text(text) => What::Text(text),
        Body::File { name, bytes } => What::File { name, bytes },
        Body::Picture(sketch) => What::Drawing(sketch.drawing?),
    };
    Some(Note {
        platform,
        to,
        what,
        buttons: parcel.buttons,
        answers: None,
        written: now(),
    })
}

/// A text whose quoted words are typed as this place needs it.
fn as_typed(body: Body, before: &str) -> Body {
    match body {
        Body::Text(text) => Body::Text(room::typed(&text, before)),
        other => other,
    }
}

/// Notes as the host keeps them: whether they were asked for, and the voice of those that
/// give way.
fn kept(notes: Vec<(String, Note)>, (asked, voice): (bool, Option<String>)) -> Vec<NewNote> {
    let notes = notes.into_iter().filter_map(|(key, note)| {
        Some(NewNote {
            key,
            to: note.recipient().to_string(),
            asked,
            voice: voice.clone(),
            note: serde_json::to_string(&note).ok()?,
        })
    });
    notes.collect()
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
