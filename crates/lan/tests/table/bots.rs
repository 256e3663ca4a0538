//! Bots at the table: they play whatever else happens there.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parlour_rules::Seat;
use serde_json::json;
use tokio::time::timeout;

use crate::person::{PATIENCE, Person, simple_command};
use crate::play::play_on;
use crate::{House, Wishes};

/// Counts Ann's words. When it goes, as when a test fails, no bot waits for more.
#[derive(Default)]
struct Said(Arc<AtomicU64>);

impl Said {
    fn more(&self, words: u64) {
        self.0.fetch_add(words, Ordering::SeqCst);
    }

    fn enough(&self) {
        self.0.store(u64::MAX, Ordering::SeqCst);
    }
}

impl Drop for Said {
    fn drop(&mut self) {
        self.enough();
    }
}

/// A table for Ann and a bot whose every thought takes as long as three of Ann's
/// words, and how often it has thought.
fn slow_bot(said: &Said) -> (Wishes, Arc<AtomicU64>) {
    let thoughts = Arc::new(AtomicU64::new(0));
    let (heard, counted) = (Arc::clone(&said.0), Arc::clone(&thoughts));
    let wishes = Wishes {
        bots: 1,
        mind: Arc::new(move |view, _| {
            let begun = heard.load(Ordering::SeqCst);
            counted.fetch_add(1, Ordering::SeqCst);
            let since = Instant::now();
            while heard.load(Ordering::SeqCst) < begun.saturating_add(3)
                && since.elapsed() < PATIENCE
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            simple_command(view)
        }),
        ..Wishes::players(2)
    };
    (wishes, thoughts)
}

/// Ann makes her moves until it is the bot's turn.
async fn until_the_bot_is_to_move(ann: &mut Person) {
    ann.act("READY", json!({})).await;
    ann.until(|state| state.view.step == "play").await;
    while ann.is_to_move() {
        ann.play_one().await;
    }
    assert_eq!(ann.state().view.current, Some(Seat(1)), "the game runs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_move_while_people_talk_without_pause() {
    let house = House::new();
    let said = Said::default();
    let (wishes, thoughts) = slow_bot(&said);
    let server = house.serve(wishes).await;
    let mut ann = Person::seated(server.address(), "Ann").await;
    until_the_bot_is_to_move(&mut ann).await;
    let talking = async {
        let cards = ann.state().view.table.len() + usize::from(ann.state().view.discard_count);
        loop {
            let id = ann.act("SAY", json!({ "phrase": "hello" })).await;
            let view = &ann
                .until(|state| state.ack.as_deref() == Some(&id))
                .await
                .view;
            said.more(1);
            if view.table.len() + usize::from(view.discard_count) > cards {
                return;
            }
        }
    };
    let talked = timeout(PATIENCE, talking).await;
    talked.expect("the bot moves although the table is never silent");
    // It may be about to think of its next step.
    assert!(thoughts.load(Ordering::SeqCst) <= 2);
}

/// What a bot has decided while somebody was away is not thought of again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thought_outlasts_a_pause() {
    let house = House::new();
    let said = Said::default();
    let (wishes, thoughts) = slow_bot(&said);
    let server = house.serve(wishes).await;
    let mut ann = Person::seated(server.address(), "Ann").await;
    let token = ann.token.clone().unwrap();
    until_the_bot_is_to_move(&mut ann).await;
    let cards = ann.state().view.hand.clone();
    let mut watcher = Person::connect(server.address()).await;
    watcher
        .hello(json!({ "name": "Wim", "spectate": true }))
        .await;
    drop(ann);
    let paused = watcher.until(|state| state.view.paused).await.clone();
    let thinking = async {
        while thoughts.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let thinks = timeout(PATIENCE, thinking).await;
    thinks.expect("the bot thinks");
    said.more(3);
    let mut ann = Person::by_token(server.address(), &token).await;
    assert_eq!(ann.state().view.hand, cards);
    ann.until(|state| state.view.table != paused.view.table || state.view.step != paused.view.step)
        .await;
    said.enough();
    play_on(&mut [ann]).await;
}
