//! A host and the person who sits at it: what they have left, and what they may
//! delete of it.

use std::sync::Arc;

use parlour_host::card::{Card, Course, Query};
use parlour_host::table::{Person, TableId};
use parlour_host::{Host, Json, Refused, Shown, wait};
use thiserror::Error;

use crate::daily::is_of_today;
use crate::left::{Broken, Kept, Left};

/// The host of a machine, and the person who sits at it.
#[derive(Clone)]
pub struct Visit {
    /// Keeps the tables.
    pub host: Arc<Host>,
    /// Who plays here.
    pub me: Person,
}

/// Why something is not done for somebody who plays alone. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotDone {
    /// The host says no.
    #[error(transparent)]
    Host(#[from] Refused),
    /// What was listed is there no more.
    #[error("this game is gone")]
    Gone,
    /// It is still played.
    #[error("this game is not over")]
    NotOver,
    /// The game of the day is not to be begun again.
    #[error("The game of the day can be played once, so it is kept until tomorrow.")]
    OnceADay,
    /// The game of the day may be before others still.
    #[error("Others may have the game of the day before them: its replay is there tomorrow.")]
    Tomorrow,
}

/// Why the table that was left last is not named.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoNewest {
    /// The host says no.
    #[error(transparent)]
    Host(#[from] Refused),
    /// It is damaged.
    #[error("table {table} cannot be read: {reason}; `parlour` shows it and can delete it")]
    Broken {
        /// The table.
        table: TableId,
        /// What is wrong, in words for a person.
        reason: String,
    },
}

/// How tags of tables begin that a court keeps. People sit down at them by the court,
/// which minds seats, bots and the next game; here nobody would.
const OF_A_COURT: &str = "court:";

fn is_of_a_court(left: &Left) -> bool {
    let record = match left {
        Left::Kept(kept) => Some(&kept.record),
        Left::Broken(broken) => broken.record.as_ref(),
    };
    record.is_some_and(|it| it.tags.iter().any(|tag| tag.starts_with(OF_A_COURT)))
}

impl Visit {
    /// What this person has left, the last played first: tables to be continued,
    /// and tables that cannot be read as far as that is known, so that none is missing
    /// without a word. Left out are only tables of games that are not here, which is noted
    /// in the log, and those that a court keeps. No game is loaded for it: what is wrong in the middle of one shows
    /// when somebody sits down, and is listed from then on.
    ///
    /// # Errors
    /// If the host does not answer, which says nothing about a table.
    pub fn left(&self) -> Result<Vec<Left>, Refused> {
        let of_mine = || Query::of(&self.me.identity).with_records();
        let going_on = of_mine().course(Course::Open);
        let troubled = Query {
            troubled: true,
            ..of_mine().course(Course::Closed)
        };
        let mut left = Vec::new();
        for query in [going_on, troubled] {
            for card in wait(self.host.all_cards(query))? {
                left.extend(self.listed(card)?.filter(|it| !is_of_a_court(it)));
            }
        }
        left.sort_by_key(|left| std::cmp::Reverse(left.last()));
        Ok(left)
    }

    /// A table as its card tells of it.
    fn listed(&self, card: Card) -> Result<Option<Left>, Refused> {
        let id = card.table;
        let (Some(record), Some(face)) = (card.record, card.face) else {
            return self.looked_at(id);
        };
        let Some(stage) = face.stage else {
            // What could not be read may be readable by now.
            return self.looked_at(id);
        };
        if self.host.registry().game(&record.game).is_err() {
            tracing::info!("table {id} is of a game that is not here");
            return Ok(None);
        }
        Ok(Some(Left::Kept(Kept {
            id,
            record,
            stage: stage.to_string(),
            entries: card.standing.seq,
            last: card.time,
            short: face.short,
            about: face.about,
        })))
    }

    /// A table of whose card nothing is known, or that it could not be read.
    fn looked_at(&self, id: TableId) -> Result<Option<Left>, Refused> {
        match self.kept(&id) {
            Ok(kept) => Ok(kept.map(Left::Kept)),
            Err(refused) if refused.is_damage() => Ok(self.broken(id, &refused).map(Left::Broken)),
            // Another process has deleted it meanwhile.
            Err(Refused::UnknownTable(_)) => Ok(None),
            Err(refused) => {
                tracing::warn!("table {id}: {refused}");
                Err(refused)
            }
        }
    }

    /// What is told of a table that somebody could not sit down at: if it cannot be
    /// read, the same as a list will say of it from now on.
    pub fn why_closed(&self, id: &TableId, reason: String) -> String {
        match self.looked_at(id.clone()) {
            Ok(Some(Left::Broken(broken))) => broken.card(self.host.now()).about,
            _ => reason,
        }
    }

    /// What is said once to whoever opens a game that was played under older rules.
    pub fn older_words(&self, id: &TableId) -> Option<String> {
        let older = wait(self.host.older(id)).ok().flatten();
        older.map(|older| older.to_string())
    }

    /// What this person has left of one game.
    ///
    /// # Errors
    /// If the host does not answer.
    pub fn left_of(&self, game: &str) -> Result<Vec<Left>, Refused> {
        let mut left = self.left()?;
        left.retain(|left| left.may_be_of(game));
        Ok(left)
    }

    /// The table of a game that was left last; none if there is none. Damaged ones of
    /// which nobody can say what game they are do not count.
    ///
    /// # Errors
    /// If that one cannot be read.
    pub fn newest_of(&self, game: &str) -> Result<Option<TableId>, NoNewest> {
        let mut left = self.left_of(game)?.into_iter();
        let unfinished = |left: &Left| match left {
            Left::Kept(_) => true,
            Left::Broken(broken) => !broken.over && broken.record.is_some(),
        };
        match left.find(unfinished) {
            Some(Left::Kept(kept)) => Ok(Some(kept.id)),
            Some(Left::Broken(Broken { id, reason, .. })) => {
                Err(NoNewest::Broken { table: id, reason })
            }
            None => Ok(None),
        }
    }

    /// A table as it stands; nothing if there is nothing to continue.
    fn kept(&self, id: &TableId) -> Result<Option<Kept>, Refused> {
        let glance = wait(self.host.look(id, &self.me.identity))?;
        let Some(stage) = glance.stage else {
            return Ok(None);
        };
        if glance.record.moved_to.is_some() {
            return Ok(None);
        }
        let card = wait(self.host.card(id))?;
        let (last, face) = card.map_or_else(Default::default, |it| (it.time, it.face));
        let face = face.unwrap_or_default();
        Ok(Some(Kept {
            id: id.clone(),
            last: last.max(glance.record.created),
            record: glance.record,
            stage: stage.to_string(),
            entries: glance.standing.seq,
            short: face.short,
            about: face.about,
        }))
    }

    /// A table that cannot be read, unless play goes on elsewhere, or it belongs to a
    /// game that is not here. One whose game was over is told of as well: it is
    /// missing among scores and statistics.
    fn broken(&self, id: TableId, refused: &Refused) -> Option<Broken> {
        tracing::warn!("table {id} cannot be read: {refused}");
        let remains = wait(self.host.remains(&id)).ok();
        if let Some(remains) = &remains {
            let of_another_house = matches!(refused, Refused::UnknownGame(_))
                && self.host.registry().game(&remains.record.game).is_err();
            if of_another_house || remains.record.moved_to.is_some() {
                return None;
            }
        }
        let entries = remains.as_ref().map_or(0, |it| it.entries);
        let over = remains.as_ref().is_some_and(|it| it.over);
        let times = wait(self.host.times(&id, entries.saturating_sub(1), 1));
        let last = times.unwrap_or_default().last().copied();
        let record = remains.map(|it| it.record);
        let begun = record.as_ref().map(|it| it.created);
        Some(Broken {
            id,
            last: last.max(begun).unwrap_or_default(),
            record,
            over,
            entries,
            reason: refused.to_string(),
            of_another_age: refused.is_of_another_age(),
        })
    }

    /// Deletes an unfinished table. Today's daily game is kept once it was played:
    /// it is not to be begun again. What cannot be read can be deleted always, and
    /// what is deleted already stays so.
    ///
    /// # Errors
    /// Why it is not deleted.
    pub fn delete(&self, id: &TableId) -> Result<(), NotDone> {
        self.delete_if(id, |glance| {
            if glance.standing.seq > 0 && is_of_today(&glance.record, self.host.now()) {
                return Err(NotDone::OnceADay);
            }
            Ok(true)
        })
    }

    /// Deletes a table at which nothing has been played, also by no other process.
    ///
    /// # Errors
    /// Why it is not deleted.
    pub fn delete_untouched(&self, id: &TableId) -> Result<(), NotDone> {
        self.delete_if(id, |glance| Ok(glance.standing.seq == 0))
    }

    fn delete_if(
        &self,
        id: &TableId,
        agrees: impl FnOnce(&Shown<Json>) -> Result<bool, NotDone>,
    ) -> Result<(), NotDone> {
        let me = &self.me.identity;
        // Another window may have played on.
        wait(self.host.refresh())?;
        let glance = match wait(self.host.look(id, me)) {
            Ok(glance) => glance,
            Err(Refused::UnknownTable(_)) => return Ok(()),
            Err(refused) if refused.is_damage() => {
                return Ok(wait(self.host.clear_away(id, me))?);
            }
            Err(refused) => return Err(refused.into()),
        };
        if !agrees(&glance)? {
            return Ok(());
        }
        Ok(wait(self.host.remove(id, me))?)
    }
}
