//! The package under the real systemd: installed, started, served, killed, upgraded,
//! removed, in namespaces that are gone afterwards.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::pack;
use crate::provision;
use crate::suite::Outcome;

const SCRIPT: &str = include_str!("trial.sh");

/// A version before every other.
const OLDER: &str = "0.0.1";

/// Whether this machine lets us; if not, why.
fn permitted() -> Result<(), String> {
    if !provision::is_root() {
        return Err(String::from("only root makes the namespaces it needs"));
    }
    provision::debian("systemd", || Path::new("/lib/systemd/systemd").exists())?;
    provision::debian("iproute2", || provision::there("ip"))
}

/// Looks at the unit, then tries the package.
pub(super) fn run(root: &Path, program: &Path, folder: &Path, newer: &Path) -> Result<Outcome> {
    if let Err(reason) = permitted() {
        return Ok(Outcome::NotRun(reason));
    }
    if let Some(outcome) = unit(root)? {
        return Ok(outcome);
    }
    let older = pack(root, program, &folder.join("older"), OLDER)?;
    let place = folder.join("trial");
    fs::create_dir_all(&place)?;
    // The shell is the first process there, and becomes systemd.
    let output = Command::new("timeout")
        .args(["--signal=KILL", "600", "unshare"])
        .args([
            "--mount", "--pid", "--fork", "--uts", "--ipc", "--net", "--cgroup",
        ])
        .args(["--kill-child", "--propagation", "private"])
        .args(["sh", "-c", SCRIPT, "sh"])
        .args([older.as_path(), newer, place.as_path()])
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let steps: Vec<&str> = said.lines().filter(|it| it.starts_with("step: ")).collect();
    for step in &steps {
        println!("  {step}");
    }
    let passed = steps.len() as u64;
    if said.lines().any(|line| line == "ALL STEPS") {
        return Ok(Outcome::Passed(passed + 1));
    }
    print!("{said}{}", String::from_utf8_lossy(&output.stderr));
    Ok(Outcome::Failed(passed, 1))
}

/// What systemd thinks of the unit; nothing if it is well.
fn unit(root: &Path) -> Result<Option<Outcome>> {
    let unit = root.join("deploy/parlour.service");
    let verified = Command::new("systemd-analyze")
        .arg("verify")
        .arg(&unit)
        .output()?;
    let words = String::from_utf8_lossy(&verified.stderr);
    // The program and its manual are not installed here; the trial looks again.
    let absent = |it: &&str| it.contains("is not executable") || it.contains("'man parlour");
    let faults = words.lines().filter(|it| !absent(it));
    let faults: Vec<String> = faults.map(str::to_owned).collect();
    if !faults.is_empty() {
        return Ok(Some(Outcome::of_faults(&faults)));
    }
    let scored = Command::new("systemd-analyze")
        .args(["security", "--offline=true", "--no-pager"])
        .arg(&unit)
        .output()?;
    let words = String::from_utf8_lossy(&scored.stdout);
    let score = words.lines().rfind(|it| it.contains("exposure level"));
    println!("  {}", score.unwrap_or("no score").trim());
    Ok(None)
}
