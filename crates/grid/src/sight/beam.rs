//! Beams: ranges of directions, both ends included, followed from row to row.

/// A ray from the observer's centre: `rise` columns for every `run` rows, with
/// the place where it crosses the row at hand as a column and a remainder.
///
/// Going on to the next row takes two additions and no division.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    rise: i32,
    run: i32,
    /// `rise / run`, rounded down, and what is left.
    step: i32,
    step_rest: i32,
    /// The column left of (or at) the crossing, and how far beyond it the
    /// crossing is, in units of 1 / `run`.
    column: i32,
    rest: i32,
}

impl Ray {
    /// The ray through a column of the row at this depth, at that row.
    pub fn through(column: i32, depth: i32) -> Self {
        Self {
            rise: column,
            run: depth,
            step: column.div_euclid(depth),
            step_rest: column.rem_euclid(depth),
            column,
            rest: 0,
        }
    }

    /// The same ray one row further.
    #[must_use]
    pub fn advanced(mut self) -> Self {
        self.column += self.step;
        self.rest += self.step_rest;
        if self.rest >= self.run {
            self.rest -= self.run;
            self.column += 1;
        }
        self
    }

    /// The last column not right of the crossing.
    pub fn floor(self) -> i32 {
        self.column
    }

    /// The first column not left of the crossing.
    pub fn ceil(self) -> i32 {
        self.column + i32::from(self.rest > 0)
    }

    /// Whether the ray goes to the left of the observer's own column.
    pub fn leans_left(self) -> bool {
        self.rise < 0
    }

    /// Whether the ray goes to the right of the observer's own column.
    pub fn leans_right(self) -> bool {
        self.rise > 0
    }

    /// Whether this ray is not to the right of the other.
    pub fn not_right_of(self, other: Self) -> bool {
        i64::from(self.rise) * i64::from(other.run) <= i64::from(other.rise) * i64::from(self.run)
    }
}

/// The rays from `left` to `right`; a single one if they are equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beam {
    pub left: Ray,
    pub right: Ray,
}
