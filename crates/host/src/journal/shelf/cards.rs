//! Tables found by the words on their records, and listed by their cards.

use super::{Folder, Shelf};
use crate::Time;
use crate::card::{Card, Course, Cursor, Face, Page, Query, TROUBLED};
use crate::journal::Standing;
use crate::table::TableId;

impl Shelf {
    /// The cards that are asked for, newest first.
    pub fn cards(&self, query: &Query) -> Page {
        let keys = query.keys();
        let found: Vec<&TableId> = match keys.split_first() {
            None => self.tables.keys().collect(),
            Some((first, others)) => {
                let mut tables: Vec<&TableId> =
                    self.keys.get(first).into_iter().flatten().collect();
                for key in others {
                    tables.retain(|id| self.keys.get(key).is_some_and(|it| it.contains(*id)));
                }
                tables
            }
        };
        let (time, place) = query.before();
        let mut listed: Vec<(Time, &TableId, &Folder)> = found
            .into_iter()
            .filter_map(|id| {
                self.tables
                    .get(id)
                    .map(|folder| (folder.time(), id, folder))
            })
            .filter(|(its, id, _)| (*its, id.as_str()) < (time, place))
            .filter(|(_, _, folder)| match query.course {
                None => true,
                Some(Course::Open) => folder.closed.is_none(),
                Some(Course::Closed) => folder.closed.is_some(),
            })
            .filter(|(_, _, folder)| {
                !query.faceless || !folder.face.as_ref().is_some_and(Face::is_of_now)
            })
            .filter(|(_, id, _)| query.table.as_ref().is_none_or(|it| it == *id))
            .collect();
        listed.sort_by(|one, other| (other.0, other.1).cmp(&(one.0, one.1)));
        let more = listed.len() > query.at_most as usize;
        listed.truncate(query.at_most as usize);
        let last = listed.last().filter(|_| more);
        Page {
            next: last.map(|(time, id, _)| Cursor::new(*time, id.as_str())),
            cards: listed
                .iter()
                .map(|(_, id, folder)| {
                    let card = folder.card(id);
                    Card {
                        face: card.face.map(|it| it.for_query(query)),
                        record: query.records.then(|| folder.record.clone()),
                        ..card
                    }
                })
                .collect(),
        }
    }

    /// The card of a table.
    #[cfg(feature = "file")]
    pub fn card(&self, table: &TableId) -> Option<Card> {
        self.tables.get(table).map(|folder| folder.card(table))
    }

    /// Gives a table another face, if it is still there.
    pub fn put_face(&mut self, table: &TableId, standing: Standing, face: Face) -> bool {
        let folder = self.tables.get_mut(table);
        let Some(folder) = folder.filter(|it| it.standing() == standing) else {
            return false;
        };
        let changed = folder.changed.0;
        let troubled = self.keys.entry(TROUBLED.to_owned()).or_default();
        if face.trouble.is_some() {
            troubled.insert(table.clone());
        } else {
            troubled.remove(table);
        }
        folder.wear(face, changed);
        true
    }

    pub fn find(&self, key: &str) -> Vec<TableId> {
        let tables = self.keys.get(key);
        tables.map_or_else(Vec::new, |it| it.iter().cloned().collect())
    }
}
