//! How often the house is asked what waits, over hours that pass in a moment.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::*;
use crate::desk::{Answer, Drawing, Opened, Utterance};

/// Whichever.
const SOME: Platform = Platform::ALL[0];

/// A house in which one person has one note waiting, for as long as it stands.
#[derive(Default)]
struct Waiting {
    gone: AtomicBool,
    looks: AtomicUsize,
}

impl Waiting {
    fn note() -> Note {
        Note {
            platform: SOME,
            to: Address::Person(String::from("U1")),
            what: crate::desk::What::Text(String::from("news")),
            buttons: Vec::new(),
            answers: None,
            written: 0,
        }
    }

    fn stands(&self) -> bool {
        !self.gone.load(Ordering::Relaxed)
    }
}

impl Desk for Waiting {
    fn hear(&self, _heard: Utterance) -> Later<'_, Answer> {
        Box::pin(async { Ok(Answer::default()) })
    }

    fn claim<'a>(&'a self, _: &'a str, _: &'a str, _: Duration) -> Later<'a, bool> {
        Box::pin(async { Ok(true) })
    }

    fn mark<'a>(&'a self, _: &'a str, _: Duration) -> Later<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn is_marked<'a>(&'a self, _: &'a str) -> Later<'a, bool> {
        Box::pin(async { Ok(false) })
    }

    fn post(&self, _notes: Vec<(String, Note)>) -> Later<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn letters(&self) -> Later<'_, Vec<Opened>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn sort(&self, _sorted: Vec<Sorted>) -> Later<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn queues(&self) -> Later<'_, Vec<Queue>> {
        self.looks.fetch_add(1, Ordering::Relaxed);
        let queue = Queue {
            to: Self::note().recipient(),
            notes: 1,
            since: 0,
            oldest: 1,
            asked: 0,
            dropped: 0,
        };
        let queues = self.stands().then_some(queue).into_iter().collect();
        Box::pin(async { Ok(queues) })
    }

    fn notes<'a>(&'a self, _: &'a Recipient, _: u32) -> Later<'a, Vec<(u64, Note)>> {
        let note = self.stands().then(|| (1, Self::note()));
        Box::pin(async { Ok(note.into_iter().collect()) })
    }

    fn discard(&self, _ids: Vec<u64>) -> Later<'_, ()> {
        self.gone.store(true, Ordering::Relaxed);
        Box::pin(async { Ok(()) })
    }

    fn told_of_dropped<'a>(&'a self, _: &'a Recipient, _: u64) -> Later<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn draw(&self, _drawing: Drawing) -> Later<'_, Option<crate::desk::What>> {
        Box::pin(async { Ok(None) })
    }

    fn moved<'a>(&'a self, _: Platform, _: &'a str, _: &'a str) -> Later<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}

/// A platform on which nobody wants to hear from us.
struct Closed;

impl Carrier for Closed {
    fn cut(&self, note: Note) -> Vec<Note> {
        vec![note]
    }

    fn deliver<'a>(&'a self, _note: &'a Note) -> Sending<'a> {
        Box::pin(async { Err(Undelivered::Closed(String::from("blocked"))) })
    }

    fn closed<'a>(&'a self, _to: &'a Address) -> Later<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}

#[tokio::test(start_paused = true)]
async fn the_house_is_not_asked_more_often_for_who_cannot_be_reached_and_has_nothing_left() {
    let house = Arc::new(Waiting::default());
    let desk = Arc::clone(&house) as Arc<dyn Desk>;
    let once = Arc::new(Once::new(Arc::clone(&desk), None));
    let carrier: Arc<dyn Carrier> = Arc::new(Closed);
    let carriers = BTreeMap::from([(SOME, carrier)]);
    let sender = Postman::new(desk, once, carriers, Reception::default());
    let running = tokio::spawn(async move { sender.run().await });
    let looks_in_an_hour = async || {
        let before = house.looks.load(Ordering::Relaxed);
        sleep(Duration::from_hours(1)).await;
        house.looks.load(Ordering::Relaxed) - before
    };
    // Once a round, and once for each time that they are tried.
    let most = 3600 * 1000 / ROUND.as_millis() as usize + 20;
    let blocked = looks_in_an_hour().await;
    assert!((most / 2..=most).contains(&blocked), "{blocked} looks");
    house.gone.store(true, Ordering::Relaxed);
    let aged_out = looks_in_an_hour().await;
    assert!((most / 2..=most).contains(&aged_out), "{aged_out} looks");
    running.abort();
}
