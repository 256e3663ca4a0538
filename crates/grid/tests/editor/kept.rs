//! Nothing unsaved is lost, everything that `check` reads opens, and what is saved
//! passes `check`.

use parlour_grid::cases::check;
use parlour_grid::editor::{Button, Desk, Effect, Key, Question, Sheet, read_sheet};
use parlour_grid::{Point, Size};

fn desk() -> Desk {
    Desk::new(Sheet::blank(Size::new(9, 7)).expect("small enough"))
}

/// Saves under a name and says what was written.
fn saved(desk: &mut Desk, name: &str) -> String {
    desk.key(Key::Char('s'));
    for letter in name.chars() {
        desk.key(Key::Char(letter));
    }
    let effect = match desk.key(Key::Enter) {
        Some(Effect::LookFor(name)) => desk.found(&name, false),
        other => other,
    };
    let Some(Effect::Write { name, text, .. }) = effect else {
        panic!("{effect:?}");
    };
    desk.written(&name, Ok(()));
    text
}

#[test]
fn escape_asks_while_something_is_unsaved() {
    let mut desk = desk();
    assert!(!desk.is_unsaved());
    assert_eq!(desk.key(Key::Escape), Some(Effect::Close));
    desk.key(Key::Char(' '));
    assert!(desk.is_unsaved());
    for stay in [Key::Escape, Key::Char('n'), Key::Enter] {
        assert_eq!(desk.key(Key::Escape), None);
        let question = desk.prompt().expect("a question").question();
        assert_eq!(question, Question::Leave);
        assert_eq!(desk.key(stay), None);
        assert!(desk.prompt().is_none());
    }
    desk.key(Key::Escape);
    assert_eq!(desk.key(Key::Char('y')), Some(Effect::Close));
    desk.key(Key::Escape);
    desk.key(Key::Char('s'));
    let question = desk.prompt().expect("a question").question();
    assert_eq!(question, Question::SaveFile);
    desk.key(Key::Escape);
    saved(&mut desk, "a.txt");
    assert!(!desk.is_unsaved());
    assert_eq!(desk.key(Key::Escape), Some(Effect::Close));
    desk.key(Key::Char('u'));
    assert!(desk.is_unsaved(), "undoing what was saved is a change");
}

#[test]
fn a_journal_brings_back_what_was_not_saved() {
    let mut before = desk();
    before.press(Button::Left, Point::new(1, 1));
    before.moved(Point::new(6, 1));
    before.release();
    let journal = before.editor().sheet().journal();
    let mut after = desk();
    after.restore(&journal);
    assert_eq!(after.editor().sheet(), before.editor().sheet());
    assert!(after.is_unsaved());
    after.key(Key::Char('u'));
    assert!(!after.is_unsaved(), "the drawing before comes back by undo");
    after.restore("nonsense");
    assert!(after.message().expect("a message").contains("broken"));
}

#[test]
fn what_check_reads_is_opened() {
    let pretty = "{\n  \"testName\": \"t\",\n  \"gridRows\": 2,\n  \"gridCols\": 3,\n  \
                  \"blockedCells\": [1],\n  \"startX\": 0, \"startY\": 0,\n  \
                  \"expectedVisible\": [0, 3, 4, 5]\n}\n";
    let sheet = read_sheet(pretty).expect("one case over many lines");
    assert_eq!(sheet.size(), Size::new(3, 2));
    assert_eq!(sheet.observers(), [Point::ORIGIN]);
    assert!(sheet.walls().contains(Point::new(1, 0)));
    let off = pretty.replace("\"startX\": 0", "\"startX\": -4");
    assert!(
        read_sheet(&off)
            .expect("off the map")
            .observers()
            .is_empty()
    );
    let lines = format!(
        "{}\n{}\n",
        pretty.replace('\n', ""),
        r#"{"name":"a","w":2,"h":1,"blocked":[],"observers":[0,1],"visible":[0,1]}"#
    );
    let (mut file, _) = parlour_grid::editor::SheetFile::read(&lines).expect("two cases");
    assert_eq!(file.len(), 2);
    let second = file.turn(1).expect("there is one").expect("it is whole");
    assert_eq!(second.observers().len(), 2);
    let commented = "; a comment\n; another\ns.s\n...\n\n; more\n...\n";
    assert_eq!(read_sheet(commented).expect("several").observers().len(), 2);
}

#[test]
fn what_is_saved_passes_the_check() {
    let passes = |text: &str| {
        for verdict in check(text) {
            assert!(verdict.ok(), "{verdict:?}\n{text}");
        }
    };
    for name in ["a.txt", "a.jsonl"] {
        let mut desk = desk();
        desk.press(Button::Left, Point::new(2, 1));
        desk.moved(Point::new(2, 5));
        desk.release();
        passes(&saved(&mut desk, name));
        // Whatever is shown: another mode, a radius.
        desk.key(Key::Char('f'));
        desk.key(Key::Char(']'));
        passes(&saved(&mut desk, name));
        // An observer of several cells, also far apart.
        desk.key(Key::Char('m'));
        passes(&saved(&mut desk, name));
        desk.press(Button::RightWithShift, Point::new(0, 0));
        passes(&saved(&mut desk, name));
        // One that stands in a wall.
        desk.press(Button::Left, Point::new(0, 0));
        desk.release();
        passes(&saved(&mut desk, name));
    }
    // None at all.
    let mut desk = Desk::new(read_sheet("..#\n...\n...").expect("a drawing"));
    passes(&saved(&mut desk, "b.txt"));
}
