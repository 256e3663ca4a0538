//! Painting, walking, undo and redo.

use parlour_grid::editor::{Cell, Editor, Lens, Mode, Sheet, read_sheet};
use parlour_grid::{Point, Size};

fn blank(w: u32, h: u32) -> Editor {
    Editor::new(Sheet::blank(Size::new(w, h)).expect("small enough"))
}

fn walls(editor: &Editor) -> Vec<(i32, i32)> {
    let walls = editor.sheet().walls();
    walls.iter().map(|cell| (cell.x, cell.y)).collect()
}

fn at(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

#[test]
fn a_click_toggles_one_wall() {
    let mut editor = blank(9, 9);
    editor.press(at(2, 3));
    editor.release();
    assert_eq!(walls(&editor), [(2, 3)]);
    editor.press(at(2, 3));
    editor.release();
    assert_eq!(walls(&editor), []);
    assert_eq!(editor.history_depth(), (2, 0));
}

#[test]
fn a_drag_paints_what_the_first_cell_became() {
    let mut editor = blank(9, 9);
    editor.press(at(1, 1));
    editor.drag(at(4, 1));
    editor.release();
    assert_eq!(walls(&editor), [(1, 1), (2, 1), (3, 1), (4, 1)]);
    // Beginning on a wall, the drag clears walls and leaves free cells free.
    editor.press(at(4, 1));
    editor.drag(at(2, 1));
    editor.drag(at(2, 5));
    editor.release();
    assert_eq!(walls(&editor), [(1, 1)]);
}

#[test]
fn a_fast_drag_paints_the_cells_it_jumped_over() {
    let mut editor = blank(30, 30);
    editor.press(at(0, 0));
    editor.drag(at(20, 10));
    assert_eq!(walls(&editor).len(), 21);
    editor.drag(at(20, 10));
    editor.release();
    assert_eq!(editor.history_depth(), (1, 0));
}

#[test]
fn a_drag_may_leave_the_sheet_and_come_back() {
    let mut editor = blank(5, 5);
    editor.press(at(2, 2));
    editor.drag(at(2, -3));
    editor.drag(at(4, -3));
    editor.drag(at(4, 0));
    editor.drag(at(i32::MAX, i32::MIN));
    editor.release();
    assert_eq!(walls(&editor), [(2, 0), (4, 0), (2, 1), (2, 2)]);
}

#[test]
fn a_press_off_the_sheet_does_nothing() {
    let mut editor = blank(5, 5);
    editor.press(at(5, 2));
    editor.drag(at(2, 2));
    editor.release();
    editor.call(at(-1, 0));
    editor.drag(at(2, 0));
    editor.release();
    assert_eq!(walls(&editor), []);
    assert_eq!(editor.sheet().observers(), [at(2, 2)]);
    assert_eq!(editor.history_depth(), (0, 0));
}

#[test]
fn undo_and_redo_go_through_every_kind_of_step() {
    let mut editor = blank(9, 9);
    let mut states = vec![editor.sheet().clone()];
    editor.press(at(1, 1));
    editor.drag(at(6, 3));
    editor.release();
    states.push(editor.sheet().clone());
    editor.call(at(7, 7));
    editor.drag(at(3, 8));
    editor.release();
    states.push(editor.sheet().clone());
    editor.replace(read_sheet("s.#\n...").expect("a drawing"));
    states.push(editor.sheet().clone());
    editor.press(at(2, 0));
    editor.release();
    states.push(editor.sheet().clone());
    editor.next_shape();
    states.push(editor.sheet().clone());

    for state in states.iter().rev().skip(1) {
        assert!(editor.undo());
        assert_eq!(editor.sheet(), state);
    }
    assert!(!editor.undo());
    for state in &states[1..] {
        assert!(editor.redo());
        assert_eq!(editor.sheet(), state);
    }
    assert!(!editor.redo());
}

#[test]
fn undo_in_the_middle_of_a_drag_takes_the_drag_back() {
    let mut editor = blank(9, 9);
    editor.press(at(1, 1));
    editor.drag(at(5, 1));
    assert!(editor.undo());
    assert_eq!(walls(&editor), []);
    editor.drag(at(8, 8));
    assert_eq!(walls(&editor), []);
}

#[test]
fn the_observer_follows_the_drag_and_is_one_step() {
    let mut editor = blank(9, 9);
    editor.call(at(1, 1));
    for x in 2..8 {
        editor.drag(at(x, 2));
        assert_eq!(editor.sheet().observers(), [at(x, 2)]);
    }
    editor.release();
    assert_eq!(editor.history_depth(), (1, 0));
    editor.undo();
    assert_eq!(editor.sheet().observers(), [at(4, 4)]);
}

#[test]
fn refresh_does_something_only_when_something_changed() {
    let mut editor = blank(9, 9);
    assert!(editor.refresh());
    assert!(!editor.refresh());
    editor.aim(Some(at(1, 1)));
    assert!(
        !editor.refresh(),
        "no path is shown, so aiming asks nothing"
    );
    editor.call(at(4, 4));
    editor.release();
    assert!(!editor.refresh(), "the observer was there already");
    editor.press(at(0, 0));
    assert!(editor.refresh());
    editor.set_lens(editor.lens());
    assert!(!editor.refresh());
}

#[test]
fn an_observer_in_a_wall_sees_nothing_exactly_but_sees_symmetrically() {
    let mut editor = blank(5, 5);
    editor.press(at(2, 2));
    editor.release();
    editor.refresh();
    assert_eq!(editor.cell(at(2, 2)), Cell::ObserverInWall);
    assert_eq!(editor.counts().visible, 0);
    editor.set_lens(Lens {
        mode: Mode::Symmetric,
        ..Lens::default()
    });
    editor.refresh();
    assert_eq!(editor.counts().visible, 24);
}

#[test]
fn the_radius_cuts_both_kinds_of_sight_to_a_square() {
    for mode in [Mode::Exact, Mode::Symmetric] {
        let mut editor = blank(9, 9);
        let radius = Some(2);
        editor.set_lens(Lens {
            mode,
            radius,
            ..Lens::default()
        });
        editor.refresh();
        assert_eq!(editor.counts().visible, 25);
        assert_eq!(editor.cell(at(2, 2)), Cell::Visible);
        assert_eq!(editor.cell(at(1, 2)), Cell::Hidden);
    }
}

#[test]
fn lit_walls_are_told_apart_in_the_symmetric_field_of_view() {
    let mut editor = Editor::new(read_sheet("s.##.").expect("a drawing"));
    editor.refresh();
    assert_eq!(editor.cell(at(2, 0)), Cell::Wall { lit: false });
    editor.set_lens(Lens {
        mode: Mode::Symmetric,
        ..Lens::default()
    });
    editor.refresh();
    assert_eq!(editor.cell(at(2, 0)), Cell::Wall { lit: true });
    assert_eq!(editor.cell(at(3, 0)), Cell::Wall { lit: false });
    assert_eq!(editor.counts().lit_walls, 1);
}

#[test]
fn several_cells_of_observer_see_what_all_of_them_see() {
    let mut editor = Editor::new(read_sheet("s....\n.....\n.#...").expect("a drawing"));
    let alone = |cell: (i32, i32)| {
        let mut editor = Editor::new(read_sheet("s....\n.....\n.#...").expect("a drawing"));
        editor.call(cell.into());
        editor.refresh();
        editor.visible().clone()
    };
    editor.toggle_observer(at(3, 2));
    editor.refresh();
    let mut both = alone((0, 0));
    both &= &alone((3, 2));
    assert_eq!(editor.visible(), &both);
}

#[test]
fn a_block_of_cells_tells_what_is_in_it() {
    let mut editor = Editor::new(read_sheet("s...\n.#..\n....\n...#").expect("a drawing"));
    editor.refresh();
    let block = editor.block(parlour_grid::Rect::new(2, 2, 4, 4));
    assert_eq!((block.cells, block.walls, block.observer), (4, 1, None));
    let block = editor.block(parlour_grid::Rect::new(0, 0, 2, 2));
    assert_eq!((block.walls, block.lit_walls), (1, 0));
    assert_eq!(block.observer, Some(Cell::Observer));
    editor.set_lens(Lens {
        mode: Mode::Symmetric,
        ..Lens::default()
    });
    editor.refresh();
    let block = editor.block(parlour_grid::Rect::new(0, 0, 2, 2));
    assert_eq!((block.walls, block.lit_walls, block.visible), (1, 1, 3));
}
