//! The operations of scenarios, with their arguments.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value as Json;

use super::{Cell, NamedProps, Place};

/// Keys: a list of names, or a string of single keys.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "keys have to be text or a list of names")]
pub enum Keys {
    /// Each character is a key.
    Text(String),
    /// Each word names a key.
    Names(Vec<String>),
}

impl Default for Keys {
    fn default() -> Self {
        Self::Names(Vec::new())
    }
}

/// The operations.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the arguments are named in the words of the operation"
)]
pub enum Op {
    /// One action of somebody.
    Act {
        who: String,
        #[serde(default)]
        keys: Keys,
    },
    /// The scheduler's next actor.
    Next {
        #[serde(default)]
        keys: Keys,
    },
    /// Several of them.
    NextN {
        n: u32,
        #[serde(default)]
        keys: Keys,
    },
    /// Everyone once, in the order of the list.
    Round {
        #[serde(default)]
        keys: Keys,
    },
    /// Everyone until the player has had a turn.
    UntilPlayer {
        #[serde(default)]
        keys: Keys,
    },
    /// Keys as a display hands them on, each with all that comes of it: menus, the others'
    /// turns, what rules do after a turn.
    Press {
        keys: Keys,
    },
    /// A turn of the player, and of the others until the player is due again.
    GameTurn {
        #[serde(default)]
        keys: Keys,
    },
    TryMove {
        who: String,
        d: Cell,
    },
    Look {
        from: Cell,
        #[serde(default)]
        keys: Keys,
        bounds: Option<(i32, i32, i32, i32)>,
    },
    LookAt {
        at: Cell,
    },
    Fov {
        from: Cell,
        radius: Option<u32>,
    },
    EntityFov {
        who: String,
    },
    FovSymmetry {
        radius: Option<u32>,
    },
    Line {
        from: Cell,
        to: Cell,
    },
    Los {
        from: Cell,
        to: Cell,
    },
    Distance {
        metric: Option<String>,
        from: Option<Cell>,
        to: Option<Cell>,
        who: Option<String>,
        target: Option<String>,
    },
    Path {
        who: Option<String>,
        from: Cell,
        to: Cell,
        max: Option<u32>,
    },
    InRadius {
        at: Cell,
        radius: u32,
        metric: Option<String>,
    },
    Nearest {
        at: Cell,
        #[serde(rename = "type")]
        kind: Option<String>,
    },
    TypeProp {
        category: String,
        #[serde(rename = "type")]
        kind: String,
        prop: String,
    },
    Prop {
        who: String,
        prop: String,
    },
    Name {
        who: String,
    },
    Description {
        who: String,
    },
    TileLook {
        at: Option<Cell>,
        #[serde(rename = "type")]
        kind: Option<String>,
    },
    MakeRoom {
        rect: (i32, i32, i32, i32),
    },
    MakeCorridor {
        from: Cell,
        to: Cell,
    },
    TransitionAt {
        who: String,
    },
    TransitionLookup {
        at: Place,
    },
    Transition {
        who: String,
    },
    Damage {
        who: String,
        amount: i64,
    },
    SaveLoad {
        #[serde(default)]
        version: Json,
        #[serde(default)]
        extra: BTreeMap<String, Json>,
    },
    Restore {
        #[serde(default)]
        version: Json,
        next_id: Option<u64>,
        ids: Option<Vec<u64>>,
        ids2: Option<Vec<u64>>,
    },
    LoadFile {
        content: Option<String>,
    },
    Migrate {
        frm: u32,
        to: u32,
        #[serde(default)]
        extra: BTreeMap<String, Json>,
    },
    ParseDice {
        text: String,
    },
    Roll {
        text: String,
        times: u32,
    },
    Viewport {
        size: (u32, u32),
        center: Cell,
        #[serde(default)]
        clamp: bool,
        world: Option<Cell>,
    },
    DefineTypes {
        types: BTreeMap<String, NamedProps>,
    },
    Replay {
        keys: Keys,
        seed: Option<Json>,
        #[serde(default)]
        twice: bool,
    },
    SplitReplay {
        keys: Keys,
        cut_at: Vec<usize>,
    },
    /// Kit: whom content's `spawn` lets one meet at a depth, of so many draws.
    Met {
        depth: i64,
        times: u32,
    },
    /// Kit: locks one of these rooms, and says where its key may lie.
    Vault {
        rooms: Vec<(i32, i32, i32, i32)>,
        start: Cell,
        end: Cell,
    },
    /// Tutorial: a blow.
    Attack {
        who: String,
        target: String,
    },
    /// Tutorial: a move of the player, then the monsters' turn.
    Player {
        #[serde(rename = "move")]
        by: Cell,
    },
    /// Tutorial: the monsters' turn.
    Enemies {},
    EnemiesN {
        n: u32,
    },
    TurnOf {
        who: String,
    },
    Use {
        item: String,
        at: Option<Cell>,
    },
    Pickup {},
    Drop {
        item: String,
    },
}
