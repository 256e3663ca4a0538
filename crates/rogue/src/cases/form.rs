//! The written form of scenarios: which words there are.

mod op;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value as Json};

pub use op::{Keys, Op};

/// One line of a scenario file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its name.
    pub id: String,
    /// A label: where it comes from.
    pub kind: Option<String>,
    /// A label: what part of the framework it is about.
    pub area: Option<String>,
    /// What it shows.
    pub title: Option<String>,
    /// The numbers of the rules it shows.
    pub rules: Option<Vec<String>>,
    /// The world before the first step.
    pub setup: Setup,
    /// What is done.
    pub steps: Vec<Step>,
    /// For the reader.
    pub note: Option<String>,
}

/// A cell or an offset: `[x, y]`.
pub type Cell = (i32, i32);
/// A cell of a level: `[level, x, y]`.
pub type Place = (String, i32, i32);
/// Properties by name; `null` is none.
pub type NamedProps = BTreeMap<String, Json>;

/// The world before the first step.
#[derive(Clone, Debug, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// `tutorial` for the fixed rules.
    pub ruleset: Option<String>,
    /// The world of the demo.
    pub demo: bool,
    /// The seed: a number or text.
    pub seed: Option<Json>,
    /// One map as rows of text.
    pub map: Option<Vec<String>>,
    /// Several maps by name.
    pub maps: Option<BTreeMap<String, Vec<String>>>,
    /// Which of them is the current one.
    pub current: Option<String>,
    /// Ways between them.
    pub transitions: Vec<Way>,
    /// `basic` for tiles with names and descriptions.
    pub tiles: Option<String>,
    /// What single tiles have of their own, by `x,y`.
    pub tile_props: BTreeMap<String, NamedProps>,
    /// Content.
    pub types: Types,
    /// Entities, in the order of the list.
    pub entities: Vec<EntityForm>,
    /// Keys added to the vi keys.
    pub keys: BTreeMap<String, String>,
    /// Keys instead of the vi keys.
    pub keymap: Option<BTreeMap<String, String>>,
    /// Handlers.
    pub hooks: Hooks,
    /// Modules of the kit that are in play: `doors`, `terrain` and so on.
    pub kit: Vec<String>,
    /// What those act on, by `x,y`.
    pub ground: BTreeMap<String, GroundForm>,
    /// Look mode is switched off.
    pub no_registry: bool,
    /// Tutorial: `all`, or the cells that count as seen.
    pub visible: Option<Visible>,
    /// Tutorial: the order in which monsters act.
    pub order: Vec<String>,
    /// Tutorial: what the player carries.
    pub inventory: Vec<ItemForm>,
    /// Tutorial: how much fits the pack.
    pub capacity: Option<i64>,
    /// Tutorial: what lies about.
    pub floor: Vec<ItemForm>,
}

impl Setup {
    /// Whether a demo is asked for and nothing that would be left unheard.
    pub(super) fn is_bare_demo(&self) -> bool {
        let rest = Self {
            demo: false,
            seed: None,
            ..self.clone()
        };
        rest == Self::default()
    }
}

/// Content: entity and tile types.
#[derive(Clone, Debug, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Types {
    /// Entity types by key.
    pub entity: BTreeMap<String, NamedProps>,
    /// Tile types by key.
    pub tile: BTreeMap<String, NamedProps>,
}

/// What a module of the kit finds on a cell.
#[derive(Clone, Debug, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GroundForm {
    /// Another type of tile, such as `door-locked`.
    pub tile: Option<String>,
    /// It burns.
    pub fire: bool,
    /// So much gas.
    pub gas: Option<i64>,
    /// A trap of a kind; `dart` is known.
    pub trap: Option<String>,
}

/// A way between two levels.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Both ways.
    Pair(Place, Place),
    /// From the first to the second.
    OneWay(Place, Place),
}

/// An entity of the setup.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntityForm {
    /// Its name in this scenario.
    pub id: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Its cell.
    pub at: Cell,
    /// Its level, where there are several.
    pub map: Option<String>,
    /// What it has of its own; `next_action` is its clock.
    #[serde(default)]
    pub props: NamedProps,
    /// Kit: statuses (`poisoned`, `hasted`), each with the turns it lasts.
    #[serde(default)]
    pub statuses: BTreeMap<String, i64>,
    /// Tutorial: its name.
    pub name: Option<String>,
    /// Tutorial: its character.
    pub char: Option<String>,
    /// Tutorial: its colour.
    pub color: Option<String>,
    /// Tutorial: whether it blocks its cell.
    pub blocks: Option<bool>,
    /// Tutorial: what makes it a fighter.
    pub fighter: Option<FighterForm>,
    /// Tutorial: its mind.
    pub ai: Option<String>,
}

/// Tutorial: a fighter.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FighterForm {
    /// Hit points.
    pub hp: i64,
    /// Hit points when unhurt; `hp` if absent.
    pub max_hp: Option<i64>,
    /// Taken off blows.
    #[serde(default)]
    pub defense: i64,
    /// Strength of blows.
    #[serde(default)]
    pub power: i64,
}

/// Tutorial: an item, carried or lying about.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemForm {
    /// Its name in this scenario.
    pub id: String,
    /// Where it lies.
    pub at: Option<Cell>,
    /// What it is called.
    pub name: Option<String>,
    /// What it does.
    #[serde(rename = "use")]
    pub effect: Option<String>,
    /// How much it heals.
    pub amount: Option<i64>,
    /// How much it hurts.
    pub damage: Option<i64>,
    /// How far it burns.
    pub radius: Option<i64>,
    /// How far it reaches.
    pub range: Option<i64>,
    /// How long it lasts.
    pub turns: Option<i64>,
}

/// Tutorial: what counts as seen.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Visible {
    /// `all`.
    Word(String),
    /// These cells.
    Cells(Vec<Cell>),
}

/// Handlers by name.
#[derive(Clone, Debug, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Hooks {
    /// `slay`, `melee`, `push`, `say-entity`.
    pub on_bump: Option<String>,
    /// `doors`, `say-tile`.
    pub on_bump_tile: Option<String>,
    /// `ranged`.
    pub on_ranged: Option<String>,
    /// Actions handed through.
    pub pass_through: Vec<String>,
    /// The look box is a square around the player.
    pub look_box_radius: Option<u32>,
}

/// One step: `op`, its arguments, `expect`.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Step(Map<String, Json>);

impl Step {
    /// The word of the operation, or what stands in its place.
    pub fn op_name(&self) -> String {
        match self.0.get("op") {
            Some(Json::String(op)) => op.clone(),
            _ => "no op".to_string(),
        }
    }

    /// The operation with its arguments.
    pub fn op(&self) -> Result<Op, String> {
        let name = match self.0.get("op") {
            Some(Json::String(op)) => op.clone(),
            _ => return Err("a step needs an op".to_string()),
        };
        let mut arguments = self.0.clone();
        arguments.remove("op");
        arguments.remove("expect");
        let tagged = Json::Object(Map::from_iter([(name, Json::Object(arguments))]));
        serde_json::from_value(tagged).map_err(|problem| problem.to_string())
    }

    /// What is expected after it.
    pub fn expect(&self) -> &Json {
        self.0.get("expect").unwrap_or(&Json::Null)
    }
}
