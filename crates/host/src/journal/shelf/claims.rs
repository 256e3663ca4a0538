//! What one of several may have: a deadline that is due, a task, a mark.

use super::Shelf;
use crate::Time;
use crate::deadline::Deadline;
use crate::journal::{Due, MARKED};
use crate::table::TableId;

impl Shelf {
    pub fn claim_due(&mut self, now: Time, until: Time, at_most: u32) -> Vec<Due> {
        let mut claimed = Vec::new();
        for (due, id) in &self.deadlines {
            if *due > now || claimed.len() == at_most as usize {
                break;
            }
            let folder = self.tables.get_mut(id);
            let folder = folder.filter(|folder| folder.claimed_until <= now);
            let Some(folder) = folder else { continue };
            if let Some(deadline) = folder.deadline.clone() {
                folder.claimed_until = until;
                claimed.push(Due {
                    table: id.clone(),
                    deadline,
                    standing: folder.standing(),
                });
            }
        }
        claimed
    }

    pub fn put_off(&mut self, due: &Due, until: Time) {
        let folder = self.tables.get_mut(&due.table);
        if let Some(folder) = folder.filter(|it| it.deadline.as_ref() == Some(&due.deadline)) {
            folder.claimed_until = until;
        }
    }

    pub fn next_due(&self) -> Option<Time> {
        let free = |(due, id): &(Time, TableId)| {
            let claimed = self.tables.get(id).map(|folder| folder.claimed_until);
            claimed.map(|until| until.max(*due))
        };
        self.deadlines.iter().filter_map(free).min()
    }

    pub fn lease(&mut self, task: &str, holder: &str, now: Time, until: Time) -> bool {
        if let Some((other, end)) = self.leases.get(task)
            && other != holder
            && *end > now
        {
            return false;
        }
        self.leases
            .insert(task.to_owned(), (holder.to_owned(), until));
        true
    }

    pub fn mark(&mut self, name: &str, until: Time) {
        let holder = MARKED.to_owned();
        self.leases.insert(name.to_owned(), (holder, until));
    }

    pub fn is_marked(&self, name: &str, now: Time) -> bool {
        self.leases.get(name).is_some_and(|(_, end)| *end > now)
    }

    pub(super) fn set_deadline(&mut self, table: &TableId, deadline: Option<Deadline>) {
        let Some(folder) = self.tables.get_mut(table) else {
            return;
        };
        if let Some(old) = folder.deadline.take() {
            self.deadlines.remove(&(old.strikes(), table.clone()));
        }
        if let Some(new) = &deadline {
            self.deadlines.insert((new.strikes(), table.clone()));
        }
        folder.deadline = deadline;
        folder.claimed_until = Time(0);
    }
}
