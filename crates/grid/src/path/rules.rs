//! What a step costs and which steps there are.

use crate::Direction;

/// What one step costs. In a search 0 counts as 1, and anything above
/// [`Costs::MAX`] as that. A way that costs `u32::MAX` or more in all is no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Costs {
    /// A step along a row or a column.
    pub straight: u32,
    /// A diagonal step.
    pub diagonal: u32,
}

impl Costs {
    /// Ten and fourteen: close to lengths, in small numbers.
    pub const TEN_FOURTEEN: Self = Self::new(10, 14);

    /// One and one: every step counts the same.
    pub const STEPS: Self = Self::new(1, 1);

    /// The largest cost of a step.
    pub const MAX: u32 = 1_000_000;

    /// Costs of a straight and of a diagonal step.
    pub const fn new(straight: u32, diagonal: u32) -> Self {
        Self { straight, diagonal }
    }

    /// The cost of a step in a direction.
    pub const fn of(self, direction: Direction) -> u32 {
        if direction.is_diagonal() {
            self.diagonal
        } else {
            self.straight
        }
    }

    /// The cheapest way between two cells this far apart on each axis when
    /// nothing is in the way and all eight directions are open.
    ///
    /// A diagonal that costs more than two straight steps is not used; diagonals
    /// cheaper than straight steps are used in zigzag.
    pub const fn over_open_ground(self, dx: u32, dy: u32) -> u64 {
        let (short, long) = if dx < dy { (dx, dy) } else { (dy, dx) };
        let (short, long) = (short as u64, long as u64);
        let (straight, diagonal) = (self.straight as u64, self.diagonal as u64);
        if diagonal >= 2 * straight {
            return (short + long) * straight;
        }
        let rest = long - short;
        if diagonal >= straight {
            return short * diagonal + rest * straight;
        }
        // Diagonals alone keep the parity of x + y; one straight step mends it.
        if rest.is_multiple_of(2) {
            long * diagonal
        } else {
            (long - 1) * diagonal + straight
        }
    }

    /// The same costs, none of them 0 and none above [`Costs::MAX`].
    pub(crate) const fn limited(self) -> Self {
        const fn limit(cost: u32) -> u32 {
            match cost {
                0 => 1,
                Costs::MAX.. => Costs::MAX,
                _ => cost,
            }
        }
        Self::new(limit(self.straight), limit(self.diagonal))
    }
}

/// Ten and fourteen.
impl Default for Costs {
    fn default() -> Self {
        Self::TEN_FOURTEEN
    }
}

/// Which steps there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Steps {
    /// Eight directions. A diagonal step asks nothing of the two cells beside
    /// it: corners may be cut, even between two touching walls.
    #[default]
    Eight,
    /// Eight directions; a diagonal step needs both cells beside it free.
    EightNoCutting,
    /// Rows and columns only.
    Four,
}

impl Steps {
    /// The directions there are, in the order in which they are tried: straight
    /// ones first, each kind clockwise.
    pub const fn directions(self) -> &'static [Direction] {
        const ORDER: [Direction; 8] = [
            Direction::North,
            Direction::East,
            Direction::South,
            Direction::West,
            Direction::NorthEast,
            Direction::SouthEast,
            Direction::SouthWest,
            Direction::NorthWest,
        ];
        match self {
            Self::Four => ORDER.split_at(4).0,
            Self::Eight | Self::EightNoCutting => &ORDER,
        }
    }
}

/// How a path may go: its steps, their costs, and how dear it may be.
///
/// ```
/// use parlour_grid::path::{Costs, PathRules, Steps};
///
/// let chaser = PathRules::counting_steps().at_most(20);
/// let walker = PathRules { steps: Steps::EightNoCutting, ..PathRules::default() };
/// assert_eq!(chaser.costs, Costs::STEPS);
/// assert_eq!(walker.costs, Costs::TEN_FOURTEEN);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PathRules {
    /// Which steps there are.
    pub steps: Steps,
    /// What they cost.
    pub costs: Costs,
    /// The most a path may cost; dearer ones are no path. Where every step costs
    /// 1 this is the number of steps.
    pub max_cost: Option<u32>,
}

impl PathRules {
    /// Eight directions, corners cut, at these costs.
    pub const fn new(straight: u32, diagonal: u32) -> Self {
        Self {
            steps: Steps::Eight,
            costs: Costs::new(straight, diagonal),
            max_cost: None,
        }
    }

    /// Eight directions, corners cut, every step costs 1.
    pub const fn counting_steps() -> Self {
        Self::new(1, 1)
    }

    /// The same rules with other steps.
    #[must_use]
    pub const fn with(self, steps: Steps) -> Self {
        Self { steps, ..self }
    }

    /// The same rules for paths that cost at most so much.
    #[must_use]
    pub const fn at_most(self, cost: u32) -> Self {
        Self {
            max_cost: Some(cost),
            ..self
        }
    }

    /// The same rules, their costs within bounds.
    pub(crate) const fn limited(self) -> Self {
        Self {
            costs: self.costs.limited(),
            ..self
        }
    }

    /// The dearest path that counts.
    pub(crate) fn dearest(&self) -> u32 {
        self.max_cost.unwrap_or(u32::MAX).min(u32::MAX - 1)
    }

    /// What the rest of the way costs at least.
    pub(crate) const fn estimate(&self, dx: u32, dy: u32) -> u32 {
        let least = match self.steps {
            Steps::Four => (dx as u64 + dy as u64) * self.costs.straight as u64,
            Steps::Eight | Steps::EightNoCutting => self.costs.over_open_ground(dx, dy),
        };
        if least > u32::MAX as u64 {
            u32::MAX
        } else {
            least as u32
        }
    }
}
