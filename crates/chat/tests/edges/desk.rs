//! A desk in memory: it echoes words and remembers everything.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlour_chat::desk::{
    Address, Answer, Button, Desk, Drawing, Fact, Later, Note, Offer, Offers, Opened, Platform,
    Queue, Recipient, Sorted, Trouble, Utterance, What,
};
use parlour_chat::doubles::{SlackAnswer, SlackDouble, TelegramDouble};
use parlour_chat::platform::telegram::Webhook;
use parlour_chat::{Chat, ChatSettings, PassedOver};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// Only ever reached when something is wrong.
pub const SOON: Duration = Duration::from_mins(2);

/// How long it takes to see that the database does not answer.
pub const AWAY: Duration = Duration::from_secs(12);

#[derive(Default)]
pub struct Memory {
    pub heard: Vec<Utterance>,
    claims: BTreeMap<String, (String, Instant)>,
    /// By number: the key, the note, whether it was asked for.
    pub notes: BTreeMap<u64, (String, Note, bool)>,
    last_note: u64,
    pub letters: BTreeMap<u64, Vec<(Platform, Address, What)>>,
    /// How many notes were dropped.
    pub dropped: BTreeMap<Recipient, u64>,
    pub slow: Option<Duration>,
    /// Nothing is answered before this gives leave, once for each answer.
    pub gate: Option<Arc<Semaphore>>,
    /// Chats that go on under another id.
    pub moved: Vec<(String, String)>,
    /// How long it takes to read what waits in the outbox.
    pub slow_reading: Option<Duration>,
    /// Whether the next note that is crossed off breaks us.
    pub breaks: bool,
    /// Whether the database does not answer.
    pub is_away: bool,
}

impl Memory {
    fn keep(&mut self, notes: Vec<(String, Note)>, asked: bool) {
        for (key, note) in notes {
            if self.notes.values().all(|(kept, ..)| *kept != key) {
                self.last_note += 1;
                self.notes.insert(self.last_note, (key, note, asked));
            }
        }
    }
}

/// The desk; clones are the same one.
#[derive(Clone, Default)]
pub struct FakeDesk(pub Arc<Mutex<Memory>>);

impl FakeDesk {
    pub fn heard(&self) -> Vec<Utterance> {
        self.0.lock().unwrap().heard.clone()
    }

    pub fn waiting(&self) -> usize {
        self.0.lock().unwrap().notes.len()
    }

    /// Whether everything was sent, or given up.
    pub fn is_empty(&self) -> bool {
        let memory = self.0.lock().unwrap();
        memory.letters.is_empty() && memory.notes.is_empty()
    }

    pub fn write_letter(&self, id: u64, parts: Vec<(Platform, Address, What)>) {
        self.0.lock().unwrap().letters.insert(id, parts);
    }
}

/// Says what it heard; some words are special.
fn reply(heard: &Utterance) -> Answer {
    let mut answer = Answer {
        says: vec![What::Text(format!("You said: {}", heard.text))],
        ..Answer::default()
    };
    match heard.text.as_str() {
        "long" => answer.says = vec![What::Text("A Vie - Bud & <more>\n".repeat(600))],
        "map" => answer.says.push(What::Picture {
            name: String::from("map.png"),
            caption: String::from("Spring <1901> & more"),
            bytes: vec![137, 80, 78, 71],
        }),
        "file" => answer.says.push(What::File {
            name: String::from("game.jsonl"),
            bytes: b"{}\n".to_vec(),
        }),
        "buttons" => {
            answer.buttons = vec![Button {
                label: String::from("Ready"),
                words: String::from("ready"),
            }];
        }
        text if text.starts_with("order") && heard.chat.is_some() => {
            answer.erase = heard.spoken == parlour_chat::desk::Spoken::Aloud;
        }
        text if text.starts_with("join") => {
            if let Some(link) = &heard.inbox_link {
                let words = text.replace(' ', "_");
                let link = format!("{link}{words}");
                answer.says = vec![What::Text(format!("Open your inbox: {link}"))];
                answer.facts = vec![Fact::InboxClosed(link)];
            }
        }
        "touch" => return asked(None),
        "K7Q2M touch A Vie" => return asked(Some("A Vie")),
        _ => {}
    }
    answer
}

/// What is said to whoever gives orders by touch.
fn asked(unit: Option<&str>) -> Answer {
    let offers = Offers {
        code: String::from("K7Q2M"),
        phase: String::from("S1901M"),
        power: String::from("Austria"),
        owed: None,
        units: vec![Offer {
            unit: String::from("A Vie"),
            builds: false,
            orders: vec![String::from("A Vie H"), String::from("A Vie - Bud")],
            noted: Vec::new(),
            times: 1,
        }],
    };
    let asked = offers.ask(unit, 0);
    Answer {
        buttons: asked.buttons.clone(),
        facts: asked.facts.clone(),
        ..Answer::text(asked.words())
    }
}

/// The database is away.
fn no_answer<'a, T>() -> Later<'a, T> {
    Box::pin(async {
        tokio::time::sleep(AWAY).await;
        Err(Trouble(String::from("no answer")))
    })
}

impl Desk for FakeDesk {
    fn hear(&self, heard: Utterance) -> Later<'_, Answer> {
        Box::pin(async move {
            let (slow, gate) = {
                let mut memory = self.0.lock().unwrap();
                memory.heard.push(heard.clone());
                (memory.slow, memory.gate.clone())
            };
            if let Some(gate) = gate {
                gate.acquire().await.unwrap().forget();
            }
            if let Some(slow) = slow {
                tokio::time::sleep(slow).await;
            }
            Ok(reply(&heard))
        })
    }

    fn claim<'a>(&'a self, key: &'a str, holder: &'a str, hold: Duration) -> Later<'a, bool> {
        let mut memory = self.0.lock().unwrap();
        if memory.is_away {
            return no_answer();
        }
        let now = Instant::now();
        let taken = memory
            .claims
            .get(key)
            .is_some_and(|(other, until)| other != holder && *until > now);
        if !taken {
            let until = now + hold;
            memory
                .claims
                .insert(key.to_owned(), (holder.to_owned(), until));
        }
        Box::pin(async move { Ok(!taken) })
    }

    fn mark<'a>(&'a self, key: &'a str, hold: Duration) -> Later<'a, ()> {
        let mut memory = self.0.lock().unwrap();
        if memory.is_away {
            return no_answer();
        }
        let mark = (String::from("marked"), Instant::now() + hold);
        memory.claims.insert(key.to_owned(), mark);
        Box::pin(async { Ok(()) })
    }

    fn is_marked<'a>(&'a self, key: &'a str) -> Later<'a, bool> {
        let memory = self.0.lock().unwrap();
        if memory.is_away {
            return no_answer();
        }
        let mark = memory.claims.get(key);
        let marked = mark.is_some_and(|(_, until)| *until > Instant::now());
        Box::pin(async move { Ok(marked) })
    }

    fn post(&self, notes: Vec<(String, Note)>) -> Later<'_, ()> {
        self.0.lock().unwrap().keep(notes, true);
        Box::pin(async { Ok(()) })
    }

    fn letters(&self) -> Later<'_, Vec<Opened>> {
        let memory = self.0.lock().unwrap();
        let note = |(platform, to, what): &(Platform, Address, What)| Note {
            platform: *platform,
            to: to.clone(),
            what: what.clone(),
            buttons: Vec::new(),
            answers: None,
            written: 0,
        };
        let opened = memory.letters.iter().map(|(letter, parts)| Opened {
            letter: *letter,
            notes: parts.iter().map(note).collect(),
            voice: None,
            for_terminals: Vec::new(),
        });
        let opened = opened.collect();
        let slow = memory.slow_reading;
        Box::pin(async move {
            if let Some(slow) = slow {
                tokio::time::sleep(slow).await;
            }
            Ok(opened)
        })
    }

    fn sort(&self, sorted: Vec<Sorted>) -> Later<'_, ()> {
        let mut memory = self.0.lock().unwrap();
        for Sorted { letter, notes, .. } in sorted {
            if memory.letters.remove(&letter).is_some() {
                memory.keep(notes, false);
            }
        }
        Box::pin(async { Ok(()) })
    }

    fn queues(&self) -> Later<'_, Vec<Queue>> {
        let memory = self.0.lock().unwrap();
        let mut queues: BTreeMap<Recipient, Queue> = BTreeMap::new();
        for (id, (_, note, asked)) in &memory.notes {
            let to = note.recipient();
            let dropped = memory.dropped.get(&to).copied().unwrap_or(0);
            let queue = queues.entry(to.clone()).or_insert(Queue {
                to,
                notes: 0,
                since: note.written * 1000,
                oldest: *id,
                asked: 0,
                dropped,
            });
            queue.notes += 1;
            if *asked {
                queue.asked = *id;
            }
        }
        Box::pin(async move { Ok(queues.into_values().collect()) })
    }

    fn notes<'a>(&'a self, to: &'a Recipient, at_most: u32) -> Later<'a, Vec<(u64, Note)>> {
        let memory = self.0.lock().unwrap();
        let theirs = memory
            .notes
            .iter()
            .filter(|(_, it)| it.1.recipient() == *to);
        let theirs = theirs.take(at_most as usize);
        let notes = theirs
            .map(|(id, (_, note, _))| (*id, note.clone()))
            .collect();
        Box::pin(async move { Ok(notes) })
    }

    fn told_of_dropped<'a>(&'a self, to: &'a Recipient, number: u64) -> Later<'a, ()> {
        let mut memory = self.0.lock().unwrap();
        assert_eq!(memory.dropped.remove(to), Some(number));
        Box::pin(async { Ok(()) })
    }

    fn draw(&self, _drawing: Drawing) -> Later<'_, Option<What>> {
        Box::pin(async { Ok(None) })
    }

    fn discard(&self, ids: Vec<u64>) -> Later<'_, ()> {
        let mut memory = self.0.lock().unwrap();
        if std::mem::take(&mut memory.breaks) {
            drop(memory);
            panic!("a fault of ours");
        }
        for id in ids {
            memory.notes.remove(&id);
        }
        Box::pin(async { Ok(()) })
    }

    fn moved<'a>(&'a self, _platform: Platform, from: &'a str, to: &'a str) -> Later<'a, ()> {
        let mut memory = self.0.lock().unwrap();
        memory.moved.push((from.to_owned(), to.to_owned()));
        Box::pin(async { Ok(()) })
    }
}

/// Both doubles and adapters over one desk.
pub struct Bed {
    pub slack: SlackDouble,
    pub telegram: TelegramDouble,
    pub desk: FakeDesk,
    tasks: Vec<JoinHandle<()>>,
    pub url: String,
    pub passed_over: PassedOver,
}

impl Bed {
    /// Long polling.
    pub async fn new() -> Self {
        Self::with(FakeDesk::default(), false).await
    }

    /// With updates brought to us, or polled.
    pub async fn with(desk: FakeDesk, webhook: bool) -> Self {
        let slack = SlackDouble::start("xoxb-1", "secret").await.unwrap();
        for (id, name) in [("U1", "Ann"), ("U2", "Ben")] {
            slack.add_user(id, name);
        }
        slack.add_channel("C1", "diplomacy");
        let telegram = TelegramDouble::start("TOKEN").await.unwrap();
        for (id, name) in [(1, "Ann"), (2, "Ben")] {
            telegram.add_user(id, name);
        }
        telegram.add_group(-9, "Table");
        let mut bed = Self {
            slack,
            telegram,
            desk,
            tasks: Vec::new(),
            url: String::new(),
            passed_over: PassedOver::default(),
        };
        bed.restart(webhook).await;
        bed
    }

    /// Starts the adapters, anew if they run.
    pub async fn restart(&mut self, webhook: bool) {
        for task in self.tasks.drain(..) {
            task.abort();
            let _ = task.await;
        }
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        self.url = format!("http://{}", listener.local_addr().unwrap());
        let webhook = webhook.then(|| Webhook {
            url: format!("{}/telegram/webhook", self.url),
            secret: String::from("s3cret"),
        });
        let settings = ChatSettings::default()
            .with(self.slack.settings())
            .with(self.telegram.settings(webhook));
        let desk: Arc<dyn Desk> = Arc::new(self.desk.clone());
        let chat = Chat::new(&settings, &desk);
        let router = chat.router();
        self.passed_over = chat.passed_over().clone();
        self.slack.point_at(&self.url);
        self.tasks.push(tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        }));
        self.tasks
            .push(tokio::spawn(async move { chat.run().await }));
    }
}

impl Bed {
    /// U1 opens the form on Slack and chooses the second order of the first unit.
    pub async fn order_by_form(&self) -> SlackAnswer {
        let press = json!({ "type": "block_actions", "actions": [{ "value": "touch" }] });
        self.slack.press("U1", "C1", press).await;
        let modal = self.slack.wait_for_modal("U1", SOON).await.unwrap();
        let chosen = &modal["blocks"][0]["element"]["options"][1];
        let view = json!({
            "type": "view_submission",
            "view": { "private_metadata": modal["private_metadata"], "state": { "values": {
                "unit-0": { "order": { "type": "static_select", "selected_option": chosen } } } } },
        });
        self.slack.press("U1", "C1", view).await
    }
}

impl Drop for Bed {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
        if !std::thread::panicking() {
            assert_eq!(self.slack.violations(), Vec::<String>::new());
            assert_eq!(self.telegram.violations(), Vec::<String>::new());
        }
    }
}
