//! How a table for one is opened, or today's found.

use parlour_host::table::{Person, TableId};
use parlour_host::{Host, Json, NewTable, Refused};
use parlour_rules::{Rules, Seed};

use crate::calendar::Day;
use crate::daily::{find, tag};
use crate::kind::Kind;

/// A game that somebody wants to begin alone.
pub struct Wish<'a, G: Rules> {
    /// What kind.
    pub kind: Kind,
    /// What people call the game.
    pub title: &'a str,
    /// Under which rules. The daily game is the same for everybody: whoever wishes for
    /// it gives what everybody gives.
    pub setup: &'a G::Setup,
    /// What it follows from. The daily game follows from its day.
    pub seed: Seed,
}

/// Opens a table for somebody, or finds their daily game of today.
pub async fn open<G: Rules>(
    host: &Host,
    me: &Person,
    wish: &Wish<'_, G>,
) -> Result<TableId, Refused> {
    let today = Day::of(host.now());
    let daily = tag(G::NAME, today);
    if wish.kind == Kind::Daily
        && let Some(table) = find(host, &me.identity, &daily).await?
    {
        return Ok(table);
    }
    let seed = match wish.kind {
        Kind::Daily => Seed::from_text(&daily),
        Kind::Ordinary | Kind::Practice => wish.seed,
    };
    let mut table = NewTable::new(G::NAME, Json::of(wish.setup), seed, me.clone());
    table.title = match wish.kind {
        Kind::Ordinary => wish.title.to_owned(),
        Kind::Practice => format!("{}, practice", wish.title),
        Kind::Daily => format!("{} of {today}", wish.title),
    };
    table.settings = wish.kind.settings();
    if wish.kind == Kind::Daily {
        table.tags = vec![daily];
    }
    host.open_table(table).await
}
