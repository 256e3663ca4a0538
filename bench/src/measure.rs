//! Rounds, the clock, and the rows that come of them.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use cpu_time::ThreadTime;
use serde_json::{Map, Value};

use crate::table;

/// In how many turns each contender runs; the best counts.
const ROUNDS: u32 = 5;

/// Our own name in every table.
pub const OURS: &str = "parlour";

/// One way to answer the questions of a scene.
pub struct Contender<'a> {
    name: String,
    /// Answers the question with this number; what it returns only keeps the
    /// work from being thrown away.
    answer: Box<dyn FnMut(usize) -> u64 + 'a>,
    /// Further columns: what share of the answers was right, and the like.
    extras: Vec<(&'static str, f64)>,
    /// Whether ratios may be taken to this one.
    is_peer: bool,
}

impl<'a> Contender<'a> {
    /// A contender by name and by how it answers a question.
    pub fn new(name: impl Into<String>, answer: impl FnMut(usize) -> u64 + 'a) -> Self {
        let name = name.into();
        Self {
            is_peer: name != OURS,
            name,
            answer: Box::new(answer),
            extras: Vec::new(),
        }
    }

    /// The same with a further column.
    pub fn with(mut self, column: &'static str, value: f64) -> Self {
        self.extras.push((column, value));
        self
    }

    /// The same, but listed only: no ratio is taken to it.
    pub fn listed_only(mut self) -> Self {
        self.is_peer = false;
        self
    }
}

/// One line of a table.
pub struct Row {
    /// Who answered.
    pub contender: String,
    /// Answers in a second of CPU time.
    pub per_second: f64,
    /// Further columns.
    pub extras: Vec<(&'static str, f64)>,
    /// Whether ratios may be taken to this one.
    pub is_peer: bool,
}

/// Runs scenes and prints their rows.
pub struct Bench {
    seconds: f64,
    json: bool,
}

impl Bench {
    pub fn new(seconds: f64, json: bool) -> Self {
        Self { seconds, json }
    }

    /// How long each contender may take, for scenes that measure otherwise.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// How another process is told to measure alike.
    pub fn arguments(&self) -> Vec<String> {
        let mut words = vec![String::from("--seconds"), self.seconds.to_string()];
        if self.json {
            words.push(String::from("--json"));
        }
        words
    }

    /// Runs a scene: every contender answers the questions 0 to `questions` over
    /// and over, in rounds by turns.
    pub fn scene(
        &mut self,
        scene: &str,
        questions: usize,
        contenders: Vec<Contender<'_>>,
    ) -> Result<()> {
        let rows = self.rows(questions, contenders);
        self.print(scene, &rows)
    }

    /// The rows of such a scene, which are not printed yet.
    pub fn rows(&self, questions: usize, mut contenders: Vec<Contender<'_>>) -> Vec<Row> {
        let slice = Duration::from_secs_f64(self.seconds / f64::from(ROUNDS));
        let mut best = vec![0.0_f64; contenders.len()];
        for _ in 0..ROUNDS {
            for (contender, best) in contenders.iter_mut().zip(&mut best) {
                *best = best.max(round(contender, questions, slice));
            }
        }
        contenders
            .into_iter()
            .zip(best)
            .map(|(contender, per_second)| Row {
                contender: contender.name,
                per_second,
                extras: contender.extras,
                is_peer: contender.is_peer,
            })
            .collect()
    }

    /// Prints rows that were measured otherwise.
    pub fn print(&self, scene: &str, rows: &[Row]) -> Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            for row in rows {
                let mut object = Map::new();
                object.insert("scene".into(), scene.into());
                object.insert("contender".into(), row.contender.clone().into());
                object.insert("per_second".into(), Value::from(row.per_second));
                for &(column, value) in &row.extras {
                    object.insert(column.into(), Value::from(value));
                }
                writeln!(out, "{}", Value::Object(object))?;
            }
        } else {
            table::print(&mut out, scene, rows)?;
        }
        out.flush()?;
        Ok(())
    }
}

/// Whole passes over the questions until the time is used up; answers a second.
fn round(contender: &mut Contender<'_>, questions: usize, slice: Duration) -> f64 {
    let start = ThreadTime::now();
    let mut answered = 0;
    loop {
        for question in 0..questions {
            black_box((contender.answer)(black_box(question)));
        }
        answered += questions;
        let used = start.elapsed();
        if used >= slice {
            return answered as f64 / used.as_secs_f64().max(1e-9);
        }
    }
}
