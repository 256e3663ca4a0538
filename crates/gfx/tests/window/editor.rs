//! The sight editor. Every test sends the same events to the window and to a
//! [`Session`] of its own, and compares each cell, mark and path on the screen
//! with the picture the session says there must be.

use std::thread::sleep;
use std::time::Duration;

use macroquad::input::{KeyCode, MouseButton};
use parlour_gfx::camera::Pixel;
use parlour_gfx::palette;
use parlour_gfx::sight::BAR_HEIGHT;
use parlour_gfx::sight::picture::{Picture, colour};
use parlour_gfx::sight::session::Session;
use parlour_grid::editor::{Button, Desk, Effect, Key, Sheet, Style, random_sheet, read_sheet};
use parlour_grid::{Point, Size};
use parlour_rogue_window::input::{Input, Touch, TouchPhase};

use crate::display::Window;
use crate::hand::{Folder, Hand};
use crate::page::Page;
use crate::screen::Screenshot;

const TITLE: &str = "Parlour sight";

const MAP: &str = "\
........................
....####......#.........
....#.........#....##...
....#..s......#....##...
....#.........#.........
....####..#####.........
........................
..##...........#####....
..##...........#........
...............#........
..........#....#........
........................
";

/// The window, or the page, and the model side by side.
struct Pair<H> {
    window: H,
    session: Session,
    at: Pixel,
    /// What the page reads from, in its own time.
    _folder: Option<Folder>,
}

impl Pair<Window> {
    fn open() -> Self {
        let mut window = Window::display();
        std::fs::write(window.folder().join("map.txt"), MAP).expect("the map can be written");
        let program = std::env::var("PARLOUR_GFX").expect("`cargo xtask window` names the program");
        window.open(&program, &["map.txt", "--window", "800x600"], TITLE);
        let mut pair = Self::beside(window, None);
        // Without a window manager, keys go to the window under the pointer.
        pair.point_at(1, 1);
        pair
    }
}

impl Pair<Page> {
    fn browse() -> Self {
        let folder = Folder::new("page");
        let map = folder.path().join("map.txt");
        std::fs::write(&map, MAP).expect("the map can be written");
        let mut page = Page::open("sight.html");
        page.expect("the page is up", &|shot| {
            let bar = Pixel::new(4, 600 - BAR_HEIGHT / 2);
            match shot.at(bar) {
                palette::BAR => Ok(()),
                other => Err(format!("the bar is {other:?}")),
            }
        });
        page.choose(&map);
        Self::beside(page, Some(folder))
    }
}

impl<H: Hand> Pair<H> {
    fn beside(window: H, folder: Option<Folder>) -> Self {
        let sheet = read_sheet(MAP).expect("the map is a drawing");
        Self {
            window,
            session: Session::new(Desk::new(sheet), (800, 600 - BAR_HEIGHT)),
            at: Pixel::default(),
            _folder: folder,
        }
    }

    fn point(&mut self, to: Pixel) {
        self.window.point(to);
        self.session.take(Input::Moved(to));
        self.at = to;
    }

    fn point_at(&mut self, x: i32, y: i32) {
        self.point(self.session.camera.middle(Point::new(x, y)));
    }

    fn press(&mut self, button: MouseButton, number: u8, shift: bool) {
        self.window.press(number);
        let at = self.at;
        self.session.take(Input::Pressed { button, at, shift });
    }

    fn release(&mut self, button: MouseButton, number: u8) {
        self.window.release(number);
        self.session.take(Input::Released(button));
    }

    fn click(&mut self, x: i32, y: i32) {
        self.point_at(x, y);
        self.press(MouseButton::Left, 1, false);
        self.release(MouseButton::Left, 1);
    }

    fn letter(&mut self, letter: char) -> Option<Effect> {
        let name = match letter {
            '[' => String::from("bracketleft"),
            ']' => String::from("bracketright"),
            '\\' => String::from("backslash"),
            _ => letter.to_string(),
        };
        self.window.key(&name);
        self.session.take(Input::Letter(letter))
    }

    fn key(&mut self, name: &str, code: KeyCode) -> Option<Effect> {
        self.window.key(name);
        self.session.take(Input::Key(code))
    }

    /// Answers an open question in both.
    fn answer(&mut self, text: &str) -> Option<Effect> {
        self.window.key("ctrl+u");
        self.session.take(Input::Ctrl('u'));
        self.window.write(text);
        for letter in text.chars() {
            self.session.take(Input::Letter(letter));
        }
        self.key("Return", KeyCode::Enter)
    }

    /// Copies the map, pastes a drawing and saves it under a name; what was saved.
    fn copies_pastes_and_saves(&mut self, name: &str) -> String {
        let Some(Effect::Copy(text)) = self.letter('c') else {
            panic!("C copies");
        };
        self.session.desk.copied(Ok(()));
        self.agrees("after copying");
        assert_eq!(self.window.clipboard(), text);

        self.window.set_clipboard("s..#\n....\n");
        self.letter('v');
        self.session.desk.pasted(Ok("s..#\n....\n"));
        self.session.settle();
        self.agrees("a pasted drawing");

        self.letter('s');
        let Some(Effect::LookFor(_)) = self.answer(name) else {
            panic!("S saves");
        };
        let Some(Effect::Write { text, .. }) = self.session.desk.found(name, false) else {
            panic!("there is no such file yet");
        };
        self.session.desk.written(name, Ok(()));
        self.agrees("after saving");
        text
    }

    /// Every cell in view, every corner mark and every leg of a path is on the
    /// screen in its colour.
    fn agrees(&mut self, what: &str) {
        self.session.desk.refresh();
        let mut picture = Picture::default();
        picture.redraw(self.session.desk.editor(), &self.session.camera);
        let session = &self.session;
        self.window
            .expect(what, &|shot| compare(shot, session, &picture));
    }
}

/// What differs between the screen and the picture, if anything.
fn compare(shot: &Screenshot, session: &Session, picture: &Picture) -> Result<(), String> {
    let (editor, camera) = (session.desk.editor(), &session.camera);
    let (scale, view) = (camera.cell(), camera.view());
    let in_view = |pixel: Pixel| (0..view.0).contains(&pixel.x) && (0..view.1).contains(&pixel.y);
    let told = |what: String, pixel: Pixel, expected: palette::Rgb| {
        let found = shot.at(pixel);
        if found == expected {
            Ok(())
        } else {
            Err(format!(
                "{what} at {},{} is {found:?} where {expected:?} should be",
                pixel.x, pixel.y
            ))
        }
    };
    let crossed: Vec<Pixel> = picture
        .trails
        .iter()
        .flat_map(|trail| {
            trail
                .points
                .windows(2)
                .flat_map(|leg| passed(leg[0], leg[1]))
        })
        .collect();
    for cell in picture.cells.cells() {
        // A place in the cell that neither marks nor lines touch: marks take up
        // to 3/8 of a side in the corners.
        let corner = camera.corner(cell);
        let place = Pixel::new(corner.x + scale / 2, corner.y + scale / 2);
        let near = |pixel: &Pixel| (pixel.x - place.x).abs() <= 3 && (pixel.y - place.y).abs() <= 3;
        if in_view(place) && !crossed.iter().any(near) {
            told(format!("cell {cell}"), place, colour(editor, cell))?;
        }
    }
    for square in &picture.squares {
        let middle = Pixel::new(square.at.x + square.side / 2, square.at.y + square.side / 2);
        let near =
            |pixel: &Pixel| (pixel.x - middle.x).abs() <= 5 && (pixel.y - middle.y).abs() <= 5;
        if in_view(middle) && !crossed.iter().any(near) {
            told(String::from("a corner mark"), middle, square.colour)?;
        }
    }
    // The last trail lies on top.
    if let Some(trail) = picture.trails.last() {
        for leg in trail.points.windows(2) {
            let middle = Pixel::new(
                i32::midpoint(leg[0].x, leg[1].x),
                i32::midpoint(leg[0].y, leg[1].y),
            );
            if in_view(middle) {
                told(String::from("a path"), middle, trail.colour)?;
            }
        }
    }
    Ok(())
}

/// Pixels along a leg, close enough together to be found by a neighbour.
fn passed(from: Pixel, to: Pixel) -> Vec<Pixel> {
    let steps = (to.x - from.x).abs().max((to.y - from.y).abs()).max(1);
    let along = |a: i32, b: i32, step: i32| a + (b - a) * step / steps;
    (0..=steps)
        .map(|step| Pixel::new(along(from.x, to.x, step), along(from.y, to.y, step)))
        .collect()
}

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
    pair.session.resize((1600, 1000 - BAR_HEIGHT));
    pair.agrees("in a larger window");
    pair.window.resize(TITLE, 640, 480);
    pair.session.resize((640, 480 - BAR_HEIGHT));
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
            let line = Pixel::new(0, 600 - BAR_HEIGHT / 2);
            match shot.count(line, 800, BAR_HEIGHT / 2, palette::MESSAGE) {
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
        let session = Session::new(Desk::new(drawn.clone()), (800, 600 - BAR_HEIGHT));
        let mut pair = Pair {
            window,
            session,
            at: Pixel::default(),
            _folder: None,
        };
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

    let undo = Pixel::new(800 - 4 * 66 + 30, 600 - BAR_HEIGHT / 2);
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
