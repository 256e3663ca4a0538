//! The observer's cells: moving them together, shapes, single cells.

use super::Sheet;
use crate::{Point, Rect};

/// The shapes [`next_shape`] goes through, as columns and rows.
const SHAPES: [(i32, i32); 4] = [(1, 1), (2, 1), (1, 2), (2, 2)];

/// The observer's cells moved together so that the first of them comes as near to
/// `cell` as the sheet allows. An observer that is nowhere becomes one cell.
pub(super) fn moved(sheet: &Sheet, cell: Point) -> Vec<Point> {
    let cells = sheet.observers();
    let Some(&first) = cells.first() else {
        return anchored(sheet, &[Point::ORIGIN], cell);
    };
    let offsets: Vec<Point> = cells.iter().map(|&each| each - first).collect();
    anchored(sheet, &offsets, cell)
}

/// The observer with `cell` added, or taken away if it is one of several.
pub(super) fn toggled(sheet: &Sheet, cell: Point) -> Vec<Point> {
    let mut cells = sheet.observers().to_vec();
    match cells.iter().position(|&each| each == cell) {
        Some(index) if cells.len() > 1 => {
            cells.remove(index);
        }
        Some(_) => {}
        None => cells.push(cell),
    }
    cells
}

/// The observer in the shape after its present one; 1x1 after any other shape.
pub(super) fn next_shape(sheet: &Sheet) -> Vec<Point> {
    let cells = sheet.observers();
    let Some(&first) = cells.first() else {
        return Vec::new();
    };
    let present = SHAPES
        .iter()
        .position(|&(w, h)| block(first, w, h).as_slice() == cells);
    let size = sheet.size();
    let following = present.map_or(0, |index| index + 1);
    let (w, h) = (0..SHAPES.len())
        .map(|step| SHAPES[(following + step) % SHAPES.len()])
        .find(|&(w, h)| w <= size.width() as i32 && h <= size.height() as i32)
        .expect("one cell fits on every sheet");
    anchored(sheet, &block(Point::ORIGIN, w, h), first)
}

fn block(first: Point, w: i32, h: i32) -> Vec<Point> {
    Rect::new(first.x, first.y, w, h).cells().collect()
}

/// The offsets laid out from `cell`, pushed back onto the sheet as a whole.
fn anchored(sheet: &Sheet, offsets: &[Point], cell: Point) -> Vec<Point> {
    let size = sheet.size();
    let push = |at: i32, low: i32, high: i32, side: u32| {
        // The shape came from this sheet, so there is room for it.
        at.clamp(-low, (side as i32 - 1 - high).max(-low))
    };
    let xs = || offsets.iter().map(|offset| offset.x);
    let ys = || offsets.iter().map(|offset| offset.y);
    let edge = |value: Option<i32>| value.unwrap_or_default();
    let at = Point::new(
        push(cell.x, edge(xs().min()), edge(xs().max()), size.width()),
        push(cell.y, edge(ys().min()), edge(ys().max()), size.height()),
    );
    offsets.iter().map(|&offset| at + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    fn sheet(w: u32, h: u32, cells: &[(i32, i32)]) -> Sheet {
        let mut sheet = Sheet::blank(Size::new(w, h)).expect("small enough");
        let cells: Vec<Point> = cells.iter().map(|&cell| cell.into()).collect();
        sheet.set_observers(&cells);
        sheet
    }

    fn pairs(cells: Vec<Point>) -> Vec<(i32, i32)> {
        cells.into_iter().map(|cell| (cell.x, cell.y)).collect()
    }

    #[test]
    fn all_cells_move_together_and_stay_on_the_sheet() {
        let sheet = sheet(9, 9, &[(4, 4), (3, 5)]);
        let to = |x, y| pairs(moved(&sheet, Point::new(x, y)));
        assert_eq!(to(6, 1), [(6, 1), (5, 2)]);
        assert_eq!(to(-50, 99), [(1, 7), (0, 8)]);
        assert_eq!(to(99, -50), [(8, 0), (7, 1)]);
    }

    #[test]
    fn nobody_becomes_one_cell_where_it_is_called() {
        let sheet = sheet(9, 9, &[]);
        assert_eq!(pairs(moved(&sheet, Point::new(2, 3))), [(2, 3)]);
        assert!(next_shape(&sheet).is_empty());
    }

    #[test]
    fn the_last_cell_cannot_be_taken_away() {
        let sheet = sheet(9, 9, &[(4, 4)]);
        assert_eq!(pairs(toggled(&sheet, Point::new(4, 4))), [(4, 4)]);
        assert_eq!(toggled(&sheet, Point::new(5, 4)).len(), 2);
    }

    #[test]
    fn shapes_follow_each_other_and_fit() {
        let mut table = sheet(9, 9, &[(8, 8)]);
        let mut seen = Vec::new();
        for _ in 0..4 {
            let cells = next_shape(&table);
            table.set_observers(&cells);
            seen.push(pairs(cells));
        }
        assert_eq!(seen[0], [(7, 8), (8, 8)]);
        assert_eq!(seen[1], [(7, 7), (7, 8)]);
        assert_eq!(seen[2], [(7, 7), (8, 7), (7, 8), (8, 8)]);
        assert_eq!(seen[3].len(), 1);
        let row = sheet(9, 1, &[(3, 0), (4, 0)]);
        assert_eq!(pairs(next_shape(&row)), [(3, 0)], "nothing two high fits");
    }
}
