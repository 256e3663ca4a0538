//! One recipient's messages, one after the other.

use std::sync::Arc;
use std::time::Duration;

use super::hold::Hold;
use super::{Carrier, Undelivered};
use crate::desk::{Address, Desk, Note, Parcel, Part, Trouble, What};

/// After how long a note for somebody who does not want it is given up.
const GIVEN_UP: u64 = 3 * 24 * 3600;
/// The first and the longest pause after a failure.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// The first and the longest pause while somebody does not want to hear from us.
const FIRST_SILENCE: Duration = Duration::from_mins(1);
const LONGEST_SILENCE: Duration = Duration::from_hours(6);

/// What waits.
pub enum Load {
    /// A note, under its number.
    Note(u64, Box<Note>),
    /// A part of what a table tells.
    Parcel(Parcel),
}

/// What waits, and how many of its pieces have gone.
pub struct Item {
    pub load: Load,
    pub gone: usize,
}

/// What became of a lane's work.
#[derive(Default)]
pub struct Report {
    /// How many have arrived.
    pub arrived: usize,
    /// A parcel of which some pieces have gone.
    pub halfway: Option<(Part, usize)>,
    /// Why it stopped, if not because all is done.
    pub stopped: Option<Wait>,
}

/// How long a lane rests.
pub enum Wait {
    /// The platform asks for it, or did not answer.
    Pause(Option<Duration>),
    /// The recipient does not want to hear from us.
    Silence,
}

impl Wait {
    /// After so many failures in a row.
    pub fn length(&self, failures: u32) -> Duration {
        let doubled = |first: Duration, longest: Duration| {
            first
                .saturating_mul(1 << failures.saturating_sub(1).min(16))
                .min(longest)
        };
        match self {
            // The platform knows when: neither earlier nor much later.
            Self::Pause(Some(asked)) => *asked + Duration::from_millis(50),
            Self::Pause(None) => doubled(FIRST_PAUSE, LONGEST_PAUSE),
            Self::Silence => doubled(FIRST_SILENCE, LONGEST_SILENCE),
        }
    }
}

/// Carries what waits, in order, until something does not arrive or others send.
pub async fn carry(
    desk: Arc<dyn Desk>,
    carrier: Arc<dyn Carrier>,
    items: Vec<Item>,
    hold: Hold,
) -> Report {
    let mut report = Report::default();
    for item in items {
        if !hold.is_good() {
            report.stopped = Some(Wait::Pause(None));
            break;
        }
        let carried = match item.load {
            Load::Note(id, note) => carry_note(&*desk, &*carrier, id, &note).await,
            Load::Parcel(parcel) => {
                carry_parcel(&*desk, &*carrier, parcel, item.gone, &mut report, &hold).await
            }
        };
        match carried {
            Ok(None) => report.arrived += 1,
            Ok(Some(wait)) => {
                report.stopped = Some(wait);
                break;
            }
            Err(trouble) => {
                tracing::warn!("sender: {trouble}");
                report.stopped = Some(Wait::Pause(None));
                break;
            }
        }
    }
    report
}

/// Sends a note; to where its chat has moved, if it has, and the house hears of it.
async fn deliver(
    desk: &dyn Desk,
    carrier: &dyn Carrier,
    note: &Note,
) -> Result<Result<(), Undelivered>, Trouble> {
    let to = match carrier.deliver(note).await {
        Err(Undelivered::Moved(to)) => to,
        other => return Ok(other),
    };
    let Address::Chat(from) = &note.to else {
        let why = String::from("only a chat has another id");
        return Ok(Err(Undelivered::Refused(why)));
    };
    desk.moved(note.platform, from, &to).await?;
    let note = Note {
        to: Address::Chat(to),
        // Messages are numbered anew there.
        answers: None,
        ..note.clone()
    };
    Ok(match carrier.deliver(&note).await {
        Err(Undelivered::Moved(_)) => Err(Undelivered::Later(None)),
        other => other,
    })
}

async fn carry_note(
    desk: &dyn Desk,
    carrier: &dyn Carrier,
    id: u64,
    note: &Note,
) -> Result<Option<Wait>, Trouble> {
    match deliver(desk, carrier, note).await? {
        Ok(()) => {}
        Err(Undelivered::Later(asked)) => return Ok(Some(Wait::Pause(asked))),
        Err(Undelivered::Refused(why) | Undelivered::Moved(why)) => {
            tracing::warn!("{} refuses a message: {why}", note.platform);
        }
        Err(Undelivered::Closed(why)) => {
            tracing::info!("{} cannot reach somebody: {why}", note.platform);
            carrier.closed(&note.to).await?;
            if now().saturating_sub(note.written) < GIVEN_UP {
                return Ok(Some(Wait::Silence));
            }
        }
    }
    desk.discard(vec![id]).await?;
    Ok(None)
}

async fn carry_parcel(
    desk: &dyn Desk,
    carrier: &dyn Carrier,
    parcel: Parcel,
    gone: usize,
    report: &mut Report,
    hold: &Hold,
) -> Result<Option<Wait>, Trouble> {
    let Parcel {
        part,
        platform,
        to,
        make,
        buttons,
    } = parcel;
    let made = tokio::task::spawn_blocking(make).await;
    let pieces = match made {
        Ok(Some(what)) => carrier.cut(Note {
            platform,
            to,
            what,
            buttons,
            answers: None,
            written: now(),
        }),
        // What cannot be drawn cannot be sent later either.
        Ok(None) | Err(_) => Vec::new(),
    };
    for (at, piece) in pieces.iter().enumerate().skip(gone) {
        report.halfway = Some((part, at));
        // Drawing takes time, and others may send by now.
        if !hold.is_good() {
            return Ok(Some(Wait::Pause(None)));
        }
        let wait = match deliver(desk, carrier, piece).await? {
            Ok(()) => continue,
            Err(Undelivered::Refused(why) | Undelivered::Moved(why)) => {
                tracing::warn!("{platform} refuses a message: {why}");
                continue;
            }
            Err(Undelivered::Later(asked)) => Wait::Pause(asked),
            Err(Undelivered::Closed(why)) => {
                tracing::info!("{platform} cannot reach somebody: {why}");
                carrier.closed(&piece.to).await?;
                // The outbox does not wait for them; their own notes do.
                let rest = pieces[at..].iter().enumerate();
                let rest = rest.filter(|(_, note)| !matches!(note.what, What::Erase(_)));
                let key =
                    |index: usize| format!("letter:{}:{}:{}", part.letter, part.part, at + index);
                desk.post(
                    rest.map(|(index, note)| (key(index), note.clone()))
                        .collect(),
                )
                .await?;
                report.halfway = None;
                desk.arrived(part).await?;
                return Ok(Some(Wait::Silence));
            }
        };
        return Ok(Some(wait));
    }
    report.halfway = None;
    desk.arrived(part).await?;
    Ok(None)
}

/// Seconds since 1970.
pub fn now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs())
}
