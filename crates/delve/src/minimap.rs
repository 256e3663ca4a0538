//! The level in small: four cells to a character, for a look at all of it.

use parlour_grid::Point;

use crate::view::{Ground, ThingKind, View};

/// Marks over the ground, the most important first.
pub const LEGEND: &str = "@ you  > < stairs  = vault  ! enemies  + friends  * things";

/// The characters for the four cells of a block: north-west 1, north-east 2,
/// south-west 4, south-east 8.
const BLOCKS: [char; 16] = [
    ' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
];

/// What is known of the level at half its size: filled where one can walk, with a
/// mark where the player, stairs, a vault's door, enemies and things are.
pub fn rows(view: &View) -> Vec<String> {
    let picture = &view.picture;
    let (wide, high) = (picture.width.div_ceil(2), picture.height.div_ceil(2));
    let block = |x: u16, y: u16| {
        let corner = Point::new(i32::from(x) * 2, i32::from(y) * 2);
        let cells = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| corner + Point::new(dx, dy));
        let marks = cells.iter().filter_map(|at| mark(view, *at));
        if let Some((_, mark)) = marks.min() {
            return mark;
        }
        let walkable = |at: &Point| picture.get(*at).is_some_and(|it| it.ground.is_walkable());
        let bits = cells.iter().enumerate();
        let bits = bits.filter(|(_, at)| walkable(at));
        BLOCKS[bits.map(|(bit, _)| 1 << bit).sum::<usize>()]
    };
    (0..high)
        .map(|y| (0..wide).map(|x| block(x, y)).collect())
        .collect()
}

/// The mark of a cell, with its rank among others.
fn mark(view: &View, at: Point) -> Option<(u8, char)> {
    if at == view.here {
        return Some((0, '@'));
    }
    match view.picture.get(at)?.ground {
        Ground::StairsDown | Ground::Shaft => return Some((1, '>')),
        Ground::StairsUp => return Some((1, '<')),
        Ground::Locked => return Some((1, '=')),
        _ => {}
    }
    let things = view.things.iter().filter(|thing| thing.at == at);
    things
        .filter_map(|thing| match thing.kind {
            ThingKind::Enemy { .. } => Some((2, '!')),
            ThingKind::Item { .. } => Some((3, '*')),
            ThingKind::Friend { .. } => Some((2, '+')),
            ThingKind::Remains => None,
        })
        .min()
}

#[cfg(test)]
mod tests {
    use parlour_rules::{Actor, Rules, Seat, Seed, Viewer};

    use super::*;
    use crate::{Command, Delve, Setup};

    #[test]
    fn every_known_cell_is_somewhere_and_nothing_else() {
        let mut state = Delve::start(&Setup::default(), Seed(7)).unwrap();
        let me = Actor::Seat(Seat(0));
        for _ in 0..30 {
            for event in Delve::decide(&state, me, &Command::Explore).unwrap_or_default() {
                Delve::apply(&mut state, &event);
            }
        }
        let view = Delve::view(&state, Viewer::Spectator);
        let rows = rows(&view);
        assert_eq!(rows.len(), usize::from(view.picture.height).div_ceil(2));
        for at in view.picture.points() {
            let row: Vec<char> = rows[at.y as usize / 2].chars().collect();
            let drawn = row[at.x as usize / 2];
            let bit = 1 << (at.x % 2 + at.y % 2 * 2);
            let walkable = view.picture.get(at).unwrap().ground.is_walkable();
            match BLOCKS.iter().position(|block| *block == drawn) {
                Some(bits) => assert_eq!(bits & bit != 0, walkable, "{at}"),
                None => assert!("@><=!+*".contains(drawn), "{drawn}"),
            }
        }
        let here = view.here;
        let row: Vec<char> = rows[here.y as usize / 2].chars().collect();
        assert_eq!(row[here.x as usize / 2], '@');
    }
}
