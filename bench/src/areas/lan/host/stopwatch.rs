//! How long callers of a journal waited for an entry to be stored.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use parlour_host::journal::Answer;
use parlour_host::journal::passing::{Asked, Between};

/// Takes the time of every append.
#[derive(Default)]
pub struct Stopwatch {
    times: Mutex<Vec<Duration>>,
}

impl Stopwatch {
    /// How long each append took.
    pub fn times(&self) -> Vec<Duration> {
        self.times.lock().expect("nobody panics").clone()
    }
}

impl Between for Stopwatch {
    fn answer<'a, T: Send + 'a>(
        &'a self,
        asked: Asked<'_>,
        ask: impl FnOnce() -> Answer<'a, T> + Send + 'a,
    ) -> Answer<'a, T> {
        if !matches!(asked, Asked::Append) {
            return ask();
        }
        let begun = Instant::now();
        let answer = ask();
        Box::pin(async move {
            let answer = answer.await;
            let mut times = self.times.lock().expect("nobody panics");
            times.push(begun.elapsed());
            answer
        })
    }
}
