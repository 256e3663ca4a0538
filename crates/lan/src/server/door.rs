//! Accepts connections, as many as the limits allow, and sees them out.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parlour_court::Parting;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use super::crowd::Crowd;
use super::guest::Guest;
use super::{NewToken, Tables};
use crate::limits::Limits;
use crate::lively::enliven;
use crate::outlet::{Outlet, Waiting};

/// How long a connection that is closed may take its last lines.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Lets connections in.
#[derive(Clone)]
pub struct Door {
    limits: Limits,
    tables: Tables,
    token: NewToken,
    /// Whether screens may give hints.
    hints: bool,
    crowd: Arc<Crowd>,
    next: Arc<AtomicU64>,
}

impl Door {
    /// A door to these tables.
    pub fn new(limits: Limits, tables: Tables, token: NewToken, hints: bool) -> Self {
        Self {
            limits,
            tables,
            token,
            hints,
            crowd: Arc::default(),
            next: Arc::new(AtomicU64::new(1)),
        }
    }

    /// Accepts connections for ever.
    pub async fn keep(self, listener: TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, from)) => {
                    let connection = self.next.fetch_add(1, Ordering::Relaxed);
                    let (outlet, waiting) = Outlet::new();
                    let place = self.crowd.admit(
                        connection,
                        from.ip().to_canonical(),
                        outlet.standing(),
                        &self.limits,
                    );
                    // A connection over the limits is closed without a word.
                    if let Some(place) = place {
                        let door = self.clone();
                        tokio::spawn(async move {
                            door.serve(stream, outlet, waiting).await;
                            drop(place);
                        });
                    }
                }
                Err(error) => {
                    // Out of descriptors, say: those who are in go on.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    async fn serve(&self, stream: TcpStream, outlet: Outlet, waiting: Waiting) {
        enliven(&stream);
        let (reader, writer) = stream.into_split();
        let standing = Arc::clone(outlet.standing());
        let mut writing = tokio::spawn(waiting.write(writer));
        let (tables, token) = (Arc::clone(&self.tables), Arc::clone(&self.token));
        let mut guest = Guest::new(outlet, self.limits, tables, token).allowing_hints(self.hints);
        let parting = tokio::select! {
            parting = guest.listen(reader) => parting,
            () = standing.until_hung_up() => Parting::Lost,
            _ = &mut writing => Parting::Lost,
        };
        // Dropping its outlets lets the writer finish what is waiting and end.
        if let Some((table, guest)) = guest.leave() {
            table.part(guest, parting).await;
        }
        if !writing.is_finished() && timeout(LAST_WORDS, &mut writing).await.is_err() {
            writing.abort();
        }
    }
}
