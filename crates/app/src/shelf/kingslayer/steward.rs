//! Kingslayer alone in a browser: how a game is begun, what is asked about it, and
//! the words of its table.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_host::host::Undo;
use parlour_host::steward::{Declined, Offer, Reply, Steward, Word};
use parlour_host::table::{Person, Record, TableId};
use parlour_host::{Host, Json, Refused};
use parlour_regicide::question::{Question, answer};
use parlour_regicide::{Difficulty, Kingslayer, View};
use parlour_rules::Rules;
use parlour_tui::kingslayer::{Kind, Wish};
use serde::{Deserialize, Serialize};

use super::super::agreed;
use super::{entry, kind_name, kind_of, open, standing};
use crate::tables::is_of_today;

/// How long the bot may think about a hint.
const THINK: Duration = Duration::from_millis(400);

/// Answers for Kingslayer alone.
pub struct AloneSteward;

/// What kind of game somebody wants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    kind: WantedKind,
    #[serde(default)]
    difficulty: Option<Difficulty>,
    #[serde(default)]
    surplus_payment: Option<bool>,
    #[serde(default)]
    solo_yield: Option<bool>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WantedKind {
    Ordinary,
    Practice,
    Daily,
}

/// A word of the table.
#[derive(Deserialize)]
#[serde(tag = "word", rename_all = "snake_case")]
enum Said {
    TakeBack,
    GiveUp,
}

#[derive(Serialize)]
struct GoesOn {
    table: TableId,
}

impl From<Wanted> for Wish {
    fn from(wanted: Wanted) -> Self {
        let kind = match wanted.kind {
            WantedKind::Ordinary => Kind::Ordinary,
            WantedKind::Practice => Kind::Practice,
            WantedKind::Daily => Kind::Daily,
        };
        // The daily game is the same for everybody.
        if kind == Kind::Daily {
            let house = Difficulty::Normal.house();
            return Self { kind, house };
        }
        let mut house = wanted.difficulty.unwrap_or(Difficulty::Normal).house();
        if let Some(surplus) = wanted.surplus_payment {
            house.surplus_payment = surplus;
        }
        if let Some(may_yield) = wanted.solo_yield {
            house.solo_yield = may_yield;
        }
        Self { kind, house }
    }
}

fn unreadable(error: &serde_json::Error) -> Declined {
    Declined::Unreadable(error.to_string())
}

fn declined(code: &'static str, words: &str) -> Declined {
    let words = words.to_owned();
    Declined::Table { code, words }
}

impl Steward for AloneSteward {
    fn offer(&self) -> Offer {
        let card = entry().card;
        Offer {
            game: Kingslayer::NAME,
            title: card.title,
            about: card.about,
            alone: true,
            players: (1, 1),
        }
    }

    fn open<'a>(
        &'a self,
        host: &'a Arc<Host>,
        by: &'a Person,
        wish: &'a Json,
    ) -> Reply<'a, TableId> {
        Box::pin(async move {
            let wanted: Wanted = wish.read().map_err(|error| unreadable(&error))?;
            Ok(open(host, by, &wanted.into(), None).await?)
        })
    }

    fn words(&self, view: &Json) -> Option<String> {
        standing(view).map(|it| it.short)
    }

    fn tells_all(&self) -> bool {
        true
    }

    fn kind(&self, record: &Record) -> Option<String> {
        let known = !agreed::kind(record).is_empty();
        known.then(|| kind_name(kind_of(record)).to_owned())
    }

    fn ask(&self, view: &Json, question: &Json) -> Result<Json, Declined> {
        let question: Question = question.read().map_err(|error| unreadable(&error))?;
        let view: View = view.read().map_err(|error| unreadable(&error))?;
        let until = Instant::now() + THINK;
        let answer = answer(&view, &question, &mut || Instant::now() < until);
        Ok(Json::of(&answer))
    }

    fn hear<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        by: &'a Person,
        word: &'a Word,
    ) -> Reply<'a, Json> {
        Box::pin(async move {
            let said: Said = word.said.read().map_err(|error| unreadable(&error))?;
            match said {
                Said::TakeBack => take_back(host, table, by).await,
                Said::GiveUp => give_up(host, table, by).await,
            }
        })
    }
}

/// Takes the last move back. The same word again finds the table where play goes on.
async fn take_back(host: &Host, table: &TableId, by: &Person) -> Result<Json, Declined> {
    let glance = host.look_since(table, &by.identity, None).await?.glance;
    let moved = glance.record.moved_to.clone();
    let next = match moved {
        Some(next) => next,
        None if kind_of(&glance.record) != Kind::Practice => {
            let words = "moves are taken back in practice games only";
            return Err(declined("not_practice", words));
        }
        None => {
            let to = glance.standing.seq.checked_sub(1);
            let words = "nothing has been played yet";
            let to = to.ok_or_else(|| declined("nothing_played", words))?;
            match host.undo(table, &by.identity, to).await {
                Ok(Undo::Done(next)) | Err(Refused::Moved(next)) => next,
                Ok(Undo::Asked) => table.clone(),
                Err(refused) => return Err(refused.into()),
            }
        }
    };
    // The table before the one before is of no more use to anybody.
    if let Some(origin) = &glance.record.forked_from {
        match host.remove(&origin.table, &by.identity).await {
            Ok(()) | Err(Refused::UnknownTable(_)) => {}
            Err(refused) => tracing::warn!("table {} is not removed: {refused}", origin.table),
        }
    }
    Ok(Json::of(&GoesOn { table: next }))
}

async fn give_up(host: &Host, table: &TableId, by: &Person) -> Result<Json, Declined> {
    let glance = host.look_since(table, &by.identity, None).await?.glance;
    if glance.outcome.is_some() {
        return Err(declined("game_over", "the game is over"));
    }
    if glance.standing.seq > 0 && is_of_today(&glance.record, host.now()) {
        let words = "the game of the day can be played once, so it is kept until tomorrow";
        return Err(declined("once_a_day", words));
    }
    host.remove(table, &by.identity).await?;
    Ok(Json::of(&serde_json::json!({})))
}
