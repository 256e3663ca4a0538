//! Short animations: frames of characters shown one after another.

use parlour_grid::Point;

use crate::appearance::{Colour, Glyph};

/// How long a frame stands unless its effect says otherwise, in milliseconds.
pub const FRAME_MS: u32 = 50;

/// Characters shown over the map at one moment.
pub type Frame = Vec<(Point, Glyph)>;

/// Frames in order, each shown equally long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What is shown, moment by moment.
    pub frames: Vec<Frame>,
    /// How long each frame stands, in milliseconds.
    pub frame_ms: u32,
}

impl Effect {
    /// Frames of the ordinary length.
    pub fn new(frames: Vec<Frame>) -> Self {
        Self {
            frames,
            frame_ms: FRAME_MS,
        }
    }

    /// Several effects as one. Frames of the whole are of the ordinary length:
    /// the parts' own timing is dropped.
    pub fn concat(effects: impl IntoIterator<Item = Self>) -> Self {
        Self::new(
            effects
                .into_iter()
                .flat_map(|effect| effect.frames)
                .collect(),
        )
    }

    /// A blow that lands: two frames.
    pub fn hit(at: Point) -> Self {
        let flash = |colour| vec![(at, Glyph::new('*', colour))];
        Self::new(vec![flash(Colour::Red), flash(Colour::Yellow)])
    }

    /// A blow that misses: one frame.
    pub fn miss(at: Point) -> Self {
        Self::new(vec![vec![(at, Glyph::new('-', Colour::White))]])
    }

    /// Something that flies: one frame per cell after the first of `line`.
    pub fn flight(line: impl IntoIterator<Item = Point>) -> Self {
        let cells = line.into_iter().skip(1);
        Self::new(
            cells
                .map(|at| vec![(at, Glyph::new('*', Colour::Cyan))])
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn y101_effects_join_and_lose_their_own_timing() {
        let at = Point::new(1, 2);
        let mut slow = Effect::hit(at);
        slow.frame_ms = 400;
        let both = Effect::concat([slow, Effect::miss(at)]);
        assert_eq!(both.frames.len(), 3);
        assert_eq!(both.frame_ms, 50);
        assert_eq!(both.frames[2], vec![(at, Glyph::new('-', Colour::White))]);
        assert!(Effect::concat([]).frames.is_empty());
    }
}
