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

/// A desk with a file of two drawings, the first of which was changed.
fn changed() -> Desk {
    let mut desk = desk();
    desk.opened("two.txt", Ok("s..\n\n#s"));
    desk.press(Button::Left, Point::new(2, 0));
    desk.release();
    desk
}

#[test]
fn a_drawing_that_undo_brings_back_has_no_file_of_another() {
    // What Enter does when the file to save to is asked for.
    let save = |desk: &mut Desk| {
        desk.key(Key::Char('s'));
        desk.key(Key::Enter)
    };
    let asks = Some(Effect::LookFor("sight.txt".to_owned()));
    let mut desk = desk();
    desk.opened("a.txt", Ok("s..\n..."));
    let first = desk.editor().sheet().clone();
    desk.opened("b.txt", Ok("#s"));
    desk.key(Key::Char('u'));
    assert_eq!(*desk.editor().sheet(), first);
    assert_eq!(save(&mut desk), asks, "b.txt is not written over");
    desk.found("sight.txt", false);
    desk.written("sight.txt", Ok(()));
    // Done again, it is not the drawing that was saved meanwhile.
    desk.key(Key::Ctrl('y'));
    assert_ne!(*desk.editor().sheet(), first);
    assert_eq!(save(&mut desk), asks);

    // Of a file with several drawings none is written in the place of another.
    let mut desk = changed();
    saved(&mut desk, "");
    desk.key(Key::PageDown);
    desk.key(Key::Char('u'));
    assert_eq!(save(&mut desk), asks);

    // Undo within the drawing leaves its file to it.
    let mut desk = changed();
    desk.key(Key::Char('u'));
    let written = save(&mut desk);
    assert!(
        matches!(&written, Some(Effect::Write { name, .. }) if name == "two.txt"),
        "{written:?}"
    );
}

/// What somebody does that puts another drawing on the desk.
type Exchange = (&'static str, fn(&mut Desk));

#[test]
fn another_drawing_takes_the_place_of_an_unsaved_one_only_if_one_says_so() {
    let wall = Point::new(2, 0);
    let exchanges: [Exchange; 6] = [
        ("opened", |desk| desk.opened("other.txt", Ok("s#s"))),
        ("pasted", |desk| desk.pasted(Ok("##s"))),
        ("turned", |desk| drop(desk.key(Key::PageDown))),
        ("random", |desk| drop(desk.key(Key::Char('r')))),
        ("random by seed", |desk| {
            desk.key(Key::Char('g'));
            desk.key(Key::Char('7'));
            desk.key(Key::Enter);
        }),
        ("new", |desk| {
            desk.key(Key::Char('n'));
            desk.key(Key::Char('5'));
            desk.key(Key::Enter);
        }),
    ];
    for (what, exchange) in exchanges {
        let mut desk = changed();
        let before = desk.editor().sheet().clone();
        for stay in [Key::Escape, Key::Char('n'), Key::Enter] {
            exchange(&mut desk);
            let question = desk.prompt().expect(what).question();
            assert_eq!(question, Question::Discard, "{what}");
            assert_eq!(desk.key(stay), None, "{what}");
            assert_eq!(*desk.editor().sheet(), before, "{what}");
            assert!(desk.prompt().is_none() && desk.is_unsaved(), "{what}");
        }
        exchange(&mut desk);
        desk.key(Key::Char('y'));
        assert_ne!(*desk.editor().sheet(), before, "{what}");
        desk.key(Key::Char('u'));
        assert_eq!(
            *desk.editor().sheet(),
            before,
            "{what}: undo brings it back"
        );
        assert!(desk.is_unsaved(), "{what}");

        // Saved first, and then it goes on.
        let mut desk = changed();
        exchange(&mut desk);
        desk.key(Key::Char('s'));
        let Some(Effect::Write { name, text, .. }) = desk.key(Key::Enter) else {
            panic!("{what}: it is the drawing's own file");
        };
        assert!(read_sheet(&text).expect("a drawing").walls().contains(wall));
        desk.written(&name, Ok(()));
        assert_ne!(*desk.editor().sheet(), before, "{what}");

        // What cannot be saved stays.
        let mut desk = changed();
        exchange(&mut desk);
        desk.key(Key::Char('s'));
        desk.key(Key::Enter);
        desk.written("two.txt", Err("the disk is full"));
        assert_eq!(*desk.editor().sheet(), before, "{what}");
        assert!(desk.is_unsaved(), "{what}");
        desk.key(Key::Char('s'));
        desk.key(Key::Enter);
        desk.written("two.txt", Ok(()));
        assert_eq!(
            *desk.editor().sheet(),
            before,
            "{what}: nothing waits any more"
        );
    }
}

#[test]
fn a_broken_piece_is_never_written_over_by_the_drawing_before_it() {
    let text = "s..\n\n..x\n\n##s\n";
    let mut desk = desk();
    desk.opened("maps.txt", Ok(text));
    desk.key(Key::PageDown);
    let words = desk.message().expect("a refusal").to_owned();
    assert!(
        words.starts_with("drawing 2 of 3 is broken, 1 stays: line 3"),
        "{words}"
    );
    desk.press(Button::Left, Point::new(2, 0));
    desk.release();
    desk.key(Key::Char('s'));
    let Some(Effect::Write { text: whole, .. }) = desk.key(Key::Enter) else {
        panic!("it is the drawing's own file");
    };
    assert!(whole.ends_with("\n\n..x\n\n##s\n"), "{whole}");
    let first = read_sheet(&whole).expect("the first drawing");
    assert_eq!(first, *desk.editor().sheet());
    desk.written("maps.txt", Ok(()));
    // The broken one is passed over in both directions.
    let mut desk = Desk::new(Sheet::blank(Size::new(2, 2)).expect("small"));
    desk.opened("maps.txt", Ok(text));
    desk.key(Key::PageDown);
    desk.key(Key::PageDown);
    assert_eq!(desk.message(), Some("drawing 3 of 3: 3x1"));
    desk.key(Key::PageUp);
    desk.key(Key::PageUp);
    assert_eq!(desk.message(), Some("drawing 1 of 3: 3x1"));
}

const ONE_VIEW: &str = "{\n  \"testName\": \"a slot\",\n  \"gridRows\": 2,\n  \"gridCols\": 3,\n  \
    \"blockedCells\": [1],\n  \"startX\": 0, \"startY\": 0,\n  \"source\": \"by hand\",\n  \
    \"expectedVisible\": [0, 3]\n}\n";

#[test]
fn a_case_that_was_opened_is_saved_as_a_case() {
    for name in ["slot.json", "slot.case", "slot.jsonl"] {
        let mut desk = desk();
        desk.opened(name, Ok(ONE_VIEW));
        for wall in [(2, 0), (2, 1)] {
            desk.press(Button::Left, wall.into());
            desk.release();
            let text = saved(&mut desk, "");
            let case: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(case["testName"], "a slot", "{text}");
            assert_eq!(case["source"], "by hand");
            assert_eq!(read_sheet(&text).expect("a case"), *desk.editor().sheet());
            assert!(
                check(&text).iter().all(parlour_grid::cases::Verdict::ok),
                "{text}"
            );
        }
    }
    // What was drawn here becomes a case by its name.
    let text = saved(&mut desk(), "new.json");
    assert!(text.starts_with('{'), "{text}");
}

#[test]
fn what_a_case_asks_and_its_name_survive_saving() {
    let text = concat!(
        r#"{"name":"first","w":3,"h":1,"blocked":[],"observers":[0],"visible":[0,1,2]}"#,
        "\n",
        r#"{"name":"the way","note":"kept","w":4,"h":2,"blocked":[],"observers":[0],"#,
        r#""target":3,"start":4,"dest":3,"want":["octile_cut","path"],"#,
        r#""octile_cut":210,"path":[4,3]}"#,
        "\n",
    );
    let mut desk = desk();
    desk.opened("ways.jsonl", Ok(text));
    desk.key(Key::PageDown);
    desk.press(Button::Left, Point::new(1, 0));
    desk.release();
    let whole = saved(&mut desk, "");
    let (first, second) = whole.split_once('\n').expect("two lines");
    assert_eq!(Some(first), text.lines().next());
    let case: serde_json::Value = serde_json::from_str(second).expect("JSON");
    for (field, value) in [
        ("name", "the way".into()),
        ("note", "kept".into()),
        ("target", 3.into()),
        ("start", 4.into()),
        ("dest", 3.into()),
        ("want", serde_json::json!(["octile_cut", "path"])),
    ] {
        assert_eq!(case[field], value, "{field}");
    }
    assert!(
        case["octile_cut"].is_number() && case["path"].is_array(),
        "{case}"
    );
    assert!(case.get("visible").is_none(), "nobody asked for it");
    assert!(
        check(&whole).iter().all(parlour_grid::cases::Verdict::ok),
        "{whole}"
    );
    // An observer more: what cannot be asked of two is asked no more.
    let text = r#"{"name":"two","w":3,"h":1,"blocked":[],"observers":[0],"symmetric":[0,1,2],"visible":[0,1,2]}"#;
    desk.opened("two.jsonl", Ok(text));
    desk.press(Button::RightWithShift, Point::new(2, 0));
    let whole = saved(&mut desk, "");
    assert!(!whole.contains("symmetric"), "{whole}");
    assert!(
        check(&whole).iter().all(parlour_grid::cases::Verdict::ok),
        "{whole}"
    );
}

#[test]
fn comments_round_a_single_drawing_are_kept() {
    let mut desk = desk();
    desk.opened("a.txt", Ok("; of the north gate\n\ns..\n"));
    desk.press(Button::Left, Point::new(2, 0));
    desk.release();
    let text = saved(&mut desk, "");
    assert!(text.starts_with("; of the north gate\n\n"), "{text}");
    assert_eq!(
        read_sheet(&text).expect("a drawing"),
        *desk.editor().sheet()
    );
}
