//! The edges of beams, followed from line to line by addition.

/// How an edge of a beam is followed. Places along a line are counted in half cells
/// from the observer's own place, so that edges of cells are odd and centres even;
/// cells are counted from the observer's too.
pub(super) trait Edge: Copy {
    /// The diagonal on the low or on the high side, at the observer.
    fn diagonal(high: bool) -> Self;
    /// The ray to the edge below a cell of the line at this depth, at that line. The
    /// cell is within the two diagonals.
    fn below(cell: i32, depth: i32) -> Self;
    /// The same ray one line further.
    fn advanced(self) -> Self;
    /// As a low edge: the first cell of which any part is in the beam.
    fn first_touched(self) -> i32;
    /// As a low edge: the first cell whose centre is in the beam.
    fn first_seen(self) -> i32;
    /// As a high edge: the last cell of which any part is in the beam.
    fn last_touched(self) -> i32;
    /// As a high edge: the last cell whose centre is in the beam.
    fn last_seen(self) -> i32;
}

/// A ray in binary fractions, for lines up to [`Ray::DEEPEST`].
///
/// Where a ray to an edge at depth `d` crosses a line is a multiple of `1 / d`. What is
/// lost in one step is less than 2^-40, so that after 2^16 steps a place is known to
/// 2^-24; places that differ do so by 2^-16. Reading them 2^-20 off tells whole numbers
/// from others without fail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    at: i64,
    step: i64,
}

impl Ray {
    /// The farthest line.
    pub const DEEPEST: i32 = 1 << 16;
    const FRACTION: u32 = 40;
    const ONE: i64 = 1 << Self::FRACTION;
    const SLACK: i64 = 1 << (Self::FRACTION - 20);

    /// The cell at so many half cells beyond the crossing, rounded down.
    #[inline]
    fn cell(self, beyond: i64) -> i32 {
        ((self.at + beyond) >> (Self::FRACTION + 1)) as i32
    }
}

impl Edge for Ray {
    fn diagonal(high: bool) -> Self {
        let step = if high { 2 * Self::ONE } else { -2 * Self::ONE };
        Self { at: 0, step }
    }

    #[inline]
    fn below(cell: i32, depth: i32) -> Self {
        let at = i64::from(2 * cell - 1) << Self::FRACTION;
        Self {
            at,
            step: at / i64::from(depth),
        }
    }

    #[inline]
    fn advanced(self) -> Self {
        Self {
            at: self.at + self.step,
            step: self.step,
        }
    }

    #[inline]
    fn first_touched(self) -> i32 {
        self.cell(Self::ONE + Self::SLACK)
    }

    #[inline]
    fn first_seen(self) -> i32 {
        self.cell(2 * Self::ONE - Self::SLACK)
    }

    #[inline]
    fn last_touched(self) -> i32 {
        self.cell(Self::ONE - Self::SLACK)
    }

    #[inline]
    fn last_seen(self) -> i32 {
        self.cell(Self::SLACK)
    }
}

/// A ray in whole numbers, for lines however far.
#[derive(Clone, Copy, Debug)]
pub(super) struct LongRay {
    /// Half cells per line, rounded down, and what is left in units of 1 / `run`.
    step: i32,
    step_rest: i32,
    run: i32,
    /// Where the ray crosses the line at hand, likewise.
    half: i32,
    rest: i32,
}

impl LongRay {
    /// The place of the crossing in half cells, rounded up.
    #[inline]
    fn ceil(self) -> i32 {
        self.half + i32::from(self.rest > 0)
    }
}

impl Edge for LongRay {
    fn diagonal(high: bool) -> Self {
        Self {
            step: if high { 2 } else { -2 },
            step_rest: 0,
            run: 1,
            half: 0,
            rest: 0,
        }
    }

    fn below(cell: i32, depth: i32) -> Self {
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

    #[inline]
    fn advanced(mut self) -> Self {
        self.half += self.step;
        self.rest += self.step_rest;
        let carry = i32::from(self.rest >= self.run);
        self.half += carry;
        self.rest -= self.run * carry;
        self
    }

    fn first_touched(self) -> i32 {
        (self.half + 1) >> 1
    }

    fn first_seen(self) -> i32 {
        (self.ceil() + 1) >> 1
    }

    fn last_touched(self) -> i32 {
        self.ceil() >> 1
    }

    fn last_seen(self) -> i32 {
        self.half >> 1
    }
}

/// The slopes from `low` to `high`, both included, `low` less than `high`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beam<E> {
    pub low: E,
    pub high: E,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(edge: impl Edge) -> [i32; 4] {
        [
            edge.first_touched(),
            edge.first_seen(),
            edge.last_touched(),
            edge.last_seen(),
        ]
    }

    /// Where a ray to half cell `half` at `depth` crosses the line at `line`, by
    /// division.
    fn divided(half: i64, depth: i64, line: i64) -> [i32; 4] {
        let floor = (half * line).div_euclid(depth);
        let ceil = -(-half * line).div_euclid(depth);
        [floor + 1, ceil + 1, ceil, floor].map(|place| (place >> 1) as i32)
    }

    #[test]
    fn rays_cross_lines_where_division_says() {
        let far = i64::from(Ray::DEEPEST);
        let depths = (1..40).chain([255, 4095, 4096, 40_961, 65_521, far - 1, far]);
        for depth in depths {
            let cells_there = if depth < 40 {
                (-depth..=depth + 1).collect()
            } else {
                vec![-depth, 1 - depth, -depth / 3, -1, 0, 1, 2, depth / 2, depth]
            };
            for cell in cells_there {
                let (cell, half) = (cell as i32, 2 * cell - 1);
                if half.abs() > 2 * depth {
                    continue;
                }
                let mut ray = Ray::below(cell, depth as i32);
                let mut long = LongRay::below(cell, depth as i32);
                for line in depth..=far.min(depth + 70_000) {
                    let wanted = divided(half, depth, line);
                    assert_eq!(cells(ray), wanted, "{half} at {depth}, line {line}");
                    assert_eq!(cells(long), wanted, "{half} at {depth}, line {line}");
                    (ray, long) = (ray.advanced(), long.advanced());
                }
            }
        }
        for high in [false, true] {
            let (mut ray, mut long) = (Ray::diagonal(high), LongRay::diagonal(high));
            for line in 0..=far {
                let wanted = divided(if high { 2 } else { -2 }, 1, line);
                assert_eq!((cells(ray), cells(long)), (wanted, wanted), "line {line}");
                (ray, long) = (ray.advanced(), long.advanced());
            }
        }
    }
}
