//! Maps of yes and no in whatever form their author keeps them.

use std::borrow::Cow;

use crate::{BitGrid, Point, Size};

/// A map that can be asked of each cell whether it is in a set: opaque, blocked.
///
/// What sees, finds corners and finds ways takes any such map. A [`BitGrid`] is
/// one and is read 64 cells at a time; for an array, a level of one's own or a
/// closure there is [`View`], or this trait. They are read cell by cell: what sees
/// asks for the cells that matter for an answer, what finds ways for each cell once.
///
/// ```
/// use parlour_grid::fov::{FieldOfView, Reach};
/// use parlour_grid::{Grid, Point, Size};
///
/// enum Tile { Floor, Wall, Window }
///
/// struct Level { width: u32, tiles: Vec<Tile> }
///
/// impl Grid for Level {
///     fn size(&self) -> Size {
///         Size::new(self.width, self.tiles.len() as u32 / self.width)
///     }
///
///     fn holds(&self, cell: Point) -> bool {
///         matches!(self.tiles[(cell.x + cell.y * self.width as i32) as usize], Tile::Wall)
///     }
/// }
///
/// let level = Level { width: 4, tiles: vec![Tile::Floor, Tile::Window, Tile::Wall, Tile::Floor] };
/// let mut view = FieldOfView::new();
/// view.compute(&level, Point::new(0, 0), Reach::UNLIMITED);
/// assert!(view.contains(Point::new(2, 0)) && !view.contains(Point::new(3, 0)));
/// ```
pub trait Grid {
    /// The size of the map.
    fn size(&self) -> Size;

    /// Whether a cell of the map is in the set. Asked of no other cell, in any
    /// order and any number of times.
    fn holds(&self, cell: Point) -> bool;

    /// The same map as bits, for one that is kept so.
    fn bits(&self) -> Option<&BitGrid> {
        None
    }
}

/// The map as bits: as it is kept, or each cell asked once.
pub(crate) fn bits_of<G: Grid + ?Sized>(grid: &G) -> Cow<'_, BitGrid> {
    match grid.bits() {
        Some(bits) => Cow::Borrowed(bits),
        None => Cow::Owned(BitGrid::from_fn(grid.size(), |cell| grid.holds(cell))),
    }
}

impl Grid for BitGrid {
    fn size(&self) -> Size {
        self.size()
    }

    fn holds(&self, cell: Point) -> bool {
        self.contains(cell)
    }

    fn bits(&self) -> Option<&BitGrid> {
        Some(self)
    }
}

impl<G: Grid + ?Sized> Grid for &G {
    fn size(&self) -> Size {
        (**self).size()
    }

    fn holds(&self, cell: Point) -> bool {
        (**self).holds(cell)
    }

    fn bits(&self) -> Option<&BitGrid> {
        (**self).bits()
    }
}

/// A closure as a map.
///
/// ```
/// use parlour_grid::sight::Sight;
/// use parlour_grid::{Point, Size, View};
///
/// let tiles = b"..#.\n....";
/// let blocked = View::new(Size::new(4, 2), |cell| tiles[(cell.x + cell.y * 5) as usize] == b'#');
/// let mut sight = Sight::new();
/// sight.compute(&blocked, Point::new(0, 0));
/// assert_eq!(sight.count(), 4);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct View<F> {
    size: Size,
    holds: F,
}

impl<F: Fn(Point) -> bool> View<F> {
    /// A map of this size; the closure says whether a cell is in the set.
    pub const fn new(size: Size, holds: F) -> Self {
        Self { size, holds }
    }
}

impl View<()> {
    /// A map whose cells lie in a slice, row by row; the closure says what a cell
    /// of this kind is. Cells beyond the slice's end are in the set.
    ///
    /// ```
    /// use parlour_grid::{Corners, Size, View};
    ///
    /// let weights = [1, 1, 1, 1, 0, 1, 1, 1, 1_u8];
    /// let blocked = View::of_slice(Size::new(3, 3), &weights, |&weight| weight == 0);
    /// assert_eq!(Corners::new(&blocked).cells().count(), 4);
    /// ```
    pub fn of_slice<'a, T>(
        size: Size,
        cells: &'a [T],
        holds: impl Fn(&T) -> bool + 'a,
    ) -> View<impl Fn(Point) -> bool + 'a> {
        View::new(size, move |cell| {
            let id = cell.x as usize + cell.y as usize * size.width() as usize;
            cells.get(id).is_none_or(&holds)
        })
    }
}

impl<F: Fn(Point) -> bool> Grid for View<F> {
    fn size(&self) -> Size {
        self.size
    }

    fn holds(&self, cell: Point) -> bool {
        (self.holds)(cell)
    }
}
