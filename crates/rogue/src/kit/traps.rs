#![doc = include_str!("../../docs/kit/traps.md")]

use std::collections::BTreeMap;
use std::sync::Arc;

use parlour_grid::Point;

use crate::entity::EntityId;
use crate::event::Event;
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::value::Value;
use crate::world::World;

/// The property of a tile with a trap in it: its kind.
pub const TRAP: &str = "trap";
/// Whether it has been found.
const FOUND: &str = "trap_found";

type Springs = dyn Fn(&mut World, EntityId) -> Outcome + Send + Sync;

/// The kinds of traps of a game.
#[derive(Clone, Default)]
pub struct Traps {
    kinds: BTreeMap<String, Arc<Springs>>,
}

impl Traps {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with a kind more: what it does to whoever steps on it.
    #[must_use]
    pub fn kind<R: Into<Outcome>>(
        mut self,
        name: &str,
        springs: impl Fn(&mut World, EntityId) -> R + Send + Sync + 'static,
    ) -> Self {
        let springs = move |world: &mut World, who: EntityId| springs(world, who).into();
        self.kinds.insert(name.to_string(), Arc::new(springs));
        self
    }

    /// Traps as a module of rules: whoever steps on one springs it, and it is seen from
    /// then on. Who has `light_feet = true` springs none.
    pub fn rules(self) -> impl FnOnce(Rules) -> Rules {
        move |rules| {
            rules.on_event(move |world, event| {
                let Event::Moved { who, to, .. } = event else {
                    return Outcome::free();
                };
                let Some(springs) = trap_at(world, *to).and_then(|kind| self.kinds.get(&kind))
                else {
                    return Outcome::free();
                };
                let light = world
                    .entity(*who)
                    .and_then(|who| who.named("light_feet")?.as_bool());
                if light == Some(true) {
                    return Outcome::free();
                }
                reveal(world, *to);
                springs(world, *who)
            })
        }
    }
}

/// Sets a trap on a cell of the current level, hidden.
pub fn set(world: &mut World, at: Point, kind: &str) -> bool {
    world.mark(at, TRAP, kind)
}

/// Takes a trap away.
pub fn disarm(world: &mut World, at: Point) {
    world.unmark(at, &[TRAP, FOUND, "char", "color", "name"]);
}

/// The kind of trap on a cell.
pub fn trap_at(world: &World, at: Point) -> Option<String> {
    let kind = world.ground(at, TRAP)?.as_text()?;
    Some(kind.to_string())
}

/// Whether there is a trap nobody has found.
pub fn is_hidden(world: &World, at: Point) -> bool {
    let found = world.ground(at, FOUND).and_then(Value::as_bool);
    trap_at(world, at).is_some() && found != Some(true)
}

/// Whether there is a trap that was found.
pub fn is_known(world: &World, at: Point) -> bool {
    trap_at(world, at).is_some() && !is_hidden(world, at)
}

/// Shows a trap.
pub fn reveal(world: &mut World, at: Point) {
    let Some(kind) = trap_at(world, at).filter(|_| is_hidden(world, at)) else {
        return;
    };
    world.mark(at, FOUND, true);
    show(world, at);
    world.mark(at, "name", format!("{kind} trap"));
}

/// Gives a trap that was found its looks, where something hid it: a fire.
pub(super) fn show(world: &mut World, at: Point) {
    if is_known(world, at) {
        world.mark(at, "char", "^");
        world.mark(at, "color", "red");
    }
}
