//! Where things stand inside a province: the unit, the unit driven out of it,
//! the centre, the three letters and, where there is room, the name in full.
//! Everything is searched on the raster, in pixels.

use crate::raster::{Label, Raster};

/// Sizes of what is placed, in pixels of the raster.
#[derive(Clone, Copy)]
pub struct Sizes {
    /// Radius of a unit.
    pub unit: f64,
    /// Radius of a dislodged unit.
    pub dislodged: f64,
    /// Radius of a supply centre.
    pub centre: f64,
    /// Radius of the room that is left free for the city of a centre.
    pub city: f64,
    /// Half width and half height of the three letters.
    pub label: (f64, f64),
    /// Width of one letter and half height of a line of the full name.
    pub name: (f64, f64),
    /// Half width and half height of a coast's mark.
    pub mark: (f64, f64),
    /// Air between things.
    pub gap: f64,
}

/// A point in pixels.
pub type Spot = (f64, f64);

/// A shape that takes room.
#[derive(Clone, Copy)]
pub enum Shape {
    /// A disc: centre, radius.
    Disc(Spot, f64),
    /// A box: centre, half sizes.
    Block(Spot, (f64, f64)),
}

impl Shape {
    /// Whether two shapes come nearer than `gap`.
    pub fn meets(&self, other: &Self, gap: f64) -> bool {
        match (*self, *other) {
            (Self::Disc(a, r), Self::Disc(b, s)) => (a.0 - b.0).hypot(a.1 - b.1) < r + s + gap,
            (Self::Block(a, h), Self::Block(b, k)) => {
                (a.0 - b.0).abs() < h.0 + k.0 + gap && (a.1 - b.1).abs() < h.1 + k.1 + gap
            }
            (Self::Disc(c, r), Self::Block(b, h)) | (Self::Block(b, h), Self::Disc(c, r)) => {
                let dx = ((c.0 - b.0).abs() - h.0).max(0.0);
                let dy = ((c.1 - b.1).abs() - h.1).max(0.0);
                dx.hypot(dy) < r + gap
            }
        }
    }
}

/// One province's pixels, ready for questions.
pub struct Room {
    x0: i32,
    y0: i32,
    w: i32,
    h: i32,
    /// Running sums of pixels that do not belong, for boxes.
    foreign: Vec<u32>,
    clear: Vec<f64>,
}

impl Room {
    /// The largest piece of `label`.
    pub fn new(raster: &Raster, clearance: &[f64], label: Label) -> Option<Self> {
        let piece = raster
            .pieces(|l| l == label, |a, b| a == b)
            .into_iter()
            .max_by_key(|piece| piece.cells.len())?;
        let xs = || piece.cells.iter().map(|c| (c % raster.w) as i32);
        let ys = || piece.cells.iter().map(|c| (c / raster.w) as i32);
        let (x0, y0) = (xs().min()?, ys().min()?);
        let (w, h) = (xs().max()? - x0 + 1, ys().max()? - y0 + 1);
        let mut clear = vec![0.0; (w * h) as usize];
        for &cell in &piece.cells {
            let (x, y) = ((cell % raster.w) as i32 - x0, (cell / raster.w) as i32 - y0);
            clear[(y * w + x) as usize] = clearance[cell];
        }
        let mut foreign = vec![0u32; ((w + 1) * (h + 1)) as usize];
        for y in 0..h {
            let mut row = 0;
            for x in 0..w {
                row += u32::from(clear[(y * w + x) as usize] == 0.0);
                let above = foreign[(y * (w + 1) + x + 1) as usize];
                foreign[((y + 1) * (w + 1) + x + 1) as usize] = above + row;
            }
        }
        Some(Self {
            x0,
            y0,
            w,
            h,
            foreign,
            clear,
        })
    }

    /// Distance to the border at a spot, 0 outside.
    pub fn clear(&self, (x, y): Spot) -> f64 {
        let (x, y) = (x.floor() as i32 - self.x0, y.floor() as i32 - self.y0);
        if x < 0 || y < 0 || x >= self.w || y >= self.h {
            0.0
        } else {
            self.clear[(y * self.w + x) as usize]
        }
    }

    /// Whether a shape lies inside with `gap` to spare.
    pub fn holds(&self, shape: &Shape, gap: f64) -> bool {
        match *shape {
            Shape::Disc(at, r) => self.clear(at) >= r + gap,
            Shape::Block((x, y), (hw, hh)) => {
                let left = (x - hw - gap).floor() as i32 - self.x0;
                let right = (x + hw + gap).ceil() as i32 - self.x0;
                let top = (y - hh - gap).floor() as i32 - self.y0;
                let low = (y + hh + gap).ceil() as i32 - self.y0;
                if left < 0 || top < 0 || right > self.w || low > self.h {
                    return false;
                }
                let sum = |x: i32, y: i32| self.foreign[(y * (self.w + 1) + x) as usize];
                sum(right, low) + sum(left, top) == sum(left, low) + sum(right, top)
            }
        }
    }

    /// Every `step`-th spot inside.
    pub fn spots(&self, step: i32) -> Vec<Spot> {
        let mut found = Vec::new();
        for y in (0..self.h).step_by(step as usize) {
            for x in (0..self.w).step_by(step as usize) {
                if self.clear[(y * self.w + x) as usize] > 0.0 {
                    found.push((f64::from(x + self.x0) + 0.5, f64::from(y + self.y0) + 0.5));
                }
            }
        }
        found
    }

    /// The nearest spot to `wish` that will do.
    pub fn nudge(&self, wish: Spot, will_do: impl Fn(Spot) -> bool) -> Spot {
        let far = |s: &Spot| (s.0 - wish.0).hypot(s.1 - wish.1);
        self.spots(1)
            .into_iter()
            .filter(|s| will_do(*s))
            .min_by(|a, b| far(a).total_cmp(&far(b)))
            .unwrap_or(wish)
    }
}

/// Wishes written by hand; a wish wins over the search.
#[derive(Default, Clone, Copy)]
pub struct Wishes {
    /// The unit's place.
    pub unit: Option<Spot>,
    /// The dislodged unit's place.
    pub dislodged: Option<Spot>,
    /// The letters' place.
    pub label: Option<Spot>,
}

/// Where everything of one province stands.
#[derive(Clone)]
pub struct Standing {
    /// The unit.
    pub unit: Spot,
    /// The dislodged unit.
    pub dislodged: Spot,
    /// Whether the dislodged unit lies wholly inside.
    pub dislodged_inside: bool,
    /// The three letters.
    pub label: Spot,
    /// The full name: its middle and its lines.
    pub name: Option<(Spot, Vec<String>)>,
}

/// Searches the best standing, `taken` being shapes already fixed.
pub fn settle(
    room: &Room,
    sizes: &Sizes,
    taken: &[Shape],
    wishes: Wishes,
    title: &str,
) -> Option<Standing> {
    let gap = sizes.gap;
    let free = |shape: &Shape| !taken.iter().any(|t| t.meets(shape, gap));
    let step = if room.spots(4).len() > 2500 { 6 } else { 2 };
    let all = room.spots(step);
    let mut units: Vec<Spot> = match wishes.unit {
        Some(spot) => vec![spot],
        None => all
            .iter()
            .copied()
            .filter(|s| room.holds(&Shape::Disc(*s, sizes.unit), 1.0))
            .filter(|s| free(&Shape::Disc(*s, sizes.unit)))
            .collect(),
    };
    units.sort_by(|a, b| room.clear(*b).total_cmp(&room.clear(*a)));
    units.truncate(500);
    let labels: Vec<Spot> = match wishes.label {
        Some(spot) => vec![spot],
        None => all
            .iter()
            .copied()
            .filter(|s| room.holds(&Shape::Block(*s, sizes.label), 1.0))
            .filter(|s| free(&Shape::Block(*s, sizes.label)))
            .collect(),
    };
    let mut best: Option<(f64, Standing)> = None;
    for &unit in &units {
        let token = Shape::Disc(unit, sizes.unit);
        let ideal = (unit.0, unit.1 + sizes.unit + sizes.label.1 + gap);
        let mut near: Vec<(f64, Spot)> = labels
            .iter()
            .filter(|l| !Shape::Block(**l, sizes.label).meets(&token, gap))
            .map(|l| ((l.0 - ideal.0).hypot(l.1 - ideal.1), *l))
            .filter(|(far, _)| *far < 140.0)
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let worth = room.clear(unit).min(60.0) * 0.6;
        for (dislodged, inside, joy) in exiles(room, sizes, unit, taken, wishes.dislodged) {
            let exile = Shape::Disc(dislodged, sizes.dislodged);
            let Some((far, label)) = near
                .iter()
                .find(|(_, l)| !Shape::Block(*l, sizes.label).meets(&exile, gap))
            else {
                continue;
            };
            let score = worth + joy - far * 0.3;
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                let standing = Standing {
                    unit,
                    dislodged,
                    dislodged_inside: inside,
                    label: *label,
                    name: None,
                };
                best = Some((score, standing));
            }
        }
    }
    let (_, mut standing) = best?;
    standing.name = full_name(room, sizes, taken, &standing, title);
    Some(standing)
}

/// Places for a dislodged unit round `unit`: the place, whether it lies wholly
/// inside, and how good it is.
fn exiles(
    room: &Room,
    sizes: &Sizes,
    unit: Spot,
    taken: &[Shape],
    wish: Option<Spot>,
) -> Vec<(Spot, bool, f64)> {
    let rate = |at: Spot, turn: f64| {
        let shape = Shape::Disc(at, sizes.dislodged);
        let inside = room.holds(&shape, 1.5);
        let partly = room.clear(at) >= sizes.dislodged * 0.3;
        (
            at,
            inside,
            f64::from(inside) * 30.0 + f64::from(partly) * 15.0 - turn * 6.0,
        )
    };
    if let Some(at) = wish {
        return vec![rate(at, 0.0)];
    }
    let mut found = Vec::new();
    let away = sizes.unit + sizes.dislodged + sizes.gap;
    for turn in 0..24 {
        // From up and right, both ways round.
        let angle = std::f64::consts::TAU * (f64::from(turn) / 24.0) - std::f64::consts::FRAC_PI_4;
        let twist = f64::from(turn.min(24 - turn)) / 12.0;
        for reach in [1.0, 1.25] {
            let at = (
                unit.0 + angle.cos() * away * reach,
                unit.1 + angle.sin() * away * reach,
            );
            let shape = Shape::Disc(at, sizes.dislodged);
            if !taken.iter().any(|t| t.meets(&shape, sizes.gap)) {
                found.push(rate(at, twist + (reach - 1.0)));
            }
        }
    }
    found
}

/// The name in one or two lines, near the letters, if there is room for it.
fn full_name(
    room: &Room,
    sizes: &Sizes,
    taken: &[Shape],
    standing: &Standing,
    title: &str,
) -> Option<(Spot, Vec<String>)> {
    let others = [
        Shape::Disc(standing.unit, sizes.unit),
        Shape::Disc(standing.dislodged, sizes.dislodged),
        // Wider than it is: a name beside the letters would read as one word.
        Shape::Block(standing.label, (sizes.label.0 * 1.6, sizes.label.1)),
    ];
    let mut forms = vec![vec![title.to_owned()]];
    forms.extend(two_lines(title));
    let mut best: Option<(f64, Spot, Vec<String>)> = None;
    for lines in forms {
        let longest = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
        let half = (
            longest as f64 * sizes.name.0 / 2.0,
            sizes.name.1 * lines.len() as f64,
        );
        let ideal = (
            standing.label.0,
            standing.label.1 + sizes.label.1 + half.1 + sizes.gap,
        );
        for dy in -40..=40 {
            for dx in -50..=50 {
                let at = (ideal.0 + f64::from(dx), ideal.1 + f64::from(dy));
                let shape = Shape::Block(at, half);
                let clash = |t: &Shape| t.meets(&shape, sizes.gap);
                if !room.holds(&shape, 1.0) || others.iter().any(clash) || taken.iter().any(clash) {
                    continue;
                }
                let far = f64::from(dx).hypot(f64::from(dy)) + lines.len() as f64 * 6.0;
                if best.as_ref().is_none_or(|(least, ..)| far < *least) {
                    best = Some((far, at, lines.clone()));
                }
            }
        }
    }
    best.map(|(_, at, lines)| (at, lines))
}

/// The title cut at the space that leaves the shortest longer line.
fn two_lines(title: &str) -> Option<Vec<String>> {
    title
        .match_indices(' ')
        .map(|(at, _)| (title[..at].to_owned(), title[at + 1..].to_owned()))
        .min_by_key(|(a, b)| a.chars().count().max(b.chars().count()))
        .map(|(a, b)| vec![a, b])
}
