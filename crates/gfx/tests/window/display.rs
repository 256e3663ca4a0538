//! A window on a display server of its own, and xdotool's hand on it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use parlour_gfx::camera::Pixel;

use crate::hand::{Folder, Hand, PATIENCE};
use crate::screen::Screenshot;

/// A program with its window at the top left of a display server's screen.
pub struct Window {
    server: Child,
    display: String,
    program: Option<Child>,
    folder: Folder,
}

impl Window {
    /// Starts a display server on a free number.
    pub fn display() -> Self {
        let folder = Folder::new("window");
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1600x1000x24"])
            .args(["-nolisten", "tcp", "-fbdir"])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts; `cargo xtask window` installs it");
        let out = server.stdout.take().expect("it was piped");
        let mut line = String::new();
        BufReader::new(out)
            .read_line(&mut line)
            .expect("Xvfb says its number");
        let display = format!(":{}", line.trim());
        assert!(display.len() > 1, "Xvfb did not come up");
        Self {
            server,
            display,
            program: None,
            folder,
        }
    }

    /// Where the program runs.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts a program and waits for its window.
    pub fn open(&mut self, program: &str, words: &[&str], title: &str) {
        let child = Command::new(program)
            .args(words)
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .current_dir(self.folder())
            .spawn()
            .expect("the program starts");
        self.program = Some(child);
        self.hand(&["search", "--sync", "--onlyvisible", "--name", title]);
    }

    /// Gives the window another size.
    pub fn resize(&self, title: &str, width: i32, height: i32) {
        let (width, height) = (width.to_string(), height.to_string());
        self.hand(&["search", "--name", title, "windowsize", &width, &height]);
    }

    /// Processor time the program has used, in ticks of the system's clock.
    pub fn processor_ticks(&self) -> u64 {
        let id = self.program.as_ref().expect("it was opened").id();
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("the program runs");
        // The second field is the name in brackets; times are fields 14 and 15.
        let fields = stat.rsplit(')').next().expect("there is a name");
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let ticks = |index: usize| fields[index].parse::<u64>().expect("a number");
        ticks(11) + ticks(12)
    }

    /// Waits for the program to end by itself; says whether it ended well.
    pub fn ended_well(&mut self) -> bool {
        let program = self.program.as_mut().expect("it was opened");
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = program.try_wait().expect("it can be asked") {
                return status.success();
            }
            sleep(Duration::from_millis(30));
        }
        panic!("the window stays open");
    }

    /// Ends the program as nothing can be caught.
    pub fn kill(&mut self) {
        let mut program = self.program.take().expect("it was opened");
        program.kill().expect("it runs");
        program.wait().expect("it is gone");
    }

    fn hand(&self, words: &[&str]) {
        let status = Command::new("xdotool")
            .args(words)
            .env("DISPLAY", &self.display)
            .stdout(Stdio::null())
            .status()
            .expect("xdotool starts; `cargo xtask window` installs it");
        assert!(status.success(), "xdotool {words:?}");
    }

    fn xclip(&self, direction: &str) -> Command {
        let mut command = Command::new("xclip");
        command
            .args(["-selection", "clipboard", direction])
            .env("DISPLAY", &self.display)
            .stderr(Stdio::null());
        command
    }
}

impl Hand for Window {
    fn point(&mut self, at: Pixel) {
        let (x, y) = (at.x.to_string(), at.y.to_string());
        self.hand(&["mousemove", "--sync", &x, &y]);
    }

    fn press(&mut self, button: u8) {
        self.hand(&["mousedown", &button.to_string()]);
    }

    fn release(&mut self, button: u8) {
        self.hand(&["mouseup", &button.to_string()]);
    }

    fn wheel(&mut self, notches: i32) {
        let button = if notches > 0 { "4" } else { "5" };
        for _ in 0..notches.abs() {
            self.hand(&["click", button]);
        }
    }

    fn key(&mut self, name: &str) {
        self.hand(&["key", name]);
    }

    fn write(&mut self, text: &str) {
        self.hand(&["type", "--delay", "20", text]);
    }

    fn screenshot(&mut self) -> Screenshot {
        Screenshot::from_dump(&self.folder().join("Xvfb_screen0"))
    }

    fn clipboard(&mut self) -> String {
        let output = self.xclip("-out").output().expect("xclip starts");
        String::from_utf8(output.stdout).expect("text")
    }

    fn set_clipboard(&mut self, text: &str) {
        let mut child = self
            .xclip("-in")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("xclip starts");
        let mut input = child.stdin.take().expect("it was piped");
        input.write_all(text.as_bytes()).expect("xclip reads");
        drop(input);
        child.wait().expect("xclip goes on in the background");
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        for child in self.program.iter_mut().chain([&mut self.server]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
