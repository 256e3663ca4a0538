//! Drawings and cases as text, in and out; broken ones change nothing.

use parlour_grid::editor::{Editor, Sheet, SheetError, SheetFile, print_drawing, read_sheet};
use parlour_grid::{Point, Size};
use proptest::prelude::*;

fn drawn(text: &str) -> String {
    let mut editor = Editor::new(read_sheet(text).expect("a drawing"));
    editor.refresh();
    print_drawing(&editor)
}

#[test]
fn both_alphabets_and_blanks_between_cells_are_read() {
    let expected = read_sheet("s.#\n..#").expect("a drawing");
    for text in [
        "s□■\n□□■\n",
        "s . #\n. . #\n",
        "  s□■  \r\n  on■\r\n",
        "; a comment\n\ns.#\n; another\nuo#\n\n###\n",
        "\u{feff}s.#\n▲n#",
    ] {
        assert_eq!(read_sheet(text).as_ref(), Ok(&expected), "{text}");
    }
}

#[test]
fn a_drawing_of_exact_sight_is_a_complete_case() {
    // Both corners in sight have something beside them that is not.
    assert_eq!(drawn("s..\n.#.\n..."), "so▲\no■□\n▲□u\n");
}

#[test]
fn what_was_printed_reads_back_as_the_same_sheet() {
    for text in ["s", "s.#\n.#.\n#..", "#########s", "..\n.."] {
        let sheet = read_sheet(text).expect("a drawing");
        assert_eq!(read_sheet(&drawn(text)), Ok(sheet));
    }
}

#[test]
fn ragged_and_unknown_letters_are_named_with_their_line() {
    let refused = |text: &str| read_sheet(text).expect_err("it is broken").to_string();
    assert_eq!(
        refused("\n...\n; a comment\n....\n"),
        "line 4: the row has 4 cells, the first one 3"
    );
    assert_eq!(
        refused("..\n.x\n"),
        "line 2, column 2: 'x' stands for no cell"
    );
    assert_eq!(read_sheet(""), Err(SheetError::NoCells));
    assert_eq!(read_sheet("\n; nothing\n\n"), Err(SheetError::NoCells));
}

#[test]
fn more_than_4096_a_side_is_too_large() {
    let row = ".".repeat(4097);
    assert!(matches!(
        read_sheet(&row),
        Err(SheetError::TooLarge { width: 4097, .. })
    ));
    let column = "#\n".repeat(4097);
    assert!(matches!(
        read_sheet(&column),
        Err(SheetError::TooLarge { height: 4097, .. })
    ));
    assert!(read_sheet(&"#\n".repeat(4096)).is_ok());
}

#[test]
fn a_file_of_several_drawings_is_turned_like_pages() {
    let (mut file, first) = SheetFile::read("s.\n\n#s\n\n..x\n\n...").expect("a file");
    assert_eq!((file.len(), file.number()), (4, 1));
    assert_eq!(first.observers(), [Point::new(0, 0)]);
    assert!(file.turn(-1).is_none());
    let second = file.turn(1).expect("there is one").expect("it is whole");
    assert_eq!(second.observers(), [Point::new(1, 0)]);
    assert!(file.turn(1).expect("there is one").is_err());
    assert!(file.turn(1).expect("there is one").is_ok());
    assert!(file.turn(1).is_none());
}

proptest! {
    /// Any text is a sheet or an error, never a panic.
    #[test]
    fn any_text_is_read_or_refused(text in "[#.s■□ \n;{}o\"x0-9a-z:,\\[\\]]{0,200}") {
        let _ = read_sheet(&text);
    }

    #[test]
    fn random_sheets_survive_the_way_through_text(
        w in 1_u32..20, h in 1_u32..20, seed in any::<u64>(), percent in 0_u8..60,
    ) {
        use parlour_grid::editor::{Style, random_sheet};
        let sheet = random_sheet(Size::new(w, h), Style::Scatter(percent), seed).unwrap();
        let mut editor = Editor::new(sheet.clone());
        editor.refresh();
        prop_assert_eq!(read_sheet(&print_drawing(&editor)), Ok(sheet));
    }
}

#[test]
fn a_sheet_of_the_largest_size_is_printed_and_read() {
    let sheet = Sheet::blank(Size::new(4096, 3)).expect("within the limit");
    let mut editor = Editor::new(sheet.clone());
    editor.refresh();
    assert_eq!(read_sheet(&print_drawing(&editor)), Ok(sheet));
}
