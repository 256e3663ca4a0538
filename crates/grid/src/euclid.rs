//! Euclidean lengths: with any-angle paths the only floats of the crate. They
//! are for showing and for choosing a way, never for a state or a log.

#![expect(
    clippy::disallowed_types,
    reason = "a straight line's length is a square root"
)]

use crate::Point;

impl Point {
    /// The straight-line distance. Compare [`euclid_squared`](Point::euclid_squared)
    /// where exactness matters.
    pub fn euclid(self, other: Self) -> f64 {
        let dx = f64::from(self.x.abs_diff(other.x));
        let dy = f64::from(self.y.abs_diff(other.y));
        (dx * dx + dy * dy).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_four_five() {
        let length = Point::new(1, 1).euclid(Point::new(4, -3));
        assert!((length - 5.0).abs() < 1e-12);
    }
}
