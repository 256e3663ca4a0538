//! Diamonds draw: single cards in turn, from the mover clockwise (R5.4).

use crate::event::{Draw, Event};
use crate::state::State;

/// The draws of a play worth `value`. Full hands are passed over (R5.5); an
/// empty tavern ends the drawing, and the discard pile stays as it is (R5.6).
pub(crate) fn draw(state: &State, value: u16) -> Option<Event> {
    let limit = usize::from(state.hand_limit());
    let mut sizes: Vec<usize> = state.hands.iter().map(Vec::len).collect();
    let mut seat = state.current;
    let mut draws = Vec::new();
    for card in state.tavern.iter().take(usize::from(value)) {
        if sizes.iter().all(|size| *size >= limit) {
            break;
        }
        while sizes[usize::from(seat.0)] >= limit {
            seat = state.after(seat);
        }
        sizes[usize::from(seat.0)] += 1;
        draws.push(Draw { seat, card: *card });
        seat = state.after(seat);
    }
    (!draws.is_empty()).then_some(Event::Drawn { draws })
}
