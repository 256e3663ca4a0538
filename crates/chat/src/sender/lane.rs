//! One recipient's messages, one after the other.

use std::sync::Arc;
use std::time::Duration;

use super::hold::Hold;
use super::{Carrier, Undelivered};
use crate::desk::{Address, Desk, Note, Queue, Trouble, What};

/// How many notes are read at a time.
const PAGE: u32 = 32;
/// The first and the longest pause after a failure.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// How long to wait when a platform does not take our token: somebody has to mend it.
const MENDING: Duration = Duration::from_mins(1);
/// The first and the longest pause while somebody does not want to hear from us.
const FIRST_SILENCE: Duration = Duration::from_mins(1);
const LONGEST_SILENCE: Duration = Duration::from_hours(6);

/// What became of a lane's work.
#[derive(Default)]
pub struct Report {
    /// How many have arrived.
    pub arrived: usize,
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

/// Carries what waits for a recipient, in order, until something does not arrive or
/// others send. It is read now: what was known of it before may have been sent by
/// another.
pub async fn carry(
    desk: Arc<dyn Desk>,
    carrier: Arc<dyn Carrier>,
    queue: Queue,
    hold: Hold,
) -> Report {
    let mut report = Report::default();
    match carry_some(&*desk, &*carrier, &queue, &hold, &mut report).await {
        Ok(stopped) => report.stopped = stopped,
        Err(trouble) => {
            tracing::warn!("sender: {trouble}");
            report.stopped = Some(Wait::Pause(None));
        }
    }
    report
}

async fn carry_some(
    desk: &dyn Desk,
    carrier: &dyn Carrier,
    queue: &Queue,
    hold: &Hold,
    report: &mut Report,
) -> Result<Option<Wait>, Trouble> {
    let notes = desk.notes(&queue.to, PAGE).await?;
    if let Some((_, first)) = notes.first()
        && queue.dropped > 0
    {
        if !hold.is_good() {
            return Ok(Some(Wait::Pause(None)));
        }
        let note = summed_up(first, queue.dropped);
        if let Some(wait) = carry_note(desk, carrier, &note).await? {
            return Ok(Some(wait));
        }
        desk.told_of_dropped(&queue.to, queue.dropped).await?;
    }
    for (id, note) in notes {
        let Some(note) = drawn(desk, note).await? else {
            // What cannot be drawn cannot be sent later either.
            desk.discard(vec![id]).await?;
            continue;
        };
        // Drawing takes time, and others may send by now.
        if !hold.is_good() {
            return Ok(Some(Wait::Pause(None)));
        }
        if let Some(wait) = carry_note(desk, carrier, &note).await? {
            return Ok(Some(wait));
        }
        desk.discard(vec![id]).await?;
        report.arrived += 1;
    }
    Ok(None)
}

/// What is said in the place of notes that were dropped, where the next one goes.
fn summed_up(next: &Note, dropped: u64) -> Note {
    let to = match &next.to {
        Address::Aside { user, .. } => Address::Person(user.clone()),
        other => other.clone(),
    };
    Note {
        platform: next.platform,
        to,
        what: What::Text(parlour_room::dropped_words(dropped)),
        buttons: Vec::new(),
        answers: None,
        written: next.written,
    }
}

/// A note with its picture, if it is one that is drawn when it is sent.
async fn drawn(desk: &dyn Desk, note: Note) -> Result<Option<Note>, Trouble> {
    let What::Drawing(drawing) = note.what else {
        return Ok(Some(note));
    };
    let what = desk.draw(drawing).await?;
    Ok(what.map(|what| Note { what, ..note }))
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

/// Sends a note; nothing if it has arrived, or nobody will ever take it.
async fn carry_note(
    desk: &dyn Desk,
    carrier: &dyn Carrier,
    note: &Note,
) -> Result<Option<Wait>, Trouble> {
    Ok(match deliver(desk, carrier, note).await? {
        Ok(()) => None,
        Err(Undelivered::Unanswered) => Some(Wait::Pause(None)),
        Err(Undelivered::Later(asked)) => Some(Wait::Pause(asked)),
        Err(Undelivered::Token) => Some(Wait::Pause(Some(MENDING))),
        Err(Undelivered::Refused(why) | Undelivered::Moved(why)) => {
            tracing::warn!("{} refuses a message: {why}", note.platform);
            None
        }
        Err(Undelivered::Closed(why)) => {
            tracing::info!("{} cannot reach somebody: {why}", note.platform);
            carrier.closed(&note.to).await?;
            Some(Wait::Silence)
        }
    })
}

/// Seconds since 1970.
pub fn now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs())
}
