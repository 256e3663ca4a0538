//! A shape of one colour as pixels: how much of each pixel it covers. Putting it on
//! a sheet mixes colours exactly as the renderer does, in whole numbers, so that
//! nobody can tell a stamp from the shape.

use resvg::tiny_skia::{Color, Path, Pixmap, Transform};

/// The covered pixels of a shape and its colour.
pub struct Stamp {
    runs: Vec<Run>,
    /// Covered 255ths of the pixels that runs do not cover whole.
    parts: Vec<u8>,
    /// Red, green, blue and opacity, multiplied by the opacity.
    colour: [u16; 4],
    opaque: bool,
}

/// Pixels beside each other.
struct Run {
    /// The first pixel, counted from the upper left one.
    from: u32,
    length: u32,
    /// Where their parts begin, or [`WHOLE`].
    parts: u32,
}

const WHOLE: u32 = u32::MAX;
/// Shorter stretches of whole pixels are kept among the parts.
const SHORTEST: usize = 6;

/// A part of a sheet.
#[derive(Clone, Copy)]
pub struct Area {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl Area {
    /// Where a path may have been drawn whose lines reach out so far.
    pub fn of(path: &Path, reach: f32, transform: Transform, sheet: &Pixmap) -> Self {
        let (width, height) = (sheet.width(), sheet.height());
        let whole = Self {
            left: 0,
            right: width as usize,
            top: 0,
            bottom: height as usize,
        };
        let bounds = path.bounds();
        let Some(bounds) = bounds
            .outset(reach, reach)
            .unwrap_or(bounds)
            .transform(transform)
        else {
            return whole;
        };
        let within = |value: f32, most: u32| (value.max(0.0) as usize).min(most as usize);
        Self {
            left: within(bounds.left().floor() - 2.0, width),
            right: within(bounds.right().ceil() + 2.0, width),
            top: within(bounds.top().floor() - 2.0, height),
            bottom: within(bounds.bottom().ceil() + 2.0, height),
        }
    }
}

impl Stamp {
    /// Takes a white shape from an otherwise empty sheet, which is empty again
    /// afterwards.
    pub fn take(sheet: &mut Pixmap, area: Area, colour: Color) -> Self {
        let width = sheet.width() as usize;
        let mut stamp = Self {
            runs: Vec::new(),
            parts: Vec::new(),
            colour: multiplied(colour),
            opaque: colour.is_opaque(),
        };
        let mut covered = Vec::with_capacity(width);
        for y in area.top..area.bottom {
            let from = y * width + area.left;
            let row = &mut sheet.data_mut()[4 * from..4 * (y * width + area.right)];
            covered.clear();
            covered.extend(row.chunks_exact(4).map(|pixel| pixel[3]));
            row.fill(0);
            stamp.take_row(from, &covered);
        }
        stamp.runs.shrink_to_fit();
        stamp.parts.shrink_to_fit();
        stamp
    }

    fn take_row(&mut self, from: usize, covered: &[u8]) {
        let mut x = 0;
        while x < covered.len() {
            if covered[x] == 0 {
                x += 1;
                continue;
            }
            let whole = stretch(&covered[x..], |part| part == 255);
            if whole >= SHORTEST {
                self.run(from + x, whole, WHOLE);
                x += whole;
                continue;
            }
            let begins = self.parts.len() as u32;
            let start = x;
            while x < covered.len() && covered[x] != 0 {
                let whole = stretch(&covered[x..], |part| part == 255);
                if whole >= SHORTEST {
                    break;
                }
                let next = x + whole.max(1);
                self.parts.extend_from_slice(&covered[x..next]);
                x = next;
            }
            self.run(from + start, x - start, begins);
        }
    }

    fn run(&mut self, from: usize, length: usize, parts: u32) {
        self.runs.push(Run {
            from: from as u32,
            length: length as u32,
            parts,
        });
    }

    /// Puts the shape on the pixels of a sheet.
    pub fn put_on(&self, pixels: &mut [u8]) {
        for run in &self.runs {
            let (from, length) = (4 * run.from as usize, run.length as usize);
            let under = &mut pixels[from..from + 4 * length];
            if run.parts == WHOLE {
                self.put_whole(under);
            } else {
                let parts = &self.parts[run.parts as usize..run.parts as usize + length];
                for (pixel, &part) in under.chunks_exact_mut(4).zip(parts) {
                    self.put_part(pixel, u16::from(part));
                }
            }
        }
    }

    fn put_whole(&self, under: &mut [u8]) {
        if self.opaque {
            let colour = self.colour.map(|value| value as u8);
            for pixel in under.chunks_exact_mut(4) {
                pixel.copy_from_slice(&colour);
            }
        } else {
            for pixel in under.chunks_exact_mut(4) {
                self.put_part(pixel, 255);
            }
        }
    }

    /// Mixes one pixel: an opaque colour by the part that is covered, any other by
    /// what of it comes through.
    fn put_part(&self, pixel: &mut [u8], part: u16) {
        if self.opaque {
            for (value, colour) in pixel.iter_mut().zip(self.colour) {
                *value = shared(u16::from(*value) * (255 - part) + colour * part) as u8;
            }
        } else {
            let over = self.colour.map(|colour| shared(colour * part));
            for (value, colour) in pixel.iter_mut().zip(over) {
                *value = (colour + shared(u16::from(*value) * (255 - over[3]))) as u8;
            }
        }
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> usize {
        self.runs.len() * size_of::<Run>() + self.parts.len() + size_of::<Self>()
    }
}

fn stretch(covered: &[u8], is: impl Fn(u8) -> bool) -> usize {
    covered.iter().take_while(|part| is(**part)).count()
}

/// The renderer's division by 255.
fn shared(value: u16) -> u16 {
    (value + 255) >> 8
}

/// The renderer's form of a colour.
fn multiplied(colour: Color) -> [u16; 4] {
    let colour = colour.premultiply();
    [colour.red(), colour.green(), colour.blue(), colour.alpha()]
        .map(|value| (value * 255.0 + 0.5) as u16)
}
