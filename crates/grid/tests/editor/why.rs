//! Why a cell is in sight: what is told agrees with what is shown, whatever the lens and
//! the observer, and it is told step by step.

use parlour_grid::editor::{Desk, Effect, Key, Sheet, Style, random_sheet, read_sheet};
use parlour_grid::explain::Verdict;
use parlour_grid::{Point, Size};
use proptest::prelude::*;

fn drawn(text: &str) -> Desk {
    let mut desk = Desk::new(read_sheet(text).expect("a drawing"));
    desk.key(Key::Char('e'));
    desk
}

proptest! {
    #[test]
    fn what_is_told_is_what_is_shown(
        seed in any::<u64>(),
        percent in 0_u8..50,
        cells in prop::collection::vec((0_i32..14, 0_i32..10), 1..4),
        symmetric in any::<bool>(),
        radius in 0_usize..12,
    ) {
        let size = Size::new(14, 10);
        let mut sheet = random_sheet(size, Style::Scatter(percent), seed).expect("small");
        let cells: Vec<Point> = cells.into_iter().map(Point::from).collect();
        sheet.set_observers(&cells);
        let mut desk = Desk::new(sheet);
        desk.key(Key::Char('e'));
        if symmetric {
            desk.key(Key::Char('f'));
        }
        // The usual radius is 8; none at all for the last.
        if radius < 11 {
            desk.key(Key::Char(']'));
            for _ in 0..8 {
                desk.key(Key::Char('['));
            }
            for _ in 0..radius {
                desk.key(Key::Char(']'));
            }
        }
        desk.refresh();
        for cell in size.cells() {
            desk.moved(cell);
            let why = desk.explanation().expect("it is on the sheet");
            let editor = desk.editor();
            let seen = editor.visible().contains(cell) || editor.lit_walls().contains(cell);
            prop_assert_eq!(why.is_visible(), seen, "{} {:?}", cell, why);
        }
    }
}

#[test]
fn of_several_cells_the_one_that_does_not_see_is_told_of() {
    let mut desk = drawn("s.#.\n....\ns...");
    desk.moved(Point::new(3, 0));
    let why = desk.explanation().expect("it is on the sheet");
    assert_eq!((why.from, why.verdict), (Point::new(0, 0), Verdict::Hidden));
    desk.moved(Point::new(3, 2));
    desk.refresh();
    let told = desk.lens_line(None);
    assert!(told.contains("3,2 is hidden from 0,0"), "{told}");
}

#[test]
fn beyond_the_radius_it_says_so() {
    let mut desk = drawn("s.........");
    desk.key(Key::Char(']'));
    desk.moved(Point::new(9, 0));
    let told = desk.lens_line(None);
    assert!(
        told.ends_with("9,0 is farther from 0,0 than the radius of 8"),
        "{told}"
    );
}

#[test]
fn it_goes_step_by_step_and_back() {
    let mut desk = drawn("s....\n.....\n..#..");
    desk.moved(Point::new(3, 0));
    let whole = desk.lens_line(None);
    let line = |desk: &mut Desk, key: char| {
        assert_eq!(desk.key(Key::Char(key)), None::<Effect>);
        desk.lens_line(None)
    };
    assert!(line(&mut desk, '.').ends_with("from 0,0 a line goes to 3,0"));
    let second = line(&mut desk, '>');
    assert!(second.contains(" 2 of "), "{second}");
    assert!(line(&mut desk, ',').contains(" 1 of "));
    assert!(
        line(&mut desk, '<').contains(" 1 of "),
        "it stays at the beginning"
    );
    for _ in 0..50 {
        desk.key(Key::Char('.'));
    }
    let why = desk.explanation().expect("it is shown");
    assert_eq!(desk.beat(), Some(why.beats() - 1), "it stays at the end");
    // Another cell is another story.
    desk.key(Key::Left);
    assert_eq!(desk.beat(), None);
    desk.key(Key::Right);
    assert_eq!(desk.lens_line(None), whole);
    // Without E the first step asks for it; E ends it.
    desk.key(Key::Char('e'));
    assert!(desk.explanation().is_none());
    assert!(
        line(&mut desk, ',').contains("is in sight"),
        "the last sentence"
    );
    desk.key(Key::Char('e'));
    assert!(desk.explanation().is_none());
    let mut nobody =
        Desk::new(Sheet::from_walls(parlour_grid::BitGrid::new(Size::new(3, 3))).expect("small"));
    nobody.key(Key::Char('.'));
    assert!(nobody.message().expect("a word").contains("nobody"));
}
