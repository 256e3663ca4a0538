//! Drawings as cases: what the editor exports is what the library answers.

use parlour_grid::cases::{Verdict, check};
use parlour_grid::editor::{Editor, Lens, SheetFile, read_sheet};
use parlour_grid::{Point, Size};
use serde_json::Value;

const FIXTURE: &str = include_str!("../../fixtures/sight.jsonl");

fn case_of(editor: &Editor, name: &str) -> Value {
    serde_json::from_str(&editor.case(name)).expect("a case is JSON")
}

#[test]
fn every_case_of_the_fixture_is_opened_and_exported_with_the_same_answers() {
    let (mut file, first) = SheetFile::read(FIXTURE).expect("the fixture is whole");
    let mut editor = Editor::new(first);
    editor.set_lens(Lens {
        any_angle: true,
        ..Lens::default()
    });
    for (line, text) in FIXTURE.lines().enumerate() {
        if line > 0 {
            let sheet = file.turn(1).expect("there is a next one");
            editor.replace(sheet.expect("it is whole"));
        }
        let expected: Value = serde_json::from_str(text).expect("JSON");
        let target = expected["target"].as_u64().expect("a target") as u32;
        editor.aim(editor.sheet().size().point(target));
        let found = case_of(&editor, expected["name"].as_str().expect("a name"));
        for (field, value) in expected.as_object().expect("an object") {
            if field == "anyangle" && value.is_number() {
                let length = |value: &Value| value.as_f64().expect("a length");
                assert!((length(&found[field]) - length(value)).abs() < 1e-6);
            } else {
                assert_eq!(&found[field], value, "line {}, {field}", line + 1);
            }
        }
    }
    assert_eq!(file.number(), file.len());
    assert!(file.turn(1).is_none());
}

#[test]
fn an_exported_case_passes_the_check() {
    let mut editor = Editor::new(read_sheet("s..#.\n.#...\n...#.").expect("a drawing"));
    let alone = editor.case("alone");
    editor.toggle_observer(Point::new(4, 0));
    editor.set_lens(Lens {
        any_angle: true,
        ..Lens::default()
    });
    editor.aim(Some(Point::new(2, 2)));
    let together = editor.case("together \"quoted\" \n");
    for text in [&alone, &together, &format!("{alone}{together}")] {
        let verdicts = check(text);
        assert!(verdicts.iter().all(Verdict::ok), "{verdicts:?}");
    }
    assert_eq!(check(&format!("{alone}{together}")).len(), 2);
}

#[test]
fn a_printed_drawing_passes_the_check() {
    let mut editor = Editor::new(read_sheet("s..#.\n.#...\n...#.").expect("a drawing"));
    editor.refresh();
    let verdicts = check(&parlour_grid::editor::print_drawing(&editor));
    assert!(verdicts.len() == 1 && verdicts[0].ok(), "{verdicts:?}");
}

#[test]
fn cases_too_large_for_a_sheet_are_refused() {
    let refused = read_sheet(r#"{"name":"long","w":5000,"h":2,"blocked":[]}"#);
    let words = refused.expect_err("it is too wide").to_string();
    assert_eq!(words, "5000x2 is too large: at most 4096 cells a side");
    let widest = read_sheet(r#"{"name":"wide","w":4096,"h":1,"blocked":[]}"#);
    assert_eq!(widest.expect("it fits").size(), Size::new(4096, 1));
    let broken = read_sheet("\n{\"name\":\"x\",\"w\":2,\"h\":2,\"blocked\":[7]}");
    let words = broken.expect_err("there is no cell 7").to_string();
    assert!(words.starts_with("line 2: x: "), "{words}");
}
