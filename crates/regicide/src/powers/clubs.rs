//! Clubs double the damage of the whole play, this play only (R5.8).

/// The damage of a play worth `value`.
pub(crate) fn damage(value: u16, clubs_fire: bool) -> u16 {
    if clubs_fire { value * 2 } else { value }
}
