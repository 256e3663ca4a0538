//! Keys, pointer, questions and effects.

use parlour_grid::editor::{Button, Desk, Effect, GridPath, Key, Mode, Sheet};
use parlour_grid::{Point, Size};

fn desk() -> Desk {
    Desk::new(Sheet::blank(Size::new(9, 7)).expect("small enough"))
}

fn type_in(desk: &mut Desk, text: &str) {
    desk.key(Key::Ctrl('u'));
    for letter in text.chars() {
        assert_eq!(desk.key(Key::Char(letter)), None);
    }
}

fn wall_count(desk: &Desk) -> u32 {
    desk.editor().sheet().walls().count()
}

#[test]
fn escape_closes_what_is_open_and_then_the_editor() {
    let mut desk = desk();
    desk.key(Key::Char('h'));
    assert!(desk.help());
    assert_eq!(desk.key(Key::Escape), None);
    assert!(!desk.help());
    desk.key(Key::Char('n'));
    assert!(desk.prompt().is_some());
    assert_eq!(desk.key(Key::Escape), None);
    assert!(desk.prompt().is_none());
    assert_eq!(desk.key(Key::Escape), Some(Effect::Close));
}

#[test]
fn a_new_sheet_has_the_size_that_was_typed() {
    let mut desk = desk();
    desk.key(Key::Char('n'));
    assert_eq!(desk.prompt().expect("a question").answer(), "9x7");
    type_in(&mut desk, "12 x 5");
    assert_eq!(desk.key(Key::Enter), Some(Effect::Fit));
    assert_eq!(desk.editor().sheet().size(), Size::new(12, 5));
    desk.key(Key::Char('n'));
    type_in(&mut desk, "5000x5");
    desk.key(Key::Enter);
    assert_eq!(desk.editor().sheet().size(), Size::new(12, 5));
    let message = desk.message().expect("a refusal");
    assert_eq!(message, "5000x5 is too large: at most 4096 cells a side");
}

#[test]
fn broken_files_give_a_message_and_change_nothing() {
    let mut desk = desk();
    desk.key(Key::Char(' '));
    let before = desk.editor().sheet().clone();
    let wide = ".".repeat(5000);
    for (text, words) in [
        (
            Ok("..\n.\n"),
            "line 2: the row has 1 cells, the first one 2",
        ),
        (Ok(wide.as_str()), "5000x1 is too large"),
        (Ok(""), "there are no cells in it"),
        (Ok("??"), "'?' stands for no cell"),
        (Ok("{\"w\":3}"), "line 1: "),
        (Ok("{broken"), "line 1: "),
        (Err("No such file"), "No such file"),
    ] {
        desk.opened("x.txt", text);
        let message = desk.message().expect("a refusal");
        assert!(message.starts_with("x.txt: "), "{message}");
        assert!(message.contains(words), "{message}");
        assert_eq!(desk.editor().sheet(), &before);
        assert_eq!(desk.editor().history_depth(), (1, 0));
    }
    desk.pasted(Ok("..\n..."));
    assert!(
        desk.message()
            .expect("a refusal")
            .contains("line 2: the row has 3")
    );
    desk.pasted(Err("there is nothing"));
    assert_eq!(desk.message(), Some("paste: there is nothing"));
    assert_eq!(desk.editor().sheet(), &before);
}

#[test]
fn copying_and_pasting_keeps_the_drawing() {
    let mut desk = desk();
    desk.press(Button::Left, Point::new(1, 1));
    desk.moved(Point::new(3, 4));
    desk.release();
    let before = desk.editor().sheet().clone();
    let Some(Effect::Copy(text)) = desk.key(Key::Char('c')) else {
        panic!("C copies");
    };
    desk.key(Key::Char('r'));
    desk.key(Key::Char('y'));
    assert_ne!(desk.editor().sheet(), &before);
    assert_eq!(desk.key(Key::Char('V')), Some(Effect::Paste));
    desk.pasted(Ok(&text));
    assert_eq!(desk.editor().sheet(), &before);
}

#[test]
fn an_observer_in_a_wall_is_copied_as_a_case_and_comes_back() {
    let mut desk = desk();
    desk.key(Key::Char(' '));
    assert!(desk.editor().sheet().observer_in_wall());
    let before = desk.editor().sheet().clone();
    let Some(Effect::Copy(text)) = desk.key(Key::Ctrl('c')) else {
        panic!("C copies");
    };
    assert!(text.starts_with('{'));
    desk.key(Key::Char('r'));
    desk.pasted(Ok(&text));
    assert_eq!(desk.editor().sheet(), &before);
}

#[test]
fn saving_chooses_the_form_by_the_ending() {
    let mut desk = desk();
    for (name, first) in [("map.txt", 'o'), ("deep/map.jsonl", '{'), ("map", 'o')] {
        desk.key(Key::Char('s'));
        type_in(&mut desk, name);
        assert_eq!(desk.key(Key::Enter), Some(Effect::LookFor(name.into())));
        let Some(Effect::Write {
            name: to,
            text,
            append,
        }) = desk.found(name, false)
        else {
            panic!("S saves");
        };
        assert_eq!((to.as_str(), append), (name, false));
        assert!(text.starts_with(first), "{text}");
        desk.written(name, Ok(()));
        assert_eq!(desk.message(), Some(format!("written: {name}").as_str()));
    }
    desk.written("map", Err("the disk is full"));
    assert_eq!(desk.message(), Some("map: the disk is full"));
}

/// The drawing's own file is written over; any other that is there is asked for.
#[test]
fn another_file_is_not_written_over_without_a_question() {
    let mut desk = desk();
    let save = |desk: &mut Desk, name: &str| {
        desk.key(Key::Char('s'));
        type_in(desk, name);
        desk.key(Key::Enter)
    };
    let writes = |effect: Option<Effect>| matches!(effect, Some(Effect::Write { .. }));
    save(&mut desk, "old.txt");
    assert_eq!(desk.found("old.txt", true), None);
    let prompt = desk.prompt().expect("a question");
    assert!(prompt.words().starts_with("old.txt is there already"));
    // Enter is no yes, and nothing is saved by mistake.
    for key in [Key::Enter, Key::Escape, Key::Char('n'), Key::Ctrl('y')] {
        desk.found("old.txt", true);
        assert_eq!(desk.key(key), None, "{key:?}");
        assert!(desk.prompt().is_none());
        let words = "not saved: old.txt is left as it is";
        assert_eq!(desk.message(), Some(words));
    }
    desk.found("old.txt", true);
    assert!(writes(desk.key(Key::Char('y'))));
    desk.written("old.txt", Ok(()));
    // Now it is the drawing's own.
    assert!(writes(save(&mut desk, "old.txt")));
    // Another is asked for again; and so is the same for another drawing.
    let other = Some(Effect::LookFor("new.txt".into()));
    assert_eq!(save(&mut desk, "new.txt"), other);
    desk.key(Key::Char('r'));
    desk.pasted(Ok(".s.\n"));
    let same = Some(Effect::LookFor("old.txt".into()));
    assert_eq!(save(&mut desk, "old.txt"), same);
    // What was opened is its own.
    desk.opened("old.txt", Ok(".s.\n"));
    desk.key(Key::Char('y'));
    assert!(writes(save(&mut desk, "old.txt")));
    // Adding a case to a file does not make it the drawing's own.
    desk.written("cases.jsonl", Ok(()));
    let cases = Some(Effect::LookFor("cases.jsonl".into()));
    assert_eq!(save(&mut desk, "cases.jsonl"), cases);
}

#[test]
fn of_a_file_with_several_drawings_only_the_open_one_is_written() {
    let cases: Vec<String> = ["one", "two", "three"]
        .iter()
        .map(|name| desk().editor().case(name))
        .collect();
    for (name, pieces) in [
        (
            "maps.txt",
            [".#.\n.s.\n", "...\n.s.\n", "#..\n.s.\n"]
                .map(str::to_owned)
                .to_vec(),
        ),
        ("maps.jsonl", cases),
    ] {
        let between = if name.ends_with("txt") {
            "\n; a word\n\n"
        } else {
            ""
        };
        let text = pieces.join(between);
        let mut desk = desk();
        desk.opened(name, Ok(&text));
        desk.key(Key::PageDown);
        desk.press(Button::Left, Point::new(0, 0));
        desk.release();
        desk.key(Key::Char('s'));
        assert_eq!(desk.prompt().expect("a question").answer(), name);
        let Some(Effect::Write {
            text: whole,
            append: false,
            ..
        }) = desk.key(Key::Enter)
        else {
            panic!("S saves");
        };
        assert!(
            whole.starts_with(&format!("{}{between}", pieces[0])),
            "{whole}"
        );
        assert!(
            whole.ends_with(&format!("{between}{}", pieces[2])),
            "{whole}"
        );
        assert_ne!(whole, text);
        desk.written(name, Ok(()));
        let changed = desk.editor().sheet().clone();
        // What was written is what is turned to, and read again.
        for file in [&text, &whole] {
            let mut again = Desk::new(Sheet::blank(Size::new(2, 2)).unwrap());
            again.opened(name, Ok(file));
            again.key(Key::PageDown);
            assert_eq!(again.editor().sheet() == &changed, *file == whole);
        }
        desk.key(Key::PageUp);
        desk.key(Key::PageDown);
        assert_eq!(desk.editor().sheet(), &changed);
    }
}

#[test]
fn a_drawing_is_pasted_with_any_ends_of_lines() {
    for text in [
        "##..\n#s..\n....",
        "##..\r#s..\r....",
        "##..\r\n#s..\r\n....\r\n",
    ] {
        let mut desk = desk();
        desk.pasted(Ok(text));
        assert_eq!(desk.message(), Some("pasted 4x3"), "{text:?}");
        assert_eq!(wall_count(&desk), 3);
    }
}

#[test]
fn a_case_is_not_added_to_a_file_of_drawings() {
    let mut desk = desk();
    desk.key(Key::Char('t'));
    type_in(&mut desk, "map.txt");
    assert_eq!(desk.key(Key::Enter), None);
    let said = desk.message().expect("a word about it");
    assert_eq!(said, "map.txt: cases go into a file that ends in .jsonl");
}

#[test]
fn questions_take_letters_that_are_commands_elsewhere() {
    let mut desk = desk();
    desk.key(Key::Char('o'));
    type_in(&mut desk, "c v.txt");
    assert_eq!(desk.key(Key::Ctrl('v')), Some(Effect::Paste));
    desk.pasted(Ok("-old\nsecond line"));
    assert_eq!(
        desk.key(Key::Enter),
        Some(Effect::Open(String::from("c v.txt-old")))
    );
    assert_eq!(wall_count(&desk), 0);
}

#[test]
fn an_empty_answer_does_nothing() {
    let mut desk = desk();
    for key in ['n', 'o', 's', 't', 'g'] {
        desk.key(Key::Char(key));
        type_in(&mut desk, "  ");
        assert_eq!(desk.key(Key::Enter), None);
        assert!(desk.prompt().is_none());
    }
    assert_eq!(desk.editor().history_depth(), (0, 0));
}

#[test]
fn random_maps_come_by_seed() {
    let mut desk = desk();
    let ask = |desk: &mut Desk, words: &str| {
        desk.key(Key::Char('g'));
        type_in(desk, words);
        desk.key(Key::Enter);
        desk.editor().sheet().clone()
    };
    let seven = ask(&mut desk, "7 25%");
    let eight = ask(&mut desk, "8");
    assert_ne!(seven, eight);
    assert_eq!(ask(&mut desk, "7"), seven);
    desk.key(Key::Char('r'));
    assert_eq!(desk.editor().sheet(), &eight, "R takes the next seed");
    ask(&mut desk, "rooms");
    assert!(desk.message().expect("a refusal").contains("needs a seed"));
}

#[test]
fn the_lens_follows_its_keys() {
    let mut desk = desk();
    desk.key(Key::Char('f'));
    assert_eq!(desk.editor().lens().mode, Mode::Symmetric);
    desk.key(Key::Char(']'));
    desk.key(Key::Char(']'));
    assert_eq!(desk.editor().lens().radius, Some(9));
    for _ in 0..20 {
        desk.key(Key::Char('['));
    }
    assert_eq!(desk.editor().lens().radius, Some(0));
    desk.key(Key::Char('\\'));
    assert_eq!(desk.editor().lens().radius, None);
    let paths: Vec<_> = (0..3)
        .map(|_| {
            desk.key(Key::Char('p'));
            desk.editor().lens().grid_path
        })
        .collect();
    assert_eq!(
        paths,
        [Some(GridPath::Cutting), Some(GridPath::NotCutting), None]
    );
}

#[test]
fn the_pointer_aims_the_paths() {
    let mut desk = desk();
    desk.key(Key::Char('p'));
    desk.key(Key::Char('a'));
    desk.moved(Point::new(8, 3));
    desk.refresh();
    assert_eq!(desk.editor().grid_path().len(), 5);
    assert_eq!(
        desk.editor().any_angle_path(),
        [Point::new(4, 3), Point::new(8, 3)]
    );
    assert_eq!(
        desk.lens_line(Some(12)),
        "exact sight \u{b7} any-angle 4.000 \u{b7} 4 steps cutting, cost 40 \u{b7} 12 \u{b5}s"
    );
    desk.moved(Point::new(9, 3));
    desk.refresh();
    assert!(desk.editor().grid_path().is_empty(), "off the sheet");
}

#[test]
fn keys_alone_are_enough_to_draw() {
    let mut desk = desk();
    assert_eq!(desk.key(Key::Left), Some(Effect::ShowPointer));
    desk.key(Key::Char(' '));
    desk.key(Key::Up);
    desk.key(Key::Enter);
    assert_eq!(desk.editor().sheet().observers(), [Point::new(3, 2)]);
    assert!(desk.editor().sheet().walls().contains(Point::new(3, 3)));
    desk.key(Key::Right);
    desk.key(Key::Char('d'));
    assert_eq!(desk.editor().sheet().observers().len(), 2);
    for _ in 0..20 {
        desk.key(Key::Left);
    }
    assert_eq!(desk.pointer(), Point::new(0, 2), "it stays on the sheet");
}

#[test]
fn the_counts_line_counts() {
    let mut desk = desk();
    desk.press(Button::Left, Point::new(2, 2));
    desk.release();
    desk.refresh();
    let line = desk.counts_line();
    assert!(line.starts_with("9x7 \u{b7} 1 walls \u{b7} "), "{line}");
    assert!(line.contains("4 corners"), "{line}");
}

#[test]
fn a_press_while_help_is_shown_only_hides_it() {
    let mut desk = desk();
    desk.key(Key::Help);
    desk.press(Button::Left, Point::new(0, 0));
    assert!(!desk.help());
    assert_eq!(wall_count(&desk), 0);
}

#[test]
fn pages_of_a_file_are_turned_and_a_broken_one_is_told() {
    let mut desk = desk();
    desk.key(Key::PageDown);
    assert_eq!(desk.message(), Some("no file is open"));
    desk.opened("maps.txt", Ok("s.\n\n..x\n\n##s"));
    let opened = "opened maps.txt: 2x1, drawing 1 of 3 (PgDn for the next)";
    assert_eq!(desk.message(), Some(opened));
    desk.key(Key::PageDown);
    assert!(
        desk.message()
            .expect("a refusal")
            .contains("'x' stands for no cell")
    );
    assert_eq!(desk.editor().sheet().size(), Size::new(2, 1));
    desk.key(Key::PageDown);
    assert_eq!(desk.message(), Some("drawing 3 of 3: 3x1"));
    desk.key(Key::PageDown);
    assert_eq!(
        desk.message(),
        Some("there is no other drawing in the file")
    );
}
