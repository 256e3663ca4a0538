//! Spades shield against the enemy until it falls (R5.9). What an immune enemy
//! blocked is remembered, because a Jester makes it count (R10.4).

use crate::event::Event;

/// What the spades of a play worth `value` do.
pub(crate) fn shield(value: u16, enemy_is_immune: bool) -> Event {
    if enemy_is_immune {
        Event::SpadesBlocked { amount: value }
    } else {
        Event::Shielded { amount: value }
    }
}
