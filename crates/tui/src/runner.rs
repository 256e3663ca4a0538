//! Owns the terminal: waits, shows the topmost screen, gives the terminal back.
//!
//! One loop takes a closed set of things that can wake it. It blocks between
//! them, so an idle screen uses no processor time. The terminal is put back when
//! the screens are closed, when a signal ends the program, and before a panic is
//! reported.

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use jiff::Zoned;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, KeyCode, KeyModifiers,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, queue};

use crate::kingslayer::HandOrder;
use crate::{Bell, Input, Lent, Remember, Screen, Stack, Theme};

/// Everything that can wake the loop.
#[derive(Debug)]
pub enum Wake {
    /// The terminal has something: a key, the mouse, a new size.
    Terminal(Event),
    /// The terminal can no longer be read.
    Lost(io::Error),
    /// Another thread rang the bell.
    Rung,
    /// A signal asks the program to end.
    Ended,
}

/// How to show screens.
#[derive(Clone, Debug)]
pub struct Options {
    /// The colours to begin with.
    pub theme: Theme,
    /// Whether clicks and the wheel are for us. If not, the terminal keeps them
    /// for marking text.
    pub mouse: bool,
    /// In which order a hand of cards lies at first.
    pub hand_order: HandOrder,
    /// What keeps the habits of the card table, if anything.
    pub remember: Option<Remember>,
}

/// Shows a screen, and those it opens, until all are closed.
///
/// # Errors
/// If there is no terminal, or it can no longer be read or written.
pub fn run(first: Box<dyn Screen>, options: Options) -> io::Result<()> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(io::Error::other(
            "the screens need a terminal for input and output",
        ));
    }
    let (sender, wakes) = channel();
    let lent = Lent {
        theme: options.theme,
        bell: Bell(sender.clone()),
        hand_order: options.hand_order,
        remember: options.remember,
        hour: || {
            let now = Zoned::now();
            Some((now.hour(), now.minute()))
        },
    };
    let borrowed = Borrowed::take(options.mouse)?;
    watch_signals(&sender)?;
    read_terminal(sender);
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let ended = show(&mut Stack::new(first, lent), &mut terminal, &wakes);
    drop(borrowed);
    ended
}

fn show(
    stack: &mut Stack,
    terminal: &mut Terminal<CrosstermBackend<io::Stdout>>,
    wakes: &Receiver<Wake>,
) -> io::Result<()> {
    // When the screen is due. Keys and bells before that do not put it off.
    let mut due: Option<Instant> = None;
    let mut anew = false;
    let mut late = LateAnswer::default();
    while !stack.is_empty() {
        draw(stack, terminal, std::mem::take(&mut anew))?;
        due = stack.every().map(|time| {
            let next = Instant::now() + time;
            due.map_or(next, |due| due.min(next))
        });
        let first = match due {
            None => wakes.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => wakes.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        let first = match first {
            Ok(wake) => wake,
            Err(RecvTimeoutError::Timeout) => {
                due = None;
                stack.due();
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        // All that has come meanwhile is answered before the next drawing.
        for wake in std::iter::once(first).chain(wakes.try_iter()) {
            match wake {
                Wake::Terminal(event) => {
                    if late.has(&event) {
                        // Nobody has pressed it.
                    } else if is_redraw_key(&event) {
                        anew = true;
                    } else if let Some(input) = Input::from_event(event) {
                        stack.answer(&input);
                    }
                }
                Wake::Rung => stack.woken(),
                Wake::Lost(error) => return Err(error),
                Wake::Ended => return Ok(()),
            }
            if stack.is_empty() {
                break;
            }
        }
    }
    Ok(())
}

/// A terminal that answers a question too late writes its answer among the keys: the
/// operating system command `ESC ] … ESC \`, or with a bell at its end. Nobody has
/// pressed them, so they are passed over, up to a length that no answer has.
#[derive(Debug, Default)]
struct LateAnswer {
    /// How many more keys may belong to it.
    left: u8,
}

impl LateAnswer {
    const LONGEST: u8 = 40;

    /// Whether a key belongs to an answer.
    fn has(&mut self, event: &Event) -> bool {
        let Event::Key(key) = event else {
            return false;
        };
        let with = |modifiers, letter| key.modifiers == modifiers && key.code == letter;
        if with(KeyModifiers::ALT, KeyCode::Char(']')) {
            self.left = Self::LONGEST;
            return true;
        }
        let within = self.left > 0;
        let ends = with(KeyModifiers::ALT, KeyCode::Char('\\'))
            || with(KeyModifiers::CONTROL, KeyCode::Char('g'));
        self.left = if ends { 0 } else { self.left.saturating_sub(1) };
        within
    }
}

/// Ctrl-L draws everything anew, after something else has written to the terminal.
fn is_redraw_key(event: &Event) -> bool {
    let Event::Key(key) = event else {
        return false;
    };
    key.code == KeyCode::Char('l') && key.modifiers == KeyModifiers::CONTROL
}

/// Draws the topmost screen: what has changed, or all of it. A terminal that can shows the picture when it is whole,
/// and never half of it.
fn draw(
    stack: &mut Stack,
    terminal: &mut Terminal<CrosstermBackend<io::Stdout>>,
    anew: bool,
) -> io::Result<()> {
    queue!(terminal.backend_mut(), BeginSynchronizedUpdate)?;
    if anew {
        // Not `clear`, which asks the terminal for its cursor.
        let area = terminal.size()?.into();
        terminal.resize(area)?;
    }
    terminal.draw(|frame| stack.draw(frame))?;
    execute!(terminal.backend_mut(), EndSynchronizedUpdate)
}

/// Reads the terminal for as long as the program lives.
fn read_terminal(sender: Sender<Wake>) {
    thread::spawn(move || {
        loop {
            let (wake, more) = match event::read() {
                Ok(event) => (Wake::Terminal(event), true),
                Err(error) => (Wake::Lost(error), false),
            };
            if sender.send(wake).is_err() || !more {
                break;
            }
        }
    });
}

#[cfg(unix)]
fn watch_signals(sender: &Sender<Wake>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let sender = sender.clone();
    thread::spawn(move || {
        for _ in signals.forever() {
            if sender.send(Wake::Ended).is_err() {
                // The screens are closed already: let the program end.
                std::process::exit(1);
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
#[expect(
    clippy::unnecessary_wraps,
    reason = "the form it has where there are signals"
)]
fn watch_signals(_: &Sender<Wake>) -> io::Result<()> {
    Ok(())
}

/// Whether the terminal is ours at the moment.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal, taken over until this is dropped or a thread panics.
struct Borrowed;

impl Borrowed {
    fn take(mouse: bool) -> io::Result<Self> {
        give_back_before_panics();
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        let borrowed = Self;
        let mut out = io::stdout();
        execute!(
            out,
            EnterAlternateScreen,
            EnableBracketedPaste,
            cursor::Hide
        )?;
        if mouse {
            execute!(out, EnableMouseCapture)?;
        }
        Ok(borrowed)
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        give_back();
    }
}

/// Puts the terminal as it was. Errors are ignored: there is no one to tell.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    // A panic may have come in the middle of a picture.
    let _ = execute!(
        out,
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = out.flush();
    let _ = disable_raw_mode();
}

fn give_back_before_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |news| {
            let ours = TAKEN.load(Ordering::SeqCst);
            give_back();
            before(news);
            let main = thread::current().name() == Some("main");
            if ours && !main {
                // The loop would go on drawing over what the person must read.
                std::process::exit(101);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::KeyEvent;

    use super::*;

    /// What is left of these keys: `]` and `\\` are pressed with Alt, `G` is a bell.
    fn passed(late: &mut LateAnswer, keys: &str) -> String {
        let event = |letter: char| {
            let (code, modifiers) = match letter {
                ']' | '\\' => (letter, KeyModifiers::ALT),
                'G' => ('g', KeyModifiers::CONTROL),
                letter => (letter, KeyModifiers::NONE),
            };
            Event::Key(KeyEvent::new(KeyCode::Char(code), modifiers))
        };
        keys.chars().filter(|it| !late.has(&event(*it))).collect()
    }

    #[test]
    fn an_answer_that_comes_late_is_no_key() {
        let mut late = LateAnswer::default();
        assert_eq!(passed(&mut late, "a]11;rgb:ffff/ffff/ffff\\b"), "ab");
        assert_eq!(passed(&mut late, "1]11;rgb:0000/0000/0000G2"), "12");
        // An end without a beginning is a key like any other.
        assert_eq!(passed(&mut late, "x\\y"), "x\\y");
    }

    #[test]
    fn an_answer_without_an_end_takes_no_more_keys_than_an_answer_has() {
        let mut late = LateAnswer::default();
        let keys = format!("]{}", "k".repeat(60));
        assert_eq!(passed(&mut late, &keys).len(), 20);
    }
}
