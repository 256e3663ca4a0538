//! The edges of beams, followed from line to line without a division.

/// A ray from the observer's centre to an edge between two cells. Places along a
/// line are counted in half cells from the observer's own place, so that edges
/// are odd and centres even.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    /// Half cells per line, rounded down, and what is left in units of 1 / `run`.
    step: i32,
    step_rest: i32,
    run: i32,
    /// Where the ray crosses the line at hand, likewise.
    half: i32,
    rest: i32,
}

impl Ray {
    /// The diagonal on the low or on the high side, at the observer.
    pub fn diagonal(high: bool) -> Self {
        Self {
            step: if high { 2 } else { -2 },
            step_rest: 0,
            run: 1,
            half: 0,
            rest: 0,
        }
    }

    /// The ray to the edge below a cell of the line at this depth, at that line.
    /// The cell is within the two diagonals.
    pub fn below(cell: i32, depth: i32) -> Self {
        let half = 2 * cell - 1;
        // The slope is between -2 and 2, so dividing is comparing.
        let step = i32::from(half >= depth) - i32::from(half < 0) - i32::from(half < -depth);
        Self {
            step,
            step_rest: half - step * depth,
            run: depth,
            half,
            rest: 0,
        }
    }

    /// The same ray one line further.
    #[inline]
    pub fn advanced(mut self) -> Self {
        self.half += self.step;
        self.rest += self.step_rest;
        let carry = i32::from(self.rest >= self.run);
        self.half += carry;
        self.rest -= self.run * carry;
        self
    }

    /// The place of the crossing in half cells, rounded down.
    #[inline]
    pub fn floor(self) -> i32 {
        self.half
    }

    /// The place of the crossing in half cells, rounded up.
    #[inline]
    pub fn ceil(self) -> i32 {
        self.half + i32::from(self.rest > 0)
    }
}

/// The slopes from `low` to `high`, both included, `low` less than `high`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beam {
    pub low: Ray,
    pub high: Ray,
}
