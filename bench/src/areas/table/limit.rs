//! How much of the processor a replica may use.
//!
//! A control group is the exact way, and needs the right to make one. Otherwise
//! the replica is stopped and let go on by signals, so that it runs for the same
//! part of the time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

/// Over which time a part of a core is counted, in milliseconds.
const PERIOD: u64 = 100;

/// How replicas are held back on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// By control groups.
    Groups,
    /// By signals.
    Signals,
}

impl Means {
    /// The better one that works here; why groups do not is said.
    pub fn here() -> Self {
        match Group::new("try", 50) {
            Ok(_) => Self::Groups,
            Err(reason) => {
                eprintln!("no control groups here, signals instead: {reason:#}");
                Self::Signals
            }
        }
    }

    /// What it does, in the words of a scene.
    pub fn words(self, hundredths: u32) -> String {
        match self {
            Self::Groups => format!("each replica on {hundredths} % of a core"),
            Self::Signals => format!("each replica stopped but for {hundredths} % of the time"),
        }
    }
}

/// A limit on one process, gone when dropped.
pub enum Limit {
    /// It belongs to a group. Nothing but dropping is done with it.
    Group { _group: Group },
    /// Somebody sends it signals.
    Pacer {
        ended: Sender<()>,
        thread: Option<JoinHandle<()>>,
    },
}

impl Limit {
    /// Holds a process back from now on.
    pub fn on(process: u32, means: Means, hundredths: u32) -> Result<Self> {
        match means {
            Means::Groups => {
                let group = Group::new(&process.to_string(), hundredths)?;
                group.take(process)?;
                Ok(Self::Group { _group: group })
            }
            Means::Signals => {
                let (ended, end) = channel();
                let running = Duration::from_millis(PERIOD * u64::from(hundredths) / 100);
                let stopped = Duration::from_millis(PERIOD) - running;
                signal(process, "-STOP")?;
                let thread = thread::spawn(move || {
                    for (word, pause) in [("-CONT", running), ("-STOP", stopped)].iter().cycle() {
                        let sent = signal(process, word);
                        let over = end.recv_timeout(*pause) != Err(RecvTimeoutError::Timeout);
                        if over || sent.is_err() {
                            // Whatever it still does, it does freely.
                            let _ = signal(process, "-CONT");
                            return;
                        }
                    }
                });
                Ok(Self::Pacer {
                    ended,
                    thread: Some(thread),
                })
            }
        }
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        if let Self::Pacer { ended, thread } = self {
            let _ = ended.send(());
            let _ = thread.take().map(JoinHandle::join);
        }
    }
}

fn signal(process: u32, word: &str) -> Result<()> {
    let mut kill = Command::new("kill");
    kill.arg(word)
        .arg(process.to_string())
        .stderr(Stdio::null());
    ensure!(
        kill.status().context("kill")?.success(),
        "no signal reaches it"
    );
    Ok(())
}

/// A control group with a part of a core; gone when dropped.
pub struct Group {
    folder: PathBuf,
}

impl Group {
    fn new(name: &str, hundredths: u32) -> Result<Self> {
        let name = format!("parlour-bench-{}-{name}", std::process::id());
        let period = PERIOD * 1000;
        let quota = period * u64::from(hundredths) / 100;
        let (root, file, limit) = if Path::new("/sys/fs/cgroup/cgroup.controllers").exists() {
            ("/sys/fs/cgroup", "cpu.max", format!("{quota} {period}"))
        } else {
            ("/sys/fs/cgroup/cpu", "cpu.cfs_quota_us", quota.to_string())
        };
        let folder = Path::new(root).join(name);
        fs::create_dir(&folder).with_context(|| folder.display().to_string())?;
        let group = Self { folder };
        fs::write(group.folder.join(file), limit).context(file)?;
        Ok(group)
    }

    /// A process belongs to it from now on.
    fn take(&self, process: u32) -> Result<()> {
        let file = self.folder.join("cgroup.procs");
        fs::write(&file, process.to_string()).with_context(|| file.display().to_string())
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // Its process has ended; if not, the folder stays, which harms nobody.
        let _ = fs::remove_dir(&self.folder);
    }
}
