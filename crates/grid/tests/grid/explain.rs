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

/// Whether a line of some slope from a cell's centre meets no wall before it has come so
/// far along: by the definition of the field of view, or by that of exact sight.
fn passes(map: &BitGrid, exact: bool, from: Point, to: Point, slope: (i64, i64)) -> bool {
    let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let steep = dy.abs() > dx.abs();
    let (major, minor) = if steep { (dy, dx) } else { (dx, dy) };
    let sign = |side: i64| if side < 0 { -1 } else { 1 };
    let length = major.abs();
    let (rise, run) = slope;
    map.iter().all(|wall| {
        let (x, y) = (i64::from(wall.x - from.x), i64::from(wall.y - from.y));
        let (along, across) = if steep { (y, x) } else { (x, y) };
        let (along, across) = (along * sign(major), across * sign(minor));
        if exact {
            // The part of the way within the square's columns, cut to the end.
            let (first, last) = ((along - 1).max(0), (along + 1).min(length));
            if first >= last {
                return true;
            }
            let (low, high) = (first * rise, last * rise);
            let (low, high) = (low.min(high), low.max(high));
            high <= (across - 1) * run || low >= (across + 1) * run
        } else {
            if along <= 0 || along >= length {
                return true;
            }
            2 * along * rise <= (2 * across - 1) * run || 2 * along * rise >= (2 * across + 1) * run
        }
    })
}

#[test]
fn the_cone_is_what_reaches_the_cell() {
    let mut dice = Dice::new(703);
    let mut cones = 0;
    for _ in 0..rounds(4000, 300) {
        let map = dice.map();
        let from = dice.cell(map.size());
        for _ in 0..20 {
            let to = dice.cell(map.size());
            for exact in [true, false] {
                let why = if exact {
                    explain_sight(&map, from, to)
                } else {
                    explain_view(&map, from, to)
                };
                assert_eq!(why.cone.is_some(), why.is_visible() && why.by != from);
                let Some(cone) = why.cone else { continue };
                cones += 1;
                let to = why.by;
                let [low, high] = cone.slopes();
                let delta = to - from;
                let length = i64::from(delta.x.abs().max(delta.y.abs()));
                let rise = i64::from(delta.x.abs().min(delta.y.abs()));
                // Many lines that end in the cell, from its one side to the other.
                for part in -12..=12_i64 {
                    let slope = (24 * rise + part, 24 * length);
                    let less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
                    let inside = less(low, slope) && less(slope, high);
                    let outside = less(slope, low) || less(high, slope);
                    let free = passes(&map, exact, from, to, slope);
                    assert!(!inside || free, "{from} {to} {slope:?} {cone:?}\n{map:?}");
                    assert!(!outside || !free, "{from} {to} {slope:?} {cone:?}\n{map:?}");
                }
                assert!(cone.walls().all(|wall| map.contains(wall)));
            }
        }
    }
    assert!(cones > 500, "{cones}");
}

#[test]
fn a_story_goes_step_by_step_to_the_wall_that_closes_the_line() {
    let mut map = drawn(&["......", "......", "......"]);
    map.set(Point::new(3, 1), true);
    let why = explain_view(&map, Point::new(0, 0), Point::new(5, 2));
    let told: Vec<String> = (0..why.beats()).map(|beat| why.beat(beat)).collect();
    assert_eq!(
        told,
        [
            "from 0,0 a line goes to 5,2",
            "1,0 is free: the line goes on",
            "2,1 is free: the line goes on",
            "the wall at 3,1 is in the way",
            "5,2 is hidden from 0,0: the wall at 3,1 is in the way",
        ]
    );
    for beat in 0..why.beats() {
        let shown = why.shown(Some(beat));
        assert_eq!(shown.steps.len(), beat.min(3));
        assert_eq!(shown.end, beat + 1 == why.beats());
    }
    assert!(why.shown(None).end);
    // Touched on one side and then on the other.
    let slit = drawn(&["s....", ".#.#.", "....t"]);
    let why = explain_view(&slit, Point::new(0, 0), Point::new(4, 2));
    let told: Vec<String> = (0..why.beats()).map(|beat| why.beat(beat)).collect();
    assert!(
        told.iter()
            .any(|it| it.ends_with("on one side: it goes on")),
        "{told:?}"
    );
    assert!(
        told.iter().any(|it| it.ends_with("it cannot pass")),
        "{told:?}"
    );
}

#[test]
fn the_end_of_a_story_names_what_bounds_the_cone() {
    let slot = drawn(&["..s..", "##.##", ".....", "..t.."]);
    let why = explain_sight(&slot, Point::new(2, 0), Point::new(2, 3));
    let end = why.beat(why.beats() - 1);
    assert!(
        end.ends_with("one line alone passes between the walls at 1,1 and 3,1"),
        "{end}"
    );
    let open = drawn(&[".....", "....."]);
    let why = explain_view(&open, Point::new(0, 0), Point::new(4, 1));
    assert_eq!(
        why.cone_words().as_deref(),
        Some("the whole of the cell is reached")
    );
    let cone = why.cone.expect("it is in sight");
    assert_eq!(cone.ends(8), [Point::new(32, 4), Point::new(32, 12)]);
}

#[test]
fn what_lies_outside_the_radius_is_said_to_be_too_far() {
    let map = BitGrid::new(Size::new(9, 9));
    let at = Point::new;
    let why = explain_sight(&map, at(0, 0), at(5, 2)).within(Some(4));
    assert_eq!(why.verdict, Verdict::TooFar(4));
    assert_eq!(
        why.to_string(),
        "5,2 is farther from 0,0 than the radius of 4"
    );
    assert!(
        explain_view(&map, at(0, 0), at(5, 2))
            .within(Some(5))
            .is_visible()
    );
    let mut map = map;
    map.set(at(2, 1), true);
    let why = explain_view(&map, at(0, 0), at(4, 2)).within(Some(1));
    assert_eq!(why.verdict, Verdict::Hidden, "the wall is told first");
}
