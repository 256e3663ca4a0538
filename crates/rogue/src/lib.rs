//! Roguelike framework.

mod appearance;
#[cfg(feature = "cases")]
pub mod cases;
mod chance;
mod clock;
pub mod combat;
pub mod demo;
mod dice;
pub mod display;
mod effect;
mod entity;
mod event;
#[cfg(feature = "files")]
pub mod files;
mod game;
pub mod generate;
pub mod handlers;
pub mod items;
mod keys;
mod level;
mod log;
mod look;
pub mod minds;
pub mod notation;
mod outcome;
mod prop;
pub mod recording;
mod registry;
mod rules;
pub mod save;
#[cfg(feature = "term")]
pub mod term;
mod value;
mod view;
mod viewport;
mod world;

pub use appearance::{Colour, Glyph, NoSuchColour};
pub use chance::{Chance, Drawn};
pub use dice::{Dice, NotDice, Roll};
pub use effect::{Effect, FRAME_MS, Frame};
pub use entity::{Entity, EntityId, EntityRef};
pub use event::Event;
pub use game::{Acted, Ending, Game, Mode};
pub use keys::KeyMap;
pub use level::{BadDrawing, Level, Tile};
pub use log::{Log, Message, wrap};
pub use look::{Cursor, Pointing};
pub use notation::{Action, Key};
pub use outcome::{Bumped, Outcome, Time};
pub use parlour_grid::{self as grid, Direction, Point, Rect, Size};
pub use parlour_rules::{Seed, Stream};
pub use prop::{Prop, Props};
pub use registry::{
    BASICS, Category, Complaint, ContentError, EntityType, Problem, Registry, TileType, TypeDef,
};
pub use rules::{Mind, Rules};
pub use value::{NotAValue, Value};
pub use view::{Knowledge, View, ViewCell, known_at};
pub use viewport::Viewport;
pub use world::{
    Arrival, BadTransition, LevelId, LevelRefused, LookInfo, Metric, NoWay, NotAdded, PACK_SIZE,
    PackRefused, Side, Step, Transitions, Trigger, World,
};
