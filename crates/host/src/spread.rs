//! How long things took: counted by length, so that a service shows more of it than
//! its mean.

use std::sync::atomic::{AtomicU64, Ordering};

/// The upper ends of the classes, in microseconds; what takes longer than the last is in
/// a class of its own.
pub const BOUNDS: [u64; 14] = [
    500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 5_000_000, 30_000_000,
];

/// Counts lengths; any number of threads may.
#[derive(Debug, Default)]
pub struct Spread {
    classes: [AtomicU64; BOUNDS.len() + 1],
    sum: AtomicU64,
}

/// What was counted up to a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// How many were of each class of [`BOUNDS`], and of the one above.
    pub classes: [u64; BOUNDS.len() + 1],
    /// All together, in microseconds.
    pub sum: u64,
}

impl Spread {
    /// Something took so many microseconds.
    pub fn count(&self, micros: u64) {
        let class = BOUNDS.partition_point(|bound| *bound < micros);
        self.classes[class].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(micros, Ordering::Relaxed);
    }

    /// What was counted until now.
    pub fn lengths(&self) -> Lengths {
        Lengths {
            classes: std::array::from_fn(|at| self.classes[at].load(Ordering::Relaxed)),
            sum: self.sum.load(Ordering::Relaxed),
        }
    }
}

impl Lengths {
    /// How many there were.
    pub fn number(&self) -> u64 {
        self.classes.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_in_the_class_whose_end_it_does_not_pass() {
        let spread = Spread::default();
        for micros in [0, 500, 501, 30_000_000, 30_000_001] {
            spread.count(micros);
        }
        let lengths = spread.lengths();
        assert_eq!(lengths.classes[0], 2);
        assert_eq!(lengths.classes[1], 1);
        assert_eq!(lengths.classes[BOUNDS.len() - 1], 1);
        assert_eq!(lengths.classes[BOUNDS.len()], 1);
        assert_eq!(lengths.number(), 5);
        assert_eq!(lengths.sum, 60_001_002);
    }
}
