//! A private PostgreSQL server for the tests: on loopback, in a folder of its
//! own, run by an unprivileged user, gone when the tests are.

mod certificates;

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::provision;

/// The variable that tells tests where the server is. The value [`ABSENT`] says
/// that there is none, and that this is known and reported.
pub const VARIABLE: &str = "PARLOUR_TEST_POSTGRES";

/// The variable that names the folder of the server's certificates: that of the
/// authority, that of a stranger, and one for a client.
const CERTIFICATES: &str = "PARLOUR_TEST_POSTGRES_CERTIFICATES";

/// The value of [`VARIABLE`] when no server could be started.
pub const ABSENT: &str = "absent";

/// Where Debian keeps the servers it has, each under its version.
const SERVERS: &str = "/usr/lib/postgresql";

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running server. Dropping it stops it and deletes its folder.
pub struct Server {
    process: Child,
    folder: PathBuf,
    port: u16,
}

impl Server {
    /// Starts a server, installed first if that is needed and allowed. The error
    /// says in one line what is missing.
    pub fn start() -> Result<Self, String> {
        provision::debian("postgresql", || programs().is_some())?;
        provision::debian("openssl", || provision::there("openssl"))?;
        let programs = programs().ok_or("there is no PostgreSQL server")?;
        Self::start_with(&programs).map_err(|error| format!("PostgreSQL does not start: {error:#}"))
    }

    /// Where the tests find it.
    pub fn url(&self) -> String {
        format!("postgres://parlour@127.0.0.1:{}/postgres", self.port)
    }

    /// What tests are told of it. They speak to it in the clear unless they say
    /// otherwise.
    pub fn environment(&self) -> [(&'static str, String); 3] {
        let certificates = self.folder.join("certificates");
        [
            (VARIABLE, self.url()),
            (CERTIFICATES, certificates.display().to_string()),
            ("PGSSLMODE", "disable".to_owned()),
        ]
    }

    fn start_with(programs: &Path) -> Result<Self> {
        let user = if provision::is_root() {
            Some(unprivileged_user()?)
        } else {
            None
        };
        let folder = std::env::temp_dir().join(format!("parlour-postgres-{}", std::process::id()));
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        if let Some(user) = &user {
            run(Command::new("chown").arg(user).arg(&folder))?;
        }
        let data = folder.join("data");
        let mut init = as_user(user.as_deref(), &programs.join("initdb"));
        init.arg("--pgdata").arg(&data).args([
            "--username=parlour",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
        ]);
        let made = run(init.current_dir(&folder))
            .and_then(|()| certificates::make(&folder.join("certificates"), user.as_deref()))
            .and_then(|()| certificates::admit(&data));
        if let Err(error) = made {
            let _ = fs::remove_dir_all(&folder);
            return Err(error);
        }
        // A port that is free now may be taken in the next moment: then another.
        let mut last = None;
        for _ in 0..3 {
            match Self::serve(programs, user.as_deref(), &folder, &data) {
                Ok(server) => return Ok(server),
                Err(error) => last = Some(error),
            }
        }
        let _ = fs::remove_dir_all(&folder);
        Err(last.unwrap_or_else(|| anyhow::anyhow!("it was not tried")))
    }

    fn serve(programs: &Path, user: Option<&str>, folder: &Path, data: &Path) -> Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let log = folder.join("server.log");
        let output = fs::File::create(&log)?;
        let mut command = as_user(user, &programs.join("postgres"));
        command
            .arg("-D")
            .arg(data)
            .args(["-p", &port.to_string(), "-h", "127.0.0.1", "-k", ""])
            // It need not outlive the machine, only the programs that are tested.
            .args(["-c", "fsync=off", "-c", "max_connections=200"])
            .args(certificates::settings(&folder.join("certificates")))
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output);
        let mut process = command.spawn().context("postgres")?;
        let end = Instant::now() + PATIENCE;
        let port_text = port.to_string();
        loop {
            let ready = Command::new(programs.join("pg_isready"))
                .args(["--quiet", "--host=127.0.0.1", "--port", &port_text])
                .status()
                .is_ok_and(|status| status.success());
            if ready && process.try_wait()?.is_none() {
                let folder = folder.to_owned();
                return Ok(Self {
                    process,
                    folder,
                    port,
                });
            }
            if process.try_wait()?.is_some() || Instant::now() > end {
                let _ = process.kill();
                let _ = process.wait();
                bail!(fs::read_to_string(&log).unwrap_or_default());
            }
            sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let id = self.process.id().to_string();
        // SIGQUIT: it ends at once, with all its processes.
        let asked = Command::new("kill").args(["-QUIT", &id]).status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// `cargo xtask postgres COMMAND...`: runs a command while a server is there.
pub fn run_beside(words: &[String]) -> Result<ExitCode> {
    let [program, rest @ ..] = words else {
        bail!("which command? For instance: cargo xtask postgres cargo test --all-features");
    };
    let server = Server::start().map_err(|reason| anyhow::anyhow!(reason))?;
    let status = Command::new(program)
        .args(rest)
        .envs(server.environment())
        .status()
        .with_context(|| program.clone())?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The folder of the newest server's programs.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir(SERVERS).ok()?.flatten();
    let newest = versions
        .filter_map(|version| {
            let number: u32 = version.file_name().to_str()?.parse().ok()?;
            let programs = version.path().join("bin");
            let whole = programs.join("initdb").exists() && programs.join("postgres").exists();
            whole.then_some((number, programs))
        })
        .max()
        .map(|(_, programs)| programs);
    // Elsewhere than on Debian it may simply be on the path.
    newest.or_else(|| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path)
            .find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
    })
}

/// PostgreSQL does not run as root: somebody else must.
fn unprivileged_user() -> Result<String> {
    let there = |user: &&str| {
        Command::new("id")
            .args(["-u", user])
            .output()
            .is_ok_and(|output| output.status.success())
    };
    let user = ["postgres", "nobody"].into_iter().find(there);
    user.map(str::to_owned)
        .context("there is neither a user postgres nor nobody")
}

fn as_user(user: Option<&str>, program: &Path) -> Command {
    let Some(user) = user else {
        return Command::new(program);
    };
    let mut command = Command::new("setpriv");
    // It ends with this process, however that ends.
    command
        .args(["--reuid", user, "--regid"])
        .arg(group_of(user))
        .args(["--clear-groups", "--pdeathsig", "QUIT", "--"])
        .arg(program);
    command
}

fn group_of(user: &str) -> String {
    let output = Command::new("id").args(["-g", user]).output();
    let group = output.map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned());
    group.unwrap_or_default()
}

fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| name.clone())?;
    ensure!(
        output.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    Ok(())
}
