//! A page in a real browser, driven by `driver.mjs`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use parlour_gfx::camera::Pixel;
use serde_json::{Value, json};

use crate::hand::Hand;
use crate::screen::Screenshot;

/// A page with a canvas of 800 by 600.
pub struct Page {
    driver: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Page {
    /// Opens a page of the folder that `cargo xtask window` built and serves.
    pub fn open(name: &str) -> Self {
        Self::open_at("PARLOUR_PAGES", name, (800, 600))
    }

    /// Opens the page of an example of the window, in a size of its own.
    pub fn open_example(name: &str, size: (u32, u32)) -> Self {
        Self::open_at("PARLOUR_EXAMPLES", name, size)
    }

    fn open_at(folder: &str, name: &str, (width, height): (u32, u32)) -> Self {
        let variable = |name: &str| {
            let words = format!("`cargo xtask window` sets {name}");
            std::env::var(name).expect(&words)
        };
        let url = format!("{}{name}", variable(folder));
        let mut driver = Command::new("node")
            .arg(variable("PARLOUR_DRIVER"))
            .args([&url, &width.to_string(), &height.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let output = BufReader::new(driver.stdout.take().expect("it was piped"));
        let mut page = Self {
            input: driver.stdin.take(),
            output,
            driver,
        };
        assert_eq!(page.answer(), json!("ready"), "the browser opens the page");
        page
    }

    /// Chooses a file to open.
    pub fn choose(&mut self, path: &Path) {
        self.ask(&json!({"do": "open", "path": path}));
    }

    /// What the browser keeps under a key.
    pub fn stored(&mut self, key: &str) -> Option<String> {
        let value = self.ask(&json!({"do": "stored", "key": key}));
        value.as_str().map(str::to_owned)
    }

    /// The name of the last download.
    pub fn downloaded(&mut self) -> Option<String> {
        let value = self.ask(&json!({"do": "downloaded"}));
        value.as_str().map(str::to_owned)
    }

    /// How many frames are drawn in an idle second.
    pub fn idle_frames(&mut self) -> u64 {
        self.ask(&json!({"do": "frames"}))
            .as_u64()
            .expect("a count")
    }

    /// Errors of the page, and requests to other places.
    pub fn troubles(&mut self) -> Value {
        self.ask(&json!({"do": "troubles"}))
    }

    /// Loads the page again.
    pub fn reload(&mut self) {
        self.ask(&json!({"do": "reload"}));
    }

    /// Puts a finger down, moves it or lifts it (`start`, `move`, `end`).
    pub fn finger(&mut self, number: u8, phase: &str, at: Pixel) {
        let command =
            json!({"do": "finger", "number": number, "phase": phase, "x": at.x, "y": at.y});
        self.ask(&command);
    }

    /// Opens the page in a second tab and closes it; the locks that were held meanwhile.
    pub fn second_tab(&mut self) -> Value {
        self.ask(&json!({"do": "tab"}))
    }

    fn ask(&mut self, command: &Value) -> Value {
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{command}").expect("the driver listens");
        let answer = self.answer();
        assert!(answer.get("error").is_none(), "{command}: {answer}");
        answer
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the driver speaks");
        serde_json::from_str(&line).expect("the driver speaks JSON")
    }
}

impl Hand for Page {
    fn point(&mut self, at: Pixel) {
        self.ask(&json!({"do": "point", "x": at.x, "y": at.y}));
    }

    fn press(&mut self, button: u8) {
        self.ask(&json!({"do": "press", "button": button}));
    }

    fn release(&mut self, button: u8) {
        self.ask(&json!({"do": "release", "button": button}));
    }

    fn wheel(&mut self, notches: i32) {
        let step = notches.signum();
        for _ in 0..notches.abs() {
            self.ask(&json!({"do": "wheel", "notches": step}));
        }
    }

    fn key(&mut self, name: &str) {
        self.ask(&json!({"do": "key", "name": name}));
    }

    fn write(&mut self, text: &str) {
        self.ask(&json!({"do": "write", "text": text}));
    }

    fn screenshot(&mut self) -> Screenshot {
        let code = self.ask(&json!({"do": "shot"}));
        Screenshot::from_png(&bytes_of(code.as_str().expect("base64")))
    }

    fn clipboard(&mut self) -> String {
        let text = self.ask(&json!({"do": "copied"}));
        text.as_str().expect("text").to_owned()
    }

    fn set_clipboard(&mut self, text: &str) {
        self.ask(&json!({"do": "copy", "text": text}));
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // The driver closes its browser when there is nothing more to read.
        self.input = None;
        let _ = self.driver.wait();
    }
}

/// The bytes that a base64 text stands for.
fn bytes_of(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|&letter| letter != b'=').collect();
    let mut bytes = Vec::new();
    for four in letters.chunks(4) {
        let number = four.iter().fold(0_u32, |number, &letter| {
            number << 6 | u32::from(value(letter))
        });
        let number = number << (6 * (4 - four.len()));
        bytes.extend_from_slice(&number.to_be_bytes()[1..four.len()]);
    }
    bytes
}
