//! At most 256 colours that stand for all colours of a picture. A map is mostly
//! flat colour; those are kept exactly, and the mixed colours along edges take
//! the nearest kept one. Whole numbers only, so every machine chooses alike.

use resvg::tiny_skia::Pixmap;

/// Colours by number, and the number of every colour.
pub struct Palette {
    /// Red, green and blue of each number.
    pub colours: Vec<[u8; 3]>,
    /// The number for each bin of similar colours.
    numbers: Vec<u8>,
}

/// Bits of each part of a colour that choose its bin.
const BITS: u32 = 5;
const BINS: usize = 1 << (3 * BITS);

/// Similar colours of a picture.
#[derive(Clone, Copy, Default)]
struct Bin {
    count: u32,
    /// The colour that more than half of the bin has, if any has.
    colour: [u8; 3],
    lead: u32,
}

impl Bin {
    /// The vote of Boyer and Moore, for so many pixels at once: a majority survives.
    fn vote(&mut self, colour: [u8; 3], pixels: u32) {
        self.count += pixels;
        if self.colour == colour {
            self.lead += pixels;
        } else if pixels > self.lead {
            self.colour = colour;
            self.lead = pixels - self.lead;
        } else {
            self.lead -= pixels;
        }
    }
}

/// Equal pixels that follow each other, with how many they are. Most of a map is
/// flat colour.
fn stretches(picture: &Pixmap) -> impl Iterator<Item = ([u8; 3], u32)> {
    picture
        .data()
        .as_chunks::<4>()
        .0
        .chunk_by(|a, b| a == b)
        .map(|equal| ([equal[0][0], equal[0][1], equal[0][2]], equal.len() as u32))
}

fn bin_of(colour: [u8; 3]) -> usize {
    let part = |value: u8| usize::from(value >> (8 - BITS));
    part(colour[0]) << (2 * BITS) | part(colour[1]) << BITS | part(colour[2])
}

impl Palette {
    /// The palette of all pictures together, of at most `size` colours.
    pub fn of(pictures: &[&Pixmap], size: usize) -> Self {
        let mut bins = vec![Bin::default(); BINS];
        for picture in pictures {
            for (colour, length) in stretches(picture) {
                bins[bin_of(colour)].vote(colour, length);
            }
        }
        let mut used: Vec<usize> = (0..BINS).filter(|&i| bins[i].count > 0).collect();
        used.sort_by_key(|&i| (std::cmp::Reverse(bins[i].count), i));
        let common = size * 3 / 4;
        let mut colours: Vec<[u8; 3]> = used.iter().take(common).map(|&i| bins[i].colour).collect();
        add_outliers(&mut colours, &bins, &used, size);
        let mut numbers = vec![0; BINS];
        for &i in &used {
            numbers[i] = nearest(&colours, bins[i].colour).0;
        }
        Self { colours, numbers }
    }

    /// The number of each pixel.
    pub fn indexed(&self, picture: &Pixmap) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(picture.data().len() / 4);
        for (colour, length) in stretches(picture) {
            let number = self.numbers[bin_of(colour)];
            numbers.resize(numbers.len() + length as usize, number);
        }
        numbers
    }
}

/// Adds the rarer colours that the palette serves worst, one by one.
fn add_outliers(colours: &mut Vec<[u8; 3]>, bins: &[Bin], used: &[usize], size: usize) {
    let rest = &used[colours.len().min(used.len())..];
    let mut errors: Vec<u64> = rest
        .iter()
        .map(|&i| u64::from(nearest(colours, bins[i].colour).1))
        .collect();
    while colours.len() < size {
        let weight = |k: usize| errors[k] * u64::from(bins[rest[k]].count).isqrt();
        let Some(worst) = (0..rest.len())
            .filter(|&k| errors[k] > 0)
            .max_by_key(|&k| weight(k))
        else {
            break;
        };
        let colour = bins[rest[worst]].colour;
        colours.push(colour);
        for (k, &i) in rest.iter().enumerate() {
            errors[k] = errors[k].min(u64::from(distance(colour, bins[i].colour)));
        }
    }
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    let part = |i: usize| u32::from(a[i].abs_diff(b[i]));
    2 * part(0) * part(0) + 4 * part(1) * part(1) + part(2) * part(2)
}

fn nearest(colours: &[[u8; 3]], colour: [u8; 3]) -> (u8, u32) {
    let far = |number: usize| distance(colours[number], colour);
    let best = (0..colours.len())
        .min_by_key(|&number| far(number))
        .unwrap_or(0);
    (
        best as u8,
        colours.get(best).map_or(u32::MAX, |c| distance(*c, colour)),
    )
}
