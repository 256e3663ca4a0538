//! Symmetric field of view: what someone on a roguelike map sees, walls lit.
//!
//! **The rule, floor to floor.** Walk from the observer to the target along the
//! axis of the larger difference. At each step `k` strictly between the ends the
//! segment between the two centres is at `v = k * minor / major` on the other
//! axis. Sight is blocked if at some step an opaque cell's centre is strictly
//! nearer than 1/2 to `v`, or if over the whole walk the segment grazes (exactly
//! 1/2 away) an opaque cell on one side and an opaque cell on the other.
//!
//! **Walls.** An opaque cell is seen when some visible floor cell among its eight
//! neighbours lies, on each axis, between the observer and it, ends included.
//!
//! **Reach.** The result for a radius is the unlimited one cut to a square, a
//! circle or an octagon ([`Shape`]). Likewise a cone cuts the result, it does not
//! change it.
//!
//! An observer in an opaque cell sees as if that cell were floor. Off the map
//! there is nothing to see and nobody to see it. Between floor cells sight is
//! mutual, and the eight flips and turns of a map change nothing.

mod fast;
mod field;
mod lazy;
mod light;
mod line_of_sight;
mod lines;
mod place;
mod ray;
mod reach;
mod scan;
mod squares;
mod tiles;

pub use field::FieldOfView;
pub use line_of_sight::line_of_sight;
pub use reach::{Cone, ConeWidth, Reach, Shape};
