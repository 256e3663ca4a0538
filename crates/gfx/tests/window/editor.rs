//! The sight editor. Every test sends the same events to the window and to a
//! session of its own, and compares each cell, mark and path on the screen
//! with the picture the session says there must be.

use std::thread::sleep;
use std::time::Duration;

use macroquad::input::{KeyCode, MouseButton};
use parlour_gfx::camera::Pixel;
use parlour_gfx::palette;
use parlour_gfx::sight::bar_height;
use parlour_grid::editor::{Button, Key, Sheet, Style, random_sheet};
use parlour_grid::{Point, Size};
use parlour_rogue_window::input::{Input, Touch, TouchPhase};

use crate::display::Window;
use crate::hand::Hand;
use crate::page::Page;
use crate::pair::{Pair, TITLE};

#[test]
fn painting_walking_and_undo_show_at_once() {
    paint_walk_and_undo(&mut Pair::open());
}

#[test]
fn painting_walking_and_undo_show_at_once_in_the_browser() {
    let mut pair = Pair::browse();
    paint_walk_and_undo(&mut pair);
    assert_eq!(pair.window.troubles(), serde_json::json!([]));
}

fn paint_walk_and_undo<H: Hand>(pair: &mut Pair<H>) {
    pair.agrees("the map as it was opened");
    pair.click(20, 9);
    assert!(
        pair.session
            .desk
            .editor()
            .sheet()
            .walls()
            .contains(Point::new(20, 9))
    );
    pair.agrees("a wall by a click");
    pair.point_at(17, 1);
    pair.press(MouseButton::Left, 1, false);
    pair.point_at(22, 6);
    pair.agrees("a stroke while it is drawn");
    pair.point_at(22, 10);
    pair.release(MouseButton::Left, 1);
    pair.agrees("a stroke that goes on");
    pair.point_at(8, 3);
    pair.press(MouseButton::Right, 3, false);
    for (x, y) in [(9, 4), (9, 6), (12, 8), (16, 3)] {
        pair.point_at(x, y);
        pair.agrees("the observer follows the hand");
    }
    pair.release(MouseButton::Right, 3);
    pair.letter('u');
    pair.letter('u');
    pair.agrees("two steps undone");
    pair.letter('y');
    pair.agrees("one step done again");
    pair.letter('m');
    pair.agrees("an observer of two cells");
}

#[test]
fn modes_radius_and_paths_are_drawn() {
    go_through_modes(&mut Pair::open());
}

#[test]
fn modes_radius_and_paths_are_drawn_in_the_browser() {
    go_through_modes(&mut Pair::browse());
}

fn go_through_modes<H: Hand>(pair: &mut Pair<H>) {
    // A page takes no input before it shows something.
    pair.agrees("the map as it was opened");
    pair.point_at(20, 8);
    pair.letter('a');
    pair.agrees("the any-angle path");
    assert!(pair.session.desk.editor().any_angle_path().len() > 2);
    pair.point_at(1, 10);
    pair.agrees("the path to another cell");
    pair.letter('p');
    pair.agrees("both paths");
    pair.letter('a');
    pair.letter('p');
    pair.agrees("the path that does not cut corners");
    pair.letter('p');
    pair.letter('f');
    pair.agrees("the symmetric field of view, its walls lit");
    pair.letter(']');
    pair.letter('[');
    pair.letter('[');
    pair.agrees("a radius");
    pair.letter('\\');
    pair.letter('f');
    pair.agrees("exact sight again");
}

#[test]
fn zoom_pan_and_size_of_the_window() {
    let mut pair = Pair::open();
    pair.point_at(7, 3);
    for _ in 0..3 {
        pair.window.wheel(1);
        pair.session.take(Input::Wheel(1));
        pair.agrees("closer");
    }
    pair.press(MouseButton::Middle, 2, false);
    let to = Pixel::new(pair.at.x - 130, pair.at.y + 77);
    pair.point(to);
    pair.release(MouseButton::Middle, 2);
    pair.agrees("moved by the middle button");
    pair.window.wheel(-6);
    for _ in 0..6 {
        pair.session.take(Input::Wheel(-1));
    }
    pair.agrees("farther away");
    pair.key("Home", KeyCode::Home);
    pair.agrees("whole again");
    pair.window.resize(TITLE, 1600, 1000);
    pair.session.resize((1600, 1000 - bar_height(1600)));
    pair.agrees("in a larger window");
    pair.window.resize(TITLE, 640, 480);
    pair.session.resize((640, 480 - bar_height(640)));
    pair.agrees("in a smaller window");
}

#[test]
fn clipboard_files_and_messages() {
    let mut pair = Pair::open();
    pair.agrees("the map as it was opened");
    let text = pair.copies_pastes_and_saves("out.txt");
    let saved = std::fs::read_to_string(pair.window.folder().join("out.txt"));
    assert_eq!(saved.expect("it was saved"), text);

    pair.letter('t');
    pair.answer("cases.jsonl");
    pair.agrees("after adding a case");
    let cases = std::fs::read_to_string(pair.window.folder().join("cases.jsonl"));
    let cases = cases.expect("it was written");
    assert!(
        cases.starts_with('{') && cases.contains("\"visible\":["),
        "{cases}"
    );

    for (name, text) in [
        ("ragged.txt", String::from("...\n..\n")),
        ("large.txt", ".".repeat(4097)),
        ("broken.jsonl", String::from("{\"name\":")),
    ] {
        std::fs::write(pair.window.folder().join(name), &text).expect("it can be written");
        pair.key("Home", KeyCode::Home);
        pair.letter('o');
        pair.answer(name);
        pair.session.desk.opened(name, Ok(&text));
        pair.agrees("a refused file changes nothing");
        pair.window.expect("the refusal is shown", &|shot| {
            let line = Pixel::new(0, 600 - bar_height(800) / 2);
            match shot.count(line, 800, bar_height(800) / 2, palette::MESSAGE) {
                0 => Err(String::from("no message")),
                _ => Ok(()),
            }
        });
    }
    assert_eq!(pair.session.desk.editor().sheet().size(), Size::new(4, 2));
}

#[test]
fn an_idle_window_uses_no_processor_and_escape_closes_it() {
    let mut pair = Pair::open();
    pair.agrees("the map as it was opened");
    // Frames go on for a moment after the last input.
    sleep(Duration::from_secs(4));
    let before = pair.window.processor_ticks();
    sleep(Duration::from_secs(3));
    let used = pair.window.processor_ticks() - before;
    assert!(used <= 3, "{used} ticks of 10 ms in three idle seconds");
    pair.window.key("h");
    pair.window
        .expect("the help covers the sheet", &|shot| match shot.count(
            Pixel::new(100, 100),
            600,
            400,
            palette::TEXT,
        ) {
            0 => Err(String::from("no help")),
            _ => Ok(()),
        });
    pair.window.key("Escape");
    pair.agrees("the help is gone");
    pair.window.key("Escape");
    assert!(pair.window.ended_well());
}

#[test]
fn the_page_copies_pastes_saves_and_rests() {
    let mut pair = Pair::browse();
    pair.agrees("the map as it was opened");
    pair.point_at(1, 1);
    let text = pair.copies_pastes_and_saves("v.txt");
    let kept = pair.window.stored("parlour/file/v.txt");
    assert_eq!(kept, Some(text), "V is a letter while a name is typed");
    assert_eq!(pair.window.downloaded().as_deref(), Some("v.txt"));

    pair.letter('n');
    pair.answer("9x9");
    pair.session.settle();
    pair.agrees("a new sheet");
    pair.letter('o');
    pair.answer("v.txt");
    pair.session.desk.opened("v.txt", Ok("s..#\n....\n"));
    pair.session.settle();
    pair.agrees("the saved drawing comes back");

    assert_eq!(
        pair.window.idle_frames(),
        0,
        "nothing moves, nothing is drawn"
    );
    assert_eq!(pair.window.troubles(), serde_json::json!([]));
}

/// The real program is killed after strokes, and while one is being made; what it has
/// shown is there again.
#[test]
fn a_killed_window_loses_at_most_the_stroke_being_made() {
    let program = std::env::var("PARLOUR_GFX").expect("`cargo xtask window` names the program");
    let words = [
        "--window",
        "800x600",
        "--keep",
        "kept.txt",
        "--random",
        "24x12,1,0%",
    ];
    let blank = random_sheet(Size::new(24, 12), Style::Scatter(0), 1).expect("small enough");
    let mut window = Window::display();
    let mut drawn = blank.clone();
    for round in 0..6 {
        window.open(&program, &words, TITLE);
        let mut pair = Pair::over(window, drawn.clone());
        pair.point_at(1, 1);
        pair.agrees("what was drawn before");
        pair.click(3 + round, 2);
        pair.point_at(2, 5 + round);
        pair.press(MouseButton::Left, 1, false);
        pair.point_at(6 + round, 5 + round);
        pair.release(MouseButton::Left, 1);
        pair.agrees("two strokes more");
        drawn = pair.session.desk.editor().sheet().clone();
        if round % 2 == 1 {
            // A stroke that never ends.
            pair.point_at(15, 1);
            pair.press(MouseButton::Left, 1, false);
            pair.point_at(15, 9);
            pair.agrees("a stroke that is being made");
        }
        pair.window.kill();
        if round % 2 == 1 {
            pair.window.release(1);
        }
        let kept = std::fs::read_to_string(pair.window.folder().join("kept.txt"));
        let kept = Sheet::from_journal(&kept.expect("it was kept")).expect("it is whole");
        assert_eq!(kept, drawn, "round {round}");
        window = pair.window;
    }
}

#[test]
fn fingers_paint_lead_the_observer_and_move_the_sheet_in_the_browser() {
    let mut pair = Pair::browse();
    pair.agrees("the map as it was opened");
    let at = |pair: &Pair<Page>, x, y| pair.session.camera.middle(Point::new(x, y));

    let spot = at(&pair, 20, 9);
    pair.window.finger(1, "start", spot);
    pair.window.finger(1, "end", spot);
    pair.session.desk.press(Button::Left, Point::new(20, 9));
    pair.session.desk.release();
    pair.agrees("a tap paints");

    let (from, to) = (at(&pair, 17, 1), at(&pair, 17, 5));
    pair.window.finger(1, "start", from);
    pair.window.finger(1, "move", to);
    pair.window.finger(1, "end", to);
    pair.session.desk.press(Button::Left, Point::new(17, 1));
    pair.session.desk.moved(Point::new(17, 5));
    pair.session.desk.release();
    pair.agrees("a drag paints on");

    let spot = at(&pair, 12, 8);
    pair.window.finger(1, "start", spot);
    pair.session.desk.press(Button::Right, Point::new(12, 8));
    pair.session.desk.release();
    pair.agrees("a finger that stays calls the observer");
    pair.window.finger(1, "end", spot);

    let undo = Pixel::new(800 - 4 * 66 + 30, 600 - bar_height(800) / 2);
    pair.window.finger(1, "start", undo);
    pair.window.finger(1, "end", undo);
    pair.session.desk.key(Key::Char('u'));
    pair.agrees("a button for undo");

    let (one, two) = (Pixel::new(300, 250), Pixel::new(420, 250));
    let moves = |number, phase, x, y| (number, phase, Pixel::new(x, y));
    let pinch = [
        (1, "start", one),
        (2, "start", two),
        moves(1, "move", 260, 250),
        moves(2, "move", 480, 250),
        moves(1, "move", 260, 290),
        moves(2, "move", 480, 290),
        (1, "end", one),
        (2, "end", two),
    ];
    for (number, phase, at) in pinch {
        pair.window.finger(number, phase, at);
        let phase = match phase {
            "start" => TouchPhase::Started,
            "move" => TouchPhase::Moved,
            _ => TouchPhase::Ended,
        };
        let finger = u64::from(number);
        pair.session.take(Input::Touch(Touch {
            finger,
            phase,
            at,
            millis: 0,
        }));
    }
    pair.agrees("two fingers move the sheet and come closer");
    assert_eq!(pair.window.troubles(), serde_json::json!([]));
}

#[test]
fn a_page_keeps_what_is_drawn_and_every_tab_its_own() {
    let mut pair = Pair::browse();
    pair.agrees("the map as it was opened");
    pair.click(20, 9);
    pair.agrees("a wall");
    let kept = pair
        .window
        .stored("parlour/kept/sight")
        .expect("it is kept");
    let sheet = Sheet::from_journal(&kept).expect("it is whole");
    assert_eq!(sheet, *pair.session.desk.editor().sheet());
    let locks = serde_json::json!(["parlour/kept/sight/0", "parlour/kept/sight/1"]);
    assert_eq!(pair.window.second_tab(), locks);
    pair.window.reload();
    pair.agrees("what was drawn is there again");
    assert_eq!(pair.window.stored("parlour/kept/sight"), Some(kept));
}
