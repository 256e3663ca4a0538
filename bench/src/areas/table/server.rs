//! The PostgreSQL server of the scenes with replicas.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use sqlx::{Connection, PgConnection};

use super::replicas;
use crate::measure::Bench;

/// Names the server.
pub const VARIABLE: &str = "PARLOUR_TEST_POSTGRES";

/// What [`VARIABLE`] says where it is known that there is none.
const ABSENT: &str = "absent";

/// Ticks a second in `/proc`.
const TICKS: u64 = 100;

/// Whether a server is named.
pub fn is_named() -> bool {
    named().is_some()
}

fn named() -> Option<String> {
    let url = std::env::var(VARIABLE).ok()?;
    (!url.is_empty() && url != ABSENT).then_some(url)
}

/// Runs the scenes with replicas once more in a process of their own, beside a
/// private server that ends with it.
pub fn beside_a_private_one(bench: &Bench) -> Result<()> {
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    eprintln!("a private PostgreSQL server is started: cargo xtask postgres");
    let status = Command::new(cargo)
        .args(["run", "--quiet", "--package", "xtask", "--", "postgres"])
        .arg(std::env::current_exe()?)
        .arg("table-replicas")
        .args(bench.arguments())
        .current_dir(house)
        .status()
        .context("cargo xtask postgres")?;
    ensure!(status.success(), "cargo xtask postgres: {status}");
    Ok(())
}

/// A schema of the run's own on the server; gone when dropped.
pub struct Schema {
    server: String,
    name: String,
    url: String,
}

impl Schema {
    /// Makes it, with its tables.
    pub fn new() -> Result<Self> {
        let server = named().with_context(|| format!("{VARIABLE} names no server"))?;
        let name = format!("bench_{}", std::process::id());
        let url = format!("{server}?schema={name}");
        replicas::prepare(&url)?;
        Ok(Self { server, name, url })
    }

    /// How replicas find it.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The processor time so far of the server with all its processes; nothing if
    /// it does not run on this machine.
    pub fn used(&self) -> Option<Duration> {
        let port = self.server.rsplit(':').next()?.split('/').next()?;
        let folders = fs::read_dir("/proc").ok()?.flatten();
        // Processes that have ended meanwhile are passed over.
        let processes: Vec<Process> = folders
            .filter_map(|folder| Process::read(&folder.path()))
            .collect();
        let server = processes.iter().find(|it| it.serves(port))?;
        let own = processes.iter().filter(|it| it.parent == server.id);
        // What its processes had used when they ended counts with the server itself.
        let ticks = server.ended + server.ticks + own.map(|it| it.ticks).sum::<u64>();
        Some(Duration::from_millis(ticks * 1000 / TICKS))
    }

    fn take_away(&self) -> Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let mut connection = PgConnection::connect(&self.server).await?;
            let words = format!("DROP SCHEMA {} CASCADE", self.name);
            sqlx::raw_sql(sqlx::AssertSqlSafe(words))
                .execute(&mut connection)
                .await?;
            Ok(())
        })
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        if let Err(reason) = self.take_away() {
            eprintln!("the schema {} is left behind: {reason:#}", self.name);
        }
    }
}

/// A process of this machine, as `/proc` tells of it.
struct Process {
    id: u64,
    parent: u64,
    ticks: u64,
    ended: u64,
    words: Vec<String>,
}

impl Process {
    fn read(folder: &Path) -> Option<Self> {
        let id = folder.file_name()?.to_str()?.parse().ok()?;
        let stat = fs::read_to_string(folder.join("stat")).ok()?;
        // The name stands in brackets and may hold anything.
        let (_, rest) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let number = |place: usize| fields.get(place)?.parse::<u64>().ok();
        let words = fs::read(folder.join("cmdline")).ok()?;
        let words = words.split(|byte| *byte == 0);
        Some(Self {
            id,
            parent: number(1)?,
            ticks: number(11)? + number(12)?,
            ended: number(13)? + number(14)?,
            words: words
                .map(|word| String::from_utf8_lossy(word).into_owned())
                .collect(),
        })
    }

    fn serves(&self, port: &str) -> bool {
        let program = self.words.first();
        let program = program.is_some_and(|it| it.ends_with("postgres"));
        let mut pairs = self.words.windows(2);
        program && pairs.any(|pair| pair[0] == "-p" && pair[1] == port)
    }
}
