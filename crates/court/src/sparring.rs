//! Practice beside bots: a game with others that somebody goes on with alone. Bots have
//! the seats of everybody else, and play at once, each by what its seat may know.

use std::sync::Arc;

use parlour_host::host::Giver;
use parlour_host::link::LocalLink;
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Host, Message, Refused};
use parlour_regicide::bot::{Level, Thinking, advise};
use parlour_regicide::{Command, Kingslayer, View};
use parlour_rules::Seat;
use tokio::sync::Semaphore;

/// How many bots of this process think at once beside those who practise.
static THINKERS: Semaphore = Semaphore::const_new(4);

/// More moves than bots make one after the other in any game.
const MOST_MOVES: u32 = 500;

/// The bot that is to decide, if it is a bot's turn.
pub fn bots_turn(record: &Record, view: &View) -> Option<(Identity, Seat)> {
    let seat = view.current;
    let sitter = record.chairs.get(usize::from(seat.0))?.as_ref()?;
    let waits = view.outcome.is_none() && sitter.bot.is_some();
    waits.then(|| (sitter.identity.clone(), seat))
}

/// What a bot does after so many entries; nothing if there is nothing to do.
fn decided(view: &View, entries: u64) -> Option<Command> {
    let thinking = Thinking {
        seed: entries,
        play_outs: Level::default().play_outs(),
        ..Thinking::default()
    };
    Some(advise(view, &thinking, &mut || true)?.command)
}

/// A bot plays, unless more than these entries are there meanwhile. It thinks on the
/// thread of whoever asks.
///
/// # Errors
/// If the host says no, or somebody else was first.
pub async fn bot_plays(
    host: &Arc<Host>,
    table: &TableId,
    who: Identity,
    seat: Seat,
    entries: u64,
) -> Result<(), Refused> {
    let view = LocalLink::<Kingslayer>::at_seat(host, table, &who, seat)?.view();
    match decided(&view, entries) {
        Some(command) => plays(host, table, (who, seat), entries, command).await,
        None => Ok(()),
    }
}

/// What was decided after so many entries is done, unless more are there meanwhile.
async fn plays(
    host: &Arc<Host>,
    table: &TableId,
    (who, seat): (Identity, Seat),
    entries: u64,
    command: Command,
) -> Result<(), Refused> {
    let sent = Message {
        seen: Some(entries),
        ..Message::given_by(table, Giver::At(who, seat), command)
    };
    host.command::<Kingslayer>(sent).await.map(|_| ())
}

/// The same as [`decided`], on a thread of its own. Whoever practises at table after table
/// makes bots wait for each other, and nobody else; a bot that nobody waits for any more
/// still counts until it has decided.
async fn decided_apart(view: View, entries: u64) -> Option<Command> {
    let thinks = THINKERS.acquire().await.ok()?;
    let thinking = tokio::task::spawn_blocking(move || {
        let command = decided(&view, entries);
        drop(thinks);
        command
    });
    thinking.await.ok().flatten()
}

/// Lets bots play until a person is to decide, or the game is over. Needs a tokio runtime.
///
/// # Errors
/// If the host says no.
pub async fn bots_play_on(host: &Arc<Host>, table: &TableId) -> Result<(), Refused> {
    for _ in 0..MOST_MOVES {
        // Whoever asks, the host has it open from here on.
        let record = host.record(table).await?;
        let (entries, due) = {
            let watcher = LocalLink::<Kingslayer>::new(host, table, &record.owner)?;
            (watcher.standing().seq, bots_turn(&record, &watcher.view()))
        };
        let Some((who, seat)) = due else {
            return Ok(());
        };
        let view = LocalLink::<Kingslayer>::at_seat(host, table, &who, seat)?.view();
        let Some(command) = decided_apart(view, entries).await else {
            return Ok(());
        };
        match plays(host, table, (who, seat), entries, command).await {
            // Somebody else lets them play as well.
            Err(Refused::StaleSeq { .. } | Refused::Moved(_)) => return Ok(()),
            done => done?,
        }
    }
    Ok(())
}
