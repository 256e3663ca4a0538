//! The outbox: what others are told, from letters of the host to parcels.
//!
//! A letter to spectators goes to every window of the game, and in private to
//! players who read in none of them. A letter to a seat goes to whoever holds it.
//! What is sent in several parts is crossed off part by part, so that a sender
//! that dies goes on where the last one stopped.

use std::collections::BTreeSet;

use parlour_diplomacy::game::{Diplomacy, Event, ResolvedPhase};
use parlour_host::Time;
use parlour_host::journal::{JournalError, Letter};
use parlour_rules::{Seat, Viewer};
use serde::Deserialize;

use super::bulletins::resolved;
use super::{Done, Game, Room, unreachable};
use crate::notice::{Notice, Readers};
use crate::refusal::Trouble;
use crate::sketch::{Drawing, Shows, Sketch, position_of};
use crate::talk::{Body, Button, LONGEST_TEXT, Parcel, To, Window, split_text};

/// How long it is remembered that a part was sent, in milliseconds.
const REMEMBERED: u64 = 14 * 24 * 3_600_000;

/// An item of a letter.
#[derive(Deserialize)]
#[serde(untagged)]
enum Item {
    Notice(Notice),
    Event(Event),
}

/// Whom a part is for, what it says, and what may be answered.
pub(super) type Part = (To, Body, Vec<Button>);

impl Room {
    /// The next parcels, oldest first, if this sender has the task of carrying
    /// them: it has it for `hold` milliseconds, and again each time it asks. Of
    /// letters up to `after` there are none; begin with 0. Call [`Room::sent`] for
    /// each that was sent, or given up; the rest comes again.
    pub async fn parcels(
        &self,
        sender: &str,
        hold: u64,
        after: u64,
        at_most: u32,
    ) -> Result<Vec<Parcel>, JournalError> {
        let mut after = after;
        let mut parcels = Vec::new();
        // Letters that nobody is told, those of bots, must not hide the rest.
        while parcels.is_empty() {
            let letters = self.host.letters_after(sender, hold, after, at_most).await;
            let letters = letters.map_err(unreachable)?;
            let Some(last) = letters.last() else { break };
            after = last.id;
            for letter in letters {
                self.wrap(&letter, &mut parcels).await?;
            }
        }
        Ok(parcels)
    }

    /// The parts of a letter, for a sender that sorts them by whom they go to and keeps
    /// count of them itself. A letter from before senders did so may have been sent in
    /// part.
    pub async fn open(&self, letter: &Letter) -> Result<Vec<Parcel>, JournalError> {
        let parcels = self.parts(letter).await?;
        if letter.time > Time(0) || parcels.is_empty() {
            return Ok(parcels);
        }
        let done = self.parts_sent(letter.id, parcels.len() as u32).await?;
        let left = parcels.into_iter().filter(|it| !done.contains(&it.part));
        Ok(left.collect())
    }

    /// Whose voice a letter is that tells nothing but what players have said: that can be
    /// read again, and of it there may be much. Nothing if it tells of something else.
    pub fn voice_of(letter: &Letter) -> Option<String> {
        let told: Vec<Item> = letter.told.read().unwrap_or_default();
        let press = |it: &Item| matches!(it, Item::Notice(notice) if notice.press);
        if told.is_empty() || !told.iter().all(press) {
            return None;
        }
        let speaker = told.iter().find_map(|it| match it {
            Item::Notice(notice) => notice.from,
            Item::Event(_) => None,
        });
        // Of letters from before they named who speaks all of a table are one voice.
        let table = &letter.table;
        Some(speaker.map_or_else(|| table.to_string(), |seat| format!("{table}/{}", seat.0)))
    }

    /// The parts of a letter that are still to be sent; a letter without any is
    /// crossed off.
    pub(super) async fn wrap(
        &self,
        letter: &Letter,
        parcels: &mut Vec<Parcel>,
    ) -> Result<(), JournalError> {
        let parts = self.parts(letter).await?;
        let done = if parts.is_empty() {
            BTreeSet::new()
        } else {
            self.parts_sent(letter.id, parts.len() as u32).await?
        };
        if done.len() == parts.len() {
            let crossed_off = self.host.delivered(vec![letter.id]).await;
            return crossed_off.map_err(unreachable);
        }
        parcels.extend(parts.into_iter().filter(|it| !done.contains(&it.part)));
        Ok(())
    }

    /// All parts of a letter.
    async fn parts(&self, letter: &Letter) -> Result<Vec<Parcel>, JournalError> {
        let composed = match self.compose(letter).await {
            Ok((parts, entry)) => {
                let carried = self.carried_on(&letter.table, parts).await;
                carried.map(|parts| (parts, entry))
            }
            Err(trouble) => Err(trouble),
        };
        let (parts, entry) = match composed {
            Ok(composed) => composed,
            Err(Trouble::Journal(error)) => return Err(error),
            // The table is gone, and with it whoever would be told.
            Err(Trouble::Refusal(_)) => (Vec::new(), None),
        };
        let count = parts.len() as u32;
        let parcels = (0_u32..)
            .zip(parts)
            .map(|(part, (to, body, buttons))| Parcel {
                letter: letter.id,
                part,
                parts: count,
                entry,
                to,
                body,
                buttons,
            });
        Ok(parcels.collect())
    }

    /// A parcel was sent, or nobody will ever take it.
    pub async fn sent(&self, parcel: &Parcel) -> Result<(), JournalError> {
        let all = {
            let mut sent = self
                .sent
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            let parts = sent.entry(parcel.letter).or_default();
            parts.insert(parcel.part);
            let all = parts.len() as u32 == parcel.parts;
            if all {
                sent.remove(&parcel.letter);
            }
            all
        };
        if all {
            let delivered = self.host.delivered(vec![parcel.letter]).await;
            return delivered.map_err(unreachable);
        }
        let mark = mark(parcel.letter, parcel.part);
        let marked = self.host.mark(&mark, REMEMBERED).await;
        marked.map_err(unreachable)
    }

    /// The parts of a letter that were sent, by this sender or one before it.
    async fn parts_sent(&self, letter: u64, count: u32) -> Result<BTreeSet<u32>, JournalError> {
        {
            let sent = self
                .sent
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            if let Some(parts) = sent.get(&letter) {
                return Ok(parts.clone());
            }
        }
        let mut done = BTreeSet::new();
        if count > 1 {
            for part in 0..count {
                let sent = self.host.is_marked(&mark(letter, part)).await;
                if sent.map_err(unreachable)? {
                    done.insert(part);
                }
            }
        }
        let mut sent = self
            .sent
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        sent.insert(letter, done.clone());
        Ok(done)
    }

    /// What a letter says to whom, and the entry that it tells everybody of, if it does.
    async fn compose(&self, letter: &Letter) -> Done<(Vec<Part>, Option<u64>)> {
        let told: Vec<Item> = letter.told.read().unwrap_or_default();
        let mut notices = Vec::new();
        let mut events = Vec::new();
        for one in told {
            match one {
                Item::Notice(notice) => notices.push(notice),
                Item::Event(event) => events.push(event),
            }
        }
        let game = self.game_at(&letter.table, Viewer::Spectator).await?;
        let mut parts = Vec::new();
        match letter.to {
            Viewer::Seat(seat) => {
                // What is for a person stays theirs, whoever holds the seat by now.
                notices.retain(|notice| match &notice.readers {
                    Readers::Person(whom) => {
                        let to = To::Inbox(whom.clone());
                        push(&mut parts, &game, &to, &notice.words, &[]);
                        false
                    }
                    _ => true,
                });
                let Some(to) = game.inbox(seat) else {
                    return Ok((parts, None));
                };
                for notice in notices {
                    push(
                        &mut parts,
                        &game,
                        &to,
                        &notice.words,
                        &self.usual_buttons(&game),
                    );
                }
                if let Some(text) = game.summons(seat, &to, &events, self.host.now()) {
                    push(&mut parts, &game, &to, &text, &self.usual_buttons(&game));
                }
            }
            Viewer::Spectator => {
                for notice in notices {
                    let (audience, buttons) = match notice.readers {
                        Readers::Person(whom) => (vec![To::Inbox(whom)], Vec::new()),
                        Readers::Invited(window) => (vec![To::Window(window)], game.join_button()),
                        Readers::Settled(readers) => (readers, Vec::new()),
                        Readers::Addressed { except } => {
                            (game.audience(except.as_ref()), Vec::new())
                        }
                    };
                    let board = if notice.board {
                        self.board_after(&game, letter.seq).await?
                    } else {
                        None
                    };
                    for to in audience {
                        push(&mut parts, &game, &to, &notice.words, &buttons);
                        show(&mut parts, &to, board.as_ref());
                    }
                }
                let Some(text) = game.bulletin(&events, self.host.now()) else {
                    return Ok((parts, None));
                };
                let (picture, board) = match resolved(&events) {
                    Some(resolved) => (
                        self.picture(&game, letter.seq, resolved).await?,
                        self.board_after(&game, letter.seq).await?,
                    ),
                    None => (None, None),
                };
                for to in game.audience(None) {
                    push(&mut parts, &game, &to, &text, &[]);
                    if let Some(sketch) = &picture {
                        let picture = Body::Picture(Box::new(sketch.clone()));
                        parts.push((to.clone(), picture, Vec::new()));
                    }
                    show(&mut parts, &to, board.as_ref());
                }
                return Ok((parts, Some(letter.seq)));
            }
        }
        Ok((parts, None))
    }

    /// What was ordered in a phase, and what became of it.
    pub(super) async fn picture(
        &self,
        game: &Game,
        entry: u64,
        resolved: &ResolvedPhase,
    ) -> Done<Option<Sketch>> {
        let before = self.before(game, entry).await?;
        let sketch = Sketch::of_phase(game.board(), game.picture(), &before, resolved);
        Ok(sketch.map(|sketch| sketch.kept_as(Drawing::new(&game.id, entry, Shows::Orders))))
    }

    /// The board after an entry.
    pub(super) async fn board_after(&self, game: &Game, entry: u64) -> Done<Option<Sketch>> {
        let board = game.board();
        let after = self.before(game, entry + 1).await?;
        let caption = format!("The board in {} ({})", after.phase.words(), after.phase);
        let position = position_of(board, &after);
        Ok(position.map(|position| {
            let sketch = Sketch::new(board, game.picture(), position, caption);
            sketch.kept_as(Drawing::new(&game.id, entry, Shows::Board))
        }))
    }

    /// Sketches once more what was told of an entry: pictures are drawn when they are
    /// sent. Nothing if the table is gone.
    pub async fn sketch(&self, drawing: &Drawing) -> Result<Option<Sketch>, JournalError> {
        match self.sketched(drawing).await {
            Ok(sketch) => Ok(sketch),
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(None),
        }
    }

    async fn sketched(&self, drawing: &Drawing) -> Done<Option<Sketch>> {
        let game = self.game_at(&drawing.table, Viewer::Spectator).await?;
        let entry = drawing.entry;
        if drawing.shows == Shows::Board {
            return self.board_after(&game, entry).await;
        }
        let after = entry.saturating_sub(1);
        let told = self
            .host
            .seen::<Diplomacy>(&game.id, Viewer::Spectator, after)
            .await?;
        let events = told.into_iter().find(|(seq, _)| *seq == entry);
        let events = events.map(|(_, events)| events).unwrap_or_default();
        match resolved(&events) {
            Some(resolved) => self.picture(&game, entry, resolved).await,
            None => Ok(None),
        }
    }
}

/// Adds a picture of the board, where it is not in sight anyway.
fn show(parts: &mut Vec<Part>, to: &To, board: Option<&Sketch>) {
    if let Some(sketch) = board.filter(|_| to.platform() != crate::local::PLATFORM) {
        let picture = Body::Picture(Box::new(sketch.clone()));
        parts.push((to.clone(), picture, Vec::new()));
    }
}

pub(super) fn mark(letter: u64, part: u32) -> String {
    format!("sent:{letter}:{part}")
}

/// What somebody reads in private names its game: they may play in several. At a
/// table in one room there is only the one.
fn push(parts: &mut Vec<Part>, game: &Game, to: &To, text: &str, buttons: &[Button]) {
    let code = &game.sheet.code;
    let private = matches!(to, To::Inbox(_)) && to.platform() != crate::local::PLATFORM;
    let text = if private && !text.contains(code.as_str()) {
        format!("Game {code}: {text}")
    } else {
        text.to_owned()
    };
    let pieces = split_text(&text, LONGEST_TEXT);
    let last = pieces.len() - 1;
    for (index, piece) in pieces.into_iter().enumerate() {
        let buttons = if index == last {
            buttons.to_vec()
        } else {
            Vec::new()
        };
        parts.push((to.clone(), Body::Text(piece), buttons));
    }
}

impl Game {
    /// The inbox of whoever holds a seat; bots have none.
    fn inbox(&self, seat: Seat) -> Option<To> {
        let chair = self
            .sight
            .record
            .chairs
            .get(usize::from(seat.0))?
            .as_ref()?;
        chair
            .bot
            .is_none()
            .then(|| To::Inbox(chair.identity.clone()))
    }

    /// Everybody who is told what is public.
    fn audience(&self, except: Option<&Window>) -> Vec<To> {
        self.sheet.audience(&self.sight.record, except)
    }
}
