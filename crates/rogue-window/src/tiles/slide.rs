//! Motion between two frames: the map glides under the player, and whoever took a step
//! glides along. Who moved is seen from the frames alone: the same sign that was
//! beside its place before, and is gone from there.

use parlour_grid::Point;

use super::board::{Frame, Sign};

/// How long a glide takes, in seconds.
const LENGTH: f64 = 0.09;
/// Farther than so many cells nobody glides.
const FARTHEST: i32 = 2;

/// A glide from one frame to the next.
#[derive(Clone, Debug)]
pub(super) struct Slide {
    pub from: Frame,
    begun: f64,
    /// Cells of the map: to where, and from where.
    moves: Vec<(Point, Point)>,
}

impl Slide {
    /// The glide between two frames of so many columns; none where nothing moved a
    /// little.
    pub fn between(from: Frame, to: &Frame, columns: u32, now: f64) -> Option<Self> {
        let scrolled = from.offset.chebyshev(to.offset) as i32;
        if from.tiles.len() != to.tiles.len() || scrolled > FARTHEST {
            return None;
        }
        let (before, after) = (signs(&from, columns), signs(to, columns));
        let gone = before.iter().filter(|it| !after.contains(it));
        let mut gone: Vec<&(Point, Sign)> = gone.collect();
        let mut moves = Vec::new();
        for (at, sign) in after.iter().filter(|it| !before.contains(it)) {
            let near = gone.iter().position(|(was_at, was)| {
                was.letter == sign.letter && was_at.chebyshev(*at) as i32 <= FARTHEST
            });
            if let Some(place) = near {
                moves.push((*at, gone.swap_remove(place).0));
            }
        }
        let moved = scrolled > 0 || !moves.is_empty();
        moved.then_some(Self {
            from,
            begun: now,
            moves,
        })
    }

    /// How much of the way is done, from 0 to 1.
    pub fn share(&self, now: f64) -> f32 {
        // Slow at the end, as steps are.
        let share = ((now - self.begun) / LENGTH).clamp(0.0, 1.0);
        (1.0 - (1.0 - share).powi(2)) as f32
    }

    /// Whether it is over.
    pub fn is_over(&self, now: f64) -> bool {
        now - self.begun >= LENGTH
    }

    /// From where whoever is at a cell of the map came.
    pub fn origin(&self, at: Point) -> Point {
        let found = self.moves.iter().find(|(to, _)| *to == at);
        found.map_or(at, |(_, from)| *from)
    }
}

/// Who and what stands on the tiles of a frame, by the cells of the map.
fn signs(frame: &Frame, columns: u32) -> Vec<(Point, Sign)> {
    let tiles = frame.tiles.iter().enumerate();
    let placed = tiles.filter_map(|(index, tile)| {
        let (x, y) = (index as u32 % columns, index as u32 / columns);
        let place = Point::new(x as i32, y as i32);
        Some((place + frame.offset, tile.over?))
    });
    placed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette;
    use crate::tiles::{Board, Shape};

    fn frame(offset: Point, rats: &[(i32, i32)]) -> Frame {
        let shape = Shape {
            tiles: (6, 4),
            letters: (1, 1),
        };
        let mut board = Board::new(shape);
        board.clear(offset);
        for &rat in rats {
            board.over(rat.into(), Sign::new('r', palette::TEXT));
        }
        board.refresh();
        board.shown().clone()
    }

    #[test]
    fn who_took_a_step_glides_and_who_stood_does_not() {
        let before = frame(Point::ORIGIN, &[(1, 1), (4, 2)]);
        let after = frame(Point::ORIGIN, &[(2, 1), (4, 2)]);
        let slide = Slide::between(before.clone(), &after, 6, 0.0).expect("a step");
        assert_eq!(slide.origin(Point::new(2, 1)), Point::new(1, 1));
        assert_eq!(slide.origin(Point::new(4, 2)), Point::new(4, 2));
        assert!(slide.share(0.0).abs() < 0.001 && slide.is_over(1.0));
        assert!(Slide::between(before.clone(), &before, 6, 0.0).is_none());
    }

    #[test]
    fn a_map_that_scrolls_carries_those_who_stand() {
        let before = frame(Point::ORIGIN, &[(3, 1)]);
        let after = frame(Point::new(1, 0), &[(2, 1)]);
        let slide = Slide::between(before, &after, 6, 0.0).expect("it scrolls");
        assert_eq!(slide.origin(Point::new(3, 1)), Point::new(3, 1));
        let elsewhere = frame(Point::new(9, 9), &[(2, 1)]);
        assert!(Slide::between(after, &elsewhere, 6, 0.0).is_none());
    }
}
