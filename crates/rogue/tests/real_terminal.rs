//! The newcomer's example and the author's workshop in a real terminal: each test names
//! what holds there, of panels, menus, mouse, sizes, saves, widgets and content.
#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test at the edge: it runs a program in a terminal and waits for what it shows"
)]

use std::fs;
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
        Self::start_example("newcomer", folder, variables)
    }

    fn start_example(name: &str, folder: &Path, variables: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        let mut command = CommandBuilder::new(example(name));
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

    /// Waits until the screen is as it should be.
    fn wait_until(&self, what: &str, holds: impl Fn(&Self) -> bool) {
        let begun = Instant::now();
        while !holds(self) {
            assert!(begun.elapsed() < PATIENCE, "not {what}:\n{}", self.text());
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn wait_for(&self, words: &str) {
        self.wait_until(words, |pty| pty.text().contains(words));
    }

    /// Waits for a line of these words and no others.
    fn wait_for_line(&self, words: &str) {
        self.wait_until(words, |pty| {
            pty.text().lines().any(|line| line.trim_end() == words)
        });
    }

    /// Gives the terminal another size.
    fn resize(&self, columns: u16, rows: u16) {
        self.master.resize(size(columns, rows)).unwrap();
        let some = |length| NonZeroU16::new(length).unwrap();
        let mut screen = self.screen.lock().unwrap();
        screen.screen_mut().set_size(some(rows), some(columns));
    }

    /// What stands at a place.
    fn cell(&self, (column, row): (usize, usize)) -> Option<vt100::Cell> {
        let screen = self.screen.lock().unwrap();
        screen.screen().cell(row as u16, column as u16).cloned()
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
fn example(name: &str) -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.join("examples").join(name)
}

#[test]
fn panels_stand_beside_the_map_and_give_way_on_a_small_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let pty = Pty::start(folder.path(), &[]);
    pty.wait_for("cellar");
    pty.wait_for("hp  ███");
    pty.resize(40, 16);
    pty.wait_until("drawn anew, the map alone", |pty| {
        pty.find("@").is_some() && !pty.text().contains("cellar")
    });
    pty.resize(100, 30);
    pty.wait_for("cellar");
    let (column, _) = pty.find("cellar").unwrap();
    assert!(column > 70, "the panel stands at the new edge");
    pty.end();
}

#[test]
fn the_page_of_keys_opens_over_the_map_and_any_key_closes_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = Pty::start(folder.path(), &[]);
    pty.wait_for("cellar");
    pty.send("?");
    pty.wait_for("pick up");
    pty.send(" ");
    pty.wait_until("closed", |pty| !pty.text().contains("pick up"));
    pty.end();
}

#[test]
fn the_mouse_names_what_it_points_at_and_a_click_walks_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = Pty::start(folder.path(), &[]);
    pty.wait_for("hp  ███");
    let me = pty.find("@").unwrap();
    pty.send(&format!("\x1b[<35;{};{}M", me.0 + 1, me.1 + 1));
    pty.wait_for_line("You");
    let floor = [(2, 0), (0, 2), (2, 2)].into_iter().find_map(|(dx, dy)| {
        let cell = (me.0 + dx, me.1 + dy);
        (pty.cell(cell)?.contents() == ".").then_some(cell)
    });
    let floor = floor.unwrap();
    pty.click(0, floor);
    pty.wait_until("there", |pty| pty.find("@") == Some(floor));
    pty.end();
}

#[test]
fn a_menu_is_chosen_from_by_letter_and_by_click_and_left_by_escape() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = Pty::start_example("workshop", folder.path(), &[]);
    pty.wait_for("hp 12");
    pty.send("i");
    pty.wait_for("You carry nothing.");
    // Two potions, taken one after the other.
    pty.send("lg");
    pty.wait_for("You pick up the red potion");
    pty.send("lg");
    pty.send("i");
    pty.wait_for("b) red potion");
    pty.send("\x1b");
    pty.wait_until("left", |pty| !pty.text().contains("b) red potion"));
    pty.wait_for("hp 12");
    // By letter, then by a click on the line of the one that is left.
    pty.send("i");
    pty.wait_for("b) red potion");
    pty.send("b");
    pty.wait_for("hp 17");
    pty.send("i");
    pty.wait_for("a) red potion");
    let line = pty.find("a) red potion").unwrap();
    pty.click(0, line);
    pty.wait_for("hp 20");
    pty.end();
}

#[test]
fn a_widget_of_ratatui_stands_in_the_panel() {
    let folder = tempfile::tempdir().unwrap();
    let pty = Pty::start_example("workshop", folder.path(), &[]);
    pty.wait_for("hp 12 ─");
    let at = pty.find("hp 12").unwrap();
    let cell = pty.cell(at).unwrap();
    assert_ne!(cell.fgcolor(), vt100::Color::Default, "in its own colour");
    pty.end();
}

#[test]
fn content_that_is_saved_while_playing_is_read_anew_without_a_key() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("workshop.toml");
    let pty = Pty::start_example("workshop", folder.path(), &[]);
    pty.wait_for("hp 12");
    let statue = pty.find("&").unwrap();
    let content = fs::read_to_string(&file).unwrap();
    fs::write(&file, content.replace("char = \"&\"", "char = \"%\"")).unwrap();
    pty.wait_for("workshop.toml was read anew.");
    pty.wait_until("redrawn", |pty| pty.find("%") == Some(statue));
    // What is wrong is told with its line, and nothing changes.
    fs::write(&file, content.replace("amount = 5", "amount = [5")).unwrap();
    pty.wait_for("Not read anew: workshop.toml:");
    assert_eq!(pty.find("%"), Some(statue));
    pty.end();
}

#[test]
fn a_game_is_saved_with_a_word_where_and_the_next_start_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = Pty::start(folder.path(), &[]);
    pty.wait_for("cellar");
    pty.send("s");
    pty.wait_for("You search the shelves");
    pty.send("S");
    pty.wait_for("Saved in newcomer.save.");
    assert!(folder.path().join("newcomer.save").exists());
    pty.end();
    let mut again = Pty::start(folder.path(), &[]);
    again.wait_for("Go on with the game in newcomer.save? (y/n)");
    // A slip of the finger begins nothing.
    again.send("x");
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
