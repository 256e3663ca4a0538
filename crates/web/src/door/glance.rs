//! A table as one person is shown it: the one place where a record is cut.
//!
//! A record holds identities, invitation codes and settings that are nobody's
//! business; what goes out is named here, field by field.

use parlour_host::steward::Steward;
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Json, Time};
use parlour_rules::{Seat, Stage, Viewer};
use serde::Serialize;

use super::Inside;
use super::forks::Asked;

/// A chair.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "SeatCard"))]
pub(super) struct Chair<'a> {
    #[cfg_attr(test, schemars(with = "u8"))]
    pub seat: Seat,
    pub taken: bool,
    /// Of a chair that is taken nothing is told where names are hidden.
    pub name: Option<&'a str>,
    pub bot: Option<&'a str>,
    pub you: bool,
}

/// Who sits where; where names are hidden, only which chair is one's own.
pub(super) fn chairs<'a>(record: &'a Record, who: &Identity, hidden: bool) -> Vec<Chair<'a>> {
    let chairs = (0..).map(Seat).zip(&record.chairs);
    chairs
        .map(|(seat, chair)| {
            let you = chair.as_ref().is_some_and(|it| it.identity == *who);
            let told = chair.as_ref().filter(|_| you || !hidden);
            Chair {
                seat,
                taken: chair.is_some(),
                name: told.map(|it| it.name.as_str()),
                bot: told.and_then(|it| it.bot.as_deref()),
                you,
            }
        })
        .collect()
}

/// A table.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own for a page"
)]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Glance"))]
pub(super) struct Glance<'a> {
    #[cfg_attr(test, schemars(with = "String"))]
    table: &'a TableId,
    game: &'a str,
    title: &'a str,
    kind: Option<String>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    stage: Option<&'a Stage>,
    over: bool,
    #[cfg_attr(test, schemars(with = "serde_json::Value"))]
    outcome: Option<&'a Json>,
    #[cfg_attr(test, schemars(with = "Vec<u8>"))]
    waits_for: Vec<Seat>,
    seats: Vec<Chair<'a>>,
    #[cfg_attr(test, schemars(with = "Option<u8>"))]
    my_seat: Option<Seat>,
    watching: usize,
    owner: bool,
    alone: bool,
    started: bool,
    paused: bool,
    undo: Option<&'a Asked>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    moved_to: Option<&'a TableId>,
    #[cfg_attr(test, schemars(with = "Option<u64>"))]
    deadline: Option<Time>,
    #[cfg_attr(test, schemars(with = "serde_json::Value"))]
    plane: Option<Json>,
    /// That older rules began the game, in words; left out where there is nothing to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    older: Option<String>,
    /// What its viewer alone is told beside the game; the game's own.
    #[cfg_attr(test, schemars(with = "serde_json::Value"))]
    aside: Option<&'a Json>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    next: Option<&'a TableId>,
    #[cfg_attr(test, schemars(with = "serde_json::Value"))]
    view: &'a Json,
}

impl<'a> Glance<'a> {
    /// What somebody is shown of a table.
    pub fn new(
        table: &'a TableId,
        glance: &'a parlour_host::Shown<Json>,
        who: &Identity,
        steward: &dyn Steward,
    ) -> Self {
        let record = &glance.record;
        let hidden = steward.hides_names(record, glance.outcome.is_some());
        Self {
            table,
            game: &record.game,
            title: &record.title,
            kind: steward.kind(record),
            stage: glance.stage.as_ref(),
            over: glance.outcome.is_some(),
            outcome: glance.outcome.as_ref(),
            waits_for: glance.awaiting.iter().collect(),
            seats: chairs(record, who, hidden),
            my_seat: match glance.viewer {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Spectator => None,
            },
            watching: record.spectators.len(),
            owner: record.owner == *who,
            alone: record.chairs.len() == 1,
            started: record.started.is_some(),
            paused: record.paused.is_some(),
            undo: None,
            moved_to: record.moved_to.as_ref(),
            deadline: glance.deadline.as_ref().map(|it| it.due),
            plane: steward.plane(table, record),
            older: steward.older(glance),
            aside: None,
            next: None,
            view: &glance.view,
        }
    }

    /// The same with where play goes on, what its viewer alone is told, and what is asked
    /// of those who sit there.
    pub fn beside(
        mut self,
        next: Option<&'a TableId>,
        aside: Option<&'a Json>,
        undo: Option<&'a Asked>,
    ) -> Self {
        self.next = next;
        self.aside = aside;
        self.undo = undo;
        self
    }
}

impl Inside {
    /// Where those who sit at a table play now, if that is another one.
    pub(super) async fn next(
        &self,
        table: &TableId,
        glance: &parlour_host::Shown<Json>,
    ) -> Option<TableId> {
        glance.outcome.as_ref()?;
        let steward = self.stewards.get(glance.record.game.as_str())?;
        let next = steward.goes_on(&self.host, table, &glance.record).await;
        next.unwrap_or_else(|declined| {
            tracing::warn!("where table {table} goes on is not known: {declined}");
            None
        })
    }
}
