//! Whole sets of rules: everything one way of fighting needs, in one call.

use super::{Need, Rules};
use crate::combat::{self, fixed};
use crate::minds;

impl Rules {
    /// Fights are rolled: who bumps strikes, who aims shoots, `chase-player` and
    /// `hunt-player` strike by dice, and the dead are gone. Whoever has hit points
    /// has to have a `defense`, and whoever attacks dice to attack with.
    #[must_use]
    pub fn fight_with_dice(self) -> Self {
        let fought = "whoever has hp is struck by dice that reach its defense";
        let strikes = "it attacks by dice";
        let mut rules = self
            .on_bump(combat::melee)
            .on_ranged(combat::shoot)
            .behaviour("chase-player", minds::chase_player)
            .behaviour("hunt-player", minds::hunt_player)
            .need(Need::of_having("hp", fought).prop("defense", 8));
        for behaviour in ["player", "chase-player", "hunt-player"] {
            let need = Need::of_acting(behaviour, strikes);
            let need = need.prop("attack", "1d20").prop("damage", "1d4");
            rules = rules.need(need);
        }
        rules.need(Need::of_acting("player", "who has no hp cannot be fought").prop("hp", 20))
    }

    /// Fights are power less defence: who bumps strikes, `chase-player` and
    /// `hunt-player` do too, the dead lie there as remains, and when the player is
    /// dead only the keys that quit or look on work. Whoever has hit points has to
    /// have `power`, be it 0.
    #[must_use]
    pub fn fight_with_power(self) -> Self {
        let fought = "whoever has hp is a fighter, and a fighter has power, be it 0";
        self.on_bump(fixed::attack)
            .over_when(|world, _| fixed::player_is_dead(world))
            .behaviour("chase-player", |world, me| {
                let target = world.player().filter(|&it| !fixed::is_dead(world, it));
                minds::chase(world, me, target, fixed::attack)
            })
            .behaviour("hunt-player", |world, me| {
                if fixed::player_is_dead(world) {
                    return minds::wander(world, me);
                }
                minds::hunt(world, me, fixed::attack)
            })
            .need(Need::of_having("hp", fought).prop("power", 3))
            .need(Need::of_acting("player", "who has no hp cannot be fought").prop("hp", 20))
    }
}
