//! The sight editor twice: in the window, or on the page, and as a model.

use macroquad::input::{KeyCode, MouseButton};
use parlour_gfx::camera::Pixel;
use parlour_gfx::palette;
use parlour_gfx::sight::bar_height;
use parlour_gfx::sight::picture::{Picture, colour};
use parlour_gfx::sight::session::Session;
use parlour_grid::Point;
use parlour_grid::editor::{Desk, Effect, Sheet, read_sheet};
use parlour_rogue_window::input::Input;

use crate::display::Window;
use crate::hand::{Folder, Hand};
use crate::page::Page;
use crate::screen::Screenshot;

/// What the window is called.
pub const TITLE: &str = "Parlour sight";

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
pub struct Pair<H> {
    pub window: H,
    pub session: Session,
    pub at: Pixel,
    /// What the page reads from, in its own time.
    _folder: Option<Folder>,
}

impl Pair<Window> {
    pub fn open() -> Self {
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
    pub fn browse() -> Self {
        let folder = Folder::new("page");
        let map = folder.path().join("map.txt");
        std::fs::write(&map, MAP).expect("the map can be written");
        let mut page = Page::open("sight.html");
        page.expect("the page is up", &|shot| {
            let bar = Pixel::new(4, 600 - bar_height(800) / 2);
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
    /// Over the drawing that a window shows.
    pub fn over(window: H, sheet: Sheet) -> Self {
        Self {
            window,
            session: Session::new(Desk::new(sheet), (800, 600 - bar_height(800))),
            at: Pixel::default(),
            _folder: None,
        }
    }

    fn beside(window: H, folder: Option<Folder>) -> Self {
        Self {
            _folder: folder,
            ..Self::over(window, read_sheet(MAP).expect("the map is a drawing"))
        }
    }

    pub fn point(&mut self, to: Pixel) {
        self.window.point(to);
        self.session.take(Input::Moved(to));
        self.at = to;
    }

    pub fn point_at(&mut self, x: i32, y: i32) {
        self.point(self.session.camera.middle(Point::new(x, y)));
    }

    pub fn press(&mut self, button: MouseButton, number: u8, shift: bool) {
        self.window.press(number);
        let at = self.at;
        self.session.take(Input::Pressed { button, at, shift });
    }

    pub fn release(&mut self, button: MouseButton, number: u8) {
        self.window.release(number);
        self.session.take(Input::Released(button));
    }

    pub fn click(&mut self, x: i32, y: i32) {
        self.point_at(x, y);
        self.press(MouseButton::Left, 1, false);
        self.release(MouseButton::Left, 1);
    }

    pub fn letter(&mut self, letter: char) -> Option<Effect> {
        let name = match letter {
            '[' => String::from("bracketleft"),
            ']' => String::from("bracketright"),
            '\\' => String::from("backslash"),
            _ => letter.to_string(),
        };
        self.window.key(&name);
        self.session.take(Input::Letter(letter))
    }

    pub fn key(&mut self, name: &str, code: KeyCode) -> Option<Effect> {
        self.window.key(name);
        self.session.take(Input::Key(code))
    }

    /// Answers an open question in both.
    pub fn answer(&mut self, text: &str) -> Option<Effect> {
        self.window.key("ctrl+u");
        self.session.take(Input::Ctrl('u'));
        self.window.write(text);
        for letter in text.chars() {
            self.session.take(Input::Letter(letter));
        }
        self.key("Return", KeyCode::Enter)
    }

    /// Copies the map, pastes a drawing and saves it under a name; what was saved.
    pub fn copies_pastes_and_saves(&mut self, name: &str) -> String {
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
    pub fn agrees(&mut self, what: &str) {
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
