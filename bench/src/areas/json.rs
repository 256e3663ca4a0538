//! What every command writes without serde's detours, beside serde: the line of an entry,
//! with its hash, and the fingerprint of a state of Kingslayer. Both give the same bytes,
//! which tests hold; here is what that saves.

use anyhow::{Result, ensure};
use parlour_host::log::{Entry, Hash, Stored};
use parlour_host::{Json, Time};
use parlour_regicide::{Command, House, Kingslayer, Setup};
use parlour_rules::{Actor, Fingerprint, Rules, Seat, Seed, Stage};

use crate::measure::{Bench, Contender, OURS};

/// Different questions in a scene.
const QUESTIONS: usize = 64;

pub fn run(bench: &mut Bench) -> Result<()> {
    entries(bench)?;
    fingerprints(bench)
}

fn entries(bench: &mut Bench) -> Result<()> {
    let previous = Hash::of_header("header");
    let entries: Vec<Entry> = (1..=QUESTIONS as u64)
        .map(|seq| Entry {
            seq,
            stage: Stage::new("turn-12"),
            by: Actor::Seat(Seat((seq % 4) as u8)),
            command: Json::of(&Command::Yield),
            events: Json::of(&["an event of usual length, as a card game makes them"; 3]),
            fingerprint: Fingerprint(seq.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            time: Time(1_900_000_000_000 + seq),
            who: Some(String::from("Ann")),
            from: Some(String::from("web")),
            rules: None,
        })
        .collect();
    // The same work but for the writing: a line, hashed over the one before.
    let by_serde = |entry: &Entry| {
        let body = serde_json::to_string(entry).unwrap_or_default();
        let hash = Hash::of_header(&format!("{previous}{body}"));
        format!("{},\"hash\":\"{hash}\"}}", &body[..body.len() - 1])
    };
    for entry in &entries {
        let by_hand = Stored::entry(entry, previous).line;
        ensure!(by_hand == by_serde(entry), "the lines differ: {by_hand}");
    }
    let ours = Contender::new(OURS, |question| {
        Stored::entry(&entries[question], previous).line.len() as u64
    });
    let serde = Contender::new("serde", |question| {
        by_serde(&entries[question]).len() as u64
    });
    bench.scene("entry", QUESTIONS, vec![ours, serde])
}

fn fingerprints(bench: &mut Bench) -> Result<()> {
    let mut states = Vec::new();
    for question in 0..QUESTIONS {
        let setup = Setup {
            players: (question % 4 + 1) as u8,
            first: None,
            house: House::default(),
            practice: false,
        };
        let state = Kingslayer::start(&setup, Seed(question as u64))
            .map_err(|refusal| anyhow::anyhow!(refusal.to_string()))?;
        let by_hand = Kingslayer::fingerprint(&state);
        ensure!(by_hand == Fingerprint::of(&state), "the prints differ");
        states.push(state);
    }
    let ours = Contender::new(OURS, |question| {
        Kingslayer::fingerprint(&states[question]).0
    });
    let serde = Contender::new("serde", |question| Fingerprint::of(&states[question]).0);
    bench.scene("fingerprint", QUESTIONS, vec![ours, serde])
}
