//! The colours of the window, in one place, so that tests can name them.

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The four bytes of an opaque texel.
    pub const fn texel(self) -> [u8; 4] {
        [self.0, self.1, self.2, 255]
    }

    /// The colour at `share` of 256 between this one and another.
    #[must_use]
    pub const fn towards(self, other: Self, share: u16) -> Self {
        const fn mix(a: u8, b: u8, share: u16) -> u8 {
            ((a as u32 * (256 - share as u32) + b as u32 * share as u32) / 256) as u8
        }
        Self(
            mix(self.0, other.0, share),
            mix(self.1, other.1, share),
            mix(self.2, other.2, share),
        )
    }
}

/// Around everything.
pub const OUTSIDE: Rgb = Rgb(20, 21, 24);
/// The bar at the foot.
pub const BAR: Rgb = Rgb(32, 34, 40);
/// Words that matter.
pub const TEXT: Rgb = Rgb(232, 232, 226);
/// Words beside them.
pub const FAINT_TEXT: Rgb = Rgb(150, 152, 158);
/// A refusal or a report.
pub const MESSAGE: Rgb = Rgb(255, 203, 107);
/// Round what is pointed at.
pub const POINTER: Rgb = Rgb(240, 240, 240);
/// Behind what is seen, where nothing else is said.
pub const GROUND: Rgb = Rgb(38, 38, 42);
