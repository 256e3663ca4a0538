//! The pack as menus: what to use, what to drop, and where to aim it.

use crate::entity::{Entity, EntityId};
use crate::notation::Key;
use crate::outcome::Outcome;
use crate::prop::Prop;
use crate::question::{Aim, Answer, Menu};
use crate::rules::Rules;
use crate::value::Value;
use crate::world::World;

/// The action that picks up what lies here.
pub const PICK_UP: &str = "pick-up";
/// The action, and the topic, of using something from the pack.
pub const USE: &str = "use-item";
/// The action, and the topic, of dropping something.
pub const DROP: &str = "drop-item";

impl Rules {
    /// Things to pick up (`g`), to use (`i`) and to drop (`d`), chosen from menus;
    /// what has to be aimed asks for a cell. The uses of [`items`](crate::items)
    /// are known, others are added with [`Rules::on_use`].
    #[must_use]
    pub fn inventory(mut self) -> Self {
        for (key, action) in [('g', PICK_UP), ('i', USE), ('d', DROP)] {
            self.keys.bind(Key::Char(key), action);
        }
        self.on_action(PICK_UP, super::pick_up)
            .on_action(USE, |world, me| ask(world, me, USE, "Use what?"))
            .on_action(DROP, |world, me| ask(world, me, DROP, "Drop what?"))
            .on_answer(DROP, |world, me, answer| match answer.item {
                Some(item) => super::put_down(world, me, item),
                None => Outcome::retry(),
            })
    }
}

fn ask(world: &mut World, me: EntityId, topic: &str, title: &str) -> Outcome {
    if world.pack(me).is_empty() {
        return Outcome::free().say("You carry nothing.");
    }
    Outcome::ask(Menu::new(topic, title).pack(world, me, |_| true))
}

/// The question where to aim a thing, if it has to be aimed.
pub(crate) fn aim(world: &World, item: &Entity, answer: &Answer) -> Option<Aim> {
    let text = world.prop_of(item, Prop::USE).and_then(Value::as_text);
    let aimed = world.registry().prop("aimed");
    let says = aimed
        .and_then(|aimed| world.prop_of(item, aimed))
        .and_then(Value::as_bool);
    let needs = says.unwrap_or(matches!(text, Some("fireball" | "confuse")));
    if !needs || answer.cell.is_some() {
        return None;
    }
    Some(Aim {
        topic: USE.to_string(),
        title: format!("Aim the {}: move, Tab, Enter.", world.name_of(item)),
        so_far: answer.clone(),
    })
}
