//! Who is inside, and who may still come in.
//!
//! Whoever has said HANDSHAKE keeps their place. Among the others, one that has
//! been silent for a while makes room for a newcomer, so that a crowd of dead
//! connections keeps nobody out.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::limits::Limits;
use crate::outlet::ConnectionState;

/// How long a connection without a handshake is safe from being replaced.
const GRACE: Duration = Duration::from_secs(2);

struct Inside {
    from: IpAddr,
    since: Instant,
    standing: Arc<ConnectionState>,
}

/// The connections there are.
#[derive(Default)]
pub struct Crowd(Mutex<BTreeMap<u64, Inside>>);

impl Crowd {
    /// Lets a connection in, if the limits allow it; dropping the place counts it
    /// out.
    pub fn admit(
        self: &Arc<Self>,
        connection: u64,
        from: IpAddr,
        standing: &Arc<ConnectionState>,
        limits: &Limits,
    ) -> Option<Place> {
        let now = Instant::now();
        let mut inside = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let neighbours = inside.values().filter(|it| it.from == from).count();
        let crowded = neighbours >= limits.per_address as usize;
        if crowded || inside.len() >= limits.connections as usize {
            let silent = inside.iter().find(|(_, it)| {
                let waits = now.saturating_duration_since(it.since) >= GRACE;
                (!crowded || it.from == from) && waits && !it.standing.is_welcomed()
            });
            let oldest = silent.map(|(number, _)| *number)?;
            if let Some(it) = inside.remove(&oldest) {
                it.standing.hang_up();
            }
        }
        inside.insert(
            connection,
            Inside {
                from,
                since: now,
                standing: Arc::clone(standing),
            },
        );
        Some(Place {
            connection,
            crowd: Arc::clone(self),
        })
    }
}

/// A counted connection; dropping it counts back.
pub struct Place {
    connection: u64,
    crowd: Arc<Crowd>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = self.crowd.0.lock().unwrap_or_else(PoisonError::into_inner);
        inside.remove(&self.connection);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    #[tokio::test(start_paused = true)]
    async fn those_who_are_welcomed_stay_and_the_silent_make_room() {
        let limits = Limits {
            per_address: 2,
            connections: 3,
            ..Limits::default()
        };
        let crowd = Arc::new(Crowd::default());
        let guests: Vec<Arc<ConnectionState>> = (0..6).map(|_| Arc::default()).collect();
        let admit = |number: usize, from: u8| {
            crowd.admit(number as u64, address(from), &guests[number], &limits)
        };
        let _ann = admit(0, 1).expect("there is room");
        guests[0].welcome();
        let _eve = admit(1, 1).expect("there is room");
        assert!(admit(2, 1).is_none(), "two from one address, one just came");
        let other = admit(2, 2).expect("another address has room");
        assert!(admit(3, 3).is_none(), "three in all");
        drop(other);
        tokio::time::advance(GRACE).await;
        let _ben = admit(3, 1).expect("the silent one makes room");
        guests[1].until_hung_up().await;
        guests[3].welcome();
        tokio::time::advance(GRACE).await;
        assert!(admit(4, 1).is_none(), "both are welcome guests now");
        assert!(admit(5, 2).is_some());
    }
}
