//! One pixel has one owner. The raster is a grid of labels; because every pixel
//! carries exactly one, there are no gaps, overlaps or slivers later.

use std::collections::BTreeMap;

/// What a pixel belongs to: a province by its number, or one of the labels below.
pub type Label = u16;

/// Water that no sea owns yet.
pub const OPEN: Label = 1004;
/// Land that belongs to no province.
pub const NEUTRAL: Label = 1000;
/// Land nobody may enter.
pub const WALL: Label = 1001;
/// Water that belongs to no province.
pub const LAKE: Label = 1002;
/// Beyond the frame.
pub const OUTSIDE: Label = 1003;

/// A grid of labels.
#[derive(Clone)]
pub struct Raster {
    /// Pixels per row.
    pub w: usize,
    /// Rows.
    pub h: usize,
    /// Kilometres per pixel.
    pub km: f64,
    /// Row by row.
    pub cells: Vec<Label>,
}

/// A connected piece of one label.
pub struct Piece {
    /// Its label.
    pub label: Label,
    /// Indices of its pixels.
    pub cells: Vec<usize>,
    /// Pixel edges shared with each other label.
    pub touches: BTreeMap<Label, usize>,
}

impl Raster {
    /// A raster filled with one label.
    pub fn new(w: usize, h: usize, km: f64, label: Label) -> Self {
        Self {
            w,
            h,
            km,
            cells: vec![label; w * h],
        }
    }

    /// The label at a pixel, [`OUTSIDE`] beyond the frame.
    pub fn at(&self, x: i32, y: i32) -> Label {
        if x < 0 || y < 0 || x >= self.w as i32 || y >= self.h as i32 {
            OUTSIDE
        } else {
            self.cells[y as usize * self.w + x as usize]
        }
    }

    /// Square kilometres of a number of pixels.
    pub fn area(&self, pixels: usize) -> f64 {
        pixels as f64 * self.km * self.km
    }

    /// Fills a polygon given in kilometres, even-odd, pixel centres decide.
    pub fn fill(&mut self, ring: &[(f64, f64)], label: Label) {
        let low = ring.iter().map(|p| p.1).fold(f64::INFINITY, f64::min) / self.km;
        let high = ring.iter().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max) / self.km;
        let first = low.floor().max(0.0) as usize;
        let last = (high.ceil().max(0.0) as usize).min(self.h);
        let mut crossings = Vec::new();
        for row in first..last {
            let y = (row as f64 + 0.5) * self.km;
            crossings.clear();
            for (i, a) in ring.iter().enumerate() {
                let b = ring[(i + 1) % ring.len()];
                if (a.1 <= y) != (b.1 <= y) {
                    crossings.push(a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0));
                }
            }
            crossings.sort_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                let from = (pair[0] / self.km - 0.5).ceil().max(0.0) as usize;
                let to = (pair[1] / self.km - 0.5).floor().min(self.w as f64 - 1.0);
                if to >= 0.0 {
                    for x in from..=to as usize {
                        self.cells[row * self.w + x] = label;
                    }
                }
            }
        }
    }

    /// Calls `paint` for the cells within `width` of a line, in kilometres, seen through
    /// `waver`, which moves a point by half of that at most.
    pub fn stroke(
        &mut self,
        line: &[(f64, f64)],
        width: f64,
        waver: impl Fn(f64, f64) -> (f64, f64),
        paint: impl Fn(Label) -> Option<Label>,
    ) {
        let (near, reach) = (width / 2.0, width);
        for pair in line.windows(2) {
            let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
            let x0 = ((ax.min(bx) - reach) / self.km).floor().max(0.0) as usize;
            let x1 = ((ax.max(bx) + reach) / self.km).ceil().min(self.w as f64) as usize;
            let y0 = ((ay.min(by) - reach) / self.km).floor().max(0.0) as usize;
            let y1 = ((ay.max(by) + reach) / self.km).ceil().min(self.h as f64) as usize;
            for y in y0..y1 {
                for x in x0..x1 {
                    let (px, py) = ((x as f64 + 0.5) * self.km, (y as f64 + 0.5) * self.km);
                    let (wx, wy) = waver(px, py);
                    let (px, py) = (px + wx, py + wy);
                    let (dx, dy) = (bx - ax, by - ay);
                    let length2 = (dx * dx + dy * dy).max(1e-9);
                    let t = (((px - ax) * dx + (py - ay) * dy) / length2).clamp(0.0, 1.0);
                    if (px - ax - t * dx).hypot(py - ay - t * dy) <= near {
                        let cell = &mut self.cells[y * self.w + x];
                        if let Some(label) = paint(*cell) {
                            *cell = label;
                        }
                    }
                }
            }
        }
    }

    /// All connected pieces (four neighbours) of the labels that `wanted` takes,
    /// where `same` says which labels hang together.
    pub fn pieces(
        &self,
        wanted: impl Fn(Label) -> bool,
        same: impl Fn(Label, Label) -> bool,
    ) -> Vec<Piece> {
        let mut seen = vec![false; self.cells.len()];
        let mut found = Vec::new();
        for start in 0..self.cells.len() {
            let label = self.cells[start];
            if seen[start] || !wanted(label) {
                continue;
            }
            seen[start] = true;
            let mut piece = Piece {
                label,
                cells: vec![start],
                touches: BTreeMap::new(),
            };
            let mut next = 0;
            while next < piece.cells.len() {
                let at = piece.cells[next];
                next += 1;
                let (x, y) = ((at % self.w) as i32, (at / self.w) as i32);
                for (nx, ny) in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                    let other = self.at(nx, ny);
                    if other != OUTSIDE && same(label, other) {
                        let index = ny as usize * self.w + nx as usize;
                        if !seen[index] {
                            seen[index] = true;
                            piece.cells.push(index);
                        }
                    } else {
                        *piece.touches.entry(other).or_default() += 1;
                    }
                }
            }
            found.push(piece);
        }
        found
    }

    /// Gives every pixel of a piece a new label.
    pub fn repaint(&mut self, piece: &Piece, label: Label) {
        for &cell in &piece.cells {
            self.cells[cell] = label;
        }
    }

    /// Distance in pixels from each pixel centre to the nearest pixel of another
    /// label or to the frame (exact Euclidean, two passes of lower envelopes).
    pub fn clearance(&self) -> Vec<f64> {
        let far = 1e12;
        let mut field = vec![far; self.cells.len()];
        for y in 0..self.h as i32 {
            for x in 0..self.w as i32 {
                let own = self.at(x, y);
                let edge = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
                    .iter()
                    .any(|&(nx, ny)| self.at(nx, ny) != own);
                if edge {
                    field[y as usize * self.w + x as usize] = 0.0;
                }
            }
        }
        let mut line = vec![0.0; self.w.max(self.h)];
        for y in 0..self.h {
            line[..self.w].copy_from_slice(&field[y * self.w..(y + 1) * self.w]);
            let done = envelope(&line[..self.w]);
            field[y * self.w..(y + 1) * self.w].copy_from_slice(&done);
        }
        for x in 0..self.w {
            for y in 0..self.h {
                line[y] = field[y * self.w + x];
            }
            for (y, value) in envelope(&line[..self.h]).into_iter().enumerate() {
                field[y * self.w + x] = value;
            }
        }
        field.iter().map(|d2| d2.sqrt() + 0.5).collect()
    }
}

/// Squared distances along one line: the lower envelope of parabolas.
fn envelope(f: &[f64]) -> Vec<f64> {
    let n = f.len();
    let mut hull = vec![0usize; n];
    let mut cuts = vec![0.0; n + 1];
    let mut k = 0;
    cuts[0] = f64::NEG_INFINITY;
    cuts[1] = f64::INFINITY;
    let meet = |q: usize, p: usize| {
        (f[q] + (q * q) as f64 - f[p] - (p * p) as f64) / (2.0 * (q as f64 - p as f64))
    };
    for q in 1..n {
        let mut s = meet(q, hull[k]);
        while s <= cuts[k] {
            k -= 1;
            s = meet(q, hull[k]);
        }
        k += 1;
        hull[k] = q;
        cuts[k] = s;
        cuts[k + 1] = f64::INFINITY;
    }
    let mut k = 0;
    (0..n)
        .map(|q| {
            while cuts[k + 1] < q as f64 {
                k += 1;
            }
            let d = q as f64 - hull[k] as f64;
            d * d + f[hull[k]]
        })
        .collect()
}
