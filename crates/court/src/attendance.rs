//! Being at a table without a connection of one's own to it: what happens there is
//! told by other ways, for instance by a stream of what the host shows.

use std::sync::Arc;

use parlour_host::table::Identity;

use crate::ear::{Ear, Told};
use crate::guest::{Arrival, GuestId, Parting, Wish};
use crate::table::{Closed, Table};

/// Somebody's being at a table; when it is dropped, they are lost to it, and missed
/// after its grace.
pub struct Attendance {
    table: Table,
    guest: GuestId,
}

impl Table {
    /// Somebody is at the table for as long as the answer is kept: at their seat, if
    /// they have one or take one meanwhile.
    pub async fn attend(&self, who: &Identity) -> Result<Attendance, Closed> {
        let here = Attendance {
            table: self.clone(),
            guest: GuestId::new(),
        };
        let arrival = Arrival {
            wish: Wish::Look(who.clone()),
        };
        let arrived = self.arrive(here.guest, Arc::new(Deaf), arrival).await?;
        arrived.then_some(here).ok_or(Closed)
    }
}

impl Drop for Attendance {
    fn drop(&mut self) {
        self.table.part_soon(self.guest, Parting::Lost);
    }
}

/// The ear of somebody who is told by other ways: by what the host shows them.
struct Deaf;

impl Ear for Deaf {
    fn hear(&self, _: &Told<'_>) -> bool {
        true
    }

    fn send_away(&self) {}
}
