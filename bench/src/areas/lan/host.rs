//! The host's side: a process of its own on one core.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result};
use parlour_host::journal::SqliteJournal;
use parlour_host::journal::passing::Passing;
use parlour_host::{Host, Registry, SystemClock, SystemEntropy};
use parlour_lan::{Limits, Server, ServerSettings};
use parlour_regicide::{Command as Move, House, Kingslayer};
use parlour_rules::Seed;
use tokio::net::TcpListener;

use super::at;
use stopwatch::Stopwatch;

mod stopwatch;

/// Serves until its input ends, then says how long storing took.
pub fn serve() -> Result<()> {
    let folder = std::env::var("PARLOUR_BENCH_FOLDER")?;
    let tables: u32 = std::env::var("PARLOUR_BENCH_TABLES")?.parse()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut games = Registry::new();
        games.register::<Kingslayer>();
        let journal = SqliteJournal::open_for_many(Path::new(&folder).join("games.sqlite"))?;
        let journal = Arc::new(Passing {
            journal: Arc::new(journal),
            between: Stopwatch::default(),
        });
        let host = Host::new(
            games,
            Arc::clone(&journal) as _,
            Arc::new(SystemClock),
            Arc::new(SystemEntropy),
        );
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let tokens = AtomicU64::new(0);
        let settings = ServerSettings {
            host: Arc::new(host),
            place: String::from("bench"),
            title: String::from("Bench"),
            players: 4,
            bots: 0,
            house: House::default(),
            hints: false,
            tables,
            fresh: true,
            shows_finished: true,
            tell: Arc::new(|_, _| {}),
            mind: Arc::new(|_, _| Move::Yield),
            pace: std::time::Duration::ZERO,
            token: Arc::new(move || {
                let number = tokens.fetch_add(1, Ordering::Relaxed);
                format!("token {number}")
            }),
            seed: Arc::new(|table, game| Seed(u64::from(table) << 32 | u64::from(game))),
            limits: Limits {
                per_address: 1_000_000,
                connections: 1_000_000,
                lines_per_second: 1000,
                ..Limits::default()
            },
        };
        let server = Server::start(listener, settings).await?;
        println!("{port}");
        tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
        drop(server);
        let mut times = journal.between.times();
        println!("{} {}", at(&mut times, 0.5), at(&mut times, 0.99));
        Ok(())
    })
}

/// The process, as the clients know it.
pub struct HostProcess {
    child: Child,
    output: BufReader<ChildStdout>,
    pub address: SocketAddr,
}

impl HostProcess {
    /// Starts it and waits until it listens.
    pub fn start(folder: &Path, tables: u32) -> Result<Self> {
        let mut child = on_its_core()?
            .arg("lan-host")
            .env("PARLOUR_BENCH_FOLDER", folder)
            .env("PARLOUR_BENCH_TABLES", tables.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().context("the host's output")?;
        let mut output = BufReader::new(output);
        output.read_line(&mut line)?;
        let port: u16 = line.trim().parse().context("the host's port")?;
        Ok(Self {
            child,
            output,
            address: SocketAddr::from(([127, 0, 0, 1], port)),
        })
    }

    /// CPU seconds the process has used.
    pub fn cpu(&self) -> f64 {
        cpu_of(&self.child.id().to_string())
    }

    /// Lets it end; how long storing an entry took, in the middle and at the 99th
    /// percentile, in milliseconds.
    pub fn finish(&mut self) -> Result<(f64, f64)> {
        drop(self.child.stdin.take());
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let (middle, slow) = line.trim().split_once(' ').context("the host's times")?;
        Ok((middle.parse()?, slow.parse()?))
    }
}

impl Drop for HostProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// This program again, bound to the first core.
pub fn on_its_core() -> Result<Command> {
    let program = std::env::current_exe()?;
    if !has_taskset() {
        eprintln!("`taskset` is not there: the host is not bound to one core");
        return Ok(Command::new(program));
    }
    let mut command = Command::new("taskset");
    command.args(["-c", "0"]).arg(program);
    Ok(command)
}

fn has_taskset() -> bool {
    let tried = Command::new("taskset").args(["-c", "0", "true"]).status();
    tried.is_ok_and(|status| status.success())
}

/// Binds this process to the other cores, where there are any.
pub fn keep_off_its_core() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if cores > 1 && has_taskset() {
        let (cores, own) = (format!("1-{}", cores - 1), std::process::id().to_string());
        let mut bind = Command::new("taskset");
        let bind = bind.args(["-cp", &cores, &own]).stdout(Stdio::null());
        if !bind.status().is_ok_and(|status| status.success()) {
            eprintln!("the clients are not kept off the host's core");
        }
    }
}

/// CPU seconds a process has used; 0 where the system does not tell.
pub fn cpu_of(process: &str) -> f64 {
    let facts = std::fs::read_to_string(format!("/proc/{process}/stat"));
    let facts = facts.unwrap_or_default();
    let facts = facts.rsplit(')').next().unwrap_or_default();
    let facts: Vec<f64> = facts
        .split_whitespace()
        .map(|it| it.parse().unwrap_or(0.0))
        .collect();
    // Hundredths of a second, in user mode and in the kernel.
    facts.get(11).unwrap_or(&0.0) / 100.0 + facts.get(12).unwrap_or(&0.0) / 100.0
}
