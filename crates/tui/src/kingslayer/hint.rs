//! A hint: the bot thinks in a thread of its own and rings the bell.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use parlour_regicide::bot::{Advice, Thinking, advise, reason};
use parlour_regicide::{Command, View};

use super::cards::with_signs;
use crate::Bell;

/// How long the bot may think about a hint.
#[derive(Clone, Copy, Debug)]
pub struct Think {
    /// The most play-outs.
    pub play_outs: u32,
    /// The most time.
    pub time: Duration,
}

impl Default for Think {
    fn default() -> Self {
        Self {
            play_outs: 20_000,
            time: Duration::from_millis(400),
        }
    }
}

/// What became of a wish for a hint.
#[derive(Default)]
pub enum Hint {
    /// Nobody asked.
    #[default]
    None,
    /// The bot thinks.
    Thinking(Receiver<Option<Advice>>),
    /// It would do this, for this reason.
    Ready {
        /// What it would do.
        command: Command,
        /// Why, in a few words.
        reason: String,
    },
}

impl Hint {
    /// Lets the bot think about a view.
    pub fn ask(view: &View, think: Think, bell: &Bell) -> Self {
        let (sender, receiver) = channel();
        let (view, bell) = (view.clone(), bell.clone());
        thread::spawn(move || {
            let until = Instant::now() + think.time;
            let thinking = Thinking {
                seed: u64::from(view.moves),
                play_outs: think.play_outs,
                ..Thinking::default()
            };
            let advice = advise(&view, &thinking, &mut || Instant::now() < until);
            // Nobody waits any longer if the screen is closed.
            let _ = sender.send(advice);
            bell.ring();
        });
        Self::Thinking(receiver)
    }

    /// What is shown of it, with a title; nothing if nobody asked.
    pub fn words(&self) -> Option<(&'static str, &str)> {
        match self {
            Self::None => None,
            Self::Thinking(_) => Some(("Hint", "The bot is thinking…")),
            Self::Ready { command, reason } => Some(match command {
                Command::Play(_) | Command::Pay(_) => ("Hint: h selects it", reason),
                Command::Flip | Command::Yield => ("Hint: h asks for it", reason),
                Command::Next(_) => ("Hint", reason),
            }),
        }
    }

    /// Looks whether the bot is ready.
    pub fn look(&mut self, view: &View) {
        let Self::Thinking(receiver) = self else {
            return;
        };
        *self = match receiver.try_recv() {
            Ok(Some(advice)) => Self::Ready {
                reason: with_signs(&reason(view, &advice)),
                command: advice.command,
            },
            Ok(None) | Err(TryRecvError::Disconnected) => Self::None,
            Err(TryRecvError::Empty) => return,
        };
    }
}
