//! Places in a window.

/// A place in the window in pixels from its top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pixel {
    /// Pixels to the right.
    pub x: i32,
    /// Pixels down.
    pub y: i32,
}

impl Pixel {
    /// The pixel at these distances from the top left.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }
}
