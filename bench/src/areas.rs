//! The areas. To add one: a file, a `mod` line, a variant, an arm.

mod atlas;
mod chat;
mod delve;
mod diplomacy;
mod distance;
mod elsewhere;
mod fov;
mod host;
mod json;
mod lan;
mod paths;
mod regicide;
mod rogue;
mod room;
mod sight;
mod table;
mod web;

use anyhow::Result;
use clap::ValueEnum;

use crate::measure::Bench;

/// What can be measured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Area {
    /// Pictures of a Diplomacy board.
    Atlas,
    /// Lists of a hundred thousand tables, and what stays in memory: a part of `host`.
    Cards,
    /// Slack at the edge of a house: how soon a command is answered.
    Chat,
    /// Delve: a redraw after a key, on a large terminal.
    Delve,
    /// Diplomacy: movement phases and legal orders.
    Diplomacy,
    /// Distance maps of the grid.
    Distance,
    /// Field of view beside libtcod and rot.js, where they can be installed.
    Elsewhere,
    /// Symmetric field of view.
    Fov,
    /// Tables, journals and the road of a command.
    Host,
    /// JSON that is written by hand, beside what serde writes of the same.
    Json,
    /// Kingslayer over the network: many tables, one host on one core.
    Lan,
    /// The host that the area `lan` starts by itself.
    #[value(hide = true)]
    LanHost,
    /// Cheapest paths.
    Paths,
    /// Whole games of Kingslayer.
    Regicide,
    /// The roguelike framework.
    Rogue,
    /// Words through the room of a Diplomacy table.
    Room,
    /// Exact sight.
    Sight,
    /// What it costs everybody that one person cannot be reached: a part of `chat`.
    Starving,
    /// Many Diplomacy tables, deadlines and replicas.
    Table,
    /// A replica that the area `table` starts by itself.
    #[value(hide = true)]
    TableReplica,
    /// The scenes with replicas, which the area `table` starts by itself.
    #[value(hide = true)]
    TableReplicas,
    /// Browsers at the door: open streams, moves at all who look on, bytes of pages.
    Web,
    /// The house that the area `web` starts by itself.
    #[value(hide = true)]
    WebHouse,
}

impl Area {
    /// Measures the area and prints its rows.
    pub fn run(self, bench: &mut Bench) -> Result<()> {
        match self {
            Self::Atlas => atlas::run(bench),
            Self::Delve => delve::run(bench),
            Self::Cards => host::cards(bench),
            Self::Chat => chat::run(bench),
            Self::Diplomacy => diplomacy::run(bench),
            Self::Distance => distance::run(bench),
            Self::Elsewhere => elsewhere::run(bench),
            Self::Fov => fov::run(bench),
            Self::Host => host::run(bench),
            Self::Json => json::run(bench),
            Self::Lan => lan::run(bench),
            Self::LanHost => lan::serve(),
            Self::Paths => paths::run(bench),
            Self::Regicide => regicide::run(bench),
            Self::Rogue => rogue::run(bench),
            Self::Room => room::run(bench),
            Self::Sight => sight::run(bench),
            Self::Starving => chat::starving(bench),
            Self::Table => table::run(bench),
            Self::TableReplica => table::run_replica(),
            Self::TableReplicas => table::run_replicas(bench),
            Self::Web => web::run(bench),
            Self::WebHouse => web::serve(),
        }
    }
}
