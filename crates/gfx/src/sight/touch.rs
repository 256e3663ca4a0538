//! Fingers on the sheet: a tap paints, a drag paints on, a finger that stays calls
//! the observer, two fingers move the sheet and zoom. While explanations are shown a tap
//! asks about its cell, and over the help a drag turns it.
//!
//! Nothing is painted before it is clear what is meant: a second finger, or time,
//! may turn a touch into something else.

use parlour_grid::editor::Button;

use super::help;
use super::session::Session;
use crate::camera::Pixel;
use parlour_rogue_window::input::{Touch, TouchPhase};

/// A finger that stays so many thousandths of a second calls the observer.
pub const HOLD: u64 = 450;
/// A finger that moves fewer pixels stays where it is.
const STEADY: i32 = 10;

/// What the fingers are doing.
#[derive(Clone, Debug, Default)]
pub(super) struct Fingers {
    down: Vec<Finger>,
    doing: Doing,
    /// Whether a finger was ever seen: then there are buttons for it.
    pub seen: bool,
}

#[derive(Clone, Copy, Debug)]
struct Finger {
    number: u64,
    began: Pixel,
    at: Pixel,
    since: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Doing {
    /// One finger, and nothing is decided.
    #[default]
    Waiting,
    /// It paints, or leads the observer.
    Drawing,
    /// It turns the help; how far down the window it was at the last line.
    Turning(i32),
    /// Two fingers; how far apart they were at the last zoom.
    Pinching(i32),
    /// What is left after two fingers: nothing.
    Leaving,
}

impl Session {
    /// Whether something may happen by itself: a finger waits.
    pub fn is_waiting(&self) -> bool {
        self.fingers.doing == Doing::Waiting && !self.fingers.down.is_empty()
    }

    /// Whether fingers are used here.
    pub fn has_fingers(&self) -> bool {
        self.fingers.seen
    }

    /// It is so late now: a finger that stayed calls the observer.
    pub fn tick(&mut self, millis: u64) {
        let [finger] = self.fingers.down[..] else {
            return;
        };
        let stayed = millis.saturating_sub(finger.since) >= HOLD;
        if self.fingers.doing == Doing::Waiting && stayed && self.is_over_view(finger.at) {
            self.fingers.doing = Doing::Drawing;
            let cell = self.camera.cell_at(finger.at);
            self.desk.press(Button::Right, cell);
        }
    }

    /// A finger did something. Says where a button may have been tapped.
    pub(super) fn touched(&mut self, touch: Touch) -> Option<Pixel> {
        self.fingers.seen = true;
        self.tick(touch.millis);
        match touch.phase {
            TouchPhase::Started => self.finger_down(touch),
            TouchPhase::Moved => self.finger_moved(touch),
            TouchPhase::Ended => return self.finger_up(touch, true),
            TouchPhase::Cancelled => return self.finger_up(touch, false),
        }
        None
    }

    fn finger_down(&mut self, touch: Touch) {
        let number = touch.finger;
        if self.fingers.down.len() >= 2 || self.fingers.down.iter().any(|it| it.number == number) {
            return;
        }
        self.fingers.down.push(Finger {
            number,
            began: touch.at,
            at: touch.at,
            since: touch.millis,
        });
        if let [one, other] = self.fingers.down[..] {
            self.desk.release();
            self.fingers.doing = Doing::Pinching(apart(one.at, other.at));
        } else if self.fingers.doing != Doing::Leaving {
            self.fingers.doing = Doing::Waiting;
        }
    }

    fn finger_moved(&mut self, touch: Touch) {
        let before = self.fingers.down.clone();
        let Some(finger) = self
            .fingers
            .down
            .iter_mut()
            .find(|it| it.number == touch.finger)
        else {
            return;
        };
        finger.at = touch.at;
        let finger = *finger;
        match self.fingers.doing {
            Doing::Waiting if apart(finger.began, finger.at) >= STEADY && self.desk.help() => {
                self.fingers.doing = Doing::Turning(finger.began.y);
                self.finger_moved(touch);
            }
            Doing::Turning(from) => {
                let rows = (from - finger.at.y) / help::ROW;
                self.turn_help(rows);
                self.fingers.doing = Doing::Turning(from - rows * help::ROW);
            }
            Doing::Waiting if apart(finger.began, finger.at) >= STEADY => {
                self.fingers.doing = Doing::Drawing;
                if self.is_over_view(finger.began) {
                    self.put_down(finger.began);
                    self.desk.moved(self.camera.cell_at(finger.at));
                }
            }
            Doing::Drawing => self.desk.moved(self.camera.cell_at(finger.at)),
            Doing::Pinching(last) => {
                if let ([a, b], [c, d]) = (&before[..], &self.fingers.down[..]) {
                    let (from, to) = (between(a.at, b.at), between(c.at, d.at));
                    let wide = apart(c.at, d.at);
                    self.camera.pan(to.x - from.x, to.y - from.y);
                    let steps = if wide * 4 > last * 5 {
                        1
                    } else if wide * 5 < last * 4 {
                        -1
                    } else {
                        return;
                    };
                    self.camera.zoom(steps, to);
                    self.fingers.doing = Doing::Pinching(wide);
                }
            }
            Doing::Waiting | Doing::Leaving => {}
        }
    }

    fn finger_up(&mut self, touch: Touch, meant: bool) -> Option<Pixel> {
        let place = self
            .fingers
            .down
            .iter()
            .position(|it| it.number == touch.finger)?;
        let finger = self.fingers.down.remove(place);
        let was = self.fingers.doing;
        self.fingers.doing = if self.fingers.down.is_empty() {
            Doing::Waiting
        } else {
            Doing::Leaving
        };
        match was {
            Doing::Waiting if meant => {
                if !self.is_over_view(finger.began) {
                    return Some(finger.began);
                }
                self.put_down(finger.began);
                self.desk.release();
            }
            Doing::Drawing => self.desk.release(),
            _ => {}
        }
        None
    }

    /// A finger means the cell at a place: it paints, or where explanations are shown
    /// asks about it.
    fn put_down(&mut self, at: Pixel) {
        let cell = self.camera.cell_at(at);
        if self.desk.explains() && !self.desk.help() {
            self.desk.moved(cell);
        } else {
            self.desk.press(Button::Left, cell);
        }
    }

    fn is_over_view(&self, at: Pixel) -> bool {
        at.y < self.camera.view().1
    }
}

/// How far apart two pixels are, by the longer side.
fn apart(one: Pixel, other: Pixel) -> i32 {
    (one.x - other.x).abs().max((one.y - other.y).abs())
}

fn between(one: Pixel, other: Pixel) -> Pixel {
    Pixel::new(i32::midpoint(one.x, other.x), i32::midpoint(one.y, other.y))
}

#[cfg(test)]
mod tests {
    use super::super::bar;
    use super::*;
    use macroquad::input::KeyCode;
    use parlour_grid::editor::{Desk, Effect, Mode, Sheet};
    use parlour_grid::{Point, Size};
    use parlour_rogue_window::input::Input;

    /// A sheet of 10 by 10 cells of 40 pixels, filling a view of 400 by 400.
    fn session() -> Session {
        let sheet = Sheet::blank(Size::new(10, 10)).expect("small enough");
        Session::new(Desk::new(sheet), (400, 400))
    }

    fn touch(session: &mut Session, finger: u64, phase: TouchPhase, x: i32, y: i32, millis: u64) {
        let at = Pixel::new(x, y);
        session.take(Input::Touch(Touch {
            finger,
            phase,
            at,
            millis,
        }));
    }

    use TouchPhase::{Cancelled, Ended, Moved, Started};

    fn walls(session: &Session) -> Vec<Point> {
        session.desk.editor().sheet().walls().iter().collect()
    }

    #[test]
    fn a_tap_paints_one_cell_and_a_drag_a_line() {
        let mut session = session();
        touch(&mut session, 1, Started, 45, 5, 0);
        assert!(walls(&session).is_empty(), "nothing is decided yet");
        touch(&mut session, 1, Ended, 46, 6, 90);
        assert_eq!(walls(&session), [Point::new(1, 0)]);
        touch(&mut session, 2, Started, 5, 205, 200);
        touch(&mut session, 2, Moved, 95, 205, 260);
        touch(&mut session, 2, Ended, 95, 205, 280);
        assert_eq!(walls(&session).len(), 4);
        touch(&mut session, 3, Started, 5, 205, 300);
        touch(&mut session, 3, Cancelled, 5, 205, 310);
        assert_eq!(walls(&session).len(), 4, "a cancelled touch does nothing");
    }

    #[test]
    fn a_finger_that_stays_leads_the_observer() {
        let mut session = session();
        touch(&mut session, 1, Started, 205, 205, 1000);
        session.tick(1000 + HOLD - 1);
        assert!(session.is_waiting());
        session.tick(1000 + HOLD);
        assert!(!session.is_waiting());
        touch(&mut session, 1, Moved, 285, 205, 2000);
        touch(&mut session, 1, Ended, 285, 205, 2100);
        let sheet = session.desk.editor().sheet();
        assert_eq!(sheet.observers(), [Point::new(7, 5)]);
        assert!(sheet.walls().is_empty());
        assert_eq!(session.desk.editor().history_depth(), (1, 0), "one step");
    }

    #[test]
    fn a_tap_asks_while_explanations_are_shown() {
        let mut session = session();
        tap(&mut session, "why");
        touch(&mut session, 1, Started, 45, 5, 2000);
        touch(&mut session, 1, Ended, 45, 5, 2090);
        assert!(walls(&session).is_empty());
        assert_eq!(session.desk.pointer(), Point::new(1, 0));
        assert!(session.desk.explanation().is_some());
        tap(&mut session, "step");
        assert_eq!(session.desk.beat(), Some(0));
        tap(&mut session, "done");
        assert!(session.desk.explanation().is_none());
    }

    #[test]
    fn a_finger_turns_the_help_and_a_tap_closes_it() {
        let mut session = session();
        tap(&mut session, "help");
        touch(&mut session, 1, Started, 200, 300, 2000);
        touch(&mut session, 1, Moved, 200, 235, 2050);
        touch(&mut session, 1, Ended, 200, 235, 2060);
        assert!(session.desk.help());
        assert_eq!(session.help_from(), 3);
        touch(&mut session, 1, Started, 200, 200, 3000);
        touch(&mut session, 1, Ended, 200, 200, 3050);
        assert!(!session.desk.help() && walls(&session).is_empty());
    }

    #[test]
    fn two_fingers_move_and_zoom_and_paint_nothing() {
        let mut session = session();
        touch(&mut session, 1, Started, 150, 200, 0);
        touch(&mut session, 2, Started, 250, 200, 20);
        touch(&mut session, 1, Moved, 120, 200, 40);
        touch(&mut session, 2, Moved, 290, 200, 60);
        assert!(session.camera.cell() > 40);
        let before = session.camera.corner(Point::ORIGIN);
        touch(&mut session, 1, Moved, 120, 190, 80);
        touch(&mut session, 2, Moved, 290, 190, 100);
        let after = session.camera.corner(Point::ORIGIN);
        assert_eq!(after.y, before.y - 10);
        touch(&mut session, 1, Ended, 120, 190, 120);
        touch(&mut session, 2, Moved, 10, 10, 130);
        touch(&mut session, 2, Ended, 10, 10, 140);
        assert!(walls(&session).is_empty());
        assert_eq!(session.desk.editor().history_depth(), (0, 0));
        touch(&mut session, 3, Started, 200, 200, 200);
        touch(&mut session, 3, Ended, 200, 200, 210);
        assert_eq!(walls(&session).len(), 1, "and then taps paint again");
    }

    #[test]
    fn buttons_are_tapped() {
        let mut session = session();
        touch(&mut session, 1, Started, 45, 5, 0);
        touch(&mut session, 1, Ended, 45, 5, 90);
        tap(&mut session, "undo");
        assert!(walls(&session).is_empty());
        tap(&mut session, "mode");
        assert_eq!(session.desk.editor().lens().mode, Mode::Symmetric);
        tap(&mut session, "help");
        assert!(session.desk.help());
    }

    /// Taps a button; what only the window can do comes back.
    fn tap(session: &mut Session, button: &str) -> Option<Effect> {
        let mut buttons = bar::buttons(&session.desk, 400, 400);
        let (_, _, area) = buttons.find(|(name, ..)| *name == button).expect(button);
        drop(buttons);
        let at = Pixel::new(area.x + area.w / 2, area.y + area.h / 2);
        let touch = |phase, millis| Touch {
            finger: 1,
            phase,
            at,
            millis,
        };
        session.take(Input::Touch(touch(Started, 1000)));
        session.take(Input::Touch(touch(Ended, 1010)))
    }

    #[test]
    fn questions_are_answered_by_buttons() {
        let mut session = session();
        touch(&mut session, 1, Started, 45, 5, 0);
        touch(&mut session, 1, Ended, 45, 5, 90);
        session.take(Input::Key(KeyCode::Escape));
        assert!(session.desk.prompt().is_some(), "it is not saved");
        tap(&mut session, "stay");
        assert!(session.desk.prompt().is_none());
        session.take(Input::Key(KeyCode::Escape));
        tap(&mut session, "save");
        assert!(matches!(tap(&mut session, "ok"), Some(Effect::LookFor(_))));
        session.desk.found("sight.txt", true);
        assert_eq!(tap(&mut session, "no"), None);
        session.take(Input::Key(KeyCode::Escape));
        assert_eq!(tap(&mut session, "yes"), Some(Effect::Close));
    }
}
