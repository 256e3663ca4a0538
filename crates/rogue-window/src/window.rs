//! The window and its loop. Nothing is drawn until something happens: the loop
//! sleeps in the display server's queue, and a scene that moves by itself asks to
//! be woken.

use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use macroquad::conf::{Conf, UpdateTrigger};
use macroquad::miniquad;
use macroquad::miniquad::conf::LinuxBackend;
use macroquad::texture::FilterMode;
use macroquad::window::{clear_background, next_frame, screen_height, screen_width};

use crate::input::{Inbox, Input};
use crate::lettering::{Lettering, paint};
use crate::{outside, palette};

/// Something that fills the window.
pub trait Scene {
    /// A person did something.
    fn take(&mut self, input: Input);

    /// Draws everything. The size is the window's in pixels.
    fn draw(&mut self, size: (i32, i32), lettering: &Lettering);

    /// Whether the picture changes by itself, and how soon.
    fn motion(&self) -> Motion {
        Motion::Still
    }

    /// A font of its own, as the bytes of its file: see [`Lettering::of`].
    fn font(&self) -> Option<&[u8]> {
        None
    }

    /// Whether the window is to be closed.
    fn is_done(&self) -> bool;
}

/// When a scene wants its next frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// When something happens.
    Still,
    /// At the pace of a screen.
    Moving,
    /// At once, to see how fast it can be.
    Racing,
}

/// There is no window, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoWindow(String);

impl fmt::Display for NoWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no window can be opened: {}", self.0)
    }
}

impl std::error::Error for NoWindow {}

/// Whether there is something to open a window on.
pub fn has_display() -> bool {
    cfg!(not(target_os = "linux")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Opens a window of this title and size and shows the scene until it is done.
/// Returns when the window is closed; in the browser it returns at once and the
/// page goes on.
///
/// A program opens one window in its life: the library beneath keeps its state
/// for the whole process.
pub fn open<S: Scene + 'static>(
    title: &str,
    size: (i32, i32),
    scene: impl FnOnce() -> S + 'static,
) -> Result<(), NoWindow> {
    if !has_display() {
        return Err(NoWindow(String::from("there is no display")));
    }
    let conf = conf(title, size);
    // The library panics where there is no display. That is no fault of ours to
    // be reported with a trace, so until the window stands panics are silent.
    let quiet = Rc::new(Quiet::new());
    let opened = Rc::clone(&quiet);
    let shown = catch_unwind(AssertUnwindSafe(|| {
        macroquad::Window::from_config(conf, async move {
            opened.end();
            show(scene()).await;
        });
    }));
    let failed_to_open = quiet.end();
    match shown {
        Ok(()) => Ok(()),
        Err(panic) if !failed_to_open => resume_unwind(panic),
        Err(panic) => {
            let words = panic.downcast_ref::<&str>().map(ToString::to_string);
            let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(NoWindow(words.unwrap_or_default()))
        }
    }
}

type Hook = Box<dyn Fn(&std::panic::PanicHookInfo<'_>) + Sync + Send + 'static>;

/// Keeps panics silent until it is ended. The browser has its own way to report
/// them and never fails to open.
struct Quiet(Cell<Option<Hook>>);

impl Quiet {
    fn new() -> Self {
        if cfg!(target_arch = "wasm32") {
            return Self(Cell::new(None));
        }
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        Self(Cell::new(Some(usual)))
    }

    /// Puts the usual report back; says whether it was away until now.
    fn end(&self) -> bool {
        match self.0.take() {
            Some(usual) => {
                std::panic::set_hook(usual);
                true
            }
            None => false,
        }
    }
}

/// For so many seconds after the last input frames go on, at a walking pace.
///
/// The event loop beneath, once it may sleep, waits for one event more than are
/// there. Events that arrive together while the last frame is drawn would then be
/// shown only with the next one. While frames go on, it never waits. A page's
/// events come one by one, and it needs none of this.
const SETTLING: f64 = if cfg!(target_arch = "wasm32") {
    0.0
} else {
    2.0
};
const SCREEN_PACE: f64 = 1.0 / 60.0;
const SETTLING_PACE: f64 = 1.0 / 30.0;

async fn show(mut scene: impl Scene) {
    let mut inbox = Inbox::new();
    let lettering = Lettering::of(scene.font());
    let mut restless_until = outside::seconds() + SETTLING;
    let mut next_due = None;
    loop {
        let inputs = inbox.take();
        if inputs.is_empty() {
            wait_until(next_due.take());
        } else {
            restless_until = outside::seconds() + SETTLING;
        }
        for input in inputs {
            scene.take(input);
        }
        if scene.is_done() {
            break;
        }
        clear_background(paint(palette::OUTSIDE));
        let size = (screen_width() as i32, screen_height() as i32);
        let started = outside::seconds();
        scene.draw(size, &lettering);
        let pace = match scene.motion() {
            Motion::Racing => Some(0.0),
            Motion::Moving => Some(SCREEN_PACE),
            Motion::Still if started < restless_until => Some(SETTLING_PACE),
            Motion::Still => None,
        };
        if let Some(pace) = pace {
            next_due = Some(started + pace);
            miniquad::window::schedule_update();
        }
        next_frame().await;
    }
}

/// Waits for the time of a frame: software graphics have no screen that would set
/// a pace. A frame that shows an input never waits.
fn wait_until(due: Option<f64>) {
    let left = due.unwrap_or_default() - outside::seconds();
    if left > 0.0 {
        outside::sleep(left);
    }
}

fn conf(title: &str, size: (i32, i32)) -> Conf {
    let linux_backend = if is_set("DISPLAY") || !is_set("WAYLAND_DISPLAY") {
        LinuxBackend::X11Only
    } else {
        LinuxBackend::WaylandOnly
    };
    Conf {
        miniquad_conf: miniquad::conf::Conf {
            window_title: title.to_owned(),
            window_width: size.0,
            window_height: size.1,
            high_dpi: true,
            platform: miniquad::conf::Platform {
                blocking_event_loop: true,
                linux_wm_class: "parlour",
                linux_backend,
                ..miniquad::conf::Platform::default()
            },
            ..miniquad::conf::Conf::default()
        },
        update_on: Some(UpdateTrigger {
            key_down: true,
            mouse_down: true,
            mouse_up: true,
            mouse_motion: true,
            mouse_wheel: true,
            specific_key: None,
            touch: true,
        }),
        default_filter_mode: FilterMode::Nearest,
        draw_call_vertex_capacity: 40_000,
        draw_call_index_capacity: 60_000,
    }
}
