//! One replica: a process with a room of its own before the common database, and
//! the people at its tables, who never stop giving orders.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use cpu_time::ProcessTime;
use parlour_host::journal::PostgresJournal;
use parlour_host::{Host, ManualClock, Registry, SystemEntropy, wait};
use parlour_room::{Heard, Room};
use serde_json::{Value, json};

use super::MORNING;
use super::limit::{Limit, Means};

/// Tells a replica its share.
const VARIABLE: &str = "PARLOUR_BENCH_REPLICA";

/// Who plays, with the orders of the three that give any.
const PEOPLE: [(&str, &str); 7] = [
    ("Austria", "order A Vie-Gal; A Bud-Ser; F Tri-Alb"),
    ("England", "order F Lon-NTH; F Edi-NWG; A Lvp-Yor"),
    ("France", "order A Par-Bur; A Mar S A Par-Bur; F Bre-MAO"),
    ("Germany", ""),
    ("Italy", ""),
    ("Russia", ""),
    ("Turkey", ""),
];

/// What a replica is to do.
#[derive(Clone, Debug)]
pub struct Share {
    /// The database.
    pub url: String,
    /// What no other table of the run is called.
    pub name: String,
    /// How many tables are played at once.
    pub tables: usize,
    /// For how long.
    pub seconds: f64,
}

/// What a replica has done.
#[derive(Clone, Copy, Debug)]
pub struct Done {
    /// Commands that were answered.
    pub commands: f64,
    /// Seconds of processor time that they took.
    pub used: f64,
}

/// A replica's life: opens its tables, says so, waits for the word to begin, gives
/// commands, and says how many and how much processor time they took.
pub fn serve() -> Result<()> {
    let share = Share::read(&std::env::var(VARIABLE).context(VARIABLE)?)?;
    let room = room(&share.url)?;
    for table in 0..share.tables {
        open(&room, &format!("{}-{table}", share.name))?;
    }
    println!("open");
    std::io::stdin().lock().read_line(&mut String::new())?;
    let begin = ProcessTime::now();
    let end = Instant::now() + Duration::from_secs_f64(share.seconds);
    let commands = thread::scope(|scope| -> Result<u64> {
        let playing: Vec<_> = (0..share.tables)
            .map(|table| {
                let (room, chat) = (&room, format!("{}-{table}", share.name));
                scope.spawn(move || play(room, &chat, end))
            })
            .collect();
        let mut commands = 0;
        for table in playing {
            commands += table
                .join()
                .map_err(|_| anyhow::anyhow!("a table broke"))??;
        }
        Ok(commands)
    })?;
    println!("{commands} {}", begin.elapsed().as_secs_f64());
    // It goes when it is let go, so that the server's side of it can be measured.
    std::io::stdin().lock().read_line(&mut String::new())?;
    Ok(())
}

/// A room before the database, as a process of the service has one.
pub fn room(url: &str) -> Result<Room> {
    let mut games = Registry::new();
    Room::prepare(&mut games);
    let entropy = Arc::new(SystemEntropy);
    let host = Host::new(
        games,
        Arc::new(PostgresJournal::open(url)?),
        Arc::new(ManualClock::at(MORNING)),
        entropy.clone(),
    );
    Ok(Room::new(Arc::new(host), entropy))
}

/// Seven people sit down in one group and begin.
fn open(room: &Room, chat: &str) -> Result<()> {
    let aloud = |power: &str, words: &str| {
        let who = format!("bench:{chat}-{power}");
        hear(
            room,
            &Heard::aloud("bench", chat, who.as_str().into(), power, words),
        )
    };
    aloud("Austria", "new")?;
    for (power, _) in PEOPLE {
        aloud(power, &format!("join {power}"))?;
    }
    aloud("Austria", "start")
}

/// Orders at one table until the end; how many commands were answered.
fn play(room: &Room, chat: &str, end: Instant) -> Result<u64> {
    let orders = PEOPLE.iter().filter(|(_, orders)| !orders.is_empty());
    let mut commands = 0;
    for (power, orders) in orders.cycle() {
        if Instant::now() >= end {
            break;
        }
        let who = format!("bench:{chat}-{power}");
        hear(
            room,
            &Heard::in_private("bench", who.as_str().into(), power, orders),
        )?;
        commands += 1;
    }
    Ok(commands)
}

fn hear(room: &Room, heard: &Heard) -> Result<()> {
    let answer = wait(room.hear(heard))?;
    ensure!(
        answer.refused.is_none(),
        "`{}`: {}",
        heard.text,
        answer.words()
    );
    Ok(())
}

impl Share {
    fn write(&self) -> String {
        json!([self.url, self.name, self.tables, self.seconds]).to_string()
    }

    fn read(text: &str) -> Result<Self> {
        let value: Value = serde_json::from_str(text)?;
        let (Some(url), Some(name), Some(tables), Some(seconds)) = (
            value[0].as_str(),
            value[1].as_str(),
            value[2].as_u64(),
            value[3].as_f64(),
        ) else {
            bail!("{VARIABLE} is not understood");
        };
        Ok(Self {
            url: url.to_owned(),
            name: name.to_owned(),
            tables: tables as usize,
            seconds,
        })
    }
}

/// A replica as whoever has started it sees it.
pub struct Running {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    limit: Option<Limit>,
}

impl Running {
    /// Starts it, and holds it back as soon as its tables are open.
    pub fn start(share: &Share, limit: Option<(Means, u32)>) -> Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("table-replica")
            .env(VARIABLE, share.write())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().context("it has an input")?;
        let output = child.stdout.take().context("it has an output")?;
        let mut running = Self {
            child,
            input,
            output: BufReader::new(output),
            limit: None,
        };
        ensure!(running.line()? == "open", "a replica does not begin");
        if let Some((means, hundredths)) = limit {
            running.limit = Some(Limit::on(running.child.id(), means, hundredths)?);
        }
        Ok(running)
    }

    /// The word to begin.
    pub fn begin(&mut self) -> Result<()> {
        Ok(writeln!(self.input)?)
    }

    /// Waits until it has done its share. It ends when it is dropped.
    pub fn done(&mut self) -> Result<Done> {
        let line = self.line()?;
        let (commands, used) = line.split_once(' ').context("a replica broke")?;
        Ok(Done {
            commands: commands.parse()?,
            used: used.parse()?,
        })
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // A group can be taken away only when nobody belongs to it.
        self.limit = None;
    }
}
