//! A colour, in whole numbers only.

use std::fmt;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Rgb {
    /// The colour of these parts.
    pub const fn new(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b }
    }

    /// This colour with `percent` of another.
    #[must_use]
    pub fn mixed(self, other: Self, percent: u32) -> Self {
        let mix = |a: u8, b: u8| {
            ((u32::from(a) * (100 - percent) + u32::from(b) * percent + 50) / 100) as u8
        };
        Self::new(
            mix(self.r, other.r),
            mix(self.g, other.g),
            mix(self.b, other.b),
        )
    }

    /// How light it looks, 0 to 1000.
    pub fn lightness(self) -> u32 {
        let parts = [(299, self.r), (587, self.g), (114, self.b)];
        parts
            .iter()
            .map(|(weight, part)| weight * u32::from(*part))
            .sum::<u32>()
            / 255
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}
