//! Explanations agree with the definitions, and name what closes a line.

use parlour_grid::explain::{Role, Verdict, explain_sight, explain_view};
use parlour_grid::{BitGrid, Point, Size};

use crate::brute::{exact_sees, symmetric_sees};
use crate::maps::{Dice, drawn, rounds};

#[test]
fn explanations_agree_with_the_definitions() {
    let mut dice = Dice::new(701);
    for _ in 0..rounds(4000, 300) {
        let map = dice.map();
        let from = dice.cell(map.size());
        for _ in 0..60 {
            let to = dice.cell(map.size());
            let exact = explain_sight(&map, from, to);
            assert_eq!(exact.is_visible(), exact_sees(&map, from, to), "{exact:?}");
            let view = explain_view(&map, from, to);
            let sees = symmetric_sees(&map, from, to);
            assert_eq!(view.is_visible(), sees, "{from} {to} {view:?}\n{map:?}");
        }
    }
}

#[test]
fn without_the_walls_that_close_it_the_line_gets_further() {
    let mut dice = Dice::new(702);
    for _ in 0..rounds(4000, 300) {
        let mut map = dice.map();
        let (from, to) = (dice.cell(map.size()), dice.cell(map.size()));
        map.set(from, false);
        map.set(to, false);
        // Taking away what is named opens the line in the end.
        for exact in [true, false] {
            let mut map = map.clone();
            loop {
                let why = if exact {
                    explain_sight(&map, from, to)
                } else {
                    explain_view(&map, from, to)
                };
                if why.is_visible() {
                    break;
                }
                let closing: Vec<_> = why.closing().collect();
                assert!(!closing.is_empty(), "{why:?}");
                for wall in closing {
                    assert_eq!(map.set(wall, false), Some(true), "it was a wall");
                }
            }
        }
    }
}

#[test]
fn sentences_say_what_happened() {
    let map = drawn(&["....", ".#..", "..#.", "...."]);
    let at = Point::new;
    let say = |from, to| explain_view(&map, from, to).to_string();
    assert_eq!(
        say(at(0, 0), at(3, 3)),
        "3,3 is hidden from 0,0: the wall at 1,1 is in the way"
    );
    assert_eq!(
        say(at(0, 1), at(1, 1)),
        "the wall at 1,1 is lit from 0,1 by the floor at 0,1"
    );
    assert_eq!(
        say(at(0, 3), at(0, 0)),
        "0,0 is in sight of 0,3: nothing touches the line"
    );
    let wall = explain_sight(&map, at(0, 0), at(1, 1));
    assert_eq!(wall.verdict, Verdict::EndIsWall);
    for off in [(-1, 0), (4, 0), (i32::MIN, i32::MAX)] {
        for why in [
            explain_sight(&map, at(0, 0), off.into()),
            explain_view(&map, off.into(), at(0, 0)),
        ] {
            assert_eq!(why.verdict, Verdict::OffTheMap);
            assert!(why.to_string().contains("on the map"));
        }
    }
    // Between two walls that touch the line on either side.
    let slit = drawn(&[".....", "..#..", "....."]);
    let mut slit = slit;
    slit.set(at(1, 0), true);
    let why = explain_view(&slit, at(0, 0), at(4, 2));
    let touched = why.steps.iter().filter(|step| step.role != Role::Passed);
    assert!(touched.count() > 0, "{why:?}");
}

#[test]
fn the_longest_lines_are_explained() {
    let size = Size::new(4096, 4096);
    let mut map = BitGrid::new(size);
    let (from, to) = (Point::ORIGIN, Point::new(4095, 4094));
    assert!(explain_sight(&map, from, to).is_visible());
    assert!(explain_view(&map, from, to).is_visible());
    map.set(Point::new(2000, 2000), true);
    assert!(!explain_sight(&map, from, to).is_visible());
    assert!(!explain_view(&map, from, to).is_visible());
    assert!(explain_sight(&map, from, from).is_visible());
}
