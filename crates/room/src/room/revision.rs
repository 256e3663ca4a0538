//! Changes of a game's sheet and roster, each stored whole and told afterwards.
//!
//! A platform that hears no acknowledgement brings a message again. What it has
//! changed the first time it does not change again: the sheet remembers it.

use parlour_host::Json;
use parlour_host::audit::Asker;
use parlour_host::host::Revision;
use parlour_host::journal::NewLetter;
use parlour_host::table::{Person, TableId};
use parlour_rules::{Seat, Viewer};

use super::{Done, Room};
use crate::notice::{Notice, Readers};
use crate::phrase::{quoted, visible};
use crate::refusal::{Trouble, refuse};
use crate::sheet::Sheet;
use crate::talk::{Heard, Spoken, Window};
use crate::words::{Verb, addressed};

impl Room {
    /// Changes a game because somebody has said so. Nothing if this very message
    /// has changed it before.
    pub(super) async fn revise<T>(
        &self,
        id: &TableId,
        heard: &Heard,
        change: impl Fn(&mut Revision<'_>, &mut Sheet) -> Done<T>,
    ) -> Done<Option<T>> {
        self.host
            .revise(id, &heard.asker(), |revision| {
                let mut sheet = sheet_of(revision)?;
                if sheet.has_heard(heard) {
                    return Ok(None);
                }
                let answer = change(revision, &mut sheet)?;
                sheet.remember(heard);
                put(revision, &sheet);
                Ok::<_, Trouble>(Some(answer))
            })
            .await
    }
}

pub(super) fn sheet_of(revision: &Revision<'_>) -> Done<Sheet> {
    match Sheet::read(&revision.record.settings) {
        Some(sheet) => Ok(sheet),
        None => refuse("unknown_table", "That table is not kept by a room."),
    }
}

/// The sheet as it is stored with the record; deadlines go by it from now on.
pub(super) fn put(revision: &mut Revision<'_>, sheet: &Sheet) {
    let bots = revision
        .record
        .chairs
        .iter()
        .flatten()
        .any(|it| it.bot.is_some());
    revision.record.settings = sheet.write();
    revision.record.tags = sheet.tags(bots);
    name_readers(revision, sheet);
}

/// Who is told what is public is settled when it is stored. Who comes later has not
/// missed it, however long it is under way.
fn name_readers(revision: &mut Revision<'_>, sheet: &Sheet) {
    for letter in &mut revision.letters {
        let Ok(mut notices) = letter.told.read::<Vec<Notice>>() else {
            continue;
        };
        if letter.to != Viewer::Spectator {
            continue;
        }
        for notice in &mut notices {
            if let Readers::Addressed { except } = &notice.readers {
                let readers = sheet.audience(&revision.record, except.as_ref());
                notice.readers = Readers::Settled(readers);
            }
        }
        letter.told = Json::of(&notices);
    }
}

/// Tells all windows but the one that hears the answer anyway.
pub(super) fn announce(revision: &mut Revision<'_>, words: &str, except: Option<Window>) {
    revision.letters.push(NewLetter {
        to: Viewer::Spectator,
        told: Notice::new(words, Readers::Addressed { except }).told(),
    });
}

/// The same with a picture of the board.
pub(super) fn announce_with_board(
    revision: &mut Revision<'_>,
    words: &str,
    except: Option<Window>,
) {
    revision.letters.push(NewLetter {
        to: Viewer::Spectator,
        told: Notice {
            board: true,
            ..Notice::new(words, Readers::Addressed { except })
        }
        .told(),
    });
}

/// Asks everybody in a window to join.
pub(super) fn invite(revision: &mut Revision<'_>, words: &str, window: Window) {
    revision.letters.push(NewLetter {
        to: Viewer::Spectator,
        told: Notice::new(words, Readers::Invited(window)).told(),
    });
}

/// A game that has not begun gives way in a window. If it is shown elsewhere too, it
/// goes on waiting there; otherwise it is called off with these words.
pub(super) fn give_way(
    revision: &mut Revision<'_>,
    sheet: &mut Sheet,
    window: &Window,
    words: &str,
) {
    if sheet.windows.iter().any(|it| it != window) {
        sheet.windows.retain(|it| it != window);
    } else {
        sheet.called_off = true;
        revision.record.closed = Some(revision.now);
        announce(revision, words, None);
    }
}

/// Tells the holder of a seat, in private.
pub(super) fn tell_seat(revision: &mut Revision<'_>, seat: Seat, words: &str) {
    revision.letters.push(NewLetter {
        to: Viewer::Seat(seat),
        told: Notice::addressed(words).told(),
    });
}

/// Tells somebody who has lost their seat, in private; bots are told nothing, nor is
/// who reads the answer anyway.
pub(super) fn tell_gone(revision: &mut Revision<'_>, gone: &Person, heard: &Heard, words: &str) {
    if gone.bot.is_none() && gone.identity != heard.user {
        revision.letters.push(NewLetter {
            to: Viewer::Spectator,
            told: Notice::new(words, Readers::Person(gone.identity.clone())).told(),
        });
    }
}

/// The words that are kept whole in a game's audit. Of all others it keeps the first,
/// for what comes after it may be a secret.
const OPENLY: &[Verb] = &[
    Verb::Deadline,
    Verb::Extend,
    Verb::Force,
    Verb::Join,
    Verb::Kick,
    Verb::Leave,
    Verb::Link,
    Verb::New,
    Verb::Pause,
    Verb::Replace,
    Verb::Resume,
    Verb::Start,
    Verb::Unlink,
    Verb::Use,
];

/// Whether the rest of such a line is a secret nevertheless: a vote on more time, or the
/// powers that somebody likes.
fn is_secret(verb: Verb, rest: &str) -> bool {
    match verb {
        // A length of time has a digit, a vote has none.
        Verb::Extend => !rest.contains(|it: char| it.is_ascii_digit()),
        Verb::Join => rest.contains(','),
        _ => false,
    }
}

impl Heard {
    /// Who asks for a change, for the audit: where, and in which words.
    pub(super) fn asker(&self) -> Asker {
        let words = self.words();
        let (_, words) = addressed(&words);
        let line = words.lines().next().unwrap_or_default().trim();
        let first = line.split_whitespace().next().unwrap_or_default();
        let word = first.trim_start_matches('/').split('@').next();
        let verb = word.and_then(Verb::named);
        let rest = line.strip_prefix(first).unwrap_or_default();
        let openly = verb.is_some_and(|verb| OPENLY.contains(&verb) && !is_secret(verb, rest));
        let said = visible(if openly { line } else { first });
        let asker = Asker::named(&self.user, &quoted(&self.name)).saying(&said);
        match self.window() {
            Some(window) => asker.at(&format!("{}:{}", window.platform, window.chat)),
            None => asker,
        }
    }

    /// The window that hears the answer anyway.
    pub(super) fn window_if_aloud(&self) -> Option<Window> {
        self.window().filter(|_| self.spoken == Spoken::Aloud)
    }
}
