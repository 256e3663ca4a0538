//! A terminal with the binary in it: keys go in, the screen is read.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// How long to wait for something to appear before the test fails. It is only
/// ever reached when something is wrong.
const PATIENCE: Duration = Duration::from_mins(3);

/// Keys that are more than a letter.
pub const UP: &str = "\x1b[A";
/// The same.
pub const DOWN: &str = "\x1b[B";
/// The same.
pub const ESC: &str = "\x1b";
/// The same.
pub const ENTER: &str = "\r";
/// The same.
pub const CTRL_C: &str = "\x03";

/// The binary, running in a terminal of its own.
pub struct Pty {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// How often the whole screen was drawn anew, as far as it is shown.
    drawn_anew: Arc<AtomicUsize>,
    modes_before: String,
}

impl Pty {
    /// Starts `parlour` with these words, 80 by 24, keeping its things in `home`.
    pub fn start(home: &Path, words: &[&str]) -> Self {
        Self::start_with(home, words, &[], (80, 24))
    }

    /// The same with variables and a size.
    pub fn start_with(
        home: &Path,
        words: &[&str],
        variables: &[(&str, &str)],
        size: (u16, u16),
    ) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_parlour"));
        command.args(words);
        Self::run(command, home, variables, size)
    }

    /// The same with any command that leads to the binary.
    pub fn run(
        mut command: CommandBuilder,
        home: &Path,
        variables: &[(&str, &str)],
        (columns, rows): (u16, u16),
    ) -> Self {
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let modes_before = modes(&*pair.master);
        command.env("TERM", "xterm-256color");
        // This terminal answers no question, and nobody has to wait for it.
        command.env("COLORFGBG", "15;0");
        command.env("RUST_BACKTRACE", "0");
        command.env("PARLOUR_HOME", home);
        command.env_remove("NO_COLOR");
        command.env_remove("PARLOUR_LOG");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let screen = vt100::Parser::new(positive(rows), positive(columns), 0);
        let screen = Arc::new(Mutex::new(screen));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let drawn = Arc::clone(&screen);
        let drawn_anew = Arc::new(AtomicUsize::new(0));
        let anew = Arc::clone(&drawn_anew);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            let mut pictures = Pictures::default();
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                let whole = pictures.take(&bytes[..count]);
                let mut drawn = drawn.lock().unwrap();
                drawn.process(&whole);
                let cleared = whole.windows(CLEAR.len()).filter(|it| *it == CLEAR);
                anew.fetch_add(cleared.count(), Ordering::SeqCst);
            }
            drawn.lock().unwrap().process(&pictures.waiting);
        });
        let writer = pair.master.take_writer().unwrap();
        Self {
            child,
            master: pair.master,
            writer,
            screen,
            drawn_anew,
            modes_before,
        }
    }

    /// Types.
    pub fn send(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Clicks with the left button; columns and rows are counted from 0.
    pub fn click(&mut self, column: u16, row: u16) {
        let (column, row) = (column + 1, row + 1);
        self.send(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    /// Waits until everything that was typed is answered and drawn, and says what
    /// the screen shows then. Keys are answered in their order, and Ctrl-L, which
    /// draws the whole screen anew, is the last of them. After a bare Escape it must
    /// not come at once: the two together are another key.
    pub fn answered(&mut self) -> String {
        let before = self.drawn_anew.load(Ordering::SeqCst);
        self.send("\x0c");
        self.wait_until("all keys are answered", || {
            self.drawn_anew.load(Ordering::SeqCst) > before
        });
        self.text()
    }

    /// Writes over the screen, as another program in the same terminal would.
    pub fn scribble(&mut self, words: &str) {
        let words = format!("\x1b[3;3H{words}");
        self.screen.lock().unwrap().process(words.as_bytes());
    }

    /// Waits for the words and clicks on them, where they stand furthest left.
    pub fn click_on(&mut self, words: &str) {
        let place = std::cell::Cell::new(None);
        self.wait_until(&format!("the screen shows {words:?}"), || {
            let text = self.text();
            let places = text.lines().enumerate().filter_map(|(row, line)| {
                let (before, _) = line.split_once(words)?;
                Some((before.chars().count(), row))
            });
            place.set(places.min());
            place.get().is_some()
        });
        let (column, row) = place.get().expect("the words are on the screen");
        self.click(u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
    }

    /// Makes the terminal larger or smaller.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.screen
            .lock()
            .unwrap()
            .screen_mut()
            .set_size(positive(rows), positive(columns));
        self.master.resize(size(columns, rows)).unwrap();
    }

    /// What the screen shows.
    pub fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen shows the words.
    pub fn wait_for(&self, words: &str) {
        self.wait_until(&format!("the screen shows {words:?}"), || {
            self.text().contains(words)
        });
    }

    /// Waits until the screen no longer shows the words.
    pub fn wait_for_no(&self, words: &str) {
        self.wait_until(&format!("the screen hides {words:?}"), || {
            !self.text().contains(words)
        });
    }

    /// Waits until the screen shows something else.
    pub fn wait_for_other(&self, before: &str) {
        self.wait_until("the screen changes", || self.text() != before);
    }

    /// Waits until the binary has ended.
    pub fn wait_for_end(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "it does not end; the screen:\n{}",
                self.text()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Sends the keys that leave, and waits until the binary has ended well.
    pub fn leave(&mut self, keys: &str) {
        self.send(keys);
        assert!(self.wait_for_end().success());
    }

    /// Whether any cell on the screen has a colour.
    pub fn is_coloured(&self) -> bool {
        let parser = self.screen.lock().unwrap();
        let (rows, columns) = parser.screen().size();
        (0..rows.get()).any(|row| {
            (0..columns.get()).any(|column| {
                parser.screen().cell(row, column).is_some_and(|cell| {
                    cell.fgcolor() != vt100::Color::Default
                        || cell.bgcolor() != vt100::Color::Default
                })
            })
        })
    }

    /// Asserts that the terminal is as it was before the binary started.
    pub fn assert_given_back(&self) {
        self.wait_until("the terminal is given back", || {
            let parser = self.screen.lock().unwrap();
            let screen = parser.screen();
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
        assert_eq!(modes(&*self.master), self.modes_before);
    }

    /// Asserts that the binary, once it has drawn, uses no processor time: at
    /// most a hundredth of a second in two. However busy the machine is, a blocked
    /// process uses none; only when it has come to rest cannot be known.
    #[cfg(target_os = "linux")]
    pub fn assert_idle(&self) {
        let ticks = || -> u64 {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process())).unwrap();
            let after_name = stat.rsplit(')').next().unwrap();
            let fields: Vec<&str> = after_name.split_whitespace().collect();
            fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
        };
        let in_two_seconds = || {
            let before = ticks();
            thread::sleep(Duration::from_secs(2));
            ticks() - before
        };
        let used: Vec<u64> = (0..5)
            .map(|_| in_two_seconds())
            .take_while(|it| *it > 1)
            .collect();
        assert!(
            used.len() < 5,
            "{used:?} ticks in two seconds each:\n{}",
            self.text()
        );
    }

    /// The number of the process.
    pub fn process(&self) -> u32 {
        self.child.process_id().expect("it has been started")
    }

    /// Waits until something is true of what the screen shows.
    pub fn wait_until(&self, what: &str, done: impl Fn() -> bool) {
        let start = Instant::now();
        while !done() {
            let text = self.text();
            assert!(
                start.elapsed() < PATIENCE,
                "waited in vain until {what}; the screen:\n{text}"
            );
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// What a picture of the whole screen begins with.
const CLEAR: &[u8] = b"\x1b[2J";

/// Where a picture begins and where it ends.
const PICTURE: [&[u8]; 2] = [b"\x1b[?2026h", b"\x1b[?2026l"];

/// What has arrived, cut where a terminal would show it: a picture is seen when it
/// is whole, however many pieces it comes in.
#[derive(Default)]
struct Pictures {
    waiting: Vec<u8>,
}

impl Pictures {
    /// Takes a piece; the answer is what can be shown now.
    fn take(&mut self, piece: &[u8]) -> Vec<u8> {
        self.waiting.extend(piece);
        let last = |mark: &[u8]| {
            let mut places = self.waiting.windows(mark.len());
            places.rposition(|it| it == mark)
        };
        let [begin, end] = PICTURE.map(last);
        let whole = match begin {
            Some(begin) if end.is_none_or(|end| end < begin) => begin,
            _ => {
                // The beginning of a picture may itself be cut.
                let cut = (1..PICTURE[0].len()).rev();
                let cut = cut.filter(|it| self.waiting.ends_with(&PICTURE[0][..*it]));
                self.waiting.len() - cut.max().unwrap_or(0)
            }
        };
        self.waiting.drain(..whole).collect()
    }
}

#[test]
fn a_picture_is_seen_when_it_is_whole_however_it_is_cut() {
    let sent = b"before\x1b[?2026hone\x1b[?2026l\x1b[?25h\x1b[?2026htwo\x1b[?2026l\x1b";
    for length in 1..sent.len() {
        let mut pictures = Pictures::default();
        let mut shown = String::new();
        for piece in sent.chunks(length) {
            let now = pictures.take(piece);
            let now = std::str::from_utf8(&now).unwrap();
            let count = |mark: &[u8]| now.matches(std::str::from_utf8(mark).unwrap()).count();
            assert_eq!(count(PICTURE[0]), count(PICTURE[1]), "{length}: {now:?}");
            shown.push_str(now);
        }
        assert_eq!(shown.as_bytes(), &sent[..sent.len() - 1], "{length}");
        assert_eq!(pictures.waiting, b"\x1b");
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
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

fn positive(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a terminal has rows and columns")
}

/// How the terminal treats input: echo, lines, signals.
fn modes(master: &(dyn MasterPty + Send)) -> String {
    format!("{:?}", master.get_termios())
}
