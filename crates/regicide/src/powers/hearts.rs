//! Hearts heal: unseen cards return from the discard pile to the bottom of the
//! tavern (R5.2).

use parlour_rules::Stream;

use crate::card::Card;
use crate::event::Event;
use crate::state::State;

/// The healing of a play worth `value`; nothing if the discard pile is empty.
/// A smaller pile is healed whole (R5.3).
pub(crate) fn heal(state: &State, value: u16) -> Option<Event> {
    let mut pile: Vec<Card> = state.discard.into_iter().collect();
    if pile.is_empty() {
        return None;
    }
    Stream::new(state.seed, u64::from(state.moves)).shuffle(&mut pile);
    pile.truncate(usize::from(value));
    Some(Event::Healed { cards: pile })
}
