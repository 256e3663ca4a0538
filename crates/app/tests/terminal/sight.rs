//! The sight editor in a real terminal.

use std::path::Path;
use std::process::Command;

use parlour_grid::editor::{Sheet, Style, random_sheet};
use parlour_grid::{Point, Size};

use crate::pty::{DOWN, ENTER, ESC, Pty};

fn home() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn the_editor_paints_with_keys_and_mouse_and_closes() {
    let home = home();
    let words = ["sight", "--tui", "--size", "9x5", "--style", "0%"];
    let mut pty = Pty::start(home.path(), &words);
    pty.wait_for("9x5 \u{b7} 0 walls \u{b7} 45 visible");
    pty.send(DOWN);
    pty.send(" ");
    pty.wait_for("1 walls");
    pty.wait_for("exact sight");
    // The one on the sheet, beside a corner; the legend has another.
    pty.click_on("@ \u{25b2}");
    pty.wait_for("the observer stands in a wall");
    pty.send("uu");
    pty.wait_for("0 walls \u{b7} 45 visible");
    pty.send("f");
    pty.wait_for("symmetric field of view");
    pty.send("o");
    pty.send("nowhere.txt");
    pty.send(ENTER);
    pty.wait_for("nowhere.txt: No such file");
    pty.send("h");
    pty.wait_for("random map");
    pty.send("x");
    pty.wait_for("9x5");
    pty.leave(ESC);
    pty.assert_given_back();
}

#[test]
fn the_home_screen_opens_the_editor_here_where_there_is_no_display() {
    let home = home();
    let nothing = [("DISPLAY", ""), ("WAYLAND_DISPLAY", "")];
    let mut pty = Pty::start_with(home.path(), &[], &nothing, (80, 24));
    pty.wait_for("Sight editor");
    for _ in 0..4 {
        pty.send(DOWN);
    }
    pty.wait_for("> Sight editor");
    pty.send(ENTER);
    pty.wait_for("48x32");
    pty.send(ESC);
    pty.wait_for("> Sight editor");
    pty.leave("q");
}

/// The drawing goes into another file only if the person says so.
#[test]
fn the_editor_asks_before_it_saves_over_another_file() {
    let home = home();
    let old = home.path().join("old.txt");
    std::fs::write(&old, "precious").unwrap();
    let words = ["sight", "--tui", "--size", "9x5", "--style", "0%"];
    let mut pty = Pty::start(home.path(), &words);
    pty.wait_for("9x5");
    let save = |pty: &mut Pty| {
        pty.send("s");
        pty.send("\x15");
        pty.send(old.to_str().unwrap());
        pty.send(ENTER);
        pty.wait_for("write over it");
    };
    save(&mut pty);
    pty.send("n");
    pty.wait_for("not saved");
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "precious");
    save(&mut pty);
    pty.send("y");
    pty.wait_for("written");
    let text = std::fs::read_to_string(&old).unwrap();
    assert_eq!(text.lines().count(), 5, "{text}");
    pty.leave(ESC);
}

const BLANK: [&str; 6] = ["sight", "--tui", "--size", "30x12", "--style", "0%"];

/// The drawing that the editor begins with.
fn blank() -> Sheet {
    random_sheet(Size::new(30, 12), Style::Scatter(0), 1).expect("small enough")
}

/// A person who paints cell after cell by keys, and from now and then is cut short.
struct Painter<'a> {
    home: &'a Path,
    pty: Pty,
    /// Where the cursor is.
    at: Point,
}

impl<'a> Painter<'a> {
    fn sit_down(home: &'a Path) -> Self {
        let pty = Pty::start(home, &BLANK);
        pty.wait_for("30x12");
        let at = blank().observers()[0];
        Self { home, pty, at }
    }

    fn paint(&mut self, cell: Point) {
        let mut keys = String::new();
        let mut go = |by: i32, back: &str, on: &str| {
            let key = if by < 0 { back } else { on };
            keys.push_str(&key.repeat(by.unsigned_abs() as usize));
        };
        go(cell.x - self.at.x, "\x1b[D", "\x1b[C");
        go(cell.y - self.at.y, "\x1b[A", "\x1b[B");
        keys.push(' ');
        self.pty.send(&keys);
        self.at = cell;
    }

    /// Ends the process as nothing can be caught.
    fn kill(&mut self) {
        let number = self.pty.process().to_string();
        let killed = Command::new("kill").args(["-9", &number]).status();
        assert!(killed.expect("kill starts").success());
        assert!(!self.pty.wait_for_end().success());
    }

    /// What is kept of it: the walls of its journal, of none the drawing's own.
    fn kept(&self) -> Vec<Point> {
        match std::fs::read_to_string(self.home.join("sight-unsaved.txt")) {
            Ok(text) => {
                let sheet = Sheet::from_journal(&text).expect("it is whole at every moment");
                assert_eq!(sheet.observers(), blank().observers());
                sheet.walls().iter().collect()
            }
            Err(_) => Vec::new(),
        }
    }
}

/// The process is killed while strokes pour in, at no moment in particular. What is
/// kept is the drawing after one of them, and none that was shown is lost.
#[test]
fn an_editor_that_is_killed_loses_no_stroke_that_it_has_shown() {
    let long = std::env::var_os("PARLOUR_TEST_LONG").is_some();
    let rounds = if long { 40 } else { 4 };
    let home = home();
    let observer = blank().observers()[0];
    let cells = blank().size().cells().filter(|&cell| cell != observer);
    let mut cells: Vec<Point> = cells.collect();
    // Neither along the rows nor the same way twice.
    cells.sort_by_key(|cell| (cell.x * 7 + cell.y * 11) % 31 * 1000 + cell.x);
    let mut kept = 0;
    for round in 0..rounds {
        let mut painter = Painter::sit_down(home.path());
        if kept > 0 {
            painter.pty.wait_for("is here again");
        }
        painter.pty.wait_for(&format!("\u{b7} {kept} walls"));
        let strokes = 6;
        for &cell in &cells[kept..kept + strokes] {
            painter.paint(cell);
        }
        let shown = kept + round % (strokes + 1);
        painter.pty.wait_until("enough strokes are shown", || {
            let text = painter.pty.text();
            let told = text.lines().find_map(walls_told);
            told.is_some_and(|walls| walls >= shown)
        });
        painter.kill();
        let walls = painter.kept();
        assert!(
            (shown..=kept + strokes).contains(&walls.len()),
            "{} of {shown} strokes that were shown are kept",
            walls.len()
        );
        let mut expected = cells[..walls.len()].to_vec();
        expected.sort_by_key(|cell| (cell.y, cell.x));
        assert_eq!(walls, expected, "stroke by stroke, in their order");
        kept = walls.len();
    }
}

/// How many walls the line with the counts tells of.
fn walls_told(line: &str) -> Option<usize> {
    let (before, _) = line.split_once(" walls")?;
    before.rsplit(' ').next()?.parse().ok()
}

/// Two editors at once keep what each of them draws, and both drawings come back.
#[test]
fn editors_side_by_side_keep_their_own_drawings() {
    let home = home();
    let observer = blank().observers()[0];
    let mut one = Painter::sit_down(home.path());
    let mut two = Painter::sit_down(home.path());
    one.paint(observer + Point::new(3, 0));
    one.pty.wait_for("\u{b7} 1 walls");
    for x in 4..6 {
        two.paint(observer + Point::new(x, 1));
    }
    two.pty.wait_for("\u{b7} 2 walls");
    one.kill();
    two.kill();
    let again = Painter::sit_down(home.path());
    again.pty.wait_for("\u{b7} 2 walls");
    again.pty.wait_for("1 more was left");
    let other = Painter::sit_down(home.path());
    other.pty.wait_for("\u{b7} 1 walls");
    // One who opens a file finds that, and what was left stays where it is.
    drop((again, other));
    let map = home.path().join("map.txt");
    std::fs::write(&map, "s..\n...\n").unwrap();
    let words = ["sight", "--tui", map.to_str().unwrap()];
    let mut pty = Pty::start_with(home.path(), &words, &[], (160, 24));
    pty.wait_for("3x2 \u{b7} 0 walls");
    pty.wait_for("2 more were left unsaved");
    pty.leave(ESC);
}
