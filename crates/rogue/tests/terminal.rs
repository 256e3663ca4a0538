//! The newcomer's example in a real terminal: panels, menu, mouse, resize, save.
#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test at the edge: it runs a program in a terminal and waits for what it shows"
)]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Only ever reached when something is wrong.
const PATIENCE: Duration = Duration::from_secs(180);

struct Pty {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Pty {
    fn start(folder: &Path, variables: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        let mut command = CommandBuilder::new(example());
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        command.env_remove("COLORTERM");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let some = |length| NonZeroU16::new(length).unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(some(24), some(80), 0)));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let drawn = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                drawn.lock().unwrap().process(&bytes[..count]);
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Self {
            child,
            master: pair.master,
            writer,
            screen,
        }
    }

    fn send(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// A press of a button (0 main, 2 other) and its release.
    fn click(&mut self, button: u8, (column, row): (usize, usize)) {
        let (column, row) = (column + 1, row + 1);
        self.send(&format!(
            "\x1b[<{button};{column};{row}M\x1b[<{button};{column};{row}m"
        ));
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    fn wait_for(&self, words: &str) {
        let begun = Instant::now();
        while !self.text().contains(words) {
            assert!(
                begun.elapsed() < PATIENCE,
                "{words:?} does not appear:\n{}",
                self.text()
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for a line of these words and no others.
    fn wait_for_line(&self, words: &str) {
        let begun = Instant::now();
        while !self.text().lines().any(|line| line.trim_end() == words) {
            assert!(
                begun.elapsed() < PATIENCE,
                "no line {words:?}:\n{}",
                self.text()
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Where something stands, by column and row.
    fn find(&self, words: &str) -> Option<(usize, usize)> {
        let text = self.text();
        let mut lines = text.lines().enumerate();
        lines.find_map(|(row, line)| {
            let at = line.find(words)?;
            Some((line[..at].chars().count(), row))
        })
    }

    fn end(mut self) {
        let begun = Instant::now();
        loop {
            // A key that comes in the same moment as a change of size may wait, in the
            // library that reads the terminal, for the next one.
            self.send("q");
            for _ in 0..50 {
                if let Some(status) = self.child.try_wait().unwrap() {
                    assert!(status.success(), "{status:?}");
                    return;
                }
                thread::sleep(Duration::from_millis(20));
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "it does not end:\n{}",
                self.text()
            );
        }
    }
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

/// Beside the folder of the tests' own binaries.
fn example() -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.join("examples/newcomer")
}

#[test]
fn panels_menu_mouse_resize_and_saves_in_a_real_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = Pty::start(folder.path(), &[]);
    pty.wait_for("cellar");
    pty.wait_for("hp  ███");
    // The page of keys, opened and closed.
    pty.send("?");
    pty.wait_for("pick up");
    pty.send(" ");
    // An empty pack says so; the mouse names what is under it.
    pty.send("i");
    pty.wait_for("You carry nothing.");
    let me = pty.find("@").unwrap();
    pty.send(&format!("\x1b[<35;{};{}M", me.0 + 1, me.1 + 1));
    pty.wait_for_line("You");
    // A click on a cell two steps away walks there.
    let floor = [(2, 0), (0, 2), (2, 2)].into_iter().find_map(|(dx, dy)| {
        let cell = (me.0 + dx, me.1 + dy);
        let screen = pty.screen.lock().unwrap();
        let text = screen
            .screen()
            .cell(cell.1 as u16, cell.0 as u16)?
            .contents()
            .to_string();
        (text == ".").then_some(cell)
    });
    pty.click(0, floor.unwrap());
    pty.wait_for("oil ");
    pty.send("s");
    pty.wait_for("You search the shelves");
    // Saved, and it says where; and it plays on.
    pty.send("S");
    pty.wait_for("Saved in newcomer.save.");
    assert!(folder.path().join("newcomer.save").exists());
    // A small terminal has the map alone.
    pty.master.resize(size(40, 16)).unwrap();
    let some = |length| NonZeroU16::new(length).unwrap();
    pty.screen
        .lock()
        .unwrap()
        .screen_mut()
        .set_size(some(16), some(40));
    let begun = Instant::now();
    while pty.find("@").is_none() || pty.text().contains("cellar") {
        assert!(
            begun.elapsed() < PATIENCE,
            "it is not drawn anew:\n{}",
            pty.text()
        );
        thread::sleep(Duration::from_millis(20));
    }
    pty.end();
    // The next start goes on.
    let mut again = Pty::start(folder.path(), &[]);
    again.wait_for("Go on with the game in newcomer.save? (y/n)");
    again.send("y");
    again.wait_for("cellar");
    again.wait_for("You search the shelves");
    again.end();
}

#[test]
fn colours_fall_back_to_what_the_terminal_has() {
    let folder = tempfile::tempdir().unwrap();
    let colour = |pty: &Pty| {
        let at = pty.find("cellar").unwrap();
        let screen = pty.screen.lock().unwrap();
        let cell = screen
            .screen()
            .cell(at.1 as u16, at.0 as u16)
            .unwrap()
            .clone();
        (cell.fgcolor(), cell.bold())
    };
    let coloured = Pty::start(folder.path(), &[]);
    coloured.wait_for("? keys");
    assert_ne!(colour(&coloured).0, vt100::Color::Default);
    coloured.end();
    let plain = Pty::start(folder.path(), &[("NO_COLOR", "1")]);
    plain.wait_for("? keys");
    assert_eq!(colour(&plain), (vt100::Color::Default, true));
    plain.end();
}
