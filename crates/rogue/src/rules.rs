//! The code of a game: keys, behaviours and handlers. Every one is a closure and
//! any may be replaced.
//!
//! ```
//! use parlour_rogue::{Outcome, Rules};
//!
//! let rules = Rules::new()
//!     .on_bump(|world, _me, it| {
//!         let name = world.entity(it).map_or("nobody", |it| it.name()).to_string();
//!         world.remove(it);
//!         Outcome::turn().say(format!("You slay the {name}!"))
//!     })
//!     .behaviour("sleep", |_world, _me| Outcome::turn());
//! ```

mod hooks;
mod needs;
mod sets;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use parlour_grid::{Point, Rect};

use crate::entity::EntityId;
use crate::keys::KeyMap;
use crate::notation::{Action, Key};
use crate::outcome::Outcome;
use crate::registry::{
    Category, Complaint, ContentError, Problem, Registry, behaviour_name, nearest,
};
use crate::value::Value;
use crate::world::{LookInfo, World};
use crate::{EntityType, Prop, TileType, handlers, minds};

pub use needs::Need;

type Act = dyn Fn(&mut World, EntityId) -> Outcome + Send + Sync;
type Bump = dyn Fn(&mut World, EntityId, EntityId) -> Outcome + Send + Sync;
type BumpCell = dyn Fn(&mut World, EntityId, Point) -> Outcome + Send + Sync;
type Over = dyn Fn(&World, EntityId) -> bool + Send + Sync;
type Bounds = dyn Fn(&World, EntityId) -> Option<Rect> + Send + Sync;
type Looked = dyn Fn(&World, Point, &LookInfo) + Send + Sync;
type Bar = dyn Fn(&World, &[&str]) -> String + Send + Sync;
type MakeMind = dyn Fn(&Value) -> Result<Mind, String> + Send + Sync;

/// What a type does on its turn.
#[derive(Clone)]
pub enum Mind {
    /// It waits for keys.
    Player,
    /// It does what a closure says.
    Acts(Arc<Act>),
}

impl Mind {
    /// A mind that does what a closure says.
    pub fn acting(act: impl Fn(&mut World, EntityId) -> Outcome + Send + Sync + 'static) -> Self {
        Self::Acts(Arc::new(act))
    }
}

/// Keys, behaviours and handlers of a game.
#[derive(Clone)]
pub struct Rules {
    pub(crate) keys: KeyMap,
    behaviours: BTreeMap<String, Arc<MakeMind>>,
    pub(crate) on_bump: Option<Arc<Bump>>,
    pub(crate) on_bump_tile: Option<Arc<BumpCell>>,
    pub(crate) on_ranged: Option<Arc<BumpCell>>,
    pub(crate) after_turn: Vec<Arc<Act>>,
    pub(crate) hooks: hooks::Hooks,
    needs: Vec<Need>,
    pub(crate) over: Option<Arc<Over>>,
    pub(crate) look_bounds: Option<Arc<Bounds>>,
    pub(crate) on_look: Option<Arc<Looked>>,
    pub(crate) actions: BTreeMap<Action, Arc<Act>>,
    pub(crate) pass_through: BTreeSet<Action>,
    pub(crate) looks: bool,
    /// Look mode tells only of what the player knows.
    pub(crate) looks_honest: bool,
    pub(crate) bar: Option<Arc<Bar>>,
}

impl Default for Rules {
    fn default() -> Self {
        Self::new()
    }
}

impl Rules {
    /// The standard keys, the shipped behaviours (`player`, `wander`,
    /// `chase-player`, `hunt-player`) and no handlers.
    pub fn new() -> Self {
        let rules = Self {
            keys: KeyMap::standard(),
            behaviours: BTreeMap::new(),
            on_bump: None,
            on_bump_tile: None,
            on_ranged: None,
            after_turn: Vec::new(),
            hooks: hooks::Hooks::default(),
            needs: Vec::new(),
            over: None,
            look_bounds: None,
            on_look: None,
            actions: BTreeMap::new(),
            pass_through: BTreeSet::new(),
            looks: true,
            looks_honest: false,
            bar: None,
        };
        rules
            .mind("player", |_| Ok(Mind::Player))
            .behaviour("wander", minds::wander)
            .behaviour("chase-player", minds::chase_player)
            .behaviour("hunt-player", minds::hunt_player)
    }

    /// Replaces the key map.
    #[must_use]
    pub fn keys(mut self, keys: KeyMap) -> Self {
        self.keys = keys;
        self
    }

    /// Gives one key more a meaning: `.key('S', "save")`, `.key(Key::F(1), "help")`.
    #[must_use]
    pub fn key(mut self, key: impl Into<Key>, action: impl Into<Action>) -> Self {
        self.keys.bind(key.into(), action);
        self
    }

    /// Defines, or replaces, the behaviour that content calls `name`.
    #[must_use]
    pub fn behaviour(
        self,
        name: &str,
        act: impl Fn(&mut World, EntityId) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        let act: Arc<Act> = Arc::new(act);
        self.mind(name, move |_| Ok(Mind::Acts(act.clone())))
    }

    /// Defines, or replaces, a behaviour that content gives arguments: for
    /// `act = { behaviour = "patrol", steps = 5 }` the closure gets the table,
    /// once for each type, and makes the mind or says what is wrong.
    #[must_use]
    pub fn mind(
        mut self,
        name: &str,
        make: impl Fn(&Value) -> Result<Mind, String> + Send + Sync + 'static,
    ) -> Self {
        self.behaviours.insert(name.to_string(), Arc::new(make));
        self
    }

    /// What happens when the player walks into, or reaches for, a creature that
    /// blocks its cell. Without it such a creature is like a wall.
    #[must_use]
    pub fn on_bump(
        mut self,
        bump: impl Fn(&mut World, EntityId, EntityId) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        self.on_bump = Some(Arc::new(bump));
        self
    }

    /// What happens when the player walks into terrain, or reaches for any cell.
    /// An answer with retry asks for the next key.
    #[must_use]
    pub fn on_bump_tile(
        mut self,
        bump: impl Fn(&mut World, EntityId, Point) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        self.on_bump_tile = Some(Arc::new(bump));
        self
    }

    /// What happens when the player has chosen a target. An answer with retry
    /// asks for the next key.
    #[must_use]
    pub fn on_ranged(
        mut self,
        shoot: impl Fn(&mut World, EntityId, Point) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        self.on_ranged = Some(Arc::new(shoot));
        self
    }

    /// Asked after every player turn that took time, before the others act. Each
    /// closure given is asked, in order.
    #[must_use]
    pub fn after_turn(
        mut self,
        after: impl Fn(&mut World, EntityId) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        self.after_turn.push(Arc::new(after));
        self
    }

    /// When it is over for the player, who is still there, for instance as
    /// remains: from then on its keys only quit, or hand through what the game
    /// around the rules does for free.
    #[must_use]
    pub fn over_when(
        mut self,
        over: impl Fn(&World, EntityId) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.over = Some(Arc::new(over));
        self
    }

    /// What the game's own action does.
    #[must_use]
    pub fn on_action(
        mut self,
        action: &str,
        act: impl Fn(&mut World, EntityId) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        self.actions.insert(Action::from(action), Arc::new(act));
        self
    }

    /// Stairs: `>` goes down and `<` goes up, where there are any.
    #[must_use]
    pub fn stairs(mut self) -> Self {
        self.keys.bind(Key::Char('>'), "descend");
        self.keys.bind(Key::Char('<'), "ascend");
        self.on_action(
            "descend",
            handlers::take_stairs(TileType::STAIRS_DOWN, "descend"),
        )
        .on_action(
            "ascend",
            handlers::take_stairs(TileType::STAIRS_UP, "ascend"),
        )
    }

    /// An action handed to the game around the rules, for free.
    #[must_use]
    pub fn pass_through(mut self, action: &str) -> Self {
        self.pass_through.insert(Action::from(action));
        self
    }

    /// A box the cursor of look mode stays in, asked once when look mode starts.
    /// It may exceed the map; the cursor does not.
    #[must_use]
    pub fn look_bounds(
        mut self,
        bounds: impl Fn(&World, EntityId) -> Option<Rect> + Send + Sync + 'static,
    ) -> Self {
        self.look_bounds = Some(Arc::new(bounds));
        self
    }

    /// Told where the cursor of look mode stands: at the start and after every
    /// key that does not end it.
    #[must_use]
    pub fn on_look(
        mut self,
        looked: impl Fn(&World, Point, &LookInfo) + Send + Sync + 'static,
    ) -> Self {
        self.on_look = Some(Arc::new(looked));
        self
    }

    /// A game without look mode: the look key is an unknown key, and so is that
    /// of targeting.
    #[must_use]
    pub fn without_look(mut self) -> Self {
        self.looks = false;
        self
    }

    /// Look mode tells only of what the player knows: everything where it sees,
    /// the tile where it remembers, nothing elsewhere.
    #[must_use]
    pub fn look_at_the_known(mut self) -> Self {
        self.looks_honest = true;
        self
    }

    /// What stands in the message bar of a display, given the sentences of the
    /// latest key. Without it: those sentences, one after another.
    #[must_use]
    pub fn message_bar(
        mut self,
        bar: impl Fn(&World, &[&str]) -> String + Send + Sync + 'static,
    ) -> Self {
        self.bar = Some(Arc::new(bar));
        self
    }

    /// The mind of every entity type, by its number. Complains about behaviours
    /// nobody defined, and about types that lack what the rules need.
    pub(crate) fn minds(&self, registry: &Registry) -> Result<Vec<Option<Mind>>, ContentError> {
        let mut minds = Vec::new();
        let mut complaints = needs::lacks(&self.needs, registry);
        for kind in registry.entity_types() {
            let Some(act) = registry.entity_prop(kind, Prop::ACT) else {
                continue;
            };
            match self.make(act) {
                Ok(mind) => set(&mut minds, kind, mind),
                Err(problem) => {
                    let key = registry.entity_type_key(kind);
                    let origin = registry.origin(Category::Entity, key);
                    let place = origin.map(|(file, line)| (file.into(), line));
                    complaints.push(Complaint::new(place.as_ref(), key, problem));
                }
            }
        }
        match ContentError::from_complaints(complaints) {
            Some(error) => Err(error),
            None => Ok(minds),
        }
    }

    fn make(&self, act: &Value) -> Result<Mind, Problem> {
        let name = behaviour_name(act).unwrap_or_default();
        let Some(make) = self.behaviours.get(name) else {
            return Err(Problem::UnknownBehaviour {
                behaviour: name.to_string(),
                near: nearest(name, self.behaviours.keys().map(String::as_str)),
            });
        };
        make(act).map_err(|expected| Problem::WrongValue {
            prop: "act".to_string(),
            expected,
        })
    }
}

fn set(minds: &mut Vec<Option<Mind>>, kind: EntityType, mind: Mind) {
    if minds.len() <= kind.index() {
        minds.resize(kind.index() + 1, None);
    }
    minds[kind.index()] = Some(mind);
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules")
            .field("keys", &self.keys)
            .field("behaviours", &self.behaviours.keys())
            .field("actions", &self.actions.keys())
            .field("pass_through", &self.pass_through)
            .finish_non_exhaustive()
    }
}
