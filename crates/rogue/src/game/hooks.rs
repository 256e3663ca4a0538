//! The author's hooks: what follows what happened, and what follows every turn.

use super::Game;
use crate::entity::EntityId;

/// The most events hooks are told of for one action: what they do may be an event
/// again, and two hooks that answer each other must come to an end.
const MOST_REACTIONS: usize = 4096;

impl Game {
    /// Tells the hooks of everything that happened since they were last told.
    pub(super) fn react(&mut self) {
        if self.rules.hooks.on_event.is_empty() {
            return;
        }
        let hooks = self.rules.hooks.on_event.clone();
        for _ in 0..MOST_REACTIONS {
            let Some(event) = self.world.events.get(self.reacted).cloned() else {
                return;
            };
            self.reacted += 1;
            for hook in &hooks {
                let outcome = hook(&mut self.world, &event);
                self.heed(&outcome);
            }
        }
        self.reacted = self.world.events.len();
    }

    /// Lets the hooks have their word after somebody's turn.
    pub(super) fn after_each_turn(&mut self, who: EntityId) {
        if self.rules.hooks.each_turn.is_empty() {
            return;
        }
        for hook in self.rules.hooks.each_turn.clone() {
            let outcome = hook(&mut self.world, who);
            self.heed(&outcome);
        }
    }
}
