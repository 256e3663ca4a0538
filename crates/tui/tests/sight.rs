//! The sight editor in the terminal, drawn on a terminal that is only memory.

use parlour_grid::editor::{Mode, read_sheet};
use parlour_grid::{Point, Size};
use parlour_tui::sight::SightScreen;
use parlour_tui::{Colours, Input, Lent, Screen, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::Color;

const ROOM: &str = "\
....................
....#......#........
....#......#....##..
....#####..#....##..
...........#........
..s........######...
....................
......##............
......##.......#....
...............#....
";

struct Table {
    screen: SightScreen,
    lent: Lent,
    terminal: Terminal<TestBackend>,
}

impl Table {
    fn new(colours: Colours, width: u16, height: u16) -> Self {
        let sheet = read_sheet(ROOM).expect("the room is a drawing");
        let mut table = Self {
            screen: SightScreen::new(sheet, None),
            lent: Lent::silent(Theme::new(colours)),
            terminal: Terminal::new(TestBackend::new(width, height)).expect("memory"),
        };
        table.draw();
        table
    }

    fn draw(&mut self) {
        let (screen, lent) = (&mut self.screen, &self.lent);
        self.terminal
            .draw(|frame| screen.draw(frame, lent))
            .expect("memory");
    }

    fn keys(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.screen.answer(&Input::letter(letter), &mut self.lent);
        }
        self.draw();
    }

    fn key(&mut self, code: KeyCode) {
        self.screen.answer(&Input::key(code), &mut self.lent);
        self.draw();
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let modifiers = KeyModifiers::NONE;
        let event = MouseEvent {
            kind,
            column,
            row,
            modifiers,
        };
        self.screen.answer(&Input::Mouse(event), &mut self.lent);
        self.draw();
    }

    /// The screen as text. How long the answer took differs from run to run, so
    /// the line is cut there.
    fn text(&self) -> String {
        let text = self.terminal.backend().to_string();
        let cut = |line: &str| match line.find(" \u{b5}s").map(|end| line[..end].rfind(' ')) {
            Some(Some(start)) => format!("{}(time)", &line[..=start]),
            _ => line.to_owned(),
        };
        text.lines().map(cut).collect::<Vec<_>>().join("\n")
    }

    /// Where the first cell with this letter is drawn.
    fn find(&self, letter: &str) -> (u16, u16) {
        let buffer = self.terminal.backend().buffer();
        let area = buffer.area();
        (1..area.height - 3)
            .flat_map(|row| (1..area.width - 1).map(move |column| (column, row)))
            .find(|&place| buffer[place].symbol() == letter)
            .expect("it is drawn")
    }
}

#[test]
fn the_sheet_with_what_is_seen_and_where() {
    insta::assert_snapshot!(Table::new(Colours::None, 80, 24).text());
}

#[test]
fn paths_lead_to_the_pointer() {
    let mut table = Table::new(Colours::None, 80, 24);
    table.keys("ap");
    let (column, row) = table.find("@");
    table.mouse(MouseEventKind::Moved, (column + 24, row - 4));
    insta::assert_snapshot!(table.text());
}

#[test]
fn colours_repeat_what_letters_say() {
    for (colours, wall, seen) in [
        (Colours::Full, Color::Red, Color::Green),
        (
            Colours::ColourBlind,
            Color::Indexed(166),
            Color::Indexed(153),
        ),
    ] {
        let table = Table::new(colours, 80, 24);
        let buffer = table.terminal.backend().buffer();
        assert_eq!(buffer[table.find("#")].bg, wall);
        assert_eq!(buffer[table.find("o")].bg, seen);
    }
}

#[test]
fn the_mouse_paints_and_calls_as_in_the_window() {
    let mut table = Table::new(Colours::Full, 80, 24);
    let (column, row) = table.find("@");
    let before = table.screen.desk().editor().sheet().walls().count();
    table.mouse(MouseEventKind::Down(MouseButton::Left), (column + 4, row));
    table.mouse(
        MouseEventKind::Drag(MouseButton::Left),
        (column + 4, row + 3),
    );
    table.mouse(MouseEventKind::Up(MouseButton::Left), (column + 4, row + 3));
    let sheet = table.screen.desk().editor().sheet();
    assert_eq!(sheet.walls().count(), before + 4);
    assert!(sheet.walls().contains(Point::new(4, 6)));
    table.mouse(MouseEventKind::Down(MouseButton::Right), (column, row + 1));
    table.mouse(
        MouseEventKind::Drag(MouseButton::Right),
        (column + 2, row + 1),
    );
    table.mouse(
        MouseEventKind::Up(MouseButton::Right),
        (column + 2, row + 1),
    );
    let sheet = table.screen.desk().editor().sheet();
    assert_eq!(sheet.observers(), [Point::new(3, 6)]);
    table.keys("uu");
    let sheet = table.screen.desk().editor().sheet();
    assert_eq!(sheet, &read_sheet(ROOM).expect("a drawing"));
}

#[test]
fn keys_alone_are_enough() {
    let mut table = Table::new(Colours::Full, 80, 24);
    table.key(KeyCode::Right);
    table.keys(" f");
    let editor = table.screen.desk().editor();
    assert!(editor.sheet().walls().contains(Point::new(3, 5)));
    assert_eq!(editor.lens().mode, Mode::Symmetric);
}

#[test]
fn a_pasted_drawing_replaces_the_sheet_and_a_broken_one_is_told() {
    let mut table = Table::new(Colours::Full, 80, 24);
    let paste = Input::Paste(String::from("s.\n..\n"));
    table.screen.answer(&paste, &mut table.lent);
    assert_eq!(table.screen.desk().editor().sheet().size(), Size::new(2, 2));
    let paste = Input::Paste(String::from("s.\n.\n"));
    table.screen.answer(&paste, &mut table.lent);
    table.draw();
    let message = table.screen.desk().message().expect("a refusal");
    assert!(message.contains("line 2"), "{message}");
    assert!(table.text().contains("line 2"));
}

#[test]
fn files_are_opened_saved_and_refused() {
    let folder = std::env::temp_dir().join(format!("parlour-tui-sight-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let name = folder.join("a.txt").display().to_string();
    let mut table = Table::new(Colours::Full, 80, 24);
    table.keys("s");
    table.screen.answer(&Input::Key(ctrl('u')), &mut table.lent);
    table.keys(&name);
    table.key(KeyCode::Enter);
    let saved = std::fs::read_to_string(&name).expect("it was saved");
    assert_eq!(saved.lines().count(), 10);
    let broken = folder.join("broken.txt").display().to_string();
    std::fs::write(&broken, "..\n...").expect("it can be written");
    table.screen.open(&broken);
    let message = table.screen.desk().message().expect("a refusal");
    assert!(message.contains("line 2"), "{message}");
    table.screen.open(&name);
    let sheet = table.screen.desk().editor().sheet();
    assert_eq!(sheet, &read_sheet(ROOM).expect("a drawing"));
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}

fn ctrl(letter: char) -> ratatui::crossterm::event::KeyEvent {
    ratatui::crossterm::event::KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)
}

#[test]
fn a_sheet_larger_than_the_terminal_is_scrolled_to_the_pointer() {
    let mut table = Table::new(Colours::Full, 80, 24);
    let large = ".".repeat(200) + "\n";
    let text = format!("s{}\n{}", ".".repeat(199), large.repeat(99));
    let paste = Input::Paste(text);
    table.screen.answer(&paste, &mut table.lent);
    table.draw();
    table.find("@");
    for _ in 0..120 {
        table.key(KeyCode::Down);
        table.key(KeyCode::Right);
    }
    assert_eq!(table.screen.desk().pointer(), Point::new(122, 99));
    let buffer = table.terminal.backend().buffer();
    let reversed = |column: u16, row: u16| {
        buffer[(column, row)]
            .modifier
            .contains(ratatui::style::Modifier::REVERSED)
    };
    let shown = (0..24).any(|row| (0..80).any(|column| reversed(column, row)));
    assert!(shown, "the pointer is in view");
}

/// What stands at the foot, below the sheet.
fn foot(table: &Table) -> Vec<String> {
    let text = table.text();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len() - 4..lines.len() - 1]
        .iter()
        .map(|line| {
            line.trim_matches(|it: char| it == '"' || it == '\u{2502}')
                .to_owned()
        })
        .collect()
}

#[test]
fn the_letters_are_explained_below_the_sheet() {
    let mut table = Table::new(Colours::Full, 80, 24);
    for word in [
        "@ observer",
        "o seen",
        "# wall",
        "\u{25b2} interesting",
        "n u corners",
    ] {
        assert!(foot(&table)[1].contains(word), "{word}: {:?}", foot(&table));
    }
    table.keys("f");
    for word in ["# lit", "n u corners"] {
        assert!(foot(&table)[1].contains(word), "{word}: {:?}", foot(&table));
    }
    table.keys("ap");
    assert!(foot(&table)[1].contains("+ any-angle  * 8-way"));
}

#[test]
fn the_line_and_what_closes_it_are_drawn_step_by_step() {
    let mut table = Table::new(Colours::None, 80, 24);
    let (column, row) = table.find("@");
    table.keys("fe");
    table.mouse(MouseEventKind::Moved, (column + 24, row - 1));
    insta::assert_snapshot!(table.text());
    table.keys(".");
    let told = foot(&table).join(" ");
    assert!(told.contains(": from 2,5 a line goes to 14,4"), "{told}");
    // Among the letters' meanings there is another.
    let crosses = |table: &Table| {
        let sheet = table.text();
        let lines = sheet.lines().filter(|line| !line.contains("closes"));
        lines.map(|line| line.matches('X').count()).sum::<usize>()
    };
    assert_eq!(crosses(&table), 0, "{}", table.text());
    for _ in 0..40 {
        table.keys(".");
    }
    assert_eq!(crosses(&table), 1, "{}", table.text());
    let told = foot(&table).join(" ");
    let told: Vec<&str> = told.split_whitespace().collect();
    let end = "14,4 is hidden from 2,5: the wall at 11,4 is in the way";
    assert!(told.join(" ").ends_with(end), "{told:?}");
}

#[test]
fn other_colours_are_a_key_away() {
    for (house, other) in [
        (Colours::Full, Color::Indexed(153)),
        (Colours::ColourBlind, Color::Green),
    ] {
        let mut table = Table::new(house, 80, 24);
        let seen = |table: &Table| {
            let at = table.find("o");
            table.terminal.backend().buffer()[at].bg
        };
        let before = seen(&table);
        table.keys("k");
        assert_eq!(seen(&table), other);
        table.keys("k");
        assert_eq!(seen(&table), before);
    }
    let mut table = Table::new(Colours::None, 80, 24);
    table.keys("k");
    let said = table.screen.desk().message().expect("a word");
    assert!(said.contains("no colours"), "{said}");
}

#[test]
fn home_shows_the_whole_of_any_sheet() {
    let mut table = Table::new(Colours::Full, 80, 24);
    let rows = format!("{}#{}\n", ".".repeat(150), ".".repeat(149));
    let text = format!("s{}", &rows.repeat(120)[1..]);
    table.screen.answer(&Input::Paste(text), &mut table.lent);
    table.draw();
    table.key(KeyCode::Home);
    let (column, row) = table.find("@");
    let buffer = table.terminal.backend().buffer();
    // 300 by 120 cells, eight a side to a letter: 38 by 15 places.
    assert_eq!(buffer[(column + 37, row + 14)].symbol(), ".");
    let wall = (0..15).filter(|&dy| buffer[(column + 18, row + dy)].symbol() == "#");
    assert_eq!(wall.count(), 15, "a wall of one cell is not lost");
    // Nearer again, step by step, and the pointer goes by cells.
    table.keys("++++");
    table.key(KeyCode::Home);
    table.key(KeyCode::Right);
    assert_eq!(table.screen.desk().pointer().x, 3);
    let place = (column + 2, row + 2);
    table.mouse(MouseEventKind::Down(MouseButton::Left), place);
    table.mouse(MouseEventKind::Up(MouseButton::Left), place);
    assert!(
        table
            .screen
            .desk()
            .editor()
            .sheet()
            .walls()
            .contains(Point::new(16, 16))
    );
}
