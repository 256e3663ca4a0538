//! Bots of Diplomacy in a process that serves people: they think apart from every
//! request, and whoever should have let them play and has died is made up for.

use std::sync::Arc;
use std::time::Duration;

use parlour_host::{Host, SystemEntropy};
use parlour_room::{Reach, Room};
use tokio::sync::{Notify, Semaphore};

/// How often bots are looked after.
const SWEEP: Duration = Duration::from_mins(1);

/// Where bots think.
pub struct Minds {
    bell: Arc<Notify>,
}

/// A room whose bots think apart, and where they do.
pub fn room_with_minds(host: &Arc<Host>, reach: Reach) -> (Arc<Room>, Minds) {
    let bell = Arc::new(Notify::new());
    let rung = Arc::clone(&bell);
    let room = Room::new(Arc::clone(host), Arc::new(SystemEntropy));
    let room = room.think_apart(Arc::new(move || rung.notify_one()));
    (Arc::new(room.reaching(reach)), Minds { bell })
}

impl Minds {
    /// Lets bots play, without end.
    pub async fn play(self, room: Arc<Room>) {
        tokio::join!(sweep(Arc::clone(&room)), think(room, self.bell));
    }
}

/// Lets bots play wherever somebody who should have let them has died.
async fn sweep(room: Arc<Room>) {
    loop {
        if let Err(error) = room.sweep().await {
            tracing::warn!("bots wait: {error}");
        }
        tokio::time::sleep(SWEEP).await;
    }
}

/// Lets bots think apart from every request, on half of the cores at most. Who must
/// wait for a core thinks later; no deadline waits for it.
async fn think(room: Arc<Room>, bell: Arc<Notify>) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let free = Arc::new(Semaphore::new(cores.div_ceil(2)));
    loop {
        bell.notified().await;
        for thought in room.thoughts() {
            let Ok(core) = Arc::clone(&free).acquire_owned().await else {
                return;
            };
            let room = Arc::clone(&room);
            tokio::spawn(async move {
                let thought = tokio::task::spawn_blocking(move || thought.think()).await;
                drop(core);
                let given = match thought {
                    Ok(decision) => room.decided(decision).await.map_err(anyhow::Error::from),
                    Err(error) => Err(error.into()),
                };
                if let Err(error) = given {
                    tracing::warn!("a bot waits: {error:#}");
                }
            });
        }
    }
}
