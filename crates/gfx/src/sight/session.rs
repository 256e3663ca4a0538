//! A person's hand on the editor: window events to calls of the [`Desk`] and moves
//! of the camera. No graphics card, no files: what needs those comes out as an
//! [`Effect`].

use macroquad::input::{KeyCode, MouseButton};
use parlour_grid::Point;
use parlour_grid::editor::{Button, Desk, Effect, Key};

use super::picture::colours_of;
use super::touch::Fingers;
use super::{bar, help};
use crate::camera::{Camera, Pixel};
use parlour_rogue_window::input::Input;

/// The desk, where its sheet lies in the window, and the pointer.
#[derive(Debug)]
pub struct Session {
    /// The editor.
    pub desk: Desk,
    /// Where the sheet lies.
    pub camera: Camera,
    pointer: Pixel,
    /// Keys moved the pointer last; it need not be under the mouse.
    keyed: bool,
    panning: bool,
    /// The first line of the help that is shown.
    help_from: usize,
    pub(super) fingers: Fingers,
}

impl Session {
    /// A session that shows the whole sheet in a view of this size.
    pub fn new(desk: Desk, view: (i32, i32)) -> Self {
        let camera = Camera::new(desk.editor().sheet().size(), view);
        Self {
            desk,
            camera,
            pointer: Pixel::default(),
            keyed: true,
            panning: false,
            help_from: 0,
            fingers: Fingers::default(),
        }
    }

    /// Takes an event; hands on what only the window can do.
    pub fn take(&mut self, input: Input) -> Option<Effect> {
        if let Some(by) = self.turn_of_help(&input) {
            self.turn_help(by);
            return None;
        }
        let effect = match input {
            Input::Letter(letter) => self.desk.key(Key::Char(letter)),
            Input::Ctrl(letter) => self.desk.key(Key::Ctrl(letter)),
            Input::Key(code) => key_of(code).and_then(|key| self.desk.key(key)),
            Input::Moved(to) => {
                self.moved(to);
                None
            }
            Input::Pressed { button, at, shift } => {
                self.moved(at);
                let key = self.button_at(at).filter(|_| button == MouseButton::Left);
                if let Some(key) = key {
                    self.desk.key(key)
                } else {
                    self.pressed(button, shift);
                    None
                }
            }
            Input::Released(MouseButton::Left | MouseButton::Right) => {
                self.desk.release();
                None
            }
            Input::Released(_) => {
                self.panning = false;
                None
            }
            Input::Wheel(by) => Some(Effect::Zoom(by)),
            Input::Touch(touch) => {
                // Fingers do not hover: the pointer stays where they were last.
                self.keyed = true;
                let tapped = self.touched(touch);
                tapped
                    .and_then(|at| self.button_at(at))
                    .and_then(|key| self.desk.key(key))
            }
            Input::Dropped { name, text } => {
                self.desk
                    .opened(&name, text.as_deref().map_err(String::as_str));
                None
            }
        };
        self.camera.show(self.desk.editor().sheet().size());
        let rest = match effect {
            Some(Effect::Zoom(by)) => {
                self.camera.zoom(by, self.zoom_centre());
                None
            }
            Some(Effect::Fit) => {
                self.camera.fit();
                None
            }
            Some(Effect::ShowPointer) => {
                self.keyed = true;
                self.camera.reveal(self.desk.pointer());
                None
            }
            other => other,
        };
        self.settle();
        rest
    }

    /// What the button at a place types, if there is one.
    fn button_at(&self, at: Pixel) -> Option<Key> {
        let (width, height) = self.camera.view();
        if !bar::has_buttons(width, self.has_fingers()) {
            return None;
        }
        bar::key_at(&self.desk, width, height, at)
    }

    /// The first line of the help that is shown, where a window cannot hold all.
    pub fn help_from(&self) -> usize {
        self.help_from
    }

    /// How many lines an input turns the help, if it is shown and does not fit.
    fn turn_of_help(&mut self, input: &Input) -> Option<i32> {
        if !self.desk.help() {
            self.help_from = 0;
            return None;
        }
        let (colours, size) = (colours_of(&self.desk), self.window());
        if help::last(colours, size) == 0 {
            return None;
        }
        let page = help::page(colours, size) as i32;
        match input {
            Input::Wheel(by) => Some(-3 * by),
            Input::Key(KeyCode::Up) => Some(-1),
            Input::Key(KeyCode::Down) => Some(1),
            Input::Key(KeyCode::PageUp) => Some(-page),
            Input::Key(KeyCode::PageDown) => Some(page),
            _ => None,
        }
    }

    pub(super) fn turn_help(&mut self, by: i32) {
        let last = help::last(colours_of(&self.desk), self.window());
        self.help_from = self.help_from.saturating_add_signed(by as isize).min(last);
    }

    /// Width and height of the window: the view and the bar.
    fn window(&self) -> (i32, i32) {
        let (width, height) = self.camera.view();
        (width, height + bar::height(width))
    }

    /// The view has this size now.
    pub fn resize(&mut self, view: (i32, i32)) {
        self.camera.resize(view);
        self.settle();
    }

    /// After anything that may have changed the sheet or moved it: it is in view,
    /// and the cell under the mouse is the one the pointer is on.
    pub fn settle(&mut self) {
        self.camera.show(self.desk.editor().sheet().size());
        if !self.keyed && !self.panning && self.over_view() {
            self.desk.moved(self.cell());
        }
    }

    fn cell(&self) -> Point {
        self.camera.cell_at(self.pointer)
    }

    /// Whether the pointer is on the sheet's side of the bar.
    fn over_view(&self) -> bool {
        self.pointer.y < self.camera.view().1
    }

    fn zoom_centre(&self) -> Pixel {
        if self.keyed {
            self.camera.middle(self.desk.pointer())
        } else if self.over_view() {
            self.pointer
        } else {
            let (width, height) = self.camera.view();
            Pixel::new(width / 2, height / 2)
        }
    }

    fn moved(&mut self, to: Pixel) {
        let from = std::mem::replace(&mut self.pointer, to);
        self.keyed = false;
        if self.panning {
            self.camera.pan(to.x - from.x, to.y - from.y);
        } else if self.over_view() || self.desk.editor().is_dragging() {
            self.desk.moved(self.cell());
        }
    }

    fn pressed(&mut self, button: MouseButton, shift: bool) {
        if !self.over_view() {
            return;
        }
        let button = match button {
            MouseButton::Left => Button::Left,
            MouseButton::Right if shift => Button::RightWithShift,
            MouseButton::Right => Button::Right,
            _ => {
                self.panning = true;
                return;
            }
        };
        self.desk.press(button, self.cell());
    }
}

fn key_of(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Enter | KeyCode::KpEnter => Key::Enter,
        KeyCode::Escape => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::F1 => Key::Help,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_grid::Size;
    use parlour_grid::editor::Sheet;

    /// A sheet of 10 by 10 cells of 40 pixels, filling a view of 400 by 400.
    fn session() -> Session {
        let sheet = Sheet::blank(Size::new(10, 10)).expect("small enough");
        Session::new(Desk::new(sheet), (400, 400))
    }

    fn press(session: &mut Session, button: MouseButton, x: i32, y: i32, shift: bool) {
        let at = Pixel::new(x, y);
        session.take(Input::Pressed { button, at, shift });
    }

    fn wall(session: &Session, x: i32, y: i32) -> bool {
        let sheet = session.desk.editor().sheet();
        sheet.walls().contains(Point::new(x, y))
    }

    #[test]
    fn left_paints_right_calls_shift_adds() {
        let mut session = session();
        press(&mut session, MouseButton::Left, 45, 5, false);
        session.take(Input::Moved(Pixel::new(45, 95)));
        session.take(Input::Released(MouseButton::Left));
        session.take(Input::Moved(Pixel::new(395, 395)));
        assert!(wall(&session, 1, 0) && wall(&session, 1, 1) && wall(&session, 1, 2));
        assert!(!wall(&session, 9, 9));
        press(&mut session, MouseButton::Right, 205, 205, false);
        session.take(Input::Moved(Pixel::new(245, 205)));
        session.take(Input::Released(MouseButton::Right));
        press(&mut session, MouseButton::Right, 285, 205, true);
        let observers = session.desk.editor().sheet().observers();
        assert_eq!(observers, [Point::new(6, 5), Point::new(7, 5)]);
    }

    #[test]
    fn middle_drags_the_sheet_and_the_wheel_zooms() {
        let mut session = session();
        session.take(Input::Moved(Pixel::new(200, 200)));
        session.take(Input::Wheel(1));
        assert_eq!(session.camera.cell(), 48);
        press(&mut session, MouseButton::Middle, 100, 100, false);
        let before = session.camera.corner(Point::ORIGIN);
        session.take(Input::Moved(Pixel::new(90, 95)));
        let after = session.camera.corner(Point::ORIGIN);
        assert_eq!((after.x, after.y), (before.x - 10, before.y - 5));
        session.take(Input::Released(MouseButton::Middle));
        session.take(Input::Moved(Pixel::new(50, 50)));
        assert_eq!(session.camera.corner(Point::ORIGIN), after);
        session.take(Input::Key(KeyCode::Home));
        assert_eq!(session.camera.cell(), 40);
    }

    #[test]
    fn the_pointer_is_on_the_cell_under_the_mouse_whatever_moves() {
        let mut session = session();
        session.take(Input::Moved(Pixel::new(390, 390)));
        assert_eq!(session.desk.pointer(), Point::new(9, 9));
        session.take(Input::Dropped {
            name: String::from("a.txt"),
            text: Ok("....\n".repeat(4)),
        });
        // Four cells of 64 pixels in the middle: the mouse is off the sheet now.
        assert_eq!(session.desk.pointer(), Point::new(4, 4));
        session.resize((256, 256));
        session.take(Input::Moved(Pixel::new(1, 1)));
        session.take(Input::Key(KeyCode::Right));
        session.take(Input::Wheel(-1));
        assert_eq!(session.desk.pointer(), Point::new(1, 0), "keys moved it");
    }

    #[test]
    fn a_help_that_does_not_fit_is_turned_and_closes_as_ever() {
        let mut session = session();
        session.take(Input::Letter('h'));
        session.take(Input::Wheel(-1));
        assert_eq!(session.help_from(), 3);
        session.take(Input::Key(KeyCode::Up));
        assert_eq!(session.help_from(), 2);
        session.take(Input::Key(KeyCode::PageUp));
        assert_eq!(session.help_from(), 0);
        assert!(session.desk.help());
        session.take(Input::Key(KeyCode::PageDown));
        let far = session.help_from();
        session.take(Input::Wheel(-999));
        assert!(session.help_from() >= far);
        session.take(Input::Key(KeyCode::Escape));
        assert!(!session.desk.help());
        session.take(Input::Letter('h'));
        assert_eq!(session.help_from(), 0, "it begins anew");
    }

    #[test]
    fn the_mouse_presses_the_buttons_of_a_narrow_window() {
        let mut session = session();
        let (_, _, why) = bar::buttons(&session.desk, 400, 400)
            .find(|(name, ..)| *name == "why")
            .expect("there is a button");
        press(&mut session, MouseButton::Left, why.x + 5, why.y + 5, false);
        assert!(session.desk.explains());
        assert_eq!(session.desk.editor().history_depth(), (0, 0));
    }

    #[test]
    fn the_bar_is_no_cell() {
        let mut session = session();
        press(&mut session, MouseButton::Left, 45, 410, false);
        assert_eq!(session.desk.editor().history_depth(), (0, 0));
    }

    #[test]
    fn effects_for_the_window_come_out() {
        let mut session = session();
        assert_eq!(session.take(Input::Letter('v')), Some(Effect::Paste));
        assert_eq!(
            session.take(Input::Key(KeyCode::Escape)),
            Some(Effect::Close)
        );
        assert_eq!(session.take(Input::Key(KeyCode::F5)), None);
    }

    #[test]
    fn a_dropped_file_is_opened_and_brought_into_view() {
        let mut session = session();
        let name = String::from("a.txt");
        let text = Ok(String::from("s.\n.."));
        session.take(Input::Dropped { name, text });
        assert_eq!(session.camera.cell(), 64);
        let (name, text) = (String::from("b"), Err(String::from("it is no text")));
        session.take(Input::Dropped { name, text });
        assert_eq!(session.desk.message(), Some("b: it is no text"));
    }
}
