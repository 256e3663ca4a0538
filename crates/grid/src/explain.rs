//! Why a cell is in sight or is not, step by step: for people who learn, and for
//! whoever doubts an answer.
//!
//! [`explain_sight`] tells of [exact sight](crate::sight), [`explain_view`] of the
//! symmetric [field of view](crate::fov). Both agree with what those compute on
//! every pair of cells; they walk the definition along one line and keep what they
//! meet. For a cell in sight the [`Cone`] tells how much of it is reached, and which
//! walls leave it no wider. An explanation is told as a whole or, by
//! [`Explanation::beat`], one sentence after the other.
//!
//! ```
//! use parlour_grid::explain::{Verdict, explain_sight};
//! use parlour_grid::{BitGrid, Point, Size};
//!
//! let mut walls = BitGrid::new(Size::new(7, 3));
//! walls.set(Point::new(3, 0), true);
//! let why = explain_sight(&walls, Point::new(0, 0), Point::new(6, 2));
//! assert_eq!(why.verdict, Verdict::Hidden);
//! assert_eq!(why.closing().collect::<Vec<_>>(), [Point::new(3, 0)]);
//! assert_eq!(why.to_string(), "6,2 is hidden from 0,0: the wall at 3,0 is in the way");
//! ```

mod cone;
mod story;

use std::fmt;

use crate::{Grid, Point};
pub use cone::Cone;
pub use story::Shown;

/// How it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The cell is in sight.
    Visible,
    /// The line is closed.
    Hidden,
    /// An end is off the map.
    OffTheMap,
    /// In exact sight: an end is a wall, which neither sees nor is seen.
    EndIsWall,
    /// No wall hides the cell, but it lies outside this radius.
    TooFar(u32),
}

/// What a cell on the way does to the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is free, and the line passes it.
    Passed,
    /// It is a wall and closes the line by itself.
    Closes,
    /// It is a wall that the line touches on its lower side: to the west, or in
    /// sight along a row to the north.
    GrazedLow,
    /// It is a wall that the line touches on the other side.
    GrazedHigh,
}

/// One cell beside the line, in the order of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The cell.
    pub cell: Point,
    /// What it does.
    pub role: Role,
}

/// Why a cell is in sight or is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Where is looked from.
    pub from: Point,
    /// Where is looked to.
    pub to: Point,
    /// The cell whose line was walked: `to`, or in the field of view for a wall the
    /// floor before it.
    pub by: Point,
    /// How it ends.
    pub verdict: Verdict,
    /// The cells on the way that matter, the nearest to the observer first.
    pub steps: Vec<Step>,
    /// The lines that reach the cell, where it is in sight and not the observer's own.
    pub cone: Option<Cone>,
}

impl Explanation {
    fn new(from: Point, to: Point, verdict: Verdict) -> Self {
        Self {
            from,
            to,
            by: to,
            verdict,
            steps: Vec::new(),
            cone: None,
        }
    }

    /// The same where only cells within a Chebyshev distance are seen.
    #[must_use]
    pub fn within(mut self, radius: Option<u32>) -> Self {
        if let Some(radius) = radius
            && self.verdict == Verdict::Visible
            && self.from.chebyshev(self.to) > radius
        {
            self.verdict = Verdict::TooFar(radius);
            self.cone = None;
        }
        self
    }

    /// Whether the cell is in sight.
    pub fn is_visible(&self) -> bool {
        self.verdict == Verdict::Visible
    }

    /// The walls that close the line: one that does it alone, or the two it cannot
    /// pass between. None where the cell is in sight.
    pub fn closing(&self) -> impl Iterator<Item = Point> {
        let alone = self.steps.iter().find(|step| step.role == Role::Closes);
        let first = |role| self.steps.iter().find(move |step| step.role == role);
        let hidden = self.verdict == Verdict::Hidden;
        let pair = match alone {
            Some(_) => [alone, None],
            None => [first(Role::GrazedLow), first(Role::GrazedHigh)],
        };
        pair.into_iter()
            .flatten()
            .map(|step| step.cell)
            .filter(move |_| hidden)
    }
}

/// One sentence.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, by, .. } = self;
        match self.verdict {
            Verdict::OffTheMap => write!(f, "{from} and {to} are not both on the map"),
            Verdict::EndIsWall => {
                write!(
                    f,
                    "{to} is hidden from {from}: a wall neither sees nor is seen"
                )
            }
            Verdict::TooFar(radius) => {
                write!(f, "{to} is farther from {from} than the radius of {radius}")
            }
            Verdict::Visible if by != to => {
                write!(
                    f,
                    "the wall at {to} is lit from {from} by the floor at {by}"
                )
            }
            Verdict::Visible => {
                let grazed = self.steps.iter().filter(|step| step.role != Role::Passed);
                match grazed.count() {
                    0 => write!(f, "{to} is in sight of {from}: nothing touches the line"),
                    1 => write!(f, "{to} is in sight of {from}: the line touches one wall"),
                    many => write!(
                        f,
                        "{to} is in sight of {from}: the line touches {many} walls on one side"
                    ),
                }
            }
            Verdict::Hidden => {
                write!(f, "{to} is hidden from {from}: ")?;
                let closing: Vec<_> = self.closing().collect();
                match closing[..] {
                    [one] => write!(f, "the wall at {one} is in the way"),
                    [one, other] => {
                        write!(
                            f,
                            "the line cannot pass between the walls at {one} and {other}"
                        )
                    }
                    _ => write!(f, "no floor before it is in sight"),
                }
            }
        }
    }
}

/// Why `to` is visible from `from` in [exact sight](crate::sight), or is not. The
/// steps are the cells that the sliding square covers or touches.
pub fn explain_sight(blocked: &impl Grid, from: Point, to: Point) -> Explanation {
    let size = blocked.size();
    if !size.contains(from) || !size.contains(to) {
        return Explanation::new(from, to, Verdict::OffTheMap);
    }
    let mut why = Explanation::new(from, to, Verdict::Visible);
    if blocked.holds(from) || blocked.holds(to) {
        why.verdict = Verdict::EndIsWall;
        return why;
    }
    // Along the longer axis: the columns (or rows) the square covers at each step.
    let (dx, dy) = (
        i64::from(to.x) - i64::from(from.x),
        i64::from(to.y) - i64::from(from.y),
    );
    let steep = dy.abs() > dx.abs();
    let (major, minor) = if steep { (dy, dx) } else { (dx, dy) };
    let length = major.abs();
    let at = |along: i64, across: i64| {
        let (along, across) = ((along * major.signum()) as i32, across as i32);
        if steep {
            Point::new(from.x + across, from.y + along)
        } else {
            Point::new(from.x + along, from.y + across)
        }
    };
    for along in 0..=length {
        // Where the line is from half a step before to half a step after is not
        // enough: a block's square of side 2 reaches one step either way.
        let (first, last) = ((along - 1).max(0), (along + 1).min(length));
        let (one, other) = (first * minor, last * minor);
        let low = one.min(other).div_euclid(length.max(1));
        let high = -(-one.max(other)).div_euclid(length.max(1));
        for across in low..=high {
            let cell = at(along, across);
            if !size.contains(cell) {
                continue;
            }
            let role = if blocked.holds(cell) {
                if !enters_square(from, to, cell) {
                    continue;
                }
                why.verdict = Verdict::Hidden;
                Role::Closes
            } else {
                Role::Passed
            };
            why.steps.push(Step { cell, role });
        }
    }
    if why.verdict == Verdict::Visible {
        why.cone = cone::of_squares(blocked, from, to);
    }
    why
}

/// Whether the segment between two centres enters the open square of side 2 round
/// the centre of a cell: the range of the way that is nearer than 1 on one axis
/// overlaps that on the other.
fn enters_square(from: Point, to: Point, cell: Point) -> bool {
    let (mut low, mut high) = ((0_i64, 1_i64), (1_i64, 1_i64));
    for (start, end, at) in [(from.x, to.x, cell.x), (from.y, to.y, cell.y)] {
        let (delta, off) = (
            i64::from(end) - i64::from(start),
            i64::from(at) - i64::from(start),
        );
        if delta == 0 {
            if off != 0 {
                return false;
            }
            continue;
        }
        let (near, far) = if delta > 0 {
            (off - 1, off + 1)
        } else {
            (-off - 1, -off + 1)
        };
        let run = delta.abs();
        if low.0 * run < near * low.1 {
            low = (near, run);
        }
        if far * high.1 < high.0 * run {
            high = (far, run);
        }
    }
    low.0 * high.1 < high.0 * low.1
}

/// Why `to` is in the unlimited [field of view](crate::fov) of `from`, or is not.
/// The steps are the cells nearest to the line at each step along its longer axis,
/// both where it runs exactly between two.
pub fn explain_view(opaque: &impl Grid, from: Point, to: Point) -> Explanation {
    let size = opaque.size();
    if !size.contains(from) || !size.contains(to) {
        return Explanation::new(from, to, Verdict::OffTheMap);
    }
    if from == to || !opaque.holds(to) {
        return walk(opaque, from, to);
    }
    // A wall is seen with the floor before it.
    let back = |difference: i32| match difference.signum() {
        1 => -1..=0,
        -1 => 0..=1,
        _ => 0..=0,
    };
    let (xs, ys) = (back(to.x - from.x), back(to.y - from.y));
    let mut hidden: Option<Explanation> = None;
    for before in ys.flat_map(|dy| xs.clone().map(move |dx| to + Point::new(dx, dy))) {
        if before == to || (before != from && opaque.holds(before)) {
            continue;
        }
        let mut why = walk(opaque, from, before);
        why.to = to;
        if why.is_visible() {
            return why;
        }
        hidden.get_or_insert(why);
    }
    hidden.unwrap_or(Explanation::new(from, to, Verdict::Hidden))
}

/// The rule between two cells that are both taken as floor.
fn walk(opaque: &impl Grid, from: Point, to: Point) -> Explanation {
    let mut why = Explanation::new(from, to, Verdict::Visible);
    let delta = to - from;
    let steep = delta.y.abs() > delta.x.abs();
    let (major, minor) = if steep {
        (delta.y, delta.x)
    } else {
        (delta.x, delta.y)
    };
    let (length, toward) = (i64::from(major.abs()), major.signum());
    let cell_at = |step: i64, sideways: i64| {
        let (along, across) = (step as i32 * toward, sideways as i32);
        if steep {
            Point::new(from.x + across, from.y + along)
        } else {
            Point::new(from.x + along, from.y + across)
        }
    };
    let (mut low, mut high) = (false, false);
    for step in 1..length {
        let across = step * i64::from(minor);
        let nearest = (2 * across + length).div_euclid(2 * length);
        let between = (2 * across + length) % (2 * length) == 0;
        let beside = [
            between.then_some((nearest - 1, Role::GrazedLow)),
            Some((
                nearest,
                if between {
                    Role::GrazedHigh
                } else {
                    Role::Closes
                },
            )),
        ];
        for (sideways, role) in beside.into_iter().flatten() {
            let cell = cell_at(step, sideways);
            let role = if opaque.holds(cell) {
                role
            } else {
                Role::Passed
            };
            why.steps.push(Step { cell, role });
            low |= role == Role::GrazedLow;
            high |= role == Role::GrazedHigh;
            if role == Role::Closes || (low && high) {
                why.verdict = Verdict::Hidden;
            }
        }
        if why.verdict == Verdict::Hidden {
            return why;
        }
    }
    why.cone = cone::of_lines(opaque, from, to);
    why
}
