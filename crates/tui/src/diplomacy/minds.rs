//! Where the bots of a table in this terminal think: beside the screen, which goes on
//! answering keys, and is woken when something has come of it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;

use parlour_host::journal::JournalError;
use parlour_host::wait;
use parlour_room::Room;
use parlour_room::local::{Outcome, Question};

use crate::Bell;

/// What a question came to that was asked beside the screen.
type Answered = Result<Outcome, JournalError>;

/// Whom to wake; nobody before the screen is opened.
type Sleeper = Arc<Mutex<Option<Bell>>>;

/// A thread that thinks for bots, and what was asked of the coach.
pub struct Minds {
    sleeper: Sleeper,
    answers: (Sender<Answered>, Receiver<Answered>),
    /// How many questions are not answered yet.
    asked: usize,
}

impl Minds {
    /// A room whose bots think on a thread of their own, as long as it is there.
    pub fn apart(room: Room) -> (Arc<Room>, Self) {
        let (ring, rung) = channel();
        let sleeper = Sleeper::default();
        // Who rings when the thread is gone rings for nobody.
        let room = room.think_apart(Arc::new(move || {
            let _ = ring.send(());
        }));
        let room = Arc::new(room);
        let (thinks_for, woken) = (Arc::downgrade(&room), Arc::clone(&sleeper));
        thread::spawn(move || {
            while rung.recv().is_ok() {
                think(&thinks_for, &woken);
            }
        });
        let minds = Self {
            sleeper,
            answers: channel(),
            asked: 0,
        };
        (room, minds)
    }

    /// From now on this screen is woken.
    pub(super) fn wake(&self, bell: &Bell) {
        let mut sleeper = self.sleeper.lock().unwrap_or_else(PoisonError::into_inner);
        *sleeper = Some(bell.clone());
    }

    /// Asks a question beside the screen.
    pub(super) fn ask(&mut self, question: Question) {
        let (answers, sleeper) = (self.answers.0.clone(), Arc::clone(&self.sleeper));
        self.asked += 1;
        thread::spawn(move || {
            // Nobody waits any longer if the screen is closed.
            let _ = answers.send(question.answer());
            ring(&sleeper);
        });
    }

    /// The answers that have come since.
    pub(super) fn answers(&mut self) -> Vec<Answered> {
        let answers: Vec<Answered> = self.answers.1.try_iter().collect();
        self.asked -= answers.len();
        answers
    }

    /// Whether a question is not answered yet.
    pub(super) fn is_asked(&self) -> bool {
        self.asked > 0
    }
}

/// Thinks whatever there is to think; nothing more once the room is left.
fn think(room: &Weak<Room>, sleeper: &Sleeper) {
    let thoughts = room.upgrade().map(|room| room.thoughts());
    for thought in thoughts.unwrap_or_default() {
        if room.strong_count() == 0 {
            return;
        }
        let decision = thought.think();
        let Some(room) = room.upgrade() else { return };
        // What cannot be stored now is asked again when the table is opened.
        let _ = wait(room.decided(decision));
        ring(sleeper);
    }
}

fn ring(sleeper: &Sleeper) {
    let sleeper = sleeper.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bell) = &*sleeper {
        bell.ring();
    }
}
